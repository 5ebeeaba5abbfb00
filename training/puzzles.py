"""Making puzzles of Palago: positions in which one move wins, and no other as fast.

    python -m training.puzzles --minutes 30 companion/coaching/puzzles.json

plays games of the computer's weaker players against each other. Of their positions it takes those
in which exactly one move (however its two tiles are ordered) wins in one, two or three moves. Each
win is held against the plain rules (`rules.proofs.verifying`), and added to the file until every
level has enough. No two are alike but for turning and mirroring the table.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from rules import Board, PalagoGame, board_from_json, board_to_json
from rules.engine.only_moves import MOST_MOVES, failing_threats, only_move
from rules.engine.playing import Level, choose_move
from rules.engine.position import FastPosition
from rules.engine.proving import proof_of_win
from rules.engine.search import ThreatSearch
from rules.engine.symmetry import canonical
from rules.engine.threat_moves import StoppedError
from rules.proofs.proof import tiles_to_json
from rules.proofs.verifying import verify
from rules.tile import Color

FORMAT = "palago-puzzles-1"
LEVELS = 5
MANY_FAILING = {1: 100, 2: 90}
"""From so many moves on that threaten something and do not win a puzzle is a harder one."""
_FEWEST_TILES, _MOST_TILES = 6, 22
_MOST_TILES_OF_A_LONG_ONE = 14
_SECONDS_EACH = 20.0
_PLAYERS = (Level.EASY, Level.EASY, Level.MEDIUM)


def level_of(moves: int, failing: int) -> int:
    """Return how hard a puzzle is, 1 to 5: by the moves to the win, and the threats that fail."""
    return LEVELS if moves == MOST_MOVES else 2 * moves - 1 + (failing >= MANY_FAILING[moves])


def puzzle_in(board: Board, mover: Color) -> dict[str, Any] | None:
    """Return the puzzle that a position is, verified; None where it is none that is soon seen."""
    position = FastPosition(board)
    stops_at = time.monotonic() + _SECONDS_EACH
    try:
        most = MOST_MOVES if len(board) <= _MOST_TILES_OF_A_LONG_ONE else MOST_MOVES - 1
        for moves in range(1, most + 1):
            found = only_move(position, mover, moves, lambda: time.monotonic() > stops_at)
            if found is None:
                continue
            search = ThreatSearch(position, mover)
            assert search.wins(moves)
            proof = proof_of_win(search, moves)
            verify(proof)
            failing = failing_threats(position, mover, moves)
            return {
                "level": level_of(moves, failing),
                "moves": moves,
                "failing": failing,
                "to_move": mover,
                "board": board_to_json(board),
                "solution": tiles_to_json(found),
            }
    except StoppedError:
        pass
    return None


def positions(random: Random) -> Iterator[tuple[Board, Color]]:
    """Yield positions of games between weak players, and whose move it is."""
    while True:
        game = PalagoGame()
        while game.outcome() is None and len(game.board) <= _MOST_TILES:
            if len(game.board) >= _FEWEST_TILES:
                yield game.board, game.color
            game.play(choose_move(game.board, game.color, random.choice(_PLAYERS), random))


def key_of(board: Board, mover: Color) -> bytes:
    """Return what is the same of positions that are alike."""
    position = FastPosition(board)
    return bytes(canonical(position.state, position.kind(mover)).tobytes())


def main() -> None:
    """Make puzzles until there are enough, or the time is over."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("file", type=Path, help="the puzzles; those that are there stay")
    parser.add_argument("--each", type=int, default=18, help="how many of a level")
    parser.add_argument("--minutes", type=float, default=30.0, help="how long to look at most")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    puzzles: list[dict[str, Any]] = []
    if options.file.exists():
        puzzles = json.loads(options.file.read_text("utf-8"))["puzzles"]
    known = {key_of(board_from_json(one["board"]), one["to_move"]) for one in puzzles}
    counts = Counter(one["level"] for one in puzzles)
    stops_at = time.monotonic() + 60 * options.minutes
    for board, mover in positions(Random(options.seed)):
        if time.monotonic() > stops_at or all(
            counts[level] >= options.each for level in range(1, LEVELS + 1)
        ):
            break
        key = key_of(board, mover)
        found = None if key in known else puzzle_in(board, mover)
        if found is None or counts[found["level"]] >= options.each:
            continue
        known.add(key)
        puzzles.append(found)
        counts[found["level"]] += 1
        print(dict(sorted(counts.items())), flush=True)
        write(options.file, puzzles)


def write(file: Path, puzzles: list[dict[str, Any]]) -> None:
    """Write puzzles, the easiest first, each on a line of its own."""
    ordered = sorted(puzzles, key=lambda one: (one["level"], one["failing"], len(str(one))))
    lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in ordered)
    file.write_text(f'{{"format": "{FORMAT}", "puzzles": [\n{lines}\n]}}\n', "utf-8")


if __name__ == "__main__":
    main()
