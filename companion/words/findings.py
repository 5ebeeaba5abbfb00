"""What there is to say about a board, in plain words, and what to light up while saying it.

The page and the command line say the same sentences. A finding never claims more than was seen: one
that rests on a tile the reader is not sure of is marked so, and what cannot be seen is not judged.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Literal

from companion.words.language import gettext as _
from companion.words.language import listing, ngettext
from rules import COLORS, Analysis, Board, Cell, Color, Shape, analyse
from rules.lattice import SIDES
from vision.reading import ClusterReading, TileReading

Kind = Literal[
    "illegal",
    "island",
    "closed",
    "eyes",
    "hole",
    "unsure",
    "hidden",
    "wrong",
    "last",
    "changed",
    "asked",
    "threat",
    "palagem",
]
Edge = tuple[Cell, Cell]

_MOST_NAMED_SINGLY = 3


@dataclass(frozen=True)
class Finding:
    """One thing to say.

    Attributes
    ----------
    kind
        What sort of thing it is.
    title, details
        A short sentence, and sentences that explain it.
    sure
        False where it rests on a tile that the reader is not sure of.
    color
        Whose shape it is, where it is one's.
    cells
        Cells to light up as a whole.
    shapes
        Closed shapes to light up, arches and tips.
    edges
        Pairs of touching cells whose common edge is meant.
    """

    kind: Kind
    title: str
    details: tuple[str, ...] = ()
    sure: bool = True
    color: Color | None = None
    cells: tuple[Cell, ...] = ()
    shapes: tuple[Shape, ...] = ()
    edges: tuple[Edge, ...] = ()

    @property
    def needs_a_doubt(self) -> bool:
        """Whether it must be added that it is not sure, since its title does not say so."""
        return not self.sure and self.kind in ("island", "closed", "eyes")


def find_in_cluster(cluster: ClusterReading) -> tuple[Finding, ...]:
    """Return everything there is to say about one cluster of a photo, most urgent first."""
    unsure = frozenset(tile.cell for tile in cluster.tiles if not tile.sure)
    return (
        *find_on_board(cluster.board(), unsure, cluster.hidden),
        *_unsure(tuple(tile for tile in cluster.tiles if not tile.sure)),
        *_hidden(cluster.hidden),
    )


def find_on_board(
    board: Board, unsure: Collection[Cell] = (), hidden: Collection[Cell] = ()
) -> tuple[Finding, ...]:
    """Return what there is to say about a board.

    ``unsure`` are cells that may be misread, ``hidden`` such as may hold a tile unseen.
    """
    analysis = analyse(board)
    return (
        *_illegal(board, analysis, unsure),
        *_islands(analysis, unsure),
        *_closed_groups(analysis, unsure),
        *_eyes(analysis, unsure),
        *_holes(analysis, hidden),
    )


def summarise(analysis: Analysis, tiles: int) -> str:
    """Return one sentence on the size of a board and of its largest groups."""
    size = ngettext("{count} tile", "{count} tiles", tiles)
    if analysis.largest_group is None:
        return _("{size}. With mismatched edges, groups cannot be counted.", size=size)
    return _(
        "{size}. Largest groups: white {white}, blue {blue}.",
        size=size,
        white=_arches(analysis.largest_group["white"]),
        blue=_arches(analysis.largest_group["blue"]),
    )


def island_sum(shape: Shape) -> str:
    """Write out how a value comes about, as in ``Value 4 = 1 limb + animals worth 1 + 2``."""
    terms = []
    if shape.limbs:
        terms.append(ngettext("{count} limb", "{count} limbs", shape.limbs))
    scores = [str(score) for score in shape.animals or ()]
    if scores:
        terms.append(
            ngettext(
                "an animal worth {scores}",
                "animals worth {scores}",
                len(scores),
                scores=" + ".join(scores),
            )
        )
    return _("Value {value} = {sum}", value=shape.value, sum=" + ".join(terms))


def _illegal(board: Board, analysis: Analysis, unsure: Collection[Cell]) -> Iterator[Finding]:
    """One finding for each patch of mismatched edges that hang together.

    Two touching tiles match exactly when their orientations have the same parity, so every
    mismatched edge joins an odd tile and an even one. The fewer of the two kinds are named as the
    likely culprits; where they are equally many, nobody can tell.
    """
    for edges in _connected(analysis.mismatches):
        odd = tuple(sorted({cell for edge in edges for cell in edge if board[cell] % 2}))
        even = tuple(sorted({cell for edge in edges for cell in edge if not board[cell] % 2}))
        marked = min(odd, even, key=len) if len(odd) != len(even) else (*odd, *even)
        if len(marked) == 1:
            wrong = _("a tile does not match {count} of its neighbours", count=len(edges))
        else:
            wrong = ngettext(
                "two touching tiles do not match",
                "tiles mismatch along {count} edges",
                len(edges),
            )
        sure = not any(cell in unsure for edge in edges for cell in edge)
        if len(marked) == 1 and _fits_turned(board, marked[0]):
            advice = _("Turned by one step (60 degrees) either way, the marked tile matches them.")
        else:
            advice = _("At each marked edge one of the two tiles must be turned or taken back.")
        yield Finding(
            kind="illegal",
            title=_("Illegal: {wrong}", wrong=wrong)
            if sure
            else _("Perhaps illegal: {wrong}", wrong=wrong),
            details=(
                ngettext(
                    "White meets blue along the marked edge.",
                    "White meets blue along the marked edges.",
                    len(edges),
                ),
                advice,
            ),
            sure=sure,
            cells=tuple(sorted(marked)),
            edges=edges,
        )


def _fits_turned(board: Board, cell: Cell) -> bool:
    turned = (board[cell] + 1) % SIDES
    return not board.with_tile(cell, turned).mismatched_neighbours(cell)


def _connected(edges: tuple[Edge, ...]) -> list[tuple[Edge, ...]]:
    """Split edges into those that hang together by common tiles."""
    patches: list[tuple[set[Cell], list[Edge]]] = []
    for edge in edges:
        touched = [patch for patch in patches if patch[0] & set(edge)]
        cells = set(edge).union(*(patch[0] for patch in touched))
        together = [e for patch in touched for e in patch[1]] + [edge]
        patches = [patch for patch in patches if patch not in touched] + [(cells, together)]
    return [tuple(sorted(together)) for _cells, together in patches]


def _islands(analysis: Analysis, unsure: Collection[Cell]) -> Iterator[Finding]:
    for shape in sorted(analysis.islands, key=lambda island: -(island.value or 0)):
        title = (
            _("White island worth {value}", value=shape.value)
            if shape.color == "white"
            else _("Blue island worth {value}", value=shape.value)
        )
        size = _("Closed group of {arches}", arches=_arches(shape.arches))
        inside = ngettext("{count} shape inside it", "{count} shapes inside it", shape.inside or 0)
        contents = f"{size}, {inside}." if shape.inside else f"{size}."
        yield Finding(
            kind="island",
            title=title,
            details=(island_sum(shape), contents),
            sure=rests_on_sure(shape, unsure),
            color=shape.color,
            shapes=(shape,),
        )


def _closed_groups(analysis: Analysis, unsure: Collection[Cell]) -> Iterator[Finding]:
    """The closed arch groups that are no islands; islands are closed groups too and come first."""
    for shape in analysis.closed or ():
        if shape.is_eye or shape.is_island:
            continue
        arches = _arches(shape.arches)
        title = (
            _("Closed white group of {arches}", arches=arches)
            if shape.color == "white"
            else _("Closed blue group of {arches}", arches=arches)
        )
        if shape.value is None:
            details = _("Its value stays open while there is a hole on the board.")
        else:
            details = _("No limbs and no animals: not an island.")
        yield Finding(
            kind="closed",
            title=title,
            details=(details,),
            sure=rests_on_sure(shape, unsure),
            color=shape.color,
            shapes=(shape,),
        )


def _eyes(analysis: Analysis, unsure: Collection[Cell]) -> Iterator[Finding]:
    for color in COLORS:
        eyes = tuple(s for s in analysis.closed or () if s.is_eye and s.color == color)
        if not eyes:
            continue
        title = (
            ngettext("{count} white eye", "{count} white eyes", len(eyes))
            if color == "white"
            else ngettext("{count} blue eye", "{count} blue eyes", len(eyes))
        )
        yield Finding(
            kind="eyes",
            title=title,
            details=(_("Three tips that meet: closed, but without an arch."),),
            sure=all(rests_on_sure(eye, unsure) for eye in eyes),
            color=color,
            shapes=eyes,
        )


def _holes(analysis: Analysis, hidden: Collection[Cell]) -> Iterator[Finding]:
    for hole in analysis.holes:
        sure = not any(cell in hidden for cell in hole)
        if sure:
            title = ngettext("A hole of one empty cell", "A hole of {count} empty cells", len(hole))
        else:
            title = _("Perhaps a hole: a tile may lie there unseen")
        yield Finding(
            kind="hole",
            title=title,
            details=(
                _("While there is a hole, animals and the values of islands are not counted."),
            ),
            sure=sure,
            cells=hole,
        )


def _unsure(tiles: tuple[TileReading, ...]) -> Iterator[Finding]:
    """One finding for each unsure tile, or one for all where they are too many to go through."""
    if len(tiles) <= _MOST_NAMED_SINGLY:
        yield from map(_unsure_tile, tiles)
    else:
        yield Finding(
            kind="unsure",
            title=ngettext("Not sure of {count} tile", "Not sure of {count} tiles", len(tiles)),
            details=(_("Each is drawn as it most likely lies."),),
            sure=False,
            cells=tuple(sorted(tile.cell for tile in tiles)),
        )


def _unsure_tile(tile: TileReading) -> Finding:
    shown = tile.probabilities[1 + tile.orientation]
    others = [
        (probability, None if index == 0 else index - 1)
        for index, probability in enumerate(tile.probabilities)
        if index != 1 + tile.orientation
    ]
    probability, orientation = max(others, key=lambda other: other[0])
    if orientation is None:
        instead = _("no tile at all")
    else:
        turn = (orientation - tile.orientation) % SIDES
        steps = min(turn, SIDES - turn)
        instead = ngettext("turned by one step", "turned by {count} steps", steps)
    return Finding(
        kind="unsure",
        title=_("Not sure of this tile"),
        details=(
            _(
                "Most likely as drawn ({shown}); perhaps {instead} ({other}).",
                shown=_percent(shown),
                instead=instead,
                other=_percent(probability),
            ),
        ),
        sure=False,
        cells=(tile.cell,),
    )


def _hidden(cells: tuple[Cell, ...]) -> Iterator[Finding]:
    if cells:
        yield Finding(
            kind="hidden",
            title=ngettext(
                "One place that cannot be seen",
                "{count} places that cannot be seen",
                len(cells),
            ),
            details=(_("A tile may lie there, under a hand or a thing; nothing is ruled on it."),),
            sure=False,
            cells=cells,
        )


def rests_on_sure(shape: Shape, unsure: Collection[Cell]) -> bool:
    """Tell whether a shape and all that lies within rest on tiles that are sure."""
    return not any(cell in unsure for cell in shape.territory)


def _arches(count: int) -> str:
    return ngettext("{count} arch", "{count} arches", count)


def _percent(probability: float) -> str:
    return f"{100 * probability:.0f} %"


def headline(findings: Collection[Finding], *, sure: bool) -> str:
    """Return the few words that sum up a list of findings.

    That all is well is hedged where ``sure`` (of the photo) is False, where a tile is unsure and
    where places are hidden; that something is wrong, where it rests on unsure tiles.
    """
    kinds = [finding.kind for finding in findings]
    doubtful = not sure or "unsure" in kinds
    illegal = [finding for finding in findings if finding.kind == "illegal"]
    if illegal:
        if any(finding.sure for finding in illegal):
            return _("Tiles on the table do not match")
        return _("Tiles on the table may not match")
    if doubtful:
        match = _("As far as it was read, all edges match")
    elif "hidden" in kinds:
        match = _("All edges that can be seen match")
    else:
        match = _("All edges match")
    counts = (
        ngettext("{count} island", "{count} islands", kinds.count("island")),
        ngettext("{count} closed group", "{count} closed groups", kinds.count("closed")),
    )
    found = [text for text, kind in zip(counts, ("island", "closed"), strict=True) if kind in kinds]
    if not found:
        return _("{match}, and no arch group is closed", match=match)
    return _("{match}: {found}", match=match, found=listing(found))
