"""A live game: frames and people's decisions in, events out, all of it on record before it is said.

The follower says what is seen, the referee what follows from it, and the record keeps both. What
the referee is given passes through the same plain JSON that is kept, so that a game that is gone on
with stands exactly where it stood.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from calibration.choosing import Profiles
from companion.live.laying import sure_view
from companion.live.live_reader import LiveReader
from companion.live.projection_json import projection_to_json
from companion.record import GameLog, NewEntry, Picture, new_event
from companion.record.pictures import picture_of
from companion.referee import Event, Referee
from companion.referee.decisions import LaidAgain, TakenBack, TurnsTold
from companion.referee.inputs import FILM_OVER, give, sighting_to_json
from companion.referee.sentences import Undecidable
from companion.sources import Frame, Interruption
from rules import Board, GameError, board_from_json
from rules.messages import Said
from vision.arrays import Image
from vision.following.alignment import likeness
from vision.following.follower import Follower
from vision.following.laid_apart import ExpectedApart
from vision.following.table_view import Lost, Settled, Sighting, TableView
from vision.lattice.projection import Projection, lattice_projection
from vision.readers.reader import Reader
from vision.reading import Reading

_WITH_PICTURES = {"move", "illegal", "unsure", "restored", "over"}
"""Events that somebody may want to look into later."""


class LiveGame:
    """One game that is being played. To be used by one thread at a time."""

    def __init__(
        self,
        reader: Reader,
        referee: Referee,
        log: GameLog | None = None,
        *,
        expected: Board | None = None,
        expected_apart: ExpectedApart | None = None,
        profiles: Profiles | None = None,
        camera: str | None = None,
    ) -> None:
        """Go on with a referee, and with a record where there is one.

        ``expected`` is the board that lies on the table when a game is gone on with, and
        ``expected_apart`` what is laid apart from it, while it is open which of them is played on;
        ``profiles`` are used as they hold for ``camera``.
        """
        self.referee = referee
        self.log = log
        self.view: TableView | None = None
        self._eyes = LiveReader(reader, profiles or Profiles(), camera)
        self._follower = Follower(
            self._eyes,
            set_aside=referee.sets_aside,
            expected=expected,
            expected_apart=expected_apart,
        )
        self._begins_at = log.last_t() if log else 0.0
        self._now = self._begins_at
        self._frame = 0
        self._before: Picture | None = None
        self._last: Frame | None = None

    def see(self, frame: Frame) -> list[Event]:
        """Take the next frame and return what there is to say about it."""
        self._now, self._frame = self._begins_at + frame.time, frame.number
        self._last = frame
        events: list[Event] = []
        for sighting in self._follower.feed(frame.image, frame.time, photo=frame.photo):
            events += self._sighted(sighting, frame)
        return events

    def film_over(self) -> list[Event]:
        """Take in that the film of the game is over, and return what there is to say then."""
        events: list[Event] = []
        if self._last is not None:
            for sighting in self._follower.film_over():
                events += self._sighted(sighting, self._last)
        return events + self.decide(*FILM_OVER)

    @property
    def remarks(self) -> tuple[Said, ...]:
        """What there is to say of profiles of the camera that could not be used."""
        return self._eyes.remarks

    def seen_by(self, camera: str | None) -> None:
        """Use the profiles of another camera from now on."""
        self._eyes.seen_by(camera)

    def straightened(self, image: Image) -> Image:
        """Return a frame as a straight lens would show it: the picture that readings are of."""
        return self._eyes.straightened(image)

    @property
    def projection(self) -> Projection | None:
        """Where the game's lattice lay in the straightened picture of the last look, in pixels.

        None where no tile has been seen.
        """
        known = self._follower.known
        return lattice_projection(known.cluster, known.board) if known.cluster else None

    def interrupted(self, interruption: Interruption) -> list[Event]:
        """Say that no frames come; the game goes on when they are back."""
        self._now = self._begins_at + interruption.time
        kind, data = sighting_to_json(Lost(interruption.reason))
        return self._give(NewEntry(kind, data, self._now, self._frame))

    def lay(self, view: TableView, time: float) -> list[Event]:
        """Take what people say lies on the table, who play without a camera.

        ``time`` counts as that of frames, in seconds since this game was opened here.
        """
        self._now, self.view = self._begins_at + time, view
        kind, data = sighting_to_json(Settled(view))
        return self._give(NewEntry(kind, data, self._now, self._frame))

    def decide(self, kind: str, data: Mapping[str, Any]) -> list[Event]:
        """Take a decision of the players; see ``companion.referee.inputs`` for the kinds.

        Raises
        ------
        InputError
            If it cannot be read.
        GameError
            If it makes no sense as the game stands. Nothing is kept of it then.
        """
        return self._give(NewEntry(kind, dict(data), self._now, self._frame))

    def decide_by_hand(self, kind: str, data: Mapping[str, Any], time: float) -> None:
        """Take a decision where tiles are tapped in; raises as `decide`, ``time`` as in `lay`.

        Nobody else lays the tiles on the table that stand again, nor takes those off that the
        computer answered with.
        """
        computer = self.referee.setup.computer
        if kind == TakenBack.name and computer is not None:
            self.take_back_from(computer.player, time)
            return
        self.decide(kind, data)
        if kind in (LaidAgain.name, TurnsTold.name):
            self.lay(sure_view(self.referee.ledger.board), time)

    def take_back_from(self, computer: str, time: float) -> None:
        """Take back the last move of the person who plays the computer, with its answer to it.

        The tiles are taken off the table as well: nobody else does. ``time`` as in `lay`.

        Raises
        ------
        GameError
            If that person has made no move.
        """
        referee = self.referee
        moves = [move.mover for move in referee.ledger.moves] if referee.ready else []
        if all(mover == computer for mover in moves):
            raise GameError(Undecidable.NO_MOVE_YET())
        taken = ""
        while taken in ("", computer):
            taken = moves.pop()
            self.decide(TakenBack.name, {})
        self.lay(sure_view(referee.ledger.board), time)

    def expect_another_view(self) -> None:
        """Hold nothing any more of where things lay in the picture; there is nothing to say yet."""
        entry = NewEntry("camera-moved", {}, self._now, self._frame)
        give(self.referee, entry.kind, entry.data, entry.t, entry.frame or 0)
        if self.log is not None:
            self.log.append([entry])

    def _sighted(self, sighting: Sighting, frame: Frame) -> list[Event]:
        kind, data = sighting_to_json(sighting)
        if not isinstance(sighting, Settled):
            return self._give(NewEntry(kind, data, self._now, self._frame))
        self.view = sighting.view
        after = picture_of(self.straightened(frame.image)) if self.log else None
        reading = sighting.view.reading
        entry = NewEntry(
            kind,
            data,
            self._now,
            self._frame,
            before=self._before,
            after=after,
            reading=self._evidence(reading, frame.number) if reading and self.log else None,
        )
        events = self._give(entry)
        self._before = after
        known = self._follower.known
        if reading and known.cluster and not sighting.view.unsure:
            self._eyes.learn(frame.image, reading, known.cluster, self.referee.board)
        return events

    def _evidence(self, reading: Reading, frame: int) -> Mapping[str, Any]:
        """Return a reading as it is kept, with where the game's lattice lies in the picture."""
        projection = self.projection
        return {
            **reading.to_json(f"frame {frame}"),
            "projection": None if projection is None else projection_to_json(projection),
        }

    def _give(self, entry: NewEntry) -> list[Event]:
        """Give the referee an input, and keep it with what follows before that is said."""
        mistook = self.referee.mistook_board
        events = give(self.referee, entry.kind, entry.data, entry.t, entry.frame or 0)
        if self.referee.mistook_board and not mistook:
            self._follower.forget_board()
        if self.referee.beginning.is_apart:
            self._follower.take_apart()
        if self.log is not None:
            self.log.append([entry], self._entries(events, entry), over=self._is_over(events))
        return events

    def _entries(self, events: Sequence[Event], entry: NewEntry) -> list[NewEntry]:
        return [
            new_event(event.to_json(), before=entry.before, after=entry.after)
            if event.name in _WITH_PICTURES
            else new_event(event.to_json())
            for event in events
        ]

    def _is_over(self, events: Sequence[Event]) -> bool | None:
        """Tell whether the game has ended or goes on after all; None where nothing was said."""
        return self.referee.is_over if events else None


