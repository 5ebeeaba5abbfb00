"""What is due, and what stands above it in large letters: both tell of the same turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.live.choice import SourceChoice, SourceStatus
from companion.live.game_state import GameState
from companion.referee import Referee
from companion.referee.events import DieRolled
from companion.referee.rolls import RollKnown
from companion.showing.game_view import game_view
from tests.companion.asking import kept_snapshot, told
from tests.companion.referee.table import THREE, Table, palago, palagonia
from vision.following.table_view import HandsIn

CAMERA = SourceStatus(SourceChoice("camera", "0"), connected=True)


def _page(referee: Referee) -> tuple[str, str, str]:
    """Return what a page says in large letters, what is due, and what the referee does."""
    view = game_view(GameState(kept_snapshot(referee), CAMERA))
    return view.now.headline, view.due, view.watching


def test_a_turn_that_has_begun_is_told_in_place_of_the_one_before() -> None:
    table = palago()
    assert _page(table.referee)[:2] == ("Ann lays 2 tiles.", "Bob lays two tiles.")
    table.play("1,0=2")
    table.see(HandsIn())
    laid, due, watching = _page(table.referee)
    assert (laid, due) == ("Bob has laid 1 tile.", "Bob has 1 more tile to lay.")
    assert watching == "Waiting for the hands to leave."
    table.play("2,-1=0")
    assert _page(table.referee)[:2] == ("Bob lays 2 tiles.", "Ann lays two tiles.")


def test_the_tiles_of_a_roll_are_counted_in_both() -> None:
    table = palagonia(THREE)
    table.roll(4, (500.0, 500.0))
    table.play("0,-1=2 2,-1=0 0,1=4")
    snapshot = told(kept_snapshot(table.referee), DieRolled(1.0, 1, 4, "Bob", RollKnown.SEEN))
    view = game_view(GameState(snapshot, CAMERA))
    assert view.now.headline == "Bob has laid 3 tiles."
    assert view.due == "Bob has 1 more tile to lay."


@pytest.mark.parametrize("lifted", ["x0,0", "x1,-1"])
def test_a_tile_that_is_lifted_is_none_that_was_laid(lifted: str) -> None:
    table = palago()
    before = _page(table.referee)
    table.play(lifted)
    assert before[:2] == ("Ann lays 2 tiles.", "Bob lays two tiles.")
    snapshot = replace(kept_snapshot(table.referee), question=None, wrong=False)
    view = game_view(GameState(snapshot, CAMERA))
    assert (view.now.headline, view.due) == before[:2]


def test_one_tile_a_turn_leaves_nothing_to_lay() -> None:
    table = Table("palago", ["Ann", "Bob"], {"placement": "single"})
    table.look()
    table.play("0,0=0")
    assert _page(table.referee)[:2] == ("Ann lays 1 tile.", "Bob lays one tile.")
