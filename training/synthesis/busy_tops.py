"""What people lay tiles on that is full of shapes: a kilim, a chessboard, a newspaper."""

from __future__ import annotations

import cv2
import numpy as np

from training.synthesis.textures import Texture
from vision.arrays import Float32s

_DOTS = 2.0
"""Dots of a printed sheet per mm."""
_WORDS = ("the", "board", "of", "many", "tiles", "lies", "on", "a", "table", "where", "it", "was")


def kilim(x: Float32s, y: Float32s, rng: np.random.Generator) -> Float32s:
    """Return rows of stepped diamonds in wool of four colours, one within the other."""
    pitch, step = np.float32(rng.uniform(45, 70)), np.float32(4.0)
    row = np.floor(y / pitch)
    across = np.abs(np.mod(x / pitch + 0.5 * np.mod(row, 2), 1.0) - 0.5)
    along = np.abs(np.mod(y / pitch, 1.0) - 0.5)
    ring = np.floor((across + along) * pitch / step) * step / pitch
    wool = rng.uniform(0.1, 0.9, (5, 3)).astype(np.float32)
    number = np.floor(ring * 8 + np.mod(row, 3)).astype(int) % len(wool)
    thread = 1 + 0.08 * np.sin(y * np.float32(2 * np.pi / 1.5))
    return np.asarray(wool[number] * thread[..., None], np.float32)


def chessboard(x: Float32s, y: Float32s, rng: np.random.Generator) -> Float32s:
    """Return the squares of a chessboard that is as large as the table."""
    side = np.float32(rng.uniform(28, 55))
    light = (np.floor(x / side) + np.floor(y / side)) % 2
    colors = np.array([[0.1, 0.12, 0.15], [0.75, 0.88, 0.93]], np.float32)
    return np.asarray(colors[light.astype(int)], np.float32)


def newspaper(x: Float32s, y: Float32s, rng: np.random.Generator) -> Float32s:
    """Return columns of print under headlines, with a grey picture here and there."""
    sheet = np.full((800, 1200), 225, np.uint8)
    for left in range(10, 1200, 150):
        for top in range(30, 800, 11):
            if top % 200 < 40:
                continue
            line = " ".join(rng.choice(_WORDS, 5).tolist())[:24]
            cv2.putText(sheet, line, (left, top), cv2.FONT_HERSHEY_COMPLEX, 0.32, (40.0,), 1)
        for top in range(0, 800, 200):
            word = str(rng.choice(_WORDS)).upper()
            at = (left, top + 26)
            cv2.putText(sheet, word, at, cv2.FONT_HERSHEY_COMPLEX_SMALL, 1.3, (20.0,), 2)
    for _ in range(5):
        left, top = int(rng.integers(0, 1050)), int(rng.integers(0, 650))
        sheet[top : top + 130, left : left + 140] = rng.integers(60, 190, (130, 140))
    u, v = (np.mod(a * _DOTS, size) for a, size in ((x, 1200), (-y, 800)))
    ink = cv2.remap(sheet, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    return np.asarray(ink[..., None] / 255.0 * np.array([0.9, 0.96, 1.0]), np.float32)


BUSY_TOPS: dict[str, Texture] = {
    "kilim": kilim,
    "chessboard": chessboard,
    "newspaper": newspaper,
}
