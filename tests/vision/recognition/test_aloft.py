"""All witnesses together say whether a tile of a board is in the air, or on others."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.recognition.test_lying import _board_with, _patch, _turned
from vision.arrays import Float64s, Image, Matrix
from vision.pictures.patches import CELL_SIDE
from vision.recognition.aloft import Seen, evidence_of_being_aloft
from vision.recognition.figure_fit import fit_figures
from vision.recognition.lying import agreed, which_are_faded
from vision.recognition.out_of_place import Drawn
from vision.recognition.raised import Lie, compared
from vision.recognition.thresholds import ALOFT, MAY_BE_ALOFT, SURELY_FLAT

_FLAT = np.eye(2)
_STAYS = (0.0, 0.0)


def _odds(
    odd: Image,
    drawn: Matrix = _FLAT,
    moved: tuple[float, float] = _STAYS,
    face_off: float = 0.0,
    looked: float = 0.999,
    flatness: float = 0.9,
) -> Float64s:
    """The log odds of eight tiles that lie flat, and of ``odd``, as it was drawn and looked at."""
    patches, ways = _board_with(odd)
    fit = fit_figures(patches, ways)
    by_detector = Drawn(
        np.stack([_FLAT] * 8 + [drawn]), np.array([_STAYS] * 8 + [moved]), np.full(9, 0.9)
    )
    seen = Seen(
        np.full(9, flatness), np.array([0.0] * 8 + [face_off]), np.array([0.999] * 8 + [looked])
    )
    return evidence_of_being_aloft(fit, by_detector, seen, compared(fit, [0] * 9))


@pytest.mark.parametrize(
    ("odd", "drawn", "moved", "face_off"),
    [
        (_patch(0), _FLAT, _STAYS, 0.0),
        (_patch(0, _turned(5), (0.04, 0.0)), _turned(5), (0.04, 0.0), 0.0),  # laid askew
        (_patch(0), 1.1 * _FLAT, _STAYS, 0.0),  # drawn a little large
        (_patch(0, np.diag([1.06, 0.96])), _FLAT, _STAYS, 0.0),  # drawn by hand
    ],
)
def test_a_tile_in_its_cell_lies_flat(
    odd: Image, drawn: Matrix, moved: tuple[float, float], face_off: float
) -> None:
    assert _odds(odd, drawn, moved, face_off).max() < SURELY_FLAT


@pytest.mark.parametrize(
    ("odd", "drawn", "moved", "face_off", "looked"),
    [
        (_patch(0, 1.25 * _FLAT), 1.25 * _FLAT, _STAYS, 0.25, 0.98),  # held over the table
        (_patch(0, _FLAT, (0.2, 0.2)), _FLAT, (0.2, 0.2), 0.28, 0.98),  # lying on others
        (_patch(0, _turned(18)), _turned(18), _STAYS, 0.3, 0.98),
    ],
)
def test_what_all_see_elsewhere_is_aloft(
    odd: Image, drawn: Matrix, moved: tuple[float, float], face_off: float, looked: float
) -> None:
    *flat, odds = _odds(odd, drawn, moved, face_off, looked).tolist()
    assert odds > ALOFT
    assert max(flat) < SURELY_FLAT


def test_a_tile_half_under_a_hand_is_not_said_to_be_aloft() -> None:
    covered = _patch(0)
    covered[:, : CELL_SIDE // 2] = (90, 120, 180)
    assert _odds(covered, np.diag([0.9, 1.0]), (0.08, 0.0)).max() < ALOFT


def test_each_witness_adds_to_what_the_others_say() -> None:
    moved = _patch(0, _FLAT, (0.12, 0.1))
    alone = _odds(moved)[-1]
    both = _odds(moved, _FLAT, (0.12, 0.1))[-1]
    with_face = _odds(moved, _FLAT, (0.12, 0.1), 0.2)[-1]
    hesitant = _odds(moved, _FLAT, (0.12, 0.1), 0.2, 0.9)[-1]
    assert alone < both < with_face < hesitant


def test_a_sliver_is_never_said_to_be_aloft() -> None:
    odd = _patch(0, _FLAT, (0.2, 0.2))
    assert _odds(odd, _FLAT, (0.2, 0.2), 0.28, 0.5, flatness=0.4)[-1] == ALOFT


def test_too_few_tiles_tell_nothing() -> None:
    patches, ways = _board_with(_patch(0, 1.3 * _FLAT))
    fit = fit_figures(patches[-3:], ways[-3:])
    drawn = Drawn(np.stack([_FLAT] * 3), np.zeros((3, 2)), np.full(3, 0.9))
    seen = Seen(*np.ones((3, 3)))
    odds = evidence_of_being_aloft(fit, drawn, seen, compared(fit, [0] * 3))
    assert np.isneginf(odds).all()


def test_all_witnesses_overrule_one_where_they_are_clear() -> None:
    clear_of_all = SURELY_FLAT - 0.1, ALOFT + 0.1
    assert [agreed(Lie.DOUBTFUL, odds) for odds in clear_of_all] == [Lie.FLAT, Lie.RAISED]
    between = (SURELY_FLAT + MAY_BE_ALOFT) / 2
    assert [agreed(lie, between) for lie in Lie] == list(Lie)
    assert agreed(Lie.FLAT, MAY_BE_ALOFT + 0.1) is Lie.DOUBTFUL


@pytest.mark.parametrize(
    ("left_of_its_colors", "score", "is_faded"),
    [
        (1.0, 0.9, False),
        (0.7, 0.9, False),
        (0.5, 0.9, True),  # in glare, or under something
        (0.7, 0.5, True),  # and the detector hardly knew it
        (0.7, 0.0, False),  # it found none: nothing tells how it is seen
    ],
)
def test_what_fades_a_tile_is_not_held_against_it(
    left_of_its_colors: float, score: float, is_faded: bool
) -> None:
    odd = _patch(0, _FLAT, (0.12, 0.1))
    white = np.quantile(odd.reshape(-1, 3), 0.95, axis=0)
    odd = (white * (odd / white) ** left_of_its_colors).clip(0, 255).astype(np.uint8)
    patches, ways = _board_with(odd)
    scores = np.array([0.9] * 8 + [score])
    drawn = Drawn(np.stack([_FLAT] * 9), np.zeros((9, 2)), scores)
    comparisons = compared(fit_figures(patches, ways), [0] * 9)
    assert which_are_faded(drawn, comparisons).tolist() == [False] * 8 + [is_faded]


def test_a_faded_tile_is_in_the_air_surely_or_not_at_all() -> None:
    doubtful = (SURELY_FLAT + MAY_BE_ALOFT) / 2, (MAY_BE_ALOFT + ALOFT) / 2
    for odds in doubtful:
        assert agreed(Lie.DOUBTFUL, odds) is Lie.DOUBTFUL
        assert agreed(Lie.DOUBTFUL, odds, is_faded=True) is Lie.FLAT
        assert agreed(Lie.RAISED, odds, is_faded=True) is Lie.RAISED
    assert agreed(Lie.DOUBTFUL, ALOFT + 0.1, is_faded=True) is Lie.RAISED
