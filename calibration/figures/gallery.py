"""The figures as files for the documentation: one SVG each, and a page that shows them all."""

from __future__ import annotations

from calibration.figures.definitions import rule_figures
from calibration.figures.drawing import draw_figure
from calibration.languages import ENGLISH
from calibration.printing.svg import figure_to_svg
from calibration.printing.texts import texts_in

_PAGE = "README.md"
_INTRODUCTION = """# Figures for the rules

Drawn from positions by `python -m calibration.figures docs/pictures/rules`; the positions and the
captions are in `calibration/figures/figures.json` and `calibration/printing/languages`. Every
number in a caption is held against the rules engine by the tests. Palago, Palagem and Palagonia are
games by Cameron Browne, Palagonia with Mike McManaway.

In a figure with a strong colour that group is closed; a dot is the hand of a limb, a number in a
circle an animal's score.
"""


def gallery_files() -> dict[str, str]:
    """Return every file of the gallery, by name."""
    pictures: dict[str, str] = {}
    sections = [_INTRODUCTION]
    english = texts_in(ENGLISH)
    for figure in rule_figures().values():
        caption = english(f"figure.{figure.name}")
        pictures[f"{figure.name}.svg"] = figure_to_svg(draw_figure(figure), caption)
        sections.append(f"![{caption}]({figure.name}.svg)\n\n{caption}\n")
    return {**pictures, _PAGE: "\n".join(sections)}
