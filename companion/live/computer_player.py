"""The computer as a player: it thinks in a thread of its own about the move that it owes."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Thread

from companion.coaching.coach import Coach, CoachError
from companion.live.errors import NotRunningError, TableError, TableFault
from companion.live.laying import Laid
from companion.live.snapshot import Snapshot
from companion.record import GameContinuedError, GameNotFoundError
from companion.storage.database import DataError
from rules import Board, Color, Move, board_from_json, board_to_json
from rules.messages import Said
from rules.move import Tile

THINKS_S = 30.0
"""How long the computer thinks at most; it counts positions, and needs a tenth as a rule."""
_AGAIN_S = 2.0
_WEAKEST = "easy"
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ComputerTurn:
    """A move that the computer owes: its number, from which position and as whom.

    ``seed`` decides between moves that seem as good, so that the same is chosen after a restart.
    """

    number: int
    board: Board
    player: str
    color: Color
    level: str
    size: int
    seed: str


@dataclass(frozen=True)
class ComputerNews:
    """What the computer does in its turn.

    ``move`` is what it chose, which people lay for it where a camera looks on; ``problem`` is why
    it has none. It thinks as long as both are None.
    """

    turn: ComputerTurn
    move: Move | None = None
    problem: Said | None = None

    @property
    def is_thinking(self) -> bool:
        """Whether it still thinks."""
        return self.move is None and self.problem is None

    @property
    def laid(self) -> Laid:
        """The tiles of its move, laid one by one."""
        board, tiles = self.turn.board, self.move.placed if self.move else ()
        after = [board.with_tiles(tiles[: count + 1]) for count in range(len(tiles))]
        return Laid(lambda _board: after)


def turn_of_computer(snapshot: Snapshot) -> ComputerTurn | None:
    """Return the move that the computer owes as a game stands; None where it owes none."""
    seat = snapshot.setup.computer
    if seat is None or snapshot.mover != seat.player or not snapshot.ready or snapshot.over:
        return None
    if snapshot.paused or snapshot.wrong or snapshot.question or snapshot.adrift:
        return None
    number = len(snapshot.moves) + 1
    return ComputerTurn(
        number=number,
        board=snapshot.agreed,
        player=seat.player,
        color=snapshot.setup.color(seat.player),
        level=seat.level,
        size=snapshot.setup.pool,
        seed=f"{snapshot.kept.uid} {number}",
    )


class ComputerPlayer:
    """Thinks whenever a game's computer is to move, and tells the game what it chose.

    It is the game's thread's own; ``chose`` alone is called in another thread, and may raise what
    asking a running game does.
    """

    def __init__(self, coach: Coach, chose: Callable[[ComputerNews], object]) -> None:
        self._coach = coach
        self._chose = chose
        self._news: ComputerNews | None = None

    def look(self, snapshot: Snapshot) -> ComputerNews | None:
        """Look at how a game stands, and begin to think where a move is owed that was not before.

        Returns what the computer does; None where it is not its turn.
        """
        turn = turn_of_computer(snapshot)
        if turn is None:
            self._news = None
        elif self._news is None or self._news.turn != turn:
            self._news = ComputerNews(turn)
            Thread(target=self._think, args=(turn,), name="computer player", daemon=True).start()
        return self._news

    def check_no_turn(self) -> None:
        """Refuse what people do in its turn, unless it finds no move.

        Raises
        ------
        TableError
            If it is its turn.
        """
        if self._news is not None and self._news.problem is None:
            raise TableError(TableFault.COMPUTERS_TURN(player=self._news.turn.player))

    def take(self, news: ComputerNews) -> bool:
        """Take what was chosen; tell whether it is still the same turn."""
        if self._news is None or self._news.turn != news.turn:
            return False
        self._news = news
        return True

    def _think(self, turn: ComputerTurn) -> None:
        news = self._decided(turn)
        while True:
            try:
                self._chose(news)
            except (NotRunningError, GameContinuedError, GameNotFoundError):
                return  # whoever goes on with the game has the computer think again
            except (DataError, TableError):
                time.sleep(_AGAIN_S)  # the players are told; the move is not lost
            except Exception:
                _log.exception("The computer's move %s could not be made.", turn.number)
                return
            else:
                return

    def _decided(self, turn: ComputerTurn) -> ComputerNews:
        """Return the move that it chose, of the weakest player where it took too long."""
        news = ComputerNews(turn)
        for level in dict.fromkeys((turn.level, _WEAKEST)):
            try:
                return replace(news, move=self._asked(replace(turn, level=level)))
            except CoachError as error:
                _log.warning("The computer has no move yet: %s", error)
        return replace(news, problem=TableFault.COMPUTER_STUCK(player=turn.player))

    def _asked(self, turn: ComputerTurn) -> Move:
        question = {
            "task": "choose",
            "board": board_to_json(turn.board),
            "to_move": turn.color,
            "level": turn.level,
            "seed": turn.seed,
            "size": turn.size,
        }
        answer = self._coach.ask(question, THINKS_S)
        placed = board_from_json({"tiles": answer["placed"]})
        return Move(placed=tuple(Tile(*one) for one in placed.items()), ordered=True)
