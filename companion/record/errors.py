"""What can go wrong with the record of a game; each text is one sentence that says what to do.

What is wrong with the file itself (locked, full, no database, of a later version) is named by
`companion.storage.database`.
"""

from __future__ import annotations

from companion.storage.database import DataError
from rules import FormatError
from rules.messages import MessageCode, MessageError, Wording


class RecordFault(MessageCode):
    """Why a game on record cannot be opened, gone on with or kept."""

    NO_SUCH_GAME = Wording("There is no game {number}: choose another.")
    CONTINUED_ELSEWHERE = Wording(
        "Game {number} was continued by another program since it was opened here: close one of the"
        " two, and open the game again."
    )
    KEPT_ALREADY = Wording(
        "This game is kept already, as game {number}: open that, or remove it first to take it in"
        " again."
    )
    NO_PLAYERS = Wording("A game needs players: name at least one.")
    NO_NAME = Wording(
        "{name} cannot be kept as a name or colour: give 1 to {most} letters that can be printed."
    )
    BEGINNING_CHANGED = Wording(
        "Of game {number} it is no more on record what it was when it began; start the companion"
        " anew, which saves what is whole."
    )
    END_CHANGED = Wording(
        "Of game {number} it is no more on record when it ended; start the companion anew, which"
        " saves what is whole."
    )
    ENTRY_CHANGED = Wording(
        "Game {number} is not on record as it was written, from entry {entry} on; start the"
        " companion anew, which saves what is whole."
    )
    PICTURE_CHANGED = Wording(
        "Picture {picture} of game {number} is not as it was written; start the companion anew,"
        " which saves what is whole."
    )
    ONE_NAME_TWICE = Wording("Two players have one name: change one of them.")


class EntryError(MessageError, ValueError):
    """An entry, a player or an option cannot be kept as it was given; nothing was written."""


class GameNotFoundError(MessageError, LookupError):
    """There is no game of this number, or no longer."""


class GameContinuedError(DataError):
    """Another program went on with the game since it was opened here; nothing was written."""


class DamagedGameError(DataError):
    """A game on record is not as it was written; it is not exported."""


class ExportFormatError(FormatError):
    """A document is no exported game; the text names the entry at fault. Nothing was written."""


class GameExistsError(DataError):
    """The game is in the record already; ``number`` is the one it has there."""

    def __init__(self, number: int) -> None:
        super().__init__(RecordFault.KEPT_ALREADY(number=number))
        self.number = number
