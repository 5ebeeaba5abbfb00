"""Games on record as plain text (`rules.game_text`), there and back.

A text has what was played, and nothing of pictures, readings and what was taken back. A game that
is taken in from one is played anew before a referee, as if people had tapped it in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from companion.live.laying import sure_view
from companion.live.replaying import given_again
from companion.record import GameLog, KeptGame, new_event
from companion.record.exporting import FORMAT
from companion.record.exporting import VERSION as DOCUMENT_VERSION
from companion.record.moment import moment, now
from companion.referee import Referee
from companion.referee.decisions import Claimed, DieSet, LetStand, MoverSet, TurnEnded, Voted
from companion.referee.inputs import give, sighting_to_json
from rules import (
    Board,
    Claim,
    Course,
    FormatError,
    GameError,
    GameFormatError,
    GivenTurn,
    MoveError,
    Turn,
    Vote,
    WrittenGame,
    applied,
    board_from_json,
    board_to_json,
    format_game,
    format_move,
    parse_move,
)
from rules.board_json import tiles_to_json
from rules.judging import PALAGEM, PALAGO
from rules.move import Move
from vision.following.table_view import Settled

_STEP_S = 1.0


def written_game(kept: KeptGame, log: GameLog, remarks: Sequence[str] = ()) -> WrittenGame:
    """Return a game on record as it is written, as it stands now.

    Raises
    ------
    TableError
        If the record cannot be replayed.
    """
    referee = given_again(kept, log)
    return WrittenGame(_record(kept.options, referee), moment(kept.started_at), tuple(remarks))


def document_of(written: WrittenGame) -> dict[str, Any]:
    """Return the document that `companion.record.importing.import_game` takes in.

    The same text gives a game of the same ``uid``, so that it is not taken in twice.

    Raises
    ------
    GameFormatError
        If a referee does not come to what is written.
    """
    record = written.record
    try:
        referee = Referee(record["game"], list(record["players"]), dict(record["options"]))
    except (GameError, FormatError) as error:
        raise GameFormatError(f"The game cannot have been started: {error}") from error
    played = _Playing(referee)
    start = board_from_json(record["start"])
    played.lay(start)
    try:
        for number, event in enumerate(record["events"], 1):
            played.take(event, number)
    except (GameError, FormatError, MoveError) as error:
        raise GameFormatError(f"It cannot be played as it is written: {error}") from error
    _check(record, _record(dict(record["options"]), referee))
    begun = _begun(written.date)
    text = format_game(WrittenGame(record, written.date))
    return {
        "format": FORMAT,
        "version": DOCUMENT_VERSION,
        "uid": sha256(text.encode()).hexdigest()[:32],
        "game": record["game"],
        "options": record["options"],
        "players": [
            {"name": player, "color": _color(referee, player)} for player in record["players"]
        ],
        "started_at": moment(begun),
        "ended_at": moment(begun + timedelta(seconds=played.t)) if referee.is_over else None,
        "entries": [
            {**entry, "at": moment(begun + timedelta(seconds=entry["t"]))}
            for entry in played.entries
        ],
        "pictures": [],
    }


@dataclass
class _Playing:
    """Gives a referee what people would tap in, and keeps both sides as entries of a record."""

    referee: Referee
    t: float = 0.0
    entries: list[dict[str, Any]] = field(default_factory=list)

    def take(self, event: dict[str, Any], number: int) -> None:
        """Take an event of the text."""
        match event["event"]:
            case "roll":
                self._to_player(event["player"])
                self.lay(self.referee.board, event["value"], number)
                if self._made == self._moves and self.referee.roll != event["value"]:
                    self._give(DieSet.name, {"value": event["value"]})
            case "move":
                self._move(event)
            case "vote":
                self._give(Voted.name, {"row": event["row"], "value": event["value"]})
            case "claim":
                self._give(Claimed.name, {"player": event["player"], "kind": event["kind"]})
            case "turn":
                self._to_player(event["player"])

    def lay(self, board: Board, die: int | None = None, place: int = 0) -> None:
        """Say what lies on the table."""
        self._made = self._moves
        self._give(*sighting_to_json(Settled(sure_view(board, die, place))))

    @property
    def _moves(self) -> int:
        return len(self.referee.ledger.moves) if self.referee.ready else 0

    def _to_player(self, player: str) -> None:
        if self.referee.ready and self.referee.ledger.mover != player:
            self._give(MoverSet.name, {"player": player})

    def _move(self, event: dict[str, Any]) -> None:
        move = parse_move(event["move"])
        if self._made < self._moves:  # somebody who can do nothing passes with the roll
            self._made = self._moves
            return
        self._to_player(event["mover"])
        before = self._moves
        for board in _boards(move, self.referee.board):
            self.lay(board)
        if self._moves == before and not self.referee.is_wrong:
            self._give(TurnEnded.name, {})
        if self._moves == before and self.referee.is_wrong:
            self._give(LetStand.name, {})
        self._made = self._moves

    def _give(self, kind: str, data: dict[str, Any]) -> None:
        self.t += _STEP_S
        self._keep({"source": "input", "kind": kind, "data": data})
        cause = len(self.entries)
        for said in give(self.referee, kind, data, self.t, 0):
            entry = new_event(said.to_json())
            self._keep(
                {"source": "event", "kind": entry.kind, "cause": cause, "data": dict(entry.data)}
            )

    def _keep(self, entry: dict[str, Any]) -> None:
        self.entries.append({"number": len(self.entries) + 1, "t": self.t, **entry})


def _boards(move: Move, before: Board) -> Iterator[Board]:
    """Yield what lies there while a move is made: tile by tile where the order is known."""
    if not move.ordered:
        if not move.is_pass:
            yield applied(move, before)
        return
    for tile in move.placed:
        before = before.with_tile(*tile)
        yield before


def _record(options: dict[str, Any], referee: Referee) -> dict[str, Any]:
    """Return what was played as ``Game.to_json`` does."""
    setup = referee.setup
    if setup.game == PALAGEM:
        known = {name: tiles_to_json(one.tiles) for name, one in referee.palagems.items()}
        options = {**options, "palagems": known}
    course = referee.ledger.course if referee.ready else Course(setup.players, Board())
    events = list(_events(course))
    if referee.roll is not None and not referee.is_over:
        events.append({"event": "roll", "player": course.mover, "value": referee.roll})
    return {
        "game": setup.game,
        "players": list(setup.players),
        "options": options,
        "start": board_to_json(course.start),
        "events": events,
    }


def _events(course: Course[Claim | GivenTurn | Vote]) -> Iterator[dict[str, Any]]:
    """Yield what happened; that it was somebody's turn where that does not follow."""
    told: Course[Claim | GivenTurn | Vote] = Course(course.players, course.start, course.first)
    for event in course.events:
        if isinstance(event, GivenTurn):
            continue
        if isinstance(event, Turn):
            if told.mover != event.mover:
                told = told.followed_by(GivenTurn(event.mover))
                yield {"event": "turn", "player": event.mover}
            if event.die is not None:
                yield {"event": "roll", "player": event.mover, "value": event.die}
            stands = {} if event.verdict.legal else {"let_stand": True}
            move = format_move(event.move)
            yield {"event": "move", "mover": event.mover, "move": move, **stands}
        elif isinstance(event, Vote):
            yield {"event": "vote", "row": event.row, "value": event.value}
        else:
            yield {"event": "claim", "player": event.player, "kind": event.kind.value}
        told = told.followed_by(event)
    if told.mover != course.mover:
        yield {"event": "turn", "player": course.mover}


def _color(referee: Referee, player: str) -> str | None:
    return referee.setup.color(player) if referee.setup.game == PALAGO else None


def _check(written: Mapping[str, Any], played: Mapping[str, Any]) -> None:
    """Refuse where the referee came to something else than what is written."""
    wanted, found = (list(map(_plain, record["events"])) for record in (written, played))
    if wanted == found and written["start"] == played["start"]:
        return
    pairs = zip(wanted, found, strict=False)
    number = next((n for n, (one, two) in enumerate(pairs, 1) if one != two), None)
    where = "" if number is None else f", from its event {number} on"
    raise GameFormatError(
        f"It cannot be played as it is written{where}: see who moves when, and what is legal."
    )


def _plain(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an event with its tiles in order where it is not said in which they were laid."""
    if event["event"] != "move":
        return event
    move = parse_move(event["move"])
    if not move.ordered:
        move = replace(move, placed=tuple(sorted(move.placed)))
    return {**event, "move": format_move(move)}


def _begun(date: str | None) -> datetime:
    """Return when a game was begun; this moment where the text does not say it."""
    try:
        found = datetime.fromisoformat(date or "")
    except ValueError:
        return now()
    return found if found.tzinfo else found.replace(tzinfo=UTC)
