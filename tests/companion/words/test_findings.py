"""What is said of a board, held against sample photos that a person can count on."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.words.findings import find_in_cluster, find_on_board, headline, island_sum
from rules import Board, Cell, analyse
from vision.reading import ClusterReading, Reading, TileReading

Truth = Callable[[str], Reading]


def board_of(reading: Reading) -> Board:
    return reading.clusters[0].board()


def doubted(cluster: ClusterReading, cell: Cell) -> ClusterReading:
    """Return the cluster with one tile unsure: 55 % as it is, 40 % turned by three steps."""

    def doubt(tile: TileReading) -> TileReading:
        if tile.cell != cell:
            return tile
        probabilities = [0.05 / 5] * 7
        probabilities[1 + tile.orientation] = 0.55
        probabilities[1 + (tile.orientation + 3) % 6] = 0.40
        return replace(tile, sure=False, probabilities=tuple(probabilities))

    return replace(cluster, tiles=tuple(doubt(tile) for tile in cluster.tiles))


def test_islands_come_with_their_sums(truth: Truth) -> None:
    findings = find_on_board(board_of(truth("palagonia_1_r039")))
    islands = [(f.title, f.details[0]) for f in findings if f.kind == "island"]
    assert islands == [
        ("Blue island worth 2", "Value 2 = 1 limb + an animal worth 1"),
        ("White island worth 1", "Value 1 = an animal worth 1"),
    ]
    assert [f.title for f in findings if f.kind == "closed"] == ["Closed blue group of 3 arches"]
    assert [f.title for f in findings if f.kind == "eyes"] == ["3 white eyes", "2 blue eyes"]
    assert headline(findings, sure=True) == "All edges match: 2 islands and 1 closed group"


def test_a_tile_that_matches_nothing_is_named_alone(truth: Truth) -> None:
    board = board_of(truth("p001066_illegal"))
    (illegal,) = find_on_board(board)
    assert illegal.title == "Illegal: a tile does not match 3 of its neighbours"
    (culprit,) = illegal.cells
    assert all(culprit in edge for edge in illegal.edges)
    for turn in (1, 5):
        fixed = board.with_tile(culprit, (board[culprit] + turn) % 6)
        assert not analyse(fixed).mismatches


def test_two_tiles_that_mismatch_are_both_marked() -> None:
    (illegal,) = find_on_board(Board({Cell(0, 0): 0, Cell(1, 0): 1}))
    assert illegal.title == "Illegal: two touching tiles do not match"
    assert set(illegal.cells) == {Cell(0, 0), Cell(1, 0)}


def test_a_hole_leaves_values_open(truth: Truth) -> None:
    findings = find_on_board(board_of(truth("p001059_lowlight")))
    assert [f.title for f in findings if f.kind == "hole"] == ["A hole of one empty cell"]
    (closed,) = (f for f in findings if f.kind == "closed")
    assert closed.details == ("Its value stays open while there is a hole on the board.",)
    assert not any(f.kind == "island" for f in findings)


def test_a_hole_that_may_hold_a_tile_is_only_perhaps_one(truth: Truth) -> None:
    cluster = truth("p001059_lowlight").clusters[0]
    (hole,) = analyse(cluster.board()).holes
    findings = find_in_cluster(replace(cluster, hidden=hole))
    (said,) = (f for f in findings if f.kind == "hole")
    assert said.title.startswith("Perhaps a hole")
    assert not said.sure


@pytest.mark.parametrize("name", ["palagonia_1_r039", "p001066_illegal", "p001059_lowlight"])
@pytest.mark.parametrize("turns", range(6))
def test_turning_and_moving_the_table_changes_no_word(truth: Truth, name: str, turns: int) -> None:
    board = board_of(truth(name))

    def words(board: Board) -> list[tuple[str, tuple[str, ...]]]:
        return sorted((f.title, f.details) for f in find_on_board(board))

    assert words(board.rotated(turns).translated(4, -7)) == words(board)


def test_what_rests_on_an_unsure_tile_is_only_perhaps_so(truth: Truth) -> None:
    cluster = truth("p001066_illegal").clusters[0]
    (illegal,) = find_on_board(cluster.board())
    findings = find_in_cluster(doubted(cluster, illegal.cells[0]))
    assert findings[0].title.startswith("Perhaps illegal: ")
    assert not findings[0].sure
    assert headline(findings, sure=True) == "Tiles on the table may not match"
    (unsure,) = (f for f in findings if f.kind == "unsure")
    assert unsure.details == ("Most likely as drawn (55 %); perhaps turned by 3 steps (40 %).",)


def test_a_shape_is_unsure_with_any_tile_in_or_under_it(truth: Truth) -> None:
    cluster = truth("palagonia_1_r039").clusters[0]
    island = max(analyse(cluster.board()).islands, key=lambda shape: shape.value or 0)
    for tile in cluster.tiles:
        findings = find_in_cluster(doubted(cluster, tile.cell))
        (said,) = (f for f in findings if f.title == "Blue island worth 2")
        assert said.sure == (tile.cell not in island.territory)


def test_many_unsure_tiles_are_said_at_once(truth: Truth) -> None:
    cluster = truth("p001057_overhead").clusters[0]
    for tile in cluster.tiles[:3]:
        cluster = doubted(cluster, tile.cell)
    assert sum(f.kind == "unsure" for f in find_in_cluster(cluster)) == 3
    cluster = doubted(cluster, cluster.tiles[3].cell)
    (unsure,) = (f for f in find_in_cluster(cluster) if f.kind == "unsure")
    assert unsure.title == "Not sure of 4 tiles"
    assert set(unsure.cells) == {tile.cell for tile in cluster.tiles[:4]}


def test_hidden_places_hedge_the_headline(truth: Truth) -> None:
    findings = find_in_cluster(truth("p001081_hand").clusters[0])
    assert headline(findings, sure=True).startswith("All edges that can be seen match")
    assert headline(findings, sure=False).startswith("As far as it was read, all edges match")


def test_sums_add_up(truth: Truth) -> None:
    for shape in analyse(board_of(truth("palagonia_1_r039"))).islands:
        assert shape.animals is not None
        assert f"Value {shape.limbs + sum(shape.animals)} = " in island_sum(shape)
