"""What is appended comes back as it was, in order; unfinished games are found again."""

import json
import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.record import (
    EntryError,
    GameContinuedError,
    GameNotFoundError,
    Games,
    NewEntry,
    Player,
    new_event,
)
from companion.storage import database

PLAYERS = (Player("Ann", "white"), Player("Björn", "blue"))

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip
OBJECTS = st.dictionaries(st.text(), VALUES, max_size=4)


def seen(number: int) -> NewEntry:
    return NewEntry("settled", {"board": {"tiles": []}, "look": number}, 1.5 * number, number)


def test_a_game_is_found_as_it_was_started(games: Games) -> None:
    log = games.start("palago", PLAYERS, {"placement": "single"})
    kept = games.find(log.game)
    assert kept is not None
    assert (kept.game, kept.players) == ("palago", PLAYERS)
    assert kept.options == {"placement": "single"}
    assert kept.ended_at is None
    assert games.find(log.game + 1) is None
    with pytest.raises(GameNotFoundError, match="choose another"):
        games.open(log.game + 1)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.lists(OBJECTS, min_size=1, max_size=5), t=st.floats(0, 1e6))
def test_inputs_come_back_exactly_and_in_order(games: Games, data: list[dict], t: float) -> None:
    log = games.start("palagem", PLAYERS)
    for part in data:
        log.append([NewEntry("settled", part, t, reading=part)], [NewEntry("move", part, t)])
    inputs = games.open(log.game).inputs()
    assert [entry.data for entry in inputs] == data
    assert {entry.t for entry in inputs} == {t}
    assert [log.reading(entry.number) for entry in inputs] == data
    # Floats and the order of keys too, which comparing dictionaries does not tell.
    assert [json.dumps(entry.data) for entry in log.events()] == [json.dumps(d) for d in data]


def test_events_know_what_they_follow_from(games: Games) -> None:
    log = games.start("palago", PLAYERS)
    assert log.append(events=[new_event({"t": 0.0, "frame": 0, "event": "ready"})]) == (1,)
    event = {"t": 3.0, "frame": 7, "event": "illegal", "violations": [{"code": "disturbed"}]}
    assert log.append([seen(1), seen(2)], [new_event(event), seen(3)]) == (2, 3, 4, 5)
    assert [entry.cause for entry in log.entries()] == [None, None, None, 3, 3]
    assert [entry.source for entry in log.entries(3)] == ["event", "event"]
    assert log.events(after=1)[0].to_event() == event
    assert log.last_t() == 4.5


def test_the_newest_unfinished_game_is_resumed(games: Games) -> None:
    assert games.resume() is None
    first, second, third = (games.start("palago", PLAYERS) for _ in range(3))
    second.append([seen(1)], [seen(2)])
    third.append(events=[NewEntry("over", {"result": "draw"}, 9.0)], over=True)
    found = games.resume()
    assert found is not None
    kept, log = found
    assert kept.number == second.game
    assert [entry.data for entry in log.inputs()] == [seen(1).data]
    assert log.append([seen(3)]) == (3,)
    assert [kept.number for kept in games.unfinished()] == [second.game, first.game]
    ended = games.find(third.game)
    assert ended is not None
    assert ended.ended_at is not None
    assert ended.outcome == {"result": "draw"}


def test_a_game_whose_end_is_taken_back_goes_on(games: Games) -> None:
    log = games.start("palago", PLAYERS)
    log.append(events=[NewEntry("over", {"result": "draw"}, 9.0)], over=True)
    assert games.resume() is None
    log.append([NewEntry("take-back", {}, 12.0)], over=False)
    found = games.resume()
    assert found is not None
    assert found[0].outcome is None
    assert len(log.events()) == 1


