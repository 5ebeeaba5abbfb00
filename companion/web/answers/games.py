"""What is answered about live games: how they stand, what is announced, what is on record."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from typing_extensions import TypedDict

from companion.live.choice import KINDS, Strain
from companion.referee.questions import About
from companion.referee.states import State as Watching
from companion.web.shapes import Board, Cells, Color, Count, OneOf, Points, Tile
from rules import Code
from rules.judging import GAMES

Side = Annotated[str, OneOf("left", "right", "top", "bottom")]
Game = Annotated[str, OneOf(*GAMES)]


class Player(TypedDict):
    """Somebody who plays."""

    name: str
    color: str | None


class Violation(TypedDict):
    """A rule that a table breaks, and on which cells."""

    code: Annotated[str, OneOf(*Code)]
    cells: Cells
    message: str
    wrong: NotRequired[str]
    rule: NotRequired[str]


class Source(TypedDict):
    """How the source of a game's frames does."""

    kind: Annotated[str, OneOf(*KINDS)]
    name: str
    connected: bool
    ended: bool
    problem: str | None
    strain: Annotated[str, OneOf(*Strain)] | None


class Result(TypedDict):
    """How a game ended."""

    winner: str | None
    loser: str | None
    reason: str
    scores: NotRequired[Points | None]
    sentence: NotRequired[str]


class Known(TypedDict):
    """What is known of a game from its beginning, and when it ended."""

    id: int
    uid: str
    game: Game
    started_at: str
    ended_at: str | None


class Computer(TypedDict):
    """What the computer does in its turn.

    It is ``thinking``, has ``chosen`` tiles that people lay for it where a camera looks on, or is
    ``stuck``. The ``sentence`` says so.
    """

    player: str
    state: Literal["thinking", "chosen", "stuck"]
    placed: list[Tile]
    sentence: str


class SourceState(TypedDict):
    """Whether a game is followed, how its source does, and why it cannot go on at present.

    ``computer`` is null where it is not the computer's turn.
    """

    running: bool
    source: Source | None
    problem: str | None
    computer: Computer | None


class Pictures(TypedDict):
    """The addresses of pictures kept as evidence."""

    before: str | None
    after: str | None


class Summary(Known):
    """What a list of games shows of one."""

    players: list[Player]
    running: bool
    source: Source | None
    moves: Count
    result: Result | None


class GameList(TypedDict):
    """The games on record, newest first."""

    games: list[Summary]


class Event(Pictures):
    """What is announced, as `palago watch --json` prints it, with sentences for people."""

    id: int
    t: float
    frame: int | None
    event: str
    at: str
    sentences: list[str]


class Announced(TypedDict):
    """What was announced after a decision, and how many moves stand then."""

    events: list[Event]
    last_event_id: Count
    moves: Count


class Island(TypedDict):
    """An island that a move closed; creator and helper are turns here."""

    color: Color
    limbs: Count
    animals: list[Count]
    value: Count
    continent: bool
    creator: Count
    helper: Count
    cells: Cells


class Move(Pictures):
    """A move that stands; ``board`` is the position after it."""

    number: int
    mover: str
    helper: str | None
    die: int | None
    how: Literal["seen", "inferred", "said"] | None
    apart: bool
    presumed: bool
    placed: list[Tile]
    removed: list[Tile]
    rotated: list[Tile]
    board: Board
    legal: bool
    let_stand: bool
    violations: list[Violation]
    winner: str | None
    loser: str | None
    reason: str | None
    palagems: list[str]
    islands: list[Island]
    points: Points | None
    sentence: str
    event: int | None


class ScoreRow(TypedDict):
    """A row of the score sheet; ``sum`` writes the value out."""

    row: int
    move: int
    color: Color
    limbs: Count
    animals: list[Count]
    value: Count
    vote: Count | None
    continent: bool
    creator: str
    helper: str | None
    points: Points
    sum: str
    cells: Cells


class ScoreSheet(TypedDict):
    """The score sheet of a game of Palagonia."""

    rows: list[ScoreRow]
    totals: Points


class Turn(TypedDict):
    """Whose turn it is; ``changed`` are the cells that differ from the agreed position."""

    number: int
    mover: str | None
    color: str | None
    die: int | None
    needs_die: bool
    in_progress: bool
    changed: Cells


class ChosenTurn(TypedDict):
    """A turn as an answer has it; ``board`` is the position after it."""

    mover: str
    roll: int | None
    legal: bool
    board: Board


class Choice(TypedDict):
    """An answer: the turns it puts on record, and how many on record it takes back.

    ``illegal``: by it something that is against the rules lies there.
    """

    text: str
    turns: list[ChosenTurn]
    undone: Count
    cells: Cells
    illegal: bool


class Question(TypedDict):
    """What the referee asks people for; without choices it is something to see to."""

    cells: Cells
    reason: str
    event: int | None
    about: Annotated[str, OneOf(*About)] | None
    choices: list[Choice]


class LivePicture(TypedDict):
    """Where the newest frame is."""

    url: str
    width: int
    height: int


class TableState(TypedDict):
    """The part of a game's state that changes with the table.

    ``state`` is what the referee is doing, or did last where nobody follows the game.
    """

    state: Annotated[str, OneOf(*Watching)]
    ready: bool
    paused: bool
    hands: bool
    over: bool
    result: Result | None
    turn: Turn
    wrong: list[Violation] | None
    wrong_event: int | None
    question: Question | None
    adrift: Cells
    tiles_left: Count
    board: Board
    unsure: Cells
    hidden: Cells
    burnt: Cells
    crooked: Cells
    near_edge: list[Side]
    last_event_id: Count


class State(Known, TableState, SourceState):
    """How a game stands: ``board`` lies there now, ``agreed`` is what was agreed on.

    ``due`` says whose turn it is and what they do.
    """

    options: dict[str, Any]
    players: list[Player]
    due: str
    agreed: Board
    palagems: dict[str, Board]
    palagems_due: list[str]
    palagems_guessed: bool
    score_sheet: ScoreSheet | None
    moves: list[Move]
    said: list[Event]
    picture: LivePicture | None


class RecordEntry(Pictures):
    """Something that was given to the referee, or that it said."""

    number: Count
    source: str
    kind: str
    t: float
    at: str
    frame: int | None
    cause: int | None
    data: dict[str, Any]


class Record(TypedDict):
    """What was given to the referee, and what it said."""

    entries: list[RecordEntry]


class Demo(TypedDict):
    """A sample video that can be played."""

    name: str
    game: Game
    players: list[str]
    caption: str


class DemoList(TypedDict):
    """The sample videos."""

    demos: list[Demo]


class MisreadingKept(TypedDict):
    """The reading that a look at the table became, and its page."""

    reading: int
    url: str
    labelled: str | None
