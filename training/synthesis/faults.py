"""What light and a cheap camera do: shadows, glare, blur, noise, white balance, JPEG."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.arrays import Float32s, Image


def _blob(height: int, width: int, rng: np.random.Generator, size: float) -> Float32s:
    """Return one soft elongated spot, peak 1."""
    x = np.arange(width, dtype=np.float32) - np.float32(rng.uniform(0, width))
    y = np.arange(height, dtype=np.float32)[:, None] - np.float32(rng.uniform(0, height))
    angle, stretch = rng.uniform(0, math.pi), rng.uniform(1, 3.5)
    c, s = np.float32(math.cos(angle)), np.float32(math.sin(angle))
    radius = np.float32(size * max(height, width))
    u, v = (c * x + s * y) / radius, (c * y - s * x) * np.float32(stretch) / radius
    spot: Float32s = np.exp(-(u * u + v * v)).astype(np.float32)
    return spot


def light_field(height: int, width: int, rng: np.random.Generator) -> Float32s:
    """Return how much light falls where, (height, width), around 1: falloff and cast shadows."""
    field = np.ones((height, width), np.float32)
    if rng.random() < 0.6:
        field *= 1 + np.float32(rng.uniform(-0.4, 0.6)) * _blob(
            height, width, rng, rng.uniform(0.4, 1.2)
        )
    for _ in range(int(rng.choice([0, 0, 1, 1, 2, 3]))):
        mask = np.zeros((height, width), np.uint8)
        corners = int(rng.integers(3, 9))
        centre = rng.uniform(-0.1, 1.1, 2) * np.array([width, height])
        angles = np.sort(rng.uniform(0, 2 * math.pi, corners))
        reach = rng.uniform(0.1, 0.8) * width * rng.uniform(0.5, 1, corners)
        points = centre + np.column_stack([np.cos(angles), np.sin(angles)]) * reach[:, None]
        cv2.fillPoly(mask, [points.astype(np.int32)], [255.0])
        soft = float(rng.choice([0.7, 2.0, 6.0, 25.0]))
        shade = cv2.GaussianBlur(mask, (0, 0), soft).astype(np.float32) / np.float32(255)
        field *= 1 - np.float32(rng.uniform(0.15, 0.65)) * shade
    return field


def glare_field(height: int, width: int, rng: np.random.Generator) -> Float32s:
    """Return how strongly a glossy surface would mirror a lamp, (height, width), 0..1."""
    field = np.zeros((height, width), np.float32)
    for _ in range(int(rng.choice([1, 1, 2, 3]))):
        field += np.float32(rng.uniform(0.3, 1.3)) * _blob(
            height, width, rng, rng.uniform(0.04, 0.3)
        )
    return np.clip(field, 0, 1)


def develop(picture: Float32s, rng: np.random.Generator) -> Image:
    """Put a camera's faults on a clean picture, (height, width, 3) in 0..1; returns BGR uint8."""
    height, width = picture.shape[:2]
    cast = np.exp(rng.normal(size=3) * np.array([0.12, 0.03, 0.12])).astype(np.float32)
    if rng.random() < 0.2:
        cast *= np.array([rng.uniform(0.35, 0.8), rng.uniform(0.75, 1.0), 1.0], np.float32)
    dim = rng.random() < 0.2
    exposure = rng.uniform(0.2, 0.6) if dim else rng.uniform(0.6, 1.35)
    picture = picture * cast * np.float32(exposure)
    picture = np.clip(picture, 0, 1.2) ** np.float32(rng.uniform(0.7, 1.4))
    picture = _blur(picture, rng)
    picture = _noise(picture, rng, 0.06 if dim else 0.025)
    contrast, lift = rng.uniform(0.75, 1.2), rng.uniform(-0.06, 0.1)
    picture = (picture - 0.5) * np.float32(contrast) + np.float32(0.5 + lift)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.7, 2))
        picture = picture + np.float32(rng.uniform(0.2, 1.0)) * (picture - soft)
    if rng.random() < 0.15:
        share = rng.uniform(0.45, 0.9)
        small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        picture = np.asarray(cv2.resize(small, (width, height)), np.float32)
    result = (np.clip(picture, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.85:
        quality = int(rng.integers(25, 97))
        _, code = cv2.imencode(".jpg", result, [int(cv2.IMWRITE_JPEG_QUALITY), quality])
        result = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)
    return result


def _blur(picture: Float32s, rng: np.random.Generator) -> Float32s:
    kind = rng.random()
    if kind < 0.45:
        return picture
    if kind < 0.85:
        sigma = rng.uniform(0.3, 1.8) if rng.random() < 0.85 else rng.uniform(1.5, 3.0)
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)
    length = int(rng.integers(3, 10))
    kernel = np.zeros((length, length), np.float32)
    angle = rng.uniform(0, math.pi)
    middle = (length - 1) / 2
    for t in np.linspace(-middle, middle, 4 * length):
        kernel[round(middle + t * math.sin(angle)), round(middle + t * math.cos(angle))] = 1
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.float32)


def _noise(picture: Float32s, rng: np.random.Generator, most: float) -> Float32s:
    height, width = picture.shape[:2]
    strength = np.float32(rng.uniform(0.0, most))
    grain = rng.standard_normal((height, width, 3), dtype=np.float32)
    if rng.random() < 0.5:
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.8), np.float32) * np.float32(2.2)
    if rng.random() < 0.4:
        grain = grain.mean(axis=2, keepdims=True) * np.float32(1.5)
    level = np.sqrt(np.clip(picture, 0.05, 1)) if rng.random() < 0.5 else np.float32(1)
    noisy: Float32s = (picture + strength * grain * level).astype(np.float32)
    return noisy
