"""How one tile of a set looks from above, worked out pixel by pixel in the tile's own frame.

Coordinates are edge lengths: the white tip's corner is at (1, 0), the blue tip's at (-1, 0).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from training.synthesis.canvas import INK_BLUE, INK_WHITE, PAPER, Color
from training.synthesis.tiles import HEXAGON, place
from training.synthesis.unseen.sheet import Part, Sheet, edge_cover
from training.synthesis.unseen.swatch import cloud_at
from training.synthesis.unseen.tile_sets import TileSet
from vision.arrays import Bytes, Float32s, Float64s, Points

_APOTHEM = math.sqrt(3) / 2
SIDE_INK = 3
"""Ink number of a tile's sides, which are no part of its face."""


@dataclass(frozen=True)
class TileSpot:
    """Where a tile lies: its middle (mm), its white tip's heading (radians), its foot (mm)."""

    centre: Points
    angle: float
    z: float = 0.0


def hexagon_distance(u: Float32s, v: Float32s, rounding: float) -> Float32s:
    """Return how far inside a tile's outline points lie (edge lengths, below 0 outside)."""
    x, y = np.abs(u), np.abs(v)
    inner = np.float32(_APOTHEM - rounding)
    half = inner / np.float32(math.sqrt(3))
    lean = np.float32(2) * np.minimum(np.float32(-_APOTHEM) * x + np.float32(0.5) * y, 0)
    # The corners lie on the x axis: fold space about the edges' normals until one edge is left.
    x = x - lean * np.float32(-_APOTHEM)
    y = y - lean * np.float32(0.5)
    x = x - np.clip(x, -half, half)
    y = y - inner
    distance: Float32s = np.float32(rounding) - np.hypot(x, y) * np.sign(y)
    return distance


def _cut_distance(u: Float32s, v: Float32s, cut: float, rng: np.random.Generator) -> Float32s:
    """Return how far inside six cuts of scissors points lie, each up to ``cut`` edges too deep."""
    distances = []
    for k in range(6):
        way = (k + 0.5) * math.pi / 3
        c, s = np.float32(math.cos(way)), np.float32(math.sin(way))
        deep, lean = rng.uniform(-0.2, 1.0) * cut, rng.uniform(-0.8, 0.8) * cut
        across = c * v - s * u
        bent = np.float32(0.3 * cut) * np.sin(across * 4 + np.float32(rng.uniform(0, 6.3)))
        reach = np.float32(_APOTHEM - deep) + np.float32(lean) * across + bent
        distances.append(reach - (c * u + s * v))
    return np.asarray(np.min(distances, axis=0), np.float32)


def blue_distance(u: Float32s, v: Float32s, tiles: TileSet, phases: Float64s) -> Float32s:
    """Return how far inside the second colour points lie (edge lengths, below 0 in the first).

    ``phases``, (6,), shape the wobble of arches drawn by hand.
    """
    u, v = u - np.float32(tiles.misprint[0]), v - np.float32(tiles.misprint[1])
    line, white, blue = u, np.hypot(u - 1, v) - 0.5, 0.5 - np.hypot(u + 1, v)
    if tiles.wobble:
        p, amount = phases.astype(np.float32), np.float32(tiles.wobble)
        line = line + amount * (np.sin(3 * v + p[0]) + 0.5 * np.sin(8 * v + p[1]))
        white = white + amount * (np.sin(5 * v + p[2]) + 0.6 * np.sin(11 * v + p[3]))
        blue = blue + amount * (np.sin(5 * v + p[4]) + 0.6 * np.sin(11 * v + p[5]))
    return np.asarray(np.maximum(np.minimum(line, white), blue), np.float32)


