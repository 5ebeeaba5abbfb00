"""``palago calibrate lens``: what a camera's lens does, from photos of the printed sheet."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
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
)
from companion.cli.profiles import write_profile
from companion.words.language import ngettext

if TYPE_CHECKING:
    from calibration.lens.calibrating import LensCalibration
    from calibration.lens.coverage import Coverage
    from rules.messages import Message
    from vision.arrays import Image
    from vision.profiles.lens_profile import LensProfile

_PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"}
_SHADES = " .:+*#"
_UNNAMED = "camera"


def run(options: argparse.Namespace) -> Status:
    """Calibrate a lens and keep its profile."""
    from calibration.lens.calibrating import CalibrationError, LensCalibration
    from calibration.lens.view import ViewError
    from companion.sources import SourceError

    folder = Path(options.source)
    live = not folder.is_dir()
    try:
        calibration = LensCalibration(options.camera or _camera(options.source))
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        complain(f"{folder} cannot be read: {reason}; check who may read it.")
        return WRONG_USAGE
    left_out: list[dict[str, str]] = []
    try:
        photos = _frames(options.source) if live else _photos(folder, calibration.camera, left_out)
        for name, image in photos:
            if live:
                if _is_enough(calibration, image):
                    break
                continue
            try:
                calibration.add(image)
            except ViewError as error:
                left_out.append({"image": name, "reason": str(error)})
    except (SourceError, OSError) as error:
        complain(str(error))
        return WRONG_USAGE
    except KeyboardInterrupt:
        print(file=sys.stderr)
    if not live and not calibration.photos and not left_out:
        complain(f"{folder} holds no photos: give the folder with the photos of the sheet.")
        return WRONG_USAGE
    for photo in left_out:
        complain(f"{photo['image']} is left out: {photo['reason']}")
    try:
        profile = calibration.profile()
    except CalibrationError as error:
        return _refused(calibration, error.reasons, left_out, options)
    return _kept(profile, calibration.coverage, left_out, options)


def _camera(source: str) -> str:
    """Return what the profile is kept under: what most photos of a folder, or the source, say."""
    from companion.sources.opening import source_camera
    from vision.pictures.camera_name import camera_of_file

    folder = Path(source)
    if not folder.is_dir():
        return source_camera(source) or _UNNAMED
    named = Counter(name for path in _pictures(folder) if (name := camera_of_file(path)))
    return named.most_common(1)[0][0] if named else _UNNAMED


def _pictures(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.iterdir()) if path.suffix.lower() in _PICTURES]


def _photos(
    folder: Path, camera: str, left_out: list[dict[str, str]]
) -> Iterator[tuple[str, Image]]:
    """Yield the photos of a folder by name; what cannot be opened or is of another is left out."""
    from vision.pictures.camera_name import camera_of_file
    from vision.pictures.images import ImageError, load_image

    pictures = _pictures(folder)
    cameras = {path: camera_of_file(path) for path in pictures}
    # A name that somebody chose says nothing of how the photos call the camera.
    usual = camera if camera in cameras.values() else None
    for path in pictures:
        if usual and cameras[path] not in (usual, None):
            reason = f"It comes from another camera, or another zoom, than {usual}: leave it out."
            left_out.append({"image": str(path), "reason": reason})
            continue
        try:
            yield str(path), load_image(path)
        except ImageError as error:
            left_out.append({"image": str(path), "reason": str(error)})


def _frames(source: str) -> Iterator[tuple[str, Image]]:
    """Yield the frames of a camera, a stream or a video."""
    from companion.sources import Frame, open_source

    opened = open_source(source, fast=True)
    try:
        for item in opened:
            if isinstance(item, Frame):
                yield f"frame {item.number}", item.image
            else:
                complain(str(item.reason))
    finally:
        opened.close()


def _is_enough(calibration: LensCalibration, image: Image) -> bool:
    """Take a frame if it shows something new, say what is still missing; tell if nothing is."""
    from calibration.lens.calibrating import CalibrationError

    if not calibration.offer(image):
        return False
    missing: tuple[Message, ...] = ()
    try:
        calibration.profile()
    except CalibrationError as error:
        missing = error.reasons
    if sys.stderr.isatty():
        print(f"\n{_map(calibration.coverage)}", *missing, sep="\n", file=sys.stderr)
    return not missing


def _map(coverage: Coverage) -> str:
    """Return how well the frame is covered, a character a cell."""
    rows = coverage.cells.clip(0, len(_SHADES) - 1)
    return "\n".join("  |" + "".join(_SHADES[cell] * 2 for cell in row) + "|" for row in rows)


def _refused(
    calibration: LensCalibration,
    reasons: tuple[Message, ...],
    left_out: list[dict[str, str]],
    options: argparse.Namespace,
) -> Status:
    sentences = [str(reason) for reason in reasons]
    if options.json:
        print_json(
            {
                "camera": calibration.camera,
                "error": " ".join(sentences),
                "reasons": sentences,
                "photos": calibration.photos,
                "left_out": left_out,
            }
        )
    photos = ngettext("{count} photo", "{count} photos", calibration.photos)
    complain(f"No profile was made from {photos}:")
    for sentence in sentences:
        complain(sentence)
    return NOT_ALL_DONE


def _kept(
    profile: LensProfile,
    coverage: Coverage,
    left_out: list[dict[str, str]],
    options: argparse.Namespace,
) -> Status:
    path = write_profile(profile, "lenses", options)
    if path is None:
        return NOT_ALL_DONE
    if options.json:
        answer: dict[str, Any] = {**profile.to_json(), "profile": str(path), "left_out": left_out}
        print_json(answer)
        return DONE
    accuracy = profile.accuracy
    focal = sum(profile.focal) / 2
    show(f"The lens of {profile.camera}, {profile.width} x {profile.height} px: {path}")
    print(_map(coverage))
    print(f"  focal length {focal:.1f} px, known to {accuracy.focal_spread:.2%}")
    print(f"  corners of the picture known to {accuracy.corner_spread:.2f} px")
    print(
        f"  {accuracy.photos} photos, {accuracy.points} corners, reprojection error"
        f" {accuracy.error:.2f} px (by photo {accuracy.error_low:.2f} to {accuracy.error_high:.2f})"
    )
    return DONE
