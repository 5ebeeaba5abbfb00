"""Players of made-up games: random moves that somebody might make, legal or not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from companion.referee.ruling import Attempt, progress_of, verdict_on
from companion.referee.setup import Setup, setup_of
from rules import (
    Board,
    Cell,
    Move,
    Palagem,
    PalagemGame,
    PalagoGame,
    PalagoniaGame,
    Stage,
    Verdict,
    all_palagems,
    applied,
    placing,
)
from rules.board_json import tiles_to_json
from rules.groups import find_groups
from rules.judging import PALAGEM, PALAGO
from rules.move import Tile
from rules.palagonia.judging import REMOVE_DIE, ROTATE_DIE, is_interior, tiles_due
from rules.palagonia.moves import closings
from rules.placing import fitting_tiles
from rules.tile import matching_orientations

AnyGame = PalagoGame | PalagemGame | PalagoniaGame
SEATS = ("North", "East", "South", "West")
_TRIES = 60
_CANDIDATES = 4
_QUIET_TURNS = (6, 20)
"""So many turns are played, between these, before anybody looks for a win."""


def new_game(name: str, random: Random) -> tuple[AnyGame, Setup]:
    """Return a game with random players, and the setup with which a referee begins it."""
    if name == PALAGO:
        return PalagoGame(SEATS[:2]), setup_of(name, SEATS[:2])
    players = SEATS[: random.randint(3, 4) if name != PALAGEM else random.randint(2, 3)]
    if name != PALAGEM:
        return PalagoniaGame(players), setup_of(name, players)
    chosen = dict(zip(players, random.sample(all_palagems(), len(players)), strict=True))
    return PalagemGame(players, chosen), setup_of(name, players, options_of(chosen))


def options_of(palagems: dict[str, Palagem]) -> dict[str, object]:
    """Return the options that tell a referee whose palagem is which."""
    return {"palagems": {player: tiles_to_json(p.tiles) for player, p in palagems.items()}}


class Player:
    """Makes random moves in a game; whoever's turn it is."""

    def __init__(self, game: AnyGame, setup: Setup, random: Random) -> None:
        self._game = game
        self._setup = setup
        self._random = random
        self._quiet_turns = random.randint(*_QUIET_TURNS)

    @property
    def die(self) -> int | None:
        """The mover's roll in Palagonia."""
        return self._game.die if isinstance(self._game, PalagoniaGame) else None

    def attempt(self, after: Board) -> Attempt:
        """Return what the mover did, with these tiles on the table."""
        first = not self._game.turns
        game = self._game
        return Attempt(game.mover, game.board, after, self.die, None, is_first=first)

    def verdict(self, after: Board) -> Verdict:
        """Rule on a table as the mover's whole move."""
        return verdict_on(self._setup, self.palagems, self.attempt(after))

    def stage(self, after: Board) -> Stage:
        """Tell how far the mover's move has come with these tiles on the table."""
        return progress_of(self._setup, self.palagems, self.attempt(after)).stage

    @property
    def palagems(self) -> dict[str, Palagem]:
        """The players' palagems, none where the game has none."""
        return dict(self._game.palagems) if isinstance(self._game, PalagemGame) else {}

    def legal_move(self) -> Move:
        """Return a legal move; of a few random ones one of the best.

        Raises
        ------
        RuntimeError
            If none is found: the game has one wherever it is not over.
        """
        found: list[tuple[float, Move]] = []
        for move in self._candidates():
            verdict = self.verdict(applied(move, self._game.board))
            if verdict.legal and self._game.is_legal(move) and not self._ends_early(move):
                found.append((self._worth(verdict), move))
            if len(found) >= _CANDIDATES:
                break
        if found:
            return max(found, key=lambda choice: choice[0])[1]
        for move in self._game.legal_moves():
            return move
        raise RuntimeError(f"No legal move was found on {self._game.board!r}.")

    def _ends_early(self, move: Move) -> bool:
        """Tell whether a part of a move is a whole one already, after which nobody plays on."""
        board = self._game.board
        parts = range(1, len(move.placed) if isinstance(self._game, PalagoGame) else 1)
        tables = (board.with_tiles(move.placed[:count]) for count in parts)
        return any(self.stage(table) is Stage.COMPLETE for table in tables)

    def can_go_on(self) -> bool:
        """Tell whether somebody can lay something; what was let stand may leave no place."""
        board = self._game.board
        if isinstance(self._game, PalagoniaGame):
            return not self._game.tiles_left or any(fitting_tiles(board, board.border()))
        return self._game.outcome() is not None or any(True for _ in self._game.legal_moves())

    def illegal_move(self) -> Move | None:
        """Return a move that no completion makes legal; None if none came to mind."""
        for _ in range(_TRIES):
            move = self._spoilt(self.legal_move())
            if move is None:
                continue
            after = applied(move, self._game.board)
            if self.stage(after) is Stage.ILLEGAL:
                return move
        return None

    def _worth(self, verdict: Verdict) -> float:
        """Return how much a player likes a move."""
        worth = self._random.random() + sum(island.creator or 0 for island in verdict.islands)
        if verdict.over and self._setup.game != "palagonia":
            quiet = len(self._game.turns) < self._quiet_turns
            wins = verdict.winner in (self._game.mover, self._color)
            worth += 5.0 if wins and not quiet else -5.0
        return worth

    @property
    def _color(self) -> str | None:
        return self._game.color if isinstance(self._game, PalagoGame) else None

    def _candidates(self) -> Iterator[Move]:
        """Yield random moves, many of them legal."""
        board, left = self._game.board, self._game.tiles_left
        make: Callable[[], Move | None]
        if isinstance(self._game, PalagoniaGame):
            die = self.die or 2
            if die in (REMOVE_DIE, ROTATE_DIE):
                yield from self._changes(die)
                return
            due = tiles_due(die, left)
            yield from self._islands(due)
            make = lambda: self._patch(due)  # noqa: E731
        elif isinstance(self._game, PalagoGame):
            due = min(2, left)
            make = lambda: self._patch(due)  # noqa: E731
        elif left:
            make = lambda: self._touching(min(2, len(board)))  # noqa: E731
        else:
            moves = list(self._game.legal_moves())
            yield from self._random.sample(moves, min(len(moves), _TRIES))
            return
        for _ in range(_TRIES):
            move = make()
            if move is not None:
                yield move

    def _changes(self, die: int) -> Iterator[Move]:
        """Yield removals or rotations of tiles, in a random order."""
        board = self._game.board
        for cell in self._random.sample(sorted(board), len(board)):
            if die == REMOVE_DIE:
                yield Move(removed=(cell,))
            elif is_interior(board, cell):
                others = [k for k in matching_orientations(board[cell]) if k != board[cell]]
                yield Move(rotated=(Tile(cell, self._random.choice(others)),))

    def _islands(self, due: int) -> Iterator[Move]:
        """Yield one way to close an island, if some group is nearly closed."""
        board = self._game.board
        groups = [group for group in find_groups(board).all if not group.closed]
        for group in self._random.sample(groups, min(3, len(groups))):
            for tiles in closings(board, min(group.corners), group.color, due):
                yield placing(*tiles)
                break

    def _patch(self, number: int) -> Move | None:
        """Return random tiles that match and hang together; None where they came to nothing."""
        board, tiles = self._game.board, list[Tile]()
        for _ in range(number):
            cells = [c for tile in tiles for c in tile.cell.neighbours() if c not in board]
            cells = sorted(set(cells)) or list(board.border()) or [Cell(0, 0)]
            fits = list(fitting_tiles(board, [self._random.choice(cells)]))
            if not fits:
                return None
            tiles.append(self._random.choice(fits))
            board = board.with_tile(*tiles[-1])
        return placing(*tiles, ordered=isinstance(self._game, PalagoGame))

    def _touching(self, least: int) -> Move | None:
        """Return a random tile that matches and touches so many; None where none came to mind."""
        board = self._game.board
        cells = [c for c in board.border() or (Cell(0, 0),) if len(board.touching(c)) >= least]
        fits = list(fitting_tiles(board, [self._random.choice(cells)])) if cells else []
        return placing(self._random.choice(fits)) if fits else None

    def _spoilt(self, move: Move) -> Move | None:
        """Return a move with something wrong in it, in one of the ways that happen."""
        board = self._game.board
        ways = ["disturbed", *(["turned", "too-many", "apart"] if move.placed else [])]
        way = self._random.choice(ways)
        free = sorted(set(board) - set(move.removed) - set(move.rotated_cells))
        if way == "disturbed":
            if not free:
                return None
            cell = self._random.choice(free)
            turned = Tile(cell, (board[cell] + self._random.randrange(1, 6)) % 6)
            return Move(move.placed, move.removed, (*move.rotated, turned))
        *others, last = move.placed
        if way == "turned":
            turned = Tile(last.cell, (last.orientation + 1) % 6)
            return Move((*others, turned), move.removed, move.rotated)
        standing = applied(Move(tuple(others), move.removed, move.rotated), board)
        if way == "apart":
            border = board.without(*move.removed).border()  # it touches what lies there then
            cells = [c for c in border if c not in standing and c not in move.removed]
            fits = list(fitting_tiles(standing, [self._random.choice(cells)])) if cells else []
            return Move((*others, fits[0]), move.removed, move.rotated) if fits else None
        after = applied(move, board)
        cell = self._random.choice(after.border())
        fits = list(fitting_tiles(after, [cell])) if cell not in board else []
        return Move((*move.placed, fits[0]), move.removed, move.rotated) if fits else None
