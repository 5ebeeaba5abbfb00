"""Made-up photos read back from disk, augmented, with the maps the detector should give."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.utils.data import Dataset

from training.scene_files import (
    DOUBTFUL,
    READABLE,
    SEEN,
    Labels,
    load_covered,
    load_labels,
    load_picture,
    tells_cover,
)
from vision.arrays import Float32s, Grey, Image, Matrix, Points
from vision.networks.detector import CHANNELS, STRIDE, VECTOR_SCALE
from vision.networks.inference import normalise

CROP = 384
_MIRRORED = [0, 5, 4, 3, 2, 1]


def _focus(labels: Labels, rng: np.random.Generator) -> Float32s | None:
    """Choose something to look at: a die now and then, else mostly a tile, else nothing."""
    for outlines, share in ((labels.dice, 0.3), (labels.corners, 0.85)):
        if len(outlines) and rng.random() < share:
            middle: Float32s = outlines[int(rng.integers(len(outlines)))].mean(axis=0)
            return middle
    return None


def _turn(angle: float) -> Matrix:
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])


def random_view(
    width: int, height: int, rng: np.random.Generator, size: int, focus: Float32s | None = None
) -> tuple[Float32s, bool]:
    """Return a 2x3 map from a picture to a crop of it, turned, scaled, perhaps mirrored.

    The crop holds the point ``focus`` (px), if there is one. Now and then it is scaled up a lot, as
    when the camera is held close, or squeezed one way, as when the table is seen flatter.
    """
    angle = rng.uniform(0, 2 * math.pi) if rng.random() < 0.5 else rng.integers(4) * math.pi / 2
    least, most = (0.7, 1.45) if rng.random() < 0.9 else (1.45, 3.0)
    scale = math.exp(rng.uniform(math.log(least), math.log(most)))
    linear = scale * _turn(angle)
    if rng.random() < 0.45:
        way = _turn(rng.uniform(0, math.pi))
        linear = way @ np.diag([1.0, rng.uniform(0.5, 1.0)]) @ way.T @ linear
    mirrored = bool(rng.random() < 0.5)
    if mirrored:
        linear = linear @ np.diag([-1.0, 1.0])
    corners = np.array([(0, 0), (width, 0), (0, height), (width, height)]) @ linear.T
    low, high = corners.min(0), corners.max(0)
    room = (high - low) - size
    start = low + np.where(room > 0, rng.uniform(0, 1, 2) * room, room / 2)
    if focus is not None:
        point = linear @ focus
        start = np.clip(start, point - 0.9 * size, point - 0.1 * size)
    return np.column_stack([linear, -start]).astype(np.float32), mirrored


def seen_through(stored: Image, linear: Matrix, shift: Points, side: int) -> Image:
    """Return what a patch shows that is cut out of a stored one, (side, side, 3).

    ``linear``, (2, 2), turns its pixels about its middle into those of the stored one; ``shift`` is
    by how many pixels of that it is moved then, (2,).
    """
    start = (stored.shape[0] - 1) / 2 + shift - linear @ np.full(2, (side - 1) / 2)
    view = np.column_stack([linear, start]).astype(np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(stored, view, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def recolor(image: Image, rng: np.random.Generator) -> Float32s:
    """Return the picture, 0..255, under another camera's colours."""
    if rng.random() < 0.1:
        image = image[..., rng.permutation(3)]
    if rng.random() < 0.05:
        image = np.repeat(image.mean(axis=2, keepdims=True).astype(np.uint8), 3, axis=2)
    gains = np.exp(rng.normal(size=3) * 0.12 + rng.normal() * 0.2)
    levels = np.clip(np.arange(256)[:, None] / 255 * gains, 0, 1) ** math.exp(rng.normal() * 0.15)
    picture = cv2.LUT(np.ascontiguousarray(image), (255 * levels).astype(np.float32)[None])
    if rng.random() < 0.3:
        noise = rng.standard_normal(picture.shape, dtype=np.float32)
        picture = np.clip(picture + np.float32(rng.uniform(0, 10)) * noise, 0, 255)
    return np.asarray(picture, np.float32)


def other_colors(image: Image, rng: np.random.Generator, least: float) -> tuple[Image, float]:
    """Return a picture of quite other colours, and what share of its contrast is left.

    At least ``least`` is, 0..1. White and blue may become two colours that are equally light, or
    equally dark; but what was lighter stays a little lighter, so that a tile's white tip stays its
    white tip.
    """
    axes = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    if axes[0].sum() < 0:
        axes = -axes
    axes[0] = axes[0] + 0.15
    left = rng.uniform(least, 1.0)
    lengths = np.concatenate([[left], rng.uniform(0.3, 1.1, 2)])
    # From grey and two hues at right angles to it, to any three directions among the colours.
    directions = np.array([[1, 1, 1], [1, -1, 0], [0.5, 0.5, -1]])
    grey_and_hues = directions / np.linalg.norm(directions, axis=1, keepdims=True)
    middle = image.reshape(-1, 3).mean(axis=0)
    target = middle.mean() * rng.uniform(0.4, 1.2) * rng.uniform(0.7, 1.3, 3)
    moved = (image - middle) @ grey_and_hues.T @ (axes * lengths[:, None]) + target
    return np.asarray(np.clip(moved, 0, 255), np.uint8), float(left)


