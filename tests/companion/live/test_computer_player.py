"""A game against the computer: its moves are on record as all others, and never lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from companion.coaching.coach import Coach, CoachError
from companion.live import RunningGame, TableError, Tables
from companion.live.choice import SourceChoice, open_choice
from companion.live.computer_player import ComputerNews
from companion.live.game_state import GameState
from companion.record import GameLog
from companion.showing.game_view import game_view
from companion.storage.database import DiskFullError
from companion.web.bodies.starting import request_from_json
from rules import GameError, PalagoGame, board_from_json
from rules.proofs.proof import tiles_to_json
from tests.companion.live.games import CLOSING, MATCHING, OPENING, THIRD, by_hand, play
from tests.companion.live.looking_on import kept, until

HAND = SourceChoice("hand")


class FirstMoves(Coach):
    """Chooses the first legal move by the plain rules, when it may; remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = Event()
        self.may_answer.set()
        self.asked: list[Mapping[str, Any]] = []
        self.fails = False

    def ask(self, question: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        self.asked.append(question)
        assert self.may_answer.wait(seconds)
        if self.fails:
            raise CoachError("No move.")
        game = PalagoGame(start=board_from_json(question["board"]))
        return {"placed": tiles_to_json(next(game.legal_moves()))}


def wanted(computer: str, **more: Any) -> dict[str, Any]:
    options = {"computer": {"player": computer, "level": "easy"}}
    return by_hand("palago", **{"options": options, **more})


@pytest.fixture
def coach() -> FirstMoves:
    return FirstMoves()


@pytest.fixture
def tables(data: Path, coach: FirstMoves) -> Any:
    tables = Tables(data, opened=lambda _choice: open_choice(HAND), coach=coach)
    yield tables
    coach.may_answer.set()
    tables.stop_all()


Start = Callable[[dict[str, Any]], RunningGame]


@pytest.fixture
def start(tables: Tables) -> Start:
    return lambda wanted: tables.start(request_from_json(wanted))


def moves_made(game: RunningGame, count: int) -> Any:
    """Wait until so many moves stand and nobody thinks; return the snapshot."""

    def made(state: Any) -> bool:
        return len(state.snapshot.moves) == count and state.computer is None

    return until(game.news, made).snapshot


def computer_of(game: RunningGame) -> ComputerNews | None:
    return game.news.state.computer


def test_its_moves_are_kept_as_those_of_people(start: Start, data: Path) -> None:
    game = start(wanted("B"))
    play(game, OPENING)
    snapshot = moves_made(game, 2)
    assert [move.mover for move in snapshot.moves] == ["A", "B"]
    assert snapshot.mover == "A"
    assert snapshot.board == snapshot.agreed == kept(data, game.number).agreed
    assert snapshot.moves[1].verdict.legal


def test_it_opens_where_it_plays_white_and_its_opening_is_not_taken_back(start: Start) -> None:
    game = start(wanted("A"))
    snapshot = moves_made(game, 1)
    assert snapshot.moves[0].mover == "A"
    with pytest.raises(GameError, match="none to take back"):
        game.decide("take-back", {})


def test_taking_back_takes_its_answer_with_it_and_the_tiles(start: Start) -> None:
    game = start(wanted("B"))
    play(game, OPENING)
    moves_made(game, 2)
    game.decide("take-back", {})
    snapshot = game.news.state.snapshot
    assert (snapshot.moves, len(snapshot.board), snapshot.mover) == ((), 0, "A")


def test_a_move_that_is_taken_back_while_it_thinks_gets_no_answer(
    start: Start, coach: FirstMoves
) -> None:
    coach.may_answer.clear()
    game = start(wanted("B"))
    play(game, OPENING)
    computer = computer_of(game)
    assert computer is not None
    assert computer.is_thinking
    with pytest.raises(TableError, match="turn of B"):
        play(game, MATCHING)
    game.decide("take-back", {})
    coach.may_answer.set()
    play(game, "0,0=0 1,0=0")
    assert [move.mover for move in moves_made(game, 2).moves] == ["A", "B"]


def test_after_a_restart_it_thinks_again_and_chooses_the_same(
    start: Start, coach: FirstMoves, data: Path
) -> None:
    coach.may_answer.clear()
    game = start(wanted("B"))
    play(game, OPENING)
    game.stop()  # as when the companion is stopped: it is still remembered that it is followed
    others = FirstMoves()
    again = Tables(data, opened=lambda _choice: open_choice(HAND), coach=others)
    assert again.take_up_again() == [game.number]
    running = again.find(game.number)
    assert running is not None
    moves_made(running, 2)
    again.stop_all()
    assert others.asked == coach.asked


def test_a_full_disk_loses_no_move_of_it(
    start: Start, coach: FirstMoves, monkeypatch: pytest.MonkeyPatch
) -> None:
    coach.may_answer.clear()
    game = start(wanted("B"))
    play(game, OPENING)
    append = GameLog.append

    def full(*_args: Any, **_more: Any) -> tuple[int, ...]:
        raise DiskFullError("There is no room left on the disk.")

    monkeypatch.setattr("companion.live.computer_player._AGAIN_S", 0.05)
    monkeypatch.setattr(GameLog, "append", full)
    coach.may_answer.set()
    until(game.news, lambda state: state.problem is not None)
    monkeypatch.setattr(GameLog, "append", append)
    assert len(moves_made(game, 2).moves) == 2


def test_where_it_finds_no_move_people_lay_one_for_it(start: Start, coach: FirstMoves) -> None:
    coach.fails = True
    game = start(wanted("B"))
    play(game, OPENING)
    until(game.news, lambda state: state.computer and state.computer.problem)
    assert play(game, MATCHING) == ["move"]
    assert computer_of(game) is None


def test_nobody_thinks_when_the_game_is_over(start: Start, coach: FirstMoves) -> None:
    coach.fails = True
    game = start(wanted("A"))
    for move in (OPENING, MATCHING, THIRD, CLOSING):
        if game.news.state.snapshot.mover == "A":
            until(game.news, lambda state: state.computer and state.computer.problem)
        play(game, move)
    assert game.news.state.snapshot.over
    assert computer_of(game) is None


def test_by_camera_it_says_its_move_and_people_lay_it(
    start: Start, coach: FirstMoves, tables: Tables
) -> None:
    """The game is gone on with by a camera in the computer's turn."""
    coach.may_answer.clear()
    game = start(wanted("B"))
    play(game, OPENING)
    tables.go_on(game.number, SourceChoice("phone"))
    coach.may_answer.set()
    state = until(game.news, lambda state: state.computer and state.computer.move)
    assert len(state.snapshot.moves) == 1
    view = game_view(GameState(state.snapshot, state.followed, computer=state.computer))
    assert len(view.board.tiles) == 4
    assert view.due.startswith("B has chosen: lay the tiles")
    assert view.watching == "B has chosen its move."


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"computer": {"player": "C", "level": "easy"}}, "one of A, B"),
        ({"computer": {"player": "A", "level": "divine"}}, "one of easy"),
        ({"computer": {"player": "A", "level": "easy"}, "placement": "single"}, "two tiles"),
        ({"computer": {"player": "A", "level": "easy"}, "must_contain": True}, "two tiles"),
    ],
)
def test_a_game_it_cannot_play_is_refused(
    start: Start, options: dict[str, Any], words: str
) -> None:
    with pytest.raises((GameError, ValueError), match=words):
        start(by_hand("palago", options=options))
