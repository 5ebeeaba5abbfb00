"""A game that is being followed, by one thread that owns the live game."""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any, TypeVar

from calibration.choosing import Profiles
from companion.coaching.coach import Coach
from companion.live.choice import FrameSource, SourceChoice, SourceStatus, Strain
from companion.live.computer_player import ComputerNews, ComputerPlayer
from companion.live.errors import NotRunningError, TableError, TableFault, without_folder
from companion.live.frame_pump import FramePump
from companion.live.kept_events import KeptEvent, kept_events
from companion.live.laying import Laid, views_of
from companion.live.live_game import LiveGame, go_on_with
from companion.live.live_picture import LivePicture
from companion.live.meant import check_meant
from companion.live.news import News, State
from companion.live.replaying import kept_game, referee_of
from companion.live.snapshot import Snapshot, snapshot_of
from companion.record import GameContinuedError, GameLog, GameNotFoundError, KeptGame
from companion.referee.decisions import DieSet
from companion.sources import Frame, Interruption, PostedFrames, VideoFile
from companion.storage.database import DataError, connect
from rules import FormatError, GameError
from rules.messages import Said
from vision.arrays import Image
from vision.readers.reader import Reader

ANSWER_S = 30.0
"""Who asks something of a game waits so long at most: reading a difficult table takes seconds."""
RETRY_S = 2.0
"""After a failure of the disk or the reader the game is taken up again after so many seconds."""
_log = logging.getLogger(__name__)

Answer = TypeVar("Answer")
MakeReader = Callable[[], Reader]


