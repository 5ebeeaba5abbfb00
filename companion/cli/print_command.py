"""``palago print``: tiles, the calibration sheet, score sheets and the rules, to print."""

from __future__ import annotations

import argparse
from pathlib import Path

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

_EXAMPLE = """what there is to print:
  tiles   48 tiles to cut out of card; to a FILE.svg: one sheet for a laser cutter
  sheet   the sheet for 'palago calibrate lens'
  score   score sheets for all three games
  rules   the three games' rules, two pages each

examples:
  palago print tiles --output tiles.pdf
  palago print tiles --colors ivory,crimson --paper letter --output tiles.pdf
  palago print tiles --edge 25 --output tiles.svg
  palago print rules --language fr --output regles.pdf
"""


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say what ``palago print`` does and takes."""
    from calibration.languages import ENGLISH, LANGUAGES
    from calibration.printing.paper import PAPERS
    from calibration.printing.things import THINGS

    parser.description = "Write what there is to print as a PDF, in exact millimetres."
    parser.epilog = _EXAMPLE
    parser.add_argument("what", metavar="WHAT", choices=THINGS, help=", ".join(THINGS))
    parser.add_argument("--output", metavar="FILE", type=Path, required=True, help="where it goes")
    parser.add_argument("--paper", choices=tuple(PAPERS), default="a4", help="a4 unless given")
    languages = tuple(LANGUAGES)
    parser.add_argument("--language", choices=languages, default=ENGLISH, help="en unless given")
    parser.add_argument(
        "--colors", metavar="A,B", help="of tiles: two colours, by name or as #rrggbb"
    )
    parser.add_argument("--edge", metavar="MM", type=float, help="of tiles: length of an edge")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> Status:
    """Write one thing to print."""
    from calibration.printing.colors import ColorError
    from calibration.printing.tiles import TileSizeError

    wrong = _wrong_usage(options)
    if wrong:
        complain(wrong)
        return WRONG_USAGE
    try:
        content = _content(options)
    except (ColorError, TileSizeError) as error:
        complain(str(error))
        return WRONG_USAGE
    if not write_file(options.output, content):
        return NOT_ALL_DONE
    if options.json:
        print_json({"printed": options.what, "output": str(options.output), "bytes": len(content)})
    else:
        show(f"{options.output} is ready. Print it at 100 % (“actual size”).")
    return DONE


def _wrong_usage(options: argparse.Namespace) -> str | None:
    """Return what is wrong with options that are right each by itself."""
    ending = options.output.suffix.lower()
    endings = (".pdf", ".svg") if options.what == "tiles" else (".pdf",)
    if ending not in endings:
        return (
            f"'palago print {options.what}' writes no {options.output.name}: "
            f"give the output a name with {' or '.join(endings)} at its end."
        )
    for name in ("colors", "edge"):
        if options.what != "tiles" and getattr(options, name) is not None:
            return f"--{name} is only for tiles: leave it out for {options.what}."
    return None


def _content(options: argparse.Namespace) -> bytes:
    from calibration.printing.colors import TileColors, colors_from_text
    from calibration.printing.paper import PAPERS
    from calibration.printing.texts import texts_in
    from calibration.printing.things import TILES, printed
    from calibration.printing.tiles import DEFAULT_EDGE, tiles_pdf, tiles_svg

    paper, texts = PAPERS[options.paper], texts_in(options.language)
    if options.what != TILES:
        return printed(options.what, paper, texts)
    colors = colors_from_text(options.colors) if options.colors else TileColors()
    edge = DEFAULT_EDGE if options.edge is None else options.edge
    if options.output.suffix.lower() == ".svg":
        return tiles_svg(colors, texts, edge).encode("utf-8")
    return tiles_pdf(paper, colors, texts, edge)
