"""The players' palagems, as they lie apart from the board on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import atan2, tau

from companion.referee.sentences import Unclear
from rules import Board, Cell, Palagem, PalagemError, players_who_must_change
from rules.messages import Message
from rules.refusals import Refusal
from vision.following.table_view import OtherCluster, Point, TableView


class PalagemWatch:
    """Registers each player's palagem from the rhombi of four tiles that lie apart.

    A rhombus that appears by itself is taken for that of the next player in the order of play. Of
    several that appear at once nobody can tell whose is whose; they are taken clockwise, beginning
    with the one nearest to the camera, and ``guessed`` says so until people have confirmed it.
    """

    def __init__(self, players: Sequence[str], given: Mapping[str, Palagem], inversion: bool):
        self.players = tuple(players)
        self.palagems: dict[str, Palagem] = dict(given)
        self.guessed = self._is_said = False
        self._given = dict(given)
        self._inversion = inversion
        self._lie_there = False

    @property
    def missing(self) -> tuple[str, ...]:
        """The players whose palagem is not known."""
        return tuple(player for player in self.players if player not in self.palagems)

    @property
    def must_change(self) -> tuple[str, ...]:
        """The players who must change their palagem since somebody later has the same."""
        known = {p: self.palagems[p] for p in self.players if p in self.palagems}
        return players_who_must_change(known, inversion=self._inversion)

    @property
    def due(self) -> tuple[str, ...]:
        """The players who owe a palagem: those who have shown none, then those who must change it.

        Both are in the order of play.
        """
        return (*self.missing, *self.must_change)

    @property
    def why_awaited(self) -> Message | None:
        """Why play cannot begin yet: a palagem was not seen, or must be changed."""
        if self.missing:
            return Unclear.PALAGEMS_AWAITED(players=self.missing)
        if self.must_change:
            return Refusal.PALAGEMS_ALIKE(players=self.must_change)
        return None

    @property
    def why_unsure(self) -> Message | None:
        """What is not known for sure of them, play having begun."""
        guessed = Unclear.PALAGEMS_GUESSED(players=self.players)
        return (self.why_awaited or guessed) if self.missing or self.guessed else None

    @property
    def counting(self) -> dict[str, Palagem]:
        """Those that count, in the order of play: known, and not to be changed."""
        out = self.must_change
        return {p: self.palagems[p] for p in self.players if p in self.palagems and p not in out}

    def apart(self, view: TableView) -> TableView:
        """Return a view on which a palagem does not count as the board for being built first.

        The first four tiles of every game are a palagem as well. While palagems are missing, they
        are one if another one is built apart from them. Where one lay there before, the last may
        not be shown: then they are one if any tile is laid apart from them.
        """
        others = [other.board for other in view.others if other.sure]
        apart = [board for board in others if (palagem(board) is None) == self._lie_there]
        if not self.missing or view.unsure or not apart or palagem(view.board) is None:
            return view
        built = OtherCluster(view.board, view.board_center or (0.0, 0.0), True)
        nothing = frozenset[Cell]()
        return replace(
            view,
            board=Board(),
            hidden=nothing,
            burnt=nothing,
            crooked=nothing,
            others=(*view.others, built),
            board_center=None,
            near_edge=(),
            probabilities={},
        )

    def look(self, others: Sequence[OtherCluster], *, anew: bool = False) -> None:
        """Register the palagems among the clusters that lie apart from the board.

        ``anew`` tells that one was built where the board was taken to lie: in what order they were
        seen tells nothing then, and whose they are is guessed anew unless people have said it.
        """
        if anew and not self._is_said:
            self.palagems = dict(self._given)
        seen = [(other.center, p) for other in others if other.sure and (p := palagem(other.board))]
        self._lie_there = self._lie_there or bool(seen)
        unknown = list(seen)
        changing = self.must_change
        # of equal ones the one that stays is that of the player who need not change theirs
        for player in sorted(self.palagems, key=lambda player: player in changing):
            pattern = self.palagems[player].pattern()
            same = next((entry for entry in unknown if entry[1].pattern() == pattern), None)
            if same is not None:
                unknown.remove(same)
            elif len(seen) >= len(self.palagems):
                del self.palagems[player]
        waiting = self.missing
        if len(unknown) > 1 and len(waiting) > 1:
            self.guessed = True
        for player, (_, found) in zip(waiting, _clockwise(unknown), strict=False):
            self.palagems[player] = found

    def may_be(self, board: Board) -> bool:
        """Tell whether tiles that are seen on a bare table may be a palagem rather than the board.

        Where all palagems were told before anybody looked, they need not lie on the table: then any
        other rhombus is of the first four tiles of the game, which nobody saw laid.
        """
        found = palagem(board)
        if found is None or self.due or self._lie_there:
            return found is not None
        return any(found.pattern() == known.pattern() for known in self.palagems.values())

    def assign(self, player: str, chosen: Palagem) -> None:
        """Take people's word for whose palagem one is; its former owner gets the player's."""
        pattern = chosen.pattern()
        for other, known in self.palagems.items():
            if other != player and known.pattern() == pattern:
                if player in self.palagems:
                    self.palagems[other] = self.palagems[player]
                else:
                    del self.palagems[other]
                break
        self.palagems[player] = chosen
        self.guessed, self._is_said = False, True


def palagem(board: Board) -> Palagem | None:
    """Return the palagem that a cluster of tiles is, if it is one."""
    try:
        return Palagem(board)
    except (PalagemError, ValueError):
        return None


def _clockwise(found: Sequence[tuple[Point, Palagem]]) -> list[tuple[Point, Palagem]]:
    """Sort clockwise as seen from above, beginning with the lowest in the picture."""
    if not found:
        return []
    middle_x = sum(x for (x, _), _ in found) / len(found)
    middle_y = sum(y for (_, y), _ in found) / len(found)
    nearest_x, nearest_y = max((center for center, _ in found), key=lambda center: center[1])
    begin = atan2(middle_x - nearest_x, nearest_y - middle_y)

    def angle(entry: tuple[Point, Palagem]) -> float:
        (x, y), _ = entry
        return round(atan2(middle_x - x, y - middle_y) - begin, 6) % tau

    return sorted(found, key=angle)
