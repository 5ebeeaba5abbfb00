"""Find the threshold that the promise holds for: ``python -m training.promise FOLDER...``.

Reads every labelled photo of the folders, says how often it is wrong and sure at each of a few
thresholds, and which of them is proven to keep the promise (docs/promise.md). Photos that networks
or thresholds were chosen by prove nothing.

Each reading is kept as a line of JSON, so a long run can be stopped and taken up. Where networks or
code have changed since, photos are read anew.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import cv2

from calibration.printing.svg import figure_to_svg
from companion.accuracy.report import with_figures
from rules.fields import FormatError
from training.promise.page import figures
from training.promise.picture import draw_curve
from training.promise.readings import (
    Photo,
    PhotoRated,
    kept_readings,
    photos_of,
    read_and_keep,
    reader_at_work,
)
from vision.evaluation.risk import loosest_that_holds, risk_coverage_curve
from vision.pictures.images import ImageError
from vision.recognition.promise import PROMISED_CONFIDENCE, PROMISED_SHARE, PROVEN_MARGIN

_TELL_EVERY = 50
_TITLE = "Risk-coverage curve: how many of the surest readings are wrong"


def main() -> None:
    """Do what the command line asks for; leave with 2 where that cannot be done."""
    arguments = _parser().parse_args()
    cv2.setNumThreads(1)
    try:
        _run(arguments)
    except (OSError, FormatError, ImageError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m training.promise",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("folders", metavar="FOLDER", type=Path, nargs="+", help="labelled photos")
    add("--readings", metavar="FILE", type=Path, required=True, help="where readings are kept")
    add("--limit", metavar="N", type=int, help="take the first so many photos alone")
    add("--page", metavar="FILE", type=Path, help="put the figures into a document")
    add("--picture", metavar="FILE", type=Path, help="draw the risk-coverage curve, as SVG")
    return parser


def _run(arguments: argparse.Namespace) -> None:
    photos = photos_of(arguments.folders)[: arguments.limit]
    if not photos:
        print("There are no labelled photos in these folders.", file=sys.stderr)
        sys.exit(2)
    rated = _rated(photos, arguments.readings)
    text = figures(rated)
    print(text)
    readings = [photo.rated for photo in rated]
    held = loosest_that_holds(readings, PROMISED_SHARE, PROMISED_CONFIDENCE)
    if held is not None and held.least != PROVEN_MARGIN:
        print(
            f"The reader's PROVEN_MARGIN is {PROVEN_MARGIN:g}, and {held.least:g} is what the rule"
            " chooses: set it in vision/recognition/promise.py.",
            file=sys.stderr,
        )
    if arguments.page is not None:
        _write_page(arguments.page, text)
    if arguments.picture is not None:
        chosen = None if held is None else held.sure / held.photos
        curve = draw_curve(risk_coverage_curve(readings), chosen)
        arguments.picture.write_text(figure_to_svg(curve, _TITLE), "utf-8")


def _rated(photos: list[Photo], file: Path) -> list[PhotoRated]:
    """Return the rated reading of every photo, those on file and those still to be read."""
    reader = reader_at_work()
    kept = kept_readings(file, reader)
    due = [photo for photo in photos if photo.key not in kept]
    print(f"{len(photos) - len(due)} on file, {len(due)} to read.", file=sys.stderr)
    began = time.monotonic()
    for number, done in enumerate(read_and_keep(due, file, reader), 1):
        kept[done.key] = done
        if number % _TELL_EVERY == 0 or number == len(due):
            pace = (time.monotonic() - began) / number
            print(
                f"{number} of {len(due)}, {pace:.2f} s each, {pace * (len(due) - number) / 60:.0f}"
                " min to go",
                file=sys.stderr,
                flush=True,
            )
    return [kept[photo.key] for photo in photos]


def _write_page(page: Path, text: str) -> None:
    document = with_figures(page.read_text("utf-8"), text)
    if document is None:
        raise FormatError(
            f"{page} has no place for figures: put the lines <!-- figures --> and "
            "<!-- /figures --> where they belong."
        )
    page.write_text(document, "utf-8")


if __name__ == "__main__":
    main()
