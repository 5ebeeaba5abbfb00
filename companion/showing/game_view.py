"""What the page of a game shows, made from the game's state as the API gives it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.drawing.board_drawing import BoardDrawing, draw_board
from companion.showing.announcements import Announcement, announce
from companion.showing.game_names import game_name
from companion.showing.results import result_sentence, scores_sentence
from companion.showing.scores import Scores, scores_of
from companion.showing.table_marks import (
    cells_of,
    change_mark,
    closing_marks,
    doubt_marks,
    standing_marks,
    wrong_marks,
)
from companion.words.findings import Finding
from companion.words.language import gettext as _
from companion.words.language import listing, ngettext, retold
from rules import Board, board_from_json
from rules.judging import PALAGEM, PALAGO, PALAGONIA

State = Mapping[str, Any]
_TOLD = 12


@dataclass(frozen=True)
class Seat:
    """A player: name, colour in Palago, points in Palagonia, and whether it is their turn."""

    name: str
    color: str | None
    points: int | None
    moves_now: bool


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
    """A player's palagem: its drawing, and its tiles as JSON."""

    player: str
    drawing: BoardDrawing
    tiles: list[dict[str, int]]


@dataclass(frozen=True)
class GameView:
    """All that the page of a running or ended game shows beside the live picture.

    ``findings`` are drawn on ``board`` in this order; those from ``listed_from`` on are listed.
    """

    number: int
    game: str
    name: str
    seats: tuple[Seat, ...]
    now: Announcement
    due: str
    trouble: str
    told: tuple[Told, ...]
    findings: tuple[Finding, ...]
    listed_from: int
    board: BoardDrawing
    board_words: str
    scores: Scores | None
    moves: tuple[MoveLine, ...]
    palagems: tuple[PalagemOf, ...]
    turns: int
    state: State

    @property
    def is_by_hand(self) -> bool:
        """Whether tiles are tapped in."""
        return _is_by_hand(self.state)

    @property
    def is_wrong(self) -> bool:
        """Whether something illegal lies on the table."""
        return bool(self.state.get("wrong"))


def game_view(state: State, turns: int = 0) -> GameView:
    """Return what to show of a game.

    Parameters
    ----------
    state
        The game's state (docs/http_api.md).
    turns
        By how many steps of 60 degrees the board is turned to lie as in the picture.
    """
    board = board_from_json(state["board"])
    marks = tuple(_marks(state, board))
    standing = tuple(standing_marks(board, cells_of(state.get("hidden"))))
    findings = (*marks, *standing)
    return GameView(
        number=int(state["id"]),
        game=str(state["game"]),
        name=game_name(str(state["game"])),
        seats=tuple(_seats(state)),
        now=_now(state),
        due=_due(state),
        trouble=_trouble(state),
        told=tuple(_told(state)),
        findings=findings,
        listed_from=len(marks),
        board=draw_board(board, findings, turns),
        board_words=_board_words(board, marks),
        scores=scores_of(state),
        moves=tuple(move_line(move) for move in reversed(state.get("moves") or ())),
        palagems=tuple(_palagems(state)),
        turns=turns,
        state=state,
    )


def move_line(move: Mapping[str, Any]) -> MoveLine:
    """Return a move of a state as a line of the list of moves."""
    words = announce({**move, "event": "move", "verdict": move})
    points = move.get("points") or {}
    return MoveLine(
        number=int(move["number"]),
        mover=str(move["mover"]),
        sentence=" ".join(words.sentences if words.tone == "good" else [words.headline]),
        stood=bool(move.get("let_stand")),
        points=", ".join(f"{player} +{won}" for player, won in points.items() if won),
    )


def _marks(state: State, board: Board) -> list[Finding]:
    """Return what is marked on the board now: what is wrong, in doubt, just changed or closed."""
    agreed = board_from_json(state["agreed"]) if state.get("agreed") else board
    moves: Sequence[Mapping[str, Any]] = state.get("moves") or ()
    asked = (state.get("question") or {}).get("cells")
    unsure = {*cells_of(state.get("unsure")), *cells_of(asked)} - {*cells_of(state.get("hidden"))}
    marks = [
        *wrong_marks(board, state.get("wrong") or ()),
        *doubt_marks(tuple(sorted(unsure)), cells_of(state.get("hidden"))),
        *change_mark(agreed, board),
    ]
    if moves and agreed == board:
        before = board_before(moves, len(moves) - 1)
        marks += [*change_mark(before, agreed, "last"), *closing_marks(before, agreed)]
    return marks


def board_before(moves: Sequence[Mapping[str, Any]], index: int) -> Board:
    """Return the board before a move, by its place in the list of moves."""
    if index > 0:
        return board_from_json(moves[index - 1]["board"])
    first = moves[index]
    placed = cells_of([(tile["q"], tile["r"]) for tile in first.get("placed") or ()])
    return board_from_json(first["board"]).without(*placed)


