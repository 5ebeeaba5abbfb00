"""``palago calibrate colors``: a set's two colours, from a photo of a few tiles."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.output import DONE, NOT_ALL_DONE, Status, complain, print_json, show
from companion.cli.profiles import write_profile


def run(options: argparse.Namespace) -> Status:
    """Learn a set's colours and keep the profile."""
    # Loading the reader takes a moment, which wrong usage need not wait for.
    from calibration.colors.learning import (
        ColorCalibrationError,
        learn_colors,
        verdict_on_separation,
    )
    from vision.pictures.camera_name import camera_of_file
    from vision.pictures.images import ImageError, load_image
    from vision.readers.reader import Reader

    camera = options.camera or camera_of_file(Path(options.photo)) or "camera"
    try:
        profile = learn_colors(load_image(options.photo), Reader(), camera)
    except (ImageError, ColorCalibrationError) as error:
        if options.json:
            print_json({"camera": camera, "image": options.photo, "error": str(error)})
        # a picture that cannot be opened is named by its error
        complain(str(error) if isinstance(error, ImageError) else f"{options.photo}: {error}")
        return NOT_ALL_DONE
    if options.swap:
        profile = profile.swapped()
    path = write_profile(profile, "colors", options)
    if path is None:
        return NOT_ALL_DONE
    if options.json:
        print_json({**profile.to_json(), "profile": str(path)})
        return DONE
    show(f"The colours of the set, as {profile.camera} shows them: {path}")
    for name in ("white", "blue", "table"):
        red, green, blue = (round(value) for value in getattr(profile, name))
        print(f"  {name:6} #{red:02x}{green:02x}{blue:02x}")
    print(f"  {profile.separation:.0f} times as far apart as they vary, on {profile.tiles} tiles")
    print(f"  {verdict_on_separation(profile)}")
    return DONE
