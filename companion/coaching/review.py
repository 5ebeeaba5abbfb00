"""Reviewing a game: who was winning after each move as far as is known, and what mattered.

Nothing is called a forced win that was not proven. Between such wins the score is a hint only:
which of the two could make more threats with a next move.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any

from rules import WHITE, Board, Color, Move, board_from_json, board_to_json
from rules.fields import Fields, FormatError
from rules.move import Tile
from rules.proofs.proof import tiles_to_json
from rules.tile import other_color

SECONDS_A_POSITION = 2.0
MOST_MOMENTS = 3
MOST_TRIED = 3
"""The better move is looked for by people where the win takes no more moves than this."""
_HINT = 0.6
"""A score that is not proven is never larger."""
HOLDS_FOR = 3
"""A better move is one after which no win of the other player in so many moves is found."""

Ask = Callable[[Mapping[str, Any]], Mapping[str, Any]]


class Kind(StrEnum):
    """Why a move mattered."""

    MISSED = "missed"
    """Its player could have won by force, and is not known to win after it."""
    ALLOWED = "allowed"
    """After it the other player wins by force, and before it that was not known."""
    DECISIVE = "decisive"
    """From it on its player's win was forced."""


@dataclass(frozen=True)
class PlayedMove:
    """A move of a game; ``winner`` where the game ended with it for somebody."""

    before: Board
    after: Board
    mover: Color
    winner: Color | None = None
    is_last: bool = False


@dataclass(frozen=True)
class Standing:
    """What is known of a position.

    ``winner`` wins by force in ``moves`` moves of theirs, 0 where the game is over; None where that
    is not known. ``score`` is 1 where White wins, -1 where Blue does, and else a hint between.
    """

    winner: Color | None
    moves: int
    score: float
    line: tuple[Move, ...] = ()


@dataclass(frozen=True)
class Moment:
    """A move that mattered.

    Attributes
    ----------
    move
        Its number, from 1.
    kind
        Why.
    moves
        In how many moves the forced win is that it missed, allowed or began.
    line
        How that win goes: from the position before the move where it was missed, else from the one
        after it.
    better
        A move that would have been better; None where none is known.
    """

    move: int
    kind: Kind
    moves: int
    line: tuple[Move, ...]
    better: Move | None = None

    @property
    def may_be_tried(self) -> bool:
        """Whether people can look for the better move and be told for sure."""
        if self.kind is Kind.MISSED:
            return self.moves <= MOST_TRIED
        return self.kind is Kind.ALLOWED and self.better is not None


@dataclass(frozen=True)
class Review:
    """What is known of a game: of the position after each move, from none on, and what mattered."""

    standings: tuple[Standing, ...]
    moments: tuple[Moment, ...]


def review_of(
    moves: Sequence[PlayedMove], size: int, ask: Ask, tell: Callable[[int], None]
) -> Review:
    """Review a game.

    Parameters
    ----------
    moves
        The moves, in order.
    size
        The number of tiles in the game.
    ask
        Asks the coach.
    tell
        Hears of how many positions are done.

    Raises
    ------
    CoachError
        If the coach has no answer.
    """
    standings = [Standing(None, 0, 0.0)]  # of the bare table nothing is known
    for number, move in enumerate(moves, 1):
        standings.append(_standing(move, size, ask))
        tell(number)
    found = _mistakes(moves, standings, size, ask)
    decisive = _decisive(moves, standings)
    known = {moment.move for moment in found}
    if decisive is not None and decisive.move not in known and len(found) < MOST_MOMENTS:
        found.append(decisive)
    return Review(tuple(standings), tuple(sorted(found, key=lambda moment: moment.move)))


def _standing(move: PlayedMove, size: int, ask: Ask) -> Standing:
    """Return what is known of the position after a move."""
    if move.is_last:
        score = 0.0 if move.winner is None else _sign(move.winner)
        return Standing(move.winner, 0, score)
    answer = ask(
        {
            "task": "assess",
            "board": board_to_json(move.after),
            "to_move": other_color(move.mover),
            "size": size,
            "seconds": SECONDS_A_POSITION,
        }
    )
    winner: Color | None = answer["winner"]
    if winner is not None:
        line = tuple(_move(tiles) for tiles in answer["line"])
        return Standing(winner, answer["moves"], _sign(winner), line)
    white, blue = answer["threatening"]["white"], answer["threatening"]["blue"]
    return Standing(None, 0, round(_HINT * (white - blue) / max(1, white + blue), 2))


