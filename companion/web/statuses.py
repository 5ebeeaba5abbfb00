"""Which HTTP status answers which error: the one table that all views share.

Views let errors pass; `companion.web.errors` looks them up here. What is wrong with a request as
such (its size, its type, an address where nothing is) is raised as werkzeug's own exceptions, which
carry their status.
"""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

from companion.coaching.coach import CoachError
from companion.live.errors import TableError
from companion.live.tables import FullError
from companion.photos.labelled_folder import LabellingError
from companion.photos.photo_queue import BusyError
from companion.record import EntryError, GameNotFoundError
from companion.security.passes import PassError
from companion.sources import SourceError
from companion.storage.database import BusyDataError, DataError, DiskFullError
from companion.tournaments.faults import (
    EntryRefusedError,
    TournamentError,
    TournamentNotFoundError,
)
from companion.web.events_stream import CrowdedError
from companion.web.server import AddressError
from rules import FormatError, GameError
from vision.pictures.images import ImageError

STATUS: Mapping[type[Exception], HTTPStatus] = {
    FormatError: HTTPStatus.BAD_REQUEST,
    GameError: HTTPStatus.BAD_REQUEST,
    EntryError: HTTPStatus.BAD_REQUEST,
    PassError: HTTPStatus.FORBIDDEN,
    GameNotFoundError: HTTPStatus.NOT_FOUND,
    TableError: HTTPStatus.CONFLICT,
    TournamentError: HTTPStatus.CONFLICT,
    EntryRefusedError: HTTPStatus.BAD_REQUEST,
    TournamentNotFoundError: HTTPStatus.NOT_FOUND,
    AddressError: HTTPStatus.CONFLICT,
    ImageError: HTTPStatus.UNPROCESSABLE_ENTITY,
    SourceError: HTTPStatus.UNPROCESSABLE_ENTITY,
    FullError: HTTPStatus.TOO_MANY_REQUESTS,
    LabellingError: HTTPStatus.INTERNAL_SERVER_ERROR,
    DataError: HTTPStatus.INTERNAL_SERVER_ERROR,
    CoachError: HTTPStatus.SERVICE_UNAVAILABLE,
    BusyError: HTTPStatus.SERVICE_UNAVAILABLE,
    CrowdedError: HTTPStatus.SERVICE_UNAVAILABLE,
    BusyDataError: HTTPStatus.SERVICE_UNAVAILABLE,
    DiskFullError: HTTPStatus.INSUFFICIENT_STORAGE,
}
"""An error that is not named here is answered as the nearest class that it is made from."""

REFUSALS = tuple(STATUS)
"""The errors whose text is a sentence for people."""


def status_of(error: Exception) -> HTTPStatus:
    """Return the status that answers one of `REFUSALS`.

    Raises
    ------
    KeyError
        If it is none of them.
    """
    found = next((kind for kind in type(error).__mro__ if kind in STATUS), None)
    if found is None:
        raise KeyError(type(error))
    return STATUS[found]
