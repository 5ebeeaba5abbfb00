"""Reading dice: a small convolutional network that also says how to aim at the die better.

The detector places dice roughly. The network looks at the place, says where in its patch the upper
face is and how large, and looks again there. It was trained by ``training`` on pictures the
project draws.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.arrays import Float32s, Float64s, Indices, Mask, Patches, Points
from vision.networks.cells import softmax
from vision.networks.detector import DieDetection
from vision.networks.inference import Network
from vision.networks.thresholds import (
    HELD_AGAINST,
    MOST_AIM_SCALE,
    MOST_AIM_SHIFT,
    MOST_GUESSED,
    SURELY_NO_DIE,
)
from vision.pictures.patches import DIE_SIDE, Pyramid, cut_patches, die_places

NO_DIE = 0
"""The class of what is no die; the others are its values."""
VALUES = 6
AIM = 3
"""Numbers that aim: how far the face is to the right and below, in radii, and ln of its size."""
_GUESSES: Float64s = np.array([1.0, 1.6, 2.5, 0.65])
"""So large a die is looked for at first, in what the detector says: a few pips look like all."""
_AT_FIRST_SIGHT = 2
"""So many of these sizes are tried on everything: seen too small, a 1 is nothing but a blot."""
_LOOKS: Points = np.array(
    [(0.0, 0.0, 1.0), (0.2, 0.1, 1.0), (-0.1, -0.2, 0.87), (-0.2, 0.1, 1.15), (0.1, 0.2, 0.9)]
).repeat(2, axis=0)
"""Where to look about the face at last, and how large, in its radii: each sees other pixels.

Every second look is mirrored: pips are read the same.
"""

_SETTLED_AFTER = 4
"""So often it is aimed again from a guess."""
_STAGES = (0, 2, len(_LOOKS))
"""After so many looks it is asked whether the others can still make a die of it."""
_LOOKS_OF_THE_SECOND = 4
"""At so many of them the second network looks as well."""

Worth = Callable[[Points, Float64s, Float64s, Float32s], Mask]
"""Which things, (n,), are worth further looks.

They are told by their middles (n, 2) and radii (n,) in pixels, by the detector's scores (n,), and
by how confident all looks together can become at most (n,).
"""

Upward = Callable[[Points], Points]
"""From pixels, (n, 2), how what stands on the table points in the picture there, unit vectors.

