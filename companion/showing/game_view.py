"""What the page of a game shows, made from the game's state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from companion.coaching.hints import Hint
from companion.drawing.board_drawing import BoardDrawing, draw_board
from companion.live.choice import Strain
from companion.live.game_state import GameState
from companion.live.snapshot import Snapshot, StandingMove
from companion.referee.sentences import Unclear
from companion.showing.announcements import Announcement, announce, announce_now, announce_standing
from companion.showing.clocks import Clock, clocks_of, stood_still
from companion.showing.coaching.hint_view import HintView, hint_view
from companion.showing.doubts import is_asked_anew
from companion.showing.due import due, laid_so_far
from companion.showing.game_names import game_name
from companion.showing.question_view import (
    AdriftView,
    QuestionView,
    adrift_view,
    back_view,
    question_view,
)
from companion.showing.results import result_of, scores_sentence
from companion.showing.score_sheet.wording import clock
from companion.showing.scores import Scores, scores_of
from companion.showing.table_marks import (
    asked_mark,
    change_mark,
    closing_marks,
    doubt_marks,
    palagem_marks,
    standing_marks,
    wrong_marks,
)
from companion.showing.undone import (
    UndoneMove,
    lies_again,
    steps_back,
    to_be_put_back,
    undone_moves,
)
from companion.showing.watching import watching
from companion.words.findings import Finding
from companion.words.language import gettext as _
from companion.words.language import isolated, listing, ngettext, say
from rules import Board, Palagem
from rules.judging import PALAGEM, PALAGONIA
from rules.messages import Message

_TOLD = 12


@dataclass(frozen=True)
class Seat:
    """A player: name, colour in Palago, points in Palagonia, clock, and whether it is their turn.

    ``won`` are the points that the last move brought them. ``palagem`` is drawn where it is known;
    ``is_matched``: the last move completed it.
    """

    name: str
    color: str | None
    points: int | None
    won: int
    clock: Clock
    moves_now: bool
    palagem: BoardDrawing | None
    is_matched: bool


@dataclass(frozen=True)
class Told:
    """Something that was announced: the event's number, when, and the words."""

    event: int
    kind: str
    words: Announcement


@dataclass(frozen=True)
class MoveLine:
    """A move in the list of moves."""

    number: int
    mover: str
    sentence: str
    stood: bool
    points: str


@dataclass(frozen=True)
class PalagemOf:
    """A player's palagem: its drawing, and its tiles."""

    player: str
    drawing: BoardDrawing
    tiles: Board


@dataclass(frozen=True)
class BackView:
    """What is to be done with the table, drawn and in words.

    ``lies`` is the number of the move that was taken back while the table lies as after it.
    """

    sides: AdriftView
    words: str
    lies: int | None


@dataclass(frozen=True)
class GameView:
    """All that the page of a running or ended game shows beside the live picture.

    ``findings`` are drawn on ``board`` in this order; those from ``listed_from`` on are listed.
    ``watching`` says what the referee or the computer is doing; empty where nobody watches.
    ``stood_still`` says for how long nobody followed the game; empty where somebody always did.
    ``computer`` is the player as whom the computer plays. ``hints`` are None where they were not
    asked for, or are still looked for. ``undone`` are moves that were taken back and can stand
    again, the next one first; ``steps`` says after which moves one can go on from, and how often
    to take back for that. ``back`` is there while the table is to be put as the record has it.
    ``presumed`` names the moves that nobody has confirmed; empty where all are known.
    """

    number: int
    game: str
    name: str
    seats: tuple[Seat, ...]
    now: Announcement
    watching: str
    question: QuestionView | None
    adrift: AdriftView | None
    back: BackView | None
    due: str
    trouble: str
    stood_still: str
    told: tuple[Told, ...]
    findings: tuple[Finding, ...]
    listed_from: int
    board: BoardDrawing
    board_words: str
    scores: Scores | None
    moves: tuple[MoveLine, ...]
    undone: tuple[UndoneMove, ...]
    steps: Mapping[int, int]
    palagems: tuple[PalagemOf, ...]
    turns: int
    computer: str | None
    hints: HintView | None
    presumed: str
    state: GameState

    @property
    def may_take_back(self) -> bool:
        """Whether there is something that people could take back."""
        snapshot = self.state.snapshot
        moves = snapshot.moves
        if self.is_by_hand and self.computer:  # its answer goes with the move of the person
            moves = tuple(move for move in moves if move.mover != self.computer)
        return bool(moves or (self.is_by_hand and snapshot.changed))

    @property
    def redo(self) -> int | None:
        """Up to which move one step forward leads, if there is one."""
        return next((move.number for move in self.undone if move.is_stop), None)

    @property
    def is_by_hand(self) -> bool:
        """Whether tiles are tapped in."""
        return self.state.by_hand

    @property
    def is_wrong(self) -> bool:
        """Whether something illegal lies on the table."""
        return self.state.snapshot.illegal is not None

    @property
    def asks_whose_palagems(self) -> bool:
        """Whether what people are asked first is whose palagem is whose."""
        doubt = self.state.snapshot.doubt
        reason = doubt.reason if doubt and not self.is_wrong else None
        return isinstance(reason, Message) and reason.code is Unclear.PALAGEMS_GUESSED

    @property
    def may_be_palagem(self) -> bool:
        """Whether all that nobody has confirmed may be a palagem that is being laid out."""
        snapshot = self.state.snapshot
        moves = [move.made for move in snapshot.standing_moves]
        doubted = [made for made in moves if made.number in snapshot.presumed]
        return bool(doubted) and all(made.may_be_palagem for made in doubted)


