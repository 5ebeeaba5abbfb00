"""How often things that are no dice are read as dice: ``python benchmarks/look_alikes.py``.

Each made-up table bears buttons, bricks, dominoes and other things with round marks, most of them a
real die as well. Of each kind is counted on how many a die is read, surely or not; of the real dice
how many are read rightly, and surely.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from pathlib import Path

import cv2

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from training.synthesis.scene import SceneDie
from training.synthesis.unseen.look_alikes import KINDS, LEARNED, LookAlike, make_littered_table
from vision.readers.reader import Reader
from vision.reading import DieReading

LEAST_VISIBLE = 0.9
LEAST_REACH = 12.0
"""Pixels within which a die that is read is taken for the thing, however small that is."""


def taken_for(thing: LookAlike, dice: tuple[DieReading, ...]) -> str:
    """Say what a thing was taken for."""
    reach = max(thing.reach, LEAST_REACH)
    near = [die for die in dice if math.dist(die.center, thing.center) < reach]
    if not near:
        return "none"
    return "sure" if any(die.sure for die in near) else "unsure"


def read_as(true: SceneDie, dice: tuple[DieReading, ...]) -> str:
    """Say how a real die was read."""
    reach = 1.2 * max(math.dist(corner, true.center) for corner in true.corners)
    near = [die for die in dice if math.dist(die.center, true.center) < reach]
    if not near:
        return "not read"
    right = "right" if all(die.value == true.value for die in near) else "wrong"
    return f"{right} and sure" if any(die.sure for die in near) else right


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python benchmarks/look_alikes.py", description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--start", type=int, default=5000, help="the seed of the first table")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader()
    things: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    real: Counter[str] = Counter()
    for seed in range(options.start, options.start + options.tables):
        scene, laid = make_littered_table(seed)
        dice = reader.read(scene.image).dice
        for thing in laid:
            things[thing.kind][taken_for(thing, dice)] += 1
        real.update(read_as(die, dice) for die in scene.dice if die.visible > LEAST_VISIBLE)
    for kind, tally in things.items():
        note = "" if kind in LEARNED else "  (of a kind never learned)"
        found = f"{tally['sure']:4} sure, {tally['unsure']:4} unsure"
        print(f"{kind:10} {tally.total():5}, a die: {found}{note}")
    print("real dice", dict(real))


if __name__ == "__main__":
    main()
