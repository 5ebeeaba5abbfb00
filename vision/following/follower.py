"""The follower: frames in, sightings out.

Most frames only pass the motion gate. A cold reading is made when the table has changed and lies
still again; it is repeated on later frames as long as something on it is unsure.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from rules.board import Board
from rules.lattice import SIDES
from rules.messages import MessageCode, Said, Wording
from vision.arrays import Image, Points
from vision.following.die_search import DieSearch
from vision.following.die_watch import faces_in_photo
from vision.following.exposure import Exposure
from vision.following.known_board import KnownBoard, Look, SetAside, nothing_aside
from vision.following.laid_apart import ExpectedApart, LaidApart
from vision.following.meanwhile import Meanwhile, SettledFrame
from vision.following.motion import MotionGate
from vision.following.overhang import Hanging, Overhang
from vision.following.pace import Pace
from vision.following.patience import Patience
from vision.following.seen import Seen, Ways, outlines_of
from vision.following.table_view import (
    CameraMoved,
    HandsIn,
    Lost,
    Settled,
    Sighting,
    TableView,
    TooSlow,
)
from vision.pictures.quality import Unfit
from vision.readers.examination import Examination
from vision.readers.picture_reader import PictureReader, ReadPicture


class Following(MessageCode):
    """What players are told when their table is not seen."""

    BOARD_NOT_FOUND = Wording(
        "The board cannot be found in the picture; point the camera so that all tiles are in view."
    )
    NEVER_STILL = Wording(
        "The picture does not come to rest; put the camera where nothing shakes it, or hold still."
    )


@dataclass(frozen=True)
class _StillFrame:
    """A frame in which nothing moved, with its grey levels spread and as it was taken.

    ``still_for`` tells for how many seconds nothing has moved, infinitely for a photo, and
    ``is_last`` that no look comes after this one.
    """

    frame: Image
    taken: Image
    time: float
    still_for: float
    is_last: bool = False

    @property
    def is_photo(self) -> bool:
        return math.isinf(self.still_for)


class Follower:
    """Follows one game's table. Holds no frame longer than until the next one comes."""

    def __init__(
        self,
        reader: PictureReader,
        set_aside: SetAside = nothing_aside,
        patience: Patience | None = None,
        expected: Board | None = None,
        expected_apart: ExpectedApart | None = None,
    ) -> None:
        """Start with nothing known.

        Parameters
        ----------
        reader
            Reads single frames.
        set_aside
            Tells clusters that are never the game's board (players' palagems).
        patience
            How long to wait for what.
        expected
            The board of a game that is gone on with, as the game names its cells.
        expected_apart
            What was laid apart from it, while it was open which of them is played on.
        """
        self.known = KnownBoard(set_aside, expected or Board())
        is_open = expected_apart is not None
        self._apart = LaidApart(self.known, expected_apart) if is_open else None
        self._reader = reader
        self._patience = patience or Patience()
        self._exposure = Exposure()
        self._gate = MotionGate()
        self._overhang = Overhang()
        self._dice = DieSearch()
        self._meanwhile = Meanwhile()
        self._pace = Pace()
        self._hands = False
        self._looks = 0
        self._next_look = 0.0
        self._pause = self._patience.again
        self._open = True
        self._covered_at: float | None = None
        self._covered_for = 0.0
        self._lost = self._camera_moved = False
        self._moves_since: float | None = None
        self._rested_at: float | None = None
        self._is_restless = False
        self._reported: TableView | None = None
        self._still: _StillFrame | None = None

    def forget_board(self) -> None:
        """Take what lies there for no board: what is laid next is."""
        self.known = KnownBoard(self.known.set_aside, supply=self.known.supply)
        self._apart = None
        self._open, self._looks = True, 0

    def take_apart(self) -> None:
        """Take what is laid apart from the tiles that lay there first for the board."""
        if self._apart is not None:
            self.known, self._apart = self._apart.known, None
            self._open, self._looks = True, 0

    def feed(self, frame: Image, time: float, *, photo: bool = False) -> list[Sighting]:
        """Take the next frame and return what is to be said of it.

        Parameters
        ----------
        frame
            BGR uint8, (height, width, 3).
        time
            Seconds since any fixed moment; never less than that of the frame before.
        photo
            Whether it is a single photo, shown for a while. However long it is waited for, it shows
            no more: one look settles it, and what something hides in it stays hidden.
        """
        self._still = None
        taken, frame = frame, self._exposure.spread(frame, time, anew=photo)
        if self._exposure.is_other and not photo:
            self._look_anew(frame)
        motion = self._gate.feed(frame, time, self._exposure.below)
        slow = None if photo else self._pace.feed(time)
        sightings: list[Sighting] = [] if slow is None else [TooSlow(slow)]
        if (motion.moving or self._open) and not photo:
            self._meanwhile.see(frame, time)
        if motion.moving:
            self._open, self._looks, self._pause = True, 0, self._patience.again
            self._next_look = time + self._patience.still
            if not self._hands and self._reported is not None:
                self._hands = True
                sightings.append(HandsIn())
            return sightings + self._restless(time)
        self._moves_since = None
        if photo or motion.still_for >= self._patience.still:
            self._rested_at, self._is_restless = time, False
        still_for = math.inf if photo else motion.still_for
        self._still = still = _StillFrame(frame, taken, time, still_for)
        elsewhere = motion.changed_elsewhere and time >= self._next_look + self._patience.elsewhere
        if not (motion.changed or self._open or elsewhere):
            return sightings
        if time < self._next_look or motion.still_for < self._patience.still:
            return sightings
        sightings += self._look(still)
        if self._exposure.is_to_be_measured and not photo:
            self._measure(taken, time)
        return sightings

    def film_over(self) -> list[Sighting]:
        """Look at the last frame, if the table was still waited for, and return what it says.

        No frame shows it any better. A hand that rests still is one; whatever else is waited for,
        such as a thing that was put down elsewhere or a tile that is not sure, is taken as it is.
        """
        last, self._still = self._still, None
        if last is None or not self._open:
            return []
        return self._look(replace(last, is_last=True))

    def _tell_where_tiles_lie(self, view: TableView, size: tuple[int, ...]) -> None:
        """Tell the motion gate where tiles lie, and dice, which are no larger than one."""
        tiles = self._outlines
        forms = [tile - tile.mean(axis=0) for tile in tiles[:1]]
        dice = [form + np.array(die.center) for form in forms for die in view.dice]
        self._gate.tiles_lie(tiles, dice, size)

    def _look_anew(self, frame: Image) -> None:
        """Hold nothing any more against pictures whose grey levels were spread otherwise."""
        self._gate.spread_otherwise(frame)
        self._overhang.in_other_light()
        self._open, self._looks = True, 0

    def _measure(self, taken: Image, time: float) -> None:
        """Measure the light on a table that is settled now; all that lies there lay before."""
        frame = self._exposure.spread(taken, time)
        if self._exposure.is_other:
            self._look_anew(frame)
            looked = self._reader.look(frame, self.known.passed_over)
            self._overhang.look(self._seen(looked.surest()), time)
            self._overhang.settled()

    def _restless(self, time: float) -> list[Sighting]:
        """Say, once, that the picture does not come to rest: nobody looks at one that moves."""
        if self._moves_since is None:
            self._moves_since = time
        if self._rested_at is None:
            self._rested_at = time
        moves = time - self._moves_since >= self._patience.restless
        if self._is_restless or not (moves or time - self._rested_at >= self._patience.unrested):
            return []
        self._is_restless = True
        return [Lost(Following.NEVER_STILL())]

    def _look(self, still: _StillFrame) -> list[Sighting]:
        """Look at a table that lies still, and see whether a hand over it is waited for.

        As long as no tile is known the frame is read as it was taken: the first ones may be far
        brighter than all of a dark table, by which frames are spread.
        """
        if self.known.board:
            looked = self._reader.look(still.frame, self.known.passed_over)
        else:
            looked = self._as_before(self._reader.look(still.taken, self.known.passed_over))
        self._gate.looked()
        self._pace.looked()
        if (reason := self._why_blind(looked.examination)) is not None:
            return self._missing(still, reason)
        seen = self._seen(looked)
        hanging = self._overhang.look(seen, still.time)
        self._camera_moved |= hanging.moved and not self.known.board
        until = hanging.hands_until if still.is_last else hanging.until
        if until > still.time and not still.is_photo:
            self._meanwhile.look_under_hands(looked.examination, hanging)
            return self._wait_for_hands(still.time, until)
        return self._look_at_board(still, looked.surest(), hanging, seen.ways)

    def _look_at_board(
        self, still: _StillFrame, surest: ReadPicture, hanging: Hanging, went: Ways
    ) -> list[Sighting]:
        """Find the board on a table over which nothing is waited for, and say what lies there."""
        look = self._find_board(still, surest.examination, hanging)
        self._looks += 1
        self._next_look = still.time + max(self._patience.again, self._pace.rest)
        if not look.found:
            return self._missing(still, Following.BOARD_NOT_FOUND())
        if not still.is_last and self._waits_for_cover(look.covered, still):
            self._open = True
            self._next_look = still.time + max(3 * self._patience.again, self._pace.rest)
            return []
        view = self._with_apart(self.known.view(self._with_dice(surest, hanging)))
        settled = self._settled_frame(still, surest)
        if self._is_looked_at_again(still, view, settled):
            return []
        ways = tuple(tuple(way.ravel().tolist()) for way in went.matrices)
        view = replace(self._with_meanwhile(view, settled), ways=ways)
        self._tell_where_tiles_lie(view, still.frame.shape)
        return self._settle(view, surest.examination)

    def _find_board(self, still: _StillFrame, examination: Examination, hanging: Hanging) -> Look:
        """Find the board, and what is laid apart from it, in the picture."""
        over_board = hanging.of_a_photo() if still.is_photo else hanging
        own = self._apart.without(examination, over_board) if self._apart else examination
        look = self.known.look(own, over_board, waited=still.still_for >= self._patience.lost)
        self._camera_moved |= look.camera_moved
        if not look.found or self._apart is None:
            return look
        covers_apart = self._apart.look(examination, over_board)
        return replace(look, covered=look.covered or covers_apart)

    def _is_looked_at_again(
        self, still: _StillFrame, view: TableView, settled: SettledFrame
    ) -> bool:
        """Tell whether nothing is said yet, and note whether the table is looked at once more.

        A picture may be too noisy to tell whether a die still rolls, so that too is asked for a few
        looks only.
        """
        doubted = bool(view.unsure or (view.apart is not None and view.apart.unsure))
        self._gate.is_unsure = doubted
        may = not (still.is_photo or still.is_last) and self._looks < self._patience.looks
        waited_for = may and (doubted or self._has_die_that_may_roll(view, settled))
        self._open = waited_for or (may and any(not die.sure for die in view.dice))
        return waited_for

    def _with_apart(self, view: TableView) -> TableView:
        """Return a view with what is laid apart from the tiles that lay there first."""
        known = self.known
        if self._apart is not None and self._apart.is_over:
            self._apart = None
        if self._reported is None and view.board and not known.expected:
            self._apart = LaidApart(known)
        return replace(view, apart=self._apart.view()) if self._apart is not None else view

    @property
    def _outlines(self) -> list[Points]:
        """The tiles that are known on the table, each (6, 2) in pixels."""
        return [*self.known.outlines, *(self._apart.outlines if self._apart is not None else ())]

    def _as_before(self, looked: ReadPicture) -> ReadPicture:
        """Return a picture that was read as it was taken, spread as the last frame was.

        What is remembered of its cells is held against pictures with tiles.
        """
        straight = self._exposure.as_before(looked.straight)
        pyramid = looked.examination.pyramid.showing(self._exposure.with_room(looked.straight))
        examination = replace(looked.examination, pyramid=pyramid)
        other = looked.otherwise
        otherwise = None if other is None else lambda: self._as_before(other())
        return replace(looked, straight=straight, examination=examination, otherwise=otherwise)

    def _settled_frame(self, still: _StillFrame, looked: ReadPicture) -> SettledFrame:
        """Return a frame on which the table lies still, with the dice that lie there."""
        dice = self._dice.faces
        if looked.straight is not still.frame:
            dice = faces_in_photo(looked, dice)
        return SettledFrame(still.frame, still.time, dice)

    def _has_die_that_may_roll(self, view: TableView, settled: SettledFrame) -> bool:
        """Tell whether a new die may be rolling still: it is too small to count as motion."""
        has_come = self._reported is not None and view.has_new_die(self._reported)
        return has_come and self._meanwhile.may_roll(settled)

    def _with_meanwhile(self, view: TableView, settled: SettledFrame) -> TableView:
        """Return a view with what was seen since the last one; begin anew."""
        if self._camera_moved:
            self._meanwhile.forget()
        before, hands = self._reported, self._hands
        return self._meanwhile.told_with(view, self.known, before, settled, hands=hands)

    def _with_dice(self, looked: ReadPicture, hanging: Hanging) -> Examination:
        """Return an examination with the dice that are seen where the picture has changed."""
        examination = looked.examination
        tiles = [outline for outline in outlines_of(examination) if len(outline) == SIDES]
        dice = self._dice.dice(examination, looked.straight, hanging.changed, tiles)
        return replace(examination, reading=replace(examination.reading, dice=dice))

    def _seen(self, looked: ReadPicture) -> Seen:
        """Return what it takes to find what hangs over the table."""
        examination = looked.examination
        return Seen(
            looked.straight,
            examination.detections,
            self._outlines,
            outlines_of(examination),
            self.known.ways_since(examination),
            self._lacks_die(examination),
            self.known.supply.places,
            self._gate.restless,
        )

    def _lacks_die(self, examination: Examination) -> bool:
        """Tell whether a die lay there that is not seen now; where it was sure, not for sure."""
        lay = () if self._reported is None else self._reported.dice
        was_sure = any(die.sure for die in lay)
        return bool(lay) and not any(d.sure or not was_sure for d in examination.reading.dice)

    def _waits_for_cover(self, covered: bool, still: _StillFrame) -> bool:
        """Tell whether cells that cannot be seen, though nothing is seen over them, are waited for.

        Looks that find such cells add up, though people play on between them.
        """
        before, self._covered_at = self._covered_at, still.time if covered else None
        if before is None or not covered:
            self._covered_for = 0.0
        else:
            self._covered_for += min(still.time - before, self._patience.glance)
        return covered and max(still.still_for, self._covered_for) < self._patience.cover

    def _wait_for_hands(self, time: float, until: float) -> list[Sighting]:
        """Look again, later and later as long as they rest; nothing that is seen now is known."""
        self._pause = min(2 * self._pause, self._patience.hands)
        self._open = True
        self._next_look = max(min(time + self._pause, until), time + self._pace.rest)
        return []

    def _why_blind(self, examination: Examination) -> Said | None:
        """Return why a picture does not show the table; None where it does.

        That a table without tiles seems blurred does not tell: it may have nothing sharp on it.
        Nor does a part of a picture.
        """
        unfit = examination.unfit
        if unfit in (None, Unfit.PARTLY_BLURRED, Unfit.PARTLY_BURNT):
            return None
        if unfit is Unfit.BLURRED and not self.known.board:
            return None
        return examination.reading.reason

    def _missing(self, still: _StillFrame, reason: Said) -> list[Sighting]:
        """Say that the board is lost, and why, once, when it stays so."""
        self._open = True
        self._next_look = still.time + max(3 * self._patience.again, self._pace.rest)
        if self._lost or still.still_for < self._patience.lost:
            return []
        self._lost = True
        return [Lost(reason)]

    def _settle(self, view: TableView, examination: Examination) -> list[Sighting]:
        sightings: list[Sighting] = []
        self._lost, self._covered_at = False, None
        self._overhang.settled()
        self.known.settled(examination)
        if self._apart is not None:
            self._apart.settled(examination)
        self._exposure.settled(self._outlines)
        if self._hands:
            self._hands = False
            sightings.append(self._meanwhile.hand)
        if self._camera_moved:
            self._camera_moved = False
            sightings.append(CameraMoved())
        if self._reported is None or view.differs_from(self._reported):
            self._reported = view
            sightings.append(Settled(view))
        return sightings
