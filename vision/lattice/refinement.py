"""Fitting the table and all lattices on it together, as one robust least squares problem.

Unknown are the table's six parameters (:func:`vision.lattice.table_model.rectify`), the pitch that
all lattices share, and a rotation and a shift per lattice. Every tile says three things on the
plane: where its centre is, and what its axis and its side are. Weak priors (a camera that looks
down without distortion, tiles with small gaps) take over only where tiles are few.

The problem is a small bundle adjustment and solved as such: Levenberg's and Marquardt's damped
normal equations, with Cauchy weights against wrong tiles, the poses eliminated first because no two
lattices meet in them (Triggs et al., Bundle Adjustment: A Modern Synthesis, section 6.1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import Float64s, PlanePoints
from vision.lattice.assignment import TURN, Noise, PlacedTile, Placement, fit_pose, lattice_point
from vision.lattice.table_model import TileFrames, rectify_frames
from vision.lattice.thresholds import (
    CENTER_LIMIT,
    DISTORTION_DEVIATION,
    PITCH_DEVIATION,
    SHAPE_LIMIT,
    USUAL_PITCH,
    VANISHING_DEVIATION,
)

_TABLE = 6
_STEP = 1e-6
_MOST_STEPS = 20
_ENOUGH = 1e-4


@dataclass(frozen=True)
class Refined:
    """The table's parameters, the pitch, and (angle, shift) of every lattice on the plane.

    ``cost`` is what is left, chi squared with Cauchy's loss, the priors included.
    """

    parameters: Float64s
    pitch: float
    poses: tuple[tuple[float, complex], ...]
    cost: float


@dataclass(frozen=True)
class _Unknowns:
    """``shared``: table (6, scaled), pitch; ``poses``: angle, x, y of each lattice, (c, 3)."""

    shared: Float64s
    poses: Float64s

    def changed(self, shared: Float64s, poses: Float64s) -> _Unknowns:
        return _Unknowns(self.shared + shared, self.poses + poses)


@dataclass(frozen=True)
class _Equations:
    """Normal equations in blocks: shared unknowns, poses, and how they are coupled."""

    shared: Float64s
    coupling: Float64s
    poses: Float64s
    shared_side: Float64s
    poses_side: Float64s

    def step(self, damping: float) -> tuple[Float64s, Float64s]:
        """Solve for the change of the shared unknowns and of the poses."""
        poses = self.poses * (1 + damping * np.eye(3))
        inverse = np.linalg.inv(poses)
        carried = np.einsum("cap,cpq->caq", self.coupling, inverse)
        shared = self.shared * (1 + damping * np.eye(len(self.shared)))
        reduced = shared - np.einsum("caq,cbq->ab", carried, self.coupling)
        side = self.shared_side - np.einsum("caq,cq->a", carried, self.poses_side)
        change = np.linalg.solve(reduced, side)
        rest = self.poses_side - np.einsum("cap,a->cp", self.coupling, change)
        return change, np.einsum("cpq,cq->cp", inverse, rest)


class _Problem:
    """The residuals of one assignment of tiles to cells, as complex arrays of shape (n, 3).

    A row is a tile, the rows of a lattice stand together; its columns are centre, axis and side.
    """

    def __init__(
        self,
        frames: TileFrames,
        lattices: Sequence[Mapping[int, Placement]],
        guess: Float64s,
        noise: Noise,
    ) -> None:
        cells = [placement for lattice in lattices for placement in lattice.values()]
        index = np.array([index for lattice in lattices for index in lattice], dtype=np.intp)
        sizes = [len(lattice) for lattice in lattices]
        self._frames = TileFrames(frames.centers[index], frames.axes[index], frames.sides[index])
        self._starts = np.cumsum([0, *sizes[:-1]])
        self._lattice = np.repeat(np.arange(len(lattices)), sizes)
        self._points = np.array([lattice_point(cell) for cell, _ in cells])
        self._turned = np.exp(1j * TURN * np.array([turns for _, turns in cells]))
        self._cells = cells
        self._guess = guess
        self._noise = noise
        # Parameters are solved for in units of what they may reasonably change by.
        self._scales = np.array(
            [VANISHING_DEVIATION] * 2 + [DISTORTION_DEVIATION] + [float(guess[3])] * 3
        )
        self._prior_centers = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, USUAL_PITCH])
        self._prior_weights = np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0, PITCH_DEVIATION**-2])

    def start(self) -> _Unknowns:
        """Return the unknowns at the guess, the poses fitted to the tiles as they lie there."""
        flat = rectify_frames(self._frames, self._guess)
        tiles = [
            PlacedTile(center, angle, *cell)
            for center, angle, cell in zip(
                flat.centers.tolist(), flat.angles().tolist(), self._cells, strict=True
            )
        ]
        ends = [*self._starts[1:].tolist(), len(tiles)]
        poses = []
        for first, last in zip(self._starts.tolist(), ends, strict=True):
            pose = fit_pose(tiles[first:last], USUAL_PITCH, self._noise)
            origin = pose.position(0j)
            poses.append((pose.angle, origin.real, origin.imag))
        return _Unknowns(np.append(self._guess / self._scales, USUAL_PITCH), np.array(poses))

    def residuals(self, unknowns: _Unknowns) -> PlanePoints:
        flat = rectify_frames(self._frames, unknowns.shared[:_TABLE] * self._scales)
        poses = unknowns.poses[self._lattice]
        spin = np.exp(1j * poses[:, 0])
        centers = poses[:, 1] + 1j * poses[:, 2] + unknowns.shared[_TABLE] * spin * self._points
        axes = spin * self._turned
        return np.stack([flat.centers - centers, flat.axes - axes, flat.sides - 1j * axes], axis=-1)

    def cost(self, unknowns: _Unknowns, residuals: PlanePoints) -> float:
        """Return what is minimised: Cauchy's loss over the tiles, and the priors."""
        center, shape = self._squares(residuals)
        strays = unknowns.shared - self._prior_centers
        return float(
            np.sum(CENTER_LIMIT * np.log1p(center / CENTER_LIMIT))
            + np.sum(SHAPE_LIMIT * np.log1p(shape / SHAPE_LIMIT))
            + self._prior_weights @ strays**2
        )

    def equations(self, unknowns: _Unknowns, residuals: PlanePoints) -> _Equations:
        weights = self._weights(residuals)
        by_shared, by_pose = self._derivatives(unknowns)
        weighted = weights[:, :, None] * by_pose.conj()
        each_pose = np.einsum("nka,nkb->nab", weighted, by_pose).real
        each_coupling = np.einsum("nka,nkb->nba", weighted, by_shared).real
        each_side = -np.einsum("nka,nk->na", weighted, residuals).real
        weighted = weights[:, :, None] * by_shared.conj()
        strays = unknowns.shared - self._prior_centers
        return _Equations(
            shared=np.einsum("nka,nkb->ab", weighted, by_shared).real
            + np.diag(self._prior_weights),
            coupling=np.add.reduceat(each_coupling, self._starts, axis=0),
            poses=np.add.reduceat(each_pose, self._starts, axis=0),
            shared_side=-np.einsum("nka,nk->a", weighted, residuals).real
            - self._prior_weights * strays,
            poses_side=np.add.reduceat(each_side, self._starts, axis=0),
        )

    def refined(self, unknowns: _Unknowns, cost: float) -> Refined:
        return Refined(
            unknowns.shared[:_TABLE] * self._scales,
            float(unknowns.shared[_TABLE]),
            tuple((angle, complex(x, y)) for angle, x, y in unknowns.poses.tolist()),
            cost,
        )

    def _derivatives(self, unknowns: _Unknowns) -> tuple[PlanePoints, PlanePoints]:
        """Return the derivatives by the shared unknowns, (n, 3, 7), and by the pose, (n, 3, 3).

        Numeric for the table, all its parameters at once; exact for pitch and poses.
        """
        steps = np.concatenate([np.eye(_TABLE), -np.eye(_TABLE)]) * _STEP
        trials = (unknowns.shared[:_TABLE] + steps) * self._scales
        flat = rectify_frames(self._frames, trials.T)
        parts = np.stack([flat.centers, flat.axes, flat.sides], axis=-1)
        by_shared = np.zeros((len(self._points), 3, _TABLE + 1), np.complex128)
        by_shared[..., :_TABLE] = np.moveaxis(
            (parts[:_TABLE] - parts[_TABLE:]) / (2 * _STEP), 0, -1
        )
        spin = np.exp(1j * unknowns.poses[self._lattice, 0])
        arms, axes = spin * self._points, spin * self._turned
        by_shared[:, 0, _TABLE] = -arms
        by_pose = np.zeros((len(self._points), 3, 3), np.complex128)
        by_pose[:, 0, 0] = -1j * unknowns.shared[_TABLE] * arms
        by_pose[:, 1, 0] = -1j * axes
        by_pose[:, 2, 0] = axes
        by_pose[:, 0, 1] = -1
        by_pose[:, 0, 2] = -1j
        return by_shared, by_pose

    def _squares(self, residuals: PlanePoints) -> tuple[Float64s, Float64s]:
        """Return chi squared of each tile's centre and of its shape, both of shape (n,)."""
        squares = residuals.real**2 + residuals.imag**2
        center = squares[:, 0] / self._noise.position**2
        return center, (squares[:, 1] + squares[:, 2]) / self._noise.angle**2

    def _weights(self, residuals: PlanePoints) -> Float64s:
        center, shape = self._squares(residuals)
        at = 1 / (1 + center / CENTER_LIMIT) / self._noise.position**2
        turned = 1 / (1 + shape / SHAPE_LIMIT) / self._noise.angle**2
        return np.stack([at, turned, turned], axis=-1)