def _seats(state: State) -> list[Seat]:
    totals = (state.get("score_sheet") or {}).get("totals") or {}
    mover = (state.get("turn") or {}).get("mover")
    is_palago = state["game"] == PALAGO
    return [
        Seat(
            name=player["name"],
            color=("white", "blue")[index] if is_palago else None,
            points=totals.get(player["name"]) if state["game"] == PALAGONIA else None,
            moves_now=not state.get("over") and player["name"] == mover,
        )
        for index, player in enumerate(state["players"])
    ]


def _palagems(state: State) -> list[PalagemOf]:
    known = state.get("palagems") or {}
    return [
        PalagemOf(name, draw_board(board_from_json(known[name]), ()), known[name]["tiles"])
        for name in (player["name"] for player in state["players"])
        if name in known
    ]


def _now(state: State) -> Announcement:
    """Return what to show in large letters: the end, what is wrong or asked, or the last news."""
    if state.get("over") and state.get("result"):
        scores = scores_sentence(state["result"].get("scores"))
        return Announcement("end", result_sentence(state["result"]), (scores,) if scores else ())
    if state.get("wrong"):
        return announce({"event": "illegal", "violations": state["wrong"]})
    if _is_building_by_hand(state):
        return Announcement("ask", _("First everybody builds a palagem."))
    if state.get("question"):
        return announce({"event": "unsure", **state["question"]})
    last = [told.words for told in _told(state) if told.kind in ("move", "die", "correction")]
    return last[0] if last else Announcement("plain", _waiting(state))


def _is_building_by_hand(state: State) -> bool:
    """Tell whether palagems are still to be tapped in: the referee asks for the camera then."""
    missing = len(state.get("palagems") or ()) < len(state["players"])
    by_hand = _is_by_hand(state)
    return state["game"] == PALAGEM and by_hand and missing and not state.get("ready")


def _is_by_hand(state: State) -> bool:
    return (state.get("source") or {}).get("kind") == "hand"


def _waiting(state: State) -> str:
    kind = (state.get("source") or {}).get("kind")
    if kind == "hand":
        return _("Tap the first tiles in as they lie on the table.")
    if state.get("ready"):
        return _("The table is seen; play may begin.")
    return _("Let the camera see the table.")


def _due(state: State) -> str:
    """Say whose turn it is and what is due."""
    if state.get("over"):
        return _("The game is over.")
    if state.get("paused"):
        return _("The game is paused; the table is not watched.")
    turn = state.get("turn")
    if not turn:
        return ""
    mover = turn["mover"]
    if state.get("wrong"):
        return _("{player} puts it right, or all let it stand.", player=mover)
    if state["game"] == PALAGONIA:
        return _due_in_palagonia(turn, mover, state)
    if state["game"] == PALAGEM and not state.get("ready"):
        return _("First everybody builds a palagem.")
    if state["game"] == PALAGEM:
        return _("{player} lays one tile.", player=mover)
    if (state.get("options") or {}).get("placement") == "single" or state.get("tiles_left") == 1:
        return _("{player} lays one tile.", player=mover)
    if turn.get("in_progress") and len(turn.get("changed") or ()) == 1:
        return _("{player} has one more tile to lay.", player=mover)
    return _("{player} lays two tiles.", player=mover)


def _due_in_palagonia(turn: Mapping[str, Any], mover: str, state: State) -> str:
    die = turn.get("die")
    if die is None:
        return _("{player} rolls the die.", player=mover)
    if die == 1:
        return _("{player} takes a tile from the rim.", player=mover)
    if die == 6:
        return _("{player} turns a tile in the interior.", player=mover)
    tiles = min(int(die), int(state.get("tiles_left") or die))
    return ngettext(
        "{player} lays {count} tile.", "{player} lays {count} tiles.", tiles, player=mover
    )


def _trouble(state: State) -> str:
    """Say what keeps the game from going on, if anything does."""
    if state.get("problem"):
        return retold(str(state["problem"]))
    source = state.get("source")
    if source is None:
        return "" if state.get("over") else _("Nobody watches the table at present.")
    if source.get("problem"):
        return retold(str(source["problem"]))
    if state.get("near_edge") and not (state.get("over") or state.get("question")):
        return _("The board comes near the edge of the picture; give it room.")
    return ""


def _told(state: State) -> list[Told]:
    """Return what was announced lately, newest first."""
    told = [
        Told(int(event.get("id") or 0), str(event.get("event")), announce(event))
        for event in reversed(state.get("said") or ())
    ]
    if _is_by_hand(state):  # what a camera cannot see concerns nobody then
        told = [one for one in told if one.kind != "unsure"]
    return [one for one in told if one.words.headline][:_TOLD]


def _board_words(board: Board, marks: Sequence[Finding]) -> str:
    tiles = ngettext("The board: {count} tile", "The board: {count} tiles", len(board))
    marked = listing([mark.title for mark in marks if mark.kind not in ("last", "changed")])
    return f"{tiles}. {marked}" if marked else f"{tiles}."
