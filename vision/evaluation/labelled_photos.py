"""Labelled photos: pictures of tables with the truth about them in a JSON file of the same name.

A truth file has the fields of a reading as ``palago read --json`` prints it, so a reading that a
person has put right is one. What a person changes is ``q``, ``r`` and ``orientation``, and which
tiles are listed; where a tile lies in the picture follows:

- ``probabilities`` keep what the reader took the tile for, and its ``corners`` belong to that.
  Where ``orientation`` names another one, the corners are taken to be turned with it.
- A tile added with no more than its cell and orientation is placed by the tiles around it.

Renders come with more: the share of each tile that can be seen (``visible``), whether its two
colours can be told apart there (``legible``, ``contrast``), and the ``family`` of the photo.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from rules.fields import Fields, FormatError, kind_of
from rules.json_text import JsonError, decoded_json
from rules.lattice import SIDES, Cell
from vision.lattice.projection import outline_beside
from vision.reading import ClusterReading, Point, TileReading

PHOTO_ENDINGS = frozenset({".jpg", ".jpeg", ".png"})
VISIBLE = 0.5
"""The least share of a tile's face that must be seen for it to count."""
LEGIBLE = 0.85
"""The least share of what is seen in which the two colours can be told apart."""
CONTRAST = 30.0
"""The least difference of the two colours there, in grey levels of 0..255."""

_EXAMPLE = '{"clusters": [{"tiles": [...]}], "dice": [...]}'
_CLUSTER_EXAMPLE = '{"tiles": [...]}'
_TILE_EXAMPLE = '{"q": 0, "r": 0, "orientation": 4}'
_DIE_EXAMPLE = '{"value": 3, "center": [640, 480]}'


class LabelError(FormatError):
    """A truth file cannot be used; the text is one sentence that says what is missing in it."""


@dataclass(frozen=True)
class LabelledTile:
    """A face-up tile that truly lies there.

    Attributes
    ----------
    cell, orientation
        Its place on the lattice of its cluster, and the corner (0..5) its white tip is at.
    center
        Pixels of the upright picture.
    corners
        Six points in pixels, the white tip's corner first, then counter-clockwise as seen from
        above.
    counts
        Whether enough of it can be seen, and its colours told apart, to ask a reader for it.
    """

    cell: Cell
    orientation: int
    center: Point
    corners: tuple[Point, ...]
    counts: bool = True

    @property
    def reach(self) -> float:
        """The distance from the centre to the farthest corner, in pixels."""
        return max(math.dist(self.center, corner) for corner in self.corners)


@dataclass(frozen=True)
class LabelledDie:
    """A die that truly lies there; ``counts`` says whether half its upper face can be seen."""

    value: int
    counts: bool = True


@dataclass(frozen=True)
class Truth:
    """What a photo truly shows; ``family`` is the kind of picture, where one is named."""

    clusters: tuple[tuple[LabelledTile, ...], ...]
    dice: tuple[LabelledDie, ...] = ()
    family: str | None = None


def truth_path(photo: Path) -> Path:
    """Return where the truth about a photo stands: beside it, as NAME.json."""
    return photo.with_suffix(".json")


def labelled_photos(directory: Path) -> tuple[Path, ...]:
    """Return the JPEG and PNG files of a folder that have a truth file beside them, sorted.

    Raises
    ------
    OSError
        If the folder cannot be listed.
    """
    return tuple(
        sorted(
            path
            for path in directory.iterdir()
            if path.suffix.lower() in PHOTO_ENDINGS and truth_path(path).is_file()
        )
    )