def paint_tile(
    sheet: Sheet,
    tiles: TileSet,
    spot: TileSpot,
    number: int,
    lamp: float,
    rng: np.random.Generator,
    back: bool = False,
) -> None:
    """Paint a tile's sides and its face (or its ``back``); ``lamp`` is where light comes from."""
    _paint_sides(sheet, tiles, spot, number, lamp)
    top = spot.z + tiles.height
    corners = sheet.flat(place(HEXAGON, spot.centre, spot.angle, tiles.radius), top)
    part = sheet.part(corners)
    if part is None:
        return
    x, y = sheet.plane(part, top)
    dx, dy = x - np.float32(spot.centre[0]), y - np.float32(spot.centre[1])
    c = np.float32(math.cos(spot.angle) / tiles.radius)
    s = np.float32(math.sin(spot.angle) / tiles.radius)
    paint_face(
        sheet, part, (c * dx + s * dy, c * dy - s * dx), tiles, number, lamp - spot.angle, rng, back
    )


def paint_face(
    sheet: Sheet,
    part: Part,
    places: tuple[Float32s, Float32s],
    tiles: TileSet,
    number: int,
    lamp: float,
    rng: np.random.Generator,
    back: bool = False,
) -> None:
    """Paint a tile's face (or its ``back``) on a part of the picture.

    ``places`` are where in the tile's own frame the pixels lie, ``lamp`` is the heading there from
    which light comes (radians).
    """
    u, v = places
    inside = hexagon_distance(u, v, tiles.rounding)
    if tiles.cut:
        inside = np.minimum(inside, _cut_distance(u, v, tiles.cut, rng))
    phases = rng.uniform(0, 6.3, 6)
    tint = np.float32(1 + rng.normal() * 0.025)
    if back:
        color = np.broadcast_to(np.asarray(tiles.back, np.float32), (*u.shape, 3)) * tint
        color = color * (1 + 0.03 * cloud_at(u, v, 1.2, rng, 1.0))[..., None]
        ink: Bytes = np.zeros(u.shape, np.uint8)
    else:
        within = blue_distance(u, v, tiles, phases)
        color = _mix(u, v, within, tiles, rng) * tint
        ink = np.where(within > 0, INK_BLUE, INK_WHITE).astype(np.uint8)
    color = _finish(color, u, v, inside, tiles, lamp, rng)
    if tiles.line and not back:
        color += (np.asarray(tiles.line_color, np.float32) - color) * edge_cover(
            np.float32(tiles.line) - np.abs(inside - np.float32(tiles.line))
        )[..., None]
    ink[inside < max(tiles.rim * 0.5, 0.012)] = PAPER
    sheet.blend(part, color.astype(np.float32), edge_cover(inside), number, ink, tiles.gloss)


def _mix(
    u: Float32s, v: Float32s, within: Float32s, tiles: TileSet, rng: np.random.Generator
) -> Float32s:
    """Return the two colours where they belong, each with its material's grain."""
    share = edge_cover(within)
    light, dark = _grain(u, v, tiles, rng)
    white = np.asarray(tiles.white, np.float32) * light[..., None]
    blue = np.asarray(tiles.blue, np.float32) * dark[..., None]
    if tiles.make == "painted":
        thin = np.clip(1 - 0.12 * tiles.grain * (1 + cloud_at(u * 0.25, v, 0.25, rng, 1.0)), 0.6, 1)
        share = share * thin.astype(np.float32)
    color = white + (blue - white) * share[..., None]
    if tiles.relief:
        ridge = np.exp(-((within / np.float32(tiles.relief)) ** 2))
        color = color * (1 - 0.35 * ridge)[..., None]
    return np.asarray(color, np.float32)


