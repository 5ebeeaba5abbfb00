"""The turns into which what was done may be divided, where no look fell between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from companion.referee.setup import Setup
from rules import Board, Cell, Move, applied
from rules.judging import PALAGEM, PALAGO, PALAGONIA
from rules.lattice import enclosed_cells, is_connected
from rules.move import Tile
from rules.palago.judging import tiles_due
from rules.palagonia.judging import DIE, REMOVE_DIE, ROTATE_DIE
from rules.palagonia.scoring import islands_closed_by
from rules.tile import matching_orientations

_A_MOVE = 2
"""Moving a tile takes one away and lays one."""

_FEW = 5
"""Of so many tiles of which it is open whose they are, all that lie apart are tried as well."""


def first_turns(
    setup: Setup,
    before: Board,
    done: Move,
    begun: frozenset[Cell] = frozenset(),
    lifted: frozenset[Cell] = frozenset(),
) -> Iterator[Move]:
    """Yield the parts of what was done that may be a whole turn, made before the rest.

    Whether they are legal is not asked here, only whether they are so many tiles as some turn has.
    A part is never all of it.

    Parameters
    ----------
    setup
        What the game is played with.
    before
        The board before all of it.
    done
        What was done in all.
    begun
        The cells on which tiles were laid in that turn for sure.
    lifted
        The cells whose tiles were seen lifted in that turn.
    """
    if setup.game == PALAGO:
        yield from _of_palago(setup, before, done, begun)
    elif setup.game == PALAGEM:
        yield from _of_palagem(setup, before, done)
    else:
        yield from _of_palagonia(before, done, begun)
        yield from _touched_again(before, done, lifted)


def wrong_first_turns(
    setup: Setup, before: Board, done: Move, begun: frozenset[Cell] = frozenset()
) -> Iterator[Move]:
    """Yield the parts of what was done that may be a turn against the rules, made before the rest.

    In it a tile too many was laid, or all was done that touched tiles which lay there before, with
    so many tiles as some turn has or with none; in Palagonia all but for one, which the next player
    took away or turned. See :func:`first_turns` for the parameters.
    """
    left = setup.tiles_left(before)
    due = range(REMOVE_DIE + 1, ROTATE_DIE)
    if setup.game == PALAGO:
        due = range(tiles_due(left, setup.palago), tiles_due(left, setup.palago) + 1)
    elif setup.game == PALAGEM:
        due = range(min(1, left), min(1, left) + 1)
    whole = Move(removed=done.removed, rotated=done.rotated)
    for touched in (whole, *(_but_for_one(whole) if setup.game == PALAGONIA else ())):
        counts = (max(due) + 1,) if touched.is_pass else (0, *due)
        for count in counts:
            if count <= left and count + touched_by(touched) > 1:
                for tiles in _choices(done.placed, count, begun):
                    turn = Move(placed=tiles, removed=touched.removed, rotated=touched.rotated)
                    if turn != done:
                        yield turn


def _but_for_one(touched: Move) -> Iterator[Move]:
    """Yield what touched tiles that lay there before, but for one, and that for the others."""
    if touched_by(touched) < _A_MOVE:
        return
    for cell in touched.removed:
        yield replace(touched, removed=tuple(c for c in touched.removed if c != cell))
    for tile in touched.rotated:
        yield replace(touched, rotated=tuple(t for t in touched.rotated if t != tile))


def touched_by(turn: Move) -> int:
    """Return how many tiles a turn took away or turned."""
    return len(turn.removed) + len(turn.rotated)


def rolls_near(turn: Move, tiles_left: int) -> tuple[int, ...]:
    """Return the rolls by which a turn of Palagonia against the rules is likely made.

    It has one tile too many, or one too few, or touches tiles besides.
    """
    count = len(turn.placed)
    if not count:
        return (REMOVE_DIE, ROTATE_DIE)
    if touched_by(turn):
        return tuple(roll for roll in range(REMOVE_DIE + 1, ROTATE_DIE) if roll == count)
    return tuple(
        roll
        for roll in range(REMOVE_DIE + 1, ROTATE_DIE)
        if abs(count - min(roll, tiles_left)) == 1
    )


def rolls_for(turn: Move, tiles_left: int) -> tuple[int, ...]:
    """Return the rolls by which a turn of Palagonia may be whole."""
    if turn.rotated:
        return (ROTATE_DIE,)
    if turn.removed:
        return tuple(roll for roll in DIE if roll == REMOVE_DIE or tiles_left < roll < ROTATE_DIE)
    count = len(turn.placed)
    if count == 0:
        return (REMOVE_DIE, ROTATE_DIE)
    if count == tiles_left:
        return tuple(range(max(count, REMOVE_DIE + 1), ROTATE_DIE))
    return (count,) if REMOVE_DIE < count < ROTATE_DIE else ()


def _of_palago(setup: Setup, before: Board, done: Move, begun: frozenset[Cell]) -> Iterator[Move]:
    due = tiles_due(setup.tiles_left(before), setup.palago)
    for tiles in _choices(done.placed, due, begun) if _goes_beyond(done, due) else ():
        if not before or any(before.touching(tile.cell) for tile in tiles):
            yield Move(placed=tiles)


def _of_palagem(setup: Setup, before: Board, done: Move) -> Iterator[Move]:
    lifted = (*done.removed, *done.rotated_cells)  # a tile may be moved to where another one lay
    if setup.tiles_left(before):
        if _goes_beyond(done, 1):
            yield from (Move(placed=(tile,)) for tile in done.placed)
    elif len(done.placed) + len(done.rotated) + len(lifted) > _A_MOVE:
        for tile, cell in product(done.placed, lifted):
            yield Move(placed=(tile,), removed=(cell,))


def _goes_beyond(done: Move, due: int) -> bool:
    """Tell whether more was done than to lay so many tiles."""
    return len(done.placed) > due or bool(done.removed or done.rotated)


def _of_palagonia(before: Board, done: Move, begun: frozenset[Cell]) -> Iterator[Move]:
    most = max(DIE) - 1
    single = [Move(removed=(cell,)) for cell in done.removed]
    single += [Move(rotated=(tile,)) for tile in done.rotated]
    yield from (turn for turn in single if turn != done)
    whole = not (done.removed or done.rotated)
    few = len(done.placed) - len(begun) <= _FEW
    islands = () if few else _islands_closed(before, done)
    for count in range(REMOVE_DIE + 1, min(most, len(done.placed)) + 1):
        if whole and count == len(done.placed):
            continue
        for tiles in _choices(done.placed, count, begun):
            cells = [tile.cell for tile in tiles]
            hangs = not before or any(map(before.touching, cells))
            of_one = any(island.issuperset(cells) for island in islands)
            if hangs and (few or of_one or is_connected(cells)):
                yield Move(placed=tiles)


def _touched_again(before: Board, done: Move, lifted: frozenset[Cell]) -> Iterator[Move]:
    """Yield turns of Palagonia after which another one turned, lifted or filled the same cell."""
    turned = dict(done.rotated)
    for cell in turned:
        yield Move(removed=(cell,))
    # what lies there as it did, or was not seen lifted before
    others = (lifted ^ set(done.removed)) - turned.keys()
    for cell in (*turned, *sorted(others)):
        now = before[cell]
        for k in matching_orientations(now):
            if k not in (now, turned.get(cell)):
                yield Move(rotated=(Tile(cell, k),))


def touches_again(turn: Move, after: Board, now: Board) -> bool:
    """Tell whether what a turn moved or turned, or took away, was touched by a later one."""
    moved = (*turn.placed, *turn.rotated) if turn.removed or turn.rotated else ()
    filled = not turn.placed and any(cell in now for cell in turn.removed)
    return filled or any(now.get(cell) != after[cell] for cell, _ in moved)


def _islands_closed(before: Board, done: Move) -> list[frozenset[Cell]]:
    """Return the cells of each island that was closed: tiles that lie apart belong to one."""
    after = applied(done, before)
    if enclosed_cells(after.keys()):
        return []
    return [frozenset(i.territory) for i in islands_closed_by(after, done.placed_cells)]


def _choices(
    tiles: tuple[Tile, ...], count: int, begun: frozenset[Cell]
) -> Iterator[tuple[Tile, ...]]:
    """Yield so many of some tiles in all ways, those that were begun with always among them."""
    sure = tuple(tile for tile in tiles if tile.cell in begun)
    rest = [tile for tile in tiles if tile.cell not in begun]
    if count >= len(sure):
        for others in combinations(rest, count - len(sure)):
            yield tuple(sorted((*sure, *others)))