def go_on_with(
    reader: Reader,
    referee: Referee,
    log: GameLog,
    *,
    by_camera: bool = True,
    profiles: Profiles | None = None,
    camera: str | None = None,
) -> LiveGame:
    """Return a kept game as it stood: a new referee is given all that the old one was given.

    Parameters
    ----------
    reader, referee, log
        A referee that was given nothing yet, and the game's record.
    by_camera
        Whether a camera looks on from now on, which may stand anywhere.
    profiles, camera
        Profiles of cameras, which are used as they hold for this one.

    Raises
    ------
    FormatError
        If the record was not made by this program.
    """
    board: Board | None = None
    apart: ExpectedApart | None = None
    for entry in log.inputs():
        give(referee, entry.kind, entry.data, entry.t, entry.frame or 0)
        if entry.kind == "settled":
            board = board_from_json(entry.data["board"])
            apart = None if referee.view is None else _laid_apart(referee.view, apart)
        if referee.beginning.is_apart and referee.view is not None:
            board, apart = referee.view.board, None
    game = LiveGame(
        reader,
        referee,
        log,
        expected=board,
        expected_apart=apart,
        profiles=profiles,
        camera=camera,
    )
    if board is not None and by_camera:
        game.expect_another_view()
    return game


def _laid_apart(view: TableView, before: ExpectedApart | None) -> ExpectedApart | None:
    """Return what is laid apart from the first tiles by a look, and where these lay."""
    if view.apart is None:
        return None
    lay = before.lay if before else frozenset(view.board) | view.unsure | view.hidden
    board = view.apart.board
    there = max(view.others, key=lambda other: likeness(other.board, board), default=None)
    return ExpectedApart(board, lay, None if there is None else there.center)
