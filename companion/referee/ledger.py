"""The moves of a game as they are kept: whose, what, how it was ruled, and what they come to.

Unlike a game of the package ``rules`` a ledger takes a move of anybody, since people at a table
correct who moved and what the die showed after the fact.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.referee.ruling import Attempt, progress_of, verdict_on
from companion.referee.setup import Setup
from companion.words.language import gettext as _
from rules import (
    Board,
    Cell,
    Claim,
    ClaimKind,
    GameError,
    Mode,
    Outcome,
    Palagem,
    Progress,
    ScoreRow,
    ScoreSheet,
    Turn,
    Verdict,
)
from rules.judging import PALAGEM, PALAGO, PALAGONIA
from rules.palago.judging import winner_by_tiles_out
from rules.palagonia.judging import can_act


@dataclass(frozen=True)
class GivenTurn:
    """That people said whose turn it is."""

    player: str


Entry = Turn | Claim | GivenTurn


class Ledger:
    """The moves of a game so far, with all that follows from them."""

    def __init__(self, setup: Setup, start: Board) -> None:
        """Begin with the tiles that lie on the table already.

        Verdicts on record say all, in Palagem's *claim* mode what players are not told as well.
        """
        self.setup = setup
        self.start = start
        self.palagems: dict[str, Palagem] = dict(setup.palagems)
        self.votes: dict[int, int] = {}
        self._entries: list[Entry] = []

    @property
    def moves(self) -> tuple[Turn, ...]:
        """The moves so far."""
        return tuple(entry for entry in self._entries if isinstance(entry, Turn))

    @property
    def last(self) -> Turn | None:
        """The last move, if there is one."""
        return next((e for e in reversed(self._entries) if isinstance(e, Turn)), None)

    @property
    def board(self) -> Board:
        """The board after the last move."""
        return self.last.after if self.last else self.start

    @property
    def tiles_left(self) -> int:
        """The tiles that are not on the board."""
        return self.setup.tiles_left(self.board)

    @property
    def mover(self) -> str:
        """Whose turn it is; players whom a mistaken claim cost their move are left out."""
        players = self.setup.players
        seat, lost = 0, dict.fromkeys(players, 0)
        for entry in self._entries:
            if isinstance(entry, Claim):
                lost[entry.player] += not entry.right
            elif isinstance(entry, GivenTurn):
                seat = players.index(entry.player)
                continue
            else:
                seat = (players.index(entry.mover) + 1) % len(players)
            while lost[players[seat]]:
                lost[players[seat]] -= 1
                seat = (seat + 1) % len(players)
        return players[seat]

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
        self._entries.append(played)
        return played

    def take_back(self) -> Turn:
        """Take back the last move and all that came after it.

        Raises
        ------
        GameError
            If there is no move to take back.
        """
        if self.last is None:
            raise GameError(_("No move has been made yet, so there is none to take back."))
        while True:
            entry = self._entries.pop()
            if isinstance(entry, Turn):
                self._forget_votes()
                # people may have said whose turn it was, which holds for the move that is due now
                if self.mover != entry.mover:
                    self._entries.append(GivenTurn(entry.mover))
                return entry

    def turn_to(self, player: str) -> None:
        """Make it a player's turn."""
        self._entries.append(GivenTurn(player))

    def change(self, number: int, *, mover: str | None = None, die: int | None = None) -> Turn:
        """Change who made a move, or what the die showed, and rule on the move again.

        Raises
        ------
        GameError
            If there is no such move.
        """
        places = [i for i, entry in enumerate(self._entries) if isinstance(entry, Turn)]
        if not 1 <= number <= len(places):
            raise GameError(
                _("There is no move {number}; there are {count}.", number=number, count=len(places))
            )
        place = places[number - 1]
        old = self._entries[place]
        assert isinstance(old, Turn)
        changed = replace(old, mover=mover or old.mover, die=die or old.die)
        self._rule_again(place, changed)
        self._forget_votes()
        return changed

    def rewrite(self, cell: Cell, orientation: int | None) -> None:
        """Put right on all boards what lies on a cell since something was last done there.

        The camera saw it wrong; None is no tile. Moves since then are ruled on again.
        """
        since = -1
        for place, entry in enumerate(self._entries):
            if isinstance(entry, Turn) and entry.before.get(cell) != entry.after.get(cell):
                since = place
        if since < 0:
            self.start = _with(self.start, cell, orientation)
        for place, entry in enumerate(self._entries):
            if isinstance(entry, Turn) and place >= since:
                before = entry.before if place == since else _with(entry.before, cell, orientation)
                after = _with(entry.after, cell, orientation)
                self._rule_again(place, replace(entry, before=before, after=after))
        self._forget_votes()

    def claim(self, player: str, kind: ClaimKind) -> Claim:
        """Judge what a player claims of the last move; a mistaken claim costs their next move.

        Raises
        ------
        GameError
            If the game has no claims.
        """
        if self.setup.game != PALAGEM:
            raise GameError(
                _("Claims are made in Palagem; end the turn or take back a move instead.")
            )
        completed = self.last.verdict.palagems if self.last else ()
        right = completed == (player,) if kind is ClaimKind.WIN else len(completed) > 1
        claim = Claim(player, kind, right)
        self._entries.append(claim)
        return claim

    def told(self, verdict: Verdict) -> Verdict:
        """Return what players are told of a verdict: in *claim* mode nothing of palagems."""
        if self.setup.game != PALAGEM or self.setup.mode is Mode.ANNOUNCE:
            return verdict
        return replace(verdict, winner=None, loser=None, reason=None, palagems=(), over=False)

    def vote(self, row: int, value: int) -> None:
        """Put the players' value for an island on record, by its row on the score sheet from 1.

        Raises
        ------
        GameError
            If there is no such row, or the value is negative.
        """
        rows = len(self.score_sheet().rows)
        if not 1 <= row <= rows:
            raise GameError(
                _("The score sheet has no row {row}; it has {rows}.", row=row, rows=rows)
            )
        if value < 0:
            raise GameError(_("An island is worth 0 or more, not {value}.", value=value))
        self.votes[row] = value

    def score_sheet(self) -> ScoreSheet:
        """Return the islands closed so far with their points, votes applied."""
        rows: list[ScoreRow] = []
        helper: str | None = None
        for number, played in enumerate(self.moves, start=1):
            for island in played.verdict.islands:
                vote = self.votes.get(len(rows) + 1)
                rows.append(ScoreRow(number, played.mover, helper, island, vote))
            helper = played.mover
        return ScoreSheet(self.setup.players, tuple(rows))

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        last = self.last
        if last is None:
            return None
        if self.setup.game == PALAGONIA:
            if self.tiles_left or not last.move.placed:
                return None
            sheet = self.score_sheet()
            winner, end = sheet.ranking()
            return Outcome(winner, end.value, scores=sheet.totals())
        verdict = last.verdict
        if self.setup.game == PALAGO:
            return self._outcome_of_palago(verdict)
        entry = self._entries[-1]
        claimed = isinstance(entry, Claim) and entry.right
        if verdict.reason is None or (self.setup.mode is Mode.CLAIM and not claimed):
            return None
        return Outcome(verdict.winner, verdict.reason.value, verdict.loser)

    def _outcome_of_palago(self, verdict: Verdict) -> Outcome | None:
        winner, loser, reason = verdict.winner, verdict.loser, verdict.reason
        if reason is None:
            if self.tiles_left:
                return None
            # the last tiles broke a rule and were let stand
            winner, reason = winner_by_tiles_out(self.board, self.setup.palago)
        names = {self.setup.color(player): player for player in self.setup.players}

        def name(color: str | None) -> str | None:
            return next((player for own, player in names.items() if own == color), color)

        return Outcome(name(winner), reason.value, name(loser))

    def _attempt(self, now: Board, die: int | None, order: tuple[Cell, ...] | None) -> Attempt:
        return Attempt(self.mover, self.board, now, die, order, is_first=self.last is None)

    def _rule_again(self, place: int, turn: Turn) -> None:
        """Put a move that was changed in its place, with the verdict it has now."""
        placed = turn.after.keys() - turn.before.keys()
        known = turn.move.ordered and placed == set(turn.move.placed_cells)
        attempt = Attempt(
            turn.mover,
            turn.before,
            turn.after,
            turn.die,
            turn.move.placed_cells if known else None,
            is_first=not any(isinstance(entry, Turn) for entry in self._entries[:place]),
        )
        verdict = verdict_on(self.setup, self.palagems, attempt)
        self._entries[place] = replace(turn, move=verdict.move, verdict=verdict)

    def _forget_votes(self) -> None:
        """Forget votes on rows that are no longer there."""
        rows = len(self.score_sheet().rows)
        self.votes = {row: value for row, value in self.votes.items() if row <= rows}


def _with(board: Board, cell: Cell, orientation: int | None) -> Board:
    if orientation is None:
        return board.without(cell) if cell in board else board
    return board.with_tile(cell, orientation)
