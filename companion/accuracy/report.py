"""The accuracy of the reader as a page of documentation, with what it got wrong shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import fill

from companion.accuracy.table import (
    EvaluatedPhoto,
    Rows,
    accuracy_rows,
    by_family,
    faults,
    percent,
    reliability_rows,
)
from companion.words.language import gettext as _
from companion.words.language import ngettext
from vision.evaluation.accuracy import (
    Accuracy,
    confidences,
    expected_calibration_error,
    reliability,
)

_WIDTH = 110
_FIGURES_BEGIN, _FIGURES_END = "<!-- figures -->", "<!-- /figures -->"


def report(photos: Sequence[EvaluatedPhoto], folder: str, *, renders: bool) -> str:
    """Return the report as Markdown.

    Parameters
    ----------
    photos
        What was evaluated, each with the address of its small picture where it has one.
    folder
        What the folder of photos is called.
    renders
        Whether the pictures are renders, which the report then says first of all.
    """
    blocks = [
        _("# How well photos are read"),
        _origin(folder, renders=renders),
        summary(photos),
        _("## By family"),
        as_markdown(accuracy_rows(by_family(photos))),
        _(
            "*Exact*: every tile of which half or more can be seen is found, turned the right way, "
            "in the right cluster and on the right cell, and nothing else is called a tile. "
            "*Silent*: something is wrong and neither the photo nor a tile is marked unsure, or a "
            "die is read wrongly as sure. *Sure*: the share of photos that are marked sure with "
            "all their tiles. Intervals are Wilson's."
        ),
        _("## What a confidence is worth"),
        *_confidence(photos),
        _("## What went wrong"),
        *_misses(photos),
    ]
    return "\n\n".join(map(wrapped, blocks)) + "\n"


def wrapped(block: str) -> str:
    """Return a paragraph in lines that fit a screen; headings, tables and pictures as they are."""
    whole = block.startswith(("#", "|")) or "![" in block or len(block) <= _WIDTH
    return block if whole else fill(block, _WIDTH, break_long_words=False, break_on_hyphens=False)


def with_figures(document: str, figures: str) -> str | None:
    """Return a document with its figures made anew; None where it has no place for them.

    The place is what stands between the lines ``<!-- figures -->`` and ``<!-- /figures -->``.
    """
    begins, old, rest = document.partition(f"{_FIGURES_BEGIN}\n")
    _old_figures, ends, after = rest.partition(_FIGURES_END)
    if not old or not ends:
        return None
    return f"{begins}{old}{figures}\n{ends}{after}"


def as_markdown(rows: Rows) -> str:
    """Return a table in Markdown, all columns but the first to the right."""
    heading, *body = rows
    rule = ["---", *("---:" for _column in heading[1:])]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heading, rule, *body))


def _origin(folder: str, *, renders: bool) -> str:
    made = _(
        "This page is made by `palago evaluate {folder} --report FILE`; nobody writes in it.",
        folder=folder,
    )
    if not renders:
        return made
    warning = _(
        "**These pictures are renders, not photographs.** The figures say how the reader does on "
        "renders with the faults of real photos laid over them; on a camera's photos of another "
        "table they may differ."
    )
    return f"{warning} {made}"


def summary(photos: Sequence[EvaluatedPhoto]) -> str:
    """Return the figures of all photos in one sentence."""
    whole = Accuracy.of([photo.judgement for photo in photos])
    low, high = whole.exact_interval
    return _(
        "{photos}: {exact} read exactly, {share} (95 % interval {low} to {high}); {silent}; "
        "sure of {sure}, {sure_share}.",
        photos=ngettext("{count} photo", "{count} photos", whole.photos),
        exact=whole.exact,
        share=percent(whole.exact / max(1, whole.photos)),
        low=percent(low),
        high=percent(high),
        silent=ngettext("{count} silent error", "{count} silent errors", whole.silent),
        sure=whole.sure,
        sure_share=percent(whole.sure / max(1, whole.photos)),
    )


def _confidence(photos: Sequence[EvaluatedPhoto]) -> Iterator[str]:
    judgements = [photo.judgement for photo in photos]
    bins = reliability(confidences(judgements))
    if not any(b.tiles for b in bins):
        yield _("No tiles were read.")
        return
    yield _(
        "Every tile that was read, by the confidence it was read with, and the share of them that "
        "are right: a tile lies there and is turned so. A confidence is worth what it says where "
        "its mean lies within the interval."
    )
    yield as_markdown(reliability_rows(bins))
    yield _(
        "Mean distance between confidence and share right (expected calibration error): {error}.",
        error=f"{expected_calibration_error(bins):.4f}",
    )
    pairs = [pair for judgement in judgements for pair in judgement.pairs if pair.read.sure]
    extra = [tile for judgement in judgements for tile in judgement.extra if tile.sure]
    wrong = sum(pair.is_turned for pair in pairs) + len(extra)
    yield _(
        "Of {sure} marked sure {wrong} wrong.",
        sure=ngettext("{count} tile", "{count} tiles", len(pairs) + len(extra)),
        wrong=ngettext("{count} is", "{count} are", wrong),
    )


def _misses(photos: Sequence[EvaluatedPhoto]) -> Iterator[str]:
    misses = [photo for photo in photos if photo.judgement.is_miss]
    if not misses:
        yield _("Nothing.")
    for photo in sorted(misses, key=lambda photo: (not photo.judgement.silent, photo.name)):
        yield _miss(photo)


def _miss(photo: EvaluatedPhoto) -> str:
    judgement = photo.judgement
    if judgement.silent:
        owned = _("**Nothing said so: a silent error.**")
    elif not judgement.sure:
        owned = _("The reader said that it was not sure.")
    else:
        owned = _("The tiles are right.")
    family = f" ({photo.family})" if photo.family else ""
    line = f"**`{photo.name}`**{family}: {', '.join(faults(judgement))}. {owned}"
    return f"{line}\n\n![{photo.name}]({photo.picture})" if photo.picture else line
