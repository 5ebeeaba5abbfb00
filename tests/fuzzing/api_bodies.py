"""What requests bring: forms and JSON that could be meant, of the game as it stands."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any
from urllib.parse import urlencode

from companion.referee.inputs import DECISIONS
from rules import all_palagems
from tests.fuzzing.api_world import FORGOTTEN, PICTURED, Found, tiles
from tests.fuzzing.mutating import spoilt_bytes
from tests.fuzzing.samples import new_games

_KEPT = ("a-day", "30-days", "for-ever", "no-pictures")
FORMS: dict[str, dict[str, tuple[str, ...]]] = {
    "keeping.save": {"kept": (*_KEPT, "x"), "sure": ("yes", "")},
    "games.go_on": {"camera": ("hand", "phone", "nobody", "camera", "x", "demo", "file")},
    "language.choose": {"language": ("fr", "en", "x", "../fr")},
    "games.create": {
        "game": ("palago", "palagem", "palagonia", "x"),
        "player": ("A", "B", "Ann", "A" * 99, "\u202e", ""),
        "roll": ("1", "6", "0", "x"),
        "camera": ("hand", "phone", "demo", "stream", "x"),
        "address": ("rtsp://a/b", "http://[", "/etc/passwd", "0", "9" * 30),
        "demo": ("1",),
        "size": ("48", "0", "x", "-1"),
        "placement": ("pair", "single", "x"),
        "pairing": ("1.2.1", "1.2.9", "x.1.1", "1.2", "9" * 30),
    },
    "spectators.let_in": {"spectators": ("yes", "no", "x")},
    "tournaments.begin": {
        "name": ("Evening", "", "x" * 99, "\u202e"),
        "players": ("A\nB\nC", "A\r\nA", "", "\n" * 300, "x" * 300),
        "rounds": ("3", "0", "-1", "x", "9" * 30),
        "game": ("palago", "palagem", "palagonia", "x"),
        "draw": ("yes",),
    },
    "tournaments.change": {"name": ("Evening", ""), "rounds": ("4", "0", "x")},
    "tournaments.forget": {"sure": ("yes", "")},
    "tournaments.add_players": {"players": ("F\nG", "A", "")},
    "tournaments.change_player": {
        "do": ("leave", "back", "remove", "rename", "x"),
        "name": ("Z", "A", ""),
    },
    "tournaments.pair": {"round": ("1", "2", "3", "x"), "do": ("take-back", "")},
    "tournaments.tell": {
        "result": ("first", "second", "draw", "nobody", "", "x"),
        "do": ("part", ""),
        "sure": ("yes",),
    },
}


def form(fields: dict[str, tuple[str, ...]], chance: Random) -> bytes:
    """Return a form; players and rolls may come several times."""
    entered = []
    for name, values in fields.items():
        times = chance.randrange(4) if name in ("player", "roll") else chance.random() < 0.8
        entered += [(name, chance.choice(values)) for _ in range(int(times))]
    text = urlencode(entered).encode()
    return text if chance.random() < 0.8 else spoilt_bytes(text, [b"%ff&=;&&%"], chance)


def _starts(_found: Found, _game: int, chance: Random) -> list[Any]:
    options = {
        "placement": ("pair", "single", "anywhere"),
        "tiebreak": ("largest", "draw", "largest-loses"),
        "size": (3, 48, 192),
        "mode": ("announce", "claim"),
        "inversion": (True,),
        "eat_enemy": (True,),
        "eat_size": (2,),
    }
    name = chance.choice(list(options))
    source = {"kind": chance.choice(("hand", "phone", "demo"))}
    option = {name: chance.choice(options[name])}
    games = [
        {**game, "source": source, "options": {**game["options"], **option}} for game in new_games()
    ]
    return [*new_games(), *games]


def _sources(_found: Found, _game: int, chance: Random) -> list[Any]:
    others = [
        {"kind": "phone"},
        {"kind": "camera", "number": chance.choice((0, 3, 10**9))},
        {"kind": "stream", "url": "rtsp://a/b"},
        {"kind": "demo"},
        {"kind": "file", "path": chance.choice(("/etc/passwd", "~/x", "\0"))},
    ]
    return [{"kind": "hand"}, {"kind": "hand"}, chance.choice(others)]


def _cell(chance: Random) -> list[int]:
    return [chance.randrange(-2, 4), chance.randrange(-3, 3)]


def _tile(chance: Random) -> dict[str, int]:
    q, r = _cell(chance)
    return {"q": q, "r": r, "orientation": chance.randrange(6)}


def _player(chance: Random) -> str:
    return chance.choice(("A", "B", "C", "A", "B", "Zed"))


def _decisions(found: Found, game: int, chance: Random) -> list[Any]:
    palagem = chance.choice(all_palagems())
    moves = found.moves.get(game, 0)
    number = chance.choice((None, chance.randrange(1, moves + 2), 999))
    named = chance.choice(({}, {"player": _player(chance)}))
    data: dict[str, dict[str, Any]] = {
        "set-tile": {"cell": _cell(chance), "orientation": chance.choice((None, 0, 3, 5))},
        "set-die": {"value": chance.randrange(1, 7), "number": number, **named},
        "set-mover": {"player": _player(chance), "number": number},
        "vote": {"row": chance.choice((1, 1, 2)), "value": chance.choice((0, 3, 10**9))},
        "claim": {"player": _player(chance), "kind": chance.choice(("win", "loss"))},
        "set-palagem": {
            "player": _player(chance),
            "tiles": [
                {"q": cell.q, "r": cell.r, "orientation": turned}
                for cell, turned in palagem.tiles.items()
            ],
        },
        "answer": {
            "choice": chance.randrange(4),
            "question": chance.choice((None, found.questions.get(game))),
        },
    }
    kinds = chance.choices(sorted(DECISIONS), k=3)
    return [{"kind": kind, "data": data.get(kind, {})} for kind in kinds]


_MOVES = ("1,0=2 2,-1=0", "0,-1=2 0,-2=0", "0,1=4", "1,0=2", "0,-1=2 2,-1=0 0,1=4", "0,0=0 1,-1=4")


def _tables(_found: Found, _game: int, chance: Random) -> list[Any]:
    die = {"die": chance.randrange(1, 7)} if chance.random() < 0.5 else {}
    placed = [_tile(chance) for _ in range(chance.randrange(1, 4))]
    whole = [t for move in chance.sample(_MOVES, chance.randrange(3)) for t in tiles(move)]
    return [
        {"placed": tiles(chance.choice(_MOVES)), **die},
        {"placed": placed, "ordered": chance.random() < 0.5, **die},
        {"removed": [_cell(chance)], "rotated": [_tile(chance)], **die},
        {"board": {"tiles": whole}, **die},
        {"board": {"tiles": [*tiles(_MOVES[-1]), *placed]}},
        *([die] if die else []),
    ]


def _misreadings(found: Found, game: int, chance: Random) -> list[Any]:
    entries = found.entries.get(game) or [1]
    board = {"tiles": tiles(chance.choice(_MOVES))}
    return [{"entry": chance.choice(entries)}, {}, {"entry": entries[-1], "board": board}]


def _corrections(_found: Found, _game: int, chance: Random) -> list[Any]:
    die = {"dice": [{"value": chance.randrange(1, 7), "sure": chance.random() < 0.5}]}
    tile = {**_tile(chance), "sure": chance.random() < 0.5}
    cluster = {"clusters": [{"tiles": [tile]}]}
    return [{}, die, cluster, {**cluster, **die}, {"clusters": [{"tiles": []}]}]


def _calibrations(_found: Found, game: int, chance: Random) -> list[Any]:
    kind = chance.choice(("lens", "colors"))
    source = {"kind": "file", "path": "/nowhere.mp4"}
    return [
        {"kind": kind, "game": game, "camera": "webcam", "swap": True},
        {"kind": kind, "source": source},
        {"kind": kind, "game": FORGOTTEN},
    ]


def _shown_tokens(_found: Found, game: int, _chance: Random) -> list[Any]:
    return [{"game": game}, {"game": game}, {"token": "a" * 32}, {"token": None, "game": PICTURED}]


BODIES: dict[str, Callable[[Found, int, Random], list[Any]]] = {
    "live_api.start": _starts,
    "live_api.go_on": _sources,
    "live_api.decide": _decisions,
    "live_api.lay": _tables,
    "live_api.misread": _misreadings,
    "api.correct": _corrections,
    "calibrating.begin": _calibrations,
    "phones_api.redeem": _shown_tokens,
    "phones_api.invite": lambda *_any: [{"role": "camera"}, {"role": "player"}, {}],
    "keeping.change": lambda *_any: [{"kept": kept, "confirmed": True} for kept in _KEPT],
    "spectators.change": lambda *_any: [{"spectators": True}, {"spectators": False}],
    "spectators.enter": lambda *_any: [{"token": "x"}],
    "tournaments_api.begin": lambda *_any: [
        {"name": "Evening", "rounds": 3, "players": ["A", "B"], "game": "palagem", "draw": True}
    ],
    "tournaments_api.change": lambda *_any: [{"name": "Night", "rounds": 4}, {"rounds": 1}],
    "tournaments_api.add_player": lambda *_any: [{"name": "F"}, {"name": "a"}],
    "tournaments_api.change_player": lambda *_any: [{"here": False}, {"here": True, "name": "Z"}],
    "tournaments_api.pair": lambda *_any: [{"round": 2}, {"round": 3}],
    "tournaments_api.tell": lambda *_any: [
        {"result": result, "confirmed": True} for result in ("first", "draw", "nobody", None)
    ],
    "tournaments_api.choose_game": lambda _found, game, _chance: [{"game": game}, {"game": None}],
    "dice_calibrating.learn": lambda *_any: [{"name": "rabbit"}, {"name": "../x"}, {}],
}
