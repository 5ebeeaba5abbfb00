"""HEIC and AVIF, as phones write them: read as they were taken, and bounded whatever they hold."""

from __future__ import annotations

import io
import struct
import subprocess
import sys

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import Image as PillowImage

from companion.live.posted_picture import posted_picture
from vision.arrays import Image
from vision.pictures.image_header import read_header
from vision.pictures.images import ImageError, decode_image

WIDTH, HEIGHT = 320, 200
CLOSE = 12
"""Lossy formats keep flat colours nearly as they are."""


def quarters() -> Image:
    """Return a picture of four colours: red, green above blue, white."""
    picture = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    picture[: HEIGHT // 2, : WIDTH // 2] = (0, 0, 255)
    picture[: HEIGHT // 2, WIDTH // 2 :] = (0, 255, 0)
    picture[HEIGHT // 2 :, : WIDTH // 2] = (255, 0, 0)
    return picture


def encoded(picture: Image, kind: str, orientation: int = 1) -> bytes:
    """Return a picture as a phone would write it."""
    exif = PillowImage.Exif()
    exif[0x0112] = orientation
    shown = PillowImage.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
    file = io.BytesIO()
    if kind == "HEIC":
        pillow_heif.from_pillow(shown).save(file, quality=90, exif=exif.tobytes())
    else:
        shown.save(file, "AVIF", quality=90, exif=exif)
    return file.getvalue()


@pytest.mark.parametrize("kind", ["HEIC", "AVIF"])
def test_a_phones_photo_is_read_as_it_was_taken(kind: str) -> None:
    data = encoded(quarters(), kind)
    header = read_header(data)
    assert (header.format, header.width, header.height) == (kind, WIDTH, HEIGHT)
    assert header.complete
    found = decode_image(data, "photo").astype(int)
    assert found.shape == (HEIGHT, WIDTH, 3)
    for y in (HEIGHT // 4, 3 * HEIGHT // 4):
        for x in (WIDTH // 4, 3 * WIDTH // 4):
            assert np.abs(found[y, x] - quarters()[y, x].astype(int)).max() <= CLOSE


def test_it_stands_upright_however_the_phone_was_held() -> None:
    lying = np.ascontiguousarray(np.rot90(quarters()))
    upright = decode_image(encoded(lying, "AVIF", 6), "photo")
    assert upright.shape == (HEIGHT, WIDTH, 3)
    assert np.abs(upright[20, 20].astype(int) - (0, 0, 255)).max() <= CLOSE


@pytest.mark.parametrize("kind", ["HEIC", "AVIF"])
def test_what_is_cut_off_anywhere_is_refused_in_a_sentence(kind: str) -> None:
    data = encoded(quarters(), kind)
    for end in (*range(9, 400, 17), len(data) // 2, len(data) - 1):
        with pytest.raises(ImageError) as refused:
            decode_image(data[:end], "photo")
        assert "'photo'" in str(refused.value)


@pytest.mark.parametrize("kind", ["HEIC", "AVIF"])
def test_a_size_that_is_too_large_is_refused_before_anything_is_decoded(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(_data: bytes) -> None:
        raise AssertionError

    monkeypatch.setattr("vision.pictures.images.decode_apart", never)
    data = with_size(encoded(quarters(), kind), 60_000, 60_000)
    with pytest.raises(ImageError, match="too large"):
        decode_image(data, "photo")


def test_a_header_that_lies_is_a_damaged_picture() -> None:
    data = with_size(encoded(quarters(), "HEIC"), 64, 64)
    with pytest.raises(ImageError, match="damaged HEIC"):
        decode_image(data, "photo")


def with_size(data: bytes, width: int, height: int) -> bytes:
    """Return a file whose header says another size."""
    said = b"ispe" + struct.pack(">III", 0, WIDTH, HEIGHT)
    assert said in data
    return data.replace(said, b"ispe" + struct.pack(">III", 0, width, height))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such bounds")
def test_the_process_that_decodes_is_refused_much_memory() -> None:
    much = "from vision.pictures import decoder; decoder._bound(); bytearray(2_000_000_000)"
    done = subprocess.run([sys.executable, "-c", much], capture_output=True, check=False)
    assert b"MemoryError" in done.stderr


def test_a_camera_on_the_network_is_not_waited_for() -> None:
    with pytest.raises(ImageError, match="send JPEG"):
        posted_picture(encoded(quarters(), "HEIC"))
