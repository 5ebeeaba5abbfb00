"""What the page of one reading shows: a board for each cluster, and what to say of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.drawing.board_drawing import BoardDrawing, draw_board
from companion.drawing.photo_drawing import (
    PhotoDrawing,
    View,
    draw_on_photo,
    turns_towards_photo,
    view_of,
)
from companion.findings import Finding, find_in_cluster, headline, summarise
from companion.language import gettext as _
from companion.language import listing, ngettext
from rules import analyse
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
class Result:
    """Everything the page of one reading shows.

    ``view`` is the part of the photo to look at. ``doubts`` are the reasons not to rely on it
    without looking at the table; none where the reader is sure of the photo and of every tile.
    """

    title: str
    view: View
    doubts: tuple[str, ...]
    dice: str | None
    clusters: tuple[ClusterResult, ...]


def present(reading: Reading) -> Result:
    """Return what to show of a reading."""
    clusters = tuple(_cluster(cluster, sure=reading.sure) for cluster in reading.clusters)
    return Result(
        title=clusters[0].headline if len(clusters) == 1 else _title(reading),
        view=view_of(reading),
        doubts=tuple(_doubts(reading)),
        dice=_dice(reading),
        clusters=clusters,
    )


def _cluster(cluster: ClusterReading, *, sure: bool) -> ClusterResult:
    board = cluster.board()
    findings = find_in_cluster(cluster)
    return ClusterResult(
        headline=headline(findings, sure=sure),
        summary=summarise(analyse(board), len(board)),
        findings=findings,
        board=draw_board(board, findings, turns_towards_photo(cluster)),
        photo=draw_on_photo(cluster, findings),
    )


def _title(reading: Reading) -> str:
    tiles = sum(len(cluster.tiles) for cluster in reading.clusters)
    if not tiles:
        return _("No tiles were found")
    found = ngettext("{count} tile", "{count} tiles", tiles)
    boards = ngettext("{count} board", "{count} boards", len(reading.clusters))
    return _("{tiles} on {boards}", tiles=found, boards=boards)


def _doubts(reading: Reading) -> Iterable[str]:
    if reading.reason:
        yield reading.reason
        return
    if not reading.sure:
        yield _("The reader is not sure of this photo: look at the table before you rely on it.")
    unsure = sum(not tile.sure for cluster in reading.clusters for tile in cluster.tiles)
    if unsure:
        yield ngettext(
            "{count} tile may be read wrongly; it is marked with a question mark.",
            "{count} tiles may be read wrongly; they are marked with question marks.",
            unsure,
        )


def _dice(reading: Reading) -> str | None:
    if not reading.dice:
        return None
    shown = listing(
        [
            str(die.value) if die.sure else _("{value} (not sure)", value=die.value)
            for die in reading.dice
        ]
    )
    return ngettext("The die shows {dice}.", "The dice show {dice}.", len(reading.dice), dice=shown)
