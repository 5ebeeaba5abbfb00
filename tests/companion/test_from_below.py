"""What the packages below say, which know no language, reaches people in theirs."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.language import retold, speaking
from companion.translations.from_below import FROM_BELOW
from rules import (
    Board,
    Cell,
    GameError,
    Palagem,
    PalagemError,
    PalagemGame,
    PalagoGame,
    PalagoniaGame,
    all_palagems,
)
from vision.images import MAX_BYTES, ImageError, decode_image
from vision.reading import ClusterReading, TileReading
from vision.sureness import reason_for_doubt


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


def doubt(unsure: int, faint: int) -> str:
    cluster = ClusterReading(tuple(tile(q) for q in range(unsure)), ())
    said = reason_for_doubt([], [cluster], faint)
    assert said is not None
    return said


def palagem(*tiles: tuple[int, int, int]) -> Palagem:
    return Palagem(Board({Cell(q, r): k for q, r, k in tiles}))


SAID: tuple[tuple[str, Callable[[], str]], ...] = (
    ("vision/sureness.py", lambda: doubt(1, 0)),
    ("vision/sureness.py", lambda: doubt(3, 0)),
    ("vision/sureness.py", lambda: doubt(0, 1)),
    ("vision/images.py", lambda: opened(b"")),
    ("vision/images.py", lambda: opened(bytes(MAX_BYTES + 1))),
    ("vision/images.py", lambda: opened(encoded(64, 64)[:20])),
    ("vision/images.py", lambda: opened(encoded(4, 4))),
    ("vision/images.py", lambda: opened(b"no picture at all")),
    ("vision/images.py", lambda: opened(b"II*\0" + bytes(60))),
    ("rules/game.py", lambda: refused(lambda: PalagoGame(("Ann", "Ann")))),
    ("rules/game.py", lambda: refused(lambda: PalagoGame(("Ann", "draw")))),
    ("rules/palago/game.py", lambda: refused(lambda: PalagoGame(("Ann", "Bob", "Cem")))),
    (
        "rules/palagem/game.py",
        lambda: refused(lambda: PalagemGame(("Ann",), {"Ann": all_palagems()[0]})),
    ),
    ("rules/palagonia/game.py", lambda: refused(lambda: PalagoniaGame(("Ann", "Bob")))),
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