def refine(
    frames: TileFrames,
    lattices: Sequence[Mapping[int, Placement]],
    guess: Float64s,
    noise: Noise,
) -> Refined:
    """Fit table and lattices to the tiles assigned to them.

    Parameters
    ----------
    frames
        All tiles in normalised picture coordinates.
    lattices
        At least one; per lattice, from the tile's index in ``frames`` to its cell and orientation.
    guess
        The table's six parameters to start from.
    noise
        Standard deviations of a tile's centre and rotation on the plane.
    """
    problem = _Problem(frames, lattices, guess, noise)
    unknowns = problem.start()
    residuals = problem.residuals(unknowns)
    cost, damping = problem.cost(unknowns, residuals), 1e-4
    for _ in range(_MOST_STEPS):
        trial = unknowns.changed(*problem.equations(unknowns, residuals).step(damping))
        trial_residuals = problem.residuals(trial)
        trial_cost = problem.cost(trial, trial_residuals)
        if trial_cost >= cost:
            damping = max(damping * 10, 1e-3)
            if damping > 1e3:
                break
            continue
        gain = cost - trial_cost
        unknowns, residuals, cost = trial, trial_residuals, trial_cost
        damping /= 10
        if gain < _ENOUGH * (1 + cost):
            break
    return problem.refined(unknowns, cost)
