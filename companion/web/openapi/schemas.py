"""The schemas of the OpenAPI document: boards, states, events, reports."""

from __future__ import annotations

from companion.live.choice import KINDS
from companion.security.passes import Role
from companion.web.openapi.parts import (
    ANYTHING,
    COUNT,
    FLAG,
    NUMBER,
    TEXT,
    WHOLE,
    Part,
    listed,
    maybe,
    one_of,
    ref,
    thing,
)
from rules import COLORS, ClaimKind, Code
from rules.judging import GAMES

_CELL: Part = {"type": "array", "items": WHOLE, "minItems": 2, "maxItems": 2}
_CELLS = listed(ref("Cell"))
_POINT: Part = {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2}
_URL = maybe(TEXT)
_POINTS: Part = {"type": "object", "additionalProperties": WHOLE}


def schemas() -> dict[str, Part]:
    """Return all schemas by their names."""
    return {**_basics(), **_requests(), **_states(), **_reports()}


def _basics() -> dict[str, Part]:
    orientation: Part = {"type": "integer", "minimum": 0, "maximum": 5}
    return {
        "Error": thing({"error": TEXT}),
        "Cell": _CELL,
        "Tile": thing({"q": WHOLE, "r": WHOLE, "orientation": orientation}),
        "Board": thing({"tiles": listed(ref("Tile"))}),
        "Player": thing({"name": TEXT, "color": maybe(TEXT)}),
        "Violation": thing(
            {"code": one_of(*Code), "cells": _CELLS, "message": TEXT}, {"wrong": TEXT, "rule": TEXT}
        ),
        "Island": thing(
            {
                "color": one_of(*COLORS),
                "limbs": COUNT,
                "animals": listed(COUNT),
                "value": COUNT,
                "continent": FLAG,
                "creator": COUNT,
                "helper": COUNT,
                "cells": _CELLS,
            }
        ),
    }


def _requests() -> dict[str, Part]:
    player = thing(
        {"name": {"type": "string", "minLength": 1, "maxLength": 80}},
        {"color": maybe(TEXT), "seat": {"type": "integer", "minimum": 1}},
    )
    source = thing(
        {"kind": one_of(*KINDS)},
        {
            "number": {"type": "integer", "minimum": 0, "maximum": 63},
            "path": TEXT,
            "url": TEXT,
            "name": TEXT,
            "speed": one_of("real", "max"),
        },
    )
    tiles = listed(ref("Tile"))
    return {
        "SourceChoice": source,
        "GameRequest": thing(
            {},
            {
                "game": one_of(*GAMES),
                "players": listed(player),
                "options": ANYTHING,
                "starting_rolls": _POINTS,
                "source": ref("SourceChoice"),
            },
        ),
        "Decision": {"oneOf": [_decision(kind, data) for kind, data in _decisions().items()]},
        "Laid": thing(
            {},
            {
                "board": ref("Board"),
                "placed": tiles,
                "removed": _CELLS,
                "rotated": tiles,
                "ordered": FLAG,
                "die": {"type": "integer", "minimum": 1, "maximum": 6},
            },
        ),
        "Misreading": thing({}, {"entry": WHOLE, "board": ref("Board")}),
        "Invitation": thing({}, {"role": one_of(*Role)}),
    }


def _decisions() -> dict[str, tuple[dict[str, Part], dict[str, Part]]]:
    """Return what each kind of decision needs, and what else it may say."""
    orientation: Part = {"type": "integer", "minimum": 0, "maximum": 5}
    die: Part = {"type": "integer", "minimum": 1, "maximum": 6}
    of_move = {"number": maybe({"type": "integer", "minimum": 1})}
    plain = ("take-back", "let-stand", "end-turn", "pause", "resume")
    return {
        **{kind: ({}, {}) for kind in plain},
        "set-tile": ({"cell": ref("Cell")}, {"orientation": maybe(orientation)}),
        "set-die": ({"value": die}, of_move),
        "set-mover": ({"player": TEXT}, of_move),
        "vote": ({"row": {"type": "integer", "minimum": 1}, "value": COUNT}, {}),
        "claim": ({"player": TEXT, "kind": one_of(*ClaimKind)}, {}),
        "set-palagem": ({"player": TEXT, "tiles": listed(ref("Tile"))}, {}),
    }


def _decision(kind: str, data: tuple[dict[str, Part], dict[str, Part]]) -> Part:
    needed, more = data
    described = thing(needed, more)
    if needed:
        return thing({"kind": {"const": kind}, "data": described})
    return thing({"kind": {"const": kind}}, {"data": described})


