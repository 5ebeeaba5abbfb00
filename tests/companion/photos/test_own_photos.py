"""What people's own confirmed and corrected photos say, and when the alarm speaks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from companion.photos.correction import CorrectedDie, Correction, confirmation
from companion.photos.own_photos import alarm, own_photos
from companion.photos.readings import KeptReading
from companion.words.language import speaking
from rules import Board
from vision.evaluation.alarm import OwnPhotos
from vision.reading import Reading

Truth = Callable[[str], Reading]
ILLEGAL = "p001066_illegal"
DICE = "p001015_dice"


def kept(reading: Reading, correction: Correction | None) -> KeptReading:
    return KeptReading(1, "table.jpg", datetime.now(UTC), reading, correction, datetime.now(UTC))


def one_turned(reading: Reading) -> Correction:
    """The correction of a reading in which one tile truly lies turned."""
    right = confirmation(reading)
    first, *others = right.clusters
    board = dict(first.board)
    board[min(board)] = (board[min(board)] + 1) % 6
    return replace(right, clusters=(replace(first, board=Board(board)), *others))


@pytest.fixture
def reading(truth: Truth) -> Reading:
    return truth(ILLEGAL)


def test_what_is_confirmed_is_right_and_what_is_corrected_though_sure_is_silent(
    reading: Reading,
) -> None:
    right, wrong = kept(reading, confirmation(reading)), kept(reading, one_turned(reading))
    assert own_photos([right] * 3) == OwnPhotos(3, 0)
    assert own_photos([right, wrong, right]) == OwnPhotos(3, 1)


def test_what_the_reader_was_not_sure_of_is_no_silent_error(reading: Reading) -> None:
    doubted = replace(reading, sure=False)
    assert own_photos([kept(doubted, one_turned(doubted))]) == OwnPhotos(1, 0)


def test_a_die_that_was_sure_and_wrong_is_a_silent_error(truth: Truth) -> None:
    reading = truth(DICE)
    right = confirmation(reading)
    first, *others = right.dice
    other = replace(right, dice=(CorrectedDie(first.value % 6 + 1), *others))
    assert own_photos([kept(reading, right), kept(reading, other)]) == OwnPhotos(2, 1)


def test_only_photos_of_which_people_said_all_count(reading: Reading) -> None:
    first, *others = confirmation(reading).clusters
    partly = replace(first, unchecked=frozenset({min(first.board)}))
    assert own_photos([kept(reading, None)]) == OwnPhotos(0, 0)
    assert own_photos([kept(reading, Correction((partly, *others)))]) == OwnPhotos(0, 0)


def test_the_alarm_says_in_words_how_many_were_wrong() -> None:
    assert alarm(OwnPhotos(30, 1)) is None
    assert alarm(OwnPhotos(3000, 3)) is None
    said = alarm(OwnPhotos(30, 2))
    assert said is not None
    assert "of 30 photos" in said
    assert "2 were wrong though the reader was sure" in said
    with speaking("fr"):
        assert "30 photos" in str(alarm(OwnPhotos(30, 2)))
