"""The tile: which corner has which colour, and which corners its two arches join.

All tiles are alike. A tile's ``orientation`` k, in 0..5, says how it is turned: the *white tip* is
at corner k and the *blue tip* at corner k + 3. The white arch bends round the blue tip and joins
the two white corners beside it, k + 2 and k + 4; the blue arch bends round the white tip and joins
k + 1 and k + 5. So corners alternate in colour, and every edge is half white and half blue.
"""

from __future__ import annotations

from typing import Final, Literal

from rules.lattice import SIDES

Color = Literal["white", "blue"]

WHITE: Final = "white"
BLUE: Final = "blue"
COLORS: Final[tuple[Color, Color]] = (WHITE, BLUE)

ORIENTATIONS: Final = range(SIDES)


def other_color(color: Color) -> Color:
    """Return the opponent's colour."""
    return BLUE if color == WHITE else WHITE


def corner_color(orientation: int, corner: int) -> Color:
    """Return the colour of corner ``corner`` of a tile that lies with this orientation."""
    return WHITE if (corner - orientation) % 2 == 0 else BLUE


def tip_corner(orientation: int, color: Color) -> int:
    """Return the corner that the tip of this colour surrounds."""
    return orientation if color == WHITE else (orientation + 3) % SIDES


def arch_corners(orientation: int, color: Color) -> tuple[int, int]:
    """Return the two corners that the arch of this colour joins."""
    if color == WHITE:
        return (orientation + 2) % SIDES, (orientation + 4) % SIDES
    return (orientation + 1) % SIDES, (orientation + 5) % SIDES


def tiles_match(orientation: int, other: int) -> bool:
    """Tell whether two tiles that share an edge match along it.

    Either both matching rotations have the same parity or every shared edge mismatches; which
    edge the two share does not matter.
    """
    return (orientation - other) % 2 == 0


def matching_orientations(orientation: int) -> tuple[int, int, int]:
    """Return the three orientations that match a touching tile of this orientation."""
    parity = orientation % 2
    return parity, parity + 2, parity + 4