def _states() -> dict[str, Part]:
    source = thing(
        {
            "kind": one_of(*KINDS),
            "name": TEXT,
            "connected": FLAG,
            "ended": FLAG,
            "problem": maybe(TEXT),
        }
    )
    result = thing(
        {"winner": maybe(TEXT), "loser": maybe(TEXT), "reason": TEXT},
        {"scores": maybe(_POINTS), "sentence": TEXT},
    )
    turn = thing(
        {
            "number": WHOLE,
            "mover": maybe(TEXT),
            "color": maybe(TEXT),
            "die": maybe(WHOLE),
            "needs_die": FLAG,
            "in_progress": FLAG,
            "changed": _CELLS,
        }
    )
    known: dict[str, Part] = {
        "id": WHOLE,
        "uid": TEXT,
        "game": one_of(*GAMES),
        "players": listed(ref("Player")),
        "started_at": TEXT,
        "ended_at": maybe(TEXT),
        "running": FLAG,
        "source": maybe(ref("Source")),
        "result": maybe(ref("Result")),
    }
    tiles = listed(ref("Tile"))
    return {
        "Source": source,
        "Result": result,
        "Turn": turn,
        "Summary": thing({**known, "moves": COUNT}),
        "Event": thing(
            {
                "id": WHOLE,
                "t": NUMBER,
                "frame": maybe(WHOLE),
                "event": TEXT,
                "at": TEXT,
                "sentences": listed(TEXT),
                "before": _URL,
                "after": _URL,
            }
        ),
        "Announced": thing({"events": listed(ref("Event")), "last_event_id": COUNT}),
        "Move": thing(
            {
                "number": WHOLE,
                "mover": TEXT,
                "helper": maybe(TEXT),
                "die": maybe(WHOLE),
                "placed": tiles,
                "removed": tiles,
                "rotated": tiles,
                "board": ref("Board"),
                "legal": FLAG,
                "let_stand": FLAG,
                "violations": listed(ref("Violation")),
                "winner": maybe(TEXT),
                "loser": maybe(TEXT),
                "reason": maybe(TEXT),
                "palagems": listed(TEXT),
                "islands": listed(ref("Island")),
                "points": maybe(_POINTS),
                "sentence": TEXT,
                "event": maybe(WHOLE),
                "before": _URL,
                "after": _URL,
            }
        ),
        "ScoreRow": thing(
            {
                "row": WHOLE,
                "move": WHOLE,
                "color": one_of(*COLORS),
                "limbs": COUNT,
                "animals": listed(COUNT),
                "value": COUNT,
                "vote": maybe(COUNT),
                "continent": FLAG,
                "creator": TEXT,
                "helper": maybe(TEXT),
                "points": _POINTS,
                "sum": TEXT,
                "cells": _CELLS,
            }
        ),
        "ScoreSheet": thing({"rows": listed(ref("ScoreRow")), "totals": _POINTS}),
        "State": thing(
            {
                **known,
                "options": ANYTHING,
                "problem": maybe(TEXT),
                "ready": FLAG,
                "paused": FLAG,
                "hands": FLAG,
                "over": FLAG,
                "turn": ref("Turn"),
                "wrong": maybe(listed(ref("Violation"))),
                "wrong_event": maybe(WHOLE),
                "question": maybe(thing({"cells": _CELLS, "reason": TEXT})),
                "tiles_left": COUNT,
                "board": ref("Board"),
                "agreed": ref("Board"),
                "unsure": _CELLS,
                "hidden": _CELLS,
                "near_edge": listed(one_of("left", "right", "top", "bottom")),
                "palagems": {"type": "object", "additionalProperties": ref("Board")},
                "palagems_due": listed(TEXT),
                "score_sheet": maybe(ref("ScoreSheet")),
                "moves": listed(ref("Move")),
                "said": listed(ref("Event")),
                "last_event_id": COUNT,
                "picture": maybe(thing({"url": TEXT, "width": WHOLE, "height": WHOLE})),
            }
        ),
    }


def _reports() -> dict[str, Part]:
    outlined: dict[str, Part] = {"q": WHOLE, "r": WHOLE, "outline": TEXT, "center": _POINT}
    side = thing(
        {"board": ref("Board"), "picture": _URL, "overlay": maybe(ref("Overlay"))},
    )
    said: dict[str, Part] = {
        "rulings": listed(ref("Violation")),
        "marks": listed(ref("Mark")),
        "corrections": listed(ref("Event")),
        "before": side,
        "after": side,
    }
    return {
        "Overlay": thing(
            {
                "width": WHOLE,
                "height": WHOLE,
                "entry": WHOLE,
                "picture": _URL,
                "tiles": listed(
                    thing({**outlined, "orientation": WHOLE, "sure": FLAG, "parts": ANYTHING})
                ),
                "cells": listed(thing({**outlined, "why": one_of("unsure", "hidden", "empty")})),
            }
        ),
        "Mark": thing(
            {
                "kind": TEXT,
                "title": TEXT,
                "details": listed(TEXT),
                "color": maybe(one_of(*COLORS)),
                "cells": _CELLS,
                "parts": listed({"type": "array"}),
                "edges": listed(_CELLS),
            }
        ),
        "MoveReport": thing({"move": ref("Move"), "rows": listed(ref("ScoreRow")), **said}),
        "RulingReport": thing({"event": ref("Event"), **said}),
        "Record": thing({"entries": listed(ANYTHING)}),
    }
