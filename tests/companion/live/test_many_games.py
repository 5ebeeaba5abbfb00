"""So many games are followed at once, and one camera looks on at one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.live import Tables
from companion.live.choice import SourceChoice
from companion.live.tables import MOST_BY_HAND, MOST_RUNNING, FullError
from companion.sources import PostedFrames
from companion.web.bodies.starting import request_from_json
from tests.companion.live.games import (
    CLOSING,
    MATCHING,
    OPENING,
    THIRD,
    by_hand,
    play,
)
from tests.companion.live.test_sources_of_games import with_sources

HAND = SourceChoice("hand")


def test_no_more_games_than_can_be_followed(data: Path) -> None:
    tables = Tables(data)
    seen = {**by_hand("palago"), "source": {"kind": "phone"}}
    games = [tables.start(request_from_json(seen)) for _ in range(MOST_RUNNING)]
    with pytest.raises(FullError):
        tables.start(request_from_json(seen))
    assert all(game.is_running for game in games)
    tables.stop_all()


def test_of_many_games_by_hand_one_that_is_over_rests_first(data: Path) -> None:
    tables = Tables(data)
    wanted = request_from_json(by_hand("palago"))
    games = [tables.start(wanted) for _ in range(MOST_BY_HAND)]
    for move in (OPENING, MATCHING, THIRD, CLOSING):
        play(games[2], move)
    tables.start(wanted)
    assert [game.number for game in games if not game.is_running] == [3]
    tables.start(wanted)
    assert [game.number for game in games if not game.is_running] == [1, 3]
    watched = tables.start(request_from_json({**by_hand("palago"), "source": {"kind": "phone"}}))
    assert [game.number for game in games if not game.is_running] == [1, 3]
    assert watched.is_running
    tables.stop_all()


def test_a_camera_looks_on_at_one_game(data: Path) -> None:
    first, second = PostedFrames(), PostedFrames()
    tables = with_sources(data, first, second)
    watched = {**by_hand("palago"), "source": {"kind": "camera", "number": 0}}
    one = tables.start(request_from_json(watched))
    other = tables.start(request_from_json(watched))
    assert (one.is_running, other.is_running) == (False, True)
    assert tables.find(one.number) is None
    tables.stop_all()
