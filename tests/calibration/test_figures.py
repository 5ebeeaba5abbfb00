"""Figures of the rules: what each caption claims is what the engine says of its position."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from calibration.figures.definitions import RuleFigure, rule_figures
from calibration.figures.drawing import draw_figure
from calibration.figures.gallery import gallery_files
from calibration.languages import LANGUAGES
from calibration.printing.texts import texts_in
from rules import Board, Cell, Shape, analyse, judge_palagem, judge_palago, judge_palagonia
from rules.lattice import SIDES, connected_parts
from rules.palagem.pattern import Palagem, all_palagems
from rules.tile import ORIENTATIONS, corner_color
from tests.conftest import ROOT

FIGURES = list(rule_figures().values())
SET = 48


def shape_of(figure: RuleFigure) -> Shape:
    """Return the group that stands out in a figure."""
    (color,) = figure.highlight
    closed = analyse(figure.board).closed
    assert closed is not None
    return max((s for s in closed if s.color == color), key=lambda shape: shape.arches)


def free_edges(figure: RuleFigure) -> int:
    (cell,) = figure.marked
    return sum(neighbour not in figure.board for neighbour in cell.neighbours())


def ruling_in_palago(figure: RuleFigure) -> dict[str, Any]:
    mover = figure.expect["palago"]["mover"]
    tiles_left = SET - len(figure.before)
    order = figure.placed if len(figure.placed) == 1 else None
    verdict = judge_palago(
        figure.before, figure.board, mover=mover, tiles_left=tiles_left, order=order
    )
    return {"mover": mover, "legal": verdict.legal, "winner": verdict.winner}


def continent(figure: RuleFigure) -> int:
    verdict = judge_palagonia(
        figure.before, figure.board, die=len(figure.placed), tiles_left=len(figure.placed)
    )
    (island,) = verdict.islands
    assert verdict.legal
    assert island.continent
    return island.value


def is_seki(figure: RuleFigure) -> bool:
    """Tell whether whoever fills the hole loses, however the tile lies and whoever it is."""
    ((hole,),) = analyse(figure.board).holes
    rulings = []
    for orientation in ORIENTATIONS:
        for mover, other in (("white", "blue"), ("blue", "white")):
            verdict = judge_palago(
                figure.board,
                figure.board.with_tile(hole, orientation),
                mover=mover,  # type: ignore[arg-type]
                tiles_left=SET - len(figure.board),
            )
            if verdict.legal:
                rulings.append((verdict.winner, verdict.reason) == (other, "both-closed"))
    return len(rulings) == SIDES and all(rulings)


def mirrored(board: Board) -> Board:
    """Return a board as a mirror shows it, with y turned over."""
    return Board({Cell(q, -q - r): -k % SIDES for (q, r), k in board.items()})


def are_mirrored_palagems(figure: RuleFigure) -> bool:
    first, second = (
        Board({cell: figure.board[cell] for cell in part}) for part in connected_parts(figure.board)
    )
    pattern = Palagem(second).pattern()
    return Palagem(first).pattern() != pattern and Palagem(mirrored(first)).pattern() == pattern


def palagem_wins(figure: RuleFigure) -> bool:
    palagem = Palagem(Board({cell: figure.board[cell] for cell in figure.framed}))
    turned = Palagem(palagem.tiles.rotated(2).translated(3, -7))
    verdict = judge_palagem(
        figure.before, figure.board, mover="Ann", tiles_left=9, palagems={"Ann": turned}
    )
    return verdict.legal and verdict.winner == "Ann"


def eyes(figure: RuleFigure) -> int:
    return sum(shape.is_eye for shape in analyse(figure.board).closed or ())


def touched(figure: RuleFigure) -> int:
    (cell,) = figure.placed
    verdict = judge_palagem(figure.before, figure.board, mover="Ann", tiles_left=9)
    assert verdict.legal
    return len(figure.before.touching(cell))


def same_corner_colors(figure: RuleFigure) -> bool:
    return all(
        len({corner_color(orientation, corner) for orientation in figure.board.values()}) == 1
        for corner in range(SIDES)
    )


CLAIMS: dict[str, Callable[[RuleFigure], object]] = {
    "value": lambda figure: shape_of(figure).value,
    "limbs": lambda figure: shape_of(figure).limbs,
    "animals": lambda figure: list(shape_of(figure).animals or ()),
    "arches": lambda figure: shape_of(figure).arches,
    "mismatches": lambda figure: len(analyse(figure.board).mismatches),
    "holes": lambda figure: sum(map(len, analyse(figure.board).holes)),
    "eyes": eyes,
    "arch_groups": lambda figure: len(analyse(figure.board).closed or ()) - eyes(figure),
    "palago": ruling_in_palago,
    "seki": is_seki,
    "continent": continent,
    "palagem": lambda figure: len(Palagem(figure.board).tiles) == 4,
    "palagems": lambda _: len(all_palagems()),
    "mirrored_palagems": are_mirrored_palagems,
    "palagem_won": palagem_wins,
    "touches": touched,
    "free_edges": free_edges,
    "exterior": lambda figure: sum(
        any(n not in figure.board for n in cell.neighbours()) for cell in figure.board
    ),
    "same_corner_colors": same_corner_colors,
}


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_the_engine_says_what_the_figure_claims(figure: RuleFigure) -> None:
    assert figure.expect
    assert {claim: CLAIMS[claim](figure) for claim in figure.expect} == dict(figure.expect)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "figure", [f for f in FIGURES if "value" in f.expect], ids=lambda figure: figure.name
)
def test_captions_give_the_values_that_the_engine_gives(figure: RuleFigure, language: str) -> None:
    shape = shape_of(figure)
    caption = texts_in(language)(f"figure.{figure.name}")
    stated = [int(number) for number in re.findall(r"\d+", caption)]
    assert shape.value in stated
    if figure.placed:
        assert continent(figure) in stated
    else:
        assert stated[-1] == shape.value
        if shape.limbs:
            assert stated[0] == shape.limbs


def test_the_islands_that_the_rules_name_are_all_there() -> None:
    values = {shape_of(figure).value for figure in FIGURES if figure.name.startswith("island")}
    assert values == {1, 2, 4, 9}


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_a_figure_holds_all_its_marks(figure: RuleFigure) -> None:
    small, large = draw_figure(figure, 2.0), draw_figure(figure, 6.0)
    assert large.width == pytest.approx(3 * small.width)
    assert large.height == pytest.approx(3 * small.height)
    tiles = len(figure.board)
    assert len(small.marks) >= 5 * tiles


def test_the_documentation_shows_the_figures_as_they_are() -> None:
    """``python -m calibration.figures docs/pictures/rules`` brings them up to date."""
    folder: Path = ROOT / "docs" / "pictures" / "rules"
    kept = {path.name: path.read_text("utf-8") for path in folder.iterdir()}
    assert kept == gallery_files()
