"""How strong the computer's players are: ``python -m benchmarks.levels LEVEL LEVEL [--games N]``.

Two levels play games of Palago against each other, with colours alternating. Printed are the games
that the first one won, lost and drew, and what processor time a move of each took.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from statistics import median
from time import process_time

from companion.cli.analyse import keep_compiled
from rules import COLORS, PalagoGame


def main() -> None:
    """Play, and print the figures."""
    parser = argparse.ArgumentParser(description="How strong the computer's players are.")
    levels = ("easy", "medium", "hard")
    parser.add_argument("one", choices=levels)
    parser.add_argument("other", choices=levels)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first-seed", type=int, default=0)
    options = parser.parse_args()
    keep_compiled()
    from rules.engine.playing import Level, choose_move

    won: Counter[str] = Counter()
    spent: dict[str, list[float]] = {"one": [], "other": []}
    level = {"one": Level(options.one), "other": Level(options.other)}
    for number in range(options.games):
        random, game = Random(options.first_seed + number), PalagoGame()
        sides = dict(
            zip(COLORS, ("one", "other") if number % 2 == 0 else ("other", "one"), strict=True)
        )
        while game.outcome() is None:
            side, began = sides[game.color], process_time()
            move = choose_move(game.board, game.color, level[side], random)
            spent[side].append(process_time() - began)
            game.play(move)
        outcome = game.outcome()
        winner = "" if outcome is None else outcome.winner
        won[next((side for color, side in sides.items() if color == winner), "draw")] += 1
    print(f"{options.one} against {options.other}, {options.games} games:", end=" ")
    print(f"{won['one']} won, {won['other']} lost, {won['draw']} drawn")
    for side, times in spent.items():
        print(f"{level[side]}: {median(times):.2f} s a move, {max(times):.2f} s at most")


if __name__ == "__main__":
    main()
