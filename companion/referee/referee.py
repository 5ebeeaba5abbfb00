"""The referee: from what is seen on the table, and what people say, to what is announced."""

from __future__ import annotations

from collections.abc import Sequence

from companion.referee.decisions import (
    Answered,
    Claimed,
    Decision,
    DieSet,
    LetStand,
    MoverSet,
    PalagemSet,
    Paused,
    RecordIsRight,
    Resumed,
    TableIsRight,
    TakenBack,
    TakenMove,
    TileSet,
    TurnEnded,
    TurnsTold,
    Voted,
)
from companion.referee.events import (
    CameraWasMoved,
    Correction,
    Event,
    HandsLeft,
    HandsOverTable,
    Unsure,
    WatchTooSlow,
)
from companion.referee.moment import Moment
from companion.referee.played_apart import Where
from companion.referee.sentences import Undecidable
from companion.referee.sightline import Hidden
from companion.referee.standing import Standing
from companion.referee.told_turns import ToldTurn
from rules import Board, Cell, ClaimKind, GameError, Palagem
from rules.judging import PALAGEM, PALAGONIA
from rules.palagonia.judging import DIE
from rules.refusals import Refusal
from rules.tile import ORIENTATIONS
from vision.following.table_view import (
    CameraMoved,
    FilmOver,
    HandsGone,
    HandsIn,
    Lost,
    Settled,
    Sighting,
    TableView,
    TooSlow,
)


