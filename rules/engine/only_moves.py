"""Moves that alone win in so many moves, and what refutes the others: what puzzles are made of.

Unlike the search for wins by threats (`rules.engine.search`), which need not look at quiet moves,
each legal move is looked at here. A win in two moves begins with a threat, as does one in one; so
up to three moves of the winner "this move wins in so many, and no other does" leaves nothing out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from rules.board import Board
from rules.engine.grid import Int32s
from rules.engine.position import FastPosition
from rules.engine.search import ThreatSearch
from rules.move import Move
from rules.palago.options import STANDARD_SIZE
from rules.tile import Color

MOST_MOVES = 3
"""Of longer wins it cannot be said that no other move wins as fast."""


def only_move(
    position: FastPosition,
    mover: Color,
    moves: int,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Move | None:
    """Return the one move that wins in so many moves at most, whatever the other player does.

    None where there is no such move, or more than one (however their tiles are ordered), or where
    the player wins in fewer. Of a win with one tile the other one is left out.

    Parameters
    ----------
    position
        The position; it is put back.
    mover
        Whose move it is.
    moves
        With how many moves of the player, from 1 to ``MOST_MOVES``.
    is_stopped
        Ends the search once it returns True.

    Raises
    ------
    StoppedError
        If it is told to stop before that is known.
    """
    assert 1 <= moves <= MOST_MOVES
    search = ThreatSearch(position, mover, is_stopped)
    if moves == 1:
        return _only_win(position, mover)
    if search.wins(moves - 1) or not search.wins(moves):
        return None
    found: Move | None = None
    for row in _most_dangerous_first(search):
        if not wins_after(search, row, moves):
            continue
        if found is not None:
            return None
        found = position.move_of(row)
    return found


def wins_after(search: ThreatSearch, row: Int32s, moves: int) -> bool:
    """Tell whether a move that does not win at once wins with so many moves, itself included."""
    if moves < 2:
        return False
    if moves == 2:
        return search.after(row, lambda: len(search.parries(1)) == 0)
    return search.after(row, partial(search.holds, moves - 1))


def refutation(
    board: Board, mover: Color, move: Move, moves: int, size: int = STANDARD_SIZE
) -> Move | None:
    """Return a reply after which a player's move does not win in so many moves, itself included.

    A reply by which the other player wins at once comes before others. None where there is none:
    the move wins as fast as that.

    Parameters
    ----------
    board
        The position before the move.
    mover
        Whose move it is.
    move
        A legal move that does not end the game.
    moves
        With how many moves of the player a win is asked for.
    size
        The number of tiles in the game.

    Raises
    ------
    PositionError
        If the position after the move cannot be searched.
    """
    position = FastPosition(board.with_tiles(move.placed), size)
    search = ThreatSearch(position, mover)
    replies: list[Int32s] = list(search.parries())
    replies.sort(key=lambda row: search.after(row, lambda: True))  # what ends the game comes first
    for reply in replies:
        if moves < 2 or not search.after(reply, partial(search.wins, moves - 1)):
            return position.move_of(reply)
    return None


def failing_threats(position: FastPosition, mover: Color, moves: int) -> int:
    """Return how many moves threaten to win and do not win in so many moves all the same."""
    search = ThreatSearch(position, mover)
    return sum(not wins_after(search, row, moves) for row in search.threatening())


def _only_win(position: FastPosition, mover: Color) -> Move | None:
    """Return the one move that wins at once; of pairs with a tile that wins alone, that tile."""
    wins = {frozenset(move.placed): move for move in position.winning_moves(mover)}
    needed = [tiles for tiles in wins if not any(other < tiles for other in wins)]
    return wins[needed[0]] if len(needed) == 1 else None


def _most_dangerous_first(search: ThreatSearch) -> Iterator[Int32s]:
    """Yield each legal move once, those that threaten something first."""
    threatening = list(search.threatening())
    yield from threatening
    known = {tuple(row) for row in threatening}
    yield from (row for row in search.position.legal_rows() if tuple(row) not in known)
