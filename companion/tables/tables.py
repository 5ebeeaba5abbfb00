"""All games that are being followed in this companion."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from threading import Lock

from companion.database import connect
from companion.language import gettext as _
from companion.record import Games
from companion.tables.choice import FIRST_CAMERA, Open, SourceChoice, open_choice
from companion.tables.errors import TableError
from companion.tables.news import State
from companion.tables.running_game import MakeReader, RunningGame
from companion.tables.starting import GameRequest
from vision.reader import Reader

MOST_RUNNING = 4
"""More games at once than a machine that stands beside a table can follow."""


class FullError(TableError):
    """Too many games are being followed already."""


class Tables:
    """Starts games, goes on with kept ones, finds them and stops them; for any thread.

    Each running game has a reader of its own: one loads in a few milliseconds and takes some 10 MB,
    while two games that share one would wait for each other.
    """

    def __init__(
        self,
        data: Path,
        make_reader: MakeReader = Reader,
        opened: Open = open_choice,
        usual: SourceChoice = FIRST_CAMERA,
    ) -> None:
        """Use a data directory.

        ``opened`` opens the sources that people choose; ``usual`` is where frames come from when
        they choose none.
        """
        self.usual = usual
        self._data = data
        self._make_reader = make_reader
        self._opened = opened
        self._running: dict[int, RunningGame] = {}
        self._alone = Lock()

    def start(self, request: GameRequest) -> RunningGame:
        """Put a new game on record and follow it.

        Raises
        ------
        SourceError
            If its source cannot be opened; no game is begun then.
        EntryError, DataError, TableError
            If it cannot be kept, or too many games are being followed.
        """
        with self._alone:
            self._make_room()
            self._free(request.source)
            source = self._opened(request.source)
            try:
                with closing(connect(self._data)) as connection:
                    log = Games(connection).start(request.game, request.players, request.options)
            except BaseException:
                source.close()
                raise
            game = RunningGame(self._data, log.game, self._make_reader)
            game.start(request.source, source)
            self._running[game.number] = game
            return game

    def go_on(self, number: int, choice: SourceChoice) -> RunningGame:
        """Take a game's frames from a source from now on, whether it is running or only on record.

        Raises
        ------
        SourceError
            If the source cannot be opened; the game goes on as before.
        GameNotFoundError, DataError, TableError
            If there is no such game, or it cannot be taken up.
        """
        with self._alone:
            if self._find(number) is None:
                self._make_room()
            self._free(choice)
            game = self._find(number)
            source = self._opened(choice)
            if game is not None:
                game.change_source(choice, source)
                return game
            game = RunningGame(self._data, number, self._make_reader)
            game.start(choice, source)
            self._running[number] = game
            return game

    def find(self, number: int) -> RunningGame | None:
        """Return a running game by its number on record; nobody waits for one that starts."""
        return self._find(number)

    def stop(self, number: int) -> bool:
        """Stop following a game; tell whether somebody did."""
        with self._alone:
            game = self._find(number)
            if game is None:
                return False
            del self._running[number]
        game.stop()
        return True

    def stop_all(self) -> None:
        """Stop following all games."""
        with self._alone:
            games = list(self._running.values())
            self._running.clear()
        for game in games:
            game.stop()

    def _find(self, number: int) -> RunningGame | None:
        game = self._running.get(number)
        return game if game is not None and game.is_running else None

    def _free(self, choice: SourceChoice) -> None:
        """Stop following the game that a camera looks on at: it can be opened once only."""
        for game in list(self._running.values()):
            if choice.kind == "camera" and game.news.state.source.choice == choice:
                game.stop()

    def _make_room(self) -> None:
        """Stop following a game that waits for nothing, where too many are being followed."""
        self._running = {n: game for n, game in self._running.items() if game.is_running}
        if len(self._running) < MOST_RUNNING:
            return
        for waits_for_nothing in (_is_done, _is_by_hand):
            for number, game in self._running.items():
                if waits_for_nothing(game.news.state):
                    game.stop()
                    del self._running[number]
                    return
        raise FullError(
            _(
                "{count} games are being followed already: stop one of them first.",
                count=len(self._running),
            )
        )


def _is_done(state: State) -> bool:
    """Tell whether a game is over, or its film is."""
    return state.snapshot.over or state.source.ended


def _is_by_hand(state: State) -> bool:
    """Tell whether a game moves only when somebody taps; it is gone on with in a moment."""
    return state.source.choice.kind == "hand"
