"""Dice as factories make them and years wear them.

Edges and corners are round, so that the upper face is much smaller than the outline. Pips are large
or small, printed, burnt, or drilled and lit from one side; paint is worn off. Bodies are plain,
marbled, of grained wood, or let the table shine through. A lamp throws one hard shadow.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from training.synthesis.canvas import Canvas, Color
from training.synthesis.textures import any_color
from training.synthesis.things import PIPS, Die, circle
from vision.arrays import Float32s, Points


@dataclass(frozen=True)
class Make:
    """How a die is made; lengths in half edges, shares 0..1.

    Attributes
    ----------
    rounding
        The radius of its edges.
    ball
        All farther from its middle than this is cut off: at 1.3 its faces are nearly circles.
    pip
        The radius of its pips.
    spread, six
        How far pips lie from the middle, and those of a 6 across its two rows.
    lone
        How much larger a lone pip is.
    drilled
        How strongly the side of a pip that is turned from the light differs from the other.
    burnt
        How dark the rim about a pip is.
    worn
        How much of a pip's paint is lost at most.
    gloss
        How strongly it mirrors the lamp.
    alpha
        How much of what lies behind it hides.
    """

    rounding: float
    ball: float
    pip: float
    spread: float
    six: float
    lone: float
    drilled: float
    burnt: float
    worn: float
    gloss: float
    alpha: float


def random_make(rng: np.random.Generator) -> Make:
    """Make up how a die is made."""
    spread = rng.uniform(0.34, 0.62)
    largest = min(0.27, 0.47 * spread)
    is_ball = rng.random() < 0.25
    return Make(
        rounding=rng.uniform(0.03, 0.45),
        ball=rng.uniform(1.2, 1.5) if is_ball else 2.0,
        pip=rng.uniform(0.10, largest) if rng.random() < 0.5 else largest * rng.uniform(0.85, 1),
        spread=spread,
        six=spread * rng.uniform(0.55, 1.05),
        lone=rng.uniform(1.4, 2.3) if rng.random() < 0.2 else rng.uniform(0.9, 1.3),
        drilled=rng.uniform(0.2, 1.0) if rng.random() < 0.6 else 0.0,
        burnt=rng.uniform(0.2, 0.6) if rng.random() < 0.15 else 0.0,
        worn=rng.uniform(0.1, 0.75) if rng.random() < 0.25 else 0.0,
        gloss=rng.uniform(0.1, 0.9) if rng.random() < 0.6 else 0.0,
        alpha=rng.uniform(0.45, 0.85) if rng.random() < 0.15 else 1.0,
    )


class MouldedDie:
    """Paints one die with all that is seen of it."""

    def __init__(
        self, canvas: Canvas, die: Die, light: float, rng: np.random.Generator, number: int
    ) -> None:
        self._canvas, self._die, self._rng, self._number = canvas, die, rng, number
        self._make = random_make(rng)
        steep = rng.uniform(0.4, 1.4)
        lamp = np.array([math.cos(light), math.sin(light), 0.0]) * math.cos(steep)
        self._lamp = lamp + np.array([0.0, 0.0, math.sin(steep)])
        self._ambient = rng.uniform(0.25, 0.8)
        self._steps = _steps(self._make.rounding)
        c, s = math.cos(die.angle), math.sin(die.angle)
        self._turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        self._middle = np.array([*die.centre, die.size / 2])

    def paint(self) -> None:
        """Paint its shadow, its body, and the pips of every face seen."""
        self._paint_shadow()
        others = [v for v in range(1, 7) if v not in (self._die.value, 7 - self._die.value)]
        self._rng.shuffle(others)
        sides = [
            (_face_axes(np.array([math.cos(a), math.sin(a), 0.0]).round()), value)
            for a, value in zip(np.arange(4) * math.pi / 2, others, strict=True)
        ]
        top = (_face_axes(np.array([0.0, 0.0, 1.0])), self._die.value)
        other = any_color(self._rng, 0.0, 0.6) if self._rng.random() < 0.1 else self._die.pip
        faces = [*sides, top]
        for axes, _ in faces:
            self._paint_side(axes)
        if self._rng.random() < 0.35:
            self._grain()
        for axes, value in faces:
            if self._seen(axes[0]):
                self._paint_pips(axes, value, other if value in (1, 4) else self._die.pip)
        self._let_shine_through()

    def _seen(self, outward: Points) -> bool:
        way = self._turn @ outward
        spot = self._middle + way * self._die.size / 2
        return bool((self._canvas.camera.position - spot) @ way > 0)

    def _moulded(self, spots: Points) -> tuple[Points, Points]:
        """Return where points of a cube lie on the die, (n, 3) in mm, and the normals there."""
        make = self._make
        inner = np.clip(spots, make.rounding - 1, 1 - make.rounding)
        away = spots - inner
        normals = away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-9)
        rounded = inner + normals * make.rounding
        length = np.linalg.norm(rounded, axis=1, keepdims=True)
        normals = np.where(length > make.ball, rounded / length, normals)
        rounded *= np.minimum(1.0, make.ball / length)
        here = self._middle + rounded @ self._turn.T * self._die.size / 2
        return here, normals @ self._turn.T

    def _lit(self, normals: Points, spots: Points) -> tuple[Points, Points]:
        """Return how bright a body is, (n,), and how much of the lamp it mirrors."""
        shade = self._ambient + (1 - self._ambient) * np.clip(normals @ self._lamp, 0, None) * 1.2
        view = self._canvas.camera.position - spots
        half = view / np.linalg.norm(view, axis=1, keepdims=True) + self._lamp
        half /= np.linalg.norm(half, axis=1, keepdims=True)
        return shade, self._make.gloss * np.clip((normals * half).sum(axis=1), 0, 1) ** 40

    def _color(self, color: Color, shade: float, mirrored: float) -> Color:
        blue, green, red = (min(c * shade, 1.0) * (1 - mirrored) + mirrored for c in color)
        return blue, green, red

    def _paint_side(self, axes: tuple[Points, Points, Points]) -> None:
        outward, across, along = axes
        steps = self._steps
        u, v = np.meshgrid(steps, steps)
        grid = outward + u.reshape(-1, 1) * across + v.reshape(-1, 1) * along
        spots, normals = self._moulded(grid)
        pixels = self._canvas.camera.project(spots)
        count = len(steps)
        corner = np.arange(count * count).reshape(count, count)
        quads = np.stack(
            [corner[:-1, :-1], corner[:-1, 1:], corner[1:, 1:], corner[1:, :-1]], axis=-1
        ).reshape(-1, 4)
        middles, ways = spots[quads].mean(axis=1), normals[quads].mean(axis=1)
        shades, mirrored = self._lit(ways, middles)
        seen = ((self._canvas.camera.position - middles) * ways).sum(axis=1) > 0
        for quad, shade, mirror in zip(quads[seen], shades[seen], mirrored[seen], strict=True):
            color = self._color(self._die.body, float(shade), float(mirror))
            self._canvas.fill(pixels[quad], color, self._number)

    def _paint_pips(self, axes: tuple[Points, Points, Points], value: int, paint: Color) -> None:
        outward, across, along = axes
        if self._rng.random() < 0.5:
            across, along = along, -across
        face, make = (outward, across, along), self._make
        radius = make.pip * (make.lone if value == 1 else 1.0)
        shade = self._shade(outward)
        flat = self._turn.T @ self._lamp
        slope = np.array([flat @ across, flat @ along]) * radius
        spread = np.array([make.six if value == 6 else make.spread, make.spread])
        for place in PIPS[value]:
            # A 6 has its rows along the second direction.
            middle = np.array(place) * 2 * spread
            color = _mixed(paint, self._die.body, make.worn * self._rng.random())
            if make.burnt:
                brown = _mixed(self._die.body, color, make.burnt)
                self._disc(face, middle, radius * 1.35, self._color(brown, shade, 0.0))
            if make.drilled:
                rim = self._color(self._die.body, shade * (1 + 0.5 * make.drilled), 0.0)
                self._disc(face, middle - slope * 0.25, radius * 1.04, rim)
            self._disc(face, middle, radius, self._color(color, shade, 0.0))
            if make.drilled:
                bottom = self._color(color, shade, 0.22 * make.drilled)
                self._disc(face, middle - slope * 0.35, radius * 0.55, bottom)

    def _shade(self, outward: Points) -> float:
        """Return how bright a face is on which the paint lies, given its direction."""
        lit = max(float(self._turn @ outward @ self._lamp), 0.0)
        return self._ambient + (1 - self._ambient) * lit * 1.2

    def _disc(
        self, axes: tuple[Points, Points, Points], middle: Points, radius: float, color: Color
    ) -> None:
        outward, across, along = axes
        unit = circle(radius, 12) + middle
        spots, _ = self._moulded(outward + unit[:, :1] * across + unit[:, 1:] * along)
        self._canvas.fill(self._canvas.camera.project(spots), color, self._number)

    def _outline(self) -> Points:
        corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        spots, _ = self._moulded(corners.astype(np.float64))
        return self._canvas.camera.project(spots)

    def _mask(self, pixels: Points) -> Float32s:
        """Return where a convex figure, in pixels, lies on the oversampled sheet, 0..1."""
        height, width = self._canvas.coverage.shape[:2]
        mask = np.zeros((height, width), np.uint8)
        fine = np.round((pixels + 0.5) * height / self._canvas.objects.shape[0])
        if np.isfinite(fine).all() and np.abs(fine).max() < 10_000:
            hull = cv2.convexHull(np.asarray(fine, np.int32))
            cv2.fillConvexPoly(mask, hull, [255.0])
        return mask.astype(np.float32) / np.float32(255)

    def _grain(self) -> None:
        """Give the body fibres of wood or clouds of marble."""
        rng, canvas = self._rng, self._canvas
        mask = self._mask(self._outline())
        height, width = mask.shape
        coarse = (height // int(rng.integers(3, 9)), max(width // int(rng.integers(3, 40)), 2))
        rough = rng.standard_normal(coarse, dtype=np.float32)
        even = cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC)
        turn = cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(0, 360), 1.5)
        field = cv2.warpAffine(even, turn, (width, height), borderMode=cv2.BORDER_REFLECT)
        change = 1 + np.float32(rng.uniform(0.03, 0.14)) * np.asarray(field, np.float32) * mask
        canvas.color[:] = np.clip(canvas.color * change[..., None], 0, 255).astype(np.uint8)

    def _let_shine_through(self) -> None:
        """Let the table behind it shine through as much as its body does."""
        if self._make.alpha == 1:
            return
        canvas, left = self._canvas, 1 - self._mask(self._outline()) * (1 - self._make.alpha)
        canvas.coverage[:] = (canvas.coverage * left).astype(np.uint8)
        canvas.color[:] = (canvas.color * left[..., None]).astype(np.uint8)

    def _paint_shadow(self) -> None:
        """Darken the table where the lamp does not reach it, if there is one lamp alone."""
        rng, canvas = self._rng, self._canvas
        if rng.random() < 0.45:
            return
        corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        spots, _ = self._moulded(corners.astype(np.float64))
        fallen = spots - self._lamp * (spots[:, 2:] / self._lamp[2])
        mask = self._mask(canvas.camera.project(fallen))
        edge = rng.uniform(0.5, 4) if rng.random() < 0.6 else rng.uniform(4, 12)
        soft = cv2.GaussianBlur(mask, (0, 0), edge) * np.float32(255 * rng.uniform(0.3, 0.9))
        bare = canvas.coverage == 0
        canvas.coverage[:] = np.where(bare, soft, canvas.coverage).astype(np.uint8)


def paint_moulded_die(
    canvas: Canvas, die: Die, light: float, rng: np.random.Generator, number: int
) -> None:
    """Paint a die as it is made and worn; the arguments are those of ``things.paint_die``."""
    MouldedDie(canvas, die, light, rng, number).paint()


def _steps(rounding: float) -> Points:
    """Return where a face's grid lines lie: close together where the edges bend."""
    bend = np.linspace(-1.0, rounding - 1.0, 4)
    flat = np.linspace(rounding - 1.0, 1.0 - rounding, 5)[1:-1]
    steps: Points = np.concatenate([bend, flat, -bend[::-1]])
    return steps


def _face_axes(outward: Points) -> tuple[Points, Points, Points]:
    """Return a face's normal, and two directions along it."""
    along = np.array([0.0, 0.0, 1.0]) if outward[2] == 0 else np.array([0.0, 1.0, 0.0])
    return outward, np.cross(along, outward), along


def _mixed(first: Color, second: Color, share: float) -> Color:
    """Return a colour between two, ``share`` of it the second."""
    blue, green, red = (a * (1 - share) + b * share for a, b in zip(first, second, strict=True))
    return blue, green, red
