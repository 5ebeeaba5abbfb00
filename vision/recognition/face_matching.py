"""Comparing the upper face of a die with pictures of faces, turned and foreshortened in any way.

Normalised cross-correlation finds the best turn, size and place roughly. What fits best is then
aligned by an affine map that maximises the enhanced correlation coefficient (Evangelidis and
Psarakis, "Parametric Image Alignment Using Enhanced Correlation Coefficient Maximization", IEEE
PAMI 30, 2008), and correlated again. Correlation does not mind brightness and contrast. Colours
count by their main axis: where marks differ from the body in colour, that is what is compared.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Float32s, Float64s, Image, Mask, Points
from vision.pictures.patches import Pyramid, cut_patches, die_places
from vision.profiles.die_profile import FACE_REACH, FACE_SIDE, DieProfile, FacePicture

_SIDE, _DISC = 24, 0.68
"""The rough comparison: pixels across a disc of so many radii, within the face."""
_WINDOW = 32
_TURNS = 24
_FLATTENED = (1.0, 0.8, 0.6)
"""How flat a face is seen, as a share of its width."""
_SIZES = (0.8, 0.95, 1.12, 1.3)
"""How much larger than aimed at a face may be."""
_MOST_ALIGNED = 2
"""So many places are aligned, those that fit best."""
_WORTH_ALIGNING = 0.15
"""A face whose rough fit is worse than the best by more is not aligned."""
_HALF = 18
"""The fine comparison: pixels from the middle of a face's picture to the rim of its disc."""
_FLATTEST, _MOST_GROWN, _MOST_MOVED = 0.45, 1.33, 0.25
"""An alignment that flattens, grows or moves (in radii) a face by more has gone astray."""
_STEEPEST = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-4)


@dataclass(frozen=True)
class FaceMatch:
    """How well each value's learned face fits what lies at a place.

    Attributes
    ----------
    center, radius
        The face as it was aimed at, px.
    fits
        The best correlation with a picture of each value, 1 to 6, (6,), at most 1.
    odd_values
        Those whose faces the die network does not read by itself.
    """

    center: tuple[float, float]
    radius: float
    fits: Float64s
    odd_values: frozenset[int]

    @property
    def value(self) -> int:
        """The value whose face fits best."""
        return int(self.fits.argmax()) + 1

    @property
    def is_odd(self) -> bool:
        """Whether that face is one that the die network does not read by itself."""
        return self.value in self.odd_values

    @property
    def fit(self) -> float:
        """How well that fits."""
        return float(self.fits.max())

    @property
    def lead(self) -> float:
        """How much more the next value's face leaves unexplained, in what the best leaves."""
        second, first = np.sort(self.fits)[-2:]
        return float((first - second) / (1.01 - first))


