"""Whole games as plain text: what is written is read back, and the line at fault is named."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    ClaimKind,
    Mode,
    NotationError,
    PalagemGame,
    PalagoGame,
    PalagoniaGame,
    WrittenGame,
    all_palagems,
    board_from_json,
    format_game,
    parse_game,
    parse_move,
)
from tests.rules.test_games import AnyGame, play_palagem, play_palago, play_palagonia

PLAYED = (play_palago, play_palagem, play_palagonia)
FEW = 12
TEXT = """\
palago-game: 1
game: palagonia
player: Ann
player: "Bob (the other)"
player: Cem
date: 2026-01-31T19:30:00+00:00
option size: 48
# at the club

1. Ann (3): 0,0=0 1,0=2 0,1=4
2. "Bob (the other)" (1): x0,1
"""
NAMES = st.lists(
    st.text(min_size=1, max_size=12).filter(lambda name: name != "draw"),
    min_size=2,
    max_size=4,
    unique=True,
)


def check(game: AnyGame) -> None:
    text = format_game(game)
    written = parse_game(text)
    assert written.record == game.to_json()
    again = written.played()
    assert again.history == game.history
    assert again.outcome() == game.outcome()
    assert format_game(again) == format_game(written) == text


@pytest.mark.parametrize("played", PLAYED, ids=lambda played: played.__name__)
@pytest.mark.parametrize("seed", range(FEW))
def test_random_games_are_read_back_as_they_were(played, seed: int) -> None:  # type: ignore[no-untyped-def]
    check(played(Random(seed)))


@given(NAMES)
@settings(max_examples=200, deadline=None)
def test_every_name_is_read_back(names: list[str]) -> None:
    """Also of blanks, quotes, colons, lines and parts of the notation."""
    game = PalagemGame(names, dict(zip(names, all_palagems(), strict=False)), mode=Mode.CLAIM)
    game.play(parse_move("0,0=0"))
    game.claim(names[0], ClaimKind.WIN)
    check(game)


@given(st.dictionaries(st.text(min_size=1), st.none() | st.booleans() | st.integers() | st.text()))
def test_options_that_nobody_knows_are_read_back(options: dict[str, object]) -> None:
    options.pop("palagems", None)
    record = {**PalagoGame().to_json(), "options": options}
    assert parse_game(format_game(WrittenGame(record))).record == record


@given(st.text())
@settings(max_examples=300)
def test_whatever_is_read_is_read_or_refused(text: str) -> None:
    for whole in (text, f"palago-game: 1\ngame: palago\n{text}", TEXT + text):
        try:
            written = parse_game(whole)
        except NotationError:
            continue
        assert parse_game(format_game(written)).record == written.record


def test_a_game_is_read_as_a_person_writes_it() -> None:
    written = parse_game(TEXT)
    assert written.date == "2026-01-31T19:30:00+00:00"
    assert written.remarks == ("at the club",)
    assert format_game(written).replace("# at the club\n", "") == TEXT.replace(
        "# at the club\n", ""
    )
    game = written.played()
    assert [turn.die for turn in game.turns] == [3, 1]
    spaced = "\ufeff" + TEXT.replace("\n", " \r\n\r\n  ")
    assert parse_game(spaced).record == written.record


def test_votes_stand_where_they_were_made() -> None:
    """One is made between a roll and its move; a roll without a move comes last."""
    game = PalagoniaGame(["Ann", "Bob", "Cem"])
    for die, move in ((3, "0,0=0 1,-1=4 1,0=2"), (3, "0,-1=2 2,-1=0 0,1=4")):
        game.roll(die)
        game.play(parse_move(move))
    game.roll(2)
    game.vote(1, 4)
    game.play(parse_move("3,-1=2 4,-1=0"))
    game.roll(6)
    check(game)
    lines = format_game(game).splitlines()
    assert lines[-4:] == [
        "3. Cem (2):",
        "vote: row 1 = 4",
        "3. Cem: 3,-1=2 4,-1=0",
        "4. Ann (6):",
    ]


def test_what_was_let_stand_and_what_lay_there_before() -> None:
    start = board_from_json({"tiles": [{"q": 0, "r": 0, "orientation": 0}]})
    game = PalagoGame(["Ann", "Bob"], start=start)
    game.play(parse_move("1,0=1 then 2,0=1"), let_stand=True)
    check(game)
    text = format_game(game)
    assert "start: 0,0=0\n" in text
    assert text.endswith("1. Ann: 1,0=1 then 2,0=1 let stand\n")


@pytest.mark.parametrize(
    ("changed", "to", "says"),
    [
        ("palago-game: 1", "chess: 1", "Line 1: 'chess: 1' begins no game"),
        ("palago-game: 1", "palago-game: 2", "Line 1"),
        ("game: palagonia\n", "", 'no line "game'),
        ("game: palagonia", "game: chess", "Line 2: 'chess' is no game"),
        ("game: palagonia", "game: palago\ngame: palago", "Line 3: 'game' is no header"),
        ("option size: 48", "option size: many", "Line 7: 'many' is no value"),
        ("option size: 48", "start: x0,0", "Line 7"),
        ("player: Cem", 'player: "Cem', "Line 5"),
        ("player: Cem", "player: 3", ""),
        ("2. ", "3. ", "Line 11: Turn 3 follows turn 1"),
        ("(1): x0,1", "(7): x0,1", "Line 11"),
        ("x0,1", "x0,1 x0,1", "names a cell for the second time"),
        ("# at the club\n\n", "\n2 x\n", "Line 9"),
        ("x0,1", "x0,1\nplayer: Dora", "Line 12"),
    ],
)
def test_the_line_at_fault_is_named(changed: str, to: str, says: str) -> None:
    assert changed in TEXT
    text = TEXT.replace(changed, to)
    if not says:
        assert parse_game(text).record["players"][-1] == "3"
        return
    with pytest.raises(NotationError, match=says):
        parse_game(text)


def test_no_text_is_no_game() -> None:
    with pytest.raises(NotationError, match="no game to read"):
        parse_game("\n# nothing\n")
