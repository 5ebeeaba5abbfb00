"""A running game by hand: what is laid is ruled on, kept and gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.live import Tables
from companion.live.choice import SourceChoice
from companion.live.errors import NotRunningError
from companion.web.bodies.playing import laid_from_json
from rules import Cell, GameError
from tests.companion.live.conftest import Start
from tests.companion.live.games import (
    CLOSING,
    MATCHING,
    MISMATCHED,
    OPENING,
    RING,
    THIRD,
    THREE,
    by_hand,
    kinds,
    play,
)
from tests.companion.live.looking_on import kept, same

HAND = SourceChoice("hand")


def test_a_game_of_palago_by_hand(start: Start, data: Path) -> None:
    game = start(by_hand("palago"))
    assert play(game, OPENING) == ["move"]
    assert play(game, MISMATCHED) == ["illegal"]
    wrong = game.news.state.snapshot
    assert wrong.wrong
    assert wrong.mover == "B"
    assert wrong.illegal is not None
    assert play(game, "2,-1>0") == ["restored", "move"]
    assert play(game, THIRD) == ["move"]
    assert play(game, CLOSING) == ["move", "over"]
    snapshot = game.news.state.snapshot
    assert snapshot.outcome is not None
    assert snapshot.outcome.winner == "B"
    assert same(snapshot, kept(data, game.number))


def test_a_game_of_palagonia_by_hand(start: Start) -> None:
    game = start(by_hand("palagonia", "ABC"))
    assert play(game, THREE, die=3) == ["die", "move"]
    assert play(game, RING, die=3) == ["die", "move"]
    snapshot = game.news.state.snapshot
    assert snapshot.sheet.totals() == {"A": 2, "B": 3, "C": 0}
    assert kinds(game.decide("vote", {"row": 1, "value": 5})) == ["correction"]
    assert game.news.state.snapshot.sheet.totals() == {"A": 10, "B": 15, "C": 0}


def test_the_same_number_rolled_again_is_a_roll(start: Start) -> None:
    game = start(by_hand("palagonia", "ABC"))
    play(game, THREE, die=3)
    # two tiles apart are no whole move by any roll, so there is nothing to ask yet
    assert play(game, "0,-1=2 2,-1=0") == []
    assert game.news.state.snapshot.lacks_roll
    assert play(game, "0,1=4", die=3) == ["correction", "move"]


def test_tiles_laid_in_order_are_judged_in_order(start: Start) -> None:
    game = start(by_hand("palago"))
    for move in (OPENING, MATCHING, THIRD):
        play(game, move)
    closing = {"placed": [tile(0, 1, 4), tile(-1, 1, 0)], "ordered": True}
    assert kinds(game.lay(laid_from_json(closing))) == ["move", "over"]
    (placed,) = game.news.state.snapshot.moves[-1].move.placed
    assert placed.cell == Cell(0, 1)


def test_a_die_is_refused_in_a_game_without_one(start: Start) -> None:
    game = start(by_hand("palago"))
    with pytest.raises(GameError, match="No die"):
        play(game, OPENING, die=3)
    assert not game.news.state.snapshot.board


def test_claim_mode_says_nothing_of_palagems_until_a_claim(start: Start) -> None:
    wanted = by_hand("palagem")
    wanted["options"]["mode"] = "claim"
    game = start(wanted)
    palagem = game.news.state.snapshot.palagems["A"]
    # the two in the middle first, so that each of the others touches both
    for cell in sorted(palagem.tiles, key=lambda cell: -len(palagem.tiles.touching(cell))):
        play(game, f"{cell.q},{cell.r}={palagem.tiles[cell]}")
    snapshot = game.news.state.snapshot
    assert len(snapshot.moves) == 4
    assert snapshot.moves[-1].verdict.palagems == ()
    assert not snapshot.over
    assert kinds(game.decide("claim", {"player": "A", "kind": "win"})) == ["correction", "over"]


def test_a_refused_decision_changes_nothing(start: Start, data: Path) -> None:
    game = start(by_hand("palago"))
    before = game.news.state.version
    with pytest.raises(GameError, match="No move"):
        game.decide("take-back", {})
    assert game.news.state.version == before
    assert same(game.news.state.snapshot, kept(data, game.number))


def test_a_kept_game_is_gone_on_with(start: Start, tables: Tables, data: Path) -> None:
    game = start(by_hand("palago"))
    play(game, OPENING)
    play(game, MISMATCHED)
    before = game.news.state.snapshot
    assert tables.stop(game.number)
    assert not game.news.state.running
    with pytest.raises(NotRunningError):
        play(game, MATCHING)
    again = Tables(data).go_on(game.number, HAND)
    assert same(again.news.state.snapshot, before)
    assert kinds(again.decide("let-stand", {})) == ["correction", "move"]
    again.stop()


def tile(q: int, r: int, orientation: int) -> dict[str, int]:
    return {"q": q, "r": r, "orientation": orientation}
