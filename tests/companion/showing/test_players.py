"""Who has played: each game that ended counts once for each player, as it ended."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from companion.record import KeptGame
from companion.record.games import Player
from companion.showing.players import PlayerLine, player_lines

WON = {"winner": "Ann", "loser": None, "reason": "closed-group"}
LOST = {"winner": None, "loser": "Bob", "reason": "both-closed"}
DRAWN = {"winner": "draw", "loser": None, "reason": "largest-group"}


def kept(
    number: int,
    names: str,
    result: dict[str, Any] | None,
    scores: dict[str, int] | None = None,
    **options: Any,
) -> KeptGame:
    outcome = None if result is None else {"result": result, "scores": scores}
    at = datetime(2026, 1, number, tzinfo=UTC)
    players = tuple(Player(name) for name in names.split())
    return KeptGame(number, "0" * 32, "palago", options, players, at, at, outcome)


def test_each_game_counts_as_it_ended() -> None:
    lines = player_lines(
        [
            kept(6, "Ann Bob", None),
            kept(5, "ann Bob", DRAWN),
            kept(4, "Ann Bob", LOST),
            kept(3, "Ann Bob Cem", {**WON, "reason": "highest-score"}, {"Ann": 21, "Bob": 9}),
            kept(2, "Ann Bob", WON),
            kept(1, "Ann Bob", WON, computer={"player": "Bob", "level": "easy"}),
            kept(1, "Ann Bob", WON, demo="palago_1"),
        ]
    )
    assert lines == [
        PlayerLine("ann", played=4, won=3, drawn=1, most_points=21, games=[5, 4, 3, 2]),
        PlayerLine("Bob", played=4, won=0, drawn=1, most_points=9, games=[5, 4, 3, 2]),
        PlayerLine("Cem", played=1, games=[3]),
    ]


def test_nobody_has_played_where_nothing_ended() -> None:
    assert player_lines([kept(1, "Ann Bob", None)]) == []


def test_a_win_by_a_palagem_that_is_somebodys_by_a_guess_counts_for_nobody() -> None:
    game = kept(1, "Ann Bob", {**WON, "reason": "palagem"})
    assert [line.won for line in player_lines([game])] == [1, 0]
    assert game.outcome is not None
    guessed = replace(game, outcome={**game.outcome, "whose_guessed": True})
    assert player_lines([guessed]) == []
