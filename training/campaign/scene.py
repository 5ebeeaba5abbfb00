"""A moment of a made-up game: what is true then, and what is seen and said of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from companion.referee.setup import Setup
from rules import Board, Code, Outcome, Turn
from rules.move import Tile
from training.campaign.disturbances import Disturbed
from vision.following.table_view import Sighting, TableView

EVERY_CODE = frozenset(Code)


class Over(StrEnum):
    """What stays over the table after something was done, until the next thing is."""

    NOTHING = "nothing"
    HAND = "hand"
    SOMEBODY = "somebody"


@dataclass(frozen=True)
class Surroundings:
    """What there is to be seen beside the board; only pictures show it.

    Attributes
    ----------
    die
        The die's upper face; None where none lies there.
    throws
        How often it was thrown so far: it comes to lie elsewhere each time.
    beside
        Tiles beside the board, a cluster each.
    held
        A tile that a hand holds over a cell.
    bumps
        How often the camera was bumped so far.
    over
        What stays over the table.
    disturbed
        What has come of all that happened and is no move.
    """

    die: int | None = None
    throws: int = 0
    beside: tuple[Board, ...] = ()
    held: Tile | None = None
    bumps: int = 0
    over: Over = Over.NOTHING
    disturbed: Disturbed = field(default_factory=Disturbed)


@dataclass(frozen=True)
class Scene:
    """A moment of a game.

    Attributes
    ----------
    t
        Seconds into the game.
    note
        What truly happened, for people.
    table
        The tiles that truly lie there; one that a hand holds is not among them.
    turns
        The moves that stand then.
    rolls
        The roll of each of these turns, and of the one under way where it has been made.
    mover
        Whose turn it is.
    wrong
        What may truly be called wrong on the table; empty where nothing is.
    seen
        Whether the camera has looked at the table since something was last done to it.
    done
        Whether the last of ``turns`` lies there whole, with nothing begun since.
    sightings
        What the camera says.
    view
        The last settled look, which may be an older one.
    outcome
        How the game has ended, if it has.
    word
        A decision that people take of themselves: "let-stand" or "take-back".
    wrong_and_sure
        How many tiles were read wrongly and surely so far.
    wrong_dice
        How many dice were; of those that are drawn it is not counted.
    surroundings
        What else a picture of it shows.
    """

    t: float
    note: str
    table: Board
    turns: tuple[Turn, ...]
    rolls: tuple[int | None, ...]
    mover: str
    wrong: frozenset[Code]
    done: bool
    seen: bool
    sightings: tuple[Sighting, ...] = ()
    view: TableView | None = None
    outcome: Outcome | None = None
    word: str | None = None
    wrong_and_sure: int = 0
    wrong_dice: int = 0
    surroundings: Surroundings = Surroundings()


@dataclass(frozen=True)
class Script:
    """A whole game as it truly went and as it was seen.

    ``options`` are those with which a referee begins it, beside the game and players of ``setup``.
    """

    setup: Setup
    options: dict[str, object]
    scenes: tuple[Scene, ...]
    outcome: Outcome | None

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The moves that stand in the end: what the record is to be."""
        return self.scenes[-1].turns
