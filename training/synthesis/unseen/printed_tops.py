"""Table tops with something printed on: newspaper, game boards, leopard, leaves, flowers."""

from __future__ import annotations

import math

import cv2
import numpy as np

from training.synthesis.canvas import Color
from training.synthesis.textures import any_color
from training.synthesis.unseen.swatch import SIDE, Swatch, cloud, hsv, varied
from training.synthesis.unseen.wooden_tops import line_through, timber
from vision.arrays import Points

_LETTERS = "aaabcdeeeefghiiklmnnnoooprrrssstttuuvwyz"


def words(length: int, rng: np.random.Generator) -> str:
    """Return ``length`` letters that look like words from afar."""
    letters = [_LETTERS[i] for i in rng.integers(0, len(_LETTERS), length)]
    for i in range(0, length, 7):
        letters[min(i + int(rng.integers(2, 7)), length - 1)] = " "
    return "".join(letters)


def newspaper(view: float, rng: np.random.Generator) -> Swatch:
    """A newspaper spread: columns, headlines, grey pictures."""
    paper = hsv(rng.uniform(0.08, 0.15), rng.uniform(0.03, 0.15), rng.uniform(0.78, 0.95))
    swatch = Swatch(float(np.clip(view * 0.9, 160, 420)), paper)
    image = swatch.image
    columns = int(rng.integers(3, 6))
    wide = SIDE // columns
    ink = tuple(255 * c for c in hsv(0.6, 0.1, rng.uniform(0.1, 0.35)))
    for column in range(columns):
        x, y = column * wide + 8, int(rng.integers(8, 60))
        while y < SIDE - 30:
            kind = rng.random()
            if kind < 0.12:
                high = int(rng.integers(60, 200))
                photo = 128 + 50 * cloud(rng, 1.5)[:high, : wide - 16]
                high = min(high, SIDE - y)
                cut = np.clip(photo[:high], 20, 230)[..., None]
                image[y : y + cut.shape[0], x : x + cut.shape[1]] = cut.astype(np.uint8)
                y += high + 14
            elif kind < 0.3:
                size = rng.uniform(0.9, 1.8)
                y += int(26 * size)
                text = words(int((wide - 20) / (19 * size)), rng)
                cv2.putText(image, text, (x, y), 2, size, ink, 2, cv2.LINE_AA)
                y += 12
            else:
                for _ in range(int(rng.integers(4, 16))):
                    y += 12
                    text = words(int((wide - 16) / 6.6), rng)
                    cv2.putText(image, text, (x, min(y, SIDE - 4)), 0, 0.36, ink, 1, cv2.LINE_AA)
                y += 10
    swatch.shade(1 + 0.04 * cloud(rng, 1.6))
    return swatch


def game_board(view: float, rng: np.random.Generator) -> Swatch:
    """A board with squares: chequered, a lettered crossword board, or lines and points."""
    cell = rng.uniform(18, 55)
    count = 2 * int(np.clip(round(view * 0.4 / cell), 3, 9))
    swatch = Swatch(count * cell, timber(rng) if rng.random() < 0.6 else any_color(rng, 0.3))
    kind = int(rng.integers(3))
    inks = [any_color(rng, 0.2) for _ in range(5)]
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * cell / 2
    for row in range(count):
        for column in range(count):
            middle = (np.array([column, row]) + 0.5) * cell
            if kind == 0 and (row + column) % 2:
                swatch.polygon(square + middle, inks[0])
            elif kind == 1:
                pick = int(rng.choice(6, p=[0.06, 0.06, 0.06, 0.06, 0.06, 0.7]))
                swatch.polygon(square * 0.92 + middle, inks[pick] if pick < 5 else (0.7, 0.8, 0.8))
            elif kind == 2 and row % 3 == 1 and column % 3 == 1:
                angles = np.linspace(0, 2 * math.pi, 12)
                dot = np.column_stack([np.cos(angles), np.sin(angles)]) * cell * 0.09
                swatch.polygon(dot + middle - cell / 2, (0.1, 0.1, 0.1))
    for k in range(count if kind == 2 else 0):
        across = np.array([(0, k * cell), (swatch.period, k * cell)])
        swatch.lines(across, (0.1, 0.1, 0.12), 0.9)
        swatch.lines(across[:, ::-1], (0.1, 0.1, 0.12), 0.9)
    swatch.shade(1 + 0.04 * cloud(rng, 1.2))
    return swatch


