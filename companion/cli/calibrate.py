"""``palago calibrate``: what a camera's lens does, what tonight's tiles look like, an odd die."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli import calibrate_colors, calibrate_die, calibrate_lens
from companion.cli.data_folder import add_data_option

_LENS_EXAMPLE = """How to calibrate a lens, once for each camera:
  1. palago print sheet --output sheet.pdf, print it at 100 %, lay it flat or glue it on card.
  2. Take 15 photos or more, all with the same zoom and held the same way: all over the picture and
     into its corners, from near, most of them slanted by 20 to 45 degrees, from all sides.
  3. palago calibrate lens FOLDER --camera "Ann's phone"

examples:
  palago calibrate lens photos/ --camera phone
  palago calibrate lens 0 --camera webcam        # from a camera: move the sheet until it says so
"""

_COLORS_EXAMPLE = """For sets whose colours are hard to tell apart, such as two dark ones: lay a few
tiles on the table, in the light of the game, and take a photo.

examples:
  palago calibrate colors tiles.jpg --camera phone
  palago calibrate colors tiles.jpg --camera phone --swap   # the other colour is white's
"""

_DIE_EXAMPLE = """For a die that bears a symbol, a letter or a numeral: take a photo of each face
from straight above. The die lies alone on a plain table, in the middle of the picture, and fills a
quarter of its height or more. A face may have up to three photos.

examples:
  palago calibrate die 1=star.jpg 2=two.jpg 3=three.jpg 4=four.jpg 5=five.jpg 6=moon.jpg
  palago calibrate die 1=a.jpg 1=b.jpg 2=2.jpg 3=3.jpg 4=4.jpg 5=5.jpg 6=6.jpg --name rabbit
"""


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say what ``palago calibrate`` does and takes."""
    parser.description = (
        "Make a profile of a camera's lens, of a set's colours in tonight's light, or of a die."
    )
    parser.epilog = f"{_LENS_EXAMPLE}\n{_COLORS_EXAMPLE}\n{_DIE_EXAMPLE}"
    kinds = parser.add_subparsers(title="what to calibrate", metavar="WHAT", required=True)
    lens = kinds.add_parser(
        "lens",
        help="from photos of the printed sheet",
        description="Make a profile of a camera's lens from photos of the printed sheet.",
        epilog=_LENS_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    lens.add_argument(
        "source", metavar="SOURCE", help="a folder of photos, a camera's number, a stream, a video"
    )
    lens.set_defaults(run=calibrate_lens.run)
    colors = kinds.add_parser(
        "colors",
        help="from a photo of a few tiles",
        description="Make a profile of a set's two colours from a photo of a few of its tiles.",
        epilog=_COLORS_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    colors.add_argument("photo", metavar="PHOTO", help="a photo of a few tiles on the table")
    colors.add_argument(
        "--swap", action="store_true", help="name the two colours the other way round"
    )
    colors.set_defaults(run=calibrate_colors.run)
    die = kinds.add_parser(
        "die",
        help="from photos of its six faces",
        description="Make a profile of a die with odd faces from photos of its six faces.",
        epilog=_DIE_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    die.add_argument(
        "photos",
        nargs="+",
        type=calibrate_die.face_photo,
        metavar="FACE=PHOTO",
        help="the value of a face, 1 to 6, and a photo of it",
    )
    die.add_argument("--name", default="die", help="what the die is kept under (default: die)")
    die.add_argument(
        "--annotate", metavar="DIR", type=Path, help="write what was seen of each face as pictures"
    )
    die.set_defaults(run=calibrate_die.run)
    for kind in (lens, colors):
        kind.add_argument(
            "--camera",
            metavar="NAME",
            help="what the profile is kept under (default: what the photo or the source says)",
        )
    for kind in (lens, colors, die):
        kind.add_argument(
            "--output",
            "--profile",
            metavar="FILE",
            type=Path,
            help="write the profile to this file",
        )
        add_data_option(kind, "where it is kept")
        kind.add_argument("--json", action="store_true", help="print one JSON object")
