"""What people decided, in sentences: beside what was seen there stands what was decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.words.language import gettext as _
from companion.words.language import listing

Data = Mapping[str, Any]


def correction(data: Data) -> tuple[str, str]:
    """Return heading and sentence for the data of a ``correction``."""
    what = str(data.get("what", ""))
    seen, decided = _object(data.get("seen")), _object(data.get("decided"))
    tell = _SENTENCES.get(what)
    if tell is not None:
        words = tell(seen, decided)
    else:
        words = _("{what}: {decided}", what=what, decided=plain(decided)) if decided else what
        if seen:
            words = _("{words} (seen: {seen})", words=words, seen=plain(seen))
    return _heading(what), words


def _heading(what: str) -> str:
    headings = {
        "vote": _("Vote"),
        "claim": _("Claim"),
        "take-back": _("Taken back"),
        "let-stand": _("Let stand"),
        "pause": _("Pause"),
        "resume": _("Pause"),
    }
    return headings.get(what, _("Correction"))


def plain(value: object) -> str:
    """Write a JSON value for people: no braces, no quotation marks."""
    if value is None:
        return _("nothing")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {plain(part)}" for key, part in value.items()) or _("nothing")
    if isinstance(value, (list, tuple)):
        return listing([plain(part) for part in value]) if value else _("nothing")
    return str(value)


def _object(value: object) -> Data:
    return value if isinstance(value, Mapping) else {}


def _tile(seen: Data, decided: Data) -> str:
    return _(
        "Cell {cell}: {decided} (seen: {seen})",
        cell=_cell(decided.get("cell")),
        decided=_orientation(decided),
        seen=_orientation(seen),
    )


def _cell(value: object) -> str:
    return f"({', '.join(map(str, value))})" if isinstance(value, list) else plain(value)


def _orientation(data: Data) -> str:
    orientation = data.get("orientation")
    if orientation is None:
        return _("no tile")
    return _("orientation {orientation}", orientation=orientation)


def _die(seen: Data, decided: Data) -> str:
    values = {"decided": plain(decided.get("die")), "seen": plain(seen.get("die"))}
    if "number" in decided:
        number = decided["number"]
        return _("Die of move {number}: {decided} (seen: {seen})", number=number, **values)
    return _("Die: {decided} (seen: {seen})", **values)


def _mover(seen: Data, decided: Data) -> str:
    values = {"decided": plain(decided.get("mover")), "seen": plain(seen.get("mover"))}
    if "number" in decided:
        number = decided["number"]
        return _("Move {number} was made by {decided}, not {seen}", number=number, **values)
    return _("It is the turn of {decided}, not of {seen}", **values)


def _vote(seen: Data, decided: Data) -> str:
    return _(
        "Island {row} counts {decided} (computed: {seen})",
        row=plain(decided.get("row")),
        decided=plain(decided.get("value")),
        seen=plain(seen.get("value")),
    )


def _claim(seen: Data, decided: Data) -> str:
    kinds = {"win": _("win"), "loss": _("loss")}
    kind = kinds.get(str(seen.get("kind")), plain(seen.get("kind")))
    values = {"player": plain(seen.get("player")), "kind": kind}
    if decided.get("right"):
        return _("{player} claimed a {kind}, rightly", **values)
    return _("{player} claimed a {kind}, wrongly", **values)


def _palagem(_seen: Data, decided: Data) -> str:
    tiles = decided.get("tiles")
    words = [
        f"{tile.get('q')},{tile.get('r')}={tile.get('orientation')}"
        for tile in (tiles if isinstance(tiles, list) else [])
        if isinstance(tile, Mapping)
    ]
    player = plain(decided.get("player"))
    return _("Palagem of {player}: {tiles}", player=player, tiles=" ".join(words))


_SENTENCES: dict[str, Callable[[Data, Data], str]] = {
    "set-tile": _tile,
    "set-die": _die,
    "set-mover": _mover,
    "set-palagem": _palagem,
    "vote": _vote,
    "claim": _claim,
    "take-back": lambda _seen, _decided: _("The last move was taken back"),
    "let-stand": lambda _seen, _decided: _("The players let the table stand as it lay"),
    "end-turn": lambda seen, _decided: _(
        "The turn of {mover} was ended", mover=plain(seen.get("mover"))
    ),
    "pause": lambda _seen, _decided: _("The game was paused"),
    "resume": lambda _seen, _decided: _("The game went on"),
}
