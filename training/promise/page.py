"""What the readings prove, as figures for docs/promise.md."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from companion.accuracy.report import as_markdown, wrapped
from training.promise.readings import PhotoRated
from vision.evaluation.binomial import fewest_trials
from vision.evaluation.risk import (
    STRICT_TO_LOOSE,
    RatedReading,
    Risk,
    area_under_curve,
    loosest_that_holds,
    risk_coverage_curve,
)
from vision.recognition.promise import PROMISED_CONFIDENCE, PROMISED_SHARE


def figures(photos: Sequence[PhotoRated]) -> str:
    """Return what was found as Markdown: the promise, the thresholds, the curve, the families."""
    readings = [photo.rated for photo in photos]
    held = loosest_that_holds(readings, PROMISED_SHARE, PROMISED_CONFIDENCE)
    least = STRICT_TO_LOOSE[-1] if held is None else held.least
    blocks = [
        _statement(readings, held),
        as_markdown([_HEADING, *(_row(Risk.of(readings, each)) for each in STRICT_TO_LOOSE)]),
        _curve(readings),
        as_markdown([_FAMILY_HEADING, *_family_rows(photos, least)]),
        *_silent(photos),
    ]
    return "\n\n".join(map(wrapped, blocks))


def _statement(readings: Sequence[RatedReading], held: Risk | None) -> str:
    promised, confidence = _in_words(PROMISED_SHARE), f"{100 * PROMISED_CONFIDENCE:.0f} %"
    if held is None:
        risk = Risk.of(readings, STRICT_TO_LOOSE[0])
        needed = fewest_trials(risk.silent, PROMISED_SHARE, PROMISED_CONFIDENCE)
        return (
            f"**Nothing is proven yet.** Silent errors at a least margin of {risk.least:g}:"
            f" {risk.silent} of {_count(risk.photos)} photos. That few of {_count(needed)} would"
            f" show that fewer than {promised} are, at {confidence} confidence."
        )
    return (
        f"**On scenes like these fewer than {promised} photos is wrong and sure, at {confidence}"
        f" confidence**, where the least margin is {held.least:g}. Silent errors: {held.silent} of"
        f" {_count(held.photos)} photos, so their share is below"
        f" {_per_mille(held.bound(PROMISED_CONFIDENCE))}. Sure: {_count(held.sure)},"
        f" {_percent(held.sure, held.photos)}. With wrong tiles: {held.wrong} of these, so their"
        f" share is below {_per_mille(held.bound_among_sure(PROMISED_CONFIDENCE))}."
    )


_HEADING = (
    "least margin",
    "sure",
    "share",
    "tiles wrong and sure",
    "silent errors, dice included",
    "p",
    "of all fewer than",
    "of the sure fewer than",
)


def _row(risk: Risk) -> list[str]:
    return [
        f"{risk.least:g}",
        _count(risk.sure),
        _percent(risk.sure, risk.photos),
        str(risk.wrong),
        str(risk.silent),
        f"{risk.p_value(PROMISED_SHARE):.4f}",
        _per_mille(risk.bound(PROMISED_CONFIDENCE)),
        _per_mille(risk.bound_among_sure(PROMISED_CONFIDENCE)),
    ]


def _curve(readings: Sequence[RatedReading]) -> str:
    """Say the area under the curve, and what it would be if the wrong ones were the least sure."""
    last = risk_coverage_curve(readings)[-1]
    ideal = [RatedReading(1.0 if reading.exact else 0.0, reading.exact) for reading in readings]
    return (
        f"Area under the risk-coverage curve (AURC): {area_under_curve(readings):.5f}. It would be"
        f" {area_under_curve(ideal):.5f} if the wrong readings were the least sure ones, and"
        f" {last.risk:.5f}, the share of wrong ones, if sureness said nothing."
    )


_FAMILY_HEADING = ("photos of", "family", "photos", "exact", "sure", "share", "silent errors")


def _family_rows(photos: Iterable[PhotoRated], least: float) -> Iterator[list[str]]:
    families: dict[tuple[str, str], list[RatedReading]] = defaultdict(list)
    for photo in photos:
        families[photo.folder, photo.family].append(photo.rated)
    for (folder, family), readings in sorted(families.items()):
        risk = Risk.of(readings, least)
        yield [
            folder,
            family,
            _count(risk.photos),
            _count(sum(reading.exact for reading in readings)),
            _count(risk.sure),
            _percent(risk.sure, risk.photos),
            str(risk.silent),
        ]


def _silent(photos: Iterable[PhotoRated]) -> Iterator[str]:
    """Name the photos that are silent errors at the loosest threshold, the worst first."""
    loosest = STRICT_TO_LOOSE[-1]
    found = sorted(
        (-photo.rated.silent_below, photo.name)
        for photo in photos
        if photo.rated.is_silent(loosest)
    )
    if found:
        rows = ((f"`{name}`", f"{-below:.2f}") for below, name in found)
        yield as_markdown([("silent error", "none from a margin of"), *rows])


def _count(number: int) -> str:
    return f"{number:,}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def _in_words(share: float) -> str:
    return f"1 in {1 / share:,.0f}"


def _per_mille(share: float) -> str:
    return f"{1000 * share:.3g} in 1,000"