Without it a die's front may be taken for its top: in the picture they differ in nothing else.
"""


def as_held(points: Points) -> Points:
    """Return upward for a picture of which nothing more is known than that it was held upright."""
    return np.broadcast_to(np.array([0.0, -1.0]), points.shape)


@dataclass(frozen=True)
class DieLook:
    """What a die shows.

    Attributes
    ----------
    center, radius
        Of its upper face, in pixels, after aiming.
    probabilities
        Of no die and of the values 1 to 6, (7,), the mean over several looks.
    score
        The certainty of the detector that a die lies there, 0..1.
    agreed
        How likely that value is to the second network, 0..1; 1 where it was not asked.
    """

    center: tuple[float, float]
    radius: float
    probabilities: Float32s
    score: float
    agreed: float = 1.0

    @property
    def value(self) -> int:
        """The likeliest value."""
        return int(np.argmax(self.probabilities[NO_DIE + 1 :])) + 1

    @property
    def confidence(self) -> float:
        """How likely the die shows that value."""
        return float(self.probabilities[self.value])


class DieJudge:
    """The network, loaded once, and a second one that knows what bears round marks and is no die.

    The second is asked of likely dice alone. It takes faint dice for none: it can doubt one, but
    not tell which are dice.
    """

    def __init__(self, model: Path, second: Path | None = None) -> None:
        """Load the networks from ONNX files; without the second nothing is doubted."""
        self._network = Network(model)
        self._second = None if second is None else Network(second)

    def judge(self, patches: Patches) -> tuple[Float32s, Float32s]:
        """Return the probabilities, (n, 7), and the aim, (n, 3), for patches (n, side, side, 3)."""
        return _said(self._network, patches)

    def look(
        self,
        pyramid: Pyramid,
        dice: Sequence[DieDetection],
        upward: Upward = as_held,
        worth: Worth | None = None,
    ) -> list[DieLook]:
        """Look at what the detector takes for dice: twice to aim, then in several ways.

        ``upward`` (see ``Upward``) tells the upper face from the others. What is no die at first
        sight, or not ``worth`` (see ``Worth``) further looks, is left out.
        """
        centers = np.array([die.center for die in dice], np.float64).reshape(-1, 2)
        radii = np.array([die.radius for die in dice], np.float64)
        scores = np.array([die.score for die in dice])
        if len(radii):
            chosen, centers, radii, none = self._first_aim(pyramid, centers, radii, upward)
            likely = none < SURELY_NO_DIE
            centers, radii, scores = centers[likely], radii[likely], scores[chosen][likely]
        if not len(radii):
            return []
        _, aim = self._at(pyramid, centers, radii, upward)
        centers, radii = _aimed(centers, radii, aim, upward)
        return self.look_closely(pyramid, centers, radii, scores, upward, worth)

    def look_closely(
        self,
        pyramid: Pyramid,
        centers: Points,
        radii: Float64s,
        scores: Float64s,
        upward: Upward = as_held,
        worth: Worth | None = None,
    ) -> list[DieLook]:
        """Look in several ways at faces that were aimed at, (n, 2) and (n,) px.

        ``scores`` are the detector's, (n,). What is not ``worth`` all looks is left out.
        """
        spots = centers[:, None] + _LOOKS[None, :, :2] * radii[:, None, None]
        sizes = radii[:, None] * _LOOKS[None, :, 2]
        chances = np.ones((len(radii), 0, VALUES + 1), np.float32)
        for first, last in itertools.pairwise(_STAGES):
            left = len(_LOOKS) - first
            most = (chances[:, :, NO_DIE + 1 :].sum(axis=1) + left).max(axis=1) / len(_LOOKS)
            if worth is not None:
                kept = worth(centers, radii, scores, most)
                centers, radii, scores = centers[kept], radii[kept], scores[kept]
                spots, sizes, chances = spots[kept], sizes[kept], chances[kept]
            if not len(radii):
                return []
            fresh = self._face(pyramid, spots[:, first:last], sizes[:, first:last], upward)
            chances = np.concatenate([chances, fresh], axis=1)
        means = chances.mean(axis=1)
        agreed = self._agreed(pyramid, spots, sizes, upward, means)
        return [
            DieLook((float(x), float(y)), float(radius), mean, float(score), float(share))
            for (x, y), radius, mean, score, share in zip(
                centers, radii, means, scores, agreed, strict=True
            )
        ]

    def _agreed(
        self, pyramid: Pyramid, spots: Points, sizes: Float64s, upward: Upward, means: Float32s
    ) -> Float32s:
        """Return how likely the second network finds the likeliest value of each, (n,).

        ``spots`` (n, looks, 2) and ``sizes`` (n, looks) are where was looked, ``means`` (n, 7) what
        the first network said. What is not likely a die is not asked of: it is 1.
        """
        agreed = np.ones(len(means), np.float32)
        values = means[:, NO_DIE + 1 :].argmax(axis=1) + NO_DIE + 1
        likely = np.flatnonzero(means[np.arange(len(means)), values] > HELD_AGAINST)
        if self._second is None or not len(likely):
            return agreed
        few = slice(_LOOKS_OF_THE_SECOND)
        patches = _face_patches(pyramid, spots[likely, few], sizes[likely, few], upward)
        chances, _ = _said(self._second, patches)
        each = chances.reshape(len(likely), -1, VALUES + 1).mean(axis=1)
        agreed[likely] = each[np.arange(len(likely)), values[likely]]
        return agreed

    def settle(
        self, pyramid: Pyramid, centers: Points, radii: Float64s, upward: Upward = as_held
    ) -> tuple[Points, Float64s, Float32s]:
        """Aim again and again from given faces, (n, 2) and (n,) px, until they hardly move.

        Returns where they came to lie, how large they are, and how likely each is no die with pips,
        (n,). It finds the faces of dice whose values it cannot read as well.
        """
        for _ in range(_SETTLED_AFTER):
            _, aim = self._at(pyramid, centers, radii, upward)
            centers, radii = _aimed(centers, radii, aim, upward)
        chances, _ = self._at(pyramid, centers, radii, upward)
        return centers, radii, chances[:, NO_DIE]

    def _face(self, pyramid: Pyramid, spots: Points, sizes: Float64s, upward: Upward) -> Float32s:
        """Return the probabilities, (n, looks, 7), at spots (n, looks, 2) of sizes (n, looks)."""
        chances, _ = self.judge(_face_patches(pyramid, spots, sizes, upward))
        return chances.reshape(*sizes.shape, -1)

    def _first_aim(
        self, pyramid: Pyramid, centers: Points, radii: Float64s, upward: Upward
    ) -> tuple[Indices, Points, Float64s, Float32s]:
        """Return which may be dice, where, how large, and how likely each is none: best guesses.

        Of too many, the likeliest at first sight are looked at in other sizes, too.
        """
        first = self._all_guessed(pyramid, centers, radii, _GUESSES[:_AT_FIRST_SIGHT], upward)
        likely: Indices = np.sort(first[0].min(axis=1).argsort()[:MOST_GUESSED])
        others = self._all_guessed(
            pyramid, centers[likely], radii[likely], _GUESSES[_AT_FIRST_SIGHT:], upward
        )
        nones = np.concatenate([first[0][likely], others[0]], axis=1)
        aims = np.concatenate([first[1][likely], others[1]], axis=1)
        best = nones.argmin(axis=1)
        each = np.arange(len(likely))
        sizes = radii[likely] * _GUESSES[best]
        aimed_at, size = _aimed(centers[likely], sizes, aims[each, best], upward)
        return likely, aimed_at, size, nones.min(axis=1)

    def _all_guessed(
        self,
        pyramid: Pyramid,
        centers: Points,
        radii: Float64s,
        guesses: Float64s,
        upward: Upward,
    ) -> tuple[Float32s, Float32s]:
        """Return how likely nothing is a die, (n, g), and the aims, (n, g, 3), by guessed sizes."""
        sizes = radii[:, None] * guesses
        chances, aims = self._at(pyramid, centers.repeat(len(guesses), 0), sizes.ravel(), upward)
        return chances[:, NO_DIE].reshape(sizes.shape), aims.reshape(*sizes.shape, -1)

    def _at(
        self, pyramid: Pyramid, centers: Points, radii: Float64s, upward: Upward
    ) -> tuple[Float32s, Float32s]:
        places = die_places(centers, radii, upward(centers))
        return self.judge(cut_patches(pyramid, places, DIE_SIDE))


def _said(network: Network, patches: Patches) -> tuple[Float32s, Float32s]:
    """Return what a network says of patches (n, side, side, 3): probabilities, (n, 7), and aim."""
    out = network.run(patches)
    return softmax(out[:, : VALUES + 1]), out[:, VALUES + 1 :]


def _face_patches(pyramid: Pyramid, spots: Points, sizes: Float64s, upward: Upward) -> Patches:
    """Return patches at spots (n, looks, 2) of sizes (n, looks), every second one mirrored."""
    flat = spots.reshape(-1, 2)
    patches = cut_patches(pyramid, die_places(flat, sizes.ravel(), upward(flat)), DIE_SIDE)
    patches[1::2] = patches[1::2, :, ::-1]
    return patches


def _aimed(
    centers: Points, radii: Float64s, aim: Float32s, upward: Upward
) -> tuple[Points, Points]:
    """Return middles and sizes put right by what the network said of them."""
    up = upward(centers)
    right = np.stack([-up[:, 1], up[:, 0]], axis=1)
    shift = np.clip(aim[:, :2], -MOST_AIM_SHIFT, MOST_AIM_SHIFT) * radii[:, None]
    grown = np.exp(np.clip(aim[:, 2], -MOST_AIM_SCALE, MOST_AIM_SCALE))
    return centers + shift[:, :1] * right - shift[:, 1:] * up, radii * grown
