"""What people decide in a live game, a data class a kind, each with what was seen before."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from rules import Board, Cell, ClaimKind, Move, board_to_json, move_to_json
from rules.board_json import cell_to_json, tiles_to_json

Json = dict[str, Any]


@dataclass(frozen=True)
class Decision:
    """Something that people decided."""

    name: ClassVar[str]

    @property
    def what(self) -> str:
        """The kind, as a ``correction`` names it."""
        return self.name

    def seen_to_json(self) -> Json:
        """Return what was seen or held before."""
        return {}

    def decided_to_json(self) -> Json:
        """Return what was decided."""
        return {}


@dataclass(frozen=True)
class TileSet(Decision):
    """What lies on a cell; ``orientation`` and ``seen`` are None for no tile."""

    name = "set-tile"

    cell: Cell
    orientation: int | None
    seen: int | None = None

    def seen_to_json(self) -> Json:
        """Return what was seen on the cell."""
        return {"cell": cell_to_json(self.cell), "orientation": self.seen}

    def decided_to_json(self) -> Json:
        """Return what lies there."""
        return {"cell": cell_to_json(self.cell), "orientation": self.orientation}


@dataclass(frozen=True)
class TakenMove:
    """A move that was taken back; ``before`` has at least the tiles that it took or turned."""

    number: int
    mover: str
    move: Move
    before: Board


@dataclass(frozen=True)
class TakenBack(Decision):
    """The last move is taken back; ``taken`` is None where the record does not say which.

    ``seen`` says that nobody said so: the referee saw it on the table. ``retold`` says that nobody
    took anything back: by what is seen now the move was another one, and is announced anew.
    ``of_palagem`` says beside that that it was none: its tile is of a palagem that was built.
    """

    name = "take-back"

    taken: TakenMove | None = None
    seen: bool = False
    retold: bool = False
    of_palagem: bool = False

    def seen_to_json(self) -> Json:
        """Return the move."""
        taken = self.taken
        if taken is None:
            return {}
        done = move_to_json(taken.move, taken.before)
        return {"number": taken.number, "mover": taken.mover, **done}

    def decided_to_json(self) -> Json:
        """Say where it was seen, or told anew, and not said."""
        if self.retold:
            return {"how": "palagem" if self.of_palagem else "retold"}
        return {"how": "seen"} if self.seen else {}


@dataclass(frozen=True)
class LaidAgain(Decision):
    """The move with a number, the last one that was taken back, stands again as it did."""

    name = "lay-again"

    number: int

    def decided_to_json(self) -> Json:
        """Return the number."""
        return {"number": self.number}


@dataclass(frozen=True)
class TurnsTold(Decision):
    """What was played from the move with a ``number`` on, ``count`` moves, as people tell it.

    The moves from there on that were on record are taken back; those that were told follow.
    """

    name = "tell-turns"

    number: int
    count: int

    def decided_to_json(self) -> Json:
        """Return the number of the first move, and how many were told."""
        return {"number": self.number, "count": self.count}


@dataclass(frozen=True)
class LetStand(Decision):
    """An illegal table stands as it lies: ``board``, where the record has it."""

    name = "let-stand"

    board: Board | None = None

    def seen_to_json(self) -> Json:
        """Return the table."""
        return {} if self.board is None else {"board": board_to_json(self.board)}

    def decided_to_json(self) -> Json:
        """Say that it is not legal."""
        return {"legal": False}


@dataclass(frozen=True)
class DieSet(Decision):
    """The roll that is due, or that of the move with a ``number``; ``seen`` as it was known.

    ``mover`` is whose roll it was taken for where no move is named.
    """

    name = "set-die"

    value: int
    seen: int | None = None
    number: int | None = None
    mover: str | None = None

    def seen_to_json(self) -> Json:
        """Return the roll as it was known."""
        return {**_of_move(self.number), "die": self.seen}

    def decided_to_json(self) -> Json:
        """Return the roll, and whose it is."""
        whose = {} if self.mover is None else {"mover": self.mover}
        return {**_of_move(self.number), "die": self.value, **whose}


@dataclass(frozen=True)
class MoverSet(Decision):
    """Whose turn it is, or who made the move with a ``number``; ``seen`` is who was held for it."""

    name = "set-mover"

    player: str
    seen: str | None = None
    number: int | None = None

    def seen_to_json(self) -> Json:
        """Return who was held for the mover."""
        return {**_of_move(self.number), "mover": self.seen}

    def decided_to_json(self) -> Json:
        """Return the mover."""
        return {**_of_move(self.number), "mover": self.player}


@dataclass(frozen=True)
class TurnEnded(Decision):
    """The mover's turn is over with what lies there."""

    name = "end-turn"

    mover: str

    def seen_to_json(self) -> Json:
        """Return whose turn it was."""
        return {"mover": self.mover}


