"""A referee that is given again what another was given is in the same state."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import pytest

from companion.referee import Referee
from companion.referee.inputs import give
from rules import (
    Board,
    Cell,
    FormatError,
    GameError,
    all_palagems,
    board_from_json,
    board_to_json,
)
from rules.board_json import tiles_to_json
from rules.placing import fitting_tiles, places
from tests.companion.referee.table import Table, as_json, die, lying_apart
from tests.thorough import some_of

PLAYERS = ["Ann", "Bob", "Cem"]
GIVEN = {p: tiles_to_json(k.tiles) for p, k in zip(PLAYERS, all_palagems()[5:], strict=False)}
STARTS: list[tuple[str, list[str], dict[str, Any]]] = [
    ("palago", PLAYERS[:2], {}),
    ("palago", PLAYERS[:2], {"placement": "single", "size": 12}),
    ("palagem", PLAYERS, {}),
    ("palagem", PLAYERS, {"mode": "claim", "palagems": GIVEN}),
    ("palagonia", PLAYERS, {"size": 20}),
]


def touch(board: Board, random: Random) -> Board:
    """Return the board after somebody laid, turned or took a tile, mostly as they should."""
    chance = random.random()
    if board and chance < 0.06:
        return board.without(random.choice(sorted(board)))
    if board and chance < 0.12:
        cell = random.choice(sorted(board))
        return board.with_tile(cell, random.randrange(6))
    cell = random.choice(places(board))
    if chance < 0.2:
        return board.with_tile(cell, random.randrange(6))
    fitting = list(fitting_tiles(board, [cell]))
    return board.with_tile(*random.choice(fitting)) if fitting else board


def told_turns(random: Random) -> list[dict[str, Any]]:
    """Return turns as people may tell them: some lay a tile, some pass, one takes a tile."""
    turns: list[dict[str, Any]] = []
    for _ in range(random.randint(1, 3)):
        q, r, orientation = random.randint(-2, 2), random.randint(-2, 2), random.randint(0, 5)
        laid: dict[str, Any] = {"placed": [{"q": q, "r": r, "orientation": orientation}], "die": 2}
        turns.append(random.choice([laid, laid, {}, {"removed": [[q, r]]}]))
    return turns


def decision(random: Random) -> tuple[str, dict[str, Any]]:
    """Return something that people might decide, whether or not it makes sense."""
    cell = [random.randint(-2, 2), random.randint(-2, 2)]
    return random.choice(
        [
            ("set-tile", {"cell": cell, "orientation": random.choice([None, 0, 1, 2, 4])}),
            ("take-back", {}),
            ("let-stand", {}),
            ("let-stand", {}),
            ("set-die", {"value": random.randint(1, 6)}),
            ("set-die", {"value": random.randint(1, 6), "number": random.randint(1, 4)}),
            ("set-mover", {"player": random.choice(PLAYERS)}),
            ("set-mover", {"player": random.choice(PLAYERS), "number": random.randint(1, 4)}),
            ("tell-turns", {"number": random.randint(1, 4), "turns": told_turns(random)}),
            ("end-turn", {}),
            ("pause", {}),
            ("resume", {}),
            ("resume", {}),
            ("vote", {"row": 1, "value": random.randint(0, 9)}),
            ("claim", {"player": random.choice(PLAYERS), "kind": random.choice(["win", "loss"])}),
            ("camera-moved", {}),
            ("lost", {"reason": "The board cannot be found."}),
        ]
    )


@lru_cache(maxsize=1)
def disorder(seed: int) -> Table:
    """Return a table at which much happened, most of it not by the rules; tests only look at it."""
    random = Random(seed)
    table = Table(*random.choice(STARTS))
    table.others = lying_apart(random.sample(all_palagems(), random.randint(0, 4)))
    for _ in range(60):
        chance = random.random()
        if chance < 0.2:
            what, data = decision(random)
            try:
                table.give(what, **data)
            except (GameError, FormatError):
                table.inputs.pop()
            continue
        if chance < 0.4:
            spot = (600.0, float(random.randint(500, 600)))
            table.dice = (die(random.randint(1, 6), spot, random.random() < 0.9),)
        else:
            table.board = touch(table.board, random)
        near = [Cell(random.randint(-2, 2), random.randint(-2, 2)) for _ in range(2)]
        table.unsure = frozenset(near[:1]) if random.random() < 0.15 else frozenset()
        table.hidden = frozenset(near[1:]) if random.random() < 0.15 else frozenset()
        table.look()
    return table


def state(referee: Referee) -> tuple[object, ...]:
    """Return what can be asked of a referee."""
    if not referee.ready:
        return (referee.paused, dict(referee.palagems))
    ledger = referee.ledger
    return (
        referee.paused,
        referee.is_over,
        referee.is_wrong,
        dict(referee.palagems),
        ledger.moves,
        ledger.mover,
        ledger.outcome(),
        ledger.score_sheet(),
    )


@pytest.mark.parametrize("seed", some_of(range(20), 7), scope="module")
def test_a_referee_is_rebuilt_from_what_it_was_given(seed: int) -> None:
    table = disorder(seed)
    cut = Random(seed).randint(0, len(table.inputs))
    again = table.replayed(cut)
    for number, (kind, data, t) in enumerate(table.inputs[cut:], start=cut):
        assert as_json(give(again, kind, data, t, number)) == table.said[number]
    assert state(again) == state(table.referee)


@pytest.mark.parametrize("seed", some_of(range(20), 7), scope="module")
def test_whatever_happens_the_record_holds_together(seed: int) -> None:
    table = disorder(seed)
    events = [event for said in table.said for event in said]
    wrong = False
    for event in events:
        if event["event"] == "illegal":
            assert event["violations"]
            assert not wrong, "one illegal table an episode"
            wrong = True
        elif event["event"] == "restored":
            assert wrong, "nothing was wrong"
            wrong = False
        elif event["event"] == "move":
            is_open = event["presumed"] and not event["apart"]  # whose turn was wrong: not called
            called = wrong is (not event["verdict"]["legal"])
            assert called or (is_open and not wrong), "only what stands is illegal"
            wrong = False
    assert table.referee.is_wrong is wrong
    if table.referee.ready:
        ledger = table.referee.ledger
        boards = [ledger.start, *(move.after for move in ledger.moves)]
        assert [move.before for move in ledger.moves] == boards[:-1]
        assert ledger.board == boards[-1]


def turned(kind: str, data: dict[str, Any], turns: int) -> dict[str, Any]:
    """Return an input as it would be with the lattice named in another rotation."""
    changed = dict(data)
    if kind == "settled":
        changed["board"] = board_to_json(board_from_json(data["board"]).rotated(turns))
        for key in ("unsure", "hidden"):
            changed[key] = [list(Cell(*cell).rotated(turns)) for cell in data[key]]
    elif kind == "set-tile":
        changed["cell"] = list(Cell(*data["cell"]).rotated(turns))
        if data["orientation"] is not None:
            changed["orientation"] = (data["orientation"] + turns) % 6
    elif kind == "tell-turns":
        changed["turns"] = [turned_turn(turn, turns) for turn in data["turns"]]
    return changed


def turned_turn(turn: dict[str, Any], turns: int) -> dict[str, Any]:
    """Return a told turn as it would be with the lattice named in another rotation."""
    changed = dict(turn)
    if "placed" in turn:
        placed = board_from_json({"tiles": turn["placed"]}).rotated(turns)
        changed["placed"] = board_to_json(placed)["tiles"]
    if "removed" in turn:
        changed["removed"] = [list(Cell(*cell).rotated(turns)) for cell in turn["removed"]]
    return changed


def essence(event: dict[str, Any]) -> tuple[object, ...]:
    """Return what an event says whatever the cells are called."""
    verdict = event.get("verdict") or {}
    violations = [*event.get("violations", ()), *verdict.get("violations", ())]
    return (
        event["event"],
        event.get("mover"),
        event.get("value"),
        len(event.get("cells", ())),
        verdict.get("winner"),
        verdict.get("action"),
        sorted(island["value"] for island in verdict.get("islands", ())),
        sorted(violation["code"] for violation in violations),
        event.get("result"),
        event.get("scores"),
    )


@pytest.mark.parametrize("seed", some_of(range(20), 7), scope="module")
def test_turning_the_table_changes_nothing_that_is_said(seed: int) -> None:
    table = disorder(seed)
    turns = 1 + seed % 5
    other = Referee(*table.start)
    for number, (kind, data, t) in enumerate(table.inputs):
        said = as_json(give(other, kind, turned(kind, data, turns), t, number))
        assert [essence(e) for e in said] == [essence(e) for e in table.said[number]]