def game_view(state: GameState, turns: int = 0, hinted: Sequence[Hint] | None = None) -> GameView:
    """Return what to show of a game.

    Parameters
    ----------
    state
        How the game stands.
    turns
        By how many steps of 60 degrees the board is turned to lie as in the picture.
    hinted
        The hints after the last move, where somebody wants to see them and may.
    """
    snapshot = state.snapshot
    chosen = state.computer.move if state.computer else None
    lying = snapshot.board if chosen is None else Board({**dict(chosen.placed), **snapshot.board})
    hints = None if hinted is None else hint_view(snapshot, hinted, turns)
    threats = hints.marks if hints else ()
    marks = (*threats, *change_mark(snapshot.board, lying), *_marks(snapshot))
    standing = tuple(standing_marks(snapshot.board, tuple(sorted(snapshot.hidden))))
    findings = (*marks, *standing)
    computer = snapshot.setup.computer.player if snapshot.setup.computer else None
    answers = computer if state.by_hand else None
    return GameView(
        number=snapshot.kept.number,
        game=snapshot.setup.game,
        name=game_name(snapshot.setup.game),
        seats=tuple(_seats(state)),
        now=_now(state),
        watching=watching(state),
        question=question_view(snapshot, turns, by_hand=state.by_hand),
        adrift=adrift_view(snapshot, turns),
        back=None if state.by_hand else _back(snapshot, turns),
        due=due(state),
        trouble=_trouble(state),
        stood_still=_stood_still(snapshot),
        told=tuple(_told(state)),
        findings=findings,
        listed_from=len(marks),
        board=draw_board(lying, findings, turns),
        board_words=_board_words(snapshot.board, marks),
        scores=scores_of(snapshot),
        moves=tuple(move_line(move, snapshot) for move in reversed(snapshot.standing_moves)),
        undone=undone_moves(snapshot, answers),
        steps=steps_back(snapshot.moves, answers),
        palagems=tuple(_palagems(snapshot)),
        turns=turns,
        computer=computer,
        hints=hints,
        presumed=_presumed(snapshot.presumed),
        state=state,
    )


def _presumed(numbers: Sequence[int]) -> str:
    """Say which moves nobody has confirmed; empty where all are known."""
    if not numbers:
        return ""
    return ngettext(
        "Not known for sure: move {numbers}.",
        "Not known for sure: moves {numbers}.",
        len(numbers),
        numbers=", ".join(map(str, numbers)),
    )


def move_line(move: StandingMove, snapshot: Snapshot) -> MoveLine:
    """Return a move of a game as a line of the list of moves."""
    words = announce_standing(move)
    is_plain = move.made.apart and not move.made.presumed
    told = [words.headline] if is_plain and words.tone != "good" else words.sentences
    points = {player: move.points(player) for player in snapshot.players}
    return MoveLine(
        number=move.number,
        mover=move.turn.mover,
        sentence=" ".join(told),
        stood=not move.turn.verdict.legal,
        points=", ".join(f"{isolated(player)} +{won}" for player, won in points.items() if won),
    )


def _marks(snapshot: Snapshot) -> list[Finding]:
    """Return what is marked on the board now: what is wrong, in doubt, just changed or closed."""
    board, agreed = snapshot.board, snapshot.agreed
    doubted = snapshot.doubt.cells if snapshot.doubt else ()
    unsure = {*snapshot.unsure, *doubted} - snapshot.hidden
    marks = [
        *wrong_marks(board, snapshot.illegal.violations if snapshot.illegal else ()),
        *asked_mark(snapshot.looked_into),
        *doubt_marks(tuple(sorted(unsure)), tuple(sorted(snapshot.hidden))),
        *(() if snapshot.looked_into else change_mark(agreed, board)),
    ]
    if snapshot.moves and agreed == board:
        before = snapshot.moves[-1].before
        marks += [*change_mark(before, agreed, "last"), *closing_marks(before, agreed)]
        marks += palagem_marks(snapshot.moves[-1], snapshot.palagems)
    return marks


