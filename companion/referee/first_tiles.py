"""Tiles that lay there when the table was seen first, and prove to be none of the board."""

from __future__ import annotations

from dataclasses import replace

from companion.referee.events import Event
from companion.referee.going_back import PlayBackAndForth
from companion.referee.moment import Moment
from companion.referee.seen_table import SeenTable
from companion.referee.sightline import Hidden, Sightline
from vision.following.table_view import CameraMoved, HandsIn, Settled, Sighting, TableView

_MOST = 300
"""So many sightings are remembered at most, those of some 20 turns."""


class FirstTiles:
    """Remembers what was seen while only such tiles lay there, so that it can be told without them.

    They may be of the supply. Then the table was bare while dice were thrown and players passed, or
    what lay there is what was laid apart from them.

    Attributes
    ----------
    is_forgotten
        Whether people have said something since.
    """

    def __init__(self) -> None:
        self.is_forgotten = False
        self._seen: list[tuple[Sighting, Moment]] = []
        self._is_over = False

    def see(self, sighting: Sighting, at: Moment) -> None:
        """Take in what is seen; the first look at which other tiles are the board is the last."""
        if self._is_over:
            self._seen.clear()
        elif self._seen or isinstance(sighting, Settled):
            self._is_over = len(self._seen) == _MOST or (
                isinstance(sighting, Settled)
                and len(sighting.view.board) != 1
                and sighting.view.apart is None
            )
            self._seen.append((sighting, at))

    def forget(self) -> None:
        """Tell nothing any more: people have said something of it."""
        self._seen.clear()
        self._is_over = self.is_forgotten = True

    def end(self) -> None:
        """Take the last look for that at which what is laid apart from them is the board."""
        self._is_over = True

    def tell(
        self,
        play: PlayBackAndForth,
        table: SeenTable,
        view: TableView,
        now: Moment,
        hidden: Hidden,
    ) -> list[Event]:
        """Tell play, which begins, what lies there now, and what was seen on a bare table before.

        ``hidden`` is when the table could not be seen since the look before. What it says is
        returned with the present moment.
        """
        sightline, events = Sightline(), list[Event]()
        is_bare = self._is_over and not play.ledger.board
        before = self._seen[:-1] if is_bare else []
        for sighting, at in before:
            sightline.follow(sighting, at.t)
            if isinstance(sighting, HandsIn):
                table.hands()
            elif isinstance(sighting, CameraMoved):
                play.die.camera_moved()
            elif isinstance(sighting, Settled):
                view_then = sighting.view.of_apart()
                table.look(view_then)
                events += play.look(view_then, at, sightline.hidden())
        if before:
            sightline.follow(Settled(view), now.t)
            table.look(view)
        events += play.look(view, now, sightline.hidden() if before else hidden)
        return [replace(event, t=now.t, frame=now.frame) for event in events]