def load_truth(path: Path) -> Truth:
    """Read a truth file.

    Raises
    ------
    LabelError
        If it cannot be opened or is no truth file; the text names the file and what is wrong.
    """
    try:
        data = decoded_json(path.read_text("utf-8-sig"))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise LabelError(f"{path} cannot be opened: {reason}.") from error
    except json.JSONDecodeError as error:
        where = f"{error.msg.lower()} at line {error.lineno}, column {error.colno}"
        raise LabelError(f"{path} is not one JSON object: {where}.") from error
    except JsonError as error:
        raise LabelError(f"{path}: {error}") from error
    except UnicodeDecodeError as error:
        raise LabelError(f"{path} is not UTF-8 text; save it as UTF-8.") from error
    except (ValueError, RecursionError) as error:
        fault = "a number in it is too long" if isinstance(error, ValueError) else "it is too deep"
        raise LabelError(f"{path} cannot be read as JSON: {fault}.") from error
    try:
        return truth_from_json(data)
    except LabelError as error:
        raise LabelError(f"{path}: {error}") from error


def truth_from_json(data: object) -> Truth:
    """Read the truth from decoded JSON: a truth file's, or that of a reading put right.

    Raises
    ------
    LabelError
        If something is missing or of the wrong kind; the text names the entry.
    """
    photo = Fields.of(data, "The truth", _EXAMPLE, LabelError)
    clusters = tuple(
        _cluster(Fields.of(entry, f"clusters[{number}]", _CLUSTER_EXAMPLE, LabelError))
        for number, entry in enumerate(photo.entries("clusters"))
    )
    dice = tuple(
        _die(Fields.of(entry, f"dice[{number}]", _DIE_EXAMPLE, LabelError))
        for number, entry in enumerate(photo.entries("dice") if photo.has("dice") else [])
    )
    return Truth(clusters, dice, photo.text("family") if photo.has("family") else None)


def _die(die: Fields) -> LabelledDie:
    return LabelledDie(
        die.whole_number("value", low=1, high=6), _number(die, "visible", 1.0) >= VISIBLE
    )


@dataclass(frozen=True)
class _Entry:
    """A tile as it stands in the file; ``corners`` are None where it does not say them."""

    fields: Fields
    cell: Cell
    orientation: int
    corners: tuple[Point, ...] | None


def _cluster(cluster: Fields) -> tuple[LabelledTile, ...]:
    entries = [
        _entry(Fields.of(entry, f"tiles[{n}] of {cluster.place}", _TILE_EXAMPLE, LabelError))
        for n, entry in enumerate(cluster.entries("tiles"))
    ]
    cells = set()
    for entry in entries:
        if entry.cell in cells:
            q, r = entry.cell
            raise LabelError(f"{entry.fields.place}: cell ({q}, {r}) is given twice; remove one.")
        cells.add(entry.cell)
    around = ClusterReading(tuple(map(_as_read, (e for e in entries if e.corners is not None))))
    tiles = tuple(_tile(entry, around) for entry in entries)
    for number, tile in enumerate(tiles):
        for other, before in enumerate(tiles[:number]):
            if not (tile.counts and before.counts):
                continue  # outside the picture, a corner may lie on the horizon
            if _lies_within(tile, before) and _lies_within(before, tile):
                raise LabelError(
                    f"{entries[number].fields.place} lies where {entries[other].fields.place} "
                    'lies; a tile that is added by hand needs "q", "r" and "orientation" alone.'
                )
    return tiles


def _lies_within(tile: LabelledTile, other: LabelledTile) -> bool:
    """Tell whether a tile's middle lies within another one's outline, as that of a copied entry.

    Tiles side by side never do, however near to each other they are seen from the table's edge.
    """
    outline = np.array(other.corners, np.float32)
    return cv2.pointPolygonTest(outline, tile.center, measureDist=False) > 0


def _entry(tile: Fields) -> _Entry:
    cell = Cell(tile.whole_number("q"), tile.whole_number("r"))
    orientation = tile.whole_number("orientation", low=0, high=SIDES - 1)
    return _Entry(tile, cell, orientation, _own_corners(tile, orientation))


def _tile(entry: _Entry, around: ClusterReading) -> LabelledTile:
    fields = entry.fields
    counts = (
        _number(fields, "visible", 1.0) >= VISIBLE
        and _number(fields, "legible", 1.0) >= LEGIBLE
        and _number(fields, "contrast", math.inf) >= CONTRAST
    )
    corners = entry.corners or _corners_beside(entry, around)
    center = _point(fields, "center") if fields.has("center") else _middle(corners)
    return LabelledTile(entry.cell, entry.orientation, center, corners, counts)


