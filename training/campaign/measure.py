"""Measure how the reader errs: ``python -m training.campaign.measure FOLDER... --unseen N``.

Reads labelled photos and made-up photos of other looks, holds each tile and die against the truth,
and writes how often each outcome came, with examples of the probabilities the reader gave, to
``training/campaign/reader_errors.json``, from which campaigns draw. In photos as they are it hardly
ever errs; so with ``--harder`` each is read again out of focus, from afar, in the dark, and with
much noise.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np

from rules.lattice import SIDES
from training.campaign.reader_errors import MEASURED, Probabilities, relative
from training.synthesis.truth import truth_to_json
from training.synthesis.unseen.photo import make_photo
from vision.arrays import Image
from vision.evaluation.judgement import Pair, judge
from vision.evaluation.labelled_photos import (
    VISIBLE,
    LabelledTile,
    labelled_photos,
    truth_from_json,
    truth_path,
)
from vision.pictures.images import load_image
from vision.readers.examination import Examination
from vision.readers.reader import Reader
from vision.reading import DieReading

MOST_EXAMPLES = 60
"""Examples that are kept of an outcome."""
NOISE = 3.0
"""Standard deviation of the noise with which a picture is read again, in grey levels."""
SAME_DIE = 40.0
"""A die that was read farther than this from a true one is another one, in pixels."""


@dataclass
class Tally:
    """Outcomes as they are counted, with all that was said."""

    counts: Counter[str] = field(default_factory=Counter)
    said: dict[str, list[Probabilities]] = field(default_factory=lambda: defaultdict(list))

    def add(self, outcome: str, said: Probabilities | None = None) -> None:
        """Count one outcome."""
        self.counts[outcome] += 1
        if said is not None:
            self.said[outcome].append(tuple(round(p, 4) for p in said))

    def to_json(self) -> dict[str, Any]:
        """Return the counts and some examples of each outcome, always the same ones."""
        random = Random(0)
        examples = {
            outcome: random.sample(said, min(len(said), MOST_EXAMPLES))
            for outcome, said in sorted(self.said.items())
        }
        return {"counts": dict(sorted(self.counts.items())), "examples": examples}


@dataclass
class Measurement:
    """What was measured so far: tiles, dice, and what of the bad ones stayed so when read again."""

    tiles: Tally = field(default_factory=Tally)
    dice: Tally = field(default_factory=Tally)
    photos: int = 0
    unsure: int = 0
    still_unsure: int = 0
    wrong: int = 0
    still_wrong: int = 0

    def to_json(self) -> dict[str, Any]:
        """Return it as it is kept."""
        return {
            "photos": self.photos,
            "tiles": self.tiles.to_json(),
            "dice": self.dice.to_json(),
            "still_unsure": round(self.still_unsure / self.unsure, 3) if self.unsure else 0.0,
            "still_wrong": round(self.still_wrong / self.wrong, 3) if self.wrong else 0.0,
        }


def harder(image: Image, seed: int) -> Iterator[Image]:
    """Yield a picture as worse cameras would take it, all of the same size.

    Out of focus, from afar (so that few pixels are left of a tile), in the dark, and with the noise
    of a cheap sensor.
    """
    height, width = image.shape[:2]
    for sigma in (0.004, 0.007):
        yield np.asarray(cv2.GaussianBlur(image, (0, 0), sigma * width), np.uint8)
    for share in (0.3, 0.2):
        small = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        yield np.asarray(cv2.resize(small, (width, height)), np.uint8)
    yield _with_noise(np.asarray(image * 0.12, np.uint8), seed, 4.0)
    yield _with_noise(image, seed, 45.0)


def measure(reader: Reader, image: Image, label: Mapping[str, Any], into: Measurement) -> None:
    """Read a photo and count what came of each tile and die that can be seen in it.

    ``label`` is the photo's truth file.
    """
    truth = truth_from_json(label)
    examination = reader.examine(image)
    judgement = judge(truth, examination.reading)
    into.photos += 1
    doubtful = wrong = 0
    for pair in judgement.pairs:
        if pair.true.counts:
            outcome = _of_pair(pair)
            into.tiles.add(outcome, relative(pair.read.probabilities, _true_orientation(pair)))
            doubtful += not pair.read.sure
            wrong += outcome == "wrong-turned"
    for tile in judgement.missed:
        outcome, said = _of_missed(tile, examination)
        into.tiles.add(outcome, said)
        wrong += outcome == "wrong-missed"
    for outcome, confidence in _dice(label, examination.reading.dice):
        into.dice.add(outcome, None if confidence is None else (confidence,))
    if doubtful or wrong:
        into.unsure += doubtful
        into.wrong += wrong
        examined = reader.examine(_with_noise(image, into.photos, NOISE))
        again = judge(truth, examined.reading)
        pairs = [pair for pair in again.pairs if pair.true.counts]
        into.still_unsure += min(doubtful, sum(not pair.read.sure for pair in pairs))
        missed = [_of_missed(tile, examined)[0] for tile in again.missed]
        outcomes = [*map(_of_pair, pairs), *missed]
        into.still_wrong += min(wrong, sum(o.startswith("wrong") for o in outcomes))


def _of_pair(pair: Pair) -> str:
    if pair.read.sure:
        return "wrong-turned" if pair.is_turned else "right"
    return "unsure-turned" if pair.is_turned else "unsure-right"


def _true_orientation(pair: Pair) -> int:
    """Return how a tile truly lies in the lattice that was read, which may be a turned one."""
    distances = [math.dist(pair.read.white_tip, corner) for corner in pair.true.corners]
    return (pair.read.orientation - distances.index(min(distances))) % SIDES


def _of_missed(tile: LabelledTile, examination: Examination) -> tuple[str, Probabilities | None]:
    """Tell what the reader believes of the cell of a tile that it did not report."""
    for cluster, beliefs in examination.clusters:
        cell = cluster.cell_at(tile.center)
        if cell in beliefs and math.dist(cluster.cell_center(cell), tile.center) < tile.reach / 2:
            belief = beliefs[cell]
            if belief.hidden > 0.5:
                return "unsure-hidden", None
            nearest = [math.dist(c, tile.corners[0]) for c in cluster.cell_corners(cell)]
            said = relative([float(p) for p in belief.probabilities], nearest.index(min(nearest)))
            return "wrong-missed" if belief.is_sure else "unsure-missed", said
    return "unsure-missed", None


def _dice(
    label: Mapping[str, Any], read: Sequence[DieReading]
) -> Iterator[tuple[str, float | None]]:
    """Yield the outcome of each die that can be seen, with the confidence it was read with."""
    left = list(read)
    for die in label.get("dice", ()):
        if die.get("visible", 1.0) < VISIBLE:
            continue
        near = [r for r in left if math.dist(r.center, die["center"]) < SAME_DIE]
        if not near:
            yield "missed", None
            continue
        found = min(near, key=lambda r: math.dist(r.center, die["center"]))
        left.remove(found)
        right = found.value == die["value"]
        if found.sure:
            yield "right" if right else "wrong", found.confidence
        else:
            yield "unsure-right" if right else "unsure-wrong", found.confidence


def _with_noise(image: Image, seed: int, deviation: float) -> Image:
    noise = np.random.default_rng(seed).normal(0, deviation, image.shape)
    return np.asarray(np.clip(image + noise, 0, 255), np.uint8)


def _pictures(arguments: argparse.Namespace) -> Iterator[tuple[str, Image, Mapping[str, Any]]]:
    """Yield each picture with its name and its truth file."""
    for folder in arguments.folders:
        for path in labelled_photos(folder):
            yield path.name, load_image(path), json.loads(truth_path(path).read_text("utf-8-sig"))
    for seed in range(arguments.start, arguments.start + arguments.unseen):
        scene = make_photo(seed)
        yield str(seed), scene.image, truth_to_json(scene, f"{seed}.jpg")


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(prog="python -m training.campaign.measure")
    parser.add_argument("folders", type=Path, nargs="*", help="labelled photos")
    parser.add_argument("--unseen", type=int, default=0, help="made-up photos of other looks")
    parser.add_argument("--start", type=int, default=900, help="the first of their seeds")
    parser.add_argument("--harder", action="store_true", help="each as worse cameras take it, too")
    parser.add_argument("--output", type=Path, default=MEASURED)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    reader, found = Reader(), Measurement()
    for name, image, label in _pictures(arguments):
        measure(reader, image, label, found)
        for worse in harder(image, found.photos) if arguments.harder else ():
            measure(reader, worse, label, found)
        print(name, dict(found.tiles.counts), file=sys.stderr)
    folders = " ".join(folder.name for folder in arguments.folders)
    command = f"python -m training.campaign.measure {folders} --unseen {arguments.unseen}"
    command += f" --start {arguments.start}" + (" --harder" if arguments.harder else "")
    kept = {"command": command, **found.to_json()}
    arguments.output.write_text(json.dumps(kept, indent=None) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
