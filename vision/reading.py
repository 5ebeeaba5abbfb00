"""What one picture shows: the result type that flows through everything after the camera.

A :class:`Reading` is what was *seen*; what the players agreed on is kept elsewhere. The JSON form
is the one other programs rely on (``palago read --json``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.board import Board
from rules.lattice import Cell
from rules.messages import Said, said_from_json, said_to_json

Point = tuple[float, float]


@dataclass(frozen=True)
class TileReading:
    """One face-up tile.

    Attributes
    ----------
    cell
        Its place on the lattice of its cluster.
    orientation
        0..5: the corner (of the lattice) the white tip is at.
    center, white_tip, blue_tip
        Pixels of the upright image; the tips are their corners of the hexagon.
    corners
        Six points in pixels, the white tip's corner first, then counter-clockwise as seen from
        above.
    confidence
        Probability, 0..1, that a tile lies here in this orientation.
    sure
        Whether the reader stands by it.
    probabilities
        Of an empty cell and of the orientations 0..5; they add up to 1.
    """

    cell: Cell
    orientation: int
    center: Point
    white_tip: Point
    blue_tip: Point
    corners: tuple[Point, ...]
    confidence: float
    sure: bool
    probabilities: tuple[float, ...]


@dataclass(frozen=True)
class ClusterReading:
    """Tiles of one lattice, and the cells of it that may hold a tile but cannot be seen."""

    tiles: tuple[TileReading, ...]
    hidden: tuple[Cell, ...] = ()

    def board(self) -> Board:
        """The position these tiles form, unsure ones with their best guess."""
        return Board({tile.cell: tile.orientation for tile in self.tiles})


@dataclass(frozen=True)
class DieReading:
    """One die: the value of its upper face, and where that face is (pixels).

    ``margin`` is how far, in log odds, it is on the sure side of the thresholds; None where it is
    not known, as in a reading from a file. So is ``radius``, half the diagonal of that face, in
    pixels.
    """

    value: int
    center: Point
    confidence: float
    sure: bool
    margin: float | None = field(default=None, compare=False)
    radius: float | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Reading:
    """Everything one picture shows.

    ``sure`` is a promise: when it and every tile's ``sure`` hold, the reading is right. Where it
    does not hold, ``reason`` says why to players. Clusters come largest first.

    ``margin`` says how far, in log odds, what is least sure about the tiles is on the sure side of
    its threshold: a tile, a cell that is called empty, or something faint that is called no tile.
    It is None where it is not known, as in a reading from a file. Dice have their own.
    """

    width: int
    height: int
    sure: bool
    reason: Said | None
    elapsed_ms: float
    clusters: tuple[ClusterReading, ...]
    dice: tuple[DieReading, ...] = ()
    margin: float | None = field(default=None, compare=False)

    def to_json(self, image: str) -> dict[str, Any]:
        """Return the reading as JSON data, under the picture's name ``image``."""
        return {
            "image": image,
            "width": self.width,
            "height": self.height,
            "sure": self.sure,
            "reason": None if self.reason is None else str(self.reason),
            "says": said_to_json(self.reason),
            "elapsed_ms": round(self.elapsed_ms, 1),
            "clusters": [_cluster_to_json(cluster) for cluster in self.clusters],
            "dice": [
                {
                    "value": die.value,
                    "center": _rounded(die.center),
                    "confidence": round(die.confidence, 4),
                    "sure": die.sure,
                }
                for die in self.dice
            ],
        }


def reading_from_json(data: Mapping[str, Any]) -> Reading:
    """Build a reading from what :meth:`Reading.to_json` gave.

    Raises
    ------
    ValueError
        If a field is missing or of the wrong kind.
    """
    try:
        return Reading(
            width=int(data["width"]),
            height=int(data["height"]),
            sure=bool(data["sure"]),
            reason=None
            if data["reason"] is None
            else said_from_json(data.get("says"), str(data["reason"])),
            elapsed_ms=float(data["elapsed_ms"]),
            clusters=tuple(_cluster_from_json(cluster) for cluster in data["clusters"]),
            dice=tuple(
                DieReading(
                    int(die["value"]),
                    _point(die["center"]),
                    float(die["confidence"]),
                    bool(die["sure"]),
                )
                for die in data["dice"]
            ),
        )
    except (KeyError, TypeError, IndexError, OverflowError) as error:
        raise ValueError(
            f"this is no reading as 'palago read --json' writes it: {error!r} is missing or wrong"
        ) from error


def _rounded(point: Point) -> list[float]:
    return [round(point[0], 2), round(point[1], 2)]


def _point(value: Any) -> Point:
    return float(value[0]), float(value[1])


def _cluster_to_json(cluster: ClusterReading) -> dict[str, Any]:
    return {
        "tiles": [
            {
                "q": tile.cell.q,
                "r": tile.cell.r,
                "orientation": tile.orientation,
                "center": _rounded(tile.center),
                "white_tip": _rounded(tile.white_tip),
                "blue_tip": _rounded(tile.blue_tip),
                "corners": [_rounded(corner) for corner in tile.corners],
                "confidence": round(tile.confidence, 4),
                "sure": tile.sure,
                "probabilities": [round(p, 5) for p in tile.probabilities],
            }
            for tile in cluster.tiles
        ],
        "hidden": [[cell.q, cell.r] for cell in cluster.hidden],
    }


def _cluster_from_json(data: Mapping[str, Any]) -> ClusterReading:
    return ClusterReading(
        tiles=tuple(
            TileReading(
                cell=Cell(int(tile["q"]), int(tile["r"])),
                orientation=int(tile["orientation"]),
                center=_point(tile["center"]),
                white_tip=_point(tile["white_tip"]),
                blue_tip=_point(tile["blue_tip"]),
                corners=tuple(_point(corner) for corner in tile["corners"]),
                confidence=float(tile["confidence"]),
                sure=bool(tile["sure"]),
                probabilities=tuple(float(p) for p in tile["probabilities"]),
            )
            for tile in data["tiles"]
        ),
        hidden=tuple(Cell(int(q), int(r)) for q, r in data["hidden"]),
    )
