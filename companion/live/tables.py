"""All games that are being followed in this companion."""

from __future__ import annotations

import logging
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from threading import Lock

from calibration.choosing import Profiles
from companion.coaching.coach import Coach
from companion.live.choice import (
    FIRST_CAMERA,
    FrameSource,
    Open,
    SourceChoice,
    choice_from_json,
    choice_to_json,
    open_choice,
)
from companion.live.errors import StartError, TableError
from companion.live.heartbeat import Heartbeat
from companion.live.news import State
from companion.live.running_game import MakeReader, RunningGame
from companion.live.starting import GameRequest
from companion.record import Games
from companion.record.absences import came_back
from companion.record.followed import follow, followed, unfollow
from companion.record.games import Along
from companion.record.moment import now
from companion.sources import SourceError
from companion.storage.database import DataError, connect
from companion.tournaments.keeping import claim
from companion.tournaments.reading import Place
from companion.words.language import gettext as _
from vision.readers.reader import Reader

MOST_RUNNING = 8
"""More cameras at once than a machine that stands beside a table can follow."""
MOST_BY_HAND = 12
"""Games that are tapped in take next to nothing; of more, the one that was opened first rests."""
STILL_PLAYED = timedelta(hours=12)
"""A game that nobody touched for longer is not gone on with by itself."""
_TAKEN_UP_AGAIN = ("camera", "stream", "phone", "hand")
"""Not films: played again from their beginning they would not go with the table any more."""
_log = logging.getLogger(__name__)


class FullError(TableError):
    """Too many games are being followed already."""


