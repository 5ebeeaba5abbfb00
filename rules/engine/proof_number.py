"""Proof-number search for forced wins by threats, as deep as they go.

A position's proof number is the least number of positions below it that would have to be won yet to
prove that the attacker wins; its disproof number the same for that they do not, by threats
(Allis et al. 1994). Each time the search goes down to where least is missing. It works depth first
within thresholds (df-pn, Nagai 2002), so that only a table of numbers is kept, by what is the same
of positions however the table is turned. The threats that leave the fewest parries come first by
themselves: their number is where a threat's proof number begins.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final, NamedTuple

from rules.engine import moves
from rules.engine.grid import Int32s
from rules.engine.position import FastPosition
from rules.engine.symmetry import canonical
from rules.engine.threat_moves import Rows, StoppedError, ThreatMoves
from rules.tile import Color

INFINITE: Final = 2**31 - 1
KEY_BYTES: Final = 16
_MOST_LISTS: Final = 20_000
"""So many lists of moves are kept, of about 4 KB each."""


class Numbers(NamedTuple):
    """Proof and disproof number of a position; 0 and ``INFINITE`` where the attacker wins."""

    proof: int
    disproof: int


WON: Final = Numbers(0, INFINITE)
LOST: Final = Numbers(INFINITE, 0)
UNKNOWN: Final = Numbers(1, 1)

Table = dict[bytes, Numbers]
"""Numbers by the keys of positions; what is not in it is unknown."""


class Choices(NamedTuple):
    """The moves from a position, and the keys of the positions that they lead to."""

    rows: Rows
    keys: list[bytes]


@dataclass
class _Budget:
    """How many positions may be opened yet."""

    left: int = 0


@dataclass(frozen=True)
class Below:
    """What the choices from a position say of it, and where to go on."""

    numbers: Numbers
    best: int
    second: int


@dataclass
class _Kept:
    """Lists of moves by positions as they lie; forgotten where there are too many."""

    lists: dict[bytes, Choices] = field(default_factory=dict)

    def keep(self, key: bytes, choices: Choices) -> Choices:
        if len(self.lists) >= _MOST_LISTS:
            self.lists.clear()
        self.lists[key] = choices
        return choices


class ProofNumberSearch(ThreatMoves):
    """Looks for a forced win of one player by threats, however many moves it takes."""

    def __init__(
        self,
        position: FastPosition,
        attacker: Color,
        is_stopped: Callable[[], bool] = lambda: False,
        table: Table | None = None,
    ) -> None:
        """Search from a position, which is changed and put back; a table may go on from another."""
        super().__init__(position, attacker)
        self.table: Table = {} if table is None else table
        self.nodes = 0
        self._is_stopped = is_stopped
        self._kept = _Kept()
        self._budget = _Budget()

    def search(self, most: int, *, attacker_moves: bool = True) -> Numbers:
        """Open so many positions at most; return what is known of the position then.

        Raises
        ------
        StoppedError
            If it is told to stop before.
        """
        if attacker_moves and len(self.winning(1)):
            return WON
        self._budget.left = most
        before = self.position.tiles
        try:
            if attacker_moves:
                self._attack(INFINITE, INFINITE)
            else:
                self._defend(self.key("d"), INFINITE, INFINITE)
        except _SpentError:
            pass
        finally:
            moves.take_back(self.position.state, before)
        return self.numbers(attacker_moves=attacker_moves)

    def numbers(self, *, attacker_moves: bool = True) -> Numbers:
        """Return what is known of the position."""
        return self.table.get(self.key("a" if attacker_moves else "d"), UNKNOWN)

    def key(self, side: str) -> bytes:
        """Return under what the position is kept, with the attacker (a) or defender (d) to move."""
        position = self.position
        name = canonical(position.state, self._kind).tobytes()
        person = f"{side}{position.left}".encode()[:16]
        return blake2b(name, digest_size=KEY_BYTES, person=person).digest()

    def first_of_win(self, _most: int = 0) -> Int32s:
        """Return a threat that wins, of a position that is known to be won but not at once."""
        choices = self.threats()
        won = [number for number, key in enumerate(choices.keys) if self.table.get(key) == WON]
        row: Int32s = choices.rows[won[0]]
        return row

    def threats(self) -> Choices:
        """Return the attacker's threats, with what they lead to in the table."""
        place = self._place("a")
        if place in self._kept.lists:
            return self._kept.lists[place]
        rows = self.threatening()
        state, before = self.position.state, self.position.tiles
        keys = []
        for row in rows:
            moves.play(state, row)
            key = self.key("d")
            if key not in self.table:
                parries = len(self.parries_since(before))
                self.table[key] = Numbers(parries, 1) if parries else WON
            keys.append(key)
            moves.take_back(state, before)
        return self._kept.keep(place, Choices(rows, keys))

    def answers(self) -> Choices:
        """Return the defender's parries, with what they lead to in the table."""
        place = self._place("d")
        if place in self._kept.lists:
            return self._kept.lists[place]
        rows = self.parries()
        state, before = self.position.state, self.position.tiles
        keys = []
        for row in rows:
            is_over = moves.play(state, row)
            key = self.key("a")
            if is_over:
                self.table[key] = LOST
            keys.append(key)
            moves.take_back(state, before)
        return self._kept.keep(place, Choices(rows, keys))

    def _attack(self, proof: int, disproof: int) -> None:
        """Search below a position with the attacker to move until a number reaches its bound."""
        key = self.key("a")
        if self._place("a") not in self._kept.lists:
            self._open()
        choices = self.threats()
        while True:
            below = self.of_attack(choices.keys)
            self.table[key] = below.numbers
            if _is_enough(below.numbers, proof, disproof):
                return
            child = self.table[choices.keys[below.best]]
            bound = min(proof, _little_more(below.second))
            rest = disproof - below.numbers.disproof + child.disproof
            moves.play(self.position.state, choices.rows[below.best])
            self._defend(choices.keys[below.best], bound, rest)
            self._back(choices.rows[below.best])

    def _defend(self, key: bytes, proof: int, disproof: int) -> None:
        """Search below a position with the defender to move until a number reaches its bound."""
        choices = self.answers()
        while True:
            below = self.of_defence(choices.keys)
            self.table[key] = below.numbers
            if _is_enough(below.numbers, proof, disproof):
                return
            child = self.table.get(choices.keys[below.best], UNKNOWN)
            bound = min(disproof, _little_more(below.second))
            rest = proof - below.numbers.proof + child.proof
            moves.play(self.position.state, choices.rows[below.best])
            self._attack(rest, bound)
            self._back(choices.rows[below.best])

    def of_attack(self, keys: list[bytes]) -> Below:
        """Return what the attacker's choices make of a position: the easiest win, all failures."""
        proof, second, best, disproof = INFINITE, INFINITE, 0, 0
        for number, key in enumerate(keys):
            numbers = self.table[key]
            if numbers.proof < proof:
                proof, second, best = numbers.proof, proof, number
            elif numbers.proof < second:
                second = numbers.proof
            disproof += numbers.disproof
        if proof == 0:
            return Below(WON, best, second)
        return Below(Numbers(proof, min(disproof, INFINITE)), best, second)

    def of_defence(self, keys: list[bytes]) -> Below:
        """Return what the defender's choices make of a position."""
        disproof, second, best, proof = INFINITE, INFINITE, 0, 0
        for number, key in enumerate(keys):
            numbers = self.table.get(key, UNKNOWN)
            if numbers.disproof < disproof:
                disproof, second, best = numbers.disproof, disproof, number
            elif numbers.disproof < second:
                second = numbers.disproof
            proof += numbers.proof
        if disproof == 0:
            return Below(LOST, best, second)
        return Below(Numbers(min(proof, INFINITE), disproof), best, second)

    def _place(self, side: str) -> bytes:
        """Return a name of the position as it lies."""
        return self.position.name() + side.encode()

    def _back(self, row: Int32s) -> None:
        tiles = 1 if row[2] == moves.NO_TILE else 2
        moves.take_back(self.position.state, self.position.tiles - tiles)

    def _open(self) -> None:
        if self._budget.left == 0:
            raise _SpentError
        if self._is_stopped():
            raise StoppedError
        self._budget.left -= 1
        self.nodes += 1


class _SpentError(Exception):
    """As many positions were opened as was asked for."""


def _is_enough(numbers: Numbers, proof: int, disproof: int) -> bool:
    is_known = 0 in numbers
    return is_known or numbers.proof >= proof or numbers.disproof >= disproof


def _little_more(second: int) -> int:
    """Return a bound a quarter above the second best, so as not to jump to and fro (Pawlewicz)."""
    return second + second // 4 + 1
