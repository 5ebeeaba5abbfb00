"""``palago analyse`` for Palagonia and Palagem."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from rules import Board, board_to_json
from rules.board_json import board_from_json
from rules.lattice import Cell
from rules.move import applied, difference
from rules.palagem.nearness import nearness
from rules.palagem.pattern import all_palagems
from rules.palagonia.judging import judge_palagonia

PALAGEM = all_palagems()[3]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    first = min(PALAGEM.tiles)
    return written(tmp_path / "table.json", board_to_json(PALAGEM.tiles.without(first)))


def written(path: Path, data: object) -> Path:
    path.write_text(json.dumps(data), "utf-8")
    return path


def board_of(path: Path) -> Board:
    return board_from_json(json.loads(path.read_text("utf-8")))


def answer(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def moved(move: dict[str, Any], board: Board) -> Board:
    """Return a board after a move as it was told."""
    after = board.without(*(Cell(tile["q"], tile["r"]) for tile in move["removed"]))
    placed = [*move["placed"], *move["rotated"]]
    return after.with_tiles([(Cell(t["q"], t["r"]), t["orientation"]) for t in placed])


@pytest.mark.parametrize("die", [1, 3])
def test_moves_for_a_roll_are_legal_and_the_best_is_first(
    die: int, table: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", "--game", "palagonia", "--die", str(die), "--json", str(table)]) == 0
    found = answer(capsys)
    assert (found["tiles_left"], found["die"], found["all"]) == (45, die, die == 1)
    board = board_of(table)
    for told in found["moves"]:
        after = moved(told["move"], board)
        assert judge_palagonia(board, after, die=die, tiles_left=45).legal
        assert applied(difference(board, after), board) == after
    balances = [told["balance"] for told in found["moves"]]
    assert balances
    assert balances == sorted(balances, reverse=True)


def test_people_are_told_points_and_risks(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "--game", "palagonia", "--die", "2", str(table)]) == 0
    said = capsys.readouterr().out
    assert "a roll of 2, 45 tiles left" in said
    assert "points now; the next player can make" in said
    assert "there may be a better one" in said
    assert main(["analyse", "--game", "palagonia", "--die", "6", str(table)]) == 0
    assert "the turn is passed" in capsys.readouterr().out


def test_what_palagems_lack_is_told_of_each(
    table: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tiles = {
        name: board_to_json(palagem.tiles)["tiles"]
        for name, palagem in (("Ann", PALAGEM), ("Ben", all_palagems()[60]))
    }
    palagems = str(written(tmp_path / "palagems.json", tiles))
    told = ["analyse", "--game", "palagem", "--palagems", palagems, str(table)]
    assert main([*told, "--json"]) == 0
    found = answer(capsys)
    assert found["tiles_left"] == 48 - 3 - 8
    ann = found["players"]["Ann"]
    assert (ann["missing"], ann["moves"][0]["missing"]) == (1, 0)
    board = board_of(table)
    assert nearness(moved(ann["moves"][0]["move"], board), PALAGEM).missing == 0
    assert found["players"]["Ben"]["missing"] > 1
    assert main(told) == 0
    assert "Ann: 1 tile is missing yet" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("told", "status", "words"),
    [
        (["--game", "palagonia"], 2, "--die"),
        (["--game", "palagem"], 2, "--palagems"),
        (["--game", "palagem", "--palagems", "{table}"], 1, "four tiles"),
        (["--game", "palagem", "--palagems", "missing.json"], 1, "missing.json"),
        (["--game", "palagonia", "--die", "2", "--size", "2"], 1, "--size"),
    ],
)
def test_what_cannot_be_told_is_refused_in_one_sentence(
    told: list[str],
    status: int,
    words: str,
    table: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = [word.format(table=table) for word in told]
    assert main(["analyse", *options, str(table)]) == status
    said = capsys.readouterr().err.strip()
    assert words in said
    assert said.count("\n") == 0


def test_a_board_with_faults_is_to_be_put_right_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    apart = Board({Cell(0, 0): 0, Cell(4, 0): 0})
    path = written(tmp_path / "apart.json", board_to_json(apart))
    assert main(["analyse", "--game", "palagonia", "--die", "2", str(path)]) == 1
    assert "put it right first" in capsys.readouterr().err
