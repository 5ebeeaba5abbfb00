"""What the page of one reading shows: a board for each cluster, and what to say of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.drawing.board_drawing import BoardDrawing, draw_board
from companion.drawing.photo_drawing import PhotoDrawing, draw_on_photo, turns_towards_photo
from companion.drawing.photo_view import View, view_of
from companion.photos.correction import Changes, CorrectedDie, Correction, changes
from companion.photos.readings import KeptReading
from companion.words.findings import Finding, find_in_cluster, headline, summarise
from companion.words.language import gettext as _
from companion.words.language import listing, ngettext, say
from rules import Palagem, PalagemError, analyse
from rules.palagem.pattern import Pattern
from vision.reading import ClusterReading, Reading


@dataclass(frozen=True)
class ClusterResult:
    """One cluster: its findings, its clean board and its tiles on the photo."""

    headline: str
    summary: str
    findings: tuple[Finding, ...]
    board: BoardDrawing
    photo: PhotoDrawing


@dataclass(frozen=True)
class ByHand:
    """What people did about a reading: whether they changed it, in words, and how far they got."""

    changed: bool
    words: str
    is_complete: bool


@dataclass(frozen=True)
class Result:
    """Everything the page of one reading shows.

    ``tally`` counts the boards where there are several; ``contents`` says what was read, dice
    included. ``view`` is the part of the photo to look at. ``doubts`` are the reasons not to rely
    on it without looking at the table; none where the reader or a person is sure of every tile.
    ``alike`` names boards that are the same palagem, as far as every tile of theirs is sure.
    ``turns`` say of each cluster that was read how its lattice is turned to lie as in the photo.
    """

    title: str
    tally: str | None
    contents: str
    view: View
    doubts: tuple[str, ...]
    dice: str | None
    clusters: tuple[ClusterResult, ...]
    alike: tuple[str, ...]
    turns: tuple[int, ...]
    by_hand: ByHand | None


def present(kept: KeptReading, *, as_seen: bool = False) -> Result:
    """Return what to show of a reading: as it was put right, or as it was seen."""
    correction = kept.correction
    if correction is None or as_seen:
        shown = kept.reading
        dice: Sequence[CorrectedDie] = [CorrectedDie(d.value, d.sure) for d in shown.dice]
    else:
        shown, dice = kept.agreed, correction.dice
    clusters = tuple(_cluster(cluster, sure=shown.sure) for cluster in shown.clusters)
    return Result(
        title=_title(shown, clusters),
        tally=_tally(shown) if len(clusters) > 1 else None,
        contents=_contents(shown, dice),
        view=view_of(shown),
        doubts=tuple(_doubts(shown)),
        dice=_dice(dice),
        clusters=clusters,
        alike=tuple(_alike(shown.clusters)),
        turns=tuple(turns_towards_photo(cluster) for cluster in kept.reading.clusters),
        by_hand=None if correction is None else _by_hand(kept.reading, correction),
    )


def _cluster(cluster: ClusterReading, *, sure: bool) -> ClusterResult:
    board = cluster.board()
    findings = find_in_cluster(cluster)
    return ClusterResult(
        headline=headline(findings, sure=sure) if len(board) > 1 else _("A tile on its own"),
        summary=summarise(analyse(board), len(board)),
        findings=findings,
        board=draw_board(board, findings, turns_towards_photo(cluster)),
        photo=draw_on_photo(cluster, findings),
    )


def _alike(clusters: Sequence[ClusterReading]) -> Iterable[str]:
    """Say which boards are the same palagem, and which are with their colours swapped."""
    palagems = {number: _palagem(cluster) for number, cluster in enumerate(clusters, 1)}
    known = {number: palagem for number, palagem in palagems.items() if palagem}
    same = _groups({number: palagem.pattern() for number, palagem in known.items()})
    for numbers in same:
        yield _("Boards {boards} are the same palagem.", boards=_listed(numbers))
    swapped = {number: palagem.pattern(inversion=True) for number, palagem in known.items()}
    for numbers in _groups(swapped):
        if numbers not in same:
            yield _(
                "Boards {boards} are the same palagem if colours are swapped, as in Inversion.",
                boards=_listed(numbers),
            )


def _palagem(cluster: ClusterReading) -> Palagem | None:
    """Return the palagem that a cluster surely is; None where it is none, or may be misread."""
    if not all(tile.sure for tile in cluster.tiles):
        return None
    try:
        return Palagem(cluster.board())
    except PalagemError:
        return None


def _groups(patterns: Mapping[int, Pattern]) -> list[tuple[int, ...]]:
    """Return the numbers that share a pattern, in order; those that share none are left out."""
    sharing = defaultdict(list)
    for number, pattern in patterns.items():
        sharing[pattern].append(number)
    return [tuple(numbers) for numbers in sharing.values() if len(numbers) > 1]


def _listed(numbers: Iterable[int]) -> str:
    return listing([str(number) for number in numbers])


def _title(reading: Reading, clusters: Sequence[ClusterResult]) -> str:
    """Sum up all boards at once: an illegal tile must not go under because there are several."""
    if not clusters:
        return _("No tiles were found")
    if all(len(cluster.tiles) == 1 for cluster in reading.clusters):
        return _tally(reading)
    return headline([f for cluster in clusters for f in cluster.findings], sure=reading.sure)


def _tally(reading: Reading) -> str:
    tiles = sum(len(cluster.tiles) for cluster in reading.clusters)
    found = ngettext("{count} tile", "{count} tiles", tiles)
    boards = ngettext("{count} board", "{count} boards", len(reading.clusters))
    return _("{tiles} on {boards}", tiles=found, boards=boards)


def _doubts(reading: Reading) -> Iterable[str]:
    if reading.reason:
        yield say(reading.reason)
        return
    unsure = sum(not tile.sure for cluster in reading.clusters for tile in cluster.tiles)
    if unsure:
        yield ngettext(
            "{count} tile may be read wrongly; it is marked with a question mark.",
            "{count} tiles may be read wrongly; they are marked with question marks.",
            unsure,
        )
    elif not reading.sure:
        yield _("The reader is not sure of this photo: look at the table before you rely on it.")


def _contents(reading: Reading, dice: Sequence[CorrectedDie]) -> str:
    """Say what was read, dice included: what is not said cannot be confirmed."""
    count = sum(len(cluster.tiles) for cluster in reading.clusters)
    tiles = ngettext("{count} tile", "{count} tiles", count) if count else _("no tiles")
    if not dice:
        return _("Read: {tiles} and no die.", tiles=tiles)
    values = listing([str(die.value) for die in dice])
    return ngettext(
        "Read: {tiles} and a die that shows {values}.",
        "Read: {tiles} and {count} dice that show {values}.",
        len(dice),
        tiles=tiles,
        values=values,
    )


def _dice(dice: Sequence[CorrectedDie]) -> str | None:
    if not dice:
        return None
    shown = listing(
        [str(die.value) if die.sure else _("{value} (not sure)", value=die.value) for die in dice]
    )
    return ngettext("The die shows {dice}.", "The dice show {dice}.", len(dice), dice=shown)


def _by_hand(reading: Reading, correction: Correction) -> ByHand:
    made = changes(reading, correction)
    if made:
        words = _("{changes}.", changes=listing(list(_changes_in_words(made))))
    elif correction.is_complete:
        words = _("Everything is right as it was read.")
    else:
        words = _("Nothing was changed.")
    return ByHand(bool(made), words[:1].upper() + words[1:], correction.is_complete)


def _changes_in_words(made: Changes) -> Iterable[str]:
    if made.turned:
        yield ngettext("{count} tile turned", "{count} tiles turned", made.turned)
    if made.removed:
        yield ngettext("{count} tile taken out", "{count} tiles taken out", made.removed)
    if made.added:
        yield ngettext("{count} tile added", "{count} tiles added", made.added)
    if made.joined:
        yield ngettext(
            "{count} tile moved to another board",
            "{count} tiles moved to another board",
            made.joined,
        )
    if made.checked:
        yield ngettext("{count} tile checked", "{count} tiles checked", made.checked)
    if made.dice:
        yield _("the dice corrected")
