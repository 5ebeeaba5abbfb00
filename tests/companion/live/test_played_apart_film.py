"""A game that is played beside tiles that lay there first, from drawn pictures, on record."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from companion.live.live_game import LiveGame, go_on_with
from companion.record import Games, Player
from companion.referee import Referee
from companion.referee.events import MoveMade, Unsure
from companion.storage.database import connect, prepare
from rules import Board, Cell
from tests.filming import Film
from training.synthesis.staging import StagedBoard, make_table
from vision.readers.reader import Reader

FIRST = StagedBoard(Board({Cell(0, 0): 1, Cell(1, -1): 1}), (-150.0, 20.0), 0.4)
OPENING = Board({Cell(0, 0): 4, Cell(1, -1): 4})
SECOND = Board({**OPENING, Cell(1, 0): 2, Cell(2, -1): 0})
THIRD = Board({**SECOND, Cell(2, -2): 0, Cell(3, -2): 2})


def test_its_moves_are_on_record_from_the_first_and_it_is_gone_on_with(
    reader: Reader, tmp_path: Path
) -> None:
    prepare(tmp_path)
    film = Film(make_table(8), others=[FIRST])
    with closing(connect(tmp_path)) as connection:
        games = Games(connection)
        log = games.start("palago", [Player("Ann"), Player("Ben")])
        game = LiveGame(reader, Referee("palago", ["Ann", "Ben"]), log)
        said = [event for frame in film.show(Board(), frames=15) for event in game.see(frame)]
        assert [event.name for event in said] == ["ready"]
        opening, second, third = (
            [
                event
                for frame in film.play(board)
                for event in game.see(frame)
                if event.name not in ("hands", "hands-gone")
            ]
            for board in (OPENING, SECOND, THIRD)
        )
        assert [type(event) for event in opening] == [Unsure]
        assert [event.name for event in second] == ["ready", "move", "move"]
        moves = [event for event in (*second, *third) if isinstance(event, MoveMade)]
        assert [(move.number, move.mover) for move in moves] == [(1, "Ann"), (2, "Ben"), (3, "Ann")]
        assert all(move.verdict.legal for move in moves)

        again = go_on_with(reader, Referee("palago", ["Ann", "Ben"]), log)
        assert again.referee.ledger.moves == game.referee.ledger.moves
        assert again.referee.board == game.referee.board
