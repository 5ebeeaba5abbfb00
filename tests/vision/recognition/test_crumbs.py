"""A 1 lies on the face of a die: a crumb is as dark as a pip, and lies on none."""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np
import pytest

from vision.arrays import Image
from vision.networks.dice import DieJudge, DieLook, as_held
from vision.networks.inference import NETWORKS
from vision.pictures.patches import Pyramid
from vision.recognition.dice import faces_of_dice, shows_sides
from vision.recognition.pip_contrast import outline_contrasts

Color = tuple[float, float, float]
MIDDLE, RADIUS = (120.0, 120.0), 24.0


def _look(value: int = 1) -> DieLook:
    probabilities = np.full(7, 0.002, np.float32)
    probabilities[value] = 0.988
    return DieLook(MIDDLE, RADIUS, probabilities, 0.7)


def _table(shade: Color = (150.0, 160.0, 170.0)) -> Image:
    rng = np.random.default_rng(2)
    return np.clip(np.array(shade) + rng.normal(0, 5, (240, 240, 3)), 0, 255).astype(np.uint8)


def _with_a_dot(picture: Image) -> Image:
    cv2.circle(picture, (120, 120), 5, (25, 25, 30), -1, cv2.LINE_AA)
    return picture


def _with_a_die(picture: Image, face: Color, side: Color) -> Image:
    """Draw a die of which the top and two sides are seen, as a camera sees it from aslant."""
    cv2.rectangle(picture, (103, 103), (163, 163), side, -1)
    cv2.rectangle(picture, (103, 103), (137, 137), face, -1)
    return _with_a_dot(picture)


def _is_a_die(picture: Image, value: int = 1) -> bool:
    return bool(faces_of_dice(Pyramid(picture), [_look(value)], as_held))


def test_a_crumb_on_a_plain_table_is_no_die() -> None:
    assert not _is_a_die(_with_a_dot(_table()))


def test_a_crumb_beside_something_else_is_none_either() -> None:
    picture = _table()
    cv2.rectangle(picture, (150, 90), (190, 150), (240, 240, 240), -1)
    assert not _is_a_die(_with_a_dot(picture))


@pytest.mark.parametrize("table", [(150.0, 160.0, 170.0), (60.0, 70.0, 80.0), (235.0,) * 3])
def test_a_die_is_told_by_its_face_or_by_its_side(table: Color) -> None:
    picture = _with_a_die(_table(table), (238.0, 240.0, 240.0), (150.0, 155.0, 160.0))
    assert _is_a_die(picture)


@pytest.mark.parametrize("pips", [True, False])
def test_a_white_die_on_a_table_that_is_burnt_white_is_told_by_the_pips_of_its_side(
    *, pips: bool
) -> None:
    """Nothing but pips is seen of it; a crumb has none below."""
    burnt = np.full((240, 240, 3), 252, np.uint8)
    cv2.ellipse(burnt, (120, 114), (5, 4), 0, 0, 360, (40, 38, 36), -1, cv2.LINE_AA)
    for across in (-8, 8) if pips else ():
        for down in (136, 150):
            cv2.ellipse(
                burnt, (120 + across, down), (4, 4), 0, 0, 360, (40, 38, 36), -1, cv2.LINE_AA
            )
    pyramid = Pyramid(cv2.GaussianBlur(burnt, (0, 0), 0.8))
    sides = partial(shows_sides, DieJudge(NETWORKS / "dice.onnx"), pyramid, as_held)
    assert bool(faces_of_dice(pyramid, [_look()], as_held, sides)) is pips


def test_other_values_are_not_asked_for_an_outline() -> None:
    assert _is_a_die(_with_a_dot(_table()), value=3)


def test_turning_the_picture_changes_no_outline() -> None:
    picture = _with_a_die(_table(), (238.0, 240.0, 240.0), (90.0, 95.0, 100.0))
    centred = picture[:-1, :-1]
    turns = [np.ascontiguousarray(np.rot90(centred, turn)) for turn in range(4)]
    contrasts = [outline_contrasts(Pyramid(turn), [_look()], as_held)[0] for turn in turns]
    assert contrasts == pytest.approx([contrasts[0]] * 4, rel=0.15)


def test_no_faces_have_no_outlines() -> None:
    assert outline_contrasts(Pyramid(_table()), [], as_held).shape == (0,)