class Tables:
    """Starts games, goes on with kept ones, finds them and stops them; for any thread."""

    def __init__(
        self,
        data: Path,
        make_reader: MakeReader = Reader,
        opened: Open = open_choice,
        usual: SourceChoice = FIRST_CAMERA,
        profiles: Profiles | None = None,
        coach: Coach | None = None,
    ) -> None:
        """Use a data directory.

        ``make_reader`` gives each running game its reader. They may all have the same one: it holds
        nothing but the networks, some 15 MB for each. Two games that read at once take as long
        with one as with two.

        ``opened`` opens the sources that people choose; ``usual`` is where frames come from when
        they choose none; ``profiles`` are those of cameras, by default what is kept for each;
        ``coach`` is whom games against the computer ask.
        """
        self.usual = usual
        self.profiles = profiles or Profiles(data)
        self.make_reader = make_reader
        self.coach = coach or Coach()
        self._data = data
        self._opened = opened
        self._running: dict[int, RunningGame] = {}
        self._alone = Lock()
        self._is_closing = False
        self._heartbeat = Heartbeat(data, self.followed, self._slept)

    def start(self, request: GameRequest) -> RunningGame:
        """Put a new game on record and follow it.

        Raises
        ------
        SourceError
            If its source cannot be opened; no game is begun then.
        EntryError, DataError, TableError, TournamentError
            If it cannot be kept, too many games are being followed, or it is not what is played at
            its table of a tournament.
        """
        with self._alone:
            self._make_room(request.source)
            self._free(request.source)
            source = self._opened(request.source)
            try:
                with closing(connect(self._data)) as connection:
                    log = Games(connection).start(
                        request.game, request.players, request.options, _claiming(request.place)
                    )
            except BaseException:
                source.close()
                raise
            game = self._running_game(log.game)
            game.start(request.source, source)
            self._running[game.number] = game
            self._remember(game.number, request.source)
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
            game = self._go_on(number, choice)
            self._remember(number, choice)
            return game

    def take_up_again(self) -> list[int]:
        """Go on with the games that were being followed when the companion was stopped or killed.

        They are those that nobody ended or stopped and that were played lately; the numbers of
        those that are followed now are returned. One whose camera is gone stays on record.
        """
        with closing(connect(self._data)) as connection:
            wanted = [one for one in followed(connection) if now() - one.last_at < STILL_PLAYED]
        taken_up: list[int] = []
        cameras: set[SourceChoice] = set()
        for one in wanted:
            try:
                choice = choice_from_json(one.source)
            except StartError as error:
                _log.warning("Game %s is not gone on with: %s", one.game, error)
                continue
            if choice.kind == "camera" and choice in cameras:
                continue  # another game has it since
            cameras.add(choice)
            with self._alone:
                if self._is_closing or self._find(one.game) is not None:
                    continue
                try:
                    self._go_on(one.game, choice)
                except (SourceError, TableError, DataError) as error:
                    _log.warning("Game %s is not gone on with: %s", one.game, error)
                else:
                    taken_up.append(one.game)
        return taken_up

    def find(self, number: int) -> RunningGame | None:
        """Return a running game by its number on record; nobody waits for one that starts."""
        return self._find(number)

    def followed(self) -> list[int]:
        """Return the numbers of the games that are followed, in the order they were begun."""
        # nobody waits for one that starts
        return sorted(number for number in list(self._running) if self._find(number) is not None)

    def watching(self, choice: SourceChoice) -> RunningGame | None:
        """Return the running game that takes its frames from a camera, which only one can open."""
        return next(
            (
                game
                for number in list(self._running)
                if (game := self._find(number)) and game.news.state.source.choice == choice
            ),
            None,
        )

    def stop(self, number: int) -> bool:
        """Stop following a game; tell whether somebody did."""
        with self._alone:
            game = self._find(number)
            if game is None:
                return False
            self._heartbeat.beat()
            del self._running[number]
        game.stop()
        self._remember(number, None)
        return True

    def open(self, choice: SourceChoice) -> FrameSource:
        """Open a source for something else than a game.

        Raises
        ------
        SourceError
            If it cannot be opened.
        """
        return self._opened(choice)

    def use_new_profiles(self) -> None:
        """Have the games that run use what was calibrated just now."""
        with self._alone:
            games = list(self._running.values())
        for game in games:
            game.use_new_profiles()

    def stop_all(self) -> None:
        """Stop following all games, which are taken up again when the companion is started."""
        with self._alone:
            self._is_closing = True
            self._heartbeat.stop()
            games = list(self._running.values())
            self._running.clear()
        self.coach.stop()
        for game in games:
            game.stop()

    def _go_on(self, number: int, choice: SourceChoice) -> RunningGame:
        if self._find(number) is None:
            self._make_room(choice)
        self._free(choice)
        game = self._find(number)
        if game is None:
            with closing(connect(self._data)) as connection:
                came_back(connection, number, now())
        source = self._opened(choice)
        if game is not None:
            game.change_source(choice, source)
            return game
        game = self._running_game(number)
        game.start(choice, source)
        self._running[number] = game
        return game

    def _running_game(self, number: int) -> RunningGame:
        self._heartbeat.start()
        return RunningGame(self._data, number, self.make_reader, self.profiles, self.coach)

    def _slept(self) -> None:
        """Have the games that run tell that their clocks stood still."""
        for game in list(self._running.values()):
            game.tell_anew()

    def _find(self, number: int) -> RunningGame | None:
        game = self._running.get(number)
        return game if game is not None and game.is_running else None

    def _remember(self, number: int, choice: SourceChoice | None) -> None:
        """Remember by what a game is followed, None for nothing that it is gone on with by."""
        with closing(connect(self._data)) as connection:
            if choice is not None and choice.kind in _TAKEN_UP_AGAIN:
                follow(connection, number, choice_to_json(choice))
            else:
                unfollow(connection, number)

    def _free(self, choice: SourceChoice) -> None:
        """Stop following the game that a camera looks on at: it can be opened once only."""
        for game in list(self._running.values()):
            if choice.kind == "camera" and game.news.state.source.choice == choice:
                game.stop()
                self._remember(game.number, None)

    def _make_room(self, choice: SourceChoice) -> None:
        """Stop following a game that waits for nothing, where too many are being followed."""
        self._running = {n: game for n, game in self._running.items() if game.is_running}
        by_hand = choice.kind == "hand"
        alike = {n: g for n, g in self._running.items() if _is_by_hand(g.news.state) == by_hand}
        if len(alike) < (MOST_BY_HAND if by_hand else MOST_RUNNING):
            return
        for number, game in sorted(alike.items(), key=lambda one: not _is_done(one[1].news.state)):
            if by_hand or _is_done(game.news.state):
                game.stop()
                del self._running[number]
                return
        raise FullError(
            _("{count} games are being followed already: stop one of them first.", count=len(alike))
        )


def _claiming(place: Place | None) -> Along | None:
    """Return what keeps with a new game that it is played at a table of a tournament."""
    if place is None:
        return None
    return lambda connection, number: claim(connection, place, number)


def _is_done(state: State) -> bool:
    """Tell whether a game is over, or its film is."""
    return state.snapshot.over or state.source.ended


def _is_by_hand(state: State) -> bool:
    """Tell whether a game moves only when somebody taps; it is gone on with in a moment."""
    return state.source.choice.kind == "hand"
