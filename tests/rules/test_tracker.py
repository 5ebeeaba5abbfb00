from hypothesis import given, settings

from rules import Board
from rules.groups import find_groups
from rules.tracker import GroupTracker
from tests.rules.boards import any_boards, matched_boards


def colors_closed_by_last_tile(board: Board, before: Board) -> set[str]:
    """Return the colours of the arch groups that are closed now and were not before."""
    known = {(g.color, g.corners) for g in find_groups(before).all if g.closed}
    return {
        g.color
        for g in find_groups(board).all
        if g.closed and g.arches and (g.color, g.corners) not in known
    }


@settings(max_examples=60)
@given(matched_boards() | any_boards())
def test_the_tracker_says_what_a_look_at_the_whole_board_says(board: Board) -> None:
    tracker, grown = GroupTracker(), Board()
    for cell, orientation in board.items():
        before, grown = grown, grown.with_tile(cell, orientation)
        assert tracker.add(cell, orientation) == colors_closed_by_last_tile(grown, before)


@settings(max_examples=60)
@given(matched_boards(min_tiles=1))
def test_taking_tiles_back_and_adding_them_again_says_the_same(board: Board) -> None:
    tiles = list(board.items())
    half = len(tiles) // 2
    tracker = GroupTracker(dict(tiles[:half]))
    first = [tracker.add(*tile) for tile in tiles[half:]]
    for _ in tiles[half:]:
        tracker.undo()
    assert [tracker.add(*tile) for tile in tiles[half:]] == first
