"""Table tops of stone and ceramic: terrazzo, flagstones, granite, glazed tiles, concrete."""

from __future__ import annotations

import math

import cv2
import numpy as np

from training.synthesis.canvas import Color
from training.synthesis.textures import any_color
from training.synthesis.unseen.swatch import SIDE, Swatch, cloud, hsv, varied
from vision.arrays import Float32s, Int32s, Points


def stone(rng: np.random.Generator) -> Color:
    """Return a stone's colour: grey, sand, slate or brick."""
    hue = float(rng.choice([0.08, 0.1, 0.58, 0.05]))
    return hsv(hue, rng.uniform(0.02, 0.3), rng.uniform(0.3, 0.9))


def blob(size: float, corners: int, rough: float, rng: np.random.Generator) -> Points:
    """Return an irregular polygon about the origin, (corners, 2), about ``size`` across."""
    angles = np.linspace(0, 2 * math.pi, corners, endpoint=False) + rng.uniform(0, 6.3)
    reach = size / 2 * np.exp(rng.normal(size=corners) * rough)
    stretch = np.array([1.0, rng.uniform(0.5, 1.0)])
    points: Points = np.column_stack([np.cos(angles), np.sin(angles)]) * reach[:, None] * stretch
    turn = rng.uniform(0, 6.3)
    c, s = math.cos(turn), math.sin(turn)
    turned: Points = points @ np.array([[c, s], [-s, c]])
    return turned


def terrazzo(view: float, rng: np.random.Generator) -> Swatch:
    """Chips of stone in cement."""
    base = hsv(rng.uniform(0, 1), rng.uniform(0, 0.15), rng.uniform(0.35, 0.95))
    size = rng.uniform(4, 16)
    swatch = Swatch(float(np.clip(view * 0.7, 14 * size, 26 * size)), base)
    chips = [stone(rng) if rng.random() < 0.6 else any_color(rng) for _ in range(4)]
    for _ in range(int(0.9 * (swatch.period / size) ** 2)):
        chip = blob(size * math.exp(rng.normal() * 0.5), int(rng.integers(4, 8)), 0.2, rng)
        color = varied(chips[int(rng.integers(4))], rng, 0.08)
        swatch.polygon(chip + rng.uniform(0, swatch.period, 2), color)
    swatch.shade(1 + 0.03 * cloud(rng, 0.4))
    return swatch


