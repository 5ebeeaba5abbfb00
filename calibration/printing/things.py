"""All there is to print, by name: what the command line writes and the page hands out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from calibration.printing.paper import Paper
    from calibration.printing.texts import Texts

TILES: Final = "tiles"
THINGS: Final = (TILES, "sheet", "score", "rules")


def printed(thing: str, paper: Paper, texts: Texts) -> bytes:
    """Return one of ``THINGS`` as a PDF; the tiles are white and blue, of the usual size."""
    # what writes PDF takes a moment to load, which only who prints need wait for
    from calibration.printing.booklet_pdf import rules_pdf
    from calibration.printing.colors import TileColors
    from calibration.printing.lens_sheet import lens_sheet_pdf
    from calibration.printing.score_sheet import score_sheet_pdf
    from calibration.printing.tiles import tiles_pdf

    if thing == TILES:
        return tiles_pdf(paper, TileColors(), texts)
    pages = {"sheet": lens_sheet_pdf, "score": score_sheet_pdf, "rules": rules_pdf}
    return pages[thing](paper, texts)
