"""The main job: a photo is uploaded over HTTP, and the exact board and its rulings come back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules import Board, Cell, board_from_json
from tests.end_to_end.companion_process import Companion
from vision.recognition.sureness import Doubt

READ_EXACTLY = (
    "palagonia_1_r039",
    "p001015_dice",
    "p001023_clutter",
    "p001025_sloppy",
    "p001032_redset",
    "p001039_oblique",
    "p001048_big",
    "p001057_overhead",
    "p001059_lowlight",
    "p001066_illegal",
    "p001069_printed",
    "p001071_othercolour",
    "p001087_small",
    "p001103_palagems",
)
READ_SURELY = (
    "palagonia_1_r039",
    "p001025_sloppy",
    "p001032_redset",
    "p001039_oblique",
    "p001048_big",
    "p001059_lowlight",
    "p001066_illegal",
    "p001069_printed",
    "p001103_palagems",
)


def boards_of_truth(sample_images: Path, name: str) -> list[Board]:
    """Return the boards that lie on the table of a photo, largest first."""
    truth = json.loads((sample_images / f"{name}.json").read_text("utf-8"))
    boards = [
        Board({Cell(t["q"], t["r"]): t["orientation"] for t in cluster["tiles"]})
        for cluster in truth["clusters"]
        if cluster["tiles"]
    ]
    return sorted(boards, key=len, reverse=True)


def unseen_cells(sample_images: Path, name: str) -> set[Cell]:
    truth = json.loads((sample_images / f"{name}.json").read_text("utf-8"))
    return {
        Cell(t["q"], t["r"])
        for cluster in truth["clusters"]
        for t in cluster["tiles"]
        if t["visible"] < 0.5 or t["legible"] < 0.85 or t["contrast"] < 30
    }


def boards_read(answer: dict[str, Any]) -> list[Board]:
    return [board_from_json(cluster) for cluster in answer["reading"]["clusters"]]


def standard(board: Board) -> frozenset[tuple[int, int, int]]:
    """Return a position in coordinates that do not depend on where its lattice starts or turns."""

    def moved(board: Board) -> tuple[tuple[int, int, int], ...]:
        q0, r0 = min(board)
        return tuple(sorted((q - q0, r - r0, k) for (q, r), k in board.items()))

    return frozenset(min(moved(board.rotated(turns)) for turns in range(6)))


def is_read_of(read: Board, board: Board, unseen: set[Cell]) -> bool:
    """Tell whether a board is read rightly; what cannot be seen may be read or left out."""
    needed = {(cell, k) for cell, k in board.items() if cell not in unseen}
    for turns in range(6):
        turned = read.rotated(turns)
        (q0, r0), k0 = next(iter(turned.items()))
        for (q, r), k in board.items():
            moved = set(turned.translated(q - q0, r - r0).items())
            if k == k0 and needed <= moved <= set(board.items()):
                return True
    return False


def is_sure(answer: dict[str, Any]) -> bool:
    reading = answer["reading"]
    return reading["sure"] and all(t["sure"] for c in reading["clusters"] for t in c["tiles"])


@pytest.fixture(scope="session")
def answers(companion: Companion, sample_images: Path) -> dict[str, dict[str, Any]]:
    """What the running companion says of every sample photo."""
    photos = sorted(sample_images.glob("*.jpg"))
    assert photos
    return {photo.stem: companion.read(photo) for photo in photos}


@pytest.mark.parametrize("name", READ_EXACTLY)
def test_the_exact_board_is_read(
    answers: dict[str, dict[str, Any]], sample_images: Path, name: str
) -> None:
    expected = boards_of_truth(sample_images, name)
    read = boards_read(answers[name])
    assert sorted(map(len, read)) == sorted(map(len, expected))
    assert {standard(board) for board in read} == {standard(board) for board in expected}


@pytest.mark.parametrize("name", READ_SURELY)
def test_plain_tables_are_read_surely(answers: dict[str, dict[str, Any]], name: str) -> None:
    assert is_sure(answers[name])


def test_what_is_said_to_be_sure_is_right(
    answers: dict[str, dict[str, Any]], sample_images: Path
) -> None:
    wrong = []
    for name, answer in answers.items():
        if not is_sure(answer):
            continue
        expected = boards_of_truth(sample_images, name)
        unseen = unseen_cells(sample_images, name)
        read = boards_read(answer)
        needed = [board for board in expected if not unseen.issuperset(board)]
        right = [any(is_read_of(one, board, unseen) for board in expected) for one in read]
        found = [any(is_read_of(one, board, unseen) for one in read) for board in needed]
        if not all(right + found) or not len(needed) <= len(read) <= len(expected):
            wrong.append(name)
    assert not wrong


def test_the_islands_of_the_palagonia_game(answers: dict[str, dict[str, Any]]) -> None:
    """On that photo a person counts: in blue one limb and one animal, in white one animal."""
    score = answers["palagonia_1_r039"]["score"]
    arch_groups = sorted(
        (s["color"], s["arches"], s["limbs"], s["animals"], s["inside"], s["value"])
        for s in score["closed"]
        if s["arches"]
    )
    assert arch_groups == [
        ("blue", 3, 0, [], 0, 0),
        ("blue", 4, 1, [1], 1, 2),
        ("white", 3, 0, [1], 1, 1),
    ]
    assert score["mismatches"] == []
    assert score["holes"] == []
    assert score["sure"]


def test_the_illegal_tile_is_flagged(companion: Companion, answers: dict[str, Any]) -> None:
    """On that photo one tile at the rim clashes with the three tiles that it touches."""
    answer = answers["p001066_illegal"]
    mismatches = [{tuple(cell) for cell in pair} for pair in answer["score"]["mismatches"]]
    assert len(mismatches) == 3
    assert len(set.intersection(*mismatches)) == 1
    assert answer["score"]["closed"] is None
    _response, page = companion.request("GET", answer["url"].removeprefix(companion.address[:-1]))
    assert "Illegal: a tile does not match 3 of its neighbours" in page.decode()


def test_a_table_with_a_die_and_hexagons_but_no_tiles_is_surely_empty(
    answers: dict[str, Any],
) -> None:
    reading = answers["p001073_negative"]["reading"]
    assert reading["clusters"] == []
    assert reading["sure"]
    assert [(die["value"], die["sure"]) for die in reading["dice"]] == [(4, True)]


def test_what_keeps_a_reading_from_being_sure_is_said(answers: dict[str, Any]) -> None:
    """A chequered cloth in a notch of the board is none of its tiles, but makes the photo unsure.

    The board's own tiles are sure, also those that the rim of the photo cuts.
    """
    reading = answers["p001075_cropped"]["reading"]
    doubted = [tile for board in reading["clusters"] for tile in board["tiles"] if not tile["sure"]]
    assert not doubted
    assert not reading["sure"]
    assert reading["reason"] == str(Doubt.RAISED_TILES(count=1))
    assert "looks like a tile" in reading["reason"]


def test_the_die_of_the_palagonia_game_is_found_and_read(answers: dict[str, Any]) -> None:
    assert [die["value"] for die in answers["palagonia_1_r039"]["reading"]["dice"]] == [5]


def test_a_die_that_is_sure_is_right(answers: dict[str, Any], sample_images: Path) -> None:
    for name, answer in answers.items():
        truth = json.loads((sample_images / f"{name}.json").read_text("utf-8"))
        values = [die["value"] for die in truth["dice"]]
        for die in answer["reading"]["dice"]:
            if die["sure"]:
                assert die["value"] in values, name
                values.remove(die["value"])
