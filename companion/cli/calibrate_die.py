"""``palago calibrate die``: the faces of an odd die, from photos of them."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
from companion.cli.profiles import write_profile

if TYPE_CHECKING:
    from calibration.dice.learning import LearnedDie, SeenFace


def face_photo(text: str) -> tuple[int, str]:
    """Return the value and the photo that ``FACE=PHOTO`` names."""
    value, equals, photo = text.partition("=")
    if not equals or not photo or value not in set("123456"):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no FACE=PHOTO: write the value of the face, 1 to 6, and its photo,"
            " as in 1=star.jpg"
        )
    return int(value), photo


def run(options: argparse.Namespace) -> Status:
    """Learn a die and keep its profile."""
    from calibration.dice.learning import MOST_PHOTOS, DieCalibrationError, DieTeacher
    from vision.pictures.images import ImageError, load_image
    from vision.readers.reader import Reader

    values = [value for value, _ in options.photos]
    for value in range(1, 7):
        if not 1 <= values.count(value) <= MOST_PHOTOS:
            complain(
                f"{values.count(value)} photos are given of face {value}: give one to three of"
                " every face, as in 1=star.jpg 2=two.jpg."
            )
            return WRONG_USAGE
    teacher = DieTeacher(Reader())
    faces: list[tuple[str, SeenFace]] = []
    problems: list[dict[str, Any]] = []
    for value, photo in options.photos:
        try:
            faces.append((photo, teacher.see(load_image(photo), value)))
        except (ImageError, DieCalibrationError) as error:
            problems.append({"face": value, "image": photo, "error": str(error)})
            complain(str(error) if isinstance(error, ImageError) else f"{photo}: {error}")
    if options.annotate and not _written(faces, options.annotate):
        return NOT_ALL_DONE
    if problems:
        return _refused(options, "Some photos show no face that can be learned.", problems)
    try:
        learned = teacher.learn([face for _, face in faces], options.name)
    except DieCalibrationError as error:
        complain(str(error))
        return _refused(options, str(error), problems)
    return _kept(learned, faces, options)


def _refused(options: argparse.Namespace, error: str, problems: list[dict[str, Any]]) -> Status:
    if options.json:
        print_json({"name": options.name, "error": error, "left_out": problems})
    return NOT_ALL_DONE


def _kept(
    learned: LearnedDie, faces: list[tuple[str, SeenFace]], options: argparse.Namespace
) -> Status:
    path = write_profile(learned.profile, "dice", options)
    if path is None:
        return NOT_ALL_DONE
    remarks = [str(remark) for remark in learned.remarks]
    if options.json:
        seen = [_to_json(photo, face) for photo, face in faces]
        print_json(
            {**learned.profile.to_json(), "seen": seen, "remarks": remarks, "profile": str(path)}
        )
        return DONE
    show(f"The faces of {learned.profile.name}: {path}")
    for photo, face in faces:
        x, y = (round(value) for value in face.place.center)
        radius = round(face.place.radius)
        show(f"  {face.picture.value}  {photo}: seen at {x}, {y}, half its diagonal {radius} px")
    for remark in remarks:
        print(f"  {remark}")
    return DONE


def _to_json(photo: str, face: SeenFace) -> dict[str, Any]:
    return {
        "image": photo,
        "value": face.picture.value,
        "center": [round(value, 1) for value in face.place.center],
        "radius": round(face.place.radius, 1),
    }


def _written(faces: list[tuple[str, SeenFace]], folder: Path) -> bool:
    """Write what was seen of each face; tell whether that could be done."""
    from vision.profiles.die_profile import png

    try:
        folder.mkdir(parents=True, exist_ok=True)
        for number, (_, face) in enumerate(faces, 1):
            path = folder / f"face-{face.picture.value}-{number}.png"
            if not write_file(path, png(face.picture.picture)):
                return False
    except OSError as error:
        complain(f"{folder} cannot be made a folder: {(error.strerror or str(error)).lower()}.")
        return False
    return True
