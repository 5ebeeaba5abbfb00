"""What is said of groups beside two holes holds in random games, which the fast core plays."""

from __future__ import annotations

from random import Random

from rules import Board, Cell
from rules.engine.position import FastPosition
from rules.groups import Groups, find_groups
from rules.palago.patterns import PatternKind, find_patterns
from rules.tile import Color

GAMES = 30
Arches = set[tuple[Color, Cell]]


def test_a_group_beside_two_holes_is_never_closed() -> None:
    """Games go on from where a group was made safe, to their end."""
    looked_at = sum(watched(Random(seed)) for seed in range(GAMES))
    assert looked_at > 5


def watched(random: Random) -> int:
    """Play a random game; return in how many positions a group was safe."""
    board = Board({Cell(0, 0): 2 * random.randrange(3), Cell(1, 0): 2 * random.randrange(3)})
    safe: Arches = set()
    found = 0
    while len(board) < 48:
        move = random.choice(FastPosition(board).legal_moves())
        board = board.with_tiles(move.placed)
        groups = find_groups(board)
        closed = {(g.color, cell) for g in groups.all if g.closed for cell in g.arcs}
        assert not closed & safe
        if closed:
            break
        made = safe_now(board, groups)
        found += bool(made)
        safe |= made
    return found


def safe_now(board: Board, groups: Groups) -> Arches:
    """Return the arches of the groups that are said to be safe."""
    safe: Arches = set()
    for pattern in find_patterns(board):
        if pattern.kind is PatternKind.SAFE:
            safe |= {
                (group.color, cell)
                for group in groups.all
                if group.color == pattern.color
                and {*pattern.cells} <= {c for corner in group.corners for c in corner.cells()}
                for cell in group.arcs
            }
    return safe