class FaceMatcher:
    """Compares faces of dice with those of a profile."""

    def __init__(self, profile: DieProfile) -> None:
        self._odd_values = frozenset(face.value for face in profile.faces if face.is_odd)
        self._faces = [(face.value, _contrast(face.picture[None])[0]) for face in profile.faces]
        turned = [_turned(face) for _, face in self._faces]
        self._templates = [np.concatenate([face[k] for face in turned]) for k in range(3)]

    def match(
        self, pyramid: Pyramid, centers: Points, radii: Float64s, up: Points
    ) -> list[FaceMatch]:
        """Compare what lies at places with all faces; only the likeliest places come back.

        Parameters
        ----------
        pyramid
            Of the photo.
        centers, radii, up
            Of upper faces, as ``vision.pictures.patches.die_places`` has them, px.
        """
        if not len(radii):
            return []
        starts = self._compared(pyramid, centers, radii, up)
        likeliest = starts[:, :, 0].max(axis=1).argsort()[::-1][:_MOST_ALIGNED]
        matches = []
        for place in likeliest.tolist():
            fits = np.full(6, -1.0)
            for (value, face), start in zip(self._faces, starts[place], strict=True):
                fit, size, flat, turn, right, above = start.tolist()
                if fit > starts[place, :, 0].max() - _WORTH_ALIGNING:
                    patch = _cut(pyramid, centers[place], radii[place] * size, up[place])
                    fit = _aligned(face, patch, _start(flat, turn, right, above))
                fits[value - 1] = max(fits[value - 1], fit)
            x, y = centers[place].tolist()
            matches.append(FaceMatch((x, y), float(radii[place]), fits, self._odd_values))
        return matches

    def _compared(self, pyramid: Pyramid, centers: Points, radii: Float64s, up: Points) -> Float64s:
        """Return the best rough fit of each face at each place, (n, faces, 6).

        The six are the correlation, the size, the flatness, the turn (radians), and how far the
        face is to the right and above (radii).
        """
        reach = _DISC * _WINDOW / _SIDE
        step = 2 * 2 * reach / _WINDOW
        best = np.full((len(radii), len(self._faces), 6), -1.0)
        for size in _SIZES:
            places = die_places(centers, radii * size, up, _WINDOW, reach)
            patches = _contrast(cut_patches(pyramid, places, _WINDOW))
            windows = np.lib.stride_tricks.sliding_window_view(patches, (_SIDE, _SIDE), (1, 2))
            windows = windows[:, ::2, ::2]
            rows, columns = windows.shape[1:3]
            for flat, templates in zip(_FLATTENED, self._templates, strict=True):
                seen = _normalised(windows.reshape(-1, _SIDE, _SIDE), _disc(flat))
                # NumPy's product waits for a second thread, which takes long on a busy machine.
                none = np.zeros((len(seen), len(templates)), np.float32)
                products = cv2.gemm(seen, templates, 1.0, none, 0.0, flags=cv2.GEMM_2_T)
                fits: Float32s = np.asarray(products, np.float32).reshape(
                    len(radii), -1, len(self._faces), _TURNS
                )
                fits = np.moveaxis(fits, 2, 1).reshape(len(radii), len(self._faces), -1)
                spot, turn = np.divmod(fits.argmax(axis=2), _TURNS)
                row, column = np.divmod(spot, columns)
                found = np.stack(
                    [
                        fits.max(axis=2),
                        np.full(spot.shape, size),
                        np.full(spot.shape, flat),
                        turn * (math.tau / _TURNS),
                        (column - (columns - 1) / 2) * step,
                        ((rows - 1) / 2 - row) * step,
                    ],
                    axis=2,
                )
                best = np.where(found[:, :, :1] > best[:, :, :1], found, best)
        return best


def face_cut(pyramid: Pyramid, center: tuple[float, float], radius: float) -> Image:
    """Return the picture of a face as profiles hold it; the face is given in px."""
    up = np.array([[0.0, -1.0]])
    places = die_places(np.array([center]), np.array([radius]), up, FACE_SIDE, FACE_REACH)
    cut: Image = cut_patches(pyramid, places, FACE_SIDE)[0]
    return cut


def likeness(one: FacePicture, other: FacePicture) -> float:
    """Return how well one picture of a face fits another, turned in any way, at most 1."""
    matcher = FaceMatcher(DieProfile("", (one,)))
    middle = np.full((1, 2), (FACE_SIDE - 1) / 2)
    radius = np.array([FACE_SIDE / 2 / FACE_REACH])
    upright = np.array([[0.0, -1.0]])
    return max(m.fit for m in matcher.match(Pyramid(other.picture), middle, radius, upright))


def _contrast(pictures: Image) -> Float32s:
    """Return pictures, (n, h, w, 3), along the main axis of their colours, (n, h, w)."""
    height, width = pictures.shape[1:3]
    values = pictures.astype(np.float32)
    middle = _ellipse(height, width, 1.0)
    inner = values[:, middle]
    away = inner - inner.mean(axis=1, keepdims=True)
    _, axes = np.linalg.eigh(np.einsum("npi,npj->nij", away, away))
    axis = axes[:, :, -1]
    # Brighter counts as more, whichever way the axis came out.
    axis = axis * np.where(axis.sum(axis=1, keepdims=True) < 0, -1, 1)
    flat: Float32s = np.einsum("nhwc,nc->nhw", values, axis).astype(np.float32)
    return np.stack([np.asarray(cv2.GaussianBlur(one, (0, 0), 0.7), np.float32) for one in flat])


def _ellipse(height: int, width: int, flat: float) -> Mask:
    rows, columns = np.mgrid[:height, :width]
    y, x = (rows + 0.5) / height * 2 - 1, (columns + 0.5) / width * 2 - 1
    return np.asarray(x * x + (y / flat) ** 2 <= 1)


def _disc(flat: float) -> Mask:
    return _ellipse(_SIDE, _SIDE, flat)