def _own_corners(tile: Fields, orientation: int) -> tuple[Point, ...] | None:
    """Return a tile's corners by what is said of it alone; None where that says nothing."""
    if tile.has("corners"):
        corners = [_as_point(tile, "corners", corner) for corner in tile.entries("corners")]
        if len(corners) != SIDES:
            raise LabelError(f'{tile.place}: "corners" must be six points, not {len(corners)}.')
    elif tile.has("center") and tile.has("white_tip"):
        corners = _regular_hexagon(_point(tile, "center"), _point(tile, "white_tip"))
    else:
        return None
    return _turned(corners, orientation - _orientation_read(tile, orientation))


def _orientation_read(tile: Fields, orientation: int) -> int:
    """Return the orientation that the corners in the file belong to."""
    if not tile.has("probabilities"):
        return orientation
    chances = [
        _as_number(tile, "probabilities", chance) for chance in tile.entries("probabilities")
    ]
    if len(chances) != 1 + SIDES:
        raise LabelError(f'{tile.place}: "probabilities" must be seven numbers.')
    of_tile = chances[1:]
    likeliest = max(of_tile)
    return orientation if of_tile[orientation] == likeliest else of_tile.index(likeliest)


def _corners_beside(entry: _Entry, around: ClusterReading) -> tuple[Point, ...]:
    """Place a tile by the tiles of its cluster whose corners are known."""
    if not around.tiles:
        raise LabelError(
            f'{entry.fields.place} has neither "corners" nor "center" and "white_tip", and no '
            "other tile of its cluster has them either; give them for one tile at least."
        )
    outline = [(float(x), float(y)) for x, y in outline_beside(around, entry.cell)]
    return _turned(outline, entry.orientation)


def _turned(corners: Sequence[Point], steps: int) -> tuple[Point, ...]:
    """Return corners in the order they have from the one so many steps on."""
    return tuple(corners[(index + steps) % SIDES] for index in range(SIDES))


def _as_read(entry: _Entry) -> TileReading:
    corners = entry.corners or ()
    return TileReading(
        cell=entry.cell,
        orientation=entry.orientation,
        center=_middle(corners),
        white_tip=corners[0],
        blue_tip=corners[SIDES // 2],
        corners=corners,
        confidence=1.0,
        sure=True,
        probabilities=(),
    )


def _regular_hexagon(center: Point, tip: Point) -> list[Point]:
    """Return the corners of a hexagon seen from straight above, y down, from one of them."""
    x, y = tip[0] - center[0], tip[1] - center[1]
    turns = [math.radians(60 * index) for index in range(SIDES)]
    return [
        (
            center[0] + x * math.cos(turn) + y * math.sin(turn),
            center[1] - x * math.sin(turn) + y * math.cos(turn),
        )
        for turn in turns
    ]


def _middle(corners: Sequence[Point]) -> Point:
    return (
        sum(x for x, _ in corners) / len(corners),
        sum(y for _, y in corners) / len(corners),
    )


def _number(fields: Fields, key: str, default: float) -> float:
    return _as_number(fields, key, fields.data[key]) if fields.has(key) else default


def _point(fields: Fields, key: str) -> Point:
    return _as_point(fields, key, fields.data[key])


def _as_point(fields: Fields, key: str, value: object) -> Point:
    if not isinstance(value, list) or len(value) != 2:
        raise LabelError(
            f'{fields.place}: "{key}" must hold pixels like [640, 480], but holds {kind_of(value)}.'
        )
    return _as_number(fields, key, value[0]), _as_number(fields, key, value[1])


def _as_number(fields: Fields, key: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise LabelError(f'{fields.place}: "{key}" must be a number, but holds {kind_of(value)}.')
    return float(value)
