"""It misread my table: a look of a game becomes a reading whose page puts it right."""

from __future__ import annotations

from flask import url_for
from werkzeug.exceptions import TooManyRequests

from companion.live.kept_sightings import KeptSightings
from companion.live.misreading import misreading_of
from companion.live.replaying import kept_game
from companion.record import GameNotFoundError
from companion.web import live_games
from companion.web.access import is_host
from companion.web.answers.games import MisreadingKept
from companion.web.bodies.playing import Misreading
from companion.web.corrections import kept_reading
from companion.web.resources import connection, readings, resources
from companion.words.language import gettext as _

MOST_OF_GAME = 100
"""Each takes room on the disk, and everybody who plays may keep them."""


def keep_misreading(number: int, wanted: object) -> MisreadingKept:
    """Keep a look of a game as a reading, put right as far as people have put the table right.

    Parameters
    ----------
    number
        The game.
    wanted
        Decoded JSON: ``entry``, the number of a look's entry or of one that follows from it, the
        last look where it is left out; ``board``, what lies there, where somebody says it.

    Raises
    ------
    FormatError
        If the request cannot be read.
    GameNotFoundError
        If there is no such look, or its picture is not kept any more.
    TooManyRequests
        If very many are kept of this game.
    """
    asked = Misreading.of(wanted)
    entry = asked.entry
    log = kept_game(connection(), number)[1]
    look = KeptSightings(log).last(entry)
    if look is None:
        raise GameNotFoundError(_("No picture of this table is on record."))
    picture = None if look.entry.after is None else log.picture(look.entry.after)
    if picture is None:
        raise GameNotFoundError(_("The picture of this table was given up to save room."))
    if readings().count_of_game(number) >= MOST_OF_GAME:
        raise TooManyRequests(
            _(
                "{count} pictures of this game are kept as misread already: remove some of them.",
                count=MOST_OF_GAME,
            )
        )
    agreed, unchecked = None, look.unsure | look.hidden
    if asked.board is not None:
        agreed, unchecked = asked.board, frozenset()
    elif entry is None:
        snapshot = live_games.snapshot_of(number)
        agreed, unchecked = snapshot.board, snapshot.unsure | snapshot.hidden
    found = misreading_of(look, picture, agreed, unchecked)
    reading = readings().keep(found.name, found.photo, found.correction, number)
    kept = kept_reading(reading)
    labelled = resources().labelled
    labelled.update(kept, found.photo.jpeg)
    return {
        "reading": reading,
        "url": url_for("pages.reading", number=reading),
        # where it lies is for those alone who use this computer
        "labelled": str(labelled.photo_of(kept)) if is_host() and labelled.holds(kept) else None,
    }
