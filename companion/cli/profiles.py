"""Where ``palago calibrate`` writes what it made."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.output import complain

if TYPE_CHECKING:
    from calibration.keeping import Profile


def write_profile(profile: Profile, room: str, options: argparse.Namespace) -> Path | None:
    """Write a profile to ``--output``, or into a folder of the data directory.

    Returns its path, None where it cannot be written, which has been said then.
    """
    from platformdirs import user_data_path

    from calibration.keeping import keep_profile

    try:
        if options.output is not None:
            output: Path = options.output
            text = json.dumps(profile.to_json(), indent=2, ensure_ascii=False)
            output.write_text(text + "\n", encoding="utf-8")
            return output
        data: Path = (options.data or user_data_path("palago", appauthor=False)).expanduser()
        return keep_profile(data / room, profile)
    except OSError as error:
        complain(f"The profile cannot be written: {(error.strerror or str(error)).lower()}.")
        return None
