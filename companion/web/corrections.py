"""Taking a correction out of a request, keeping it, and labelling the photo with it."""

from __future__ import annotations

from flask import request
from werkzeug.exceptions import NotFound, RequestEntityTooLarge

from companion.live.forgetting import forget_reading
from companion.photos.correction import (
    Correction,
    CorrectionError,
    confirmation,
    correction_from_json,
)
from companion.photos.readings import KeptReading
from companion.web.bodies.correcting import Correction as CorrectionBody
from companion.web.resources import connection, readings, resources
from companion.words.language import gettext as _
from rules.json_text import JsonError, decoded_json

_MOST_BYTES = 1 << 20


def kept_reading(number: int) -> KeptReading:
    """Return a reading that is kept; answer 404 where there is none."""
    kept = readings().find(number)
    if kept is None:
        raise NotFound
    return kept


def correct_as_requested(number: int) -> KeptReading:
    """Keep the correction that a request brings as JSON; return the reading as it then stands.

    Raises
    ------
    BodyError, CorrectionError, JsonError
        If it brings none, or one that does not go with the reading.
    LabellingError
        If the labelled photo cannot be written; the correction is kept all the same.
    """
    data, reading = _body(), kept_reading(number).reading
    CorrectionBody.of(data)
    return _keep(number, correction_from_json(data, reading))


def confirm(number: int) -> KeptReading:
    """Keep that everything is right as it was read; raises LabellingError as above."""
    return _keep(number, confirmation(kept_reading(number).reading))


def withdraw(number: int) -> KeptReading:
    """Go back to what was seen; earlier corrections stay on the record."""
    kept_reading(number)
    return _keep(number, None)


def forget(number: int) -> None:
    """Remove a reading, its photo and its labelled photo for good.

    Raises
    ------
    DataError
        If the record cannot be written; nothing is removed then.
    LabellingError
        If the labelled photo cannot be removed; the reading is.
    """
    forget_reading(connection(), resources().labelled, kept_reading(number))


def _keep(number: int, correction: Correction | None) -> KeptReading:
    readings().correct(number, correction)
    kept, photo = kept_reading(number), readings().photo(number)
    if photo is not None:
        resources().labelled.update(kept, photo)
    return kept


def _body() -> object:
    request.max_content_length = _MOST_BYTES
    try:
        data: object = decoded_json(request.get_data(cache=False))
    except RequestEntityTooLarge as error:
        size = _MOST_BYTES >> 20
        raise CorrectionError(
            _("The correction is larger than {size} MB, and no board needs as much.", size=size)
        ) from error
    except JsonError:
        raise
    except (ValueError, RecursionError) as error:
        raise CorrectionError(_("The correction is not one JSON object.")) from error
    return data
