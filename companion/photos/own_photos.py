"""What somebody's own photos, confirmed or corrected, say of what the reader promises."""

from __future__ import annotations

from collections.abc import Iterable

from companion.photos.correction import confirmation
from companion.photos.labelled_folder import truth_to_json
from companion.photos.readings import KeptReading
from companion.words.language import gettext as _
from vision.evaluation.alarm import OwnPhotos
from vision.evaluation.judgement import judge
from vision.evaluation.labelled_photos import truth_from_json
from vision.recognition.promise import PROMISED_SHARE


def own_photos(kept: Iterable[KeptReading]) -> OwnPhotos:
    """Count the photos of which people said all, and those of them that were wrong and sure."""
    silent = [_is_silent(reading) for reading in kept if _is_known(reading)]
    return OwnPhotos(len(silent), sum(silent))


def alarm(own: OwnPhotos) -> str | None:
    """Return what to say where more were wrong and sure than was promised; None where they fit."""
    if not own.speaks_against(PROMISED_SHARE):
        return None
    return _(
        "On your table more readings were wrong than promised: of {photos} photos whose right "
        "answer is known, {silent} were wrong though the reader was sure. Check each reading "
        "against the table; more light, a plain cloth or photos from further above may help.",
        silent=own.silent,
        photos=own.photos,
    )


def _is_known(kept: KeptReading) -> bool:
    return kept.correction is not None and kept.correction.is_complete


def _is_silent(kept: KeptReading) -> bool:
    if kept.correction is None or kept.correction == confirmation(kept.reading):
        return False
    truth = truth_from_json(truth_to_json(kept.reading, kept.correction, kept.name))
    return judge(truth, kept.reading).silent