class RunningGame:
    """A game on record that is being followed, until it is stopped.

    All methods may be called by any thread. What was announced is on the disk before ``news`` has
    it. When the record or the reader fails, the game is taken up again from the record, so that
    nothing is announced that is not kept.
    """

    def __init__(
        self,
        data: Path,
        number: int,
        make_reader: MakeReader,
        profiles: Profiles | None = None,
        coach: Coach | None = None,
    ) -> None:
        """Make it; ``start`` starts it. The computer, where it plays, asks the ``coach``."""
        self.number = number
        self.picture = LivePicture()
        self.frame: Frame | None = None
        """The newest frame as the camera gave it."""
        self._data = data
        self._make_reader = make_reader
        self._profiles = profiles
        self._camera: str | None = None
        self._jobs: Queue[Callable[[], None]] = Queue()
        self._stopping = False
        self._news: News | None = None
        self._pump: FramePump | None = None
        self._source: FrameSource | None = None
        self._thread = Thread(target=self._run, name=f"game {number}", daemon=True)
        self._failed_at: float | None = None
        self._unusable: DataError | None = None
        self._step_s = 0.0
        # what follows is the thread's own
        self._connection: sqlite3.Connection
        self._kept: KeptGame
        self._log: GameLog
        self._game: LiveGame
        self._announcements: list[KeptEvent] = []
        self._answered = 0
        self._began = 0.0
        self._source_t = 0.0
        self._since = 0.0
        self._by_hand = False
        self._computer = ComputerPlayer(coach or Coach(), self._take_from_computer)

    def start(self, choice: SourceChoice, source: FrameSource) -> None:
        """Take the game up from its record and begin to follow it.

        Raises
        ------
        TableError, DataError, GameNotFoundError
            If it cannot be taken up.
        """
        self._thread.start()
        try:
            self._ask(partial(self._follow, choice, source))
        except BaseException:
            source.close()
            self.stop()
            raise

    @property
    def news(self) -> News:
        """What there is to know, for those who look on."""
        assert self._news is not None, "the game was started"
        return self._news

    @property
    def is_running(self) -> bool:
        """Whether somebody follows it still."""
        return self._thread.is_alive() and not self._stopping

    @property
    def camera(self) -> str | None:
        """The name under which profiles of its camera are kept; None where nobody knows which."""
        return self._camera

    @property
    def remarks(self) -> tuple[Said, ...]:
        """What there is to say of profiles of the camera that could not be used."""
        return self._game.remarks

    def decide(self, kind: str, data: Mapping[str, Any]) -> tuple[KeptEvent, ...]:
        """Take a decision of the players and return what was announced then.

        Raises
        ------
        InputError, GameError
            As `LiveGame.decide`.
        TableError, DataError
            If the game is not running, what it is about is settled by now (see `check_meant`), or
            the decision cannot be kept.
        """
        return self._ask(partial(self._decide, kind, data))

    def lay(self, laid: Laid) -> tuple[KeptEvent, ...]:
        """Take what people say lies on the table, who play without a camera.

        Raises
        ------
        GameError
            If a roll is told in a game without a die.
        TableError, DataError
            If frames come from a camera, it is the computer's turn, the game is not running, or it
            cannot be kept.
        """
        return self._ask(partial(self._lay_by_people, laid))

    def change_source(self, choice: SourceChoice, source: FrameSource) -> None:
        """Take the frames from elsewhere from now on.

        Raises
        ------
        TableError, DataError
            If the game is not running or cannot be taken up again.
        """
        try:
            self._ask(partial(self._follow, choice, source))
        except BaseException:
            source.close()
            raise

    def post(
        self, image: Image, *, hold: bool, camera: str | None = None, strain: Strain | None = None
    ) -> tuple[int, float]:
        """Take a frame that was posted; return its number and how long to wait for the next.

        ``camera`` is what the phone calls the camera that took it, ``strain`` how it does.

        Raises
        ------
        TableError
            If frames come from elsewhere.
        """
        source = self._source
        if not isinstance(source, PostedFrames) or not self.is_running:
            raise TableError(TableFault.NO_PHONE_SOURCE())
        if camera is not None and camera != self._camera:
            self._jobs.put(partial(self._camera_is, source, camera))
        self.news.tell_source(strain=strain)
        wanted_s = self._step_s * (2 if source.waiting else 1)
        return source.post(image, hold=hold), min(2.0, max(0.2, wanted_s))

    def stop(self) -> None:
        """Stop following; the game stays on record."""
        if not self._stopping:
            self._stopping = True
            self._jobs.put(lambda: None)
        self._thread.join(ANSWER_S)

    def _ask(self, job: Callable[[], Answer]) -> Answer:
        """Have something done by the game's thread and return what comes of it."""
        if not self.is_running:
            raise self._unusable or NotRunningError(TableFault.NOBODY_FOLLOWS())
        answer: Future[Answer] = Future()

        def do() -> None:
            try:
                answer.set_result(self._guarded(job))
            except BaseException as error:
                answer.set_exception(error)

        self._jobs.put(do)
        try:
            return answer.result(ANSWER_S)
        except TimeoutError as error:
            raise TableError(TableFault.GAME_BUSY()) from error

    def _run(self) -> None:
        try:
            with closing(connect(self._data)) as connection:
                self._connection = connection
                while not self._stopping:
                    self._jobs.get()()
        except DataError as error:
            self._unusable = error  # it is told to who asks
        except Exception:
            _log.exception("Game %s stopped.", self.number)
        finally:
            self._stopping = True
            if self._pump is not None:
                self._pump.stop()
            if self._news is not None:
                self._news.change(lambda state: replace(state, running=False))
            while not self._jobs.empty():
                self._jobs.get()()

    def _guarded(self, job: Callable[[], Answer]) -> Answer:
        """Do a job; where the record fails, have the game taken up again before the next one."""
        if self._unusable is not None:
            raise self._unusable
        if self._stopping:
            raise NotRunningError(TableFault.FOLLOWED_NO_MORE())
        try:
            if self._failed_at is not None:
                self._take_up()
            return job()
        except (GameContinuedError, GameNotFoundError) as error:
            self._stopping = True
            self._tell_problem(error.message)
            raise
        except DataError as error:
            self._failed_at = time.monotonic()
            self._tell_problem(error.message)
            raise
        except (FormatError, GameError, TableError):
            raise  # refused before anything was changed
        except Exception:
            # whatever the referee stands at now, the record is right
            self._failed_at = time.monotonic()
            raise

    def _follow(self, choice: SourceChoice, source: FrameSource) -> None:
        """Take the game up from its record, and frames from a source."""
        if self._pump is not None:
            self._pump.stop()
        self._by_hand = choice.kind == "hand"
        self._camera = choice.camera
        self._source_t = 0.0
        self._take_up()
        status = SourceStatus(choice, connected=self._by_hand)
        self._news = self._news or News(State(self._snapshot(), status))
        self._news.change(lambda state: replace(state, source=status, problem=None))
        self._source = source
        self._have_film_wait(self.news.state.snapshot)
        if self._by_hand:
            self._lay(Laid(lambda board: [board]))
        self._pump = FramePump(source, partial(self._came, source), partial(self._ended, source))
        self._publish()

    def use_new_profiles(self) -> None:
        """Use what was calibrated for its camera just now."""
        if self._source is not None:
            self._jobs.put(partial(self._camera_is, self._source, self._camera))

    def tell_anew(self) -> None:
        """Publish it again, as what is kept beside its entries has changed."""

        def tell() -> None:
            with suppress(DataError, GameNotFoundError):
                self._kept = kept_game(self._connection, self.number)[0]
                self._publish()

        self._jobs.put(tell)

    def _camera_is(self, source: FrameSource, camera: str | None) -> None:
        """Use the profiles of another camera from now on."""
        if source is self._source:
            self._camera = camera
            self._game.seen_by(camera)

    def _take_up(self) -> None:
        """Rebuild the live game from the record; clear a failure."""
        self._since = self._source_t
        self._kept, self._log = kept_game(self._connection, self.number)
        referee = referee_of(self._kept)
        self._game = go_on_with(
            self._make_reader(),
            referee,
            self._log,
            by_camera=not self._by_hand,
            profiles=self._profiles,
            camera=self._camera,
        )
        self._announcements = list(kept_events(self._log.events()))
        self._began = time.monotonic()
        if self._failed_at is not None:
            self._failed_at = None
            self._publish(problem=None)

    def _came(self, source: FrameSource, item: Frame | Interruption) -> None:
        self._jobs.put(partial(self._take, source, partial(self._see, item)))

    def _ended(self, source: FrameSource) -> None:
        def end_film() -> None:
            self._game.film_over()
            self._keep_up()

        def tell() -> None:
            if source is self._source:
                if isinstance(source, VideoFile):
                    self._take(source, end_film)
                self.news.tell_source(ended=True, connected=False)

        self._jobs.put(tell)

    def _take(self, source: FrameSource, see: Callable[[], object]) -> None:
        """Follow what a source gave, unless the game waits to be taken up again."""
        if source is not self._source:
            return
        failed_at = self._failed_at
        try:
            if failed_at is not None and time.monotonic() < failed_at + RETRY_S:
                return
            self._guarded(see)
        except (DataError, GameNotFoundError, NotRunningError):
            pass  # the players are told already, or have gone on without this game
        except Exception:
            _log.exception("A frame of game %s could not be followed.", self.number)
            self._failed_at = time.monotonic()
            self._tell_problem(TableFault.PICTURE_NOT_FOLLOWED())
        finally:
            if self._pump is not None:
                self._pump.taken()

    def _see(self, item: Frame | Interruption) -> None:
        self._source_t = item.time
        # the record goes on at its last moment, whatever its source counted by then
        item = replace(item, time=item.time - self._since)
        if isinstance(item, Interruption):
            self.news.tell_source(connected=False, problem=item.reason)
            self._game.interrupted(item)
            self._keep_up()
            return
        if self.news.state.source.problem is not None and self._announcements:
            self._answered = self._announcements[-1].number
            self._publish()
        self.news.tell_source(connected=True, problem=None)
        self.frame = item
        self.picture.put(replace(item, image=self._game.straightened(item.image)))
        view, began = self._game.view, time.monotonic()
        events = self._game.see(item)
        self._step_s = time.monotonic() - began
        if events or self._game.view is not view:
            self._keep_up()

    def _decide(self, kind: str, data: Mapping[str, Any]) -> tuple[KeptEvent, ...]:
        check_meant(kind, data, self._snapshot())
        if self._by_hand:
            self._game.decide_by_hand(kind, data, time.monotonic() - self._began)
        else:
            self._game.decide(kind, data)
        return self._keep_up()

    def _take_from_computer(self, news: ComputerNews) -> None:
        """Have what the computer decided done, unless its turn is over."""
        self._ask(partial(self._do_for_computer, news))

    def _do_for_computer(self, news: ComputerNews) -> None:
        if self._computer.take(news):
            if self._by_hand and news.move is not None:
                self._lay(news.laid)
            else:
                self._publish()

    def _lay_by_people(self, laid: Laid) -> tuple[KeptEvent, ...]:
        if self._by_hand:
            self._computer.check_no_turn()
        return self._lay(laid)

    def _lay(self, laid: Laid) -> tuple[KeptEvent, ...]:
        if not self._by_hand:
            raise TableError(TableFault.SEEN_BY_CAMERA())
        referee, now = self._game.referee, time.monotonic() - self._began
        views = views_of(laid, referee, self._log.last_number)
        said: list[KeptEvent] = []
        if laid.die is not None and referee.lacks_roll:
            self._game.decide(DieSet.name, {"value": laid.die})
            said += self._keep_up()
        for view in views:
            self._game.lay(view, now)
            said += self._keep_up()
        return tuple(said)

    def _keep_up(self) -> tuple[KeptEvent, ...]:
        """Publish what was kept on record since the last time."""
        last = self._announcements[-1].number if self._announcements else 0
        new = kept_events(self._log.events(after=last))
        self._announcements += new
        if any(a.kind in ("over", "correction") for a in new):
            self._kept = kept_game(self._connection, self.number)[0]
        self._publish()
        return new

    def _snapshot(self) -> Snapshot:
        referee = self._game.referee
        return snapshot_of(self._kept, referee, self._announcements, self._answered)

    def _publish(self, **changes: Any) -> None:
        snapshot = self._snapshot()
        self._have_film_wait(snapshot)
        if self._news is not None:
            computer = self._computer.look(snapshot)
            self._news.change(
                lambda state: replace(state, snapshot=snapshot, computer=computer, **changes)
            )

    def _have_film_wait(self, snapshot: Snapshot) -> None:
        """Stop a film while the game is paused: it can wait, a table cannot."""
        if isinstance(self._source, VideoFile):
            self._source.stand(still=snapshot.paused)

    def _tell_problem(self, problem: Said) -> None:
        if self._news is not None:
            self.news.change(lambda state: replace(state, problem=without_folder(problem)))
