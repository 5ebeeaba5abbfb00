"""How fast the search's core is: ``python -m benchmarks.engine [--games N]``.

Tiles placed and taken back a second, random games a second, and what an analysis of positions in
the middle of games takes, each as the median over positions. The plain rules do the same things in
the same run, so that the ratio does not depend on the machine. What is compiled is compiled before.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from statistics import median
from time import perf_counter

from companion.cli.analyse import keep_compiled
from rules import Board, PalagoGame
from rules.palago.closing import closing_from_nothing
from rules.palago.moves import legal_moves
from rules.tracker import GroupTracker

SIZE = 48
SECONDS = 10.0


def positions(count: int, tiles: int) -> list[tuple[PalagoGame, Board]]:
    """Return games that nobody has won after so many tiles."""
    found: list[tuple[PalagoGame, Board]] = []
    seed = 0
    while len(found) < count:
        chance, game = random.Random(seed), PalagoGame()
        while game.outcome() is None and len(game.board) < tiles:
            game.play(chance.choice(list(game.legal_moves())))
        if game.outcome() is None:
            found.append((game, game.board))
        seed += 1
    return found


def rate(action: Callable[[], int], least_s: float = 0.3) -> float:
    """Return how many things an action does a second, as it counts them itself."""
    began, done = perf_counter(), 0
    while perf_counter() - began < least_s:
        done += action()
    return done / (perf_counter() - began)


def plain_placements(board: Board) -> int:
    """Place the tiles of each legal move and take them back, by the plain rules."""
    tracker = GroupTracker(board)
    closing = closing_from_nothing(board, PalagoGame().options)
    placed = 0
    for move in legal_moves(board, SIZE - len(board), PalagoGame().options, closing):
        for tile in move.placed:
            tracker.add(*tile)
        for _ in move.placed:
            tracker.undo()
        placed += len(move.placed)
    return placed


def plain_game(board: Board, seed: int) -> int:
    """Play one random game by the plain rules from a position."""
    chance, game = random.Random(seed), PalagoGame(start=board)
    while game.outcome() is None:
        game.play(chance.choice(list(game.legal_moves())))
    return 1


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description="How fast the search's core is.")
    parser.add_argument("--games", type=int, default=9, help="positions")
    parser.add_argument("--tiles", type=int, default=12, help="tiles on the board in each")
    options = parser.parse_args()
    keep_compiled()
    from rules.engine.analysing import analyse_position
    from rules.engine.playouts import count_placements, random_game
    from rules.engine.position import FastPosition

    fast, plain, games, plain_games, spent, told = [], [], [], [], [], []
    for game, board in positions(options.games, options.tiles):
        position = FastPosition(board)
        state, left, kind = position.state, position.left, position.kind(game.color)
        count_placements(state, left, 1)
        random_game(state, kind, SIZE, 1)
        fast.append(rate(lambda: count_placements(state, left, 100)))  # noqa: B023
        plain.append(rate(lambda: plain_placements(board)))  # noqa: B023
        games.append(rate(lambda: random_game(state, kind, SIZE, -1) * 0 + 1))  # noqa: B023
        plain_games.append(rate(lambda: plain_game(board, len(plain_games))))  # noqa: B023
        began = perf_counter()
        found = analyse_position(
            board,
            game.color,
            is_stopped=lambda: perf_counter() > began + SECONDS,  # noqa: B023
        )
        spent.append(perf_counter() - began)
        told.append(found.result)
    print(f"{options.games} positions of {options.tiles} tiles; medians")
    for name, ours, reference in (
        ("placements with undo a second", fast, plain),
        ("random games a second", games, plain_games),
    ):
        ratio = median(a / b for a, b in zip(ours, reference, strict=True))
        print(f"{name:30} {median(ours):12,.0f}  x {ratio:,.0f} of the plain rules")
    known = [one for one, result in zip(spent, told, strict=True) if result != "unknown"]
    print(f"analysis: {len(known)} of {len(told)} decided", end="")
    print(f", in {median(known):.2f} s, {max(known):.2f} s at most" if known else "")


if __name__ == "__main__":
    main()
