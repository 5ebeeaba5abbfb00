"""Palagems that are built tile by tile before the camera, and the game that follows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.live.live_game import LiveGame
from companion.referee import Referee
from companion.sources import Frame
from rules import Board, Cell, all_palagems
from tests.drawn_table import Stills, laid, picture_of
from vision.readers.reader import Reader

ANN, BOB = (palagem.tiles for palagem in all_palagems()[10:12])
GAME = Board({Cell(0, 0): 1, Cell(1, -1): 1, Cell(1, 0): 5})


class _Camera:
    """Shows a game one still picture after the other, with a hand in between."""

    def __init__(self, game: LiveGame) -> None:
        self._game, self._frames = game, 0
        self._stills = Stills()

    def show(self, ann: Board, bob: Board, board: Board) -> Iterator[dict[str, Any]]:
        """Yield what is said of a table for 3 seconds."""
        picture = picture_of(
            *laid(ann, (4.0, 4.0), 0.3), *laid(bob, (-5.0, -4.0), 1.1), *laid(board, (0.0, 0.0))
        )
        for image in self._stills.show(picture, 14):
            self._frames += 1
            frame = Frame(image, self._frames, self._frames / 5)
            yield from (event.to_json() for event in self._game.see(frame))


def _first(board: Board, count: int) -> Board:
    return Board(dict(list(board.items())[:count]))


_IN_TURN = [
    *((count, 0, 0) for count in range(5)),
    *((4, count, 0) for count in range(1, 5)),
    *((4, 4, count) for count in range(1, 4)),
]
_AT_ONCE = [
    *((count, count, 0) for count in range(5)),
    *((4, 4, count) for count in range(1, 4)),
]
_ONE_SEEN_WHOLE = [
    (0, 0, 0),
    *((4, count, 0) for count in range(5)),
    *((4, 4, count) for count in range(1, 4)),
]


def test_palagems_built_while_the_game_is_paused_are_none_of_its_board(reader: Reader) -> None:
    referee = Referee("palagem", ["Ann", "Bob"])
    game = LiveGame(reader, referee)
    camera = _Camera(game)
    for ann in range(5):
        list(camera.show(_first(ANN, ann), Board(), Board()))
    game.decide("pause", {})
    list(camera.show(ANN, BOB, Board()))
    assert len(referee.ledger.moves) == len(ANN)
    game.decide("resume", {})
    assert referee.ledger.moves == ()
    for board in range(1, 4):
        list(camera.show(ANN, BOB, _first(GAME, board)))
    assert len(referee.ledger.moves) == len(referee.board) == len(GAME)
    assert not referee.palagems_due


@pytest.mark.parametrize("steps", [_IN_TURN, _AT_ONCE, _ONE_SEEN_WHOLE])
def test_the_game_begins_once_all_palagems_are_built(
    reader: Reader, steps: list[tuple[int, int, int]]
) -> None:
    referee = Referee("palagem", ["Ann", "Bob"])
    camera = _Camera(LiveGame(reader, referee))
    for ann, bob, board in steps:
        said = list(camera.show(_first(ANN, ann), _first(BOB, bob), _first(GAME, board)))
        assert "illegal" not in {event["event"] for event in said}
    assert {palagem.pattern() for palagem in referee.palagems.values()} == {
        palagem.pattern() for palagem in all_palagems()[10:12]
    }
    assert referee.palagems_guessed
    moves = referee.ledger.moves
    assert [move.mover for move in moves] == ["Ann", "Bob", "Ann"]
    assert all(move.verdict.legal for move in moves)
    assert len(referee.board) == len(GAME)
    assert referee.presumed == ()
