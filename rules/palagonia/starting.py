"""Who starts a game of Palagonia: the highest roll; ties roll again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.palagonia.judging import DIE
from rules.refusals import GameError, Refusal


def players_still_rolling(
    players: Sequence[str], rounds: Sequence[Mapping[str, int]]
) -> tuple[str, ...]:
    """Return who is still in the running after some rounds of rolls; one player starts the game.

    Parameters
    ----------
    players
        All players, in the order of play.
    rounds
        Each round's rolls by player, of exactly those who were still rolling then.

    Raises
    ------
    GameError
        If a round lacks a roll or has one too many, or a roll is no 1 to 6.
    """
    rolling = tuple(players)
    for number, rolls in enumerate(rounds, start=1):
        if set(rolls) != set(rolling) or len(rolling) < 2:
            raise GameError(Refusal.ROUND_IS_FOR_OTHERS(round=number, players=rolling))
        wrong = [player for player in rolling if rolls[player] not in DIE]
        if wrong:
            raise GameError(Refusal.STARTING_ROLL_OUT_OF_RANGE(players=wrong, round=number))
        highest = max(rolls.values())
        rolling = tuple(player for player in rolling if rolls[player] == highest)
    return rolling
