"""Fitting the table and all lattices on it together, as one robust least squares problem.

Unknown are the table's six parameters (:func:`vision.table_model.rectify`), the pitch that all
lattices share, and a rotation and a shift per lattice. Every tile says three things on the plane:
where its centre is, and what its axis and its side are. Residuals are in standard deviations, so
that the weak priors (a camera that looks down without distortion, tiles with small gaps) take over
only where tiles are few.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import least_squares

from vision.lattice_assignment import TURN, Noise, PlacedTile, Placement, fit_pose, lattice_point
from vision.table_model import (
    DISTORTION_DEVIATION,
    VANISHING_DEVIATION,
    Complex,
    Floats,
    TileFrames,
    rectify_frames,
)

# Gaps of 0 to 6 % of the edge between tiles of circumradius 1.
USUAL_PITCH = 1.025
PITCH_DEVIATION = 0.02

_TABLE = 6
_SHARED = _TABLE + 1
_STEP = 1e-6


@dataclass(frozen=True)
class Refined:
    """The table's parameters, the pitch, and (angle, shift) of every lattice on the plane."""

    parameters: Floats
    pitch: float
    poses: tuple[tuple[float, complex], ...]


class LatticeProblem:
    """The residuals of one assignment of tiles to cells, and their derivatives."""

    def __init__(
        self,
        frames: TileFrames,
        lattices: Sequence[Mapping[int, Placement]],
        guess: Floats,
        noise: Noise,
    ) -> None:
        rows = [
            (index, number, lattice_point(cell), orientation)
            for number, lattice in enumerate(lattices)
            for index, (cell, orientation) in lattice.items()
        ]
        index = np.array([row[0] for row in rows], dtype=np.intp)
        self._frames = TileFrames(frames.centers[index], frames.axes[index], frames.sides[index])
        self._lattice = np.array([row[1] for row in rows], dtype=np.intp)
        self._points = np.array([row[2] for row in rows], dtype=np.complex128)
        self._turns = np.array([row[3] for row in rows]) * TURN
        self._guess = guess
        self._noise = noise
        self._lattices = lattices
        # Parameters are solved for in units of what they may reasonably change by.
        self._scales = np.array(
            [VANISHING_DEVIATION] * 2 + [DISTORTION_DEVIATION] + [float(guess[3])] * 3
        )

    def start(self) -> Floats:
        """Return the unknowns at the guess, the poses fitted to the tiles as they lie there."""
        flat = rectify_frames(self._frames, self._guess)
        angles = flat.angles()
        poses: list[float] = []
        for number in range(len(self._lattices)):
            rows = np.flatnonzero(self._lattice == number)
            cells = list(self._lattices[number].values())
            tiles = [
                PlacedTile(complex(flat.centers[row]), float(angles[row]), *cell)
                for row, cell in zip(rows, cells, strict=True)
            ]
            pose = fit_pose(tiles, USUAL_PITCH, self._noise)
            origin = pose.position(0j)
            poses += [pose.angle, origin.real, origin.imag]
        return np.concatenate([self._guess / self._scales, [USUAL_PITCH], poses])

    def residuals(self, unknowns: Floats) -> Floats:
        flat = rectify_frames(self._frames, unknowns[:_TABLE] * self._scales)
        where, axes = self._expected(unknowns)
        on_plane = self._weighted(flat.centers - where, flat.axes - axes, flat.sides - 1j * axes)
        return np.concatenate([on_plane, self._priors(unknowns)])

    def derivatives(self, unknowns: Floats) -> Floats:
        """Return the Jacobian: numeric for the table (all columns at once), exact for the poses."""
        count = len(self._points)
        jacobian = np.zeros((6 * count + 4, len(unknowns)))
        steps = np.concatenate([np.eye(_TABLE), -np.eye(_TABLE)]) * _STEP
        trials = (unknowns[:_TABLE] + steps) * self._scales
        flat = rectify_frames(self._frames, trials.T)
        for column in range(_TABLE):
            jacobian[: 6 * count, column] = self._weighted(
                *(
                    (part[column] - part[column + _TABLE]) / (2 * _STEP)
                    for part in (flat.centers, flat.axes, flat.sides)
                )
            )
        _, axes = self._expected(unknowns)
        spin = np.exp(1j * unknowns[_SHARED::3])[self._lattice]
        nothing = np.zeros(count, np.complex128)
        arms = spin * self._points
        jacobian[: 6 * count, _TABLE] = self._weighted(-arms, nothing, nothing)
        turned = self._weighted(-1j * unknowns[_TABLE] * arms, -1j * axes, axes)
        right = self._weighted(nothing - 1, nothing, nothing)
        up = self._weighted(nothing - 1j, nothing, nothing)
        rows = np.arange(6 * count)
        base = _SHARED + 3 * np.tile(self._lattice, 6)
        jacobian[rows, base] = turned
        jacobian[rows, base + 1] = right
        jacobian[rows, base + 2] = up
        jacobian[-4:, :_SHARED] = np.eye(_SHARED)[[0, 1, 2, _TABLE]]
        jacobian[-1, _TABLE] = 1 / PITCH_DEVIATION
        return jacobian

    def _expected(self, unknowns: Floats) -> tuple[Complex, Complex]:
        poses = unknowns[_SHARED:].reshape(-1, 3)[self._lattice]
        spin = np.exp(1j * poses[:, 0])
        where = poses[:, 1] + 1j * poses[:, 2] + unknowns[_TABLE] * spin * self._points
        return where, spin * np.exp(1j * self._turns)

    def _weighted(self, centers: Complex, axes: Complex, sides: Complex) -> Floats:
        at, turned = 1 / self._noise.position, 1 / self._noise.angle
        parts = [centers.real * at, centers.imag * at]
        for arrow in (axes, sides):
            parts += [arrow.real * turned, arrow.imag * turned]
        return np.concatenate(parts)

    def _priors(self, unknowns: Floats) -> Floats:
        pitch = (unknowns[_TABLE] - USUAL_PITCH) / PITCH_DEVIATION
        return np.array([unknowns[0], unknowns[1], unknowns[2], pitch])

    def refined(self, unknowns: Floats) -> Refined:
        poses = unknowns[_SHARED:].reshape(-1, 3)
        return Refined(
            unknowns[:_TABLE] * self._scales,
            float(unknowns[_TABLE]),
            tuple((float(angle), complex(x, y)) for angle, x, y in poses),
        )


def refine(
    frames: TileFrames,
    lattices: Sequence[Mapping[int, Placement]],
    guess: Floats,
    noise: Noise,
) -> Refined:
    """Fit table and lattices to the tiles assigned to them.

    Parameters
    ----------
    frames
        All tiles in normalised picture coordinates.
    lattices
        Per lattice, from the tile's index in ``frames`` to its cell and orientation.
    guess
        The table's six parameters to start from.
    noise
        Standard deviations of a tile's centre and rotation on the plane.
    """
    problem = LatticeProblem(frames, lattices, guess, noise)
    solution = least_squares(
        problem.residuals,
        problem.start(),
        jac=problem.derivatives,
        loss="cauchy",
        f_scale=2.5,
        method="trf",
        ftol=1e-4,
        xtol=1e-5,
        max_nfev=20,
    )
    return problem.refined(solution.x)
