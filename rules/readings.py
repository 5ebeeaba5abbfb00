"""Where a published rule leaves room: how it is read here, for players to see."""

from __future__ import annotations

from typing import Final

SHAPE_READINGS: Final = (
    "A limbed shape without animals is an island worth its limbs.",
    "With a hole on the board shapes have no value yet; with tiles that mismatch none is counted.",
)

PALAGO_READINGS: Final = (
    "Where the order of two tiles is known and the first alone closes an arch group, the game ended"
    " there and the second tile is not judged; where it is not known, the move is judged whole.",
    "With two tiles due, a hole of one cell counts against a move only where the first tile must"
    " have gone there.",
    "Tiles moved aside are judged as disturbed, and the placed tiles as if those lay where they"
    " were.",
)

PALAGEM_READINGS: Final = (
    "The palagems' tiles come out of the 48.",
    "A tile that is moved when none are left touches at least two tiles, the lifted one not"
    " counted, and may split the group.",
    "In Inversion there are 45 palagems by the definition; the published page says 42, which is"
    " the count of palagems with mirror images taken for one.",
    "A palagem that nobody claims before the next move no longer counts.",
)

PALAGONIA_READINGS: Final = (
    "Ties for the first turn roll again.",
    "A tile belongs to an island when any of its corners is part of the island or of a shape"
    " inside it.",
    "Two islands closed by one move both score.",
    "A continent is shared 3 and 2 as ever, and islands inside it closed by the same move score as"
    " well; the first move of a game has no helper.",
    "The best single scoring move, which breaks a tie, is the most points a creator got for one"
    " move.",
    "Where the roll is not known, a move is judged by the roll that fits it best.",
)

READINGS: Final = {
    "shapes": SHAPE_READINGS,
    "palago": PALAGO_READINGS,
    "palagem": PALAGEM_READINGS,
    "palagonia": PALAGONIA_READINGS,
}
"""The readings taken, by game; those of shapes hold for all three."""
