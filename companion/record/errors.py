"""What can go wrong with the record of a game; each text is one sentence that says what to do.

What is wrong with the file itself (locked, full, no database, of a later version) is named by
`companion.storage.database`.
"""

from __future__ import annotations

from companion.storage.database import DataError
from rules import FormatError


class EntryError(ValueError):
    """An entry, a player or an option cannot be kept as it was given; nothing was written."""


class GameNotFoundError(LookupError):
    """There is no game of this number, or no longer."""


class GameContinuedError(DataError):
    """Another program went on with the game since it was opened here; nothing was written."""


class ExportFormatError(FormatError):
    """A document is no exported game; the text names the entry at fault. Nothing was written."""


class GameExistsError(DataError):
    """The game is in the record already; ``number`` is the one it has there."""

    def __init__(self, number: int) -> None:
        super().__init__(
            f"This game is kept already, as game {number}: open that, or remove it first to take"
            " it in again."
        )
        self.number = number
