"""Games on record are replayed once for all their pages, and again when their record is another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.live import replaying
from companion.live.errors import TableError
from companion.live.replaying import MOST_REPLAYS, Replays
from companion.live.snapshot import Snapshot
from companion.record import GameLog, Games, KeptGame, NewEntry, Player
from companion.record.entries import new_event
from companion.referee import Referee
from companion.referee.inputs import give, sighting_to_json
from companion.storage import database
from rules import Board, Cell
from vision.following.table_view import Settled, TableView

BOARDS: tuple[dict[Cell, int], ...] = ({}, {Cell(0, 0): 4, Cell(1, 0): 4})
PLAYERS = ("Ann", "Bob")


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    database.prepare(tmp_path)
    with closing(database.connect(tmp_path)) as connection:
        yield Games(connection)


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the games that were replayed, in order."""
    seen: list[int] = []
    real = replaying.referee_of

    def referee_of(kept: KeptGame) -> Referee:
        seen.append(kept.number)
        return real(kept)

    monkeypatch.setattr(replaying, "referee_of", referee_of)
    return seen


def seen_by(referee: Referee, log: GameLog, looks: range) -> None:
    """Keep what a referee is given and says, as a game that is followed does."""
    for number in looks:
        view = TableView(Board(BOARDS[number]), frozenset(), frozenset())
        kind, data = sighting_to_json(Settled(view))
        events = give(referee, kind, data, float(number), number)
        log.append(
            [NewEntry(kind, data, float(number), number)],
            [new_event(event.to_json()) for event in events],
        )


def started(games: Games, looks: int = len(BOARDS)) -> tuple[int, Referee]:
    log = games.start("palago", [Player(name) for name in PLAYERS], {})
    referee = Referee("palago", PLAYERS)
    seen_by(referee, log, range(looks))
    return log.game, referee


def standing(games: Games, known: Replays, number: int) -> Snapshot:
    """Ask for a game as a page does: what is on record is read anew."""
    kept = games.find(number)
    assert kept is not None
    return known.replayed(kept, games.open(number))


def test_a_game_is_replayed_once_as_long_as_nothing_is_added(
    games: Games, replays: list[int]
) -> None:
    known = Replays()
    number, _referee = started(games)
    first = standing(games, known, number)
    assert [move.mover for move in first.moves] == ["Ann"]
    assert standing(games, known, number) is first
    assert replays == [number]


def test_what_is_added_by_anybody_is_told(games: Games, replays: list[int]) -> None:
    """A game may be gone on with by another program, and then looked into once more."""
    known = Replays()
    number, referee = started(games, looks=1)
    assert not standing(games, known, number).moves
    seen_by(referee, games.open(number), range(1, len(BOARDS)))
    assert [move.mover for move in standing(games, known, number).moves] == ["Ann"]
    assert replays == [number, number]


def test_no_more_games_are_remembered_than_are_looked_into(
    games: Games, replays: list[int]
) -> None:
    known = Replays()
    numbers = [started(games, looks=1)[0] for _ in range(MOST_REPLAYS + 1)]
    for number in numbers:
        standing(games, known, number)
    standing(games, known, numbers[-1])
    assert replays == numbers
    standing(games, known, numbers[0])
    assert replays == [*numbers, numbers[0]]


def test_a_record_that_cannot_be_replayed_is_no_replay(games: Games) -> None:
    known = Replays()
    number, _referee = started(games)
    games.open(number).append([NewEntry("of tomorrow", {}, 9.0, 9)])
    for _again in range(2):
        with pytest.raises(TableError, match="cannot be replayed"):
            standing(games, known, number)
