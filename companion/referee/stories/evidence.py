"""What one look says of the table: surely of most cells, with probabilities of the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field, replace

from companion.referee.stories.weights import FAINTEST, MOST_TABLES, NEWLY_DOUBTFUL
from rules import Board, Cell
from rules.tile import ORIENTATIONS, matching_orientations

Contents = Mapping[int | None, float]
"""How likely a cell is empty (None) or holds a tile of each orientation."""

POSSIBLE = 0.01
"""What a cell that is not sure holds with so much probability is possible."""

_SEEMS_BARE = 0.5
"""A cell that is likelier empty than this may hold a tile that was missed, turned in any way."""

_HELD = 0.4
"""How likely a tile that is unsure, beside what is hidden, lies there and is not held by a hand."""

_GUESSED = 0.85
"""How likely a tile that is unsure is as it is guessed, where no probabilities are given."""

_TURNED = 0.03
"""How likely it is turned otherwise, for each of the two ways that match as well."""

_BELIEVED = 0.9
"""A tile that is unsure lies there with no more than this probability, however likely it seems: one
that the camera's witnesses do not agree on may be none."""

_EMPTY = 0.6
"""How likely a cell is empty that is guessed to be, without being sure."""

_MISSED = 0.1
"""How likely a tile lies on such a cell at least, whatever the camera's probabilities. Of 15 tiles
that were missed, not surely, on a lattice that was read, eight were held for less than 5 % likely
where that was measured (``training/campaign/reader_errors.json``): the network saw them, and
colours in bad light spoke against them.
"""

_SEEN_TURNED = 0.8
"""How likely such a tile is turned as the camera shows it, however faintly, rather than anyhow: of
those 15 the network held the true way for the likeliest in 13, and saw nothing of two."""

_SHOWS_NOTHING = 1e-5
"""What the camera holds for no likelier than this of a way a tile is turned tells nothing."""


@dataclass(frozen=True)
class TableEvidence:
    """One settled look at the table, people's words about cells taken in.

    Attributes
    ----------
    seen
        The tiles that are believed to lie there.
    doubtful
        The contents of the cells of which neither the camera nor people are sure.
    hidden
        Cells that cannot be seen.
    told
        What the camera, not sure, says of cells of which people said what lies there.
    burnt
        Cells that a lamp burns white.
    concealed
        Cells beside a tile that are hidden since a few looks, while nothing near them is: the
        camera may not make out a tile that was laid there.
    """

    seen: Board
    doubtful: Mapping[Cell, Contents] = field(default_factory=dict)
    hidden: frozenset[Cell] = frozenset()
    told: Mapping[Cell, Contents] = field(default_factory=dict)
    burnt: frozenset[Cell] = frozenset()
    concealed: frozenset[Cell] = frozenset()

    def tables(self, believed: Board, last: TableEvidence | None) -> list[tuple[Board, float]]:
        """Return what may lie there, and how likely the look is then; the likeliest first.

        Parameters
        ----------
        believed
            What lay there by a story at the last look.
        last
            The last look. A cell that was unsure then and looks the same now is no new evidence:
            what people say lies there lay there then.
        """
        sure = {
            cell: k
            for cell, k in self.seen.items()
            if cell not in self.doubtful and cell not in self.hidden
        }
        sure |= {cell: believed[cell] for cell in self.hidden if cell in believed}
        found: list[tuple[dict[Cell, int], float]] = [(sure, self._unchanged(believed, last))]
        for cell, options in self._open(believed, last):
            found = [
                (tiles if k is None else {**tiles, cell: k}, likely * p)
                for tiles, likely in found
                for k, p in options.items()
            ]
            found = sorted(found, key=lambda one: -one[1])[:MOST_TABLES]
        return [(Board(tiles), likely) for tiles, likely in found]

    def _open(self, believed: Board, last: TableEvidence | None) -> Iterator[tuple[Cell, Contents]]:
        """Yield the cells that may hold several things, and what; see :meth:`tables`."""
        for cell, contents in self.doubtful.items():
            lies = believed.get(cell)
            if last is None or not last.looks_alike(self, cell):
                is_new = last is not None and cell not in last.doubtful
                yield cell, _options(contents, NEWLY_DOUBTFUL if is_new else 1.0)
            elif cell in self.burnt and lies is None:
                yield cell, _laid_unseen(contents)
            else:
                yield cell, {lies: 1.0}
        for cell in sorted(self.newly_concealed(last) - believed.keys()):
            yield cell, contents_of(None, None, held=False)

    def newly_concealed(self, last: TableEvidence | None) -> frozenset[Cell]:
        """Return the cells that are concealed since the last look."""
        return self.concealed - (last.concealed if last is not None else frozenset())

    def _unchanged(self, believed: Board, last: TableEvidence | None) -> float:
        """Return how often cells look as they did, not sure, though something else lies there."""
        changed = (
            last is not None and last.looks_alike(self, cell) and believed.get(cell) != lies
            for cell in self.told
            for lies in [self.seen.get(cell)]
        )
        return float(FAINTEST ** sum(changed))

    @property
    def seen_unsurely(self) -> Mapping[Cell, Contents]:
        """The contents of the doubtful cells of which the camera sees something at all."""
        return {c: contents for c, contents in self.doubtful.items() if c not in self.burnt}

    def only_on(self, board: Board) -> TableEvidence:
        """Return it without the cells that are not sure and empty on a board."""
        doubtful = {cell: contents for cell, contents in self.doubtful.items() if cell in board}
        return replace(self, doubtful=doubtful)

    def uncovered(self, later: TableEvidence, known: Set[Cell]) -> TableEvidence:
        """Return it with tiles on hidden cells, as a later look shows them for sure.

        Those on ``known`` cells are left out.
        """
        shown = {
            cell: k
            for cell, k in later.seen.items()
            if cell in self.hidden - known and not (cell in later.doubtful or cell in later.hidden)
        }
        tiles = self.seen.with_tiles(shown.items())
        return replace(self, seen=tiles, hidden=self.hidden - shown.keys())

    def looks_alike(self, other: TableEvidence, cell: Cell) -> bool:
        """Tell whether a cell is unsure in both looks, with the same guess."""
        mine, theirs = (look.doubtful.get(cell) or look.told.get(cell) for look in (self, other))
        return mine is not None and theirs is not None and _guess(mine) == _guess(theirs)


