"""Random full games of all three, and their records."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest

from rules import (
    Board,
    Cell,
    Game,
    GameFormatError,
    Move,
    PalagemGame,
    PalagoGame,
    PalagoniaGame,
    PalagoOptions,
    Placement,
    Roll,
    Tiebreak,
    Tile,
    all_palagems,
    analyse,
    difference,
    enclosed_empty_cells,
    game_from_json,
    judge_palagem,
    judge_palago,
    judge_palagonia,
    mismatches,
    parse_move,
    placing,
)
from rules.lattice import is_connected
from rules.palagonia.judging import tiles_due
from rules.placing import fitting_tiles, places

GAMES = int(os.environ.get("PALAGO_RANDOM_GAMES", "60"))
"""How many random games of each are played; thousands take minutes."""
LONGEST = 200

AnyGame = Game[Any]


def random_patch(board: Board, number: int, random: Random) -> Move:
    """Return matching tiles on cells that hang together with the board and with each other.

    Crowded cells are often preferred, so that groups are closed now and then.
    """
    grown, cells = board, list(places(board))
    tiles: list[Tile] = []
    while cells and len(tiles) < number:
        if random.random() < 0.7:
            most = max(len(grown.touching(cell)) for cell in cells)
            cells = [cell for cell in cells if len(grown.touching(cell)) == most]
        tile = random.choice(list(fitting_tiles(grown, [random.choice(cells)])))
        tiles.append(tile)
        grown = grown.with_tile(*tile)
        cells = [n for own in tiles for n in own.cell.neighbours() if n not in grown]
    return placing(*tiles)


def random_move(game: AnyGame, random: Random, number: int) -> Move:
    """Return a legal move: a random patch where one is found soon, else one of those offered."""
    if number:
        for _ in range(30):
            move = random_patch(game.board, number, random)
            if game.is_legal(move):
                return move
    return random.choice(list(islice(game.legal_moves(), 500)))


def play_palago(random: Random) -> PalagoGame:
    options = PalagoOptions(
        placement=random.choice([Placement.PAIR, *Placement]),
        tiebreak=random.choice(list(Tiebreak)),
        size=random.choice([48, 48, 31]),
        must_contain=random.random() < 0.2,
    )
    game = PalagoGame(options=options)
    while game.outcome() is None:
        number = min(1 if options.placement is Placement.SINGLE else 2, game.tiles_left)
        game.play(random_move(game, random, 0 if random.random() < 0.05 else number))
    return game


def play_palagem(random: Random) -> PalagemGame:
    players = ["Ann", "Bob", "Cem", "Dee", "Eva", "Fay"][: random.randint(2, 6)]
    chosen = random.sample(all_palagems(), len(players))
    game = PalagemGame(players, dict(zip(players, chosen, strict=True)))
    while game.outcome() is None and len(game.turns) < LONGEST:
        game.play(random.choice(list(game.legal_moves())))
    return game


def play_palagonia(random: Random) -> PalagoniaGame:
    game = PalagoniaGame(["Ann", "Bob", "Cem", "Dee"][: random.choice([3, 4])], size=48)
    while game.outcome() is None:
        die = random.randint(1, 6)
        game.roll(die)
        number = tiles_due(die, game.tiles_left) if 2 <= die <= 5 else 0
        game.play(random_move(game, random, number))
    return game


def check_palago(game: PalagoGame) -> None:
    for number, turn in enumerate(game.turns):
        again = judge_palago(
            turn.before,
            turn.after,
            mover=("white", "blue")[number % 2],
            tiles_left=game.options.size - len(turn.before),
            options=game.options,
            order=turn.move.placed_cells if turn.move.ordered else None,
        )
        assert (again.legal, again.winner, again.reason) == (
            True,
            turn.verdict.winner,
            turn.verdict.reason,
        )
        assert is_connected(turn.after)
        assert bool(again.reason) == (turn is game.turns[-1])
    if game.turns[-1].verdict.closed:
        shapes = {s.corners for s in analyse(game.board).closed or () if not s.is_eye}
        assert {group.corners for group in game.turns[-1].verdict.closed} <= shapes
    else:
        assert game.tiles_left == 0


def check_palagem(game: PalagemGame) -> None:
    for turn in game.turns:
        standing = turn.before
        for cell in turn.move.removed:
            assert sum(n not in standing for n in cell.neighbours()) >= 3
            standing = standing.without(cell)
        (tile,) = turn.move.placed
        assert len(standing.touching(tile.cell)) >= min(2, len(standing))
        again = judge_palagem(
            turn.before,
            turn.after,
            mover=turn.mover,
            tiles_left=max(0, game.pool - len(turn.before)),
            palagems=game.palagems,
        )
        assert again == turn.verdict
        completed = {
            player
            for player, p in game.palagems.items()
            if tile.cell in stands(p.tiles, turn.after)
        }
        assert completed == set(again.palagems)


def stands(palagem: Board, board: Board) -> set[Cell]:
    """Return the cells that are part of a palagem in any place and rotation, by trying all."""
    part_of: set[Cell] = set()
    for turns in range(6):
        turned = palagem.rotated(turns)
        first = next(iter(turned))
        for cell in board:
            moved = turned.translated(cell.q - first.q, cell.r - first.r)
            if moved.items() <= board.items():
                part_of |= moved.keys()
    return part_of


def check_palagonia(game: PalagoniaGame) -> None:
    for turn in game.turns:
        assert is_connected(turn.after)
        assert not enclosed_empty_cells(turn.after)
        known = {s.corners for s in analyse(turn.before).islands}
        closed = [s for s in analyse(turn.after).islands if s.corners not in known]
        added = bool(turn.move.placed)
        assert len(turn.verdict.islands) == (len(closed) if added else 0)
        left = game.size - len(turn.before)
        assert judge_palagonia(turn.before, turn.after, die=turn.die, tiles_left=left).legal
    assert [turn.die for turn in game.turns] == [
        event.value for event in game.history if isinstance(event, Roll)
    ]
    sheet = game.score_sheet()
    with_helper = sum(5 * row.value for row in sheet.rows if row.helper)
    assert sum(sheet.totals().values()) == with_helper
    assert game.tiles_left == 0


PLAYS: dict[str, tuple[Callable[[Random], AnyGame], Callable[[Any], None]]] = {
    "palago": (play_palago, check_palago),
    "palagem": (play_palagem, check_palagem),
    "palagonia": (play_palagonia, check_palagonia),
}


@pytest.mark.parametrize("name", PLAYS)
def test_random_games_keep_every_invariant(name: str) -> None:
    play, check = PLAYS[name]
    for seed in range(GAMES):
        game = play(Random(seed))
        assert not mismatches(game.board)
        assert all(turn.verdict.legal for turn in game.turns)
        assert all(difference(t.before, t.after).placed for t in game.turns if t.move.placed)
        check(game)


@pytest.mark.parametrize("name", PLAYS)
def test_a_record_gives_the_same_game_and_undo_leads_back_to_the_start(name: str) -> None:
    for seed in range(5):
        game = PLAYS[name][0](Random(seed))
        record = json.loads(json.dumps(game.to_json()))
        again = game_from_json(record)
        assert again.history == game.history
        assert again.outcome() == game.outcome()
        assert again.to_json() == record
        boards = [turn.before for turn in game.turns]
        while again.history:
            taken = again.undo()
            if taken in game.turns:
                assert again.board == boards.pop()
        assert again.board == again.start == Board()


def test_a_record_keeps_moves_that_were_let_stand_and_the_start() -> None:
    game = PalagoGame(["Ann", "Bob"], start=Board({Cell(0, 0): 0}))
    game.play(parse_move("0,1=1 0,2=1"), let_stand=True)
    game.play(parse_move("x0,1 1,0=2 2,0=2"), let_stand=True)
    again = game_from_json(json.loads(json.dumps(game.to_json())))
    assert again.history == game.history
    assert again.board == game.board


RECORD: dict[str, Any] = PalagoGame(["Ann", "Bob"]).to_json()


def test_a_record_in_which_somebody_rolls_out_of_turn_is_refused() -> None:
    game = PalagoniaGame(["Ann", "Bob", "Cem"])
    game.roll(1)
    record = game.to_json()
    record["events"][0]["player"] = "Bob"
    with pytest.raises(GameFormatError, match=r"events\[0\]: it is Ann's turn here, not Bob's"):
        game_from_json(record)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "go"}, '"game" must be one of palago'),
        ({"players": ["Ann", 2]}, r"players\[1\] must be a text, but is 2"),
        ({"players": ["Ann", "draw"]}, "choose another name"),
        ({"players": ["Ann"]}, "cannot have been started: Palago is for two players, but 1"),
        ({"options": {"size": 0}}, '"size" must be 1 or more'),
        ({"start": {"tiles": [1]}}, r"cannot have been started: tiles\[0\]"),
        ({"events": [{"event": "roll"}]}, r'events\[0\]: "roll" is no event of palago'),
        ({"events": [{"event": "move"}]}, r'events\[0\] has no "move"'),
        ({"events": [{"event": "move", "move": "0,0"}]}, "'0,0' is not a part of a move"),
        ({"events": [{"event": "move", "move": "0,0=0"}]}, "but 1 tile was placed"),
        ({"events": [{"event": "move", "move": "x0,0"}]}, r"No tile lies at \(0, 0\)"),
        (
            {"events": [{"event": "move", "mover": "Bob", "move": "0,0=0 1,0=0"}]},
            r"events\[0\]: it is Ann's turn here, not Bob's",
        ),
    ],
)
def test_a_record_that_cannot_be_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(GameFormatError, match=message):
        game_from_json({**RECORD, **change})
