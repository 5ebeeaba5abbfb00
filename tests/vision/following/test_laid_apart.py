"""Tiles that lie on the table first, while others are laid apart from them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules import Board, Cell
from tests.drawn_table import Stills, laid, picture_of
from training.synthesis.unseen.filmed_table import Placed
from vision.arrays import Image
from vision.following.follower import Follower
from vision.following.table_view import CameraMoved, Settled, Sighting, TableView
from vision.readers.reader import Reader

_FIRST = Board({Cell(0, 0): 1, Cell(1, -1): 1})
_FIRST_AT, _BOARD_AT = (4.0, 1.0), (-8.0, 0.0)
_PAIR = Board({Cell(0, 0): 2, Cell(1, -1): 0})
_MORE = Board({**_PAIR, Cell(1, 0): 4, Cell(2, -1): 4})


class _Watch:
    """A follower that is shown one still picture after the other."""

    def __init__(self, reader: Reader, expected: Board | None = None) -> None:
        self.follower, self.frame = Follower(reader, expected=expected), 0
        self.said: list[Sighting] = []
        self._stills = Stills()

    def look(self, picture: Image) -> TableView:
        """Return the last settled look at a picture, shown for 2 s."""
        for image in self._stills.show(picture, 10):
            self.frame += 1
            self.said += self.follower.feed(image, self.frame / 5)
        return next(s.view for s in reversed(self.said) if isinstance(s, Settled))


def _picture(first: Board, board: Board) -> Image:
    tiles: Sequence[Placed] = [*laid(first, _FIRST_AT), *laid(board, _BOARD_AT)]
    return picture_of(*tiles)


def _turns(board: Board) -> set[tuple[tuple[int, int, int], ...]]:
    """Return a board in all of its turns, moved to where none of its cells is named otherwise."""
    shapes = set()
    for turned in (board.rotated(turns) for turns in range(6)):
        q, r = min(turned)
        shapes.add(tuple(sorted((c.q - q, c.r - r, k) for c, k in turned.items())))
    return shapes


def test_what_is_laid_apart_keeps_its_names_and_may_become_the_board(reader: Reader) -> None:
    watch = _Watch(reader)
    first = watch.look(_picture(_FIRST, Board()))
    assert _turns(first.board) == _turns(_FIRST)
    assert first.apart is not None
    assert not first.apart.board
    pair, more = (watch.look(_picture(_FIRST, board)) for board in (_PAIR, _MORE))
    assert pair.board == more.board == first.board
    assert pair.apart is not None
    assert more.apart is not None
    assert _turns(pair.apart.board) == _turns(_PAIR)
    assert _turns(more.apart.board) == _turns(_MORE)
    assert pair.apart.board.items() < more.apart.board.items()
    watch.follower.take_apart()
    for beside in (_FIRST, Board(list(_FIRST.items())[:1]), Board()):
        seen = watch.look(_picture(beside, _MORE))
        assert seen.board == more.apart.board
        assert not seen.unsure
        assert seen.apart is None
    assert not any(isinstance(sighting, CameraMoved) for sighting in watch.said)


@pytest.mark.parametrize("left", [1, 0])
def test_first_tiles_that_go_are_not_looked_for_in_what_is_laid_apart(
    reader: Reader, left: int
) -> None:
    watch = _Watch(reader)
    watch.look(_picture(_FIRST, Board()))
    watch.look(_picture(_FIRST, _FIRST))
    seen = watch.look(_picture(Board(list(_FIRST.items())[:left]), _FIRST))
    assert len(seen.board) == left
    assert seen.apart is not None
    assert _turns(seen.apart.board) == _turns(_FIRST)
    assert not any(isinstance(sighting, CameraMoved) for sighting in watch.said)


def test_first_tiles_that_others_are_laid_on_are_the_board(reader: Reader) -> None:
    watch = _Watch(reader)
    watch.look(_picture(_FIRST, Board()))
    grown = Board({**_FIRST, Cell(1, 0): 5, Cell(2, -1): 3})
    seen = watch.look(_picture(grown, _PAIR))
    assert _turns(seen.board) == _turns(grown)
    assert seen.apart is None


def test_the_board_of_a_game_that_is_gone_on_with_is_the_board(reader: Reader) -> None:
    seen = _Watch(reader, expected=_FIRST).look(_picture(_FIRST, Board()))
    assert seen.board == _FIRST
    assert seen.apart is None


def test_what_is_laid_on_a_bare_table_is_the_board(reader: Reader) -> None:
    watch = _Watch(reader)
    watch.look(_picture(Board(), Board()))
    seen = watch.look(_picture(Board(), _PAIR))
    assert _turns(seen.board) == _turns(_PAIR)
    assert seen.apart is None


_LONE = Board({Cell(0, 0): 1})
_LAID = Board({Cell(0, 0): 4})


@pytest.mark.parametrize("is_left", [True, False])
def test_a_tile_that_is_laid_far_from_a_lone_one_is_laid_apart_from_it(
    reader: Reader, *, is_left: bool
) -> None:
    """Any tile looks like a lone one: that it is not the one that went only its place tells."""
    watch = _Watch(reader)
    first = watch.look(_picture(_LONE, Board()))
    assert len(first.board) == 1
    for board in (_LAID, _PAIR):
        seen = watch.look(_picture(_LONE if is_left else Board(), board))
        assert seen.board == (first.board if is_left else Board())
        assert seen.apart is not None
        assert _turns(seen.apart.board) == _turns(board)
    watch.follower.take_apart()
    seen = watch.look(_picture(Board(), _MORE))
    assert _turns(seen.board) == _turns(_MORE)
    assert seen.apart is None
    assert not any(isinstance(sighting, CameraMoved) for sighting in watch.said)


def test_a_lone_tile_that_is_shoved_a_little_is_the_same_one(reader: Reader) -> None:
    watch = _Watch(reader)
    first = watch.look(_picture(_LONE, Board()))
    x, y = _FIRST_AT
    seen = watch.look(picture_of(*laid(_LONE, (x - 2.0, y + 1.5))))
    assert seen.board == first.board
    assert seen.apart == first.apart


def test_what_is_laid_once_a_lone_tile_was_taken_away_is_the_board(reader: Reader) -> None:
    watch = _Watch(reader)
    watch.look(_picture(_LONE, Board()))
    bare = watch.look(_picture(Board(), Board()))
    assert not bare.board
    assert bare.apart is None
    for board in (_LAID, _PAIR):
        seen = watch.look(_picture(Board(), board))
        assert _turns(seen.board) == _turns(board)
        assert seen.apart is None
