"""Profiles of cameras on the command line: which to use, and where new ones are written."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.data_folder import data_folder
from companion.cli.output import complain, write_file

if TYPE_CHECKING:
    from calibration.choosing import Profiles
    from calibration.keeping import Profile

NONE = "none"


def add_profile_options(parser: argparse.ArgumentParser, *, camera: str) -> None:
    """Add ``--lens``, ``--colors``, ``--die`` and ``--camera``, whose help ends with ``camera``."""
    parser.add_argument(
        "--lens",
        metavar="FILE",
        help="the profile of the lens, or 'none' (default: the newest kept for the camera)",
    )
    parser.add_argument(
        "--colors",
        metavar="FILE",
        help="the profile of the set's colours, or 'none' (default: the newest kept for the"
        " camera); it is left out where the tiles have other colours",
    )
    parser.add_argument(
        "--die",
        metavar="FILE",
        help="the profile of a die with odd faces, or 'none' (default: all that are kept)",
    )
    if camera:
        parser.add_argument(
            "--camera", metavar="NAME", help=f"the camera whose kept profiles are used {camera}"
        )


def chosen_profiles(options: argparse.Namespace) -> Profiles:
    """Return the profiles that the options choose.

    Raises
    ------
    ProfileFileError
        If a file that is named holds no such profile.
    """
    from calibration.choosing import KEPT, Profiles
    from calibration.keeping import load_colors, load_die, load_lens

    lens, colors, die = options.lens, options.colors, options.die
    return Profiles(
        data=data_folder(options),
        lens=KEPT if lens is None else None if lens == NONE else load_lens(Path(lens)),
        colors=KEPT if colors is None else None if colors == NONE else load_colors(Path(colors)),
        dice=KEPT if die is None else () if die == NONE else (load_die(Path(die)),),
    )


def write_profile(profile: Profile, room: str, options: argparse.Namespace) -> Path | None:
    """Write a profile to ``--output``, or into a folder of the data directory.

    Returns its path, None where it cannot be written, which has been said then.
    """
    from calibration.keeping import keep_profile

    if options.output is not None:
        output: Path = options.output
        text = json.dumps(profile.to_json(), indent=2, ensure_ascii=False)
        return output if write_file(output, f"{text}\n".encode()) else None
    try:
        return keep_profile(data_folder(options) / room, profile)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        complain(f"The profile cannot be written: {reason}; give another folder with --data.")
        return None