class Referee(Standing):
    """Referees one game of Palago, Palagem or Palagonia from start to end.

    It knows no clock, picture or database: it is given sightings of the table and what people
    decide, and each time returns what there is to say. Given the same again in the same order, it
    says the same again; so a game is resumed by giving a new referee all that the old one was given
    (``companion.referee.inputs``).

    People's decisions (``set_tile``, ``take_back`` and so on) raise ``GameError`` where they make
    no sense as the game stands; the first event they return is the ``Correction`` itself.
    """

    def sets_aside(self, board: Board) -> bool:
        """Tell whether a cluster is no part of the board while that is empty: a palagem."""
        return self.setup.game == PALAGEM and self._palagems.may_be(board)

    def at(self, t: float, frame: int) -> None:
        """Set the moment of what people decide next; a sighting sets it by itself."""
        self._at = Moment(t, frame)

    def see(self, sighting: Sighting, t: float, frame: int) -> list[Event]:
        """Take in a sighting of the table and return what there is to say.

        Parameters
        ----------
        sighting
            What following the table says.
        t
            Seconds into the game.
        frame
            The number of the frame.
        """
        self.at(t, frame)
        self._sightline.follow(sighting, t)
        self.beginning.see(sighting, self._at)
        if isinstance(sighting, TooSlow):
            return [WatchTooSlow(*self._at, sighting.seconds)]
        if isinstance(sighting, HandsIn):
            self._table.hands()
            return [HandsOverTable(*self._at)]
        if isinstance(sighting, HandsGone):
            return [HandsLeft(*self._at)]
        if isinstance(sighting, CameraMoved):
            self._warnings.camera_moved()
            if self._play is not None:
                self._play.die.camera_moved()
            return [CameraWasMoved(*self._at)]
        if isinstance(sighting, Lost):
            return [Unsure(*self._at, (), sighting.reason)]
        if isinstance(sighting, FilmOver):
            return self._play.rule(self._at, waits=False) if self._play and not self.paused else []
        return self._settled(sighting)

    def set_tile(self, cell: Cell, orientation: int | None) -> list[Event]:
        """Take people's word for what lies on a cell; None is no tile."""
        if orientation is not None and orientation not in ORIENTATIONS:
            raise GameError(Undecidable.NO_ORIENTATION(value=orientation))
        seen = self._view.board.get(cell) if self._view else None
        correction = self._correction(TileSet(cell, orientation, seen))
        if self._play is None:
            self._table.decide(cell, orientation)
            return [correction, *self._begin()]
        return [correction, *self._play.decide_tile(cell, orientation, self._at)]

    def take_back(self) -> list[Event]:
        """Take back the last move; the same player is to move again."""
        play = self._playing()
        number, last = len(play.ledger.moves), play.ledger.last
        taken = TakenMove(number, last.mover, last.move, last.before) if last else None
        events = play.take_back(self._at)
        return [self._correction(TakenBack(taken)), *events]

    def lay_again(self, number: int | None = None) -> list[Event]:
        """Let moves stand again that were taken back, up to that with a number or just the next."""
        return self._playing().lay_again(number, self._at)

    def tell_turns(self, number: int | None, told: Sequence[ToldTurn]) -> list[Event]:
        """Take people's word for what was played from the move with a number on, or the next."""
        play = self._playing()
        first = len(play.ledger.moves) + 1 if number is None else number
        events = play.tell_turns(first, told, self._at)
        return [self._correction(TurnsTold(first, len(told))), *events]

    def let_stand(self) -> list[Event]:
        """Let the illegal table stand as it is; it goes on record as such."""
        play = self._playing()
        events = play.let_stand(self._at)
        return [self._correction(LetStand(play.board)), *events]

    def set_die(
        self, value: int, number: int | None = None, player: str | None = None
    ) -> list[Event]:
        """Change the roll that is due, a player's by name, or that of the move with a number."""
        play = self._playing()
        if player is not None:
            self.setup.check_player(player)
        if self.setup.game != PALAGONIA:
            raise GameError(Undecidable.NO_DIE_IN_GAME())
        if value not in DIE:
            raise GameError(Refusal.ROLL_OUT_OF_RANGE(value=value))
        if number is None:
            shown, mover = play.die.shown, play.decide_roll(value, player)
            return [self._correction(DieSet(value, shown, mover=mover)), *play.rule(self._at)]
        correction = self._correction(DieSet(value, play.ledger.move(number).die, number))
        return [correction, *play.change_roll(number, value, self._at)]

    def set_mover(self, player: str, number: int | None = None) -> list[Event]:
        """Change whose turn it is, or who made the move with a number."""
        play = self._playing()
        self.setup.check_player(player)
        if number is None:
            seen = play.ledger.mover
            events = play.due_on_this_table(player, self._at)
            play.turn_to(player)
        else:
            seen, events = play.ledger.move(number).mover, []
            play.change_mover(number, player)
        correction = self._correction(MoverSet(player, seen, number))
        return [correction, *events, *(play.recording.over(self._at) or play.rule(self._at))]

    def answer(self, choice: int) -> list[Event]:
        """Take people's answer to the question that is open, by its number from 0."""
        play = self._playing()
        correction = self._correction(Answered(choice))
        return [correction, *play.answer(choice, self._at)]

    def confirm(self, number: int | None = None) -> list[Event]:
        """Take people's word that what is presumed was made so, up to the move with a number."""
        return self._playing().confirm(number, self._at)

    def table_is_right(self) -> list[Event]:
        """Go on from the table as it lies, though nothing explains it.

        Where it is open if the game is played on the tiles that lay there first, it is not.
        """
        if self._view is not None and self.beginning.asks_where:
            events = self._begin_anew(self._view)
            return [self._correction(TableIsRight(self._view.board)), *events]
        play = self._playing()
        correction = self._correction(TableIsRight(play.board))
        return [correction, *play.table_is_right(self._at)]

    def record_is_right(self) -> list[Event]:
        """Hold on to the record, or to the first tiles: the table is to be put back."""
        play, was_asked = self._playing(), self.beginning.asks_where
        correction = self._correction(RecordIsRight())
        self.beginning.stay()
        if was_asked and play.board == play.ledger.board:
            return [correction]
        return [correction, *play.record_is_right(self._at)]

    def end_turn(self) -> list[Event]:
        """End the mover's turn with what lies there."""
        play = self._playing()
        correction = self._correction(TurnEnded(play.ledger.mover))
        return [correction, *play.end_turn(self._at, covered=self._sightline.is_hidden)]

    def pause(self) -> list[Event]:
        """Take no notice of the table until ``resume``."""
        self.paused = True
        return [self._correction(Paused())]

    def resume(self) -> list[Event]:
        """Take notice of the table again, as it lies there now."""
        self.paused = False
        correction = self._correction(Resumed())
        if self._view is None:
            return [correction]
        return [correction, *self._settled(Settled(self._view))]

    def vote(self, row: int, value: int) -> list[Event]:
        """Put the players' value for an island on record, by its row on the score sheet from 1."""
        play = self._playing()
        play.ledger.vote(row, value)
        play.refresh()
        computed = play.ledger.score_sheet().rows[row - 1].island.value
        correction = self._correction(Voted(row, value, computed))
        return [correction, *play.recording.over(self._at)]

    def claim(self, player: str, kind: ClaimKind) -> list[Event]:
        """Judge a player's claim of the last move; a mistaken one costs their next move."""
        play = self._playing()
        self.setup.check_player(player)
        if self.is_over:
            raise GameError(Refusal.NOTHING_TO_CLAIM())
        claim = play.ledger.claim(player, kind)
        play.refresh()
        correction = self._correction(Claimed(player, kind, claim.right))
        return [correction, *play.recording.over(self._at)]

    def set_palagem(self, player: str, board: Board) -> list[Event]:
        """Take people's word for whose palagem one is.

        Raises
        ------
        PalagemError
            If these are not four matching tiles in a 2x2 rhombus.
        """
        self.setup.check_player(player)
        known = self._palagems.palagems.get(player)
        self._palagems.assign(player, Palagem(board))
        correction = self._correction(PalagemSet(player, board, known.tiles if known else None))
        if self._play is None:
            return [correction, *self._begin()]
        return [correction, *self._play.palagems_said(self._palagems, self._at)]

    def _settled(self, sighting: Settled) -> list[Event]:
        seen, is_first = sighting.view, self._view is None
        awaited = self._awaits_palagems and not self.paused
        view = self._view = self._palagems.apart(seen) if awaited else seen
        self.mistook_board = view is not seen
        self.beginning.look(view, self._at)
        self._table.look(view)
        hidden = self._sightline.hidden()
        if self.paused:
            return []
        warnings = self._warnings.look(view, self._at)
        if awaited:
            self._palagems.look(view.others, anew=self.mistook_board)
            if self._play is not None:
                self._play.share_palagems(self._palagems)
        where = self.beginning.where(view, self._play, awaited=awaited)
        if where is Where.APART:
            return [*self._begin_anew(view), *warnings]
        warnings += self.beginning.warnings(view, self._at)
        if where is Where.OPEN and self._play is not None:
            self.beginning.hold(view, self._at, hidden)
            return warnings
        ended = self.beginning.ended(self._play, self._at, is_none=self.mistook_board)
        if ended is not None:
            self._play = None
        if self._play is None:
            return [*(ended or ()), *self._begin(None if is_first else hidden), *warnings]
        held = self.beginning.held(self._play, self._at)
        return [*warnings, *held, *self._play.look(view, self._at, hidden)]

    def _begin_anew(self, view: TableView) -> list[Event]:
        """Begin anew with what is laid apart from the tiles that lay there first, or their rest."""
        self._view, ended = self.beginning.anew(self._play, view, self._at)
        return [*ended, *self._begin()]

    @property
    def _awaits_palagems(self) -> bool:
        """Whether rhombi on the table may still be palagems that are not known."""
        if self.setup.game != PALAGEM or len(self.setup.palagems) == len(self.setup.players):
            return False
        return self._play is None or bool(self._palagems.missing)

    def _begin(self, hidden: Hidden | None = None) -> list[Event]:
        """Begin the game, the table having been seen, ``hidden`` being when it could not be."""
        if self._view is None:
            return []
        self._play, said = self.beginning.begin(self._view, self._at, hidden or Hidden())
        return said

    def _correction(self, decision: Decision) -> Correction:
        if not isinstance(decision, PalagemSet):  # it tells nothing of the table
            self.beginning.people_spoke(decision)
        return Correction(*self._at, decision)
