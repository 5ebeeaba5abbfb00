"""What can be wrong with what somebody asks of a running game; each text says what to do."""

from __future__ import annotations

from rules import FormatError
from rules.messages import MessageCode, MessageError, Wording


class TableFault(MessageCode):
    """Why a running game cannot do what is asked of it."""

    NO_PHONE_SOURCE = Wording(
        "This game does not take its frames from a phone: choose the phone on its page."
    )
    NOBODY_FOLLOWS = Wording("Nobody follows this game at present: go on with it on its page.")
    GAME_BUSY = Wording(
        "The game is busy and did not answer: look whether it was done, then try again."
    )
    FOLLOWED_NO_MORE = Wording("Nobody follows this game any more.")
    PICTURE_NOT_FOLLOWED = Wording(
        "The picture could not be followed; it is tried again in a moment."
    )
    SEEN_BY_CAMERA = Wording(
        "This game is seen by a camera: correct single tiles, or go on by hand."
    )
    OTHER_QUESTION = Wording(
        "That question is settled and another one is open: answer the one that is shown now."
    )
    NOT_REPLAYED = Wording("Game {number} cannot be replayed ({error}): it can still be exported.")


class StartError(FormatError):
    """A game cannot be started as it was asked for."""


class TableError(MessageError, RuntimeError):
    """A running game is not in the state for what is asked of it."""


class NotRunningError(TableError):
    """Nobody follows the game at present."""
