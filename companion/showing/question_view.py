"""What the page shows of an open question, and of a table that is out of step with the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.drawing.board_drawing import BoardDrawing, draw_board
from companion.live.snapshot import Snapshot
from companion.referee.questions import Choice
from companion.showing.table_marks import asked_mark
from companion.showing.telling_apart import apart
from companion.words.language import gettext as _
from companion.words.language import ngettext, say
from rules import Board, Cell

_ROUND_ABOUT = 2
"""So many rings of cells about those that are asked about are drawn beside an answer."""

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


def question_view(snapshot: Snapshot, turns: int = 0) -> QuestionView | None:
    """Return the question that is open; boards are turned by ``turns`` times 60 degrees."""
    question, asked = snapshot.question, snapshot.asked
    if question is None or asked is None or snapshot.over:
        return None
    boards = [_put_on_record(choice, snapshot) for choice in question.choices]
    differing = apart(question.choices)
    own = (frozenset(choice.cells) for choice in question.choices)
    lit = [cells or changed for cells, changed in zip(differing, own, strict=True)]
    drawings = _drawn(boards, lit, turns) if any(lit) else [None] * len(boards)
    return QuestionView(
        event=asked.number,
        words=say(question.reason),
        choices=tuple(
            ChoiceView(say(choice.says), _remark(choice, len(cells)), drawing)
            for choice, cells, drawing in zip(question.choices, differing, drawings, strict=True)
        ),
    )


def adrift_view(snapshot: Snapshot, turns: int = 0) -> AdriftView | None:
    """Return record and table side by side, where they differ and nothing explains that."""
    if not snapshot.adrift or snapshot.over:
        return None
    record, table = _drawn([snapshot.agreed, snapshot.board], [snapshot.adrift] * 2, turns)
    return AdriftView(record, table)


def _put_on_record(choice: Choice, snapshot: Snapshot) -> Board:
    """Return the position that an answer puts on record."""
    if choice.turns:
        return choice.turns[-1].after
    return snapshot.moves[-choice.undone].before if choice.undone else snapshot.agreed


def _remark(choice: Choice, differing: int) -> str:
    """Return what else there is to say of an answer that differs in so many places from others."""
    remarks = []
    if differing:
        remarks.append(
            ngettext(
                "It differs in the lit place.", "It differs in the {count} lit places.", differing
            )
        )
    if choice.illegal or not all(turn.legal for turn in choice.turns):
        remarks.append(_("Not legal."))
    elif not choice.turns and not choice.undone:
        remarks.append(_("Nothing is put on record yet."))
    return " ".join(remarks)


def _drawn(
    boards: Sequence[Board], lit: Sequence[frozenset[Cell]], turns: int
) -> list[BoardDrawing]:
    """Draw boards about the cells that are lit on them, all of the same part of the table."""
    every = frozenset[Cell]().union(*lit)
    shown = set(every)
    for _ring in range(_ROUND_ABOUT):
        shown |= {neighbour for cell in shown for neighbour in cell.neighbours()}
    cut = [Board({c: k for c, k in board.items() if c in shown}) for board in boards]
    together = Board({c: k for board in cut for c, k in board.items()})
    frame = draw_board(together, asked_mark(every), turns)
    drawn = (draw_board(b, asked_mark(cells), turns) for b, cells in zip(cut, lit, strict=True))
    return [replace(one, view_box=frame.view_box, width=frame.width) for one in drawn]
