"""Which closed groups decide a game of Palago."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.board import Board
from rules.groups import Group, Groups, find_group, find_groups, is_closed, tile_nodes
from rules.lattice import enclosed_empty_cells
from rules.move import Tile
from rules.nesting import find_nesting
from rules.palago.options import PalagoOptions
from rules.tracker import GroupTracker

Closing = Callable[[Sequence[Tile]], tuple[Group, ...]]
"""Tells which deciding groups some tiles would close if they were added to a board."""


def deciding_groups(
    before: Board, tiles: Sequence[Tile], options: PalagoOptions
) -> tuple[Group, ...]:
    """Return the arch groups that added tiles close and that count under the options.

    A group that stood closed before has no corner on an added tile, so it is not among them.
    """
    board = before.with_tiles(tiles)
    if not options.asks_for_enemies:
        closed_here = _closed_at(board, tiles)
        if len(closed_here) < 2:
            return closed_here
    groups = find_groups(board)
    corners = {corner for tile in tiles for corner in tile.cell.corners()}
    closed = [
        number
        for number, group in enumerate(groups.all)
        if group.closed and group.arches and not corners.isdisjoint(group.corners)
    ]
    if closed and options.asks_for_enemies:
        closed = _with_enemies(closed, board, groups, options)
    return tuple(groups.all[number] for number in closed)


def _closed_at(board: Board, tiles: Sequence[Tile]) -> tuple[Group, ...]:
    """Return the closed arch groups that have corners on some tiles, in no particular order."""
    found: list[Group] = []
    for node in dict.fromkeys(node for tile in tiles for node in tile_nodes(*tile)):
        is_known = any(node.color == g.color and node.corner in g.corners for g in found)
        if not is_known and is_closed(board, node):
            group = find_group(board, node)
            if group.arches:
                found.append(group)
    return tuple(found)


def closing_from_nothing(before: Board, options: PalagoOptions) -> Closing:
    """Return a check that looks at the whole board each time."""
    return lambda tiles: deciding_groups(before, tiles, options)


def closing_by_tracker(tracker: GroupTracker, before: Board, options: PalagoOptions) -> Closing:
    """Return a check that looks at the added tiles, and further only where they close a group.

    Parameters
    ----------
    tracker
        The groups of ``before``; it is left as it was.
    before
        The board that tiles would be added to.
    options
        What a closed group must enclose to count.
    """

    def closing(tiles: Sequence[Tile]) -> tuple[Group, ...]:
        closed = [tracker.add(*tile) for tile in tiles]
        for _ in tiles:
            tracker.undo()
        return deciding_groups(before, tiles, options) if any(closed) else ()

    return closing


def _with_enemies(
    numbers: list[int], board: Board, groups: Groups, options: PalagoOptions
) -> list[int]:
    """Return those of the closed groups that enclose enough enemy shapes."""
    nesting = find_nesting(board, groups, enclosed_empty_cells(board))
    counting = []
    for number in numbers:
        inner = [groups.all[n] for n in nesting.within(number)]
        enemies = [group for group in inner if group.color != groups.all[number].color]
        large = [enemy for enemy in enemies if enemy.arches >= options.eat_size]
        if len(large) >= options.eat_enemy and (enemies or not options.must_contain):
            counting.append(number)
    return counting
