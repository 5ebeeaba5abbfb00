"""Draw all figures as SVG, with a page that shows them: ``python -m calibration.figures DIR``."""

from __future__ import annotations

import argparse
from pathlib import Path

from calibration.figures.gallery import gallery_files


def main() -> None:
    """Write the figures into the folder asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m calibration.figures", description=__doc__)
    parser.add_argument("folder", type=Path, help="docs/pictures/rules in this project")
    folder: Path = parser.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in gallery_files().items():
        (folder / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
