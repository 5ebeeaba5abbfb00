"""Whole games as plain text, one line a turn; docs/notation.md has the grammar.

A text says the same as the JSON of a game (`rules.game_json`), in a form that a person can write:
headers for the rules, the players and the date, then what happened, line by line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from rules.board import Board
from rules.board_json import tiles_to_json
from rules.course import ClaimKind
from rules.fields import FormatError, kind_of
from rules.game import Game
from rules.game_json import game_from_json
from rules.judging import GAMES
from rules.notation import NotationError, format_move, parse_move

VERSION = "1"
_FIRST = "palago-game"
_PLAIN = re.compile(r"[^\W_](?:[\w.'’-]| (?! ))*[\w.]|[^\W_]")
_NAME = r"(?P<name>\"(?:[^\"\\]|\\.)*\"|[^\":(]+?)"
_TURN = re.compile(rf"(?P<number>\d{{1,6}})\. {_NAME}(?: \((?P<die>[1-6])\))?:(?P<move>.*)")
_VOTE = re.compile(r"vote: row (?P<row>\d{1,6}) = (?P<value>\d{1,6})")
_CLAIM = re.compile(rf"claim: {_NAME} (?P<kind>{'|'.join(ClaimKind)})")
_GIVEN = re.compile(rf"turn: {_NAME}")
_PALAGEM = re.compile(rf"palagem {_NAME}:(?P<value>.*)")
_OPTION = re.compile(rf"option {_NAME}:(?P<value>.*)")
_LET_STAND = " let stand"
_ADVICE = (
    'write a turn as "1. Ann: 0,0=0 1,-1=4", with the roll as "1. Ann (3): ...", a vote as "vote:'
    ' row 2 = 5", a claim as "claim: Ann win"'
)


@dataclass(frozen=True)
class WrittenGame:
    """A game as it is written.

    Attributes
    ----------
    record
        The game as ``Game.to_json`` gives it. Of a game that was watched at a table there may also
        be ``{"event": "turn", "player": ...}`` where people said whose turn it was.
    date
        When it was played, as it stands in the text, ISO 8601 as a rule; None where nobody said.
    remarks
        Lines for people, which mean nothing to a program.
    """

    record: Mapping[str, Any]
    date: str | None = None
    remarks: Sequence[str] = field(default=(), compare=False)

    def played(self) -> Game[Any]:
        """Play it through by the rules.

        Raises
        ------
        GameFormatError
            If it cannot have been played so.
        """
        return game_from_json(self.record)


def format_game(game: Game[Any] | WrittenGame) -> str:
    """Write a game so that ``parse_game`` gives it back."""
    written = game if isinstance(game, WrittenGame) else WrittenGame(game.to_json())
    record = written.record
    lines = [f"{_FIRST}: {VERSION}", f"game: {record['game']}"]
    lines += [f"player: {_name(player)}" for player in record["players"]]
    if written.date is not None:
        lines.append(f"date: {' '.join(written.date.split())}")
    lines += _options(record["options"])
    start = tuple(record.get("start", {}).get("tiles", ()))
    if start:
        lines.append(f"start: {_tiles(start)}")
    lines += [f"# {' '.join(remark.split())}" for remark in written.remarks]
    return "\n".join([*lines, "", *_events(record["events"])]).rstrip() + "\n"


def parse_game(text: str) -> WrittenGame:
    """Read a game that ``format_game`` or a person wrote; ``played`` says whether it can be.

    Raises
    ------
    NotationError
        If a line is not of the notation; it is named.
    """
    reading = _Reading()
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        stripped = line.strip()
        try:
            reading.take(stripped)
        except FormatError as error:
            raise NotationError(f"Line {number}: {error}") from error
    return reading.written()


class _Reading:
    """Takes a game line by line."""

    def __init__(self) -> None:
        self._heads: dict[str, str] = {}
        self._players: list[str] = []
        self._options: dict[str, Any] = {}
        self._remarks: list[str] = []
        self._events: list[dict[str, Any]] = []
        self._turns = 0

    def take(self, line: str) -> None:
        """Take a line without the blanks around it."""
        if line.startswith("#"):
            self._remarks.append(line[1:].strip())
        elif not line:
            return
        elif not self._heads:
            self._begin(line)
        elif line[0].isdecimal():
            self._turn(line)
        else:
            self._other(line)

    def written(self) -> WrittenGame:
        """Return the game; raises NotationError where a header is missing."""
        if not self._heads:
            raise NotationError(f'There is no game to read; begin with "{_FIRST}: {VERSION}".')
        if "game" not in self._heads:
            raise NotationError(f'There is no line "game: ..."; name one of {", ".join(GAMES)}.')
        start = self._heads.get("start")
        record = {
            "game": self._heads["game"],
            "players": self._players,
            "options": self._options,
            "start": {"tiles": [] if start is None else _read_tiles(start)},
            "events": self._events,
        }
        return WrittenGame(record, self._heads.get("date"), tuple(self._remarks))

    def _begin(self, line: str) -> None:
        key, _colon, value = line.partition(":")
        if key != _FIRST or value.strip() != VERSION:
            raise NotationError(
                f'{kind_of(line)} begins no game of this notation; begin with "{_FIRST}:'
                f' {VERSION}".'
            )
        self._heads[key] = value.strip()

    def _turn(self, line: str) -> None:
        match = _TURN.fullmatch(line)
        if match is None:
            raise NotationError(f"{kind_of(line)} is no turn; {_ADVICE}.")
        if int(match["number"]) != self._turns + 1:
            raise NotationError(
                f"Turn {match['number']} follows turn {self._turns}; number them from 1 on."
            )
        mover, move = _read_name(match["name"]), match["move"].strip()
        if match["die"]:
            self._events.append({"event": "roll", "player": mover, "value": int(match["die"])})
        if not move and match["die"]:
            return  # a roll that nobody has moved for yet
        self._turns += 1
        stands = f" {move}".endswith(_LET_STAND)
        done = parse_move(f" {move}".removesuffix(_LET_STAND))
        event = {"event": "move", "mover": mover, "move": format_move(done)}
        self._events.append({**event, "let_stand": True} if stands else event)

    def _other(self, line: str) -> None:
        if match := _VOTE.fullmatch(line):
            row, value = int(match["row"]), int(match["value"])
            self._events.append({"event": "vote", "row": row, "value": value})
        elif match := _CLAIM.fullmatch(line):
            player = _read_name(match["name"])
            self._events.append({"event": "claim", "player": player, "kind": match["kind"]})
        elif match := _GIVEN.fullmatch(line):
            self._events.append({"event": "turn", "player": _read_name(match["name"])})
        else:
            self._head(line)

    def _head(self, line: str) -> None:
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or self._events:
            raise NotationError(f"{kind_of(line)} is nothing that happens in a game; {_ADVICE}.")
        if match := _PALAGEM.fullmatch(line):
            tiles = _read_tiles(match["value"])
            self._options.setdefault("palagems", {})[_read_name(match["name"])] = tiles
        elif match := _OPTION.fullmatch(line):
            self._options[_read_name(match["name"])] = _read_value(match["value"])
        elif key == "player":
            self._players.append(_read_name(value))
        elif key in ("game", "date", "start") and key not in self._heads:
            if key == "game" and value not in GAMES:
                raise NotationError(f"{kind_of(value)} is no game; name one of {', '.join(GAMES)}.")
            if key == "start":
                _read_tiles(value)
            self._heads[key] = value
        else:
            raise NotationError(
                f'{kind_of(key)} is no header that can stand here; there are "game", "date" and'
                ' "start" once each, "player", "option KEY" and "palagem NAME".'
            )


def _options(options: Mapping[str, Any]) -> Iterator[str]:
    for key, value in options.items():
        if key != "palagems":
            yield f"option {_name(key)}: {json.dumps(value)}"
    for player, tiles in (options.get("palagems") or {}).items():
        yield f"palagem {_name(player)}: {_tiles(tiles)}"


def _events(events: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    number, rolled = 1, ""
    for event, following in pairwise([*events, {"event": ""}]):
        match event["event"]:
            case "roll":
                rolled = f" ({event['value']})"
                if following["event"] != "move" or following["mover"] != event["player"]:
                    yield f"{number}. {_name(event['player'])}{rolled}:"
                    rolled = ""
            case "move":
                stands = _LET_STAND if event.get("let_stand") else ""
                yield f"{number}. {_name(event['mover'])}{rolled}: {event['move']}{stands}"
                number, rolled = number + 1, ""
            case "vote":
                yield f"vote: row {event['row']} = {event['value']}"
            case "claim":
                yield f"claim: {_name(event['player'])} {event['kind']}"
            case "turn":
                yield f"turn: {_name(event['player'])}"
            case kind:
                raise NotationError(f"{kind_of(kind)} is no event that can be written.")


def _name(player: str) -> str:
    """Write a name as it is where it can be told from what stands around it, else in quotes."""
    return player if _PLAIN.fullmatch(player) else json.dumps(player)


def _read_name(text: str) -> str:
    text = text.strip()
    if not text.startswith('"'):
        return text
    name = _read_value(text)
    if not isinstance(name, str):
        raise NotationError(f"{kind_of(text)} is no name; write it as it is, or in quotes.")
    return name


def _read_value(text: str) -> Any:
    try:
        return json.loads(text.strip())
    except (ValueError, RecursionError) as error:
        raise NotationError(
            f"{kind_of(text.strip())} is no value; write a number, true, false or a text in quotes."
        ) from error


def _tiles(tiles: Sequence[Mapping[str, int]]) -> str:
    return " ".join(f"{tile['q']},{tile['r']}={tile['orientation']}" for tile in tiles)


def _read_tiles(text: str) -> list[dict[str, int]]:
    done = parse_move(text)
    if done.removed or done.rotated or done.ordered:
        raise NotationError(f'{kind_of(text)} must be tiles alone, as in "0,0=0 1,-1=4".')
    return tiles_to_json(Board(dict(done.placed)))
