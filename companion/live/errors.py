"""What can be wrong with what somebody asks of a running game; each text says what to do."""

from __future__ import annotations

from rules import FormatError


class StartError(FormatError):
    """A game cannot be started as it was asked for."""


class TableError(RuntimeError):
    """A running game is not in the state for what is asked of it."""


class NotRunningError(TableError):
    """Nobody follows the game at present."""
