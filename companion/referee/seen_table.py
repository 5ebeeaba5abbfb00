"""The table as the referee takes it: what the camera sees, and what people said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.referee.stories.evidence import Contents, TableEvidence, contents_of
from rules import Board, Cell
from vision.following.table_view import TableView

_LONG_HIDDEN = 3
"""What is hidden at so many looks stands on the table, as a glass does."""


@dataclass(frozen=True)
class Decision:
    """What people said lies on a cell, and what the camera saw there when they did.

    ``was_unsure`` tells whether the camera was not sure of it then.
    """

    seen: int | None
    decided: int | None
    was_unsure: bool = False


class SeenTable:
    """The last settled look at the table, with people's decisions about single cells.

    A decision holds as long as the camera sees on that cell what it saw then, or is not sure. That
    nothing lies where a tile was seen unsurely, one that a hand held for instance, holds only until
    a hand has been there and the camera is sure; so does that a tile lies where none was seen.

    Attributes
    ----------
    view
        The last settled look.
    decisions
        What people said that still holds.
    touched
        Whether something moved over the table since that look.
    stirred_beside
        Whether it shows other tiles beside the board than the look before.
    came_beside
        Whether it shows more of them, as where one was knocked out of the board.
    """

    def __init__(self) -> None:
        self.view = TableView(Board(), frozenset(), frozenset())
        self.decisions: dict[Cell, Decision] = {}
        self.touched = self.stirred_beside = self.came_beside = False
        self._before_hands: frozenset[Cell] = frozenset()
        self._hidden_looks: dict[Cell, int] = {}
        self._unseen_before: frozenset[Cell] = frozenset()

    def look(self, view: TableView) -> None:
        """Take in a settled look, and forget decisions that it shows to be over."""
        if view is not self.view:
            counted = self._hidden_looks
            self._unseen_before = self._unseen()
            now, before = _beside(view), _beside(self.view)
            self.stirred_beside, self.came_beside = now != before, sum(now) > sum(before)
            self._hidden_looks = {cell: counted.get(cell, 0) + 1 for cell in view.hidden}
        self.view, self.touched = view, False
        self.decisions = {
            cell: decision
            for cell, decision in self.decisions.items()
            if cell in self._unseen()
            or (view.board.get(cell) == decision.seen and not self._may_differ(cell, decision))
        }

    def hands(self) -> None:
        """Take in that something moves over the table, which may lay tiles."""
        self._before_hands, self.touched = frozenset(self.decisions), True

    def _may_differ(self, cell: Cell, decision: Decision) -> bool:
        """Tell whether a tile may have been laid, or taken away, since people decided."""
        about_presence = decision.decided is None or decision.seen is None
        return decision.was_unsure and about_presence and cell in self._before_hands

    def decide(self, cell: Cell, orientation: int | None) -> None:
        """Take people's word for what lies on a cell; None is no tile."""
        was_unsure = cell in self._unseen()
        self.decisions[cell] = Decision(self.view.board.get(cell), orientation, was_unsure)
        self._before_hands -= {cell}

    def board(self, known: Board) -> Board:
        """Return the tiles that lie on the table.

        Parameters
        ----------
        known
            The board on record; what it has on a cell that cannot be seen is taken to lie there.
        """
        tiles = dict(self.view.board)
        for cell in self.view.hidden:
            if cell in known:
                tiles.setdefault(cell, known[cell])
        _put(tiles, {cell: d.decided for cell, d in self.decisions.items()})
        return Board(tiles)

    def with_unseen(self, known: Board) -> Board:
        """Return the tiles that lie on the table, those on record included that may lie unseen.

        Parameters
        ----------
        known
            The board on record; what it has on a cell that is not sure is taken to lie there, where
            the camera sees no other tile.
        """
        unsure = {cell: known[cell] for cell in self.doubtful if cell in known}
        return Board({**unsure, **self.board(known)})

    def seen(self, cell: Cell) -> int | None:
        """Return the tile that the camera sees on a cell, for sure or not; None where none."""
        return self.view.board.get(cell)

    @property
    def newly_hidden(self) -> frozenset[Cell]:
        """The cells that could be seen until a few looks ago."""
        new = {cell for cell, looks in self._hidden_looks.items() if looks < _LONG_HIDDEN}
        return frozenset(new - self.decisions.keys())

    def was_missed(self, cell: Cell) -> bool:
        """Tell whether looks before this one may have missed what people say lies on a cell.

        They have not where the camera sees it for sure by itself, nor where it is not sure of that
        cell since this look only.
        """
        said = self.decisions[cell]
        is_seen = said.decided == said.seen and not said.was_unsure
        return not is_seen and cell not in self._unseen() - self._unseen_before

    def evidence(self) -> TableEvidence:
        """Return what the look and people say of the table."""
        tiles = dict(self.view.board)
        _put(tiles, {cell: d.decided for cell, d in self.decisions.items()})
        unsure = {
            cell: self._contents(cell) for cell in sorted(self.view.unsure - self.view.hidden)
        }
        told = self.decisions.keys()
        return TableEvidence(
            Board(tiles),
            {cell: held for cell, held in unsure.items() if cell not in told},
            self.view.hidden - told,
            {cell: held for cell, held in unsure.items() if cell in told},
            self.view.burnt,
            self._concealed - told,
        )

    @property
    def _concealed(self) -> frozenset[Cell]:
        """The cells that are hidden since a few looks, by themselves, beside a tile."""
        hidden, board = self.view.hidden, self.view.board
        return frozenset(
            cell
            for cell in self.newly_hidden
            if not hidden.intersection(cell.neighbours()) and board.touching(cell)
        )

    def _contents(self, cell: Cell) -> Contents:
        """Return what the camera says of a cell of which it is not sure."""
        held = bool(self.view.hidden.intersection(cell.neighbours()))
        return contents_of(self.view.board.get(cell), self.view.probabilities.get(cell), held=held)

    @property
    def doubtful(self) -> frozenset[Cell]:
        """The cells of which neither the camera nor people are sure."""
        return self._unseen() - self.decisions.keys()

    def _unseen(self) -> frozenset[Cell]:
        return self.view.unsure | self.view.hidden


def _put(tiles: dict[Cell, int], decided: Mapping[Cell, int | None]) -> None:
    for cell, orientation in decided.items():
        if orientation is None:
            tiles.pop(cell, None)
        else:
            tiles[cell] = orientation


def _beside(view: TableView) -> list[int]:
    """Return how many tiles lie together beside the board, each time."""
    return sorted(len(other.board) for other in view.others)