def _normalised(pictures: Float32s, mask: Mask) -> Float32s:
    """Return what the mask shows of pictures, (n, h, w), of mean 0 and norm 1, (n, pixels)."""
    values = pictures[:, mask]
    values = values - values.mean(axis=1, keepdims=True)
    norms = np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-3)
    result: Float32s = np.ascontiguousarray(values / norms, np.float32)
    return result


def _turned(face: Float32s) -> list[Float32s]:
    """Return a face in all turns, for each flatness, as :func:`_normalised` has it."""
    per_radius = FACE_SIDE / 2 / FACE_REACH
    soft = cv2.GaussianBlur(face, (0, 0), 0.6 * per_radius * 2 * _DISC / _SIDE)
    steps = ((np.arange(_SIDE) + 0.5) / _SIDE * 2 - 1) * _DISC
    x, y = np.meshgrid(steps, -steps)
    result = []
    for flat in _FLATTENED:
        turns = []
        for turn in np.arange(_TURNS) * math.tau / _TURNS:
            right = math.cos(turn) * x + math.sin(turn) * y / flat
            above = -math.sin(turn) * x + math.cos(turn) * y / flat
            across = (right * per_radius + FACE_SIDE / 2 - 0.5).astype(np.float32)
            down = (FACE_SIDE / 2 - 0.5 - above * per_radius).astype(np.float32)
            turns.append(cv2.remap(soft, across, down, cv2.INTER_LINEAR))
        result.append(_normalised(np.stack(turns), _disc(flat)))
    return result


def _cut(pyramid: Pyramid, center: Points, radius: float, up: Points) -> Float32s:
    places = die_places(center[None], np.array([radius]), up[None], FACE_SIDE, FACE_REACH)
    cut: Float32s = _contrast(cut_patches(pyramid, places, FACE_SIDE))[0]
    return cut


def _start(flat: float, turn: float, right: float, above: float) -> Float32s:
    """Return the affine map, (2, 3), from the disc of a face's picture to the patch, px."""
    c, s = math.cos(turn), math.sin(turn)
    linear = np.array([[c, s], [-flat * s, flat * c]])
    per_radius, middle = FACE_SIDE / 2 / FACE_REACH, FACE_SIDE / 2 - 0.5
    there = np.array([middle + right * per_radius, middle - above * per_radius])
    shift = there - linear @ np.full(2, _HALF - 0.5)
    return np.column_stack([linear, shift]).astype(np.float32)


def _aligned(face: Float32s, patch: Float32s, start: Float32s) -> float:
    """Return how well a face fits a patch, at the start or aligned from there."""
    low = FACE_SIDE // 2 - _HALF
    disc = np.ascontiguousarray(face[low : low + 2 * _HALF, low : low + 2 * _HALF])
    rough = _correlation(disc, patch, start)
    try:
        _, found = cv2.findTransformECC(
            disc,
            patch,
            start.copy(),
            cv2.MOTION_AFFINE,
            _STEEPEST,
            np.full_like(patch, 1, np.uint8),
            3,
        )
    except cv2.error:  # it does not converge where there is nothing to align
        return rough
    way = np.asarray(found, np.float32)
    return max(rough, _correlation(disc, patch, way)) if _is_near(way, start) else rough


def _is_near(found: Float32s, start: Float32s) -> bool:
    grown = np.linalg.svd(found[:, :2], compute_uv=False)
    middle = np.array([_HALF - 0.5, _HALF - 0.5, 1.0])
    moved = float(np.linalg.norm((found - start) @ middle))
    return bool(
        np.linalg.det(found[:, :2]) > 0
        and grown[1] > _FLATTEST * grown[0]
        and 1 / _MOST_GROWN < grown[0] < _MOST_GROWN
        and moved < _MOST_MOVED * FACE_SIDE / 2 / FACE_REACH
    )


def _correlation(disc: Float32s, patch: Float32s, way: Float32s) -> float:
    side = 2 * _HALF
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpAffine(patch, way, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    both = _normalised(np.stack([disc, np.asarray(seen, np.float32)]), _ellipse(side, side, 1.0))
    return float(both[0] @ both[1])


def best_of(matches: Sequence[FaceMatch]) -> FaceMatch | None:
    """Return the match that fits best."""
    return max(matches, key=lambda match: match.fit, default=None)
