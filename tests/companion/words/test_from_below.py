"""What the packages below say, which know no language, reaches people in theirs."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.colors.learning import separation_in_words
from calibration.framing import framing_problems
from calibration.lens.calibrating import LensCalibration
from calibration.lens.coverage import coverage_of
from calibration.lens.view import ViewError, look_at
from companion.words.language import retold, speaking
from companion.words.translations.from_below import FROM_BELOW
from rules import (
    Board,
    Cell,
    GameError,
    Palagem,
    PalagemError,
    PalagemGame,
    PalagoGame,
    PalagoniaGame,
    ScoreSheet,
    all_palagems,
)
from rules.palagonia.score_sheet import vote_on
from vision.arrays import Image
from vision.judging.sureness import reason_for_doubt
from vision.pictures.images import MAX_BYTES, ImageError, decode_image
from vision.profiles.color_profile import ColorProfile
from vision.readers.tuned_reader import misfit
from vision.reading import ClusterReading, Reading, TileReading


def encoded(width: int, height: int, kind: str = ".png") -> bytes:
    return cv2.imencode(kind, np.zeros((height, width, 3), np.uint8))[1].tobytes()


def opened(data: bytes) -> str:
    with pytest.raises(ImageError) as error:
        decode_image(data, "table")
    return str(error.value)


def refused(make: Callable[[], object]) -> str:
    with pytest.raises((GameError, PalagemError)) as error:
        make()
    return str(error.value)


def tile(q: int) -> TileReading:
    corners = tuple((float(q), float(n)) for n in range(6))
    sure = (0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    return TileReading(Cell(q, 0), 0, (0, 0), (0, 0), (0, 0), corners, 0.5, False, sure)


def doubt(unsure: int, faint: int, may_be_one: bool = False) -> str:
    cluster = ClusterReading(tuple(tile(q) for q in range(unsure)), ())
    said = reason_for_doubt([], [cluster], faint, may_be_one)
    assert said is not None
    return said


def palagem(*tiles: tuple[int, int, int]) -> Palagem:
    return Palagem(Board({Cell(q, r): k for q, r, k in tiles}))


def framing_sentences() -> list[str]:
    """Return what is said of views that are wrong in one way each."""

    def at(*corners: tuple[float, float]) -> Reading:
        tiles = tuple(replace(tile(0), corners=hexagon(x, y), center=(x, y)) for x, y in corners)
        return Reading(640, 480, True, None, 0.0, (ClusterReading(tiles),))

    def hexagon(x: float, y: float, edge: float = 30.0) -> tuple[tuple[float, float], ...]:
        turns = [math.tau * n / 6 for n in range(6)]
        return tuple((x + edge * math.cos(t), y + edge * math.sin(t)) for t in turns)

    light = np.full((480, 640, 3), 200, np.uint8)
    views = [
        (np.zeros_like(light), at()),
        (light, at()),
        (light, at((40, 240))),
        (light, at((600, 240))),
        (light, at((320, 40))),
        (light, at((320, 440))),
        (light, at((40, 40))),
        (light, at((600, 40))),
        (light, at((40, 440))),
        (light, at((600, 440))),
        (light, at((40, 240), (600, 240))),
    ]
    return [p.sentence for image, reading in views for p in framing_problems(image, reading)]


@pytest.mark.parametrize("sentence", framing_sentences())
def test_what_is_wrong_with_a_view_is_said_in_french(sentence: str) -> None:
    with speaking("fr"):
        said = retold(sentence)
    assert said != sentence
    assert not re.search(r"\b(the|at|on|and)\b", said), f"only half translated: {said}"


@pytest.mark.parametrize("sentence", coverage_of([]).missing)
def test_what_a_calibration_misses_is_said_in_french(sentence: str) -> None:
    with speaking("fr"):
        said = retold(sentence)
    assert said != sentence
    assert not re.search(r"\b(the|upper|lower|top|left|of)\b", said), f"half translated: {said}"


def hinted(image: Image) -> str:
    calibration = LensCalibration("webcam")
    calibration.offer(image)
    assert calibration.hint is not None
    return calibration.hint


def colors(separation: float) -> ColorProfile:
    return ColorProfile("webcam", (9.0,) * 3, (1.0,) * 3, (5.0,) * 3, separation, 5)  # type: ignore[arg-type]


def unreadable() -> str:
    with pytest.raises(ViewError) as error:
        look_at(np.zeros((480, 640, 3), np.uint8))
    return str(error.value)


SAID: tuple[tuple[str, Callable[[], str]], ...] = (
    ("vision/judging/sureness.py", lambda: doubt(1, 0)),
    ("vision/judging/sureness.py", lambda: doubt(0, 0, may_be_one=True)),
    ("vision/judging/sureness.py", lambda: doubt(3, 0)),
    ("vision/judging/sureness.py", lambda: doubt(0, 1)),
    ("vision/pictures/images.py", lambda: opened(b"")),
    ("vision/pictures/images.py", lambda: opened(bytes(MAX_BYTES + 1))),
    ("vision/pictures/images.py", lambda: opened(encoded(64, 64)[:20])),
    ("vision/pictures/images.py", lambda: opened(encoded(4, 4))),
    ("vision/pictures/images.py", lambda: opened(b"no picture at all")),
    ("vision/pictures/images.py", lambda: opened(b"II*\0" + bytes(60))),
    ("calibration/lens/view.py", unreadable),
    ("calibration/lens/calibrating.py", lambda: hinted(np.zeros((480, 640, 3), np.uint8))),
    ("calibration/colors/learning.py", lambda: separation_in_words(colors(20.0))),
    ("calibration/colors/learning.py", lambda: separation_in_words(colors(5.0))),
    ("vision/readers/tuned_reader.py", lambda: misfit(colors(9.0))),
    ("rules/game.py", lambda: refused(lambda: PalagoGame(("Ann", "Ann")))),
    ("rules/game.py", lambda: refused(lambda: PalagoGame(("Ann", "draw")))),
    ("rules/palago/game.py", lambda: refused(lambda: PalagoGame(("Ann", "Bob", "Cem")))),
    (
        "rules/palagem/game.py",
        lambda: refused(lambda: PalagemGame(("Ann",), {"Ann": all_palagems()[0]})),
    ),
    ("rules/palagonia/game.py", lambda: refused(lambda: PalagoniaGame(("Ann", "Bob")))),
    (
        "rules/palagonia/score_sheet.py",
        lambda: refused(lambda: vote_on(ScoreSheet(("Ann",), ()), 1, 4)),
    ),
    ("rules/palagem/pattern.py", lambda: refused(lambda: palagem((0, 0, 0)))),
    (
        "rules/palagem/pattern.py",
        lambda: refused(lambda: palagem((0, 0, 0), (1, 0, 0), (2, 0, 0), (3, 0, 0))),
    ),
    (
        "rules/palagem/pattern.py",
        lambda: refused(lambda: palagem((0, 0, 2), (1, -1, 1), (1, 0, 0), (2, -1, 2))),
    ),
)


@pytest.mark.parametrize(("module", "say"), SAID)
def test_it_is_known_here_and_said_in_french(module: str, say: Callable[[], str]) -> None:
    said = say()
    with speaking("fr"):
        assert retold(said) != said, f"{said} is not among {FROM_BELOW[module]}"
