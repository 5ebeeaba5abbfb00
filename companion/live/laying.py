"""What people say lies on the table, who play without a camera."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.live.errors import StartError, TableError, TableFault
from companion.referee import Referee
from companion.referee.sentences import Undecidable
from companion.words.language import gettext as _
from rules import Board, Cell, GameError
from rules.judging import PALAGONIA
from rules.messages import MessageCode
from vision.following.table_view import TableView
from vision.reading import DieReading

_FARTHEST = 500
"""No table reaches farther from its first tile than this many cells."""
_MOST_TILES = 200
_PLACE_PX = 10.0


@dataclass(frozen=True)
class Laid:
    """What people say lies on the table.

    ``boards`` tells, from the table as it lay, those that followed one upon the other, and raises
    TableError where that is no table on which this can be done; ``die`` is Palagonia's roll where
    one was made before.
    """

    boards: Callable[[Board], Sequence[Board]]
    die: int | None = None


def laid_whole(board: Board, die: int | None = None) -> Laid:
    """Return that a whole board lies there; raises StartError if no table has so much."""
    _check(board)
    return Laid(lambda _before: [board], die)


def laid_changed(
    placed: Mapping[Cell, int],
    removed: Collection[Cell],
    rotated: Mapping[Cell, int],
    *,
    one_by_one: bool,
    die: int | None = None,
) -> Laid:
    """Return what lies there by what changed.

    Parameters
    ----------
    placed, rotated
        The orientations of new and of turned tiles by their cells, in the order they were laid.
    removed
        The cells whose tiles were taken away.
    one_by_one
        Whether the order in which the new tiles were laid is known.
    die
        As in `Laid`.

    Raises
    ------
    StartError
        If no table has so much.
    """
    _check(placed)
    _check(rotated)

    def boards(before: Board) -> Sequence[Board]:
        taken = set(removed)
        _refuse(TableFault.NO_TILE_TO_TAKE, sorted(taken - before.keys()))
        rest = before.without(*taken)
        _refuse(TableFault.NO_TILE_TO_TURN, [cell for cell in rotated if cell not in rest])
        rest = _with(rest, rotated)
        _refuse(TableFault.TILE_LIES_THERE, [cell for cell in placed if cell in rest])
        if not one_by_one:
            return [_with(rest, placed)]
        ordered = list(placed.items())
        return [_with(rest, dict(ordered[: n + 1])) for n in range(len(ordered))] or [rest]

    return Laid(boards, die)


def sure_view(board: Board, die: int | None = None, place: int = 0) -> TableView:
    """Return a table as people say it lies; ``die`` lies at a place of its own."""
    dice = () if die is None else (DieReading(die, (_PLACE_PX * place, 0.0), 1.0, True),)
    return TableView(board, frozenset(), frozenset(), dice=dice, said=True)


def views_of(laid: Laid, referee: Referee, place: int) -> list[TableView]:
    """Return what a referee sees of what was laid; a die that is shown lies at its own ``place``.

    Raises
    ------
    GameError
        If a roll is told in a game without a die.
    TableError
        If this cannot be done on the table as it lies.
    """
    views = [sure_view(board) for board in laid.boards(referee.board)]
    if laid.die is not None and referee.setup.game != PALAGONIA:
        raise GameError(Undecidable.NO_DIE_IN_GAME())
    if laid.die is not None and not referee.lacks_roll:
        # It is shown once, so that nobody's roll is taken for the next player's; and always
        # elsewhere, as one that was rolled anew lies even if it shows the same.
        views.insert(0, sure_view(referee.board, laid.die, place))
    return views


def _check(tiles: Mapping[Cell, int]) -> None:
    """Refuse tiles that no table has."""
    if len(tiles) > _MOST_TILES or any(max(map(abs, cell)) > _FARTHEST for cell in tiles):
        raise StartError(
            _(
                "A table has at most {tiles} tiles, and none farther than {cells} cells from the"
                " first.",
                tiles=_MOST_TILES,
                cells=_FARTHEST,
            )
        )


def _refuse(fault: MessageCode, cells: Sequence[Cell]) -> None:
    """Refuse what cannot be done on these cells, naming the first."""
    if cells:
        raise TableError(fault(q=cells[0].q, r=cells[0].r))


def _with(board: Board, tiles: Mapping[Cell, int]) -> Board:
    return Board({**board, **tiles})
