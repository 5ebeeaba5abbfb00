"""A table for the tests: tiles are laid as moves are written, and a referee looks at it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from companion.referee import Event, Referee
from companion.referee.inputs import give, sighting_to_json
from rules import Board, Cell, Palagem, all_palagems, applied, parse_move
from rules.board_json import tiles_to_json
from vision.following.table_view import (
    Apart,
    Glimpse,
    HandsGone,
    OtherCluster,
    Reach,
    Settled,
    Sighting,
    TableView,
)
from vision.reading import DieReading

DATA = Path(__file__).parent / "data"

OPENING = "0,0=0 1,-1=4"
THREE = "0,0=0 1,-1=4 1,0=2"
"""Three tiles about an eye."""
RING = "0,-1=2 2,-1=0 0,1=4"
"""The tiles that close the blue ring round that eye."""


def die(value: int, center: tuple[float, float] = (600.0, 600.0), sure: bool = True) -> DieReading:
    """Return a die as it is read."""
    return DieReading(value, center, 1.0 if sure else 0.5, sure)


def lying_apart(palagems: Iterable[Palagem]) -> tuple[OtherCluster, ...]:
    """Return palagems as clusters that lie clockwise about the board, the first nearest."""
    places = [(640.0, 900.0), (100.0, 480.0), (640.0, 60.0), (1180.0, 480.0)]
    return tuple(
        OtherCluster(palagem.tiles, place, True)
        for palagem, place in zip(palagems, places, strict=False)
    )


PALAGEMS = {
    player: tiles_to_json(palagem.tiles)
    for player, palagem in zip(("Ann", "Bob", "Cem"), all_palagems()[10:13], strict=True)
}
"""Palagems, as options tell them."""
UNHURRIED = 40.0
"""Seconds for which nothing happens before a hand comes."""


class Table:
    """A table with a referee at it, and all that the referee was given and said.

    People take their time before a hand comes, or before the table is looked at once more.
    """

    def __init__(
        self, game: str, players: Iterable[str], options: Mapping[str, Any] | None = None
    ) -> None:
        self.start = (game, tuple(players), dict(options or {}))
        self.referee = Referee(*self.start)
        self.board = Board()
        self.dice: tuple[DieReading, ...] = ()
        self.others: tuple[OtherCluster, ...] = ()
        self.unsure: frozenset[Cell] = frozenset()
        self.hidden: frozenset[Cell] = frozenset()
        self.near_edge: tuple[str, ...] = ()
        self.burnt: frozenset[Cell] = frozenset()
        self.crooked: frozenset[Cell] = frozenset()
        self.probabilities: dict[Cell, tuple[float, ...]] = {}
        self.dice_lain: float | None = None
        self.unwatched = 0.0
        self.dice_between: tuple[int, ...] = ()
        self.glimpses: tuple[Glimpse, ...] = ()
        self.ways: tuple[tuple[float, ...], ...] = ()
        self.reaches: tuple[Reach, ...] = ()
        self.hands_before: tuple[HandsGone, ...] = ()
        self.is_told = False
        self.apart: Apart | None = None
        self.pause = UNHURRIED
        self.t = 0.0
        self.inputs: list[tuple[str, dict[str, Any], float]] = []
        self.said: list[list[dict[str, Any]]] = []

    def give(self, what: str, /, **data: Any) -> list[dict[str, Any]]:
        """Give the referee an input and return what it says, as JSON."""
        number = len(self.inputs)
        data = json.loads(json.dumps(data))
        before = self.inputs[-1][0] if self.inputs else None
        waited = (what == "hands" and before != what) or what == before == "settled"
        self.t = round(self.t + (self.pause if waited else 0.1), 1)
        self.inputs.append((what, data, self.t))
        self.said.append(as_json(give(self.referee, what, data, self.t, number)))
        return self.said[-1]

    def see(self, sighting: Sighting) -> list[dict[str, Any]]:
        """Let the referee see something."""
        kind, data = sighting_to_json(sighting)
        return self.give(kind, **data)

    def look(self) -> list[dict[str, Any]]:
        """Let the referee look at the table as it lies."""
        view = TableView(
            self.board,
            self.unsure,
            self.hidden,
            self.others,
            self.dice,
            near_edge=self.near_edge,
            burnt=self.burnt,
            crooked=self.crooked,
            probabilities=self.probabilities,
            dice_lain=self.dice_lain,
            dice_between=self.dice_between,
            unwatched=self.unwatched,
            glimpses=self.glimpses,
            ways=self.ways,
            reaches=self.reaches,
            hands_before=self.hands_before,
            said=self.is_told,
            apart=self.apart,
        )
        return self.see(Settled(view))

    def play(self, move: str) -> list[dict[str, Any]]:
        """Change the tiles as a move says, and let the referee look."""
        self.board = applied(parse_move(move), self.board)
        return self.look()

    def roll(
        self, value: int, center: tuple[float, float] = (600.0, 600.0)
    ) -> list[dict[str, Any]]:
        """Roll the die, and let the referee look."""
        self.dice = (die(value, center),)
        return self.look()

    def replayed(self, upto: int) -> Referee:
        """Return a new referee that was given what this one was given first."""
        referee = Referee(*self.start)
        for number, (kind, data, t) in enumerate(self.inputs[:upto]):
            give(referee, kind, data, t, number)
        return referee


def build(table: Table, player: str, chosen: Palagem) -> list[dict[str, Any]]:
    """Have a player say which palagem is theirs."""
    tiles = [{"q": q, "r": r, "orientation": k} for (q, r), k in chosen.tiles.items()]
    return table.give("set-palagem", player=player, tiles=tiles)


def palago(*moves: str) -> Table:
    """Return a table of Ann and Bob after an opening and some moves."""
    table = Table("palago", ["Ann", "Bob"])
    table.look()
    for move in (OPENING, *moves):
        table.play(move)
    return table


def palagonia(opening: str = THREE) -> Table:
    """Return a table of Ann, Bob and Cem after an opening by Ann, who rolled as many tiles."""
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    table.look()
    table.roll(len(opening.split()))
    table.play(opening)
    return table


def as_json(events: Iterable[Event]) -> list[dict[str, Any]]:
    """Return events as they are printed, having been written out and read back."""
    printed: list[dict[str, Any]] = json.loads(json.dumps([event.to_json() for event in events]))
    return printed


def names(events: Iterable[dict[str, Any]]) -> list[str]:
    """Return which events they are, but for questions that needed no answer any more."""
    return [event["event"] for event in events if event["event"] != "settled"]


def codes(events: Iterable[dict[str, Any]]) -> list[list[str]]:
    """Return the codes of the violations of the illegal tables among events."""
    return [
        [violation["code"] for violation in event["violations"]]
        for event in events
        if event["event"] == "illegal"
    ]
