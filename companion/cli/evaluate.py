"""``palago evaluate``: how well photos are read, held against the truth about them."""

from __future__ import annotations

import argparse
import os
import sys
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from companion.cli.cluster_option import add_scheduler_option
from companion.cli.data_folder import add_data_option
from companion.cli.output import (
    DONE,
    NOT_ALL_DONE,
    WRONG_USAGE,
    Status,
    complain,
    print_json,
    show,
    write_file,
)
from companion.cli.profiles import add_profile_options, chosen_profiles
from companion.clusters import ClusterError

if TYPE_CHECKING:
    from calibration.choosing import Profiles
    from companion.accuracy.reading_jobs import ReadPhoto
    from companion.accuracy.table import EvaluatedPhoto
    from vision.arrays import Image
    from vision.evaluation.judgement import Judgement
    from vision.evaluation.labelled_photos import Truth
    from vision.reading import Reading

_PICTURE_QUALITY = 80

_EXAMPLE = """How to find out how well your own table is read:
  1. Take ten photos into a folder and write down beside each what is read in it:
       for photo in table/*.jpg; do palago read --json "$photo" > "${photo%.*}.json"; done
     (palago read --annotate DIR shows it on the photo.)
  2. Put right what was read wrongly: change "orientation", "q" or "r" of a tile, take out what is
     no tile, add a missed one as {"q": 2, "r": -1, "orientation": 4}; correct the dice's "value".
  3. palago evaluate table/

examples:
  palago evaluate sample_images/
  palago evaluate table/ --photographs --report accuracy.md --pictures misses/
"""


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say what ``palago evaluate`` does and takes."""
    parser.description = (
        "Read every photo NAME.jpg or NAME.png of a folder that has its truth beside "
        "it as NAME.json, and say how many are right."
    )
    parser.epilog = _EXAMPLE
    parser.add_argument("directory", metavar="DIR", type=Path, help="a folder of labelled photos")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object a photo, then a summary"
    )
    parser.add_argument("--report", metavar="FILE", type=Path, help="write a report in Markdown")
    parser.add_argument(
        "--figures",
        metavar="FILE",
        type=Path,
        help="put the figures in one sentence into a document, between the lines "
        "<!-- figures --> and <!-- /figures -->",
    )
    parser.add_argument(
        "--pictures", metavar="DIR", type=Path, help="write small pictures of what went wrong"
    )
    parser.add_argument(
        "--photographs",
        action="store_true",
        help="the pictures come from a camera; otherwise the report calls them renders",
    )
    add_scheduler_option(parser)
    add_profile_options(parser, camera="(default: the one that each photo names)")
    add_data_option(parser, "where profiles are kept")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> Status:
    """Read the labelled photos of a folder, and print and write how right that was."""
    from calibration.keeping import ProfileFileError
    from companion.accuracy.table import (
        accuracy_rows,
        as_text,
        by_family,
        photo_to_json,
        summary_to_json,
    )

    found = _photos(options)
    if isinstance(found, int):
        return found
    try:
        profiles = chosen_profiles(options)
    except ProfileFileError as error:
        complain(str(error))
        return WRONG_USAGE
    evaluated: list[EvaluatedPhoto] = []
    try:
        for photo in _evaluated(found, profiles, options):
            evaluated.append(photo)
            if options.json:
                print_json(photo_to_json(photo))
    except (ClusterError, ProfileFileError) as error:
        complain(str(error))
        return WRONG_USAGE
    failed = len(found) - len(evaluated)
    if options.json:
        print_json(summary_to_json(evaluated, failed))
    elif evaluated:
        show(as_text(accuracy_rows(by_family(evaluated))))
    _sound_alarm(evaluated)
    status: Status = NOT_ALL_DONE if failed else DONE
    if options.report is not None and evaluated and not _write_report(evaluated, options):
        status = NOT_ALL_DONE
    if options.figures is not None and evaluated and not _write_figures(evaluated, options.figures):
        status = NOT_ALL_DONE
    return status


def _sound_alarm(photos: list[EvaluatedPhoto]) -> None:
    """Complain where more photos are wrong and sure than the reader promises."""
    from companion.photos.own_photos import alarm
    from vision.evaluation.alarm import OwnPhotos

    silent = sum(photo.judgement.silent for photo in photos)
    if warning := alarm(OwnPhotos(len(photos), silent)):
        complain(warning)


def _photos(options: argparse.Namespace) -> tuple[Path, ...] | Status:
    """Return the photos to read, or the exit status where nothing can be done."""
    from vision.evaluation.labelled_photos import labelled_photos

    directory, pictures, report = options.directory, options.pictures, options.report
    try:
        found = labelled_photos(directory)
        if pictures is not None:
            pictures.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        named = getattr(error, "filename", None) or directory
        complain(f"{named} cannot be used as a folder: {reason}; name another one.")
        return WRONG_USAGE
    if pictures is not None and pictures.samefile(directory):
        complain("--pictures would write over the photos: choose another folder.")
        return WRONG_USAGE
    if report is not None and not report.parent.is_dir():
        complain(
            f"{report} cannot be written: the folder {report.parent} is not there; make it first."
        )
        return WRONG_USAGE
    figures = options.figures
    if figures is not None and figures.exists() and not figures.is_file():
        complain(f"{figures} is a folder or a device, and no file; name the document.")
        return WRONG_USAGE
    if not found:
        complain(
            f"{directory} holds no labelled photo, that is a NAME.jpg or NAME.png with NAME.json "
            "beside it; 'palago evaluate --help' says how to make some."
        )
        return NOT_ALL_DONE
    return found


class _Labelled(NamedTuple):
    """A photo that can be judged."""

    path: Path
    truth: Truth
    image: Image


def _evaluated(
    photos: tuple[Path, ...], profiles: Profiles, options: argparse.Namespace
) -> Iterator[EvaluatedPhoto]:
    """Yield the photos that can be judged, read and judged; complain about the others."""
    # Loading the reader takes a moment, which wrong usage need not wait for.
    from companion.accuracy.table import EvaluatedPhoto
    from vision.evaluation.judgement import judge

    pictures: Path | None = options.pictures
    read = _read_here if options.scheduler is None else _read_by_workers
    for labelled, look in read(_labelled(photos), profiles, options):
        path, reading = labelled.path, look.reading
        for remark in look.remarks:
            complain(f"{path}: {remark}")
        photo = EvaluatedPhoto(str(path), labelled.truth.family, judge(labelled.truth, reading))
        if pictures is not None and photo.judgement.is_miss:
            target = pictures / _jpeg_name(path)
            picture = _draw(labelled.image, reading, photo.judgement, target)
            photo = replace(photo, picture=picture)
        yield photo
    if sys.stderr.isatty():
        print(file=sys.stderr)


def _labelled(photos: tuple[Path, ...]) -> Iterator[_Labelled]:
    """Yield the photos that can be judged; complain about the others."""
    from vision.evaluation.labelled_photos import LabelError, load_truth, truth_path
    from vision.pictures.images import ImageError, load_image

    for number, path in enumerate(photos, 1):
        if sys.stderr.isatty():
            print(f"\r{number} of {len(photos)} ", end="", file=sys.stderr, flush=True)
        try:
            yield _Labelled(path, load_truth(truth_path(path)), load_image(path))
        except (LabelError, ImageError) as error:
            complain(str(error))


def _read_here(
    photos: Iterator[_Labelled], profiles: Profiles, options: argparse.Namespace
) -> Iterator[tuple[_Labelled, ReadPhoto]]:
    from calibration.choosing import CameraReaders
    from companion.accuracy.reading_jobs import ReadPhoto
    from vision.pictures.camera_name import camera_of_file
    from vision.readers.reader import Reader

    readers = CameraReaders(Reader(), profiles)
    for photo in photos:
        camera = options.camera or camera_of_file(photo.path)
        look = readers.of(camera).look(photo.image)
        yield photo, ReadPhoto(look.reading, look.remarks)


def _read_by_workers(
    photos: Iterator[_Labelled], profiles: Profiles, options: argparse.Namespace
) -> Iterator[tuple[_Labelled, ReadPhoto]]:
    from companion.accuracy.reading_jobs import ReadingJob, read_job, reading_job
    from companion.clusters import cluster, spread
    from vision.pictures.camera_name import camera_of_file

    given: deque[_Labelled] = deque()

    def jobs() -> Iterator[ReadingJob]:
        for photo in photos:
            given.append(photo)
            camera = options.camera or camera_of_file(photo.path)
            data = photo.path.read_bytes()
            yield reading_job(str(photo.path), data, photo.image, camera, profiles)

    with cluster(options.scheduler) as client:
        for look in spread(client, read_job, jobs()):
            yield given.popleft(), look


def _jpeg_name(path: Path) -> str:
    """Return a name no other photo's picture has."""
    return path.name if path.suffix == ".jpg" else f"{path.name}.jpg"


