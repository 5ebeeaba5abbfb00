"""A lone tile that lay there when the table was seen first, and proves to be none of the board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.referee.events import Event
from companion.referee.going_back import PlayBackAndForth
from companion.referee.moment import Moment
from companion.referee.seen_table import SeenTable
from companion.referee.sightline import Hidden, Sightline
from rules import Board
from vision.following.table_view import CameraMoved, HandsIn, Settled, Sighting, TableView

_MOST = 300
"""So many sightings are remembered at most, those of some 20 turns."""
_NOWHERE: dict[str, Any] = {
    **{which: frozenset() for which in ("unsure", "hidden", "burnt")},
    "probabilities": {},
}
"""No cell of a bare table is in doubt."""


class LoneTile:
    """Remembers what was seen while a lone tile lay there, so that it can be told without it.

    It may be of the supply. Then the table was bare while dice were thrown and players passed.
    """

    def __init__(self) -> None:
        self._seen: list[tuple[Sighting, Moment]] = []
        self._is_over = False

    def see(self, sighting: Sighting, at: Moment) -> None:
        """Take in what is seen; the first look at which no lone tile lies there is the last."""
        if self._is_over:
            self._seen.clear()
        elif self._seen or isinstance(sighting, Settled):
            self._is_over = len(self._seen) == _MOST or (
                isinstance(sighting, Settled) and len(sighting.view.board) != 1
            )
            self._seen.append((sighting, at))

    def forget(self) -> None:
        """Tell nothing any more: people have said something of it."""
        self._seen.clear()
        self._is_over = True

    def tell(
        self, play: PlayBackAndForth, table: SeenTable, view: TableView, now: Moment
    ) -> list[Event]:
        """Tell play, which begins, what lies there now, and what was seen on a bare table before.

        What it says is returned with the present moment.
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
                bare = replace(sighting.view, board=Board(), **_NOWHERE)
                table.look(bare)
                events += play.look(bare, at, sightline.hidden())
        if before:
            sightline.follow(Settled(view), now.t)
            table.look(view)
        events += play.look(view, now, sightline.hidden() if before else Hidden())
        return [replace(event, t=now.t, frame=now.frame) for event in events]