class DetectorSamples(Dataset[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]):
    """Pictures of folders; each item is a new augmentation, seeded by the epoch and its index."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """List the pictures; what is in a folder named twice counts twice."""
        self.truths = [path for folder in folders for path in sorted(folder.glob("s*.json"))]
        self.epoch = 0

    def __len__(self) -> int:
        """Return how many pictures there are."""
        return len(self.truths)

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return the picture, (3, CROP, CROP), target maps and their weights."""
        rng = np.random.default_rng((self.epoch, index))
        path = self.truths[index]
        picture, labels = load_picture(path), load_labels(path)
        height, width = picture.shape[:2]
        is_told = tells_cover(path)
        cover = load_covered(path) if is_told else np.zeros((height, width), np.uint8)
        view, mirrored = random_view(width, height, rng, CROP, _focus(labels, rng))
        border = [float(v) for v in rng.integers(0, 256, 3)]
        crop = cv2.warpAffine(picture, view, (CROP, CROP), flags=cv2.INTER_AREA, borderValue=border)
        covered = cv2.warpAffine(cover, view, (CROP, CROP), borderValue=0)
        seen, left = np.asarray(crop, np.uint8), 1.0
        if rng.random() < 0.15:
            seen, left = other_colors(seen, rng, least=0.3)
        labels = replace(labels, contrast=labels.contrast * np.float32(left))
        target, weight = target_maps(labels, view, mirrored, np.asarray(covered, np.uint8))
        weight[2] = is_told
        shown = normalise(recolor(seen, rng))
        return torch.from_numpy(shown), torch.from_numpy(target), torch.from_numpy(weight)


def target_maps(
    labels: Labels, view: Float32s, mirrored: bool, covered: Grey
) -> tuple[Float32s, Float32s]:
    """Return target maps and weights, both (CHANNELS, CROP / STRIDE, CROP / STRIDE)."""
    side = CROP // STRIDE
    target = np.zeros((CHANNELS, side, side), np.float32)
    weight = np.zeros_like(target)
    weight[:3] = 1
    target[2] = cv2.resize(covered, (side, side), interpolation=cv2.INTER_AREA) / np.float32(255)
    rows, columns = np.mgrid[0:side, 0:side].astype(np.float32)
    grid = (np.stack([columns, rows], -1) * STRIDE + (STRIDE - 1) / 2).astype(np.float32)
    for corners, visible, contrast in zip(
        labels.corners, labels.visible, labels.contrast, strict=True
    ):
        points = corners @ view[:, :2].T + view[:, 2]
        if mirrored:
            points = points[_MIRRORED]
        inside = ((points > 0) & (points < CROP)).all(axis=1).mean()
        seen = visible if inside > 0.6 else min(visible, 0.4)
        _add_tile(target, weight, grid, points, float(seen), float(contrast))
    for corners, visible in zip(labels.dice, labels.dice_visible, strict=True):
        _add_die(target, weight, grid, corners @ view[:, :2].T + view[:, 2], float(visible))
    return target, weight


def _window(grid: Float32s, points: Float32s) -> tuple[slice, slice]:
    side = grid.shape[0]
    low = np.clip(np.floor(points.min(0) / STRIDE).astype(int) - 1, 0, side)
    high = np.clip(np.ceil(points.max(0) / STRIDE).astype(int) + 2, 0, side)
    return slice(low[1], high[1]), slice(low[0], high[0])


def _add_tile(
    target: Float32s,
    weight: Float32s,
    grid: Float32s,
    points: Float32s,
    visible: float,
    contrast: float,
) -> None:
    window = _window(grid, points)
    local = grid[window]
    if local.size == 0:
        return
    center = points.mean(axis=0)
    axis = (points[0] - points[3]) / 2
    across = (points[1] + points[2] - points[4] - points[5]) / (2 * math.sqrt(3))
    frame = np.linalg.inv(np.column_stack([axis, across]).astype(np.float64) + 1e-9 * np.eye(2))
    distance = np.hypot(*np.moveaxis((local - center) @ frame.T, -1, 0)).astype(np.float32)
    if visible < SEEN or contrast < READABLE:
        if visible > DOUBTFUL:
            weight[0][window][distance < 0.9] = 0
        return
    nearest = np.unravel_index(np.argmin(distance), distance.shape)
    heat = np.exp(-(distance**2) / (2 * 0.2**2))
    heat[nearest] = 1.0
    np.maximum(target[0][window], heat, out=target[0][window])
    near = distance < 0.38
    near[nearest] = True
    vectors = [*(center - local).transpose(2, 0, 1), *axis, *across]
    share = STRIDE * VECTOR_SCALE / max(float(np.hypot(*axis)), float(np.hypot(*across)), 4.0)
    for channel, value in zip(range(3, 9), vectors, strict=True):
        target[channel][window][near] = (np.broadcast_to(value, near.shape) / VECTOR_SCALE)[near]
        weight[channel][window][near] = share


def _add_die(
    target: Float32s, weight: Float32s, grid: Float32s, points: Float32s, visible: float
) -> None:
    window = _window(grid, points)
    local = grid[window]
    if local.size == 0:
        return
    center = points.mean(axis=0)
    radius = float(np.hypot(*(points - center).T).mean())
    distance = np.hypot(*np.moveaxis(local - center, -1, 0)) / max(radius, 1.0)
    if visible < 0.6:
        weight[1][window][distance < 1.2] = 0
        return
    nearest = np.unravel_index(np.argmin(distance), distance.shape)
    heat = np.exp(-(distance**2) / (2 * 0.3**2)).astype(np.float32)
    heat[nearest] = 1.0
    np.maximum(target[1][window], heat, out=target[1][window])
    near = distance < 0.5
    near[nearest] = True
    values = [*(center - local).transpose(2, 0, 1), np.full_like(distance, radius)]
    for channel, value in zip((3, 4, 9), values, strict=True):
        target[channel][window][near] = value[near] / VECTOR_SCALE
        weight[channel][window][near] = STRIDE * VECTOR_SCALE / max(radius, 4.0)
