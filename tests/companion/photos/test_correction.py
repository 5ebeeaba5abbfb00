"""Corrections: what a person says of a photo, the reading that follows, and the truth file."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from math import dist
from typing import Any

import pytest

from companion.photos.correction import (
    Changes,
    CorrectionError,
    changes,
    confirmation,
    corrected,
    correction_from_json,
    correction_to_json,
)
from companion.photos.labelled_folder import truth_to_json
from rules import Cell, analyse
from vision.evaluation.judgement import judge
from vision.evaluation.labelled_photos import truth_from_json
from vision.reading import ClusterReading, DieReading, Reading, TileReading

Truth = Callable[[str], Reading]
NAME = "palagonia_1_r039"


def correction_json(reading: Reading) -> dict[str, Any]:
    """Return the correction that changes nothing, as JSON data to be changed."""
    return correction_to_json(confirmation(reading))


def turned_in_picture(tile: TileReading, turns: int) -> TileReading:
    """Return the tile lying turned counter-clockwise by ``turns`` times 60 degrees."""
    corners = tuple(tile.corners[(index + turns) % 6] for index in range(6))
    return replace(
        tile,
        orientation=(tile.orientation + turns) % 6,
        corners=corners,
        white_tip=corners[0],
        blue_tip=corners[3],
    )


def with_cluster(reading: Reading, *tiles: TileReading, **changes: Any) -> Reading:
    return replace(reading, clusters=(ClusterReading(tiles),), **changes)


def unsure(tile: TileReading) -> TileReading:
    probabilities = [0.1] * 7
    probabilities[1 + tile.orientation] = 0.4
    return replace(tile, sure=False, confidence=0.4, probabilities=tuple(probabilities))


@pytest.mark.parametrize("turns", range(1, 6))
def test_turning_a_misread_tile_back_gives_the_truth(truth: Truth, turns: int) -> None:
    """What is read wrongly and put right is the same tile in the picture, tips and corners."""
    right = truth(NAME)
    first, *others = right.clusters[0].tiles
    misread = with_cluster(right, turned_in_picture(first, turns), *others)
    data = correction_json(misread)
    entry = next(t for t in data["clusters"][0]["tiles"] if (t["q"], t["r"]) == first.cell)
    entry["orientation"] = first.orientation
    correction = correction_from_json(data, misread)
    mended = corrected(misread, correction)
    assert mended.clusters[0].board() == right.clusters[0].board()
    (tile,) = (tile for tile in mended.clusters[0].tiles if tile.cell == first.cell)
    assert tile.corners == first.corners
    assert (tile.white_tip, tile.blue_tip) == (tile.corners[0], tile.corners[3])
    assert (tile.sure, tile.confidence, tile.probabilities.index(1.0)) == (
        True,
        1.0,
        1 + first.orientation,
    )
    assert changes(misread, correction) == Changes(turned=1)


def test_a_missed_tile_is_added_where_it_lies(truth: Truth) -> None:
    right = truth("p001039_oblique")
    for missed in right.clusters[0].tiles:
        board = right.clusters[0].board()
        if not any(cell in board for cell in missed.cell.neighbours()):
            continue
        others = [tile for tile in right.clusters[0].tiles if tile != missed]
        reading = with_cluster(right, *others)
        correction = correction_from_json(correction_json(right), reading)
        (added,) = (
            t for t in corrected(reading, correction).clusters[0].tiles if t.cell == missed.cell
        )
        size = dist(missed.corners[0], missed.corners[3])
        for corner, true in zip(added.corners, missed.corners, strict=True):
            assert dist(corner, true) < 0.12 * size
        assert changes(reading, correction) == Changes(added=1)


def test_what_is_no_tile_goes_and_a_cluster_without_tiles_with_it(truth: Truth) -> None:
    reading = truth("p001103_palagems")
    assert len(reading.clusters) == 5
    data = correction_json(reading)
    data["clusters"][2]["tiles"] = []
    correction = correction_from_json(data, reading)
    assert [len(c.tiles) for c in corrected(reading, correction).clusters] == [7, 4, 4, 4]
    assert changes(reading, correction) == Changes(removed=4)
    assert len(truth_to_json(reading, correction, "")["clusters"]) == 4


def test_what_is_left_out_is_right_as_it_was_read(truth: Truth) -> None:
    reading = truth(NAME)
    assert correction_from_json({}, reading) == confirmation(reading)
    correction = correction_from_json({"dice": []}, reading)
    assert correction.dice == ()
    assert correction.clusters == confirmation(reading).clusters
    assert not changes(reading, confirmation(reading))
    assert changes(reading, correction) == Changes(dice=True)


def test_an_unsure_tile_stays_unsure_until_somebody_stands_by_it(truth: Truth) -> None:
    right = truth(NAME)
    first, second, *others = right.clusters[0].tiles
    reading = with_cluster(right, unsure(first), unsure(second), *others, sure=False, reason="Hm.")
    data = correction_json(reading)
    for entry in data["clusters"][0]["tiles"]:
        entry["sure"] = (entry["q"], entry["r"]) != first.cell
    half = correction_from_json(data, reading)
    assert not half.is_complete
    shown = corrected(reading, half)
    assert [tile.cell for tile in shown.clusters[0].tiles if not tile.sure] == [first.cell]
    assert (shown.sure, shown.reason) == (False, None)
    assert changes(reading, half) == Changes(checked=1)
    whole = corrected(reading, confirmation(reading))
    assert whole.sure
    assert all(tile.sure for tile in whole.clusters[0].tiles)


def test_a_tile_that_was_changed_is_sure_whatever_is_said(truth: Truth) -> None:
    right = truth(NAME)
    first, *others = right.clusters[0].tiles
    reading = with_cluster(right, unsure(first), *others)
    data = correction_json(reading)
    for entry in data["clusters"][0]["tiles"]:
        entry["sure"] = False
        if (entry["q"], entry["r"]) == first.cell:
            entry["orientation"] = (entry["orientation"] + 1) % 6
    assert correction_from_json(data, reading).is_complete


def test_a_die_may_be_corrected_added_and_left_open(truth: Truth) -> None:
    reading = replace(truth(NAME), dice=(DieReading(5, (10.0, 20.0), 0.6, False),))
    as_read = correction_from_json({"dice": [{"value": 5, "sure": False}]}, reading)
    assert not as_read.is_complete
    correction = correction_from_json({"dice": [{"value": 3}, {"value": 6}]}, reading)
    assert correction.is_complete
    truth_file = truth_from_json(truth_to_json(reading, correction, "table.jpg"))
    assert judge(truth_file, reading).dice_true == (3, 6)


@pytest.mark.parametrize("turns", range(6))
def test_one_board_that_was_read_as_two_is_joined(truth: Truth, turns: int) -> None:
    """The part that was split off may have any lattice of its own."""
    right = truth(NAME)
    tiles = sorted(right.clusters[0].tiles, key=lambda tile: tile.cell)
    stay, leave = tiles[:-5], tiles[-5:]
    apart = tuple(
        replace(
            tile,
            cell=tile.cell.rotated(turns).translated(7, -2),
            orientation=(tile.orientation + turns) % 6,
        )
        for tile in leave
    )
    split = replace(right, clusters=(ClusterReading(tuple(stay)), ClusterReading(apart)))
    data = {"clusters": [*correction_json(right)["clusters"], {"tiles": []}]}
    correction = correction_from_json(data, split)
    joined = corrected(split, correction)
    assert [cluster.board() for cluster in joined.clusters] == [right.clusters[0].board()]
    assert {t.cell: t.corners for t in joined.clusters[0].tiles} == {
        tile.cell: tile.corners for tile in tiles
    }
    assert changes(split, correction) == Changes(joined=5)


def test_the_truth_file_holds_the_reading_against_what_was_corrected(truth: Truth) -> None:
    reading = truth(NAME)
    first, second, *_others = reading.clusters[0].tiles
    data = correction_json(reading)
    entries = {(t["q"], t["r"]): t for t in data["clusters"][0]["tiles"]}
    entries[first.cell]["orientation"] = (first.orientation + 2) % 6
    data["clusters"][0]["tiles"].remove(entries[second.cell])
    correction = correction_from_json(data, reading)
    written = json.loads(json.dumps(truth_to_json(reading, correction, "table.jpg")))
    judgement = judge(truth_from_json(written), reading)
    assert [pair.true.cell for pair in judgement.turned] == [first.cell]
    assert [tile.cell for tile in judgement.extra] == [second.cell]
    assert judgement.silent
    confirmed = truth_from_json(truth_to_json(reading, confirmation(reading), "table.jpg"))
    assert judge(confirmed, reading).exact


def test_no_reader_is_asked_for_a_tile_that_cannot_be_seen(truth: Truth) -> None:
    reading = truth("p001081_hand")
    (cluster,) = reading.clusters
    hidden = cluster.hidden[0]
    data = correction_json(reading)
    data["clusters"][0]["tiles"].append({"q": hidden.q, "r": hidden.r, "orientation": 1})
    correction = correction_from_json(data, reading)
    mended = corrected(reading, correction).clusters[0]
    assert mended.board()[hidden] == 1
    assert hidden not in mended.hidden
    assert judge(truth_from_json(truth_to_json(reading, correction, "")), reading).exact


def test_a_tile_beyond_the_rim_of_the_photo_does_not_count(truth: Truth) -> None:
    reading = truth("p001087_small")
    cluster = reading.clusters[0]
    moved = tuple(
        replace(tile, corners=tuple((x - tile.center[0], y) for x, y in tile.corners))
        for tile in cluster.tiles[:1]
    )
    cut = replace(reading, clusters=(ClusterReading(moved),))
    (entry,) = truth_to_json(cut, confirmation(cut), "")["clusters"][0]["tiles"]
    assert entry["visible"] == pytest.approx(0.5, abs=0.06)
    (whole,) = truth_to_json(reading, confirmation(reading), "")["clusters"][:1]
    assert {tile["visible"] for tile in whole["tiles"]} == {1.0}


def test_correcting_changes_what_is_ruled(truth: Truth) -> None:
    reading = truth("p001066_illegal")
    board = reading.clusters[0].board()
    culprit = next(cell for cell in board if len(board.mismatched_neighbours(cell)) == 3)
    data = correction_json(reading)
    entry = next(t for t in data["clusters"][0]["tiles"] if (t["q"], t["r"]) == culprit)
    entry["orientation"] = (entry["orientation"] + 1) % 6
    mended = corrected(reading, correction_from_json(data, reading))
    assert analyse(board).mismatches
    assert not analyse(mended.clusters[0].board()).mismatches


def test_corrections_survive_being_written_down(truth: Truth) -> None:
    reading = truth(NAME)
    first, *others = reading.clusters[0].tiles
    doubtful = with_cluster(reading, unsure(first), *others)
    data = correction_json(doubtful)
    for entry in data["clusters"][0]["tiles"]:
        entry["sure"] = (entry["q"], entry["r"]) != first.cell
    correction = correction_from_json(data, doubtful)
    assert not correction.is_complete
    text = json.dumps(correction_to_json(correction))
    assert correction_from_json(json.loads(text), doubtful) == correction


ONE_TILE = {"q": 0, "r": 0, "orientation": 0}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ([], "The correction must be an object"),
        ({"clusters": []}, "0 clusters, but the reading has 1"),
        ({"clusters": [7]}, "clusters[0]"),
        ({"clusters": [{"tiles": [{"q": 0}]}]}, 'clusters[0]: tiles[0] has no "r"'),
        ({"clusters": [{"tiles": [ONE_TILE, ONE_TILE]}]}, "given twice"),
        ({"clusters": [{"tiles": [ONE_TILE | {"orientation": 6}]}]}, "outside 0..5"),
        ({"clusters": [{"tiles": [ONE_TILE | {"sure": "yes"}]}]}, "true or false"),
        ({"clusters": [{"tiles": [ONE_TILE | {"q": 500}]}]}, "lies apart from all"),
        ({"dice": [{"value": 7}]}, "1..6"),
        ({"dice": [{"value": 1}] * 99}, "no table has so many"),
        ({"dice": 3}, "must be a list"),
    ],
)
def test_what_is_no_correction_is_named(truth: Truth, data: object, says: str) -> None:
    lone = replace(truth(NAME).clusters[0].tiles[0], cell=Cell(0, 0))
    with pytest.raises(CorrectionError) as raised:
        correction_from_json(data, with_cluster(truth(NAME), lone))
    assert says in str(raised.value)


def test_an_empty_photo_can_be_confirmed(truth: Truth) -> None:
    reading = truth("p001073_negative")
    correction = correction_from_json({}, reading)
    assert corrected(reading, correction).clusters == ()
    assert truth_to_json(reading, correction, "")["clusters"] == []
