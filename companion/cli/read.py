"""``palago read``: what photos show."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

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

if TYPE_CHECKING:
    from vision.arrays import Image
    from vision.reading import Reading

_EXAMPLE = """examples:
  palago read table.jpg
  palago read --json *.jpg > readings.jsonl
  palago read --annotate drawn/ table.jpg
  palago read --explain stages/ table.jpg
  palago read --lens lens.json wide/*.jpg
"""


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say what ``palago read`` does and takes."""
    parser.description = "Say which tiles a photo shows, on which cells and turned which way."
    parser.epilog = _EXAMPLE
    parser.add_argument("images", nargs="+", metavar="IMAGE", help="a photo")
    parser.add_argument("--json", action="store_true", help="print one JSON object a photo")
    parser.add_argument(
        "--annotate", metavar="DIR", type=Path, help="write the photos with the reading drawn on"
    )
    parser.add_argument(
        "--explain", metavar="DIR", type=Path, help="write a picture of every stage of the reading"
    )
    add_profile_options(parser, camera="(default: the one that each photo names)")
    add_data_option(parser, "where profiles are kept")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> Status:
    """Read the photos, in the order given."""
    # Loading the reader takes a moment, which `palago --help` need not wait for.
    from calibration.choosing import CameraReaders
    from calibration.keeping import ProfileFileError
    from vision.drawing.annotation import annotate
    from vision.drawing.stages import explain
    from vision.pictures.camera_name import camera_of_file
    from vision.pictures.images import ImageError, load_image
    from vision.readers.reader import Reader

    if not all(_make_folder(folder) for folder in (options.annotate, options.explain) if folder):
        return WRONG_USAGE
    try:
        readers = CameraReaders(Reader(), chosen_profiles(options))
    except ProfileFileError as error:
        complain(str(error))
        return WRONG_USAGE
    status: Status = DONE
    written: set[Path] = set()
    for name in options.images:
        try:
            image = load_image(name)
        except ImageError as error:
            status = NOT_ALL_DONE
            complain(str(error))
            if options.json:
                print_json({"image": name, "error": str(error), "sure": False})
            continue
        look = readers.of(options.camera or camera_of_file(Path(name))).look(image)
        reading = look.reading
        for remark in look.remarks:
            complain(f"{name}: {remark}")
        if options.json:
            print_json(_to_json(name, reading))
        else:
            show(describe(name, reading))
        pictures: dict[Path, Image] = {}
        if options.annotate:
            pictures[options.annotate / f"{Path(name).stem}.jpg"] = annotate(image, reading)
        if options.explain:
            for stage, picture in explain(look.straight, look.examination).items():
                pictures[options.explain / f"{Path(name).stem}-{stage}.jpg"] = picture
        for path, picture in pictures.items():
            if not _write(picture, path, name, written):
                status = NOT_ALL_DONE
    return status


def _make_folder(directory: Path) -> bool:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        complain(f"{directory} cannot be made a folder: {reason}; name another one.")
        return False
    return True


def _to_json(name: str, reading: Reading) -> dict[str, Any]:
    """Return a reading as JSON data, with what of it keeps the promise (docs/promise.md)."""
    from vision.recognition.promise import is_proven

    data = reading.to_json(name)
    for die, entry in zip(reading.dice, data["dice"], strict=True):
        entry["proven"] = is_proven(die.margin)
    return {**data, "proven": is_proven(reading.margin)}


def describe(name: str, reading: Reading) -> str:
    """Return what a reading says, for people: a line, what to know besides, and the tiles.

    The tiles of each cluster stand as docs/notation.md has them, those that are not sure with a
    question mark.
    """
    from companion.words.language import ngettext

    sizes = [len(cluster.tiles) for cluster in reading.clusters]
    found = ngettext("{count} tile", "{count} tiles", sum(sizes))
    if len(sizes) > 1:
        found += f" in {len(sizes)} clusters ({' + '.join(map(str, sizes))})"
    unsure = sum(not tile.sure for cluster in reading.clusters for tile in cluster.tiles)
    sure = reading.sure and not unsure
    lines = [f"{name}: {found}, {'sure' if sure else 'not sure'}"]
    if reading.reason:
        lines.append(f"  {reading.reason}")
    elif unsure:
        lines.append("  " + ngettext("{count} tile is unsure", "{count} tiles are unsure", unsure))
    hidden = sum(len(cluster.hidden) for cluster in reading.clusters)
    if hidden:
        lines.append(
            "  " + ngettext("{count} place is hidden", "{count} places are hidden", hidden)
        )
    if reading.dice:
        values = ", ".join(f"{die.value}{'' if die.sure else ' (unsure)'}" for die in reading.dice)
        lines.append(f"  dice: {values}")
    for number, cluster in enumerate(reading.clusters, 1):
        tiles = " ".join(
            f"{tile.cell.q},{tile.cell.r}={tile.orientation}{'' if tile.sure else '?'}"
            for tile in sorted(cluster.tiles, key=lambda tile: tile.cell)
        )
        lines.append(f"  {f'cluster {number}: ' if len(sizes) > 1 else ''}{tiles}")
    return "\n".join(lines)


def _write(picture: Image, wanted: Path, photo: str, written: set[Path]) -> bool:
    """Write a picture of a photo; never over the photo itself or another's picture."""
    import cv2

    target, number = wanted, 2
    while target in written:
        target = wanted.with_stem(f"{wanted.stem}-{number}")
        number += 1
    if target.exists() and target.samefile(photo):
        complain(f"{target} is the photo itself: choose another folder to write to.")
        return False
    written.add(target)
    encoded, data = cv2.imencode(".jpg", picture)
    if not encoded:
        complain(f"{target} cannot be written: the picture could not be encoded; take another.")
        return False
    return write_file(target, data.tobytes())
