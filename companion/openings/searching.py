"""Searching one opening on this machine, and what is known of it then."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Literal

from companion.openings.kept import KeptSearch
from rules import BLUE, Board
from rules.engine.position import FastPosition
from rules.engine.proof_number import LOST, WON, Numbers, ProofNumberSearch
from rules.engine.proving import proof_of_win
from rules.engine.search import ThreatSearch
from rules.engine.threat_moves import StoppedError
from rules.proofs.proof import Proof

Known = Literal["lost", "no-threats", "unknown"]
"""What is known of an opening: White loses; Blue has no win by threats alone; nothing yet."""

_SLICE: Final = 100
_SHORT: Final = 3
"""Where a win was found, a shorter one of so many moves is looked for: a threat, a fork, a win."""
KEEP_EACH_S: Final = 60.0


@dataclass(frozen=True)
class Found:
    """What a search has found out of an opening.

    Attributes
    ----------
    known
        What is known.
    numbers
        The proof and disproof number of the opening.
    proof
        That White loses, where that is known.
    """

    known: Known
    numbers: Numbers
    proof: Proof | None = None


def search_opening(
    board: Board,
    search: KeptSearch,
    seconds: float,
    keep: Callable[[KeptSearch], object],
    tell: Callable[[KeptSearch, Numbers], object] = lambda _search, _numbers: None,
) -> Found:
    """Search an opening for a win of Blue by threats, from where it stopped.

    Parameters
    ----------
    board
        The opening; Blue is to move.
    search
        What is known already; it grows.
    seconds
        How long to search at most.
    keep
        Is called each minute and at the end.
    tell
        Hears of the numbers now and then.
    """
    deep = ProofNumberSearch(
        FastPosition(board), BLUE, lambda: time.monotonic() > ends, search.table
    )
    deep.threats()  # what is not compiled yet is compiled before the clock runs
    kept_at = time.monotonic()
    ends = kept_at + seconds
    while 0 not in deep.numbers() and time.monotonic() < ends:
        nodes, at = deep.nodes, time.monotonic()
        with suppress(StoppedError):
            deep.search(_SLICE)
        now = time.monotonic()
        search.nodes += deep.nodes - nodes
        search.seconds += now - at
        tell(search, deep.numbers())
        if now > kept_at + KEEP_EACH_S:
            keep(search)
            kept_at = now
    keep(search)
    return found_in(board, search)


def found_in(board: Board, search: KeptSearch) -> Found:
    """Return what a search says of an opening by now."""
    deep = ProofNumberSearch(FastPosition(board), BLUE, table=search.table)
    numbers = deep.numbers()
    if numbers == WON:
        short = ThreatSearch(FastPosition(board), BLUE)
        is_short = short.wins(_SHORT)
        proof = proof_of_win(short, _SHORT) if is_short else proof_of_win(deep)
        return Found("lost", numbers, proof)
    return Found("no-threats" if numbers == LOST else "unknown", numbers)
