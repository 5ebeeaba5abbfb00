"""What can be wrong with what somebody asks of a running game; each text says what to do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rules import FormatError
from rules.messages import Message, MessageCode, MessageError, Said, Wording


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
    LET_STAND = Wording("It was let stand meanwhile: take that move back if it is not to stand.")
    PUT_RIGHT = Wording(
        "It was taken back or put right meanwhile: look at the table as it lies now."
    )
    NOT_THE_LAST_MOVE = Wording(
        "Move {number} was taken back meanwhile, or another one was made: look at the table as it"
        " lies now."
    )
    NO_TILE_TO_TURN = Wording(
        "No tile lies on ({q}, {r}) that could be turned: say which tiles were laid."
    )
    NO_TILE_TO_TAKE = Wording(
        "No tile lies on ({q}, {r}) that could be taken away: say which tile was taken."
    )
    TILE_LIES_THERE = Wording(
        "A tile lies on ({q}, {r}) already: lay on an empty cell, or turn or take away the tile"
        " there."
    )
    COMPUTERS_TURN = Wording("It is the turn of {player}: wait for its move, or take yours back.")
    COMPUTER_STUCK = Wording(
        "{player} finds no move from this position: lay one for it, or take back a move."
    )
    NOT_REPLAYED = Wording("Game {number} cannot be replayed ({error}): it can still be exported.")


class StartError(FormatError):
    """A game cannot be started as it was asked for."""


class TableError(MessageError, RuntimeError):
    """A running game is not in the state for what is asked of it."""


class NotRunningError(TableError):
    """Nobody follows the game at present."""


def without_folder(problem: Said) -> Said:
    """Return a problem with a file by its name alone: guests read it as well."""
    if not isinstance(problem, Message) or "file" not in problem.values:
        return problem
    name = Path(str(problem.values["file"])).name
    return replace(problem, values={**problem.values, "file": name})
