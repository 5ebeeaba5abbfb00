"""The rules of a game as a page: the text that is printed, with its figures."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.figures.definitions import rule_figures
from calibration.figures.drawing import draw_figure
from calibration.printing.booklet_text import BlockKind, booklet_text
from calibration.printing.texts import texts_in
from companion.showing.game_names import game_name
from companion.words.language import current

_PIXELS_A_MM = 4.0


@dataclass(frozen=True)
class ShownFigure:
    """A figure of the rules: its name, what it shows in words, and its size in px."""

    name: str
    caption: str
    width: int
    height: int


@dataclass(frozen=True)
class RulesBlock:
    """A block of the rules: text with ``<b>`` round what is bold, items of a list, or figures."""

    kind: BlockKind
    text: str = ""
    items: tuple[str, ...] = ()
    figures: tuple[ShownFigure, ...] = ()


@dataclass(frozen=True)
class RulesView:
    """The rules of a game: its key and name, its subtitle, and what stands below."""

    game: str
    name: str
    subtitle: str
    blocks: tuple[RulesBlock, ...]


def rules_view(game: str) -> RulesView:
    """Return the rules of a game in the reader's language."""
    language = current()
    subtitle, blocks = "", list[RulesBlock]()
    for block in booklet_text(game, language):
        if block.kind == "subtitle":
            subtitle = block.text
        elif block.kind == "figures":
            shown = tuple(_figure(name, language) for name in block.text.split())
            blocks.append(RulesBlock("figures", figures=shown))
        elif block.kind == "item":
            before = blocks.pop().items if blocks and blocks[-1].kind == "item" else ()
            blocks.append(RulesBlock("item", items=(*before, block.text)))
        elif block.kind != "title":
            blocks.append(RulesBlock(block.kind, block.text))
    return RulesView(game, game_name(game), subtitle, tuple(blocks))


def _figure(name: str, language: str) -> ShownFigure:
    figure = rule_figures()[name]
    drawn = draw_figure(figure)
    return ShownFigure(
        name,
        texts_in(language)(f"figure.{name}"),
        round(drawn.width * _PIXELS_A_MM),
        round(drawn.height * _PIXELS_A_MM),
    )
