"""A game that is played beside tiles that lay there first, from drawn pictures, on record."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from companion.live.live_game import LiveGame, go_on_with
from companion.record import Games, Player
from companion.referee import Referee
from companion.referee.events import MoveMade, Unsure
from companion.storage.database import connect, prepare
from rules import Board, Cell, all_palagems
from rules.board_json import tiles_to_json
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


@pytest.mark.parametrize("first", [Board({Cell(0, 0): 1, Cell(1, -1): 1}), Board({Cell(0, 0): 1})])
def test_what_is_laid_apart_is_known_when_the_game_is_taken_up_again(
    reader: Reader, tmp_path: Path, first: Board
) -> None:
    """Of a lone first tile it is open where Palagem is played until two lie apart from it."""
    prepare(tmp_path)
    is_lone, chosen = len(first) == 1, [palagem.tiles for palagem in all_palagems()[10:12]]
    name = "palagem" if is_lone else "palago"
    options = {
        "palagems": {p: tiles_to_json(t) for p, t in zip(("Ann", "Ben"), chosen, strict=True)}
    }
    start = (name, ["Ann", "Ben"], options if is_lone else {})
    film = Film(make_table(8), others=[StagedBoard(first, FIRST.origin, FIRST.angle)])
    boards = [Board({Cell(0, 0): 4}), OPENING] if is_lone else [OPENING, SECOND]
    with closing(connect(tmp_path)) as connection:
        log = Games(connection).start(name, [Player("Ann"), Player("Ben")])
        game = LiveGame(reader, Referee(*start), log)
        for frame in (*film.show(Board(), frames=15), *film.play(boards[0])):
            game.see(frame)
        assert not game.referee.ledger.moves
        again = go_on_with(reader, Referee(*start), log)
        said = [e for frame in film.show(boards[0], frames=15) for e in again.see(frame)]
        said += [e for frame in film.play(boards[1]) for e in again.see(frame)]
        moves = [(e.number, e.mover) for e in said if isinstance(e, MoveMade)]
        assert moves == [(1, "Ann"), (2, "Ben")]
        view = again.referee.view
        assert view is not None
        assert len(view.board) == len(boards[1])
