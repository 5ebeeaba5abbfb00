"""What the page of one move shows: before and after, the rules, how a number comes about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.drawing.board_drawing import BoardDrawing, draw_board
from companion.showing.announcements import Announcement, announce
from companion.showing.picture_view import PictureView, picture_view, turns_towards_picture
from companion.showing.rulings import Ruling, ruling
from companion.showing.score_sheet.correction_wording import correction
from companion.showing.scores import ScoreLine, score_line
from companion.showing.table_marks import change_mark, closing_marks, wrong_marks
from companion.words.findings import Finding
from companion.words.language import gettext as _
from rules import board_from_json

Data = Mapping[str, Any]


@dataclass(frozen=True)
class Moment:
    """The table at one moment: the clean board, and the photo where there is one."""

    title: str
    board: BoardDrawing
    picture: PictureView | None
    photo: str | None


@dataclass(frozen=True)
class RuledOn:
    """A rule that was broken: in our words, and in the engine's with each cell and number."""

    words: Ruling
    message: str


@dataclass(frozen=True)
class MoveView:
    """All that the page of a move, or of an illegal table, shows.

    ``findings`` are marked on the boards and listed; ``rows`` are the islands that the move scored,
    with what people may vote on. ``entry`` is the look at the table that it rests on, where known.
    """

    words: Announcement
    findings: tuple[Finding, ...]
    rulings: tuple[RuledOn, ...]
    rows: tuple[ScoreLine, ...]
    players: tuple[str, ...]
    before: Moment
    after: Moment
    corrections: tuple[str, ...]
    entry: int | None


def move_view(asked: Data, players: Sequence[str]) -> MoveView:
    """Return what to show of a move (``GET /api/games/ID/moves/N``)."""
    move: Data = asked["move"]
    words = announce({**move, "event": "move", "verdict": move})
    return _view(asked, words, players)


def ruling_view(asked: Data, players: Sequence[str]) -> MoveView:
    """Return what to show of an illegal table (``GET /api/games/ID/rulings/E``)."""
    words = announce({"event": "illegal", "violations": asked["rulings"]})
    return _view(asked, words, players)


def _view(asked: Data, words: Announcement, players: Sequence[str]) -> MoveView:
    before, after = (board_from_json(asked[side]["board"]) for side in ("before", "after"))
    findings = (
        *wrong_marks(after, asked["rulings"]),
        *closing_marks(before, after),
        *change_mark(before, after, "last"),
    )
    overlay = asked["after"].get("overlay") or asked["before"].get("overlay")
    turns = turns_towards_picture(overlay) if overlay else 0
    return MoveView(
        words=words,
        findings=findings,
        rulings=tuple(
            RuledOn(ruling(one), str(one.get("message") or "")) for one in asked["rulings"]
        ),
        rows=tuple(score_line(row, tuple(players)) for row in asked.get("rows") or ()),
        players=tuple(players),
        before=_moment(_("Before"), asked, "before", _only_changes(findings), turns),
        after=_moment(_("After"), asked, "after", findings, turns),
        corrections=tuple(": ".join(correction(event)) for event in asked["corrections"]),
        entry=(asked["after"].get("overlay") or {}).get("entry"),
    )


def _only_changes(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Leave out what stands only after the move, but keep the numbers that marks go by."""
    return tuple(
        finding if finding.kind == "last" else Finding("last", finding.title)
        for finding in findings
    )


def _moment(title: str, asked: Data, when: str, findings: Sequence[Finding], turns: int) -> Moment:
    side = asked[when]
    overlay = side.get("overlay")
    overlays = [one for one in (asked[key].get("overlay") for key in ("before", "after")) if one]
    return Moment(
        title=title,
        board=draw_board(board_from_json(side["board"]), findings, turns),
        picture=picture_view(overlay, findings, overlays)
        if overlay and side.get("picture")
        else None,
        photo=side.get("picture"),
    )
