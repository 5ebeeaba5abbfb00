"""The record of games: what was seen, what people did and what was announced, kept for good.

`Games` starts, finds and resumes games; `GameLog` appends to one and reads it back. Nothing here
knows the rules or the referee: entries are plain JSON objects. docs/record.md tells the whole.
"""

from companion.record.entries import Entry, NewEntry, Picture, new_event
from companion.record.errors import (
    EntryError,
    ExportFormatError,
    GameContinuedError,
    GameExistsError,
    GameNotFoundError,
)
from companion.record.game_log import GameLog
from companion.record.games import Games, KeptGame, Player

__all__ = [
    "Entry",
    "EntryError",
    "ExportFormatError",
    "GameContinuedError",
    "GameExistsError",
    "GameLog",
    "GameNotFoundError",
    "Games",
    "KeptGame",
    "NewEntry",
    "Picture",
    "Player",
    "new_event",
]
