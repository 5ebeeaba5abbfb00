"""What is seen of a table between two settled looks, and told with the second one.

While hands are over the table nothing is known of its tiles. Once it is settled, much can be told
of what was seen meanwhile: how long dice lay, which tiles came first, from which side hands came.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.board import Board
from vision.arrays import Image
from vision.following.die_watch import DiceBetween, DieWatch
from vision.following.glimpses import Glimpses
from vision.following.known_board import KnownBoard
from vision.following.overhang import Hanging
from vision.following.reaching import SeenHand, cells_apart, hand_seen, reaches_over
from vision.following.table_view import HandsGone, Reach, TableView
from vision.networks.detector import DieDetection
from vision.readers.examination import Examination

_MOST_HANDS = 12
"""Of so many hands over a bare table it is remembered from where they came, the last ones."""


@dataclass(frozen=True)
class SettledFrame:
    """A frame on which the table is settled.

    Attributes
    ----------
    frame
        BGR uint8, (height, width, 3).
    time
        Its time in seconds.
    dice
        The faces of the dice that lie there, in its pixels.
    """

    frame: Image
    time: float
    dice: Sequence[DieDetection]


class Meanwhile:
    """Remembers what was seen since the last settled look, or since the first frame.

    Attributes
    ----------
    hand
        The hand that went before the look that was told last.
    """

    def __init__(self) -> None:
        """Start with nothing seen."""
        self.hand = HandsGone()
        self._watch, self._between = DieWatch(), DiceBetween()
        self._glimpses = Glimpses()
        self._over_bare_table: tuple[SeenHand | None, ...] = ()

    def see(self, frame: Image, time: float) -> None:
        """Take the next frame, BGR (height, width, 3), and its time in seconds."""
        self._watch.see(frame, time)

    def look_under_hands(self, examination: Examination, hanging: Hanging) -> None:
        """Take in a look at a table over which something hangs."""
        self._between.look(examination.reading.dice)
        self._glimpses.keep(examination, hanging)

    def forget(self) -> None:
        """Forget all that was seen: the camera was moved since."""
        self._watch.forget()
        self._between = DiceBetween()
        self._glimpses.forget()
        self._over_bare_table = (None,) * len(self._over_bare_table)

    def may_roll(self, settled: SettledFrame) -> bool:
        """Tell whether dice lie as no frame before shows them: they may be rolling still."""
        lain = self._watch.lain(settled.frame, settled.time, settled.dice)
        return lain is not None and lain <= 0

    def told_with(
        self,
        view: TableView,
        known: KnownBoard,
        before: TableView | None,
        settled: SettledFrame,
        *,
        hands: bool = False,
    ) -> TableView:
        """Return a settled look with what was seen since the one before; begin anew.

        Parameters
        ----------
        view
            The look.
        known
            What is known of the board by it.
        before
            The look before; None if this is the first one.
        settled
            The frame that it is of.
        hands
            Whether hands were over the table since.
        """
        frame, time, dice = settled.frame, settled.time, settled.dice
        told = replace(
            view,
            dice_lain=self._watch.lain(frame, time, dice),
            dice_left=self._watch.left(frame, time),
            dice_between=self._between.settled(view.dice),
            glimpses=self._glimpses.settled(known, Board() if before is None else before.board),
            reaches=self._reaches(known, before, frame),
            unwatched=self._unwatched(known, settled) if before is None else 0.0,
        )
        self.hand = self._hand(known, told.reaches, frame, hands=hands)
        told = replace(told, hands_before=self._hands_before(known, hands=hands))
        self._watch.settled(frame, time, dice)
        return told

    def _unwatched(self, known: KnownBoard, settled: SettledFrame) -> float:
        """Return for how many seconds nobody can have seen that the first tiles were laid."""
        return self._watch.unwatched(settled.frame, settled.time, known.outlines, settled.dice)

    def _hand(
        self, known: KnownBoard, reaches: Sequence[Reach], frame: Image, *, hands: bool
    ) -> HandsGone:
        """Return which hand went; over tiles that are new its side is known more exactly.

        Of one that went from a bare table what was seen is kept: nobody knows that plane yet.
        """
        seen = hand_seen(self._watch.frames, frame)
        if known.cluster is None:
            if hands:
                self._over_bare_table = (*self._over_bare_table, seen)[-_MOST_HANDS:]
            return HandsGone()
        hand = HandsGone() if seen is None else seen.gone(known.cluster, known.board)
        if reaches:
            side = reaches[0].direction if len(reaches) == 1 else None
            hand = replace(hand, direction=side)
        return hand

    def _hands_before(self, known: KnownBoard, *, hands: bool) -> tuple[HandsGone, ...]:
        """Return from where hands came that went from the bare table, once its plane is known.

        One that went since, and laid the first tiles, is the last of them.
        """
        lattice, kept = known.cluster, self._over_bare_table
        if lattice is None or not kept:
            return ()
        self._over_bare_table = ()
        before = tuple(HandsGone() if hand is None else hand.gone(lattice, None) for hand in kept)
        return (*before, self.hand) if hands else before

    def _reaches(
        self, known: KnownBoard, before: TableView | None, frame: Image
    ) -> tuple[Reach, ...]:
        """Return from where hands reached over what is new."""
        if known.cluster is None or before is None:
            return ()
        cells = cells_apart(before.board, known.board)
        return reaches_over(cells, known.cluster, self._watch.frames, frame)
