"""A game of Palagonia from drawn pictures: rolls, a wrong tile, an island, a vote."""

from __future__ import annotations

from collections.abc import Iterable

from companion.live.live_game import LiveGame
from companion.referee import Event, Referee
from companion.referee.events import DieRolled, IllegalTable, MoveMade, Over, Restored
from companion.sources import Frame
from rules import Board, Cell
from tests.filming import Film
from training.synthesis.staging import make_table
from vision.readers.reader import Reader

PLAYERS = ["Ann", "Ben", "Cleo"]
EYE = Board({Cell(0, 0): 0, Cell(1, -1): 4, Cell(1, 0): 2})
RING = Board({**EYE, Cell(0, -1): 2, Cell(2, -1): 0, Cell(0, 1): 4})
WRONG_RING = RING.with_tile(Cell(0, -1), 3)
LONGER = Board({**RING, Cell(-1, 1): 0, Cell(-1, 2): 0})


def _play(game: LiveGame, frames: Iterable[Frame]) -> list[Event]:
    return [event for frame in frames for event in game.see(frame)]


def _told(events: Iterable[Event]) -> list[Event]:
    return [e for e in events if isinstance(e, (DieRolled, MoveMade, IllegalTable, Restored, Over))]


def test_rolls_islands_and_votes_are_followed_from_pictures() -> None:
    film = Film(make_table(8))
    game = LiveGame(Reader(), Referee("palagonia", PLAYERS, {"size": len(LONGER)}))
    _play(game, film.show(Board()))

    film.die = (3, (-130.0, -40.0))
    (rolled,) = _told(_play(game, film.show(Board())))
    assert isinstance(rolled, DieRolled)
    assert (rolled.mover, rolled.value) == ("Ann", 3)
    (move,) = _told(_play(game, film.play(EYE)))
    assert isinstance(move, MoveMade)
    assert (move.mover, len(move.move.placed), move.verdict.islands) == ("Ann", 3, ())

    film.die = (3, (-140.0, 30.0))
    (rolled,) = _told(_play(game, film.show(EYE)))
    assert isinstance(rolled, DieRolled)
    assert (rolled.mover, rolled.value) == ("Ben", 3)
    (wrong,) = _told(_play(game, film.play(WRONG_RING)))
    assert isinstance(wrong, IllegalTable)
    assert {v.code for v in wrong.violations} == {"edge-mismatch"}
    restored, move = _told(_play(game, film.play(RING)))
    assert isinstance(restored, Restored)
    assert isinstance(move, MoveMade)
    (island,) = move.verdict.islands
    assert (island.value, island.creator, island.helper) == (1, 3, 2)
    assert game.referee.ledger.score_sheet().totals() == {"Ann": 2, "Ben": 3, "Cleo": 0}

    game.decide("vote", {"row": 1, "value": 2})
    assert game.referee.ledger.score_sheet().totals() == {"Ann": 4, "Ben": 6, "Cleo": 0}

    film.die = (5, (-120.0, -20.0))
    _play(game, film.show(RING))
    game.decide("set-die", {"value": 2})
    move, over = _told(_play(game, film.play(LONGER)))
    assert isinstance(move, MoveMade)
    assert (move.mover, len(move.move.placed)) == ("Cleo", 2)
    assert move.verdict.legal
    assert isinstance(over, Over)
    assert (over.winner, over.scores) == ("Ben", {"Ann": 4, "Ben": 6, "Cleo": 0})
