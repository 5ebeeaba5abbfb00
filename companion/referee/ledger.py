"""The moves of a game as they are kept: whose, what, how it was ruled, and what they come to.

A ledger is a course of play (`rules.course`) that takes a move of anybody, since people at a table
correct who moved, what the die showed and what lies there after the fact. It rules on moves again
where something about them is corrected.
"""

from __future__ import annotations

from dataclasses import replace

from companion.referee.ruling import Attempt, progress_of, verdict_on
from companion.referee.sentences import Undecidable
from companion.referee.setup import Setup
from rules import (
    Board,
    Cell,
    Claim,
    ClaimKind,
    Course,
    GameError,
    GivenTurn,
    Outcome,
    Palagem,
    Progress,
    ScoreSheet,
    Turn,
    Verdict,
    Vote,
)
from rules.judging import PALAGEM, PALAGO
from rules.palagem.claims import judged_claim, outcome_of_palagem, told
from rules.palago.outcome import outcome_of_palago
from rules.palagonia.judging import can_act
from rules.palagonia.score_sheet import (
    outcome_of_palagonia,
    score_sheet_of,
    vote_on,
    without_lost_votes,
)

Event = Claim | GivenTurn | Vote


class Ledger:
    """The moves of a game so far, with all that follows from them."""

    def __init__(self, setup: Setup, start: Board) -> None:
        """Begin with the tiles that lie on the table already.

        ``palagems_guessed`` tells whether nobody has said whose palagem is whose yet, and
        ``palagems_missing`` whether some were not seen.
        Verdicts on record say all, in Palagem's *claim* mode what players are not told as well.
        """
        self.setup = setup
        self.palagems: dict[str, Palagem] = dict(setup.palagems)
        self.palagems_guessed = self.palagems_missing = False
        self._course: Course[Event] = Course(setup.players, start)

    def fork(self) -> Ledger:
        """Return a ledger with the same moves, in which other ones may follow."""
        other = Ledger(self.setup, self.start)
        other.palagems, other._course = self.palagems, self._course
        return other

    def begin_with(self, start: Board) -> None:
        """Begin with other tiles, no move having been made yet."""
        assert not self.moves
        self._course = Course(self.setup.players, start)

    @property
    def start(self) -> Board:
        """The tiles that lay on the table before the first move."""
        return self._course.start

    @property
    def course(self) -> Course[Event]:
        """What happened so far."""
        return self._course

    @property
    def moves(self) -> tuple[Turn, ...]:
        """The moves so far."""
        return self._course.turns

    @property
    def last(self) -> Turn | None:
        """The last move, if there is one."""
        return self._course.last

    def move(self, number: int) -> Turn:
        """Return one of the moves by its number from 1.

        Raises
        ------
        GameError
            If there is none of that number.
        """
        if not 1 <= number <= len(self.moves):
            raise GameError(Undecidable.NO_SUCH_MOVE(number=number, count=len(self.moves)))
        return self.moves[number - 1]

    @property
    def board(self) -> Board:
        """The board after the last move."""
        return self._course.board

    @property
    def tiles_left(self) -> int:
        """The tiles that are not on the board."""
        return self.setup.tiles_left(self.board)

    @property
    def mover(self) -> str:
        """Whose turn it is; players whom a mistaken claim cost their move are left out."""
        return self._course.mover

    def progress(
        self, now: Board, *, die: int | None = None, order: tuple[Cell, ...] | None = None
    ) -> Progress:
        """Tell how far the mover's move has come with these tiles on the table."""
        return progress_of(self.setup, self.palagems, self._attempt(now, die, order))

    def whole(
        self, now: Board, *, die: int | None = None, order: tuple[Cell, ...] | None = None
    ) -> Verdict:
        """Rule on what lies there as the mover's whole move, whatever may still be due."""
        return verdict_on(self.setup, self.palagems, self._attempt(now, die, order))

    def cannot_act(self, die: int) -> bool:
        """Tell whether a roll leaves the mover of Palagonia nothing to do."""
        return not can_act(self.board, die, self.tiles_left)

    def record(self, now: Board, verdict: Verdict, die: int | None = None) -> Turn:
        """Put the mover's move on record, legal or let stand, and pass the turn."""
        played = Turn(self.mover, verdict.move, self.board, now, verdict, die)
        self._course = self._course.followed_by(played)
        return played

    def take_back(self) -> Turn:
        """Take back the last move and all that came after it.

        Raises
        ------
        GameError
            If there is no move to take back.
        """
        last = self.last
        if last is None:
            raise GameError(Undecidable.NO_MOVE_YET())
        self._course = without_lost_votes(self._course.before_last_turn())
        # people may have said whose turn it was, which holds for the move that is due now
        if self.mover != last.mover:
            self.turn_to(last.mover)
        return last

    def turn_to(self, player: str) -> None:
        """Make it a player's turn."""
        self._course = self._course.followed_by(GivenTurn(player))

    def change(self, number: int, *, mover: str | None = None, die: int | None = None) -> Turn:
        """Change who made a move, or what the die showed, and rule on the move again.

        Raises
        ------
        GameError
            If there is no such move.
        """
        moves = self.moves
        if not 1 <= number <= len(moves):
            raise GameError(Undecidable.NO_SUCH_MOVE(number=number, count=len(moves)))
        old = moves[number - 1]
        changed = replace(old, mover=mover or old.mover, die=die or old.die)
        self._rule_again(number, changed)
        self._course = without_lost_votes(self._course)
        return changed

    def rewrite(self, cell: Cell, orientation: int | None) -> None:
        """Put right on all boards what lies on a cell since something was last done there.

        The camera saw it wrong; None is no tile. Moves since then are ruled on again.
        """
        since = 0
        for number, turn in enumerate(self.moves, 1):
            if turn.before.get(cell) != turn.after.get(cell):
                since = number
        if not since:
            self._course = replace(self._course, start=_with(self.start, cell, orientation))
        for number, turn in enumerate(self.moves, 1):
            if number >= since:
                before = turn.before if number == since else _with(turn.before, cell, orientation)
                after = _with(turn.after, cell, orientation)
                self._rule_again(number, replace(turn, before=before, after=after))
        self._course = without_lost_votes(self._course)

    def rule_again(self) -> None:
        """Rule again on all moves: people have said whose palagem is whose."""
        for number, turn in enumerate(self.moves, 1):
            self._rule_again(number, turn)

    def claim(self, player: str, kind: ClaimKind) -> Claim:
        """Judge what a player claims of the last move; a mistaken claim costs their next move.

        Raises
        ------
        GameError
            If the game has no claims, or it was guessed whose palagem is whose.
        """
        if self.setup.game != PALAGEM:
            raise GameError(Undecidable.NO_CLAIMS_IN_GAME())
        if self.palagems_guessed:
            raise GameError(Undecidable.WHOSE_PALAGEMS())
        claim = judged_claim(self._course, player, kind)
        self._course = self._course.followed_by(claim)
        return claim

    def told(self, verdict: Verdict) -> Verdict:
        """Return what players are told of a verdict: in *claim* mode nothing of palagems."""
        return told(verdict, self.setup.mode)

    def vote(self, row: int, value: int) -> None:
        """Put the players' value for an island on record, by its row on the score sheet from 1.

        Raises
        ------
        GameError
            If there is no such row, or the value is negative.
        """
        vote = vote_on(self.score_sheet(), row, value)
        self._course = self._course.followed_by(vote)

    def score_sheet(self) -> ScoreSheet:
        """Return the islands closed so far with their points, votes applied."""
        return score_sheet_of(self._course)

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        if self.last is None:
            return None
        if self.setup.game == PALAGO:
            return outcome_of_palago(self._course, self.setup.palago, self.tiles_left)
        if self.setup.game == PALAGEM:
            return outcome_of_palagem(self._course, self.setup.mode)
        return outcome_of_palagonia(self._course, self.tiles_left)

    def _attempt(self, now: Board, die: int | None, order: tuple[Cell, ...] | None) -> Attempt:
        return Attempt(self.mover, self.board, now, die, order, is_first=self.last is None)

    def _rule_again(self, number: int, turn: Turn) -> None:
        """Put a move that was changed in its place, with the verdict it has now."""
        placed = turn.after.keys() - turn.before.keys()
        known = turn.move.ordered and placed == set(turn.move.placed_cells)
        attempt = Attempt(
            turn.mover,
            turn.before,
            turn.after,
            turn.die,
            turn.move.placed_cells if known else None,
            is_first=number == 1,
        )
        verdict = verdict_on(self.setup, self.palagems, attempt)
        ruled = replace(turn, move=verdict.move, verdict=verdict)
        self._course = self._course.with_turn(number, ruled)


def _with(board: Board, cell: Cell, orientation: int | None) -> Board:
    if orientation is None:
        return board.without(cell) if cell in board else board
    return board.with_tile(cell, orientation)
