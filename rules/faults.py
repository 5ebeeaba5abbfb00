"""What players are told of a move that breaks rules: the sentences of violations.

Each names the cells and numbers at fault. One code of a verdict may be told in several ways.
"""

from __future__ import annotations

from collections.abc import Collection

from rules.lattice import Cell
from rules.messages import Message, MessageCode, Wording


class Fault(MessageCode):
    """What is wrong with a move, or was wrong with the table before it."""

    TILES_MISMATCH = Wording(
        "Tiles that touch must match, white to white and colour to colour: {faults}."
    )
    MISMATCHED_BEFORE = Wording(
        "Tiles that touch must match, but before this move the tiles at {cells} did not."
    )
    TILES_DISTURBED = Wording(
        "Tiles on the table stay as they lie: put back the tile at {cells} as it was.",
        "Tiles on the table stay as they lie: put back the tiles at {cells} as they were.",
    )
    APART_BEFORE = Wording(
        "All tiles hang together, but before this move the tile at {cells} lay apart.",
        "All tiles hang together, but before this move the tiles at {cells} lay apart.",
    )
    HOLED_BEFORE = Wording("The ocean has no hole inside, but before this move it had: {cells}.")

    ONE_TILE_IS_DUE = Wording("A move is one tile, but {done}.")
    TWO_TILES_ARE_DUE = Wording(
        "A move is two tiles, one alone only where it ends the game, but {done}."
    )
    PAIR_IS_DUE = Wording(
        "A move is two adjacent tiles, one alone only where it ends the game, but {done}."
    )
    LAST_TILE_IS_DUE = Wording("With one tile left a move is that tile, but {done}.")
    NO_TILE_IS_LEFT = Wording("No tiles are left to place, but {done}.")
    PAIR_NOT_ADJACENT = Wording(
        "The two tiles of a move must share an edge, but those at {cells} do not."
    )
    PAIR_APART = Wording(
        "At least one tile of a move must touch the tiles on the table, but {cells} lies apart.",
        "At least one tile of a move must touch the tiles on the table, but {cells} lie apart.",
    )
    TILES_APART = Wording(
        "Each tile must touch the table's tiles or the other one, and all must hang together, but"
        " {cells} lies apart.",
        "Each tile must touch the table's tiles or the other one, and all must hang together, but"
        " {cells} lie apart.",
    )
    HOLE_FILLED_FIRST = Wording(
        "The first tile of a pair may fill a hole of one cell only where it ends the game at once,"
        " which it does not at {cells}."
    )

    MOVING_IS_DUE = Wording(
        "With no tiles left a move takes one tile and plays it in another cell, but {done}."
    )
    MUST_TOUCH_TWO = Wording("A tile must touch at least two tiles of the table, but {faults}.")
    MOVED_MUST_TOUCH_TWO = Wording(
        "A tile must touch at least two tiles of the table, the lifted one not counted, but"
        " {faults}."
    )
    SECOND_MUST_TOUCH = Wording("The second tile of the game must touch the first, but {faults}.")
    TOO_FEW_FREE_EDGES = Wording(
        "Only a tile with at least three free edges, counted before it is lifted, may be moved, but"
        " {faults}."
    )

    CAN_TAKE = Wording(
        "Only a mover who cannot act passes, but the exterior tile that a 1 asks for can be taken."
    )
    CAN_TURN = Wording(
        "Only a mover who cannot act passes, but the interior tile that a 6 asks for can be turned."
    )
    CAN_TAKE_LAST = Wording(
        "Only a mover who cannot act passes, but with no tiles left an exterior tile can be taken."
    )
    CAN_ADD = Wording(
        "Only a mover who cannot act passes, but {count} tile can be added.",
        "Only a mover who cannot act passes, but {count} tiles can be added.",
    )
    TAKING_IS_DUE = Wording(
        "The roll asks for taking one tile from the edge of the table, but {done}."
    )
    TURNING_IS_DUE = Wording("The roll asks for turning one tile with no free edge, but {done}.")
    ADDING_IS_DUE = Wording("A roll of {die} adds exactly {die} tiles, but {done}.")
    ALL_ARE_DUE = Wording(
        "A roll of {die} above the {count} tile left adds all of them or removes an exterior tile,"
        " but {done}.",
        "A roll of {die} above the {count} tiles left adds all of them or removes an exterior tile,"
        " but {done}.",
    )
    TAKEN_FROM_INSIDE = Wording(
        "Only an exterior tile, one with a free edge, may be removed, not the tile at {cells}.",
        "Only an exterior tile, one with a free edge, may be removed, not the tiles at {cells}.",
    )
    TURNED_AT_EDGE = Wording(
        "Only an interior tile, one with all six neighbours, may be turned, not the tile at"
        " {cells}.",
        "Only an interior tile, one with all six neighbours, may be turned, not the tiles at"
        " {cells}.",
    )
    SPLIT_BY_TAKING = Wording(
        "The ocean must stay in one piece, but without the tile at {cells} it falls apart.",
        "The ocean must stay in one piece, but without the tiles at {cells} it falls apart.",
    )
    NOT_JOINED = Wording(
        "The ocean must stay in one piece, but nothing joins the tile at {cells} to it.",
        "The ocean must stay in one piece, but nothing joins the tiles at {cells} to it.",
    )
    HOLE_ENCLOSED = Wording("The ocean may have no hole inside, but this move encloses {cells}.")
    ADDED_NOT_TOGETHER = Wording(
        "Added tiles must all touch each other or all belong to one island that they close, which"
        " those at {cells} do not."
    )


class FaultPart(MessageCode):
    """Parts of those sentences: what one tile does, and what a move did."""

    DOES_NOT_MATCH = Wording(
        "the tile at {cell} does not match the tile at {others}",
        "the tile at {cell} does not match the tiles at {others}",
    )
    TOUCHES_NONE = Wording("the one at {cell} touches none")
    TOUCHES_ONE = Wording("the one at {cell} touches 1")
    FREE_EDGES = Wording(
        "the one at {cell} had {count} free edge", "the one at {cell} had {count} free edges"
    )
    PLACED = Wording("{count} tile was placed", "{count} tiles were placed")
    TAKEN = Wording("{count} tile was taken", "{count} tiles were taken")
    TURNED = Wording("{count} tile was turned", "{count} tiles were turned")
    ADDED = Wording("{count} tile was added", "{count} tiles were added")
    NONE_PLACED = Wording("no tile was placed")
    NONE_TAKEN = Wording("no tile was taken")
    NONE_TURNED = Wording("no tile was turned")
    NONE_ADDED = Wording("no tile was added")


def named(cells: Collection[Cell]) -> tuple[str, ...]:
    """Name cells as players read them in every language: ``(0, 0)``, in order."""
    return tuple(f"({cell.q}, {cell.r})" for cell in sorted(cells))


def tiles_placed(number: int) -> Message:
    """Say how many tiles were placed."""
    return FaultPart.PLACED(count=number) if number else FaultPart.NONE_PLACED()


def tiles_taken(number: int) -> Message:
    """Say how many tiles were taken from the table."""
    return FaultPart.TAKEN(count=number) if number else FaultPart.NONE_TAKEN()


def tiles_turned(number: int) -> Message:
    """Say how many tiles were turned."""
    return FaultPart.TURNED(count=number) if number else FaultPart.NONE_TURNED()


def tiles_added(number: int) -> Message:
    """Say how many tiles were added."""
    return FaultPart.ADDED(count=number) if number else FaultPart.NONE_ADDED()
