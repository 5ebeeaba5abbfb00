"""How long the referee takes where turns were not seen: ``python benchmarks/stories.py``.

Somebody leans over a game of Palagonia, and the tiles of two turns show at once. The more tiles,
the more ways there are to divide them. Printed are medians over random games, by how many tiles
came, and how many times as long that is as for the looks of one turn.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from companion.referee import Referee
from rules import Board, Turn
from training.campaign.pace import PACES
from training.campaign.rates import NO_FAULTS
from training.campaign.reader_errors import ReaderErrors
from training.campaign.script import write_script
from vision.following.table_view import HandsGone, HandsIn, Settled, TableView
from vision.reading import DieReading

PLAYERS = ("Ann", "Bob", "Cem")
TURN_S, LEANT_OVER_S = 15.0, 60.0


class Game:
    """A referee that is shown a game."""

    def __init__(self) -> None:
        self.referee = Referee("palagonia", PLAYERS)
        self.t, self.frame = 0.0, 0

    def look(self, board: Board, roll: int, turn: int) -> float:
        """Show a table after a hand, and return the seconds that it took."""
        die = DieReading(roll, (600.0 + 40 * (turn % 3), 600.0), 1.0, sure=True)
        began, self.frame = perf_counter(), self.frame + 1
        view = TableView(board, frozenset(), frozenset(), dice=(die,))
        for sighting in (HandsGone(), Settled(view)):
            self.referee.see(sighting, self.t, self.frame)
        return perf_counter() - began

    def hands(self, seconds: float) -> None:
        """Let somebody lean over the table for so long."""
        self.referee.see(HandsIn(), self.t, self.frame)
        self.t += seconds


def seconds_of(turns: Sequence[Turn], hidden: int) -> tuple[float, float]:
    """Return the seconds for one turn, in the median, and for two that were not seen.

    ``hidden`` is the number of the first of these from 0.
    """
    game, each = Game(), []
    game.look(Board(), turns[0].die or 1, 0)
    for number, turn in enumerate(turns[:hidden]):
        assert turn.die is not None
        game.hands(TURN_S)
        seconds = game.look(turn.before, turn.die, number)
        game.hands(TURN_S)
        each.append(seconds + game.look(turn.after, turn.die, number))
    game.hands(LEANT_OVER_S)
    die = turns[hidden + 2].die
    assert die is not None
    return median(each), game.look(turns[hidden + 1].after, die, hidden + 2)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40, help="how many are looked at (40)")
    games = parser.parse_args().games
    found: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for seed in range(games):
        script = write_script("palagonia", seed, NO_FAULTS, ReaderErrors.measured(), PACES["usual"])
        turns = script.scenes[-1].turns
        numbers = range(1, len(turns) - 2)
        laid = {n: sum(len(turn.move.placed) for turn in turns[n : n + 2]) for n in numbers}
        most = max(laid, key=lambda number: laid[number])
        found[laid[most]].append(seconds_of(turns, most))
    for tiles, times in sorted(found.items()):
        one, two = (median(column) for column in zip(*times, strict=True))
        print(
            f"{tiles:2} tiles, {len(times):2} games: {two:6.2f} s"
            f" (slowest {max(t for _, t in times):.2f}), {two / one:5.0f} times one turn"
        )


if __name__ == "__main__":
    main()
