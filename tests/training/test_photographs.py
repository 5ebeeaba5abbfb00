"""Real photographs as table tops, and as scenes without tiles."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from training.photographs.dice_labels import LabelledDie
from training.photographs.folders import photographs_in
from training.photographs.plain import SIDES, plain_truth, write_plain
from training.photographs.tops import photographed_top
from training.scene_files import tells_cover
from training.synthesis.scene import make_scene


def _stripes(width: int, height: int) -> np.ndarray:
    picture = np.zeros((height, width, 3), np.uint8)
    picture[:, width // 2 :] = (10, 120, 250)
    return picture


def test_a_top_has_the_colours_of_its_photograph_and_no_end() -> None:
    top = photographed_top(_stripes(90, 60))
    x, y = (a.astype(np.float32) for a in np.meshgrid(np.arange(-5e3, 5e3, 25.0), np.arange(80)))
    colors = top(x, y, np.random.default_rng(3))
    assert colors.shape == (*x.shape, 3)
    assert colors.min() >= 0
    assert colors.max() <= 250.5 / 255
    blue, red = colors[..., 0], colors[..., 2]
    assert 0.3 < float((red > 0.5).mean()) < 0.7
    # between the two colours of the photograph, and of no other hue
    assert float(np.abs(blue - red * 10 / 250).max()) < 0.02


def test_tiles_lie_on_a_photograph_as_on_a_drawn_top() -> None:
    top = photographed_top(_stripes(90, 60))
    drawn, laid = make_scene(5, (160, 120)), make_scene(5, (160, 120), top)
    assert len(laid.tiles) == len(drawn.tiles) > 0
    for ours, theirs in zip(laid.tiles, drawn.tiles, strict=True):
        assert np.array_equal(ours.corners, theirs.corners)
    assert not np.array_equal(laid.image, drawn.image)


def test_a_photograph_is_a_scene_without_tiles_in_several_sizes(tmp_path: Path) -> None:
    photo = tmp_path / "photos" / "plain.png"
    photo.parent.mkdir()
    cv2.imwrite(str(photo), _stripes(500, 300))
    last = write_plain(tmp_path, 900_000, photo)
    truths = sorted(tmp_path.glob("s*.json"))
    assert len(truths) == last - 900_000 == sum(side < 500 for side in SIDES) + 1
    sides = []
    for path in truths:
        truth = json.loads(path.read_text("utf-8"))
        picture = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))))
        assert truth["clusters"] == truth["dice"] == []
        assert (truth["height"], truth["width"]) == picture.shape[:2]
        assert not tells_cover(path)
        sides.append(truth["width"])
    assert sides[-1] == 500
    assert sides == sorted(sides)


def test_a_die_keeps_its_place_and_size_in_a_smaller_picture() -> None:
    die = LabelledDie(value=4, center=(120.0, 60.0), radius=20.0)
    truth = json.loads(json.dumps(plain_truth("s1.jpg", (100, 50), 0.5, [die])))
    assert truth["dice"][0]["value"] == 4
    corners = np.array(truth["dice"][0]["corners"])
    assert corners.mean(axis=0) == pytest.approx((60.0, 30.0))
    assert np.linalg.norm(corners - corners.mean(axis=0), axis=1) == pytest.approx([10.0] * 4)


def test_a_folder_without_photographs_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=str(tmp_path)):
        photographs_in([tmp_path])
