"""What the page of a game shows of its review: the curve, and the moves that mattered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.coaching.review import Kind, Moment, PlayedMove, Review, Standing
from companion.coaching.reviews import Progress
from companion.live.snapshot import Snapshot
from companion.referee.setup import is_coached
from companion.showing.coaching.line_drawing import LineDrawing, draw_line
from companion.words.language import gettext as _
from companion.words.language import ngettext, say
from rules import COLORS, Color
from rules.engine.limits import MOST_TILES
from rules.judging import PALAGO
from rules.tile import other_color

_STEP, _HEIGHT, _REACH = 24, 120, 50


@dataclass(frozen=True)
class CurvePoint:
    """A position on the curve: after which move, where it is drawn, and what is known of it."""

    move: int
    x: int
    y: int
    winner: Color | None
    words: str


@dataclass(frozen=True)
class MomentView:
    """A move that mattered: its number, what to say of it, how the win goes, and what is better."""

    move: int
    kind: str
    headline: str
    detail: str
    line: LineDrawing
    line_words: str
    may_be_tried: bool


@dataclass(frozen=True)
class ReviewView:
    """A review as the page shows it; the curve is an SVG of ``width`` by ``height``."""

    points: tuple[CurvePoint, ...]
    width: int
    height: int
    summary: str
    moments: tuple[MomentView, ...]

    @property
    def path(self) -> str:
        """The curve as points of an SVG polyline."""
        return " ".join(f"{point.x},{point.y}" for point in self.points)


@dataclass(frozen=True)
class CoachView:
    """What the coach has to say of a game; ``progress`` while it looks, ``problem`` if it fails."""

    progress: Progress | None
    problem: str
    review: ReviewView | None


def may_be_reviewed(snapshot: Snapshot) -> bool:
    """Tell whether the coach knows a game, and no move of it is to come."""
    setup = snapshot.setup
    is_known = setup.game == PALAGO and is_coached(setup.palago) and setup.pool <= MOST_TILES
    # of a board on which an illegal move was let stand the search knows nothing
    is_legal = all(move.verdict.legal for move in snapshot.moves)
    return is_known and is_legal and snapshot.over and len(snapshot.moves) > 1


def played_moves(snapshot: Snapshot) -> tuple[PlayedMove, ...]:
    """Return the moves of a game of Palago as the coach takes them."""
    return tuple(
        PlayedMove(
            before=turn.before,
            after=turn.after,
            mover=snapshot.setup.color(turn.mover),
            winner=next((c for c in COLORS if c == turn.verdict.winner), None),
            is_last=turn.verdict.over,
        )
        for turn in snapshot.moves
    )


def coach_view(
    snapshot: Snapshot, review: Review | None, progress: Progress | None
) -> CoachView | None:
    """Return what to show; None of a game that the coach has nothing to say of."""
    if not may_be_reviewed(snapshot):
        return None
    problem = "" if progress is None or progress.problem is None else say(progress.problem)
    shown = None if review is None else _review_view(snapshot, review)
    return CoachView(progress, problem, shown)


def _review_view(snapshot: Snapshot, review: Review) -> ReviewView:
    points = tuple(
        CurvePoint(
            move=number,
            x=_STEP // 2 + _STEP * number,
            y=round(_HEIGHT / 2 - _REACH * standing.score),
            winner=standing.winner,
            words=_standing_words(snapshot, number, standing),
        )
        for number, standing in enumerate(review.standings)
    )
    moves = played_moves(snapshot)
    return ReviewView(
        points=points,
        width=_STEP * len(points),
        height=_HEIGHT,
        summary=_summary(snapshot, review),
        moments=tuple(_moment_view(snapshot, moves, moment) for moment in review.moments),
    )


def name_of(snapshot: Snapshot, color: Color) -> str:
    """Return who plays a colour."""
    return snapshot.players[COLORS.index(color)]


def _standing_words(snapshot: Snapshot, number: int, standing: Standing) -> str:
    if standing.winner is None:
        known = _("nothing is proven")
    elif standing.moves == 0:
        known = _("{player} has won", player=name_of(snapshot, standing.winner))
    else:
        known = wins_in(name_of(snapshot, standing.winner), standing.moves)
    return _("After move {number}: {known}.", number=number, known=known)


def wins_in(player: str, moves: int) -> str:
    """Say in how many moves somebody wins by force."""
    return ngettext(
        "{player} wins by force with the next move",
        "{player} wins by force in {count} moves",
        moves,
        player=player,
    )


def _summary(snapshot: Snapshot, review: Review) -> str:
    known = [number for number, one in enumerate(review.standings) if one.winner and one.moves]
    if not known:
        return _("No forced win was found before the last move.")
    first = review.standings[known[0]]
    assert first.winner is not None
    return _(
        "After move {number} a forced win is known for the first time, of {player}.",
        number=known[0],
        player=name_of(snapshot, first.winner),
    )


def _moment_view(snapshot: Snapshot, moves: Sequence[PlayedMove], moment: Moment) -> MomentView:
    move = moves[moment.move - 1]
    player = name_of(snapshot, move.mover)
    other = name_of(snapshot, other_color(move.mover))
    values = {"number": moment.move, "player": player, "other": other}
    if moment.kind is Kind.MISSED:
        headline = _("Move {number}: {player} missed a forced win.", **values)
        detail = _(
            "Before it: {win}. After the move that was played no forced win of {player} is known.",
            win=wins_in(player, moment.moves),
            player=player,
        )
        line = draw_line(move.before, moment.line)
        line_words = _("How the win goes that was missed, move by move")
    elif moment.kind is Kind.ALLOWED:
        headline = _("Move {number}: {player} let {other} win.", **values)
        detail = _(
            "After it: {win}. There was a move after which no forced win of {other} is found.",
            win=wins_in(other, moment.moves),
            other=other,
        )
        line = draw_line(move.after, moment.line, move.before)
        line_words = _("How the win goes that was allowed, move by move")
    else:
        headline = _("Move {number}: from here on {player} had a forced win.", **values)
        detail = _(
            "After it: {win}, whatever {other} does.",
            win=wins_in(player, moment.moves),
            other=other,
        )
        line = draw_line(move.after, moment.line, move.before)
        line_words = _("How the win goes, move by move")
    return MomentView(
        moment.move, moment.kind.value, headline, detail, line, line_words, moment.may_be_tried
    )