def _grain(
    u: Float32s, v: Float32s, tiles: TileSet, rng: np.random.Generator
) -> tuple[Float32s, Float32s]:
    """Return the brightness of the light and of the dark material, around 1."""
    amount = np.float32(tiles.grain)
    one = np.ones_like(u)
    if tiles.make == "inlay":
        lean = np.float32(rng.uniform(0.08, 0.25))
        along = cloud_at(u * lean, v, 0.35, rng, 0.8)
        across = cloud_at(u, v * lean, 0.3, rng, 0.8)
        return one + 0.07 * amount * along, one + 0.16 * amount * across
    if tiles.make == "resin":
        swirl = cloud_at(u, v, 1.5, rng, 1.8)
        speck = np.clip(cloud_at(u, v, 0.12, rng, 0.3) - 1.6, 0, 1.2)
        return one + 0.03 * amount * swirl, one + amount * (0.12 * swirl + 0.5 * speck)
    if tiles.make == "felt":
        fuzz = cloud_at(u, v, 0.15, rng, 0.3)
        return one + 0.05 * amount * fuzz, one + 0.1 * amount * fuzz
    if tiles.make in ("paper", "cardboard"):
        bands = np.sin(v * np.float32(rng.uniform(20, 60)) + u * np.float32(rng.uniform(-9, 9)))
        return one, one + 0.03 * amount * bands + 0.02 * cloud_at(u, v, 0.3, rng, 0.4)
    rough = cloud_at(u, v, 1.0, rng, 1.0)
    return one + 0.02 * amount * rough, one + 0.05 * amount * rough


def _finish(
    color: Float32s,
    u: Float32s,
    v: Float32s,
    inside: Float32s,
    tiles: TileSet,
    lamp: float,
    rng: np.random.Generator,
) -> Float32s:
    """Slant or wear the edges; ``lamp`` is the light's heading in the tile's frame."""
    if tiles.rim:
        sector = np.floor(np.arctan2(v, u) / np.float32(math.pi / 3))
        facing = np.cos(sector * np.float32(math.pi / 3) + np.float32(math.pi / 6 - lamp))
        slant = np.clip((tiles.rim - inside) / (0.4 * tiles.rim), 0, 1)
        color = color * (1 + 0.28 * slant * facing)[..., None]
    if tiles.wear:
        chips = cloud_at(u, v, 0.3, rng, 0.9) * np.float32(tiles.wear * 0.8)
        bare = edge_cover((np.float32(tiles.wear * 0.6) - inside + chips).astype(np.float32))
        color = color + (np.asarray(tiles.side, np.float32) - color) * bare[..., None]
        scuff = np.clip(cloud_at(u * 0.3, v, 0.5, rng, 0.7) - 1.5, 0, 1)
        color = color + (0.75 - color) * (0.25 * scuff)[..., None]
    return np.asarray(color, np.float32)


def _paint_sides(sheet: Sheet, tiles: TileSet, spot: TileSpot, number: int, lamp: float) -> None:
    """Paint those of a tile's walls that face the camera, split where the colours meet."""
    if tiles.height * sheet.camera.pixels_per_mm(spot.centre) < 0.4:
        return
    ring = []
    for i in range(6):
        following = HEXAGON[(i + 1) % 6]
        ring.append((HEXAGON[i], i))
        if i in (1, 4):
            ring.append(((HEXAGON[i] + following) / 2, i))
    shrink = 1 - 0.15 * tiles.rounding
    spots = place(np.array([at for at, _ in ring]) * shrink, spot.centre, spot.angle, tiles.radius)
    low, high = spot.z, spot.z + tiles.height
    walls = []
    for k, (_, edge) in enumerate(ring):
        a, b = spots[k], spots[(k + 1) % len(spots)]
        heading = spot.angle + math.pi / 6 + edge * math.pi / 3
        outward = np.array([math.cos(heading), math.sin(heading)])
        toward = sheet.camera.position[:2] - (a + b) / 2
        if toward @ outward <= 0:
            continue
        middle = (ring[k][0] + ring[(k + 1) % len(ring)][0])[0]
        base: Color = tiles.side
        if tiles.split_side:
            base = tiles.blue if middle > 0 else tiles.white
        shade = 0.55 + 0.3 * math.cos(heading - lamp)
        wall = np.array([[*a, low], [*b, low], [*b, high], [*a, high]])
        walls.append((-float(np.hypot(*toward)), wall, base, shade))
    for _, wall, base, shade in sorted(walls, key=lambda entry: entry[0]):
        points = sheet.camera.project(wall)
        part = sheet.part(points)
        if part is not None:
            color = (base[0] * shade, base[1] * shade, base[2] * shade)
            sheet.blend(part, color, sheet.stencil(points, part), number, SIDE_INK)
