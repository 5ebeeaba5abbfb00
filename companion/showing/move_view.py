"""What the page of one move shows: before and after, the rules, how a number comes about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.drawing.board_drawing import BoardDrawing, draw_board
from companion.live.move_report import IllegalReport, MoveReport, Report, Side
from companion.live.overlay import Overlay
from companion.referee import Correction
from companion.showing.announcements import Announcement, announce, announce_made
from companion.showing.picture_view import PictureView, picture_view, turns_towards_picture
from companion.showing.rulings import Ruling, ruling
from companion.showing.score_sheet.correction_wording import correction
from companion.showing.scores import ScoreLine, score_line
from companion.showing.table_marks import change_mark, closing_marks, wrong_marks
from companion.words.findings import Finding
from companion.words.language import gettext as _
from companion.words.language import say


@dataclass(frozen=True)
class Moment:
    """The table at one moment: the clean board, and the photo where there is one, by its number."""

    title: str
    board: BoardDrawing
    picture: PictureView | None
    photo: int | None


@dataclass(frozen=True)
class RuledOn:
    """A rule that was broken: in short, and in a sentence with each cell and number."""

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


def move_view(report: MoveReport) -> MoveView:
    """Return what to show of a move."""
    players = report.snapshot.players
    rows = [score_line(number, row, players) for number, row in report.move.rows.items()]
    return _view(report, announce_made(report.move.made), tuple(rows))


def ruling_view(report: IllegalReport) -> MoveView:
    """Return what to show of an illegal table."""
    return _view(report, announce(report.told.event))


def _view(report: Report, words: Announcement, rows: tuple[ScoreLine, ...] = ()) -> MoveView:
    before, after = report.before, report.after
    findings = (
        *wrong_marks(after.board, report.violations),
        *closing_marks(before.board, after.board),
        *change_mark(before.board, after.board, "last"),
    )
    overlays = tuple(side.overlay for side in (before, after) if side.overlay)
    turns = turns_towards_picture(overlays[-1]) if overlays else 0
    ruled = bool(report.violations)
    return MoveView(
        words=words,
        findings=findings,
        rulings=tuple(RuledOn(ruling(one), say(one.message)) for one in report.violations),
        rows=rows,
        players=report.snapshot.players,
        before=_moment(
            _("Before"), before, _only_changes(findings), turns, overlays, names_cells=ruled
        ),
        after=_moment(_("After"), after, findings, turns, overlays, names_cells=ruled),
        corrections=tuple(
            ": ".join(correction(told.event.decision))
            for told in report.corrections
            if isinstance(told.event, Correction)
        ),
        entry=after.overlay.entry if after.overlay else None,
    )


def _only_changes(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Leave out what stands only after the move, but keep the numbers that marks go by."""
    return tuple(
        finding if finding.kind == "last" else Finding("last", finding.title)
        for finding in findings
    )


def _moment(
    title: str,
    side: Side,
    findings: Sequence[Finding],
    turns: int,
    overlays: Sequence[Overlay],
    *,
    names_cells: bool,
) -> Moment:
    """Return a side of a move; ``overlays`` are those of both sides, shown alike.

    ``names_cells``: what is said of it names cells, whose coordinates stand on the board then.
    """
    overlay = side.overlay if side.picture is not None else None
    return Moment(
        title=title,
        board=draw_board(side.board, findings, turns, with_coordinates=names_cells),
        picture=picture_view(overlay, findings, overlays) if overlay else None,
        photo=side.picture,
    )
