"""Marks as SVG, with sizes in millimetres, so that a cutter or a browser shows their true size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape, quoteattr

from calibration.printing.marks import Arc, Figure, Fill, Mark, Outline, Point, Stroke


def figure_to_svg(figure: Figure, title: str) -> str:
    """Return a figure as an SVG document; ``title`` is what is read aloud in its place."""
    return layers_to_svg(figure.width, figure.height, {"": figure.marks}, title)


def layers_to_svg(
    width: float, height: float, layers: Mapping[str, Iterable[Mark]], title: str
) -> str:
    """Return an SVG document of named layers, the first at the bottom; a name may be empty."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(width)}mm" '
        f'height="{_number(height)}mm" viewBox="0 0 {_number(width)} {_number(height)}">',
        f"<title>{escape(title)}</title>",
    ]
    for name, marks in layers.items():
        identity = f" id={quoteattr(name)}" if name else ""
        lines.append(f'<g{identity} font-family="Helvetica, Arial, sans-serif">')
        lines.extend(_mark(mark, height) for mark in marks)
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def _mark(mark: Mark, height: float) -> str:
    if isinstance(mark, Fill):
        path = "".join(_path(outline, height, closed=True) for outline in mark.outlines)
        return f'<path fill="{mark.color}" d="{path}"/>'
    if isinstance(mark, Stroke):
        dash = f' stroke-dasharray="{_number(mark.dash)}"' if mark.dash else ""
        path = _path(mark.outline, height, closed=mark.closed)
        return (
            f'<path fill="none" stroke="{mark.color}" stroke-width="{_number(mark.width)}"'
            f' stroke-linejoin="round"{dash} d="{path}"/>'
        )
    x, y = mark.at
    about = _pair((x, y), height)
    turn = f' transform="rotate({_number(-mark.turn)} {about})"' if mark.turn else ""
    weight = ' font-weight="bold"' if mark.bold else ""
    return (
        f'<text x="{_number(x)}" y="{_number(height - y)}" font-size="{_number(mark.size)}"'
        f' text-anchor="{mark.anchor}" fill="{mark.color}"{weight}{turn}>'
        f"{escape(mark.text)}</text>"
    )


def _path(outline: Outline, height: float, *, closed: bool) -> str:
    steps = []
    for number, step in enumerate(outline):
        first = step.first() if isinstance(step, Arc) else step
        steps.append(f"{'L' if number else 'M'}{_pair(first, height)}")
        if isinstance(step, Arc):
            steps.extend(_arc(step, height))
    return "".join(steps) + ("Z" if closed else "")


def _arc(arc: Arc, height: float) -> list[str]:
    """Return the commands of an arc, in parts that are never ambiguous about their way round."""
    clockwise_on_screen = 0 if arc.sweep > 0 else 1
    parts = int(abs(arc.sweep) // 180) + 1
    radius = _number(arc.radius)
    ends = [arc.at(arc.start + arc.sweep * part / parts) for part in range(1, parts + 1)]
    return [f"A{radius} {radius} 0 0 {clockwise_on_screen} {_pair(end, height)}" for end in ends]


def _pair(point: Point, height: float) -> str:
    return f"{_number(point[0])} {_number(height - point[1])}"


def _number(value: float) -> str:
    return f"{round(value, 3):g}" if abs(value) < 1000 else f"{value:.3f}"
