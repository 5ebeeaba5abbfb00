"""Trials of the reader on made-up photos, for tests and benchmarks: what it read, and how right.

The photos are of the unseen look, through the lens that their camera has by chance or through one
that is given, of which the profile is known as well as can be.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from training.synthesis.scene import Scene
from training.synthesis.truth import truth_to_json
from training.synthesis.unseen.lens import GivenLens
from training.synthesis.unseen.photo import make_photo
from vision.evaluation.judgement import judge
from vision.evaluation.labelled_photos import truth_from_json
from vision.profiles.lens_profile import LensAccuracy, LensProfile
from vision.readers.picture_reader import PictureReader

FIRST_SEED = 910_000
"""Of the scenes that are drawn through a given lens."""
SIZE = (1280, 960)
STRAIGHT = GivenLens(focal=1.0, k1=0.0)
BARREL = GivenLens(focal=1.0, k1=-0.3)
"""It pulls the corners of the frame in by a fifth of their distance from its middle."""


@dataclass(frozen=True)
class Score:
    """How one photo was read in one way.

    Attributes
    ----------
    way
        What the way is called.
    exact, sure, silent
        As of :class:`vision.evaluation.judgement.Judgement`.
    tiles, right
        How many tiles a reader is asked for, and how many of them were read as they lie.
    """

    way: str
    exact: bool
    sure: bool
    silent: bool
    tiles: int
    right: int


def scored(way: str, made: Scene, reader: PictureReader) -> Score:
    """Read a made-up photo and hold the reading against its truth."""
    truth = truth_from_json(json.loads(json.dumps(truth_to_json(made, "photo"))))
    found = judge(truth, reader.look(made.image).reading)
    wrong = len(found.missed) + len(found.turned)
    return Score(way, found.exact, found.sure, found.silent, found.tiles, found.tiles - wrong)


def seen_through(lens: GivenLens, seed: int, size: tuple[int, int] = SIZE) -> Scene:
    """Make up a photo through a lens; a seed has its place and things whatever the lens."""
    return make_photo(seed, size, lens)


def profile_of(lens: GivenLens, size: tuple[int, int] = SIZE) -> LensProfile:
    """Return the profile of a lens, as known as can be, for pictures of a width and height (px)."""
    width, height = size
    focal = lens.focal * width
    return LensProfile(
        camera="made up",
        width=width,
        height=height,
        focal=(focal, focal),
        center=((width - 1) / 2, (height - 1) / 2),
        distortion=(lens.k1, 0.0, 0.0, 0.0, 0.0),
        accuracy=LensAccuracy(20, 880, 0.1, 0.1, 0.1, 0.1, 0.0, 0.0),
    )
