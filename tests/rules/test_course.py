"""The course of a game, apart from what is legal in it."""

from __future__ import annotations

import pytest

from rules import (
    Board,
    Cell,
    Claim,
    ClaimKind,
    Course,
    GameError,
    GivenTurn,
    PalagoniaGame,
    Turn,
    Vote,
    judge_palagonia,
    parse_move,
)
from rules.palagonia.score_sheet import score_sheet_of, vote_on, without_lost_votes

PLAYERS = ("Ann", "Bob", "Cem")
THREE = Board({Cell(0, 0): 0, Cell(1, -1): 4, Cell(1, 0): 2})
SIX = THREE.with_tiles([(Cell(0, -1), 2), (Cell(2, -1), 0), (Cell(0, 1), 4)])
SMALL_ISLAND = 1

Happening = Turn | Claim | GivenTurn | Vote


def turn(mover: str, before: Board, after: Board, die: int) -> Turn:
    verdict = judge_palagonia(before, after, die=die, tiles_left=48 - len(before))
    return Turn(mover, verdict.move, before, after, verdict, die)


def course(*events: Happening, first: int = 0) -> Course[Claim | GivenTurn | Vote]:
    return Course(PLAYERS, Board(), first, events)


OPENING = turn("Ann", Board(), THREE, 3)
CLOSING = turn("Bob", THREE, SIX, 3)


def test_anybody_may_have_moved_and_the_next_player_follows() -> None:
    assert course(first=2).mover == "Cem"
    assert course(OPENING).mover == "Bob"
    assert course(turn("Cem", Board(), THREE, 3)).mover == "Ann"
    assert course(OPENING, GivenTurn("Ann")).mover == "Ann"
    assert course(OPENING, GivenTurn("Cem"), turn("Cem", THREE, SIX, 3)).mover == "Ann"


def test_a_mistaken_claim_costs_the_next_move_once() -> None:
    mistaken = Claim("Bob", ClaimKind.WIN, right=False)
    assert course(OPENING, mistaken).mover == "Cem"
    around = (turn("Cem", THREE, THREE, 6), turn("Ann", THREE, THREE, 6))
    assert course(OPENING, mistaken, *around).mover == "Bob"
    assert course(OPENING, Claim("Bob", ClaimKind.WIN, right=True)).mover == "Bob"


def test_the_board_is_that_of_the_last_turn_whatever_is_said_after_it() -> None:
    played = course(OPENING, CLOSING, Vote(1, 2), GivenTurn("Ann"))
    assert (played.board, played.last, played.turns) == (SIX, CLOSING, (OPENING, CLOSING))
    assert course(GivenTurn("Bob")).board == Board()


def test_whoever_moved_is_changed_and_the_points_follow() -> None:
    played = course(OPENING, CLOSING)
    assert score_sheet_of(played).totals() == {"Ann": 2, "Bob": 3, "Cem": 0}
    changed = played.with_turn(1, turn("Cem", Board(), THREE, 3))
    assert score_sheet_of(changed).totals() == {"Ann": 0, "Bob": 3, "Cem": 2}
    assert played.turns == (OPENING, CLOSING)


def test_a_turn_taken_back_takes_along_the_votes_on_its_islands() -> None:
    played = course(OPENING, CLOSING, GivenTurn("Ann")).followed_by(Vote(1, 4))
    assert score_sheet_of(played).rows[0].value == 4
    back = played.before_last_turn()
    assert back.events == (OPENING, Vote(1, 4))
    assert without_lost_votes(back).events == (OPENING,)
    assert without_lost_votes(played) == played


def test_a_vote_is_for_an_island_on_the_sheet() -> None:
    sheet = score_sheet_of(course(OPENING, CLOSING))
    assert sheet.rows[0].island.value == SMALL_ISLAND
    assert vote_on(sheet, 1, 0) == Vote(1, 0)
    for row, value in ((0, 1), (2, 1), (1, -1)):
        with pytest.raises(GameError):
            vote_on(sheet, row, value)


def test_a_game_by_the_rules_comes_to_the_same() -> None:
    game = PalagoniaGame(PLAYERS)
    for move in ("0,0=0 1,-1=4 1,0=2", "0,-1=2 2,-1=0 0,1=4"):
        game.roll(3)
        game.play(parse_move(move))
    again = course(*game.turns)
    assert (again.mover, again.board) == (game.mover, game.board)
    assert score_sheet_of(again) == game.score_sheet()
