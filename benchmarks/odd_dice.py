"""What it is worth to show a die: ``python benchmarks/odd_dice.py [--dice 24] [--photos 6]``.

Each drawn die is learned from one photo a face, then looked for on drawn tables. What is read of it
without its profile and with it is counted, for its odd faces and for those with ordinary pips.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import cv2

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from calibration.dice.learning import DieCalibrationError, DieTeacher, SeenFace
from training.synthesis.scene import SceneDie
from training.synthesis.unseen.odd_dice import ROLLED, OddDie, random_odd_die
from vision.readers.reader import Reader
from vision.readers.tuned_reader import TunedReader, Tuning
from vision.reading import DieReading

FAULTS = ("clean", "clean", "dim", "blur")
"""How the photos of tables are taken, in turn."""
MOST_TRIES = 3
LEAST_VISIBLE = 0.9


def shown(teacher: DieTeacher, die: OddDie, seed: int, tally: Counter[str]) -> list[SeenFace]:
    """Return the faces of a die; one that is not seen is photographed anew, as a user would."""
    faces = []
    for value in range(1, 7):
        for attempt in range(MOST_TRIES):
            tally["photos"] += 1
            try:
                faces.append(teacher.see(die.shown(value, seed + 10 * attempt + value)[0], value))
                break
            except DieCalibrationError:
                tally["not seen"] += 1
    return faces


def outcome(dice: tuple[DieReading, ...], true: SceneDie) -> str:
    """Say how a die was read."""
    reach = 1.2 * max(math.dist(corner, true.center) for corner in true.corners)
    near = [die for die in dice if math.dist(die.center, true.center) < reach]
    if not near:
        return "not read"
    right = all(die.value == true.value for die in near)
    sure = any(die.sure for die in near)
    return f"{'right' if right else 'wrong'}{' and sure' if sure else ''}"


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python benchmarks/odd_dice.py", description=__doc__)
    parser.add_argument("--dice", type=int, default=24)
    parser.add_argument("--photos", type=int, default=6, help="photos of tables for each die")
    parser.add_argument("--start", type=int, default=40, help="the seed of the first die")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader()
    teacher = DieTeacher(reader)
    learning: Counter[str] = Counter()
    tally: Counter[tuple[str, str, str]] = Counter()
    for number in range(options.start, options.start + options.dice):
        die = random_odd_die(number)
        faces = shown(teacher, die, 100_000 + 100 * number, learning)
        try:
            learned = teacher.learn(faces, "odd")
        except DieCalibrationError:
            learning["dice not learned"] += 1
            continue
        tuned = TunedReader(reader, Tuning(dice=(learned.profile,)))
        for index in range(options.photos):
            family = replace(ROLLED, fault=FAULTS[index % len(FAULTS)])
            scene = die.rolled(200_000 + 100 * number + index, family)
            readings = {"without": reader.read(scene.image), "with": tuned.read(scene.image)}
            for true in scene.dice:
                if true.visible < LEAST_VISIBLE:
                    continue
                face = "pips" if die.cube.marks[true.value - 1] is None else "odd"
                for way, reading in readings.items():
                    tally[face, way, outcome(reading.dice, true)] += 1
                    tally[face, way, "dice"] += 1
        print(number, die.kind, *learned.remarks, flush=True)
    print(dict(learning))
    for (face, way, what), count in sorted(tally.items()):
        print(f"{face:5} {way:8} {what:16} {count}")


if __name__ == "__main__":
    main()
