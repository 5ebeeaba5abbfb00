"""The families of photos: what each is mostly about."""

from __future__ import annotations

from dataclasses import dataclass

Range = tuple[float, float]


@dataclass(frozen=True)
class Family:
    """What a family's photos have in common, as ranges to draw from.

    ``tilt`` in degrees; ``tiles`` on the table; ``gap`` as a share of the edge; ``share`` of the
    picture that the board takes; ``width`` of a tile in pixels; ``busy``, ``glare``, ``hand`` are
    probabilities; ``dice``, ``things``, ``supply`` are numbers; ``rooms`` kinds of light. Tiles are
    turned by ``turn`` degrees at most; small groups lie beside a board with probability ``groups``;
    ``focal`` is the lens's, in picture widths.
    """

    name: str
    tilt: Range = (0.0, 52.0)
    tiles: tuple[int, int] = (5, 40)
    gap: Range = (0.004, 0.03)
    share: Range = (0.5, 0.92)
    width: Range = (36.0, 300.0)
    busy: float = 0.2
    glare: float = 0.15
    hand: float = 0.0
    dice: tuple[int, int] = (0, 1)
    things: tuple[int, int] = (0, 3)
    supply: tuple[int, int] = (0, 3)
    rooms: tuple[str, ...] = ("soft", "soft", "window", "two", "spot")
    fault: str = "clean"
    other_color: float = 0.15
    turn: float = 5.0
    groups: float = 0.15
    focal: Range = (0.72, 1.25)


FAMILIES: tuple[Family, ...] = (
    Family("overhead", tilt=(0, 12)),
    Family("oblique", tilt=(40, 58)),
    Family("small", tilt=(0, 40), tiles=(8, 48), width=(24, 38), share=(0.15, 0.9)),
    Family("big", tiles=(2, 9), width=(150, 420), share=(0.9, 1.4), things=(0, 1), groups=0),
    Family("sloppy", gap=(0.03, 0.06)),
    Family("hand", hand=1.0, tiles=(8, 40)),
    Family("glare", tilt=(15, 58), glare=1.0),
    Family("lowlight", fault="dim", rooms=("soft", "spot", "two")),
    Family("hardtable", busy=1.0),
    Family("othercolour", other_color=1.0),
    Family("dice", dice=(2, 5), tiles=(3, 25), share=(0.4, 0.75)),
    Family("clutter", things=(6, 14), supply=(2, 9), share=(0.35, 0.65), dice=(0, 2)),
    Family(
        "negative", tiles=(0, 0), things=(3, 10), supply=(0, 8), dice=(0, 2), busy=0.4, groups=0
    ),
    Family(
        "mixed",
        busy=0.4,
        glare=0.5,
        hand=0.4,
        dice=(0, 3),
        things=(2, 8),
        supply=(0, 6),
        rooms=("window", "two", "spot", "hard", "neon"),
        other_color=0.5,
    ),
    Family("cropped", tiles=(15, 48), share=(1.1, 1.6), width=(60, 260)),
    Family("palagems", tiles=(0, 12), share=(0.7, 0.92), groups=0),
    Family("hardshadow", rooms=("hard",)),
    Family("blur", fault="blur"),
)


def family_of(seed: int) -> Family:
    """Return the family a seed belongs to: each in turn."""
    return FAMILIES[seed % len(FAMILIES)]
