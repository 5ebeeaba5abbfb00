"""How long the rules take: ``python benchmarks/rules.py [--profile]``.

Prints medians over many runs, for boards of growing size: the analysis of a whole board in its
parts, and one move of Palago with its check for closed groups, by following groups tile by tile and
by looking at the whole board again. ``--profile`` says where the time of both goes.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import pstats
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from rules import Board, PalagoGame, analyse, board_from_json, enclosed_empty_cells
from rules.groups import find_groups
from rules.move import applied
from rules.nesting import find_nesting
from rules.palago.closing import closing_from_nothing
from rules.shapes import shapes_of_groups
from rules.tracker import GroupTracker

SIZES = (12, 24, 36, 44)
BOARDS = 20
RUNS = 15


def positions(size: int) -> list[Board]:
    """Return positions of random games of Palago, as a referee meets them."""
    found: list[Board] = []
    seed = 0
    while len(found) < BOARDS:
        random = Random(seed)
        game = PalagoGame()
        while game.outcome() is None and len(game.board) < size:
            game.play(random.choice(list(game.legal_moves())))
        if game.outcome() is None:
            found.append(game.board)
        seed += 1
    return found


def median_time(action: Callable[[], object]) -> float:
    """Return the median time of an action, in microseconds."""
    times = []
    for _ in range(RUNS):
        start = perf_counter()
        action()
        times.append(perf_counter() - start)
    return 1e6 * median(times)


def analysis_times(board: Board) -> dict[str, float]:
    """Return the times of the parts of an analysis and of the whole."""
    groups, holes = find_groups(board), enclosed_empty_cells(board)
    return {
        "groups": median_time(lambda: find_groups(board)),
        "holes": median_time(lambda: enclosed_empty_cells(board)),
        "nesting": median_time(lambda: find_nesting(board, groups, holes)),
        "shapes": median_time(lambda: shapes_of_groups(board, groups, holes)),
        "analysis": median_time(lambda: analyse(board)),
    }


def move_times(board: Board) -> dict[str, float]:
    """Return the times of one Palago move from a position, by several ways."""
    game = PalagoGame(start=board)
    move = Random(0).choice([move for move in game.legal_moves() if len(move.placed) == 2])
    tracker = GroupTracker(board)
    from_nothing = closing_from_nothing(board, game.options)

    def follow() -> None:
        for tile in move.placed:
            tracker.add(*tile)
        for _ in move.placed:
            tracker.undo()

    def play() -> None:
        game.play(move)
        game.undo()

    return {
        "tracked": median_time(follow),
        "from nothing": median_time(lambda: from_nothing(move.placed)),
        "verdict": median_time(lambda: game.verdict(move)),
        "play, undo": median_time(play),
    }


def board_with_islands() -> Board:
    """Return a known position of 48 tiles with three islands, two of them within the third."""
    data = Path(__file__).resolve().parent.parent / "tests" / "rules" / "data" / "shapes.jsonl"
    records = (json.loads(line) for line in data.read_text("utf-8").splitlines())
    return next(
        board_from_json(record["board"]) for record in records if record["name"] == "shapes-030"
    )


def print_table(title: str, measure: Callable[[Board], dict[str, float]]) -> dict[str, float]:
    """Print the medians for each size of board; return those of the largest."""
    print(f"\n{title}, median microseconds")
    last: dict[str, float] = {}
    for size in SIZES:
        rows = [measure(board) for board in positions(size)]
        last = {key: median(row[key] for row in rows) for key in rows[0]}
        if size == SIZES[0]:
            print("tiles " + "".join(f"{key:>14}" for key in last))
        print(f"{size:5} " + "".join(f"{value:14.0f}" for value in last.values()))
    return last


def profile(action: Callable[[], object]) -> None:
    """Print where the time of an action goes."""
    profiler = cProfile.Profile()
    profiler.runcall(lambda: [action() for _ in range(300)])
    pstats.Stats(profiler).sort_stats("tottime").print_stats(12)


def main() -> None:
    """Measure, and profile where that is asked for."""
    parser = argparse.ArgumentParser(description="How long the rules take.")
    parser.add_argument("--profile", action="store_true", help="say where the time goes")
    options = parser.parse_args()
    print_table("The analysis of a board", analysis_times)
    times = analysis_times(board_with_islands())
    print("48 *  " + "".join(f"{value:14.0f}" for value in times.values()))
    print("* a known position with three islands")
    times = print_table("One move of two tiles in Palago", move_times)
    ratio = times["from nothing"] / times["tracked"]
    print(f"\nFollowing the groups takes 1/{ratio:.0f} of looking at the whole board again.")
    if options.profile:
        board = positions(SIZES[-1])[0]
        game = PalagoGame(start=board)
        move = next(move for move in game.legal_moves() if len(move.placed) == 2)
        print(f"\nThe analysis of {len(board)} tiles")
        profile(lambda: analyse(board))
        print(f"The verdict on a move that makes {len(applied(move, board))} tiles")
        profile(lambda: game.verdict(move))


if __name__ == "__main__":
    main()
