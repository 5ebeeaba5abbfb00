"""How a game stands, as its referee holds it: the record, the table, what is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.referee.beginning import Beginning
from companion.referee.events import Question
from companion.referee.going_back import GoingBack, PlayBackAndForth
from companion.referee.ledger import Ledger
from companion.referee.moment import Moment
from companion.referee.palagem_watch import PalagemWatch
from companion.referee.questions import About
from companion.referee.seen_table import SeenTable
from companion.referee.sentences import Undecidable
from companion.referee.setup import setup_of
from companion.referee.sightline import Sightline
from companion.referee.states import State
from companion.referee.warnings import Warnings
from rules import Board, Cell, GameError, Palagem
from rules.judging import PALAGEM
from vision.following.table_view import TableView


class Standing:
    """How a game stands; to be read only.

    ``mistook_board`` tells that what counted as the board in the last look is a palagem;
    ``beginning`` that the board is another one from now on (``is_apart``), or may be.
    """

    def __init__(
        self, game: str, players: Sequence[str], options: Mapping[str, Any] | None = None
    ) -> None:
        """Start a game; see ``companion.referee.setup.setup_of`` for the arguments and errors."""
        self.setup = setup = setup_of(game, players, options)
        self.paused = self.mistook_board = False
        self._sightline = Sightline()
        self._at = Moment(0.0, 0)
        self._view: TableView | None = None
        self._table = SeenTable()
        self._play: PlayBackAndForth | None = None
        self._warnings = Warnings(self.setup)
        self._palagems = PalagemWatch(setup.players, setup.palagems, setup.palagem.inversion)
        self.beginning = Beginning(setup, self._table, self._palagems)

    @property
    def ready(self) -> bool:
        """Whether the table was seen and play may begin."""
        return self._play is not None

    @property
    def ledger(self) -> Ledger:
        """The moves on record, scores and outcome; ``GameError`` before the table is seen."""
        return self._playing().ledger

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._play is not None and self._play.ledger.outcome() is not None

    @property
    def is_wrong(self) -> bool:
        """Whether an illegal table was announced that has not been put right."""
        return self._play is not None and self._play.episode is not None

    @property
    def question(self) -> Question | None:
        """The question that is open."""
        return None if self._play is None else self._play.question

    @property
    def may_be_wrong(self) -> bool:
        """Whether people are asked if something on the table is against the rules."""
        return self.question is not None and self.question.about is About.LEGAL

    @property
    def together(self) -> frozenset[int]:
        """The numbers of the moves on record that were seen only together with others."""
        return frozenset(() if self._play is None else self._play.recording.together)

    @property
    def presumed(self) -> tuple[int, ...]:
        """The numbers of the moves on record that are presumed, and nobody confirmed since."""
        return () if self._play is None else self._play.recording.presumed

    @property
    def adrift(self) -> frozenset[Cell]:
        """The cells on which record and table differ while nothing explains that."""
        return frozenset() if self._play is None else self._play.adrift

    @property
    def state(self) -> State:
        """What the referee is doing."""
        states = {
            State.OVER: self.is_over,
            State.PAUSED: self.paused,
            State.BLIND: self._sightline.is_blind,
            State.ADRIFT: bool(self.adrift),
            State.ASKING: self.question is not None,
            State.TOO_SLOW: self._sightline.is_slow,
            State.HANDS: self._sightline.has_hands,
        }
        return next((state for state, holds in states.items() if holds), State.FOLLOWING)

    @property
    def board(self) -> Board:
        """The tiles that lie on the table now, as far as they are known."""
        return self._table.board(Board()) if self._play is None else self._play.board

    @property
    def doubtful(self) -> frozenset[Cell]:
        """The cells of which neither the camera nor people are sure, hidden ones included."""
        return self._table.doubtful

    @property
    def view(self) -> TableView | None:
        """The last settled look at the table."""
        return self._view

    @property
    def going_back(self) -> GoingBack:
        """What was taken back, and whether the table is still to be put so."""
        return GoingBack() if self._play is None else self._play.going_back

    @property
    def roll(self) -> int | None:
        """The mover's roll in Palagonia, as far as it is known."""
        return None if self._play is None else self._play.roll

    @property
    def lacks_roll(self) -> bool:
        """Whether tiles were moved in Palagonia although no roll was seen."""
        return self._play is not None and self._play.lacks_roll

    @property
    def palagems(self) -> Mapping[str, Palagem]:
        """The players' palagems as far as they are known."""
        return self._palagems.palagems

    @property
    def palagems_guessed(self) -> bool:
        """Whether nobody has said yet whose palagem is whose, though that was guessed."""
        return self._palagems.guessed

    @property
    def palagems_due(self) -> tuple[str, ...]:
        """The players who owe a palagem before play begins; nobody does once it has begun.

        Those who have shown none come first, then those who must change theirs since somebody
        later has the same; both are in the order of play.
        """
        if self.setup.game != PALAGEM or self._play is not None:
            return ()
        return self._palagems.due

    def _playing(self) -> PlayBackAndForth:
        if self._play is None:
            raise GameError(Undecidable.NOT_BEGUN())
        return self._play
