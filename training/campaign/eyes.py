"""What a camera says of a table: views with the reader's errors, as a follower reports them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import dist
from random import Random

from rules import Board, Cell
from rules.lattice import SIDES
from training.campaign.rates import Rates
from training.campaign.reader_errors import Probabilities, ReaderErrors, absolute
from vision.following.table_view import OtherCluster, TableView
from vision.following.thresholds import DIE_MOVED_PX
from vision.reading import DieReading

_UNSURE = ("unsure-right", "unsure-turned", "unsure-missed", "unsure-hidden")
_WRONG = ("wrong-turned", "wrong-missed")
_BAD_ROLL = ("missed", "unsure-right", "unsure-wrong", "wrong")
_DIE_NOISE = 0.8
"""Pixels by which a die's place differs from look to look."""
_SEEN_TO_LIE = 0.88
"""How often a die that is read was seen to lie there since it was thrown: in 109 of 124 looks at 14
drawn games, at two paces, before which hands were over the table for 2.5 s or more."""
_READ_UNDER_HANDS, _LONG_ENOUGH_S = 0.4, 3.5
"""How often a die is read for sure that lay so many seconds or more between two looks while a hand
rested. In 6 drawn games, at two paces, it was 3 of 5 that lay so long, and none of 2 others."""
_HARDLY_S = 1.0
"""Else it was seen to lie there for so many seconds at most: an arm had covered it."""


@dataclass(frozen=True)
class Die:
    """A die as it truly lies there: its value, and where, in pixels."""

    value: int
    center: tuple[float, float]


@dataclass(frozen=True)
class SeenTile:
    """A cell as it is read: what lies there, what is read there (None: nothing), how surely.

    ``hidden``: it is said that it cannot be seen, and nothing more.
    """

    true: int
    read: int | None
    sure: bool
    probabilities: Probabilities | None
    hidden: bool = False

    @property
    def is_right(self) -> bool:
        """Whether it is read rightly and surely."""
        return self.sure and self.read == self.true


