"""Who begins, by rolls, seats and colours."""

from __future__ import annotations

import pytest

from companion.live.errors import StartError
from companion.web.bodies.starting import request_from_json
from tests.companion.live.games import (
    by_hand,
)


@pytest.mark.parametrize(
    ("rolls", "order"), [({"A": 2, "B": 6, "C": 3}, "BCA"), ({"A": 5, "B": 1, "C": 3}, "ABC")]
)
def test_the_highest_roll_starts_and_play_goes_clockwise(rolls: dict[str, int], order: str) -> None:
    request = request_from_json(by_hand("palagonia", "ABC", starting_rolls=rolls))
    assert "".join(player.name for player in request.players) == order


def test_equal_highest_rolls_are_rolled_again() -> None:
    rolls = {"A": 6, "B": 2, "C": 6}
    with pytest.raises(StartError, match="A and C rolled"):
        request_from_json(by_hand("palagonia", "ABC", starting_rolls=rolls))


def test_seats_and_colours_say_who_begins() -> None:
    players = [{"name": "Ann", "color": "blue"}, {"name": "Ben", "color": "white"}]
    request = request_from_json(by_hand("palago") | {"players": players})
    assert [player.name for player in request.players] == ["Ben", "Ann"]
    seated = [{"name": "Ann", "seat": 2}, {"name": "Ben", "seat": 3}, {"name": "Cem", "seat": 1}]
    request = request_from_json(by_hand("palagonia", "ABC") | {"players": seated})
    assert [player.name for player in request.players] == ["Cem", "Ann", "Ben"]
