"""Pictures are kept small, and a game's pictures together stay within their bound."""

import sqlite3

import numpy as np
import pytest

from companion.record import EntryError, GameLog, Games, NewEntry, Picture, Player
from companion.record.evidence import MAX_PICTURE_BYTES
from companion.record.pictures import MAX_SIDE_PX, picture_of
from vision.arrays import Image
from vision.pictures.images import decode_image, load_image

PLAYERS = (Player("Ann"), Player("Bob"))


def plain(number: int, size: int = 10_000) -> Picture:
    return Picture(bytes([number]) * size, 640, 480)


@pytest.mark.parametrize("shape", [(720, 1280), (3000, 4000), (4000, 1000), (64, 48)])
def test_pictures_are_bounded_and_keep_their_shape(shape: tuple[int, int]) -> None:
    ramp = np.linspace(0, 255, shape[0] * shape[1] * 3).astype(np.uint8).reshape(*shape, 3)
    noise = np.random.default_rng(3).integers(0, 256, (*shape, 3), np.uint8)
    for image in (ramp, noise):
        kept = picture_of(image)
        assert len(kept.jpeg) <= MAX_PICTURE_BYTES
        assert max(kept.width, kept.height) <= min(MAX_SIDE_PX, max(shape))
        assert kept.width / kept.height == pytest.approx(shape[1] / shape[0], rel=0.02)
        assert decode_image(kept.jpeg, "kept").shape == (kept.height, kept.width, 3)


def test_a_photo_of_a_table_keeps_its_size_and_looks_the_same(sample_images) -> None:  # type: ignore[no-untyped-def]
    image: Image = load_image(sample_images / "palagonia_1_r039.jpg")
    kept = picture_of(image)
    shown = decode_image(kept.jpeg, "kept")
    assert shown.shape == image.shape, "no sample is larger than what is kept"
    assert np.abs(shown.astype(int) - image).mean() < 4


def test_too_large_a_picture_is_refused(games: Games) -> None:
    log = games.start("palago", PLAYERS)
    with pytest.raises(EntryError, match="make it smaller"):
        log.append(events=[NewEntry("move", {}, 0, after=plain(1, MAX_PICTURE_BYTES + 1))])


def test_the_oldest_moves_give_up_their_pictures_first_and_rulings_last(
    games: Games, connection: sqlite3.Connection
) -> None:
    log = GameLog(connection, games.start("palago", PLAYERS).game, max_bytes=50_000)
    for number in range(1, 9):
        kind = "illegal" if number in (1, 2) else "move"
        log.append(events=[NewEntry(kind, {}, number, after=plain(number))])
    kept = [number for number in range(1, 9) if log.picture(number)]
    assert kept == [1, 2, 6, 7, 8]
    assert [event.after for event in log.events()] == list(range(1, 9))
    for number in range(9, 15):
        log.append(events=[NewEntry("illegal", {}, number, after=plain(number))])
    assert [number for number in range(1, 15) if log.picture(number)] == [10, 11, 12, 13, 14]


def test_a_picture_shown_again_after_it_was_given_up_is_back(
    games: Games, connection: sqlite3.Connection
) -> None:
    log = GameLog(connection, games.start("palago", PLAYERS).game, max_bytes=25_000)
    for number in (1, 2, 3):
        log.append(events=[NewEntry("move", {}, number, after=plain(number))])
    assert log.picture(1) is None
    log.append(events=[NewEntry("move", {}, 4, after=plain(1))])
    assert log.events()[-1].after == 1
    assert log.picture(1) == plain(1)
    assert log.picture(2) is None


def test_the_newest_stay_even_when_they_alone_are_too_large(
    games: Games, connection: sqlite3.Connection
) -> None:
    log = GameLog(connection, games.start("palago", PLAYERS).game, max_bytes=15_000)
    log.append(events=[NewEntry("illegal", {}, 1, before=plain(1), after=plain(2))])
    assert log.picture(1)
    assert log.picture(2)
