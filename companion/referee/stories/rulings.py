"""Rulings on what stories tell, each made once."""

from __future__ import annotations

from collections.abc import Callable

from companion.referee.ledger import Ledger
from companion.referee.ruling import Attempt, progress_of
from companion.referee.setup import Setup
from rules import Board, Cell, Progress, Stage, Verdict
from rules.judging import PALAGEM, PALAGO, PALAGONIA
from rules.palago.judging import tiles_due as palago_due
from rules.palagonia.judging import REMOVE_DIE, ROTATE_DIE
from rules.palagonia.judging import tiles_due as palagonia_due
from rules.progress import ruled

_REMEMBERED = 30_000
"""So many rulings are remembered while ways to explain a look are tried; about 80 MB."""

_KEPT = 4_000
"""So many are kept for the next look."""

Order = tuple[Cell, ...] | None


class Rulings:
    """Rules on the turns of stories; remembers the rulings, since stories share most of them."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._known: dict[tuple[object, ...], Progress] = {}

    @property
    def has_die(self) -> bool:
        """Whether the game is played with a die."""
        return self._setup.game == PALAGONIA

    def forget(self) -> None:
        """Forget all rulings, the palagems they rest on having changed."""
        self._known.clear()

    def begin_look(self) -> None:
        """Forget rulings of the looks before, where they are too many to be kept."""
        if len(self._known) > _KEPT:
            self._known.clear()

    def progress(self, ledger: Ledger, table: Board, die: int | None, order: Order) -> Progress:
        """Tell how far the mover's turn has come with these tiles; a pass that is due is whole."""
        key = (*self._asked(ledger, order), table, die)
        return self._once(key, lambda: self._progress(ledger, table, die, order))

    def fits_some_roll(self, ledger: Ledger, table: Board) -> bool:
        """Tell whether a tile taken away, or turned, is a whole legal turn by some roll."""
        rolls = (REMOVE_DIE, ROTATE_DIE)
        told = (self.progress(ledger, table, roll, None) for roll in rolls)
        return any(progress.stage is Stage.COMPLETE for progress in told)

    def due(self, ledger: Ledger, roll: int | None) -> int:
        """Return how many tiles the mover is to lay, none where a tile is taken or turned."""
        left = ledger.tiles_left
        if self._setup.game == PALAGO:
            return palago_due(left, self._setup.palago)
        if roll is None:
            return 1
        return palagonia_due(roll, left) if REMOVE_DIE < roll < ROTATE_DIE else 0

    def moves_tiles(self, ledger: Ledger) -> bool:
        """Tell whether the mover is to move a tile, as at the end of a game of Palagem."""
        return self._setup.game == PALAGEM and not ledger.tiles_left

    def moves_next(self, ledger: Ledger) -> bool:
        """Tell whether the next player will be to move a tile, the mover's turn being over."""
        return self._setup.game == PALAGEM and ledger.tiles_left <= 1

    def lays_one(self, ledger: Ledger) -> bool:
        """Tell whether each turn lays one tile: of two, the other one may be the next player's."""
        return self._setup.game == PALAGEM and bool(ledger.tiles_left)

    def whole(self, ledger: Ledger, table: Board, die: int | None, order: Order) -> Verdict:
        """Rule on what lies there as the mover's whole turn."""
        key = (*self._asked(ledger, order), table, die, "whole")
        made = self._once(key, lambda: ruled(ledger.whole(table, die=die, order=order)))
        assert made.verdict is not None
        return made.verdict

    def _asked(self, ledger: Ledger, order: Order) -> tuple[object, ...]:
        """Return what rulings depend on besides the table and the die."""
        turn = () if self.has_die else (ledger.mover, order)  # all are ruled on alike there
        return (*turn, ledger.board, ledger.last is None)

    def _progress(self, ledger: Ledger, table: Board, die: int | None, order: Order) -> Progress:
        attempt = Attempt(ledger.mover, ledger.board, table, die, order, is_first=not ledger.last)
        progress = progress_of(self._setup, ledger.palagems, attempt)
        passes = self.has_die and die is not None and progress.stage is Stage.UNCHANGED
        if passes and die is not None and ledger.cannot_act(die):
            return ruled(ledger.whole(table, die=die))
        return progress

    def _once(self, key: tuple[object, ...], rule: Callable[[], Progress]) -> Progress:
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            known = self._known[key] = rule()
        return known
