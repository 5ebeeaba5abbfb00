"""What the page shows of an open question, and of a table that is out of step with the record."""

from __future__ import annotations

from dataclasses import dataclass

from companion.drawing.board_drawing import BoardDrawing
from companion.live.snapshot import Snapshot
from companion.referee.questions import Choice
from companion.showing.parts_of_boards import drawn_about
from companion.showing.reasons import reason_in_words
from companion.showing.telling_apart import apart, laid_first
from companion.words.language import gettext as _
from companion.words.language import ngettext, say
from rules import Board

_SHORT = 28
"""Letters of an answer that fit beside others on a phone."""


@dataclass(frozen=True)
class ChoiceView:
    """An answer: its words, a remark, and the board as it puts it on record, what it changes lit.

    Of answers that read alike only the places are lit in which they differ. ``board`` is None where
    no answer changes anything.
    """

    words: str
    remark: str
    board: BoardDrawing | None


@dataclass(frozen=True)
class QuestionView:
    """An open question: the number of the event that asked it, its words, its answers in order."""

    event: int
    words: str
    choices: tuple[ChoiceView, ...]

    @property
    def is_short(self) -> bool:
        """Whether the answers are so short that several stand in a row, as those about a roll."""
        return all(len(choice.words) <= _SHORT and not choice.remark for choice in self.choices)


@dataclass(frozen=True)
class AdriftView:
    """Record and table where they differ, drawn alike."""

    record: BoardDrawing
    table: BoardDrawing


def question_view(
    snapshot: Snapshot, turns: int = 0, *, by_hand: bool = False
) -> QuestionView | None:
    """Return the question that is open; boards are turned by ``turns`` times 60 degrees.

    ``by_hand``: people tap the tiles in.
    """
    question, asked = snapshot.question, snapshot.asked
    if question is None or asked is None or snapshot.over:
        return None
    boards = [_put_on_record(choice, snapshot) for choice in question.choices]
    differing, first = apart(question.choices), laid_first(question.choices)
    own = (frozenset(choice.cells) for choice in question.choices)
    ways = zip(differing, first, own, strict=True)
    lit = [cells or sooner or changed for cells, sooner, changed in ways]
    drawings = drawn_about(boards, lit, turns) if any(lit) else [None] * len(boards)
    return QuestionView(
        event=asked.number,
        words=reason_in_words(question.reason, by_hand=by_hand),
        choices=tuple(
            ChoiceView(say(choice.says), _remark(choice, len(cells), len(sooner)), drawing)
            for choice, cells, sooner, drawing in zip(
                question.choices, differing, first, drawings, strict=True
            )
        ),
    )


def adrift_view(snapshot: Snapshot, turns: int = 0) -> AdriftView | None:
    """Return record and table side by side, where they differ and nothing explains that."""
    if not snapshot.adrift or snapshot.over:
        return None
    record, table = drawn_about([snapshot.agreed, snapshot.board], [snapshot.adrift] * 2, turns)
    return AdriftView(record, table)


def back_view(snapshot: Snapshot, turns: int = 0) -> AdriftView | None:
    """Return how the table is to lie and how it lies, while people are to put it back."""
    if not snapshot.going_back.to_record or snapshot.over:
        return None
    boards = [snapshot.agreed, snapshot.board]
    return AdriftView(*drawn_about(boards, [snapshot.changed] * 2, turns))


def _put_on_record(choice: Choice, snapshot: Snapshot) -> Board:
    """Return the position that an answer puts on record."""
    if choice.turns:
        return choice.turns[-1].after
    return snapshot.moves[-choice.undone].before if choice.undone else snapshot.agreed


def _remark(choice: Choice, differing: int, sooner: int) -> str:
    """Return what else there is to say of an answer.

    It differs in so many places from others, or has so many tiles laid sooner than others.
    """
    remarks = []
    if differing:
        remarks.append(
            ngettext(
                "It differs in the lit place.", "It differs in the {count} lit places.", differing
            )
        )
    elif sooner:
        remarks.append(
            ngettext(
                "The lit tile was laid first.", "The {count} lit tiles were laid first.", sooner
            )
        )
    if choice.illegal or not all(turn.legal for turn in choice.turns):
        remarks.append(_("Not legal."))
    elif not choice.turns and not choice.undone:
        remarks.append(_("Nothing is put on record yet."))
    return " ".join(remarks)