def cells(count: int, rng: np.random.Generator, jitter: float = 1.0) -> tuple[Int32s, Float32s]:
    """Split the bitmap seamlessly into cells about random points (Voronoi).

    Returns each pixel's cell number and its distance (px) from the nearest joint, (1024, 1024).
    """
    across = max(3, round(math.sqrt(count)))
    grid = (np.stack(np.meshgrid(np.arange(across), np.arange(across)), -1) + 0.5) / across
    seeds = (grid + rng.uniform(-0.5, 0.5, grid.shape) * jitter / across).reshape(-1, 2) % 1.0
    pad = SIDE // 4
    far = np.full((SIDE + 2 * pad, SIDE + 2 * pad), 255, np.uint8)
    owner = np.zeros(far.shape, np.int32)
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            spots = ((seeds + np.array([dx, dy])) * SIDE + pad).astype(int)
            inside = ((spots >= 0) & (spots < far.shape[0])).all(axis=1)
            x, y = spots[inside].T
            far[y, x] = 0
            owner[y, x] = np.flatnonzero(inside)
    _, labels = cv2.distanceTransformWithLabels(far, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    of_label = np.zeros(int(labels.max()) + 1, np.int32)
    of_label[labels[far == 0]] = owner[far == 0]
    number = of_label[labels]
    joint = np.full(far.shape, 255, np.uint8)
    joint[:, 1:][number[:, 1:] != number[:, :-1]] = 0
    joint[1:][number[1:] != number[:-1]] = 0
    distance = cv2.distanceTransform(joint, cv2.DIST_L2, 5)
    inner = slice(pad, pad + SIDE)
    return number[inner, inner], np.asarray(distance[inner, inner], np.float32)


def flagstones(view: float, rng: np.random.Generator) -> Swatch:
    """Large stones, or small ones like pebbles and crazed leather, with joints between."""
    size = math.exp(rng.uniform(math.log(6), math.log(130)))
    swatch = Swatch(float(np.clip(view * 0.8, 5 * size, 25 * size)), (0.0, 0.0, 0.0))
    number, distance = cells(round((swatch.period / size) ** 2), rng, rng.uniform(0.6, 1.0))
    base, spread = stone(rng), rng.uniform(0.03, 0.2)
    colors = [varied(base, rng, spread) for _ in range(int(number.max()) + 1)]
    swatch.image = (np.asarray(colors)[number] * 255).astype(np.uint8)
    width = rng.uniform(0.02, 0.06) * size * swatch.scale
    joint = np.clip(1.2 - distance / max(width, 1.0), 0, 1).astype(np.float32)
    swatch.paint(joint, varied(base, rng, 0.1) if rng.random() < 0.3 else hsv(0.1, 0.1, 0.25))
    swatch.shade(1 + 0.06 * cloud(rng, 1.0))
    return swatch


def granite(view: float, rng: np.random.Generator) -> Swatch:
    """Fine speckles of three minerals."""
    swatch = Swatch(min(view * 0.8, rng.uniform(150, 400)), stone(rng))
    for _ in range(3):
        grains = np.asarray(cv2.resize(cloud(rng, rng.uniform(0.3, 1.0)), (SIDE, SIDE)))
        share = np.clip((grains - rng.uniform(0.3, 1.3)) * 3, 0, 1).astype(np.float32)
        color = hsv(rng.uniform(0, 0.12), rng.uniform(0, 0.4), rng.uniform(0.05, 1.0))
        swatch.paint(share * np.float32(rng.uniform(0.4, 0.95)), color)
    return swatch


def ceramic(view: float, rng: np.random.Generator) -> Swatch:
    """Square glazed tiles with grout, plain or with a painted flower."""
    size = rng.uniform(45, 150)
    count = int(np.clip(round(view * 0.8 / size), 2, 8))
    swatch = Swatch(count * size, hsv(0.1, rng.uniform(0, 0.2), rng.uniform(0.4, 0.9)))
    base, grout = any_color(rng, 0.3), rng.uniform(1.5, 4.0)
    other = any_color(rng) if rng.random() < 0.5 else base
    painted, ink = rng.random() < 0.4, any_color(rng, 0.05, 0.7)
    petals, reach = int(rng.choice([4, 6, 8])), rng.uniform(0.25, 0.42) * size
    for row in range(count):
        for column in range(count):
            middle = (np.array([column, row]) + 0.5) * size
            color = varied(base if (row + column) % 2 or count % 2 else other, rng, 0.03)
            square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (size - grout) / 2
            swatch.polygon(square + middle, color)
            light = [middle + square[i] * 0.985 for i in (3, 0, 1)]
            swatch.lines(np.array(light), varied(color, rng, 0.02), 0.6)
            for k in range(petals if painted else 0):
                turn = 2 * math.pi * k / petals
                ahead = np.array([math.cos(turn), math.sin(turn)])
                aside = np.array([-ahead[1], ahead[0]]) * 0.22
                petal = np.array([0 * ahead, 0.5 * ahead + aside, ahead, 0.5 * ahead - aside])
                swatch.polygon(petal * reach + middle, ink)
    swatch.shade(1 + 0.025 * cloud(rng, 1.6))
    return swatch


def concrete(view: float, rng: np.random.Generator) -> Swatch:
    """Poured concrete or slate: clouds, pores and scratches."""
    swatch = Swatch(float(np.clip(view * 0.9, 200, 900)), stone(rng))
    swatch.shade(1 + rng.uniform(0.04, 0.16) * cloud(rng, 1.7))
    swatch.shade(1 + 0.04 * cloud(rng, 0.5))
    for _ in range(int(rng.integers(10, 120))):
        swatch.polygon(
            blob(rng.uniform(0.5, 3), 7, 0.2, rng) + rng.uniform(0, swatch.period, 2),
            hsv(0.1, 0.1, rng.uniform(0.1, 0.5)),
        )
    for _ in range(int(rng.integers(0, 25))):
        way = rng.uniform(0, math.pi)
        along = np.array([math.cos(way), math.sin(way)]) * rng.uniform(10, 120)
        start = rng.uniform(0, swatch.period, 2)
        swatch.lines(np.array([start, start + along]), hsv(0.1, 0.05, rng.uniform(0.5, 0.9)), 0.3)
    return swatch