def _scattered(period: float, size: float, rng: np.random.Generator) -> list[Points]:
    """Return spots that keep their distance, on a shaken grid, row by row shifted."""
    count = max(2, round(period / size))
    step = period / count
    return [
        (np.array([column + 0.5 * (row % 2), row]) + rng.uniform(-0.25, 0.25, 2)) * step
        for row in range(count)
        for column in range(count)
    ]


def leopard(view: float, rng: np.random.Generator) -> Swatch:
    """Fur print: broken dark rings about a tawny middle."""
    base = hsv(rng.uniform(0.07, 0.12), rng.uniform(0.2, 0.6), rng.uniform(0.7, 0.95))
    if rng.random() < 0.3:
        base = any_color(rng, 0.5)
    size = rng.uniform(14, 45)
    swatch = Swatch(float(np.clip(view * 0.7, 6 * size, 16 * size)), base)
    inner, dark = varied(base, rng, 0.2), hsv(0.05, 0.4, rng.uniform(0.05, 0.25))
    for spot in _scattered(swatch.period, size, rng):
        angles = np.linspace(0, 2 * math.pi, 9, endpoint=False)
        reach = size * rng.uniform(0.2, 0.38) * np.exp(rng.normal(size=9) * 0.15)
        ring = np.column_stack([np.cos(angles), np.sin(angles)]) * reach[:, None] + spot
        swatch.polygon(ring, inner)
        cut = int(rng.integers(9))
        for part in np.array_split(np.roll(ring, cut, axis=0), int(rng.integers(2, 4))):
            if len(part) > 1:
                swatch.lines(line_through(part), dark, size * rng.uniform(0.1, 0.18))
    swatch.shade(1 + 0.04 * cloud(rng, 0.5))
    return swatch


def _leaf(size: float, slim: float) -> Points:
    t = np.linspace(0, 1, 18)
    half = np.sin(math.pi * t**0.8) * slim * size
    side = np.column_stack([t * size, half])
    outline: Points = np.concatenate([side, (side * np.array([1, -1]))[::-1]])
    return outline


def leaves(view: float, rng: np.random.Generator) -> Swatch:
    """Leaves printed on cloth."""
    base, size = any_color(rng, 0.15), rng.uniform(25, 90)
    swatch = Swatch(float(np.clip(view * 0.7, 4 * size, 11 * size)), base)
    greens = [any_color(rng, 0.15) for _ in range(3)]
    vein: Color = varied(base, rng, 0.1)
    for spot in _scattered(swatch.period, size * 0.75, rng):
        way, slim = rng.uniform(0, 6.3), rng.uniform(0.14, 0.3)
        c, s = math.cos(way), math.sin(way)
        turn = np.array([[c, s], [-s, c]])
        swatch.polygon(_leaf(size, slim) @ turn + spot, greens[int(rng.integers(3))])
        middle = np.column_stack([np.linspace(0, size, 6), np.zeros(6)])
        swatch.lines(middle @ turn + spot, vein, size * 0.02)
        for t in (0.3, 0.5, 0.7):
            for side in (-1, 1):
                rib = np.array([(t, 0), (t + 0.15, side * slim * 0.8)]) * size
                swatch.lines(rib @ turn + spot, vein, size * 0.012)
    swatch.shade(1 + 0.05 * cloud(rng, 0.5))
    return swatch


def flowers(view: float, rng: np.random.Generator) -> Swatch:
    """Flowers on oilcloth."""
    size = rng.uniform(18, 70)
    swatch = Swatch(float(np.clip(view * 0.7, 5 * size, 14 * size)), any_color(rng, 0.2))
    petals, middle = [any_color(rng, 0.3) for _ in range(3)], any_color(rng)
    angles = np.linspace(0, 2 * math.pi, 16, endpoint=False)
    disc = np.column_stack([np.cos(angles), np.sin(angles)])
    for spot in _scattered(swatch.period, size, rng):
        count, color = int(rng.integers(5, 8)), petals[int(rng.integers(3))]
        turn, reach = rng.uniform(0, 6.3), size * rng.uniform(0.2, 0.3)
        for k in range(count):
            way = turn + 2 * math.pi * k / count
            at = np.array([math.cos(way), math.sin(way)]) * reach * 0.8
            swatch.polygon(disc * reach * 0.55 + at + spot, varied(color, rng, 0.06))
        swatch.polygon(disc * reach * 0.4 + spot, middle)
    swatch.shade(1 + 0.04 * cloud(rng, 0.6))
    return swatch
