"""Whether a group of tiles is the mirror image of another, in a pane of glass."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.lattice import SIDES, Cell
from vision.recognition.lie import Lie
from vision.recognition.lie_thresholds import (
    DIMMER,
    ENOUGH_TO_MIRROR,
    IMAGE_CONTRAST,
    IMAGE_OF_A_FEW,
    MIRRORED,
    MIRRORED_FEW,
)
from vision.recognition.thresholds import (
    ENOUGH_TO_COMPARE,
)


@dataclass(frozen=True)
class Group:
    """Tiles of one lattice: the orientation of each cell's, and how their colours are seen.

    ``brightness`` is that of their white, ``contrast`` how far the two colours lie apart, both
    logarithms.
    """

    tiles: Mapping[Cell, int]
    brightness: float
    contrast: float


def which_are_images(groups: Sequence[Group]) -> list[Lie]:
    """Tell which groups of tiles are seen in a mirror: they are none, and no better than raised."""
    return [
        _image_among(group, [other for other in groups if other is not group]) for group in groups
    ]


def rather_images(groups: Sequence[Group], lies: Sequence[Lie]) -> list[bool]:
    """Tell which groups that may be images are rather that than tiles of the table.

    So are a few that lie as others do in a mirror, and are darker and paler than those; and where a
    pane is known to show an image, any that may be one.

    Parameters
    ----------
    groups
        All groups of tiles in a photo.
    lies
        What :func:`which_are_images` says of each.
    """
    doubted = [lie is Lie.DOUBTFUL for lie in lies]
    likely = [
        is_doubted and any(_is_dim_image(group, other) for other in groups if other is not group)
        for group, is_doubted in zip(groups, doubted, strict=True)
    ]
    return doubted if Lie.RAISED in lies or any(likely) else likely


def _is_dim_image(group: Group, other: Group) -> bool:
    is_dimmer = group.brightness < other.brightness - DIMMER
    return is_dimmer and len(other.tiles) >= len(group.tiles) and _is_faint_image(group, other)


def _image_among(group: Group, others: Sequence[Group]) -> Lie:
    count = len(group.tiles)
    larger = [other for other in others if len(other.tiles) >= count]
    for other in larger:
        dimmer = group.brightness < other.brightness - DIMMER
        enough = count >= ENOUGH_TO_MIRROR
        if dimmer and enough and mirrored_share(group.tiles, other.tiles) >= MIRRORED:
            return Lie.RAISED
        if _is_dim_image(group, other):
            return Lie.DOUBTFUL
    paler = [other for other in larger if group.contrast < IMAGE_CONTRAST * other.contrast]
    is_dim = any(group.brightness < other.brightness - DIMMER for other in paler)
    if paler and (is_dim or count >= ENOUGH_TO_COMPARE):
        return Lie.DOUBTFUL
    contrast, dimmer_by = IMAGE_OF_A_FEW
    is_faint = any(
        group.contrast < contrast * other.contrast
        and group.brightness < other.brightness - dimmer_by
        for other in larger
    )
    return Lie.DOUBTFUL if is_faint and count < ENOUGH_TO_MIRROR else Lie.FLAT


def _is_faint_image(group: Group, other: Group) -> bool:
    """Tell whether a few dimmer tiles lie as others do in a mirror, and are paler than those."""
    least, contrast = MIRRORED_FEW
    is_paler = group.contrast < contrast * other.contrast
    return is_paler and len(group.tiles) >= least and mirrored_share(group.tiles, other.tiles) == 1


def mirrored_share(tiles: Mapping[Cell, int], others: Mapping[Cell, int]) -> float:
    """Return which share of some tiles lies as others do in a mirror, 0..1.

    Parameters
    ----------
    tiles, others
        The orientation, 0..5, of each cell's tile, each group on a lattice of its own. The figure
        of a tile is its own mirror image, so that a mirrored tile looks like any.
    """
    best = 0
    for turns in range(SIDES):
        shifts: Counter[tuple[int, int]] = Counter()
        for cell, orientation in tiles.items():
            seen, turned = _mirrored(cell).rotated(turns), (turns - orientation) % SIDES
            shifts.update(
                (other.q - seen.q, other.r - seen.r)
                for other, its_orientation in others.items()
                if its_orientation == turned
            )
        best = max(best, *shifts.values(), 0)
    return best / max(len(tiles), 1)


def _mirrored(cell: Cell) -> Cell:
    """Return the cell seen in a mirror along the x axis."""
    return Cell(cell.q, -cell.q - cell.r)
