"""Marks as PDF, through ReportLab. Nothing of it depends on the day: same in, same bytes out."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO

from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from calibration.printing.marks import Arc, Fill, Mark, Outline, Stroke, Words
from calibration.printing.paper import Paper

REGULAR_FONT = "Helvetica"
BOLD_FONT = "Helvetica-Bold"
AUTHOR = "The Palago companion"

_NONZERO = 1


def pages_to_pdf(pages: Iterable[Iterable[Mark]], paper: Paper, title: str) -> bytes:
    """Return a PDF of pages, each its marks, in millimetres from the sheet's lower left corner."""
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=(paper.width * mm, paper.height * mm), invariant=1)
    canvas.setTitle(title)
    canvas.setAuthor(AUTHOR)
    # Told to leave the size alone, most viewers print what is drawn at its true size.
    canvas.setViewerPreference("PrintScaling", "None")
    for marks in pages:
        paint(canvas, marks)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def paint(canvas: Canvas, marks: Iterable[Mark]) -> None:
    """Draw marks on a page, in millimetres from where the canvas has its origin."""
    canvas.saveState()
    canvas.scale(mm, mm)
    canvas.setLineJoin(1)
    for mark in marks:
        if isinstance(mark, Fill):
            _fill(canvas, mark)
        elif isinstance(mark, Stroke):
            _stroke(canvas, mark)
        else:
            _words(canvas, mark)
    canvas.restoreState()


def _fill(canvas: Canvas, fill: Fill) -> None:
    path = canvas.beginPath()
    for outline in fill.outlines:
        _follow(path, outline, closed=True)
    canvas.setFillColor(HexColor(fill.color))
    canvas.drawPath(path, stroke=0, fill=1, fillMode=_NONZERO)


def _stroke(canvas: Canvas, stroke: Stroke) -> None:
    path = canvas.beginPath()
    _follow(path, stroke.outline, closed=stroke.closed)
    canvas.setStrokeColor(HexColor(stroke.color))
    canvas.setLineWidth(stroke.width)
    canvas.setDash([stroke.dash] if stroke.dash else [])
    canvas.drawPath(path, stroke=1, fill=0)


def _follow(path: PDFPathObject, outline: Outline, *, closed: bool) -> None:
    for number, step in enumerate(outline):
        go = path.lineTo if number else path.moveTo
        if isinstance(step, Arc):
            go(*step.first())
            x, y = step.center
            box = (x - step.radius, y - step.radius, x + step.radius, y + step.radius)
            path.arcTo(*box, startAng=step.start, extent=step.sweep)
        else:
            go(*step)
    if closed:
        path.close()


def _words(canvas: Canvas, words: Words) -> None:
    canvas.saveState()
    canvas.setFillColor(HexColor(words.color))
    canvas.setFont(BOLD_FONT if words.bold else REGULAR_FONT, words.size)
    canvas.translate(*words.at)
    canvas.rotate(words.turn)
    draw = {
        "start": canvas.drawString,
        "middle": canvas.drawCentredString,
        "end": canvas.drawRightString,
    }[words.anchor]
    draw(0, 0, words.text)
    canvas.restoreState()