def _sign(color: Color) -> float:
    return 1.0 if color == WHITE else -1.0


def _mistakes(
    moves: Sequence[PlayedMove], standings: Sequence[Standing], size: int, ask: Ask
) -> list[Moment]:
    """Return the mistakes that mattered most: the quickest wins that were missed or allowed."""
    found: list[Moment] = []
    for number, move in enumerate(moves, 1):
        before, after, other = standings[number - 1], standings[number], other_color(move.mover)
        if before.winner == move.mover and after.winner != move.mover:
            found.append(Moment(number, Kind.MISSED, before.moves, before.line, before.line[0]))
        elif before.winner is None and after.winner == other:
            found.append(Moment(number, Kind.ALLOWED, after.moves, after.line))
    # of wins as quick the last one decided the game
    found.sort(key=lambda moment: (moment.moves, moment.kind is not Kind.MISSED, -moment.move))
    chosen: list[Moment] = []
    for moment in found:
        if len(chosen) == MOST_MOMENTS:
            break
        if moment.kind is Kind.MISSED:
            chosen.append(moment)
        elif (better := _better(moves[moment.move - 1], moment.moves, size, ask)) is not None:
            chosen.append(Moment(moment.move, moment.kind, moment.moves, moment.line, better))
    return chosen


def _better(move: PlayedMove, moves: int, size: int, ask: Ask) -> Move | None:
    """Return a move after which no forced win is found, and no deeper one by threats either.

    None where there is none: then the move was no mistake, all others having lost as well.
    """
    if not move.before:
        return None
    answer = ask(
        {
            "task": "hold",
            "board": board_to_json(move.before),
            "to_move": move.mover,
            "size": size,
            "moves": max(moves, HOLDS_FOR),
            "seconds": 3 * SECONDS_A_POSITION,
        }
    )
    if answer["placed"] is None:
        return None
    better = _move(answer["placed"])
    tried = PlayedMove(move.before, move.before.with_tiles(better.placed), move.mover)
    return better if _standing(tried, size, ask).winner is None else None


def _decisive(moves: Sequence[PlayedMove], standings: Sequence[Standing]) -> Moment | None:
    """Return the move from which on the winner's win was known to be forced, up to the end."""
    if not moves or moves[-1].winner is None:
        return None
    winner, first = moves[-1].winner, len(moves)
    while first > 1 and standings[first - 1].winner == winner:
        first -= 1
    move, after = moves[first - 1], standings[first]
    if first == len(moves) or move.mover != winner:
        return None
    return Moment(first, Kind.DECISIVE, after.moves, after.line)


def digest_of(moves: Sequence[PlayedMove]) -> str:
    """Return by what it shows that a game has other moves than were reviewed."""
    boards = repr([(sorted(move.after.items()), move.mover, move.winner) for move in moves])
    return sha256(boards.encode()).hexdigest()


def review_to_json(review: Review) -> dict[str, Any]:
    """Return a review as it is kept and answered."""
    return {
        "standings": [
            {"winner": one.winner, "moves": one.moves, "score": one.score}
            for one in review.standings
        ],
        "moments": [
            {
                "move": one.move,
                "kind": one.kind.value,
                "moves": one.moves,
                "line": [tiles_to_json(move) for move in one.line],
                "better": None if one.better is None else tiles_to_json(one.better),
            }
            for one in review.moments
        ],
    }


def review_from_json(data: object) -> Review:
    """Read a review that was kept.

    Raises
    ------
    FormatError
        If another version wrote it.
    """
    fields = Fields.of(data, "The review", '{"standings": [...], "moments": [...]}', FormatError)
    try:
        return Review(
            tuple(
                Standing(one["winner"], one["moves"], one["score"])
                for one in fields.entries("standings")
            ),
            tuple(
                Moment(
                    one["move"],
                    Kind(one["kind"]),
                    one["moves"],
                    tuple(_move(tiles) for tiles in one["line"]),
                    None if one["better"] is None else _move(one["better"]),
                )
                for one in fields.entries("moments")
            ),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise FormatError("The review was written by another version: make it anew.") from error


def _move(tiles: object) -> Move:
    placed = board_from_json({"tiles": tiles})
    return Move(placed=tuple(Tile(*one) for one in placed.items()), ordered=True)
