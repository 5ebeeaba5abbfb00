"""The score sheet as one HTML page that asks nobody for anything."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from functools import cache

from flask import Flask
from flask.templating import Environment

from companion.drawing.tile_parts import HEXAGON, PARTS, upright_path
from companion.record.entries import Entry
from companion.record.games import KeptGame
from companion.showing.score_sheet.contents import contents
from companion.showing.score_sheet.template import TEMPLATE
from companion.words import language


def score_sheet(kept: KeptGame, entries: Sequence[Entry], *, zone: tzinfo | None = None) -> str:
    """Return a game's score sheet as an HTML page, to be printed on A4 or kept as a file.

    Raw values are written out, with a column a player; rulings, corrections and votes follow in
    the order in which they came. The page needs no other file and asks no address for anything.

    Parameters
    ----------
    kept, entries
        The game and all its entries (`companion.record.game_log.GameLog.entries`).
    zone
        For times of day; the machine's own when None.
    """
    template = _environment().from_string(TEMPLATE)
    return template.render(sheet=contents(kept, entries, zone), language=language.current())


@cache
def _environment() -> Environment:
    """Return Flask's templates, which escape all they are given, without any of its pages."""
    environment = Flask(__name__).jinja_env
    environment.trim_blocks = True
    environment.lstrip_blocks = True
    environment.globals.update(
        _=language.gettext,
        tile_outline=upright_path(HEXAGON),
        blue_parts=[upright_path(PARTS[part]) for part in ("blue-arch", "blue-tip")],
    )
    return environment
