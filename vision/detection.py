"""What the detector hands on: where it thinks a tile lies, and which way it is turned."""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True)
class Detection:
    """One face-up tile as found in the picture, before any lattice is known.

    All in pixels of the upright picture, y down; the table is seen from above.

    Attributes
    ----------
    center
        The middle of the tile's face.
    axis
        From the centre to the corner of the white tip.
    side
        From the centre, at right angles to ``axis`` in the plane of the tile, counter-clockwise as
        seen from above, as long as the circumradius. Corner ``i``, counted counter-clockwise from
        the white tip, lies at about ``center + cos(60 i) axis + sin(60 i) side``: the affine
        approximation of the perspective view.
    score
        How certain the detector is that this is a tile, 0..1.
    """

    center: Point
    axis: Point
    side: Point
    score: float