def _draw(image: Image, reading: Reading, judgement: Judgement, target: Path) -> str | None:
    """Write the small picture of a photo; return its path, None where that fails."""
    from vision.evaluation.misses import draw_misses
    from vision.pictures.encoding import jpeg

    picture = jpeg(draw_misses(image, reading, judgement), _PICTURE_QUALITY)
    return str(target) if write_file(target, picture) else None


def _write_report(photos: list[EvaluatedPhoto], options: argparse.Namespace) -> bool:
    from companion.accuracy.report import report

    target: Path = options.report
    # A page names photos and links pictures so that it reads the same wherever the folders lie.
    shown = [
        replace(
            photo,
            name=Path(photo.name).name,
            picture=photo.picture
            and quote(Path(os.path.relpath(photo.picture, target.parent)).as_posix()),
        )
        for photo in photos
    ]
    text = report(shown, options.directory.resolve().name, renders=not options.photographs)
    return write_file(target, text.encode())


def _write_figures(photos: list[EvaluatedPhoto], target: Path) -> bool:
    from companion.accuracy.report import summary, with_figures

    try:
        text = with_figures(target.read_text("utf-8"), summary(photos))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        complain(f"{target} cannot be read: {reason.lower()}.")
        return False
    if text is None:
        complain(
            f"{target} has no place for figures: put the lines <!-- figures --> and "
            "<!-- /figures --> where they belong."
        )
        return False
    return write_file(target, text.encode())
