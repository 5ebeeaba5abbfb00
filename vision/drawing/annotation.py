"""A photo with its reading drawn on it, for people to hold against the table.

Sure tiles have a solid outline, unsure ones a dashed one of another colour with their confidence.
On every tile the white tip carries a round mark and the blue tip a square one, so that no colour
has to be told apart to see which way the reader takes the tile to lie. Hidden cells are hatched.
Colours are from Okabe and Ito's set for all kinds of colour vision.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Image, Points
from vision.drawing.pen import BLACK, WHITE, Color, Pen, text_size, wrapped
from vision.lattice.projection import outline_beside
from vision.reading import DieReading, Reading, TileReading

SKY: Color = (233, 180, 86)
BLUE: Color = (178, 114, 0)
ORANGE: Color = (0, 159, 230)
YELLOW: Color = (66, 228, 240)

# What is drawn on a tile stays a little inside it, so that neighbours' outlines lie side by side.
_INSET = 0.94
_TIP = 0.72
_LEAST_LABEL = 9


def annotate(image: Image, reading: Reading) -> Image:
    """Return a copy of a picture with its reading drawn on it.

    Parameters
    ----------
    image
        BGR, uint8, shape (height, width, 3), upright: the picture that was read.
    reading
        What was read in it.

    Returns
    -------
    ndarray of uint8, of the same shape
        Line widths and words grow with the picture.
    """
    drawn = image.copy()
    pen = Pen(drawn, max(1, round(max(image.shape[:2]) / 640)))
    for cluster in reading.clusters:
        for cell in cluster.hidden:
            _draw_hidden(pen, outline_beside(cluster, cell))
    _tint(drawn, [tile for c in reading.clusters for tile in c.tiles if not tile.sure])
    label = _label_size(reading)
    for cluster in reading.clusters:
        for tile in cluster.tiles:
            _draw_tile(pen, tile, label)
    for die in reading.dice:
        _draw_die(pen, die)
    _draw_caption(pen, caption(reading), reading.sure)
    return drawn


def caption(reading: Reading) -> str:
    """Say in a line what was read, and why it is not sure."""
    tiles = [tile for cluster in reading.clusters for tile in cluster.tiles]
    parts = [_count(len(tiles), "tile")]
    if len(reading.clusters) > 1:
        parts[0] += f" in {len(reading.clusters)} clusters"
    unsure = sum(not tile.sure for tile in tiles)
    if unsure:
        parts.append(f"{unsure} unsure")
    hidden = sum(len(cluster.hidden) for cluster in reading.clusters)
    if hidden:
        parts.append(f"{_count(hidden, 'cell')} hidden")
    if reading.dice:
        values = " and ".join(_shown(die) for die in reading.dice)
        parts.append(f"{_count(len(reading.dice), 'die', 'dice')} showing {values}")
    summary = ", ".join(parts)
    if reading.sure:
        return f"Sure: {summary}."
    return f"Not sure: {summary}. {reading.reason or ''}".strip()


def _shown(die: DieReading) -> str:
    return str(die.value) if die.sure else f"perhaps {die.value}"


def _count(number: int, one: str, several: str | None = None) -> str:
    if number == 1:
        return f"1 {one}"
    return f"{number or 'no'} {several or one + 's'}"


def _within(polygon: Points, share: float) -> Points:
    center = polygon.mean(axis=0)
    return np.asarray(center + (polygon - center) * share, dtype=np.float64)


def _tint(image: Image, tiles: list[TileReading]) -> None:
    """Lay a thin coat of colour over tiles."""
    if not tiles:
        return
    coat = image.copy()
    pen = Pen(coat, 1)
    for tile in tiles:
        pen.fill(_within(np.array(tile.corners), _INSET), ORANGE)
    cv2.addWeighted(coat, 0.25, image, 0.75, 0, dst=image)


def _label_size(reading: Reading) -> int:
    """Return one size of words for all tiles, so that either all or none carry their cells."""
    radii = [_radius(np.array(tile.corners)) for c in reading.clusters for tile in c.tiles]
    return round(float(np.median(radii)) * 0.3) if radii else 0


def _draw_tile(pen: Pen, tile: TileReading, size: int) -> None:
    corners = np.array(tile.corners)
    outline = _within(corners, _INSET)
    if tile.sure:
        pen.outline(outline, SKY)
    else:
        pen.dashed_outline(outline, ORANGE)
    center = np.array(tile.center)
    radius = _radius(corners)
    mark = max(1.5, radius * 0.11)
    pen.disc(center + (np.array(tile.white_tip) - center) * _TIP, mark, WHITE, BLACK)
    pen.diamond(center + (np.array(tile.blue_tip) - center) * _TIP, mark * 1.15, BLUE, WHITE)
    if size >= _LEAST_LABEL:
        down = np.array([0.0, size * 0.55 if not tile.sure else 0.0])
        pen.words(f"{tile.cell.q}, {tile.cell.r}", center - down, size)
        if not tile.sure:
            pen.words(_percent(tile.confidence), center + down, size, YELLOW)
    elif not tile.sure:
        pen.words(_percent(tile.confidence), center, _LEAST_LABEL, YELLOW)


def _percent(confidence: float) -> str:
    """Write a confidence without ever rounding it up to certainty."""
    return f"{min(99, int(confidence * 100))}%"


def _radius(corners: Points) -> float:
    """Return the length of a tile's shorter half diagonal in pixels: tilt flattens tiles."""
    return float(np.linalg.norm(corners - corners.mean(axis=0), axis=1).min())


def _draw_hidden(pen: Pen, outline: Points) -> None:
    if len(outline):
        inside = _within(outline, _INSET)
        pen.hatch(inside, WHITE, max(4.0, _radius(outline) / 3))
        pen.dashed_outline(inside, WHITE)


def _draw_die(pen: Pen, die: DieReading) -> None:
    """Frame the die's upper face and write its value above: the pips stay to be seen."""
    size = max(_LEAST_LABEL, pen.width * 13)
    x, y = die.center
    half = 0.75 * size
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    frame = square + np.array(die.center)
    text = str(die.value)
    if die.sure:
        pen.outline(frame, SKY)
    else:
        pen.dashed_outline(frame, ORANGE)
        text = f"{text} ({_percent(die.confidence)})"
    above = (x, y - half - 0.8 * size)
    below = (x, y + half + 0.8 * size)
    pen.words(text, above if above[1] > size else below, size, WHITE if die.sure else YELLOW)


def _draw_caption(pen: Pen, text: str, sure: bool) -> None:
    """Write the caption on a dark band along the lower edge."""
    height, width = pen.image.shape[:2]
    size = max(_LEAST_LABEL, round(width / 45))
    margin = size // 2
    lines = wrapped(text, size, width - 3 * margin)
    step = round(size * 1.35)
    top = max(0, height - step * len(lines) - margin)
    band = pen.image[top:]
    band[:] = band // 4
    pen.image[top:, :margin] = SKY if sure else ORANGE
    for number, line in enumerate(lines):
        baseline = top + margin + step * number + text_size(line, size)[1]
        pen.plain_words(line, (2 * margin, baseline), size, WHITE)
