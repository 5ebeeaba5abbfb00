import pytest
from hypothesis import given

from rules import (
    Board,
    Cell,
    analyse,
    board_from_json,
    hole_sentence,
    island_sum,
    mismatch_sentence,
    shape_sentence,
)
from tests.rules.boards import matched_boards, records


@pytest.mark.parametrize(
    ("limbs", "animals", "expected"),
    [
        (3, [2, 1], "3 limbs + animals 1 and 2 = 6"),
        (1, [1, 2, 5], "1 limb + animals 1, 2 and 5 = 9"),
        (0, [1], "animal 1 = 1"),
        (7, [], "7 limbs = 7"),
        (0, [], "no limbs or animals = 0"),
    ],
)
def test_the_sum_of_an_island_is_written_out(limbs: int, animals: list[int], expected: str) -> None:
    assert island_sum(limbs, animals) == expected


def sentences(name: str) -> list[str]:
    (record,) = (record for record in records("shapes.jsonl") if record["name"] == name)
    return [shape_sentence(s) for s in analyse(board_from_json(record["board"])).closed or ()]


def test_shapes_are_told_in_plain_words() -> None:
    told = sentences("shapes-025")
    assert told[0] == "A blue island of 7 arches: 1 limb + animal 2 = 3."
    assert told[1] == "A white island of 3 arches: animal 1 = 1."
    assert told[2] == "A blue eye: a closed corner without arches, which is no island."
    assert "A closed blue group of 1 arch without limbs or animals, which is no island." in (
        sentences("shapes-012")
    )


@given(matched_boards())
def test_every_value_told_is_the_value_computed(board: Board) -> None:
    for shape in analyse(board).closed or ():
        sentence = shape_sentence(shape)
        assert (" island of " in sentence) == shape.is_island
        if shape.is_island:
            assert sentence.endswith(f"= {shape.value}.")


def test_a_hole_leaves_a_value_open() -> None:
    (record,) = (record for record in records("shapes.jsonl") if record["name"] == "shapes-025")
    ring_far_away = dict.fromkeys(Cell(30, 30).neighbours(), 0)
    board = Board({**board_from_json(record["board"]), **ring_far_away})
    told = [shape_sentence(shape) for shape in analyse(board).closed or ()]
    assert told[0] == (
        "A closed blue group of 7 arches with 1 limb; a hole on the board leaves open what lies"
        " inside it, so it has no value yet."
    )


def test_mismatches_and_holes_name_their_cells() -> None:
    assert mismatch_sentence((Cell(0, 0), Cell(1, -1))) == (
        "The tiles at (0, 0) and (1, -1) do not match: white meets the other colour along the"
        " edge they share."
    )
    assert "(0, 0) is a hole" in hole_sentence([Cell(0, 0)])
    assert "(0, 0) and (0, 1) are a hole" in hole_sentence([Cell(0, 1), Cell(0, 0)])
