"""Score sheets to fill in by hand: a page for Palagonia, and one for Palago and Palagem."""

from __future__ import annotations

from typing import Final

from calibration.printing.marks import Mark, Words, line
from calibration.printing.paper import Paper
from calibration.printing.pdf import pages_to_pdf
from calibration.printing.texts import Texts

PLAYERS: Final = 6

_MARGIN, _TITLE, _TEXT, _SMALL = 14.0, 6.0, 3.3, 2.7
_ROW = 8.0
_THIN, _THICK, _RULE = 0.15, 0.4, "#5d6b7a"


def score_sheet_pdf(paper: Paper, texts: Texts) -> bytes:
    """Return a PDF of two pages: points in Palagonia, and results in Palago and Palagem."""
    pages = [_palagonia_page(paper, texts), _matches_page(paper, texts)]
    return pages_to_pdf(pages, paper, texts("score.title"))


def _palagonia_page(paper: Paper, texts: Texts) -> list[Mark]:
    """Return a table of islands: creator 3 times, helper 2 times the value, a column a player."""
    width = paper.width - 2 * _MARGIN
    first = [14.0, 22.0]
    columns = [*first, *[(width - sum(first)) / PLAYERS] * PLAYERS]
    headings = [
        texts("score.island"),
        texts("score.value"),
        *(texts("score.player", number=number) for number in range(1, PLAYERS + 1)),
    ]
    note = texts("score.points")
    marks, top = _top(paper, "Palagonia", note, texts)
    islands = int((top - _MARGIN - 16.0) / _ROW) - 3
    names = [texts("score.name")]
    marks += _table(top, columns, [headings, names], islands + 3)
    marks += [
        Words(str(number), (_MARGIN + 7.0, top - _ROW * (number + 1.5) - 1.0), _SMALL)
        for number in range(1, islands + 1)
    ]
    end = top - _ROW * (islands + 3)
    marks.append(line((_MARGIN, end + _ROW), (paper.width - _MARGIN, end + _ROW), _THICK, _RULE))
    total = (_MARGIN + first[0] + first[1] / 2, end + _ROW / 2 - 1.0)
    marks.append(Words(texts("score.total"), total, _SMALL, bold=True))
    marks.append(Words(texts("score.tie"), (_MARGIN, end - 5.0), _SMALL, anchor="start"))
    return marks


def _matches_page(paper: Paper, texts: Texts) -> list[Mark]:
    width = paper.width - 2 * _MARGIN
    shares = (0.13, 0.14, 0.29, 0.19, 0.25)
    headings = [texts(f"score.{key}") for key in ("date", "game", "players", "winner", "why")]
    marks, top = _top(paper, "Palago · Palagem", texts("score.order"), texts)
    rows = int((top - _MARGIN - 8.0) / _ROW)
    marks += _table(top, [share * width for share in shares], [headings], rows)
    return marks


def _top(paper: Paper, title: str, note: str, texts: Texts) -> tuple[list[Mark], float]:
    """Return a page's title, note and credit, and the height at which its table begins."""
    top = paper.height - _MARGIN
    right = paper.width - _MARGIN
    place = texts("score.place")
    marks: list[Mark] = [
        Words(title, (_MARGIN, top - _TITLE), _TITLE, anchor="start", bold=True),
        Words(place, (right - 62.0, top - _TITLE), _TEXT, anchor="start"),
        line((right - 62.0, top - _TITLE - 1.2), (right, top - _TITLE - 1.2), _THIN, _RULE),
        Words(note, (_MARGIN, top - _TITLE - 7.0), _SMALL, anchor="start"),
        Words(texts("credit"), (paper.width / 2, _MARGIN - 4.0), 0.85 * _SMALL, color=_RULE),
    ]
    return marks, top - _TITLE - 11.0


def _table(top: float, columns: list[float], heads: list[list[str]], rows: int) -> list[Mark]:
    """Return the lines of a table and its headings; its first rows are ``heads``."""
    edges = [_MARGIN]
    for column in columns:
        edges.append(edges[-1] + column)
    bottom = top - rows * _ROW
    marks: list[Mark] = [line((x, bottom), (x, top), _THIN, _RULE) for x in edges]
    for row in range(rows + 1):
        width = _THICK if row in (0, len(heads), rows) else _THIN
        y = top - row * _ROW
        marks.append(line((edges[0], y), (edges[-1], y), width, _RULE))
    for row, headings in enumerate(heads):
        for left, right, heading in zip(edges, edges[1:], headings, strict=False):
            at = ((left + right) / 2, top - (row + 0.5) * _ROW - 1.0)
            marks.append(Words(heading, at, _SMALL, bold=True))
    return marks