@dataclass(frozen=True)
class Answered(Decision):
    """The answer to the question that is open: the number of the choice, from 0."""

    name = "answer"

    choice: int

    def decided_to_json(self) -> Json:
        """Return the number of the choice."""
        return {"choice": self.choice}


@dataclass(frozen=True)
class Confirmed(Decision):
    """The moves with these numbers, which were presumed, were made so.

    ``seen`` says that nobody said so: what was seen later has ruled out all else.
    """

    name = "confirm"

    numbers: tuple[int, ...]
    seen: bool = False

    def decided_to_json(self) -> Json:
        """Return their numbers, and whether that was seen and not said."""
        how = {"how": "seen"} if self.seen else {}
        return {"numbers": list(self.numbers), **how}


@dataclass(frozen=True)
class TableIsRight(Decision):
    """Nothing explains the table, but it is right as it lies: the record goes on from there."""

    name = "table-right"

    board: Board | None = None

    def decided_to_json(self) -> Json:
        """Return the table."""
        return {} if self.board is None else {"board": board_to_json(self.board)}


@dataclass(frozen=True)
class RecordIsRight(Decision):
    """Nothing explains the table, and the record is right: the table is to be put back."""

    name = "record-right"


@dataclass(frozen=True)
class Paused(Decision):
    """The table is not looked at for a while."""

    name = "pause"


@dataclass(frozen=True)
class Resumed(Decision):
    """The table is looked at again."""

    name = "resume"


@dataclass(frozen=True)
class Voted(Decision):
    """An island counts ``value``, by its row on the score sheet; ``computed`` is by the rules."""

    name = "vote"

    row: int
    value: int
    computed: int | None = None

    def seen_to_json(self) -> Json:
        """Return the computed value."""
        return {"row": self.row, "value": self.computed}

    def decided_to_json(self) -> Json:
        """Return the value that counts."""
        return {"row": self.row, "value": self.value}


@dataclass(frozen=True)
class Claimed(Decision):
    """What a player claimed of the last move, and whether ``right``."""

    name = "claim"

    player: str
    kind: ClaimKind
    right: bool

    def seen_to_json(self) -> Json:
        """Return the claim."""
        return {"player": self.player, "kind": self.kind.value}

    def decided_to_json(self) -> Json:
        """Return how it was judged."""
        return {"right": self.right}


@dataclass(frozen=True)
class PalagemSet(Decision):
    """A player's palagem; ``seen`` is the one that was held for theirs, if any."""

    name = "set-palagem"

    player: str
    tiles: Board
    seen: Board | None = None

    def seen_to_json(self) -> Json:
        """Return the tiles that were held for theirs."""
        tiles = None if self.seen is None else tiles_to_json(self.seen)
        return {"player": self.player, "tiles": tiles}

    def decided_to_json(self) -> Json:
        """Return the tiles."""
        return {"player": self.player, "tiles": tiles_to_json(self.tiles)}


@dataclass(frozen=True)
class UnknownDecision(Decision):
    """A kind that only other versions know, as their record has it in plain JSON."""

    kind: str
    seen: Mapping[str, object] = field(default_factory=dict)
    decided: Mapping[str, object] = field(default_factory=dict)

    @property
    def what(self) -> str:
        """The kind, as the record names it."""
        return self.kind

    def seen_to_json(self) -> Json:
        """Return what was seen, as it is on record."""
        return dict(self.seen)

    def decided_to_json(self) -> Json:
        """Return what was decided, as it is on record."""
        return dict(self.decided)


def _of_move(number: int | None) -> Json:
    return {} if number is None else {"number": number}
