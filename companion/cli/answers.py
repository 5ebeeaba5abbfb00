"""What people type while ``palago watch`` follows a game, taken as their decisions."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Any, TextIO

from companion.referee import Referee
from companion.referee.events import Question
from companion.referee.questions import About
from rules import FormatError
from rules.board_json import tiles_to_json
from rules.fields import quoted
from rules.palagonia.judging import DIE

HELP = (
    "Type what is printed before an answer, or the roll where one is missing;",
    "t: the table is right, r: the record is right (where they differ, also if no answer fits);",
    "y: what is presumed is right;",
    "p: the palagems are whose they are taken to be, p NAME: the first player's is that of NAME;",
    "u: take back the last move, s: let it stand, e: end the turn, ?: this help.",
)
HINT = "Type what stands before an answer and press Enter; ? says what else can be typed."
_CONFIRM = "y"
"""It holds for the moves that were printed by then, and for none after."""
_PALAGEMS = "p"
_COMMANDS = {
    "t": "table-right",
    "r": "record-right",
    "u": "take-back",
    "s": "let-stand",
    "e": "end-turn",
}


def typed_lines(stdin: TextIO) -> Iterator[str]:
    """Yield what is typed, line by line."""
    # not through its buffer: at its end the program cannot close that while a thread waits in it
    with os.fdopen(os.dup(stdin.fileno()), "rb", buffering=0) as typed:
        for line in typed:
            yield line.decode(errors="replace")


@dataclass(frozen=True)
class Typed:
    """A line that somebody typed, and what was printed by then.

    Attributes
    ----------
    line
        What was typed.
    asked
        The question that was printed last.
    last_move
        The number of the last move that was printed.
    """

    line: str
    asked: Question | None
    last_move: int = 0


@dataclass(frozen=True)
class Decided:
    """A decision: its kind, and its data as ``companion.referee.inputs`` takes them."""

    kind: str
    data: dict[str, Any] = field(default_factory=dict)


class UnintelligibleError(FormatError):
    """A line that says nothing; the text says what to type instead."""


@dataclass(frozen=True)
class _Printed:
    """The question that was printed last, the one before it, and when that was, in seconds."""

    question: Question | None = None
    before: Question | None = None
    since: float = -math.inf


class Answers:
    """Reads lines in a thread of its own, so that nobody waits for them."""

    def __init__(
        self, lines: Iterable[str], *, to_read_s: float = 0.0, says_how: bool = False
    ) -> None:
        """Begin to read; the thread ends with the lines, or with the program.

        Parameters
        ----------
        lines
            What is typed.
        to_read_s
            How long it takes people to read a question. What they type sooner after it was printed
            was meant for the one before, whose answers may have stood in another order.
        says_how
            Whether it is said how to answer when something is asked for the first time.
        """
        self.last_move = 0
        """The number of the last move that was printed."""
        self.says_how = says_how
        """Whether it is still to be said how to answer."""
        self._printed = _Printed()
        self._to_read_s = to_read_s
        self._typed: SimpleQueue[Typed] = SimpleQueue()
        Thread(target=self._read, args=(lines,), name="answers", daemon=True).start()

    @property
    def asked(self) -> Question | None:
        """The question that was printed last."""
        return self._printed.question

    @asked.setter
    def asked(self, question: Question | None) -> None:
        printed = self._printed
        if question == printed.question:
            return
        if question and printed.question and question.choices == printed.question.choices:
            self._printed = _Printed(question, printed.before, printed.since)
        else:
            self._printed = _Printed(question, printed.question, monotonic())

    def typed(self) -> Iterator[Typed]:
        """Yield what was typed since the last time; never wait."""
        while True:
            try:
                yield self._typed.get_nowait()
            except Empty:
                return

    def _read(self, lines: Iterable[str]) -> None:
        with suppress(OSError):  # the terminal is somebody else's by now
            for line in lines:
                printed = self._printed
                is_read = monotonic() - printed.since >= self._to_read_s
                asked = printed.question if is_read else printed.before
                self._typed.put(Typed(line, asked, self.last_move))


def labels(question: Question) -> tuple[str, ...]:
    """Return what to type for each answer: the roll where that tells them apart, else 1, 2, ...

    Beside rolls an answer that has none is 0.
    """
    rolls = _telling_rolls(question)
    if rolls is not None:
        return tuple(str(roll or 0) for roll in rolls)
    return tuple(str(number) for number in range(1, len(question.choices) + 1))


def decided(typed: Typed, referee: Referee) -> Decided | None:
    """Return what a line decides; None where it asks for help or says nothing.

    Raises
    ------
    UnintelligibleError
        If it means nothing as the game stands.
    """
    said, question = typed.line.strip().lower(), referee.question
    if said in ("", "?"):
        return None
    if said == _CONFIRM:
        return Decided("confirm", {"number": typed.last_move})
    if said in _COMMANDS:
        return Decided(_COMMANDS[said])
    if said.split()[0] == _PALAGEMS and referee.palagems:
        return _of_palagems(said.removeprefix(_PALAGEMS).strip(), referee)
    if not (said.isascii() and said.isdecimal()):
        raise UnintelligibleError(
            f"{quoted(typed.line.strip())} means nothing here; type ? for help."
        )
    if question != typed.asked:
        raise UnintelligibleError("The question was settled before you answered; nothing is done.")
    if question is not None and said in labels(question):
        return Decided("answer", {"choice": labels(question).index(said)})
    is_roll = referee.lacks_roll if question is None else _telling_rolls(question) is not None
    if is_roll and int(said) in DIE:
        return Decided("set-die", {"value": int(said)})
    if question is None:
        raise UnintelligibleError("No question is open and no roll is missing; type ? for help.")
    raise UnintelligibleError(f"{said} is no answer; type one of {', '.join(labels(question))}.")


def _of_palagems(name: str, referee: Referee) -> Decided:
    """Return whose palagem the first one is that is known; without a name whose it seems to be."""
    players, palagems = referee.setup.players, referee.palagems
    owner = next(player for player in players if player in palagems)
    names = {player.lower(): player for player in players}
    if name and name not in names:
        raise UnintelligibleError(f"{quoted(name)} does not play; type p and the name of a player.")
    if not name and not referee.palagems_guessed:
        raise UnintelligibleError("Whose palagem is whose is known; type p NAME to change it.")
    player = names[name] if name else owner
    return Decided("set-palagem", {"player": player, "tiles": tiles_to_json(palagems[owner].tiles)})


def _telling_rolls(question: Question) -> tuple[int | None, ...] | None:
    """Return a roll for each answer of a question about a roll, if that tells them apart.

    It is the one of the first turn in which no two answers have the same.
    """
    if question.about is not About.ROLL:
        return None
    turns = [choice.turns for choice in question.choices]
    for place in range(max(map(len, turns), default=0)):
        rolls = tuple(one[place].roll if place < len(one) else None for one in turns)
        if len(set(rolls)) == len(rolls):
            return rolls
    return None
