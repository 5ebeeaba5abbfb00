"""Searching one opening on many machines, which Dask gives work to.

One process keeps the tree and gives away positions where least is missing, each for a bounded
search of its own; what comes back is put into the tree (job-level proof-number search, Wu et al.
2013). While a position is away its numbers are made worse, so that the next one is another. A
worker that dies loses the positions it had; Dask gives them to others.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from companion.clusters import Client, Future, result_of, workers_of
from companion.openings.kept import KeptSearch, table_from_arrays, table_to_arrays
from companion.openings.searching import KEEP_EACH_S, Found, found_in
from rules import BLUE, Board
from rules.board_json import board_from_json, board_to_json
from rules.engine import moves
from rules.engine.position import FastPosition
from rules.engine.proof_number import UNKNOWN, Below, Numbers, ProofNumberSearch, Table

JOB_NODES: Final = 60
"""Positions that a job opens at most: a second or two."""
_JOBS_OF_A_WORKER: Final = 2
_AWAY_FACTOR: Final = 4
_PATIENCE_S: Final = 5.0


class Answer(NamedTuple):
    """What a job brings back: the table of its search, as arrays, and what that took."""

    keys: NDArray[np.uint8]
    numbers: NDArray[np.int32]
    nodes: int
    seconds: float


def search_job(board: dict[str, Any], most: int) -> Answer:
    """Search a position with Blue to move, on whatever machine this is called."""
    began = time.monotonic()
    deep = ProofNumberSearch(FastPosition(board_from_json(board)), BLUE)
    found = deep.search(most)
    deep.table.setdefault(deep.key("a"), found)
    keys, numbers = table_to_arrays(deep.table)
    return Answer(keys, numbers, deep.nodes, time.monotonic() - began)


@dataclass(frozen=True)
class _Step:
    """A position on the way to one that is given away: its key, and those that it leads to."""

    key: bytes
    keys: list[bytes]
    is_attack: bool


@dataclass(frozen=True)
class _Away:
    """A position that was given away, the way to it, and its numbers before if it had any."""

    key: bytes
    way: tuple[_Step, ...]
    before: Numbers | None


@dataclass
class JobTree:
    """The tree of positions, of which the leaves are given away.

    Those with the attacker to move that are in the table have been opened, now or by a search
    before, but for those that are away.
    """

    deep: ProofNumberSearch
    away: set[bytes] = field(default_factory=set)

    @property
    def table(self) -> Table:
        """The numbers of all positions of the tree."""
        return self.deep.table

    def give_away(self) -> tuple[_Away, Board] | None:
        """Return a position to search, and mark it; None where the best one is away already."""
        leaf = None
        while leaf is None and 0 not in self.deep.numbers():
            leaf = self._leaf()
        if leaf is None or leaf[0] in self.away:
            return None
        key, way, board = leaf
        before = self.table.get(key)
        proof, disproof = before or UNKNOWN
        self.away.add(key)
        self.table[key] = Numbers(proof * _AWAY_FACTOR, disproof * _AWAY_FACTOR)
        self._update(way)
        return _Away(key, way, before), board

    def take(self, away: _Away, answer: Answer | None) -> None:
        """Put what came back into the tree; None where nothing did.

        Of two numbers those of the deeper search are kept, which are the larger ones.
        """
        self.away.discard(away.key)
        if away.before is None:
            del self.table[away.key]
        else:
            self.table[away.key] = away.before
        if answer is not None:
            for key, numbers in table_from_arrays(answer.keys, answer.numbers).items():
                known = self.table.get(key)
                if key not in self.away and (known is None or sum(numbers) > sum(known)):
                    self.table[key] = numbers
        self._update(away.way)

    def _leaf(self) -> tuple[bytes, tuple[_Step, ...], Board] | None:
        """Return where least is missing, and the way there; None where numbers had to change."""
        position, way = self.deep.position, list[_Step]()
        before, is_attack = position.tiles, True
        try:
            while not is_attack or self._is_opened():
                key = self.deep.key("a" if is_attack else "d")
                choices = self.deep.threats() if is_attack else self.deep.answers()
                way.append(_Step(key, choices.keys, is_attack))
                below = self._below(way[-1])
                if 0 in below.numbers:
                    self._update(tuple(way))
                    return None
                moves.play(position.state, choices.rows[below.best])
                is_attack = not is_attack
            return self.deep.key("a"), tuple(way), position.board()
        finally:
            moves.take_back(position.state, before)

    def _is_opened(self) -> bool:
        key = self.deep.key("a")
        return key in self.table and key not in self.away

    def _below(self, step: _Step) -> Below:
        below = self.deep.of_attack if step.is_attack else self.deep.of_defence
        return below(step.keys)

    def _update(self, way: tuple[_Step, ...]) -> None:
        for step in reversed(way):
            self.table[step.key] = self._below(step).numbers


def spread_opening(
    client: Client,
    board: Board,
    search: KeptSearch,
    seconds: float,
    keep: Callable[[KeptSearch], object],
    tell: Callable[[KeptSearch, Numbers], object] = lambda _search, _numbers: None,
    *,
    job_nodes: int = JOB_NODES,
) -> Found:
    """Search an opening on the workers of a cluster; see :func:`search_opening`.

    ``job_nodes`` is how many positions a job opens at most.

    Raises
    ------
    ClusterError
        If a job fails; what was found out before is kept.
    """
    wait = import_module("distributed").wait
    tree = JobTree(ProofNumberSearch(FastPosition(board), BLUE, table=search.table))
    out: dict[Future, _Away] = {}
    kept_at = time.monotonic()
    ends = kept_at + seconds
    try:
        while 0 not in tree.deep.numbers() and time.monotonic() < ends:
            _give(client, tree, out, job_nodes)
            with_timeout = min(_PATIENCE_S, max(0.1, ends - time.monotonic()))
            try:
                done = wait(list(out), timeout=with_timeout, return_when="FIRST_COMPLETED").done
            except TimeoutError:
                continue
            for future in done:
                _take(tree, out.pop(future), future, search)
            tell(search, tree.deep.numbers())
            if time.monotonic() > kept_at + KEEP_EACH_S:
                keep(search)
                kept_at = time.monotonic()
    finally:
        client.cancel(list(out))
        for away in out.values():
            tree.take(away, None)
        keep(search)
    return found_in(board, search)


def _take(tree: JobTree, away: _Away, future: Future, search: KeptSearch) -> None:
    """Put what became of a job into the tree; one that was lost on the way is given again."""
    answer: Answer | None = None
    try:
        if future.status in ("finished", "error"):
            answer = result_of(future)
    finally:
        tree.take(away, answer)
    if answer is not None:
        search.nodes += answer.nodes
        search.seconds += answer.seconds


def _give(client: Client, tree: JobTree, out: dict[Future, _Away], job_nodes: int) -> None:
    """Give away as many positions as keep all workers busy."""
    while len(out) < _JOBS_OF_A_WORKER * workers_of(client):
        given = tree.give_away()
        if given is None:
            return
        away, board = given
        future = client.submit(search_job, board_to_json(board), job_nodes, pure=False)
        out[future] = away
