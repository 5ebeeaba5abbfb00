"""What following a table says: a settled look at it, or that hands came, went, the camera moved."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rules.board import Board
from rules.lattice import Cell
from rules.messages import Said
from vision.following.thresholds import DIE_MOVED_PX
from vision.reading import DieReading, Reading

Point = tuple[float, float]


@dataclass(frozen=True)
class OtherCluster:
    """Tiles beside the game's board, a player's palagem for instance.

    ``board`` is in a lattice of its own, ``center`` the mean of its tiles' centres in pixels.
    """

    board: Board
    center: Point
    sure: bool


@dataclass(frozen=True)
class Glimpse:
    """What was seen for sure, under something that hung over the table, of tiles that are new now.

    ``lay`` are the cells of those that lay there as they do now, ``bare`` those that did not yet.
    """

    lay: frozenset[Cell]
    bare: frozenset[Cell]


@dataclass(frozen=True)
class Reach:
    """A hand that reached over cells on which tiles are new, gone or turned since.

    ``direction`` is that from the board to where it came into the picture, in radians, in the
    board's plane.
    """

    direction: float
    cells: frozenset[Cell]


@dataclass(frozen=True)
class Apart:
    """What is laid apart from the tiles that lay there first, in a lattice of its own that stays.

    ``board``, ``unsure``, ``hidden``, ``burnt`` and ``probabilities`` are as those of a view.
    """

    board: Board
    unsure: frozenset[Cell] = frozenset()
    hidden: frozenset[Cell] = frozenset()
    burnt: frozenset[Cell] = frozenset()
    probabilities: Mapping[Cell, tuple[float, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class TableView:
    """One settled look at the table, in the lattice the whole game is kept in.

    Attributes
    ----------
    board
        The tiles believed to lie there, those that are unsure with their best guess.
    unsure
        Cells of which it is not sure what lies there, whether a tile is believed there or not.
    hidden
        Cells that may hold a tile but cannot be seen.
    others
        Other clusters on the table, largest first.
    dice
        Dice in the picture, sure or not.
    board_center
        The mean of the board's tiles' centres in pixels; None on an empty table.
    near_edge
        Which edges of the picture ("left", "right", "top", "bottom") the board comes within one
        tile of.
    burnt
        Cells that a lamp's image burns white, so that nobody can tell what lies there.
    crooked
        Free cells that a tile lies across which is off the board's lattice; they are hidden.
    reading
        The cold reading it rests on; None where the table was only tracked.
    probabilities
        Of cells that are unsure: how likely they are empty, and hold a tile of orientation 0 to 5,
        seven numbers in 0..1 each.
    dice_lain
        For how many seconds all dice were seen to have lain as they do, at least, hands being over
        the table or not; None where nobody knows.
    dice_left
        For how many seconds, at most, not all dice of the settled look before were seen to lie as
        they did then; None where nobody knows.
    dice_between
        The numbers that were seen for sure since then under whatever hung over the table, one after
        the other, but for those of ``dice``.
    glimpses
        What was seen since then, in the same way, of the tiles that are new, one after the other.
    ways
        How what lay still since then may have gone in the picture, by the board, if it went at all:
        each a 3 by 3 projective matrix, row by row, from pixels of that look to those of this one.
    reaches
        The hands that were seen since then to reach over tiles that are new, gone or turned.
    hands_before
        Where tiles are seen first: the hands that have gone so far, the last one last. Only now it
        is known from where those came that went while no tile lay there.
    unwatched
        For how many seconds before the first look nobody can have seen these tiles being laid, or
        these dice being thrown where no tile lies there; 0 where they lay there from the first,
        where neither do, and of all later looks.
    said
        Whether people say what lies there, no camera being used: then nothing escaped it.
    apart
        What is laid apart from the tiles that lay there when the table was seen first, as long as
        nothing is laid on these; None where they are the board, or none lay there.
    """

    board: Board
    unsure: frozenset[Cell]
    hidden: frozenset[Cell]
    others: tuple[OtherCluster, ...] = ()
    dice: tuple[DieReading, ...] = ()
    board_center: Point | None = None
    near_edge: tuple[str, ...] = ()
    burnt: frozenset[Cell] = frozenset()
    crooked: frozenset[Cell] = frozenset()
    reading: Reading | None = None
    probabilities: Mapping[Cell, tuple[float, ...]] = field(default_factory=dict)
    dice_lain: float | None = field(default=None, compare=False)
    dice_left: float | None = field(default=None, compare=False)
    dice_between: tuple[int, ...] = field(default=(), compare=False)
    glimpses: tuple[Glimpse, ...] = field(default=(), compare=False)
    ways: tuple[tuple[float, ...], ...] = field(default=(), compare=False)
    reaches: tuple[Reach, ...] = field(default=(), compare=False)
    hands_before: tuple[HandsGone, ...] = field(default=(), compare=False)
    unwatched: float = field(default=0.0, compare=False)
    said: bool = False
    apart: Apart | None = None

    def differs_from(self, other: TableView) -> bool:
        """Tell whether this look says something else of the table, wherever the camera stands."""
        return self._content() != other._content() or self.has_new_die(other)

    def has_new_die(self, other: TableView) -> bool:
        """Tell whether a die lies where none lay in another look; it may show the same number."""
        lay = [die.center for die in other.dice]
        return any(
            all(math.dist(die.center, place) > DIE_MOVED_PX for place in lay) for die in self.dice
        )

    def of_apart(self) -> TableView:
        """Return the same look where what is laid apart is the board; a bare one if nothing is."""
        apart = self.apart or Apart(Board())
        return replace(
            self,
            board=apart.board,
            unsure=apart.unsure,
            hidden=apart.hidden,
            others=(),
            board_center=None,
            near_edge=(),
            burnt=apart.burnt,
            crooked=frozenset(),
            probabilities=apart.probabilities,
            glimpses=(),
            apart=None,
        )

    def _content(self) -> tuple[object, ...]:
        return (
            self.board,
            self.unsure,
            self.hidden,
            tuple(sorted((len(other.board), other.sure) for other in self.others)),
            tuple(sorted((die.value, die.sure) for die in self.dice)),
            self.near_edge,
            self.burnt,
            self.crooked,
            self.apart and (self.apart.board, self.apart.unsure, self.apart.hidden),
        )


@dataclass(frozen=True)
class Settled:
    """The table lies still and can be seen; ``view`` differs from the last one reported."""

    view: TableView


@dataclass(frozen=True)
class HandsIn:
    """Something moves over the table."""


@dataclass(frozen=True)
class HandsGone:
    """What moved over the table is gone.

    Attributes
    ----------
    direction
        From where it came into the picture, as that of a `Reach`; None where nobody knows, or it
        came from several sides.
    at_tiles
        Whether it was mostly at the board's tiles, and not beside them; None where nobody knows.
    """

    direction: float | None = None
    at_tiles: bool | None = None


@dataclass(frozen=True)
class CameraMoved:
    """The camera was bumped or turned; the board was found again where it is now."""


@dataclass(frozen=True)
class Lost:
    """The board cannot be found in the picture any more; ``reason`` says it to players."""

    reason: Said


@dataclass(frozen=True)
class TooSlow:
    """The computer falls behind: a look at the table takes ``seconds``; it looks less often now."""

    seconds: float


@dataclass(frozen=True)
class FilmOver:
    """The film that shows the table is over: nothing more will be seen."""


Sighting = Settled | HandsIn | HandsGone | CameraMoved | Lost | TooSlow | FilmOver
