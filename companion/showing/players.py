"""Who has played: how many games that ended, how many won, and the most points in one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from companion.live.demos import DEMO
from companion.live.kept_events import over_of
from companion.record import KeptGame
from companion.referee.events import Over

_DRAW = "draw"


@dataclass
class PlayerLine:
    """What a player has played.

    Attributes
    ----------
    name
        As it was written last.
    played, won, drawn
        Games that ended; drawn are those that nobody won or lost.
    most_points
        In one game of Palagonia; None where none was played.
    games
        The numbers of those games, the newest first.
    """

    name: str
    played: int = 0
    won: int = 0
    drawn: int = 0
    most_points: int | None = None
    games: list[int] = field(default_factory=list)


def player_lines(games: Iterable[KeptGame]) -> list[PlayerLine]:
    """Return everybody who has played to an end, those first who played most.

    Parameters
    ----------
    games
        The games on record, newest first. Those against the computer, demo games, and those that
        were ended by a palagem that is somebody's by a guess only, count for nobody. Names that
        differ only in capital letters are one player's.
    """
    lines: dict[str, PlayerLine] = {}
    for game in games:
        over = over_of(game)
        if over is None or over.whose_guessed or game.options.keys() & {"computer", DEMO}:
            continue
        for player in game.players:
            line = lines.setdefault(player.name.casefold(), PlayerLine(player.name))
            _count(line, game.number, player.name, over)
    return sorted(lines.values(), key=lambda line: (-line.played, -line.won, line.name.casefold()))


def _count(line: PlayerLine, game: int, name: str, over: Over) -> None:
    line.played += 1
    line.games.append(game)
    line.won += over.winner == name or (over.winner is None and over.loser not in (None, name))
    line.drawn += over.winner == _DRAW or over.reason == "tie"
    points = (over.scores or {}).get(name)
    if points is not None:
        line.most_points = max(points, line.most_points or 0)