class Eyes:
    """Reads one table from look to look.

    As a tile is read when it is new, so it is read until it changes: a reader's looks at one thing
    share their faults. One that is unsure or wrong may become sure and right in a later look.
    """

    def __init__(self, errors: ReaderErrors, rates: Rates, random: Random, watch: Random) -> None:
        self.wrong_and_sure = 0
        """The tiles so far that were read wrongly and surely."""
        self.wrong_dice = 0
        """The dice so far that were read wrongly and surely."""
        self._errors, self._rates, self._random, self._watch = errors, rates, random, watch
        self._cells: dict[Cell, SeenTile] = {}
        self._thrown: Die | None = None
        self._die: DieReading | None = None

    def view(
        self,
        table: Board,
        die: Die | None = None,
        others: tuple[Board, ...] = (),
        held: tuple[Cell, int] | None = None,
    ) -> TableView:
        """Return a settled look at the table.

        Parameters
        ----------
        table
            What truly lies there.
        die
            The die beside the board.
        others
            Tiles beside the board, a cluster each.
        held
            A tile in a resting hand and the cell it is held over: it is read as laid, unsurely, and
            the hand hides the cells on one side of it.
        """
        self._read_tiles(table)
        tiles = {cell: seen.read for cell, seen in self._cells.items() if seen.read is not None}
        unsure = {cell for cell, seen in self._cells.items() if not (seen.sure or seen.hidden)}
        hidden = {cell for cell, seen in self._cells.items() if seen.hidden}
        if held is not None and held[0] not in tiles:
            tiles[held[0]] = held[1]
            unsure.add(held[0])
            hidden.update(held[0].neighbours()[:2])
        return TableView(
            board=Board(tiles),
            unsure=frozenset(unsure),
            hidden=frozenset(hidden),
            others=tuple(
                OtherCluster(o, (90.0 + 60 * n, 80.0), True) for n, o in enumerate(others)
            ),
            dice=self._read_die(die),
            board_center=(640.0, 480.0) if tiles else None,
            probabilities={
                cell: seen.probabilities
                for cell, seen in self._cells.items()
                if not seen.sure and seen.probabilities is not None
            },
        )

    def sees_between(self, seconds: float) -> bool:
        """Tell whether a die that lay for so many seconds under hands is read for sure there."""
        return self._watch.random() < _READ_UNDER_HANDS and seconds >= _LONG_ENOUGH_S

    def lain(self, seconds: float) -> float:
        """Return for how many seconds a die is seen to have lain there that has for so many."""
        if self._watch.random() < _SEEN_TO_LIE:
            return seconds
        return self._watch.uniform(0.0, min(seconds, _HARDLY_S))

    def read(self, cell: Cell) -> SeenTile | None:
        """Return how a cell's tile was read in the last view; None where none lies."""
        return self._cells.get(cell)

    def _read_tiles(self, table: Board) -> None:
        self._cells = {c: s for c, s in self._cells.items() if table.get(c) == s.true}
        for cell, orientation in table.items():
            seen = self._cells.get(cell)
            if seen is None:
                self._cells[cell] = self._new_tile(orientation)
            elif not seen.is_right and self._random.random() > self._stays(seen):
                self._cells[cell] = self._drawn(orientation, "right")

    def _stays(self, seen: SeenTile) -> float:
        """Return how often a tile that is read badly is read so in the next look too."""
        return self._errors.still_wrong if seen.sure else self._errors.still_unsure

    def _new_tile(self, orientation: int) -> SeenTile:
        chance = self._random.random()
        if chance < self._rates.wrong:
            self.wrong_and_sure += 1
            return self._drawn(orientation, self._errors.tiles.draw(self._random, _WRONG))
        if chance < self._rates.wrong + self._rates.unsure:
            return self._drawn(orientation, self._errors.tiles.draw(self._random, _UNSURE))
        return self._drawn(orientation, "right")

    def _drawn(self, orientation: int, outcome: str) -> SeenTile:
        said = self._errors.tiles.example(self._random, outcome)
        sure = not outcome.startswith("unsure")
        if outcome.endswith("right"):
            read: int | None = orientation
        elif outcome.endswith(("missed", "hidden")):
            read = None
        elif said is not None:
            best = max(range(SIDES), key=lambda step: said[1 + step])
            read = (orientation + best) % SIDES
        else:
            read = (orientation + self._random.randrange(1, SIDES)) % SIDES
        told = None if said is None else absolute(said, orientation)
        return SeenTile(orientation, read, sure, told, outcome.endswith("hidden"))

    def _read_die(self, die: Die | None) -> tuple[DieReading, ...]:
        if die is None:
            return ()
        if self._thrown is None or self._thrown.value != die.value or self._lies_apart(die):
            self._die = self._new_die(die)
        self._thrown = die
        if self._die is None:
            return ()
        x, y = (self._random.gauss(place, _DIE_NOISE) for place in die.center)
        return (replace(self._die, center=(x, y)),)

    def _lies_apart(self, die: Die) -> bool:
        return self._thrown is not None and dist(self._thrown.center, die.center) > DIE_MOVED_PX

    def _new_die(self, die: Die) -> DieReading | None:
        is_bad = self._random.random() < self._rates.dice
        outcome = self._errors.dice.draw(self._random, _BAD_ROLL) if is_bad else "right"
        if outcome == "missed":
            return None
        value = die.value
        if outcome.endswith("wrong"):
            value = self._random.choice([v for v in range(1, 7) if v != die.value])
        sure = not outcome.startswith("unsure")
        self.wrong_dice += outcome == "wrong"
        (confidence,) = self._errors.dice.example(self._random, outcome) or (0.99 if sure else 0.8,)
        return DieReading(value, die.center, confidence, sure)


def differs(view: TableView, other: TableView | None) -> bool:
    """Tell whether a follower would report a view after another one."""
    if other is None or _content(view) != _content(other):
        return True
    return any(
        dist(die.center, old.center) > DIE_MOVED_PX
        for die, old in zip(view.dice, other.dice, strict=True)
    )


def _content(view: TableView) -> tuple[object, ...]:
    return (
        view.board,
        view.unsure,
        view.hidden,
        tuple(sorted((len(o.board), o.sure) for o in view.others)),
        tuple(sorted((die.value, die.sure) for die in view.dice)),
    )
