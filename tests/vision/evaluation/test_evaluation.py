"""Judging readings against the truth, and the figures over many of them."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules import Cell
from vision.evaluation.accuracy import (
    Accuracy,
    confidences,
    expected_calibration_error,
    reliability,
    wilson_interval,
)
from vision.evaluation.judgement import Judgement, judge
from vision.evaluation.labelled_photos import (
    LabelError,
    LabelledTile,
    labelled_photos,
    load_truth,
    truth_from_json,
    truth_path,
)
from vision.evaluation.misses import SIDE, draw_misses
from vision.pictures.images import load_image
from vision.reading import reading_from_json

Json = dict[str, Any]
BOARD = "p001057_overhead"
SLANTED = "p001039_oblique"
BURNT_OUT = "p001007_hardtable"
SEVERAL = "p001103_palagems"
DICE = "p001015_dice"


@pytest.fixture
def truth(sample_images: Path) -> Callable[[str], Json]:
    return lambda name: dict(json.loads((sample_images / f"{name}.json").read_text("utf-8")))


def perfect(truth: Json, turns: int = 0, shift: tuple[int, int] = (0, 0)) -> Json:
    """What a perfect reader prints, its lattices turned and shifted against the true ones."""
    clusters = []
    for cluster in truth["clusters"]:
        tiles = []
        for tile in cluster["tiles"]:
            cell = Cell(tile["q"], tile["r"]).rotated(turns).translated(*shift)
            k = (tile["orientation"] + turns) % 6
            tiles.append(
                {
                    **{key: tile[key] for key in ("center", "corners", "white_tip", "blue_tip")},
                    "q": cell.q,
                    "r": cell.r,
                    "orientation": k,
                    "confidence": 0.99,
                    "sure": True,
                    "probabilities": [0.01, *(0.99 * (k == i) for i in range(6))],
                }
            )
        clusters.append({"tiles": tiles, "hidden": []})
    dice = [{**die, "confidence": 0.9, "sure": True} for die in truth["dice"]]
    size = {key: truth[key] for key in ("width", "height")}
    about = {"image": truth["image"], "sure": True, "reason": None, "elapsed_ms": 1.0}
    return {**about, **size, "clusters": clusters, "dice": dice}


def judged(truth: Json, reading: Json) -> Judgement:
    return judge(truth_from_json(truth), reading_from_json(reading))


def turn(tile: Json, steps: int) -> None:
    """Have a tile read turned, as a reader that takes it for another orientation would."""
    tile["orientation"] = (tile["orientation"] + steps) % 6
    tile["white_tip"] = tile["corners"][steps]


@pytest.mark.parametrize("turns", range(6))
@pytest.mark.parametrize("name", [BOARD, SLANTED, SEVERAL, DICE])
def test_a_reading_is_exact_however_its_lattice_lies(
    truth: Callable[[str], Json], name: str, turns: int
) -> None:
    right = truth(name)
    judgement = judged(right, perfect(right, turns, (3, -7)))
    assert judgement.exact
    assert judgement.dice_right
    assert judgement.sure
    assert not judgement.silent
    assert not judgement.is_miss
    assert judgement.tiles == sum(len(cluster["tiles"]) for cluster in right["clusters"])


@pytest.mark.parametrize("steps", range(1, 6))
def test_a_turned_tile_is_a_silent_error_unless_owned(
    truth: Callable[[str], Json], steps: int
) -> None:
    right = truth(SLANTED)
    read = perfect(right)
    wrong = read["clusters"][0]["tiles"][4]
    turn(wrong, steps)
    judgement = judged(right, read)
    (pair,) = judgement.turned
    assert pair.true.center == tuple(wrong["center"])
    assert not judgement.exact
    assert judgement.silent
    assert not judged(right, {**read, "sure": False}).silent
    wrong["sure"] = False
    assert not judged(right, read).exact
    assert not judged(right, read).silent


def test_missed_and_extra_tiles_are_named(truth: Callable[[str], Json]) -> None:
    right = truth(BOARD)
    read = perfect(right)
    tiles = read["clusters"][0]["tiles"]
    gone = tiles.pop(3)
    tiles.append({**tiles[0], "q": 40, "center": [5.0, 5.0]})
    judgement = judged(right, read)
    assert [tile.center for tile in judgement.missed] == [tuple(gone["center"])]
    assert [tile.center for tile in judgement.extra] == [(5.0, 5.0)]
    assert not judgement.exact


def test_tiles_on_wrong_cells_are_no_exact_reading(truth: Callable[[str], Json]) -> None:
    right = truth(BOARD)
    read = perfect(right)
    read["clusters"][0]["tiles"][0]["q"] += 20
    judgement = judged(right, read)
    assert (judgement.displaced, judgement.split, judgement.merged) == (1, 0, False)
    assert not judgement.exact


def test_a_lattice_must_turn_with_its_tiles(truth: Callable[[str], Json]) -> None:
    right = truth(BOARD)
    read = perfect(right)
    for tile in read["clusters"][0]["tiles"]:
        tile["orientation"] = (tile["orientation"] + 1) % 6
    assert judged(right, read).displaced == 1


def test_clusters_split_and_merged(truth: Callable[[str], Json]) -> None:
    right = truth(SEVERAL)
    read = perfect(right)
    first, second, *others = read["clusters"]
    merged = {"tiles": first["tiles"] + second["tiles"], "hidden": []}
    judgement = judged(right, {**read, "clusters": [merged, *others]})
    assert (judgement.merged, judgement.split, judgement.exact) == (True, 0, False)
    halves = [{"tiles": part, "hidden": []} for part in (first["tiles"][:3], first["tiles"][3:])]
    judgement = judged(right, {**read, "clusters": [*halves, second, *others]})
    assert (judgement.merged, judgement.split, judgement.exact) == (False, 1, False)


def test_burnt_out_tiles_are_not_asked_for_but_must_not_be_wrong_and_sure(
    truth: Callable[[str], Json],
) -> None:
    right = truth(BURNT_OUT)
    (cluster,) = right["clusters"]
    burnt = [t["legible"] < 0.85 or t["contrast"] < 30 for t in cluster["tiles"]]
    assert any(burnt)
    read = perfect(right)
    (tiles,) = (cluster["tiles"] for cluster in read["clusters"])
    dim = [tile for tile, is_burnt in zip(tiles, burnt, strict=True) if is_burnt]
    assert judged(right, read).tiles == len(tiles) - len(dim)
    without = {**read, "clusters": [{"tiles": [t for t in tiles if t not in dim], "hidden": []}]}
    assert judged(right, without).exact
    turn(dim[0], 2)
    assert not judged(right, read).exact
    dim[0]["sure"] = False
    assert judged(right, read).exact


def test_dice_are_judged_by_what_can_be_seen(truth: Callable[[str], Json]) -> None:
    right = truth(DICE)
    read = perfect(right)
    assert sorted(die["value"] for die in right["dice"]) == [1, 2]
    read["dice"][0]["value"] = 6
    judgement = judged(right, read)
    assert judgement.exact
    assert judgement.dice_wrong_and_sure == (6,)
    assert judgement.silent
    assert judgement.is_miss
    read["dice"][0]["sure"] = False
    judgement = judged(right, read)
    assert not judgement.silent
    assert not judgement.dice_right
    right["dice"][0]["visible"] = 0.2
    read["dice"] = read["dice"][1:]
    assert judged(right, read).dice_right


def test_a_photo_without_tiles_is_exact_when_nothing_is_read(
    truth: Callable[[str], Json],
) -> None:
    right = truth("p001073_negative")
    assert judged(right, perfect(right)).exact
    tile = perfect(truth(BOARD))["clusters"][0]["tiles"][0]
    read = {**perfect(right), "clusters": [{"tiles": [tile], "hidden": []}]}
    assert len(judged(right, read).extra) == 1


def test_a_reading_put_right_is_a_truth(truth: Callable[[str], Json]) -> None:
    right = truth(SLANTED)
    read = perfect(right)
    turn(read["clusters"][0]["tiles"][4], 2)
    tile = read["clusters"][0]["tiles"][4]
    tile["probabilities"] = [0.01, *(0.99 * (tile["orientation"] == i) for i in range(6))]
    tile["corners"] = [tile["corners"][(2 + i) % 6] for i in range(6)]
    as_read = json.loads(json.dumps(read))
    assert judged(as_read, as_read).exact
    tile["orientation"] = (tile["orientation"] - 2) % 6
    assert len(judged(read, as_read).turned) == 1
    assert judged(read, perfect(right, turns=5)).exact


def placed(label: Json, index: int) -> LabelledTile:
    return truth_from_json(label).clusters[0][index]


@pytest.mark.parametrize("name", [BOARD, SLANTED, "p001087_small"])
def test_a_tile_added_by_hand_is_placed_by_those_around_it(
    truth: Callable[[str], Json], name: str
) -> None:
    right = truth(name)
    label = perfect(right)
    for index, tile in enumerate(label["clusters"][0]["tiles"]):
        bare = {key: tile[key] for key in ("q", "r", "orientation")}
        tiles = [*label["clusters"][0]["tiles"]]
        tiles[index] = bare
        found = placed({**label, "clusters": [{"tiles": tiles}]}, index)
        own = placed(right, index)
        assert math.dist(found.center, own.center) < 0.15 * own.reach
        assert math.dist(found.corners[0], own.corners[0]) < 0.25 * own.reach


def test_a_tip_is_enough_where_there_are_no_corners(truth: Callable[[str], Json]) -> None:
    right = truth(BOARD)
    label = perfect(right)
    for tile in label["clusters"][0]["tiles"]:
        del tile["corners"]
    assert judged(label, perfect(right, turns=2)).exact
    turned = perfect(right)
    turn(turned["clusters"][0]["tiles"][0], 1)
    assert len(judged(label, turned).turned) == 1


TILE = {"q": 0, "r": 0, "orientation": 1}
PIXELS = {"center": [50, 50], "white_tip": [60, 50]}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([], "The truth must be an object"),
        ({"tiles": []}, 'The truth has no "clusters"'),
        ({"image": "a.jpg", "error": "cut off"}, 'The truth has no "clusters"'),
        ({"clusters": [{}]}, 'clusters[0] has no "tiles"'),
        ({"clusters": [{"tiles": [{"q": 0, "r": 0}]}]}, 'tiles[0] of clusters[0] has no "orien'),
        ({"clusters": [{"tiles": [TILE]}]}, 'neither "corners" nor "center" and "white_tip"'),
        ({"clusters": [{"tiles": [{**TILE, "orientation": 6}]}]}, "must be 0..5"),
        ({"clusters": [{"tiles": [{**TILE, "corners": [[0, 0]]}]}]}, "must be six points"),
        (
            {"clusters": [{"tiles": [{**TILE, "center": 4, "white_tip": [1, 1]}]}]},
            "like [640, 480]",
        ),
        ({"clusters": [{"tiles": [{**TILE, **PIXELS, "visible": "all"}]}]}, "must be a number"),
        ({"clusters": [{"tiles": [{**TILE, **PIXELS}] * 2}]}, "is given twice"),
        (
            {"clusters": [{"tiles": [{**TILE, **PIXELS}, {**TILE, **PIXELS, "q": 1}]}]},
            "lies where tiles[0] of clusters[0] lies",
        ),
        ({"clusters": [], "dice": [{"value": 7}]}, "must be 1..6"),
    ],
)
def test_what_is_missing_is_said(data: object, said: str) -> None:
    with pytest.raises(LabelError) as raised:
        truth_from_json(data)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_tiles_seen_from_the_tables_edge_lie_near_to_each_other_and_not_in_one_place() -> None:
    near = [[367, 173], [341, 179], [364, 178], [416, 171], [439, 165], [414, 167]]
    far = [[434, 162], [410, 164], [367, 169], [345, 174], [368, 173], [414, 167]]
    tiles = [
        {"q": 0, "r": -1, "orientation": 1, "center": [390, 172], "corners": near},
        {"q": 1, "r": -2, "orientation": 5, "center": [390, 168], "corners": far},
    ]
    assert len(truth_from_json({"clusters": [{"tiles": tiles}]}).clusters[0]) == len(tiles)


def test_a_tile_beyond_the_horizon_lies_where_no_other_does() -> None:
    beyond = {**TILE, "center": [500, 900], "q": 4, "visible": 0.0}
    corners = [[1e9, -1e9], [400, 800], [0, 500], [-500, 600], [-6000, 3000], [600, 700]]
    truth = truth_from_json(
        {"clusters": [{"tiles": [{**TILE, **PIXELS}, {**beyond, "corners": corners}]}]}
    )
    assert len(truth.clusters[0]) == 2


def test_a_file_that_is_no_truth_is_named(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    for content in ("", "{}", '{"clusters": []}\n{"clusters": []}', "[" * 100_000):
        file.write_text(content, "utf-8")
        with pytest.raises(LabelError, match=r"table\.json"):
            load_truth(file)
    file.write_bytes(b"\xff\xfe{")
    with pytest.raises(LabelError, match=r"table\.json"):
        load_truth(file)


def test_every_sample_is_labelled(sample_images: Path) -> None:
    photos = labelled_photos(sample_images)
    assert {photo.stem for photo in photos} == {p.stem for p in sample_images.glob("*.jpg")}
    assert all(load_truth(truth_path(photo)).family for photo in photos)


# R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in
# Medicine 17 (1998), table I, method 3.
@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_intervals_are_wilsons(hits: int, trials: int, low: float, high: float) -> None:
    assert wilson_interval(hits, trials) == pytest.approx((low, high), abs=5e-5)
    mirrored = wilson_interval(trials - hits, trials)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_accuracy_counts_over_photos(truth: Callable[[str], Json]) -> None:
    board, dice = truth(BOARD), truth(DICE)
    read = perfect(board)
    turn(read["clusters"][0]["tiles"][0], 3)
    accuracy = Accuracy.of([judged(board, read), judged(dice, perfect(dice))])
    assert accuracy == Accuracy(
        photos=2,
        exact=1,
        silent=1,
        sure=2,
        tiles=46,
        missed=0,
        turned=1,
        extra=0,
        dice_photos=1,
        dice_right=1,
    )


def test_confidences_are_binned_against_what_was_right(truth: Callable[[str], Json]) -> None:
    right = truth(BOARD)
    read = perfect(right)
    tiles = read["clusters"][0]["tiles"]
    for tile in tiles[:4]:
        tile["confidence"] = 0.75
    turn(tiles[0], 1)
    tiles[-1]["confidence"] = 1.0
    bins = reliability(confidences([judged(right, read)]), (0.0, 0.5, 0.75, 0.99, 1.0))
    assert [(b.tiles, b.right) for b in bins] == [(0, 0), (0, 0), (4, 3), (22, 22)]
    assert bins[2].mean_confidence == 0.75 == bins[2].share_right
    apart = 22 * (1 - (21 * 0.99 + 1.0) / 22) / 26
    assert expected_calibration_error(bins) == pytest.approx(apart)


def test_a_miss_is_outlined_where_it_is(truth: Callable[[str], Json], sample_images: Path) -> None:
    right = truth(BOARD)
    image = load_image(sample_images / f"{BOARD}.jpg")
    read = perfect(right)
    fine, gone = read["clusters"][0]["tiles"][5], read["clusters"][0]["tiles"].pop(3)
    reading = reading_from_json(read)
    truthful = truth_from_json(right)
    marked = draw_misses(image, reading, judge(truthful, reading)).astype(int)
    nothing = judge(truthful, reading_from_json(perfect(right)))
    plain = draw_misses(image, reading, nothing).astype(int)
    assert max(marked.shape) == SIDE
    scale = SIDE / max(image.shape)
    changed = abs(marked - plain).max(axis=2) > 60

    def near(tile: Json) -> float:
        x, y = (round(scale * value) for value in tile["center"])
        return float(changed[y - 20 : y + 20, x - 20 : x + 20].mean())

    assert near(gone) > 0.05
    assert near(fine) == 0
