"""The printed rules: the three games on two pages each, in two columns, with their figures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from io import BytesIO
from typing import Final

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    KeepTogether,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)

from calibration.figures.definitions import RuleFigure, rule_figures
from calibration.figures.drawing import draw_figure
from calibration.printing.booklet_text import Block, booklet_text
from calibration.printing.marks import Figure
from calibration.printing.paper import Paper
from calibration.printing.pdf import AUTHOR, BOLD_FONT, REGULAR_FONT, paint
from calibration.printing.texts import Texts
from rules.judging import GAMES

PAGES_A_GAME: Final = 2

_MARGIN, _GUTTER, _FOOTER = 14.0, 8.0, 8.0
_FIGURE_EDGE, _FIGURE_GAP = 5.8, 4.0
_TALLEST_FIGURE = 54.0
_BALANCE = 1.0
"""So near, mm, the columns of a last page come to the same height."""
_INK, _QUIET = HexColor("#1b2733"), HexColor("#5d6b7a")

_BODY = ParagraphStyle(
    "body",
    fontName=REGULAR_FONT,
    fontSize=11.3,
    leading=14.2,
    spaceAfter=4.8,
    textColor=_INK,
    allowWidows=0,
    allowOrphans=0,
)
_STYLES = {
    "paragraph": _BODY,
    "item": ParagraphStyle("item", _BODY, leftIndent=10, bulletIndent=1, spaceAfter=2.8),
    "title": ParagraphStyle(
        "title", _BODY, fontName=BOLD_FONT, fontSize=24, leading=28, spaceAfter=2
    ),
    "subtitle": ParagraphStyle("subtitle", _BODY, textColor=_QUIET, spaceAfter=7),
    "heading": ParagraphStyle(
        "heading", _BODY, fontName=BOLD_FONT, fontSize=13, leading=16, spaceBefore=6, spaceAfter=3
    ),
}
_CAPTION = ParagraphStyle(
    "caption", _BODY, fontSize=9, leading=10.8, textColor=_QUIET, alignment=1, spaceAfter=0
)


class _FigureFlowable(Flowable):
    """A figure in a column of text."""

    def __init__(self, figure: Figure) -> None:
        super().__init__()
        self.hAlign = "CENTER"
        self._figure = figure
        self.width, self.height = figure.width * mm, figure.height * mm

    def wrap(self, _width: float, _height: float) -> tuple[float, float]:
        return self.width, self.height

    def draw(self) -> None:
        paint(self.canv, self._figure.marks)


def rules_pdf(paper: Paper, texts: Texts) -> bytes:
    """Return a PDF of the three games' rules, two pages each."""
    heights = {game: _balanced_height(game, paper, texts) for game in GAMES}
    return _built(paper, texts, heights)[0]


def _balanced_height(game: str, paper: Paper, texts: Texts) -> float:
    """Return how high, mm, the columns of a game's last page are when they end alike."""
    low, high = 0.0, _full_height(paper)
    while high - low > _BALANCE:
        middle = (low + high) / 2
        fits = _built(paper, texts, {game: middle})[1] <= PAGES_A_GAME
        low, high = (low, middle) if fits else (middle, high)
    return high


def _built(paper: Paper, texts: Texts, heights: Mapping[str, float]) -> tuple[bytes, int]:
    """Return a PDF of some games' rules, and how many pages it has.

    ``heights`` are those of the columns, mm, on each game's last page.
    """
    buffer = BytesIO()
    document = BaseDocTemplate(
        buffer,
        pagesize=(paper.width * mm, paper.height * mm),
        title=texts("rules.title"),
        author=AUTHOR,
        invariant=1,
    )
    story: list[Flowable] = []
    for game, height in heights.items():
        footer = partial(_footer, paper, game, texts)
        first, last = f"{game} first", f"{game} last"
        document.addPageTemplates(
            [
                PageTemplate(first, _columns(paper, _full_height(paper)), onPage=footer),
                PageTemplate(last, _columns(paper, height), onPage=footer),
            ]
        )
        story += [NextPageTemplate(first), PageBreak()] if story else []
        story += [NextPageTemplate(last), *_story(game, texts, _column_width(paper))]
    document.build(story)
    return buffer.getvalue(), document.page


def _full_height(paper: Paper) -> float:
    return paper.height - 2 * _MARGIN - _FOOTER


def _columns(paper: Paper, height: float) -> list[Frame]:
    """Return a page's two columns, of a height in mm, from the top."""
    width = _column_width(paper) * mm
    bottom = (paper.height - _MARGIN - height) * mm
    left = _MARGIN * mm
    return [
        Frame(x, bottom, width, height * mm, 0, 0, 0, 0)
        for x in (left, left + width + _GUTTER * mm)
    ]


def _column_width(paper: Paper) -> float:
    return (paper.width - 2 * _MARGIN - _GUTTER) / 2


def _footer(
    paper: Paper, game: str, texts: Texts, canvas: Canvas, _document: BaseDocTemplate
) -> None:
    canvas.saveState()
    canvas.setFont(REGULAR_FONT, 7.5)
    canvas.setFillColor(_QUIET)
    line = _MARGIN * mm
    page = (canvas.getPageNumber() - 1) % PAGES_A_GAME + 1
    canvas.drawString(_MARGIN * mm, line, texts("credit"))
    canvas.drawRightString(
        (paper.width - _MARGIN) * mm, line, f"{game.capitalize()} {page}/{PAGES_A_GAME}"
    )
    canvas.restoreState()


def _story(game: str, texts: Texts, width: float) -> list[Flowable]:
    story: list[Flowable] = []
    for block in booklet_text(game, texts.language):
        if block.kind == "heading":
            story.append(CondPageBreak(18 * mm))
        story.append(_flowable(block, texts, width))
    return story


def _flowable(block: Block, texts: Texts, width: float) -> Flowable:
    if block.kind == "figures":
        figures = [rule_figures()[name] for name in block.text.split()]
        return KeepTogether([_row(figures, texts, width), Spacer(0, 2.2 * mm)])
    bullet = "•" if block.kind == "item" else None
    return Paragraph(block.text, _STYLES[block.kind], bulletText=bullet)


def _row(figures: list[RuleFigure], texts: Texts, width: float) -> Table:
    """Return figures side by side, their captions below."""
    share = (width - _FIGURE_GAP * (len(figures) - 1)) / len(figures)
    drawn = [_FigureFlowable(_fitting(figure, share)) for figure in figures]
    captions = [Paragraph(texts(f"figure.{figure.name}"), _CAPTION) for figure in figures]
    return Table(
        [drawn, captions],
        colWidths=[width / len(figures) * mm] * len(figures),
        style=[
            ("ALIGN", (0, 0), (-1, -1), "CENTER"),
            ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
            ("VALIGN", (0, 1), (-1, 1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), _FIGURE_GAP / 2 * mm),
            ("RIGHTPADDING", (0, 0), (-1, -1), _FIGURE_GAP / 2 * mm),
            ("TOPPADDING", (0, 0), (-1, -1), 2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
        ],
    )


def _fitting(figure: RuleFigure, width: float) -> Figure:
    """Return a figure with tiles as large as in the others, or smaller where it must."""
    drawn = draw_figure(figure, _FIGURE_EDGE)
    shrink = min(1.0, width / drawn.width, _TALLEST_FIGURE / drawn.height)
    return drawn if shrink == 1 else draw_figure(figure, _FIGURE_EDGE * shrink)