def contents_of(
    guess: int | None, probabilities: tuple[float, ...] | None, *, held: bool
) -> Contents:
    """Return how likely a cell of which the camera is not sure holds what.

    Parameters
    ----------
    guess
        What the camera believes: an orientation, or None for no tile.
    probabilities
        Of an empty cell and of orientations 0 to 5, where the camera gives them.
    held
        Whether something hangs over the cells beside it, so that a hand may hold the tile.
    """
    if probabilities is not None:
        seen = dict(zip(ORIENTATIONS, probabilities[1:], strict=True))
        share = _BELIEVED / max(sum(seen.values()), _BELIEVED)
        lies: dict[int | None, float] = {k: p * share for k, p in seen.items()}
        if guess is None:
            more = max(_MISSED - sum(lies.values()), 0.0)
            lies = {k: lies[k] + more * share for k, share in _ways(seen).items()}
        return {None: 1 - sum(lies.values()), **lies}
    if guess is None:
        each = (1 - _EMPTY) / len(ORIENTATIONS)
        return {None: _EMPTY, **dict.fromkeys(ORIENTATIONS, each)}
    laid: dict[int | None, float] = dict.fromkeys(matching_orientations(guess), _TURNED)
    laid[guess] = _GUESSED
    if held:
        laid = {k: p * _HELD for k, p in laid.items()}
    return {None: 1 - sum(laid.values()), **laid}


def may_hold(contents: Contents, orientation: int | None) -> bool:
    """Tell whether a cell that is not sure may hold a tile that is turned so, or none (None).

    A tile that was missed may lie there in any way.
    """
    likely = contents.get(orientation, 0.0)
    return likely >= POSSIBLE or (likely > 0 and contents.get(None, 0.0) > _SEEMS_BARE)


def _ways(seen: Mapping[int, float]) -> dict[int, float]:
    """Return how likely a tile that was missed is turned in each way, by what is seen of it."""
    faintly = {k: p + _SHOWS_NOTHING for k, p in seen.items()}
    anyhow, all_of_it = (1 - _SEEN_TURNED) / len(faintly), sum(faintly.values())
    return {k: _SEEN_TURNED * p / all_of_it + anyhow for k, p in faintly.items()}


def _laid_unseen(contents: Contents) -> Contents:
    """Return what a cell may hold on which none lay and that a lamp burns: a tile laid since."""
    empty = contents.get(None, 0.0)
    likely = {k: contents.get(k, 0.0) for k in ORIENTATIONS}
    return {None: 1.0, **{k: p / max(empty, p) for k, p in likely.items() if p}}


def _options(contents: Contents, laid: float) -> Contents:
    """Return what a cell may hold, tiles being so much likelier than the look says."""
    likely = {k: p if k is None else p * laid for k, p in contents.items()}
    total = sum(likely.values())
    return {k: p / total for k, p in likely.items() if p >= FAINTEST * total}


def _guess(contents: Contents) -> int | None:
    return max(contents, key=lambda k: contents[k])
