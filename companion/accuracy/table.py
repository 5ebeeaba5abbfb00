"""The accuracy of the reader by family of photo, as a table for people and as JSON data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from companion.words.language import gettext as _
from companion.words.language import listing, ngettext
from vision.evaluation.accuracy import (
    Accuracy,
    ReliabilityBin,
    confidences,
    expected_calibration_error,
    reliability,
)
from vision.evaluation.judgement import Judgement

Rows = Sequence[Sequence[str]]

_NOTHING = "–"


@dataclass(frozen=True)
class EvaluatedPhoto:
    """A labelled photo that was read; ``picture`` is where its small picture is, if it has one."""

    name: str
    family: str | None
    judgement: Judgement
    picture: str | None = None


def by_family(photos: Sequence[EvaluatedPhoto]) -> dict[str, Accuracy]:
    """Return the accuracy of each family, by name, and of all; of all alone without families."""
    families: dict[str, list[Judgement]] = {}
    for photo in sorted(photos, key=lambda photo: (photo.family is None, photo.family or "")):
        families.setdefault(photo.family or _("other"), []).append(photo.judgement)
    whole = Accuracy.of([photo.judgement for photo in photos])
    if all(photo.family is None for photo in photos):
        return {_("all"): whole}
    return {name: Accuracy.of(own) for name, own in families.items()} | {_("all"): whole}


def accuracy_rows(accuracies: dict[str, Accuracy]) -> list[list[str]]:
    """Return the accuracy table, its heading first."""
    heading = [
        _("family"),
        _("photos"),
        _("exact"),
        _("share"),
        _("95 % interval"),
        _("silent"),
        _("sure"),
        _("tiles"),
        _("missed"),
        _("turned"),
        _("extra"),
        _("dice right"),
    ]
    return [heading, *(_row(name, accuracy) for name, accuracy in accuracies.items())]


def reliability_rows(bins: Sequence[ReliabilityBin]) -> list[list[str]]:
    """Return the reliability table, its heading first; bins without tiles are left out."""
    heading = [_("confidence"), _("tiles"), _("mean"), _("right"), _("share"), _("95 % interval")]
    return [
        heading,
        *(
            [
                _("{low} to {high}", low=f"{b.low:g}", high=f"{b.high:g}"),
                str(b.tiles),
                f"{b.mean_confidence:.4f}",
                str(b.right),
                percent(b.share_right),
                _interval(b.interval),
            ]
            for b in bins
            if b.tiles
        ),
    ]


def as_text(rows: Rows) -> str:
    """Return a table in columns, the first to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [first.ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join(cells))
    return "\n".join(lines)


def faults(judgement: Judgement) -> list[str]:
    """Say what is wrong with a reading, a phrase each; nothing where all is right."""
    missed = ngettext("{count} tile missed", "{count} tiles missed", len(judgement.missed))
    turned = ngettext("{count} tile turned", "{count} tiles turned", len(judgement.turned))
    if sure := sum(pair.read.sure for pair in judgement.turned):
        turned = _("{turned} ({count} of them sure)", turned=turned, count=sure)
    extra = ngettext(
        "{count} tile read where none lies",
        "{count} tiles read where none lies",
        len(judgement.extra),
    )
    split = ngettext(
        "{count} cluster read as several", "{count} clusters read as several", judgement.split
    )
    displaced = ngettext(
        "{count} cluster on wrong cells", "{count} clusters on wrong cells", judgement.displaced
    )
    dice = _(
        "dice read as {read}, {true} shown",
        read=_values(judgement.dice_read),
        true=_values(judgement.dice_true),
    )
    return [
        phrase
        for phrase, holds in (
            (missed, judgement.missed),
            (turned, judgement.turned),
            (extra, judgement.extra),
            (split, judgement.split),
            (displaced, judgement.displaced),
            (_("several clusters read as one"), judgement.merged),
            (dice, not judgement.dice_right or judgement.dice_wrong_and_sure),
        )
        if holds
    ]


def photo_to_json(photo: EvaluatedPhoto) -> dict[str, Any]:
    """Return what is to be said of one photo as JSON data."""
    judgement = photo.judgement
    counts = asdict(Accuracy.of([judgement]))
    flags = {key: bool(counts[key]) for key in ("exact", "silent", "sure")}
    sizes = {key: counts[key] for key in ("tiles", "missed", "turned", "extra")}
    return {
        "image": photo.name,
        "family": photo.family,
        **flags,
        **sizes,
        "dice_shown": list(judgement.dice_true),
        "dice_read": list(judgement.dice_read),
        "faults": faults(judgement),
    }


def summary_to_json(photos: Sequence[EvaluatedPhoto], failed: int) -> dict[str, Any]:
    """Return the figures over all photos as JSON data; ``failed`` photos could not be used."""
    bins = reliability(confidences(photo.judgement for photo in photos))
    whole = Accuracy.of([photo.judgement for photo in photos])
    families = by_family([photo for photo in photos if photo.family])
    return {
        **_accuracy_to_json(whole),
        "failed": failed,
        "families": {
            name: _accuracy_to_json(accuracy) for name, accuracy in list(families.items())[:-1]
        },
        "calibration_error": round(expected_calibration_error(bins), 5),
        "reliability": [asdict(b) for b in bins],
    }


def percent(share: float) -> str:
    """Return a share as people write it."""
    return f"{share:.1%}".replace("%", " %")


def _accuracy_to_json(accuracy: Accuracy) -> dict[str, Any]:
    return {**asdict(accuracy), "exact_interval": list(accuracy.exact_interval)}


def _row(name: str, accuracy: Accuracy) -> list[str]:
    photos = accuracy.photos
    return [
        name,
        str(photos),
        str(accuracy.exact),
        percent(accuracy.exact / photos) if photos else _NOTHING,
        _interval(accuracy.exact_interval) if photos else _NOTHING,
        str(accuracy.silent),
        percent(accuracy.sure / photos) if photos else _NOTHING,
        str(accuracy.tiles),
        str(accuracy.missed),
        str(accuracy.turned),
        str(accuracy.extra),
        _("{right} of {all}", right=accuracy.dice_right, all=accuracy.dice_photos)
        if accuracy.dice_photos
        else _NOTHING,
    ]


def _interval(ends: tuple[float, float]) -> str:
    return f"{100 * ends[0]:.1f}–{percent(ends[1])}"


def _values(dice: Sequence[int]) -> str:
    return listing([str(value) for value in dice]) or _("none")
