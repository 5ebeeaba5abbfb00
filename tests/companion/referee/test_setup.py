"""What a game is played with, and what it cannot be played with."""

from __future__ import annotations

from typing import Any

import pytest

from companion.referee import Referee
from companion.referee.setup import OPTIONS
from rules import FormatError, GameError, Mode, all_palagems
from rules.board_json import tiles_to_json

ANN = tiles_to_json(all_palagems()[0].tiles)


def test_palagonia_above_four_players_has_two_sets() -> None:
    players = ["Ann", "Bob", "Cem", "Dee"]
    assert Referee("palagonia", players).setup.pool == 48
    assert Referee("palagonia", [*players, "Eva"]).setup.pool == 96


def test_palagems_come_out_of_the_set() -> None:
    setup = Referee("palagem", ["Ann", "Bob", "Cem"], {"mode": "claim"}).setup
    assert (setup.pool, setup.in_all, setup.mode) == (36, 48, Mode.CLAIM)


@pytest.mark.parametrize(
    ("game", "players", "options", "says"),
    [
        ("chess", ["Ann", "Bob"], {}, "chess is no game"),
        ("palago", ["Ann", "Bob", "Cem"], {}, "for two players"),
        ("palago", ["Ann", "Ann"], {}, "name of their own"),
        ("palagonia", ["Ann", "Bob"], {}, "for 3 or more players"),
        ("palagem", ["Ann"], {}, "for 2 to 6 players"),
        ("palagem", list("ABCDEFG"), {}, "for 2 to 6 players"),
        ("palagem", ["Ann", "Bob"], {"palagems": {"Zoe": ANN}}, "Zoe has a palagem"),
        ("palagem", ["Ann", "Bob"], {"palagems": {"Ann": ANN, "Bob": ANN}}, "must differ"),
        ("palago", ["Ann", "Bob"], {"placement": "triple"}, '"placement" must be'),
        ("palagonia", ["Ann", "Bob", "Cem"], {"size": "many"}, '"size" must be'),
    ],
)
def test_what_cannot_be_played_is_refused(
    game: str, players: list[str], options: dict[str, Any], says: str
) -> None:
    with pytest.raises((GameError, FormatError, ValueError), match=says):
        Referee(game, players, options)


def test_a_palagem_that_is_given_is_not_awaited_from_the_table() -> None:
    given = {"Ann": ANN, "Bob": tiles_to_json(all_palagems()[1].tiles)}
    referee = Referee("palagem", ["Ann", "Bob"], {"palagems": given})
    assert list(referee.palagems) == ["Ann", "Bob"]


@pytest.mark.parametrize(
    ("game", "option"), [(game, option) for game in OPTIONS for option in OPTIONS[game]]
)
def test_every_option_that_is_named_is_looked_at(game: str, option: str) -> None:
    with pytest.raises(FormatError, match=f'"{option}"'):
        Referee(game, ["Ann", "Bob", "Cem"][: 2 + (game == "palagonia")], {option: 0.5})
