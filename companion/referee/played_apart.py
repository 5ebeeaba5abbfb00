"""Whether a game is played apart from the tiles that lay on the table first."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

from companion.referee.events import Event, Unsure
from companion.referee.moment import Moment
from companion.referee.palagem_watch import palagem
from companion.referee.sentences import Unclear
from companion.referee.setup import Setup
from rules import Board, Cell
from rules.board import mismatches
from rules.judging import PALAGEM, PALAGONIA
from rules.lattice import is_connected
from rules.messages import Message
from vision.following.table_view import Apart, TableView

_LEAST, _STEPS = 4, 2
"""A game is played where so many tiles lie that were laid in so many looks, at least."""
_LEAST_BESIDE_ONE = 2
"""Beside a lone tile so many are enough, whenever they were laid: it is no board of its own."""
_MOST_DIFFERING = 0.25
"""Of its edges no more do not match than this share of its tiles: a move may have been illegal."""
_DOUBTED, _DOUBTED_OF_PALAGEM = 3, 5
"""So many tiles that are laid apart may be a game; a palagem has one less than the second."""


class Where(Enum):
    """Where a game is played that began with tiles on the table."""

    ON_FIRST = auto()
    """On the tiles that lay there first, for all that is known."""
    OPEN = auto()
    """Tiles went from them, or some are laid apart: no turn and nothing wrong is told of that."""
    APART = auto()
    """Where tiles are laid apart from them."""


class PlayedApart:
    """Follows what is laid apart from the tiles that lay there first, before the first move.

    They are taken for the board, since a game may be gone on with. But on a board that is played on
    tiles are laid. Where none is, while others are laid apart, one after the other, so that they
    hang together and match, and become more than those, the first ones were none of the game.

    Attributes
    ----------
    is_asked
        Whether people were told that it is open where the game is played, and nothing tells yet.
    """

    def __init__(self, setup: Setup) -> None:
        self.is_asked = False
        self._setup = setup
        self._first: Board | None = None
        self._denied = frozenset[Cell]()
        """Cells of first tiles of which people said that they are none of the board."""
        self._unseen = frozenset[Cell]()
        """Cells not seen surely at first: what is seen there later may have lain there."""
        self._is_settled = False
        self._told: Message | None = None
        self._steps, self._most = 0, 0

    def settle(self) -> None:
        """Take it for settled that the game is played where people or the table tell it is."""
        self._is_settled, self.is_asked = True, False

    def deny(self, cell: Cell) -> bool:
        """Take people's word that no tile lies on a cell; return whether it is that of a first one.

        Such a tile is none of the board then, like one that was put away.
        """
        if self._is_settled or cell not in (self._first or Board()):
            return False
        self._denied |= {cell}
        return True

    def without_denied(self, board: Board) -> Board:
        """Return a board without the first tiles that people said are none of it."""
        return Board({cell: k for cell, k in board.items() if cell not in self._denied})

    def look(self, view: TableView, *, may_begin: bool, awaited: bool = False) -> Where:
        """Return where the game is played; ``may_begin`` tells that it may still begin elsewhere.

        It may where no move is on record, and people have said nothing of the table. While palagems
        are ``awaited`` what is laid apart may be one of them, unless none of the first is left: it
        is then as on a bare table.
        """
        apart = view.apart
        if apart is None or self._is_settled:
            self.is_asked = False
            return Where.ON_FIRST
        if self._first is None:
            self._first, self._unseen = view.board, view.unsure | view.hidden
        doubtful = view.unsure | view.hidden
        sure = {c: k for c, k in view.board.items() if c not in doubtful | self._unseen}
        is_turned = self._is_turned(sure, apart)
        if not is_turned and not sure.items() <= self._first.items():
            self.is_asked = False
            return Where.ON_FIRST
        claimed = self._first.keys() - self._denied
        gone = len(claimed - view.board.keys() - doubtful)
        left = len(claimed) - gone
        may_begin = may_begin and not (awaited and left)
        is_sure = (apart.unsure | apart.hidden).isdisjoint(apart.board)
        if is_sure and len(apart.board) > self._most:
            self._most, self._steps = len(apart.board), self._steps + 1
        if may_begin and is_sure and self._is_game(apart.board, left):
            return Where.APART
        is_open = may_begin and self._is_open(gone, apart)
        self.is_asked = is_open or self._may_be_game(apart)
        is_open = is_open or (may_begin and is_turned and len(apart.board) > 0)
        return Where.OPEN if is_open else Where.ON_FIRST

    def warnings(self, view: TableView, at: Moment) -> list[Event]:
        """Return what people are told while it is open where the game is played, each once."""
        if not self.is_asked or view.apart is None:
            return []
        tells: Message = Unclear.FIRST_TILES_GONE()
        if count := len(view.apart.board):
            tells = Unclear.MAYBE_APART(count=count)
        if self._told is not None and self._told.code == tells.code:
            return []
        self._told = tells
        return [Unsure(*at, (), tells)]

    def _is_turned(self, sure: Mapping[Cell, int], apart: Apart) -> bool:
        """Tell whether a lone tile lies there otherwise than at first, as the next of a stack does.

        In Palagonia it may have been turned by a roll, unless others are laid apart.
        """
        lay = self._first or Board()
        may_be_turn = self._setup.game == PALAGONIA and not apart.board
        return len(lay) == 1 and sure.keys() == lay.keys() and sure != lay and not may_be_turn

    def _is_game(self, board: Board, left: int) -> bool:
        """Tell whether tiles that are laid apart, so many being ``left`` of the first, are a game.

        Where none of the first is left any are.
        """
        if not board or (self._setup.game == PALAGEM and palagem(board) is not None):
            return False
        if not left:
            return True
        grew = self._steps >= _STEPS and len(board) >= max(_LEAST, left + 1)
        if len(self._first or Board()) == 1:
            grew = len(board) >= _LEAST_BESIDE_ONE
        matches = len(mismatches(board)) <= _MOST_DIFFERING * len(board)
        return grew and matches and is_connected(board)

    def _may_be_game(self, apart: Apart) -> bool:
        """Tell whether tiles that are laid apart may be a game."""
        doubted = _DOUBTED_OF_PALAGEM if self._setup.game == PALAGEM else _DOUBTED
        return len(apart.board) >= doubted and self._steps >= _STEPS

    def _is_open(self, gone: int, apart: Apart) -> bool:
        """Tell whether the game may be played elsewhere, so many of the first tiles being gone.

        It may where others are laid apart, or where that they are gone is no turn.
        """
        game = self._setup.game
        if not gone:
            return len(apart.board) > 1 and game != PALAGEM
        if gone == len(self._first or Board()) and not apart.board:
            return game == PALAGONIA and gone > 1  # in the others nobody takes a tile away
        return bool(apart.board) or game != PALAGONIA or gone > 1
