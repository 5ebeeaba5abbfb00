"""A game of Palago from drawn pictures, start to end: its moves, its wrong move, its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np

from companion.live.live_game import LiveGame, go_on_with
from companion.record import Games, Player
from companion.referee import Event, Referee
from companion.referee.events import Correction, IllegalTable, MoveMade, Over, Restored
from companion.sources import Frame
from companion.storage.database import connect, prepare
from rules import Board, Cell
from tests.filming import Film
from training.synthesis.staging import make_table
from vision.readers.reader import Reader
from vision.recognition.mirror_images import mirrored_share

OPENING = Board({Cell(0, 0): 4, Cell(1, -1): 4})
SECOND = Board({**OPENING, Cell(1, 0): 2, Cell(2, -1): 0})
WRONG = Board({**SECOND, Cell(2, -2): 0, Cell(3, -2): 3})
RIGHT = WRONG.with_tile(Cell(3, -2), 2)
CLOSED = Board({**RIGHT, Cell(-1, 0): 0, Cell(0, -1): 4})
FOURTH = Board({**RIGHT, Cell(1, 1): 4, Cell(0, 1): 0})


def _play(game: LiveGame, frames: Iterable[Frame]) -> list[Event]:
    return [event for frame in frames for event in game.see(frame)]


def _rulings(events: Iterable[Event]) -> list[Event]:
    return [e for e in events if isinstance(e, (MoveMade, IllegalTable, Restored, Over))]


def test_a_wrong_tile_is_told_once_and_the_move_counts_when_it_is_put_right(
    reader: Reader, tmp_path: Path
) -> None:
    prepare(tmp_path)
    film = Film(make_table(8))
    with closing(connect(tmp_path)) as connection:
        games = Games(connection)
        log = games.start("palago", [Player("Ann"), Player("Ben")])
        game = LiveGame(reader, Referee("palago", ["Ann", "Ben"]), log)
        assert [e.name for e in _play(game, film.show(Board()))] == ["ready"]
        (first,) = _rulings(_play(game, film.play(OPENING)))
        assert isinstance(first, MoveMade)
        assert (first.number, first.mover, first.verdict.legal) == (1, "Ann", True)
        (second,) = _rulings(_play(game, film.play(SECOND)))
        assert isinstance(second, MoveMade)
        assert second.mover == "Ben"

        (wrong,) = _rulings(_play(game, film.play(WRONG)))
        assert isinstance(wrong, IllegalTable)
        assert {v.code for v in wrong.violations} == {"edge-mismatch"}
        restored, third = _rulings(_play(game, film.play(RIGHT)))
        assert isinstance(restored, Restored)
        assert isinstance(third, MoveMade)
        assert (third.number, third.mover) == (3, "Ann")

        last, over = _rulings(_play(game, film.play(CLOSED)))
        assert isinstance(last, MoveMade)
        assert (last.number, last.mover) == (4, "Ben")
        assert isinstance(over, Over)
        assert (over.winner, over.reason) == ("Ann", "closed-group")

        kept = [entry.kind for entry in log.events() if entry.kind not in ("hands", "hands-gone")]
        told = ["ready", "move", "move", "illegal", "restored", "move", "move", "over"]
        assert kept == told
        told = next(entry for entry in log.events() if entry.kind == "illegal")
        for number in (told.before, told.after):
            assert number is not None
            picture = log.picture(number)
            assert picture is not None
            assert picture.jpeg.startswith(b"\xff\xd8")


def test_a_game_is_gone_on_with_where_it_stood(reader: Reader, tmp_path: Path) -> None:
    prepare(tmp_path)
    film = Film(make_table(8))
    with closing(connect(tmp_path)) as connection:
        log = Games(connection).start("palago", [Player("Ann"), Player("Ben")])
        game = LiveGame(reader, Referee("palago", ["Ann", "Ben"]), log)
        _play(game, [*film.show(Board()), *film.play(OPENING), *film.play(SECOND)])
        _play(game, film.play(RIGHT))
        before = game.referee.ledger.board

    film.table = make_table(8, heading=1.9, distance=740.0)
    with closing(connect(tmp_path)) as connection:
        found = Games(connection).resume()
        assert found is not None
        kept, log = found
        names = [player.name for player in kept.players]
        again = go_on_with(reader, Referee(kept.game, names, kept.options), log)
        assert again.referee.ledger.board == before
        assert not _rulings(_play(again, film.show(RIGHT)))
        (move,) = _rulings(_play(again, film.play(FOURTH)))
        assert isinstance(move, MoveMade)
        assert move.mover == again.referee.ledger.moves[-1].mover
        assert set(before.items()) <= set(move.after.items())


def test_a_film_that_breaks_off_after_the_last_turn_has_it_on_record(
    reader: Reader, tmp_path: Path
) -> None:
    prepare(tmp_path)
    film = Film(make_table(8))
    with closing(connect(tmp_path)) as connection:
        log = Games(connection).start("palago", [Player("Ann"), Player("Ben")])
        game = LiveGame(reader, Referee("palago", ["Ann", "Ben"]), log)
        _play(game, [*film.show(Board()), *film.play(OPENING)])
        assert not _rulings(_play(game, film.show(SECOND, frames=3)))
        (move,) = _rulings(game.film_over())
        assert isinstance(move, MoveMade)
        assert move.mover == "Ben"
        assert log.events()[-1].kind == "move"


def test_what_people_decide_is_kept_beside_what_was_seen(reader: Reader, tmp_path: Path) -> None:
    prepare(tmp_path)
    film = Film(make_table(8))
    with closing(connect(tmp_path)) as connection:
        log = Games(connection).start("palago", [Player("Ann"), Player("Ben")])
        game = LiveGame(reader, Referee("palago", ["Ann", "Ben"]), log)
        _play(game, [*film.show(Board()), *film.play(OPENING), *film.play(SECOND)])
        _play(game, film.play(WRONG))
        (stood,) = _rulings(game.decide("let-stand", {}))
        assert isinstance(stood, MoveMade)
        assert (stood.number, stood.verdict.legal) == (3, False)
        events = game.decide("take-back", {})
        assert events[0].to_json()["seen"]["number"] == 3
        kinds = [entry.kind for entry in log.inputs()]
        assert kinds[-2:] == ["let-stand", "take-back"]


def test_a_move_that_is_taken_back_by_hand_is_said_to_be(reader: Reader) -> None:
    film = Film(make_table(8))
    game = LiveGame(reader, Referee("palago", ["Ann", "Ben"]))
    _play(game, [*film.show(Board()), *film.play(OPENING), *film.play(SECOND)])
    (back,) = [e for e in _play(game, film.play(OPENING)) if isinstance(e, Correction)]
    assert back.decision.decided_to_json() == {"how": "seen"}
    (again,) = _rulings(_play(game, film.play(SECOND)))
    assert isinstance(again, MoveMade)
    assert (again.number, again.mover) == (2, "Ben")


def test_a_camera_that_mirrors_its_picture_shows_a_game_that_is_ruled_on_alike(
    reader: Reader,
) -> None:
    """A tile is its own mirror image, and the rules know no left or right."""
    film = Film(make_table(8))
    game = LiveGame(reader, Referee("palago", ["Ann", "Ben"]))

    def mirrored(frames: Iterable[Frame]) -> Iterator[Frame]:
        for frame in frames:
            yield replace(frame, image=np.ascontiguousarray(frame.image[:, ::-1]))

    said = _play(game, mirrored(film.show(Board())))
    for board in (OPENING, SECOND, WRONG, RIGHT):
        said += _play(game, mirrored(film.play(board)))
    assert [type(event) for event in _rulings(said)] == [
        MoveMade,
        MoveMade,
        IllegalTable,
        Restored,
        MoveMade,
    ]
    assert mirrored_share(game.referee.board, RIGHT) == 1.0
    assert mirrored_share(RIGHT, RIGHT) < 1.0