def test_of_two_who_go_on_with_a_game_the_second_is_stopped(tmp_path: Path, games: Games) -> None:
    log = games.start("palago", PLAYERS)
    other_connection = database.connect(tmp_path)
    other = Games(other_connection).open(log.game)
    other.append([seen(1)])
    with pytest.raises(GameContinuedError, match="close one of the two"):
        log.append([seen(2)])
    assert [entry.data["look"] for entry in log.inputs()] == [1]
    assert games.open(log.game).append([seen(2)]) == (2,)
    Games(other_connection).forget(log.game)
    with pytest.raises(GameNotFoundError):
        log.append([seen(3)])
    other_connection.close()


def test_entries_are_neither_changed_nor_removed(
    games: Games, connection: sqlite3.Connection
) -> None:
    log = games.start("palago", PLAYERS)
    log.append([seen(1)])
    for statement in ("UPDATE entry SET data = '{}'", "DELETE FROM entry"):
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            connection.execute(statement)
        connection.rollback()
    assert len(log.inputs()) == 1


def test_a_forgotten_game_leaves_nothing(games: Games, connection: sqlite3.Connection) -> None:
    log = games.start("palago", PLAYERS)
    log.append([seen(1)])
    kept = games.start("palago", PLAYERS)
    assert games.forget(log.game)
    assert not games.forget(log.game)
    assert connection.execute("SELECT count(*) FROM entry").fetchone()[0] == 0
    assert [game.number for game in games.recent(5)] == [kept.game]
    assert games.start("palago", PLAYERS).game > kept.game


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (NewEntry("", {}, 0.0), "name it with a word"),
        (NewEntry("move", {}, float("nan")), "seconds into the game"),
        (NewEntry("move", {}, 0.0, -1), "count frames from 0"),
        (NewEntry("move", {"x": float("inf")}, 0.0), "finite"),
        (NewEntry("move", {"x": {1: 2}}, 0.0), "make it a text"),  # type: ignore[dict-item]
        (NewEntry("move", {"x": {1, 2}}, 0.0), "which JSON has not"),
        (NewEntry("move", {"x": "y" * 5_000_000}, 0.0), "leave out"),
        (NewEntry("move", {"x": 10**5000}, 0.0), "are no JSON"),
    ],
)
def test_what_cannot_be_kept_is_refused_whole(games: Games, entry: NewEntry, message: str) -> None:
    log = games.start("palago", PLAYERS)
    with pytest.raises(EntryError, match=message):
        log.append([seen(1)], [entry])
    assert log.entries() == ()
    assert log.append([seen(1)]) == (1,)


def test_what_nests_too_deeply_is_refused(games: Games) -> None:
    deep: dict[str, object] = {}
    for _ in range(300):
        deep = {"in": deep}
    with pytest.raises(EntryError, match="nested too deeply"):
        games.start("palago", PLAYERS).append([NewEntry("move", deep, 0.0)])


@pytest.mark.parametrize(
    ("game", "players", "message"),
    [
        ("chess", PLAYERS, "choose one of palago"),
        ("palago", (), "name at least one"),
        ("palago", (Player("Ann"), Player("Ann")), "change one"),
        ("palago", (Player(" "),), "letters"),
        ("palago", (Player("Ann\n"),), "letters"),
        ("palago", (Player("A" * 81),), "1 to 80"),
        ("palago", (Player("Ann", "\ud800"),), "letters"),
        ("palago", (Player("\u200d"),), "letters"),
        ("palago", (Player("Ann\u200c"),), "letters"),
    ],
)
def test_players_who_cannot_be_told_are_refused(
    games: Games, game: str, players: tuple[Player, ...], message: str
) -> None:
    with pytest.raises(EntryError, match=message):
        games.start(game, players)
    assert games.recent(1) == []


def test_names_are_kept_as_their_script_writes_them(games: Games) -> None:
    names = ("کوروش می\u200cرود", "Zoë \U0001f469\u200d\U0001f52c", "クロエ", "ماريا بنت")
    game = games.start("palagonia", tuple(map(Player, names))).game
    kept = games.find(game)
    assert kept is not None
    assert tuple(player.name for player in kept.players) == names
