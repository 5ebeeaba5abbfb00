"""How a game begins: with what lies on the table, or anew where that was none of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.referee.cleared import cleared, what_ends
from companion.referee.decisions import Decision, TileSet
from companion.referee.events import Event, Ready, Unsure
from companion.referee.first_looks import FirstLooks
from companion.referee.first_tiles import FirstTiles
from companion.referee.going_back import PlayBackAndForth
from companion.referee.moment import Moment
from companion.referee.palagem_watch import PalagemWatch
from companion.referee.played_apart import PlayedApart, Where
from companion.referee.seen_table import SeenTable
from companion.referee.sentences import Unclear
from companion.referee.setup import Setup
from companion.referee.sightline import Hidden
from rules import Board, Cell
from rules.judging import PALAGEM
from rules.messages import Message, Said
from vision.following.table_view import Sighting, TableView


class Beginning:
    """Begins play, and begins it anew.

    Attributes
    ----------
    is_apart
        Whether it began anew with what is laid apart from the tiles that lay there first, which
        are the board no more.
    """

    def __init__(self, setup: Setup, table: SeenTable, palagems: PalagemWatch) -> None:
        self.is_apart = False
        self._setup, self._table, self._palagems = setup, table, palagems
        self._looks, self._first = FirstLooks(), FirstTiles()
        self._where = PlayedApart(setup)
        self._start: Board | None = None
        self._lay = Board()
        """What lay there when play began."""
        self._asked: Said | None = None
        self._held: list[tuple[TableView, Moment, Hidden]] = []

    @property
    def asks_where(self) -> bool:
        """Whether it is open if the game is played on the tiles that lay there first."""
        return self._where.is_asked

    def see(self, sighting: Sighting, at: Moment) -> None:
        """Take in what is seen."""
        self._first.see(sighting, at)

    def people_spoke(self, decision: Decision) -> None:
        """Tell nothing anew any more: people have said something of it.

        That a tile which lay there first is none of the board tells nothing of what lies beside it.
        """
        if (
            isinstance(decision, TileSet)
            and decision.orientation is None
            and self._where.deny(decision.cell)
        ):
            return
        self._first.forget()
        self._held.clear()

    def look(self, view: TableView, at: Moment) -> None:
        """Take in a settled look, before the table does."""
        self.is_apart = False
        self._looks.look(view, at, touched=self._table.touched)

    def where(self, view: TableView, play: PlayBackAndForth | None, *, awaited: bool) -> Where:
        """Return where the game is played, palagems being ``awaited`` or not."""
        has_begun = play is not None and self._has_begun(play)
        may_begin = not (has_begun or self._first.is_forgotten)
        return self._where.look(view, may_begin=may_begin, awaited=awaited)

    def warnings(self, view: TableView, at: Moment) -> list[Event]:
        """Return what people are told while it is open where the game is played."""
        return self._where.warnings(view, at)

    def hold(self, view: TableView, at: Moment, hidden: Hidden) -> None:
        """Keep a look of which nothing follows until it is known where the game is played.

        It is left out if tiles are gone: that is no move, and no fault either if they come back.
        """
        if view.board == self._lay:
            self._held.append((view, at, hidden))

    def held(self, play: PlayBackAndForth, at: Moment) -> list[Event]:
        """Tell play what was kept, the game being played on the first tiles after all."""
        view, events = self._table.view, list[Event]()
        for seen, then, hidden in self._held:
            self._table.look(seen)
            events += play.look(seen, then, hidden)
        if self._held:
            self._held.clear()
            self._table.look(view)
        return [replace(event, t=at.t, frame=at.frame) for event in events]

    def ended(
        self, play: PlayBackAndForth | None, at: Moment, *, is_none: bool
    ) -> list[Event] | None:
        """Return what is said where play that has begun is none, as `cleared`; None where it is."""
        ended = cleared(play, self._start, self._table, at, self._setup.game, is_none=is_none)
        if ended is not None:
            lies = self._table.board(Board())
            is_turned = self._start is not None and lies.keys() == self._start.keys()
            self._start = lies if is_turned and len(lies) == 1 else Board()
        return ended

    def anew(
        self, play: PlayBackAndForth | None, view: TableView, at: Moment
    ) -> tuple[TableView, list[Event]]:
        """Begin anew with what is laid apart from the first tiles; where nothing is, with the rest.

        Returns the look as it is taken from now on, and what is said of play so far.
        """
        events: list[Event] = []
        if play is not None:
            has_begun = self._has_begun(play)
            events = [*what_ends(play, at), *(play.take_all_back(at) if has_begun else ())]
        self._where.settle()
        self._held.clear()
        self.is_apart = view.apart is not None and len(view.apart.board) > 0
        if self.is_apart:
            self._start, self._lay, view = Board(), Board(), view.of_apart()
            self._first.end()
        else:
            self._start = self._lay = view.board
            self._first.forget()
        self._table.look(view)
        return view, events

    def stay(self) -> None:
        """Take the tiles that lay there first for the board: people say so."""
        self._where.settle()

    def begin(
        self, view: TableView, at: Moment, hidden: Hidden
    ) -> tuple[PlayBackAndForth | None, list[Event]]:
        """Begin the game, the table having been seen; of Palagem, the palagems too.

        ``hidden`` is when the table could not be seen since the look before, if there was one:
        people may have begun by then. Returns play, None where it cannot begin yet, and what is
        said.
        """
        if self._start is None:
            doubtful = sorted(self._table.doubtful & view.board.keys())
            if doubtful:
                return None, self._ask(Unclear.START_NOT_SEEN(), at, doubtful)
            self._start = self._lay = self._looks.start(self._table)
            begun = self._begin_unseen(view, at) if self._start else None
            if begun is not None:
                return begun
        is_palagem = self._setup.game == PALAGEM
        if is_palagem and not view.board and self._table.doubtful.isdisjoint(self._start):
            self._start = self._lay = Board()  # nobody takes a tile away: it was none of the game
        at_first = is_palagem and view.board == self._start
        if at_first and (awaited := self._palagems.why_awaited):
            return None, self._ask(awaited, at)
        play = PlayBackAndForth(self._setup, self._start, self._table)
        play.share_palagems(self._palagems)
        events: list[Event] = [Ready(*at)]
        if self._setup.game == PALAGEM and (unsure := self._palagems.why_unsure):
            events.append(Unsure(*at, (), unsure))
        return play, [*events, *self._first.tell(play, self._table, view, at, hidden)]

    def _has_begun(self, play: PlayBackAndForth) -> bool:
        """Tell whether a move on record changed what play began with."""
        start = self._start
        return start is None or play.ledger.board != self._where.without_denied(start)

    def _begin_unseen(
        self, view: TableView, at: Moment
    ) -> tuple[PlayBackAndForth, list[Event]] | None:
        """Begin a game whose first turns nobody may have seen.

        None where what lies there is rather what it began with.
        """
        seconds = self._looks.unwatched(at)
        play = PlayBackAndForth(self._setup, Board(), self._table)
        play.share_palagems(self._palagems)
        lain = view.dice_lain
        rolling = None if lain is None else max(0.0, seconds - lain)
        hidden = Hidden(1, seconds, lately=seconds, usual=1.0, rolling=rolling, throwing=rolling)
        told = play.begins_unseen(view, at, hidden)
        if told is None:
            return None
        self._start = Board()
        return play, [Ready(*at), *told]

    def _ask(self, reason: Message, at: Moment, cells: Sequence[Cell] = ()) -> list[Event]:
        if self._asked == reason:
            return []
        self._asked = reason
        return [Unsure(*at, tuple(cells), reason)]
