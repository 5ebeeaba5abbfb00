"""A game of Palagem from drawn pictures: palagems seen beside the board, a lone tile, a win."""

from __future__ import annotations

from collections.abc import Iterable

from companion.live.live_game import LiveGame
from companion.referee import Event, Referee
from companion.referee.events import IllegalTable, MoveMade, Over, Ready, Restored
from companion.sources import Frame
from rules import Board, Cell
from tests.filming import Film
from training.synthesis.staging import StagedBoard, make_table
from vision.readers.reader import Reader

ANNS = Board({Cell(0, 0): 0, Cell(1, -1): 4, Cell(1, 0): 2, Cell(2, -1): 0})
BENS = Board({Cell(0, 0): 0, Cell(1, -1): 0, Cell(1, 0): 0, Cell(2, -1): 0})
FIRST = Board({Cell(0, 0): 0})
SECOND = Board({**FIRST, Cell(1, -1): 4})
THIRD = Board({**SECOND, Cell(1, 0): 2})
LONE = Board({**THIRD, Cell(2, -2): 0})
LAST = Board({**THIRD, Cell(2, -1): 0})


def _play(game: LiveGame, frames: Iterable[Frame]) -> list[Event]:
    return [event for frame in frames for event in game.see(frame)]


def _told(events: Iterable[Event]) -> list[Event]:
    return [e for e in events if isinstance(e, (Ready, MoveMade, IllegalTable, Restored, Over))]


def test_palagems_are_seen_and_the_win_of_one_is_announced() -> None:
    film = Film(make_table(8, distance=950.0))
    game = LiveGame(Reader(), Referee("palagem", ["Ann", "Ben"]))
    film.others = [StagedBoard(ANNS, (-200.0, 40.0), 0.5)]
    assert _told(_play(game, film.show(Board()))) == []
    film.others = [*film.others, StagedBoard(BENS, (150.0, -110.0), 0.9)]
    (ready,) = _told(_play(game, film.show(Board())))
    assert isinstance(ready, Ready)
    assert set(game.referee.palagems) == {"Ann", "Ben"}

    for number, (board, mover) in enumerate(
        ((FIRST, "Ann"), (SECOND, "Ben"), (THIRD, "Ann")), start=1
    ):
        (move,) = _told(_play(game, film.play(board)))
        assert isinstance(move, MoveMade)
        assert (move.number, move.mover, move.verdict.legal) == (number, mover, True)

    (wrong,) = _told(_play(game, film.play(LONE)))
    assert isinstance(wrong, IllegalTable)
    assert {v.code for v in wrong.violations} == {"touch-two"}
    restored, move, over = _told(_play(game, film.play(LAST)))
    assert isinstance(restored, Restored)
    assert isinstance(move, MoveMade)
    assert (move.mover, move.verdict.winner) == ("Ben", "Ann")
    assert isinstance(over, Over)
    assert over.winner == "Ann"

    events = game.decide("take-back", {})
    assert events[0].to_json()["seen"]["mover"] == "Ben"
    assert not game.referee.is_over