def _seats(state: GameState) -> list[Seat]:
    snapshot = state.snapshot
    totals = snapshot.sheet.totals()
    clocks = clocks_of(snapshot, followed=state.source is not None)
    last = snapshot.standing_move(len(snapshot.moves)) if snapshot.moves else None
    return [
        Seat(
            name=player,
            color=snapshot.color(player),
            points=totals[player] if snapshot.setup.game == PALAGONIA else None,
            won=last.points(player) if last else 0,
            clock=clocks[player],
            moves_now=not snapshot.over and player == snapshot.mover,
            palagem=_drawn(snapshot.palagems.get(player)),
            is_matched=last is not None and player in last.turn.verdict.palagems,
        )
        for player in snapshot.players
    ]


def _back(snapshot: Snapshot, turns: int) -> BackView | None:
    sides = back_view(snapshot, turns)
    if sides is None:
        return None
    return BackView(sides, to_be_put_back(snapshot), lies_again(snapshot))


def _stood_still(snapshot: Snapshot) -> str:
    seconds = stood_still(snapshot).total_seconds()
    if seconds < 1:
        return ""
    return _(
        "For {time} the companion was off or did not follow this game: the clocks stood still.",
        time=clock(seconds),
    )


def _drawn(palagem: Palagem | None) -> BoardDrawing | None:
    return None if palagem is None else draw_board(palagem.tiles, ())


def _palagems(snapshot: Snapshot) -> list[PalagemOf]:
    known = {player: palagem.tiles for player, palagem in snapshot.palagems.items()}
    return [
        PalagemOf(player, draw_board(known[player], ()), known[player])
        for player in snapshot.players
        if player in known
    ]


def _now(state: GameState) -> Announcement:
    """Return what to show in large letters: the end, what is wrong or asked, or the last news.

    What was done before is no news any more once the next player has begun to lay.
    """
    snapshot = state.snapshot
    if snapshot.over and snapshot.outcome:
        scores = scores_sentence(snapshot.outcome.scores)
        sentence = result_of(snapshot)
        return Announcement("end", sentence, (scores,) if scores else ())
    if snapshot.illegal:
        return announce(snapshot.illegal)
    if _is_building_by_hand(state):
        return Announcement("ask", _("First everybody builds a palagem."))
    if snapshot.doubt:
        return announce(snapshot.doubt, by_hand=state.by_hand)
    if laid := laid_so_far(state):
        return Announcement("plain", laid)
    news = (a for a in reversed(snapshot.said) if a.kind in ("move", "die", "correction"))
    words = (announce_now(kept, snapshot, by_hand=state.by_hand) for kept in news)
    last = next((one for one in words if one.headline), None)
    return last or Announcement("plain", _waiting(state))


def _is_building_by_hand(state: GameState) -> bool:
    """Tell whether palagems are still to be tapped in: the referee asks for the camera then."""
    snapshot = state.snapshot
    missing = len(snapshot.palagems) < len(snapshot.players)
    return snapshot.setup.game == PALAGEM and state.by_hand and missing and not snapshot.ready


def _waiting(state: GameState) -> str:
    if state.by_hand:
        return _("Tap the first tiles in as they lie on the table.")
    if state.snapshot.ready:
        return _("The table is seen; play may begin.")
    if state.source is not None and state.source.ended:
        return _("No table could be read in the whole film.")
    return _("Let the camera see the table.")


def _trouble(state: GameState) -> str:
    """Say what keeps the game from going on, if anything does."""
    snapshot = state.snapshot
    if state.problem:
        return say(state.problem)
    if state.source is None:
        return "" if snapshot.over else _("Nobody watches the table at present.")
    if state.source.problem:
        return say(state.source.problem)
    if snapshot.near_edge and not (snapshot.over or snapshot.doubt):
        return _("The board comes near the edge of the picture; give it room.")
    if snapshot.burnt and not snapshot.over:
        return _(
            "A part of the board is too bright to be seen; move the lamp or the camera a little."
        )
    if snapshot.crooked and not (snapshot.over or snapshot.doubt):
        return _("A tile lies crookedly beside the board; push it in, or take it away.")
    return "" if snapshot.over else _strain(state.source.strain)


def _strain(strain: Strain | None) -> str:
    if strain is None:
        return ""
    if strain is Strain.HOT:
        return _("The phone is under strain and may be too hot: it sends fewer pictures.")
    return _("The phone has become slow (it may be too hot): it sends fewer pictures.")


def _told(state: GameState) -> list[Told]:
    """Return what was announced lately, newest first."""
    said = state.snapshot.said_lately
    told = [
        Told(kept.number, kept.kind, announce_now(kept, state.snapshot, by_hand=state.by_hand))
        for kept, following in reversed([*zip_longest(said, said[1:])])
        if following is None or not is_asked_anew(kept.event, following.event)
    ]
    if state.by_hand:  # what a camera cannot see concerns nobody then
        told = [one for one in told if one.kind != "unsure"]
    return [one for one in told if one.words.headline][:_TOLD]


def _board_words(board: Board, marks: Sequence[Finding]) -> str:
    tiles = ngettext("The board: {count} tile", "The board: {count} tiles", len(board))
    marked = listing([mark.title for mark in marks if mark.kind not in ("last", "changed")])
    return f"{tiles}. {marked}" if marked else f"{tiles}."
