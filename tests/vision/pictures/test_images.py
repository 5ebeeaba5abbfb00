"""Pictures as people have them, and files that are none: one upright BGR array or one sentence."""

from __future__ import annotations

import os
import struct
import tracemalloc
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import Image
from vision.pictures.camera_name import camera_of
from vision.pictures.exif import orientation_of
from vision.pictures.images import ImageError, decode_image, load_image

# cmyk.jpg was drawn for these tests: red on the left, blue on the right, in four inks.
DATA = Path(__file__).parent / "data"

# What turns the upright picture into what a camera stores under each EXIF orientation.
STORED = {
    1: lambda image: image,
    2: lambda image: image[:, ::-1],
    3: lambda image: image[::-1, ::-1],
    4: lambda image: image[::-1],
    5: lambda image: image.swapaxes(0, 1),
    6: lambda image: np.rot90(image),
    7: lambda image: image[::-1, ::-1].swapaxes(0, 1),
    8: lambda image: np.rot90(image, -1),
}


def four_colours(width: int = 96, height: int = 64) -> Image:
    """A picture whose four quarters all differ, so that no rotation or mirror image equals it."""
    image = np.zeros((height, width, 3), np.uint8)
    image[: height // 2, : width // 2] = (20, 20, 230)
    image[: height // 2, width // 2 :] = (20, 230, 20)
    image[height // 2 :, : width // 2] = (230, 20, 20)
    image[height // 2 :, width // 2 :] = (240, 240, 240)
    return image


def encoded(image: Image, extension: str) -> bytes:
    done, data = cv2.imencode(extension, image)
    assert done
    return data.tobytes()


def with_exif_orientation(jpeg: bytes, orientation: int) -> bytes:
    directory = struct.pack("<HHHIHHI", 1, 0x0112, 3, 1, orientation, 0, 0)
    body = b"Exif\0\0" + b"II*\0" + struct.pack("<I", 8) + directory
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


def png_chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


_ADLER = 65_521
"""The prime of Adler's checksum, which for zeros counts them."""


def blank_png(width: int, height: int) -> bytes:
    """An honest all-black grey PNG, of some fifty bytes a row however wide it unpacks."""
    row, count = bytes(width + 1), (width + 1) * height
    packer = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    # a flushed row stands by itself, and may be followed by itself
    packed_row = packer.compress(row) + packer.flush(zlib.Z_FULL_FLUSH)
    checksum = struct.pack(">HH", count % _ADLER, 1)
    packed = b"\x78\xda" + packed_row * height + packer.flush() + checksum
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = [png_chunk(b"IHDR", head), png_chunk(b"IDAT", packed), png_chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def assert_same_picture(image: Image, expected: Image, tolerance: float = 30) -> None:
    assert image.dtype == np.uint8
    assert image.shape == expected.shape
    assert np.abs(image.astype(int) - expected.astype(int)).mean() < tolerance


@pytest.mark.parametrize("extension", [".jpg", ".png", ".webp", ".bmp", ".gif"])
def test_reads_every_format_by_its_content_not_its_name(tmp_path: Path, extension: str) -> None:
    path = tmp_path / "table.picture"
    path.write_bytes(encoded(four_colours(), extension))
    assert_same_picture(load_image(path), four_colours())
    assert_same_picture(load_image(str(path)), four_colours())


@pytest.mark.parametrize("orientation", range(1, 9))
def test_applies_the_exif_rotation(orientation: int) -> None:
    stored = np.ascontiguousarray(STORED[orientation](four_colours()))
    jpeg = with_exif_orientation(encoded(stored, ".jpg"), orientation)
    assert_same_picture(decode_image(jpeg, "phone.jpg"), four_colours())


def test_reads_grey_16_bit_transparent_and_cmyk_pictures() -> None:
    picture = four_colours()
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    grey_bgr = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    assert_same_picture(decode_image(encoded(grey, ".png"), "grey.png"), grey_bgr)
    assert_same_picture(decode_image(encoded(grey, ".jpg"), "grey.jpg"), grey_bgr)
    deep = picture.astype(np.uint16) * 257
    assert_same_picture(decode_image(encoded(deep, ".png"), "deep.png"), picture)
    for alpha in (0, 255):
        clear = np.dstack([picture, np.full(picture.shape[:2], alpha, np.uint8)])
        assert_same_picture(decode_image(encoded(clear, ".png"), "clear.png"), picture)
    cmyk = load_image(DATA / "cmyk.jpg")
    assert cmyk.shape == (48, 64, 3)
    assert cmyk[24, 8].astype(int) == pytest.approx((30, 30, 220), abs=40)
    assert cmyk[24, 56].astype(int) == pytest.approx((220, 30, 30), abs=40)


@pytest.mark.parametrize("extension", [".gif", ".webp", ".png"])
def test_takes_the_first_frame_of_an_animation(tmp_path: Path, extension: str) -> None:
    animation = cv2.Animation()
    animation.frames = [four_colours(), np.zeros_like(four_colours())]
    animation.durations = np.array([100, 100])
    path = tmp_path / f"moving{extension}"
    assert cv2.imwriteanimation(str(path), animation)
    assert_same_picture(load_image(path), four_colours())


def test_refuses_a_huge_picture_without_unpacking_it() -> None:
    data = blank_png(30_000, 30_000)
    tracemalloc.start()
    with pytest.raises(ImageError, match="30000 x 30000 pixels") as caught:
        decode_image(data, "huge.png")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000
    assert_one_sentence(caught.value, "huge.png")


def test_says_in_one_sentence_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    jpeg = encoded(four_colours(), ".jpg")
    wrong = {
        "empty.jpg": (b"", "is empty"),
        "text.jpg": (b"a shopping list\n" * 40, "is no picture"),
        "scan.tif": (b"II*\0" + bytes(100), "is TIFF"),
        "phone.heic": (b"\0\0\0\x18ftypheic" + bytes(100), "is cut off"),
        "film.mp4": (b"\0\0\0\x18ftypisom" + bytes(100), "is a video"),
        "tiny.png": (encoded(four_colours(8, 8), ".png"), "too small"),
        "narrow.png": (encoded(four_colours(4000, 4), ".png"), "too small"),
        "start.jpg": (jpeg[:5], "is cut off"),
        "noise.jpg": (jpeg[:2] + bytes(500), "is no picture"),
        "broken.jpg": (jpeg[:20] + bytes(500), "damaged"),
    }
    for name, (data, reason) in wrong.items():
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(ImageError, match=reason) as caught:
            load_image(path)
        assert_one_sentence(caught.value, name)
    for path, reason in ((tmp_path / "nowhere.jpg", "there is no file"), (tmp_path, "is a folder")):
        with pytest.raises(ImageError, match=reason) as caught:
            load_image(path)
        assert_one_sentence(caught.value, path.name)


@pytest.mark.parametrize("extension", [".jpg", ".png", ".webp", ".bmp", ".gif"])
@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.999])
def test_never_takes_a_cut_off_picture_for_a_whole_one(extension: str, share: float) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (64, 96, 3)).astype(np.uint8)
    data = encoded(noise, extension)
    with pytest.raises(ImageError, match="cut off") as caught:
        decode_image(data[: int(len(data) * share)], "part")
    assert_one_sentence(caught.value, "part")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_does_not_wait_for_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(ImageError, match="not a plain file"):
        load_image(pipe)


def assert_one_sentence(error: ImageError, name: str) -> None:
    text = str(error)
    assert name in text
    assert "\n" not in text
    assert ": " in text, "what to do next is missing"


def damaged(data: bytes, start: int, length: int) -> bytes:
    rng = np.random.default_rng(start)
    garbage = rng.integers(0, 255, length, np.uint8).tobytes()  # without 0xFF, so without markers
    return data[:start] + garbage + data[start + length :]


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_damaged_jpeg_is_refused_and_nothing_printed(
    sample_images: Path, share: float, capfd: pytest.CaptureFixture[str]
) -> None:
    """The rest of a picture that ends too early, or of which a part is garbage, is made up."""
    whole = (sample_images / "p001057_overhead.jpg").read_bytes()
    at = round(share * len(whole))
    assert decode_image(whole, "whole").ndim == 3
    for data in (whole[:at] + b"\xff\xd9", damaged(whole, at, 300)):
        with pytest.raises(ImageError, match="damaged JPEG picture: copy it again"):
            decode_image(data, "part")
    assert capfd.readouterr().err == ""


def test_a_jpeg_is_decoded_as_opencv_does(sample_images: Path) -> None:
    for path in sorted(sample_images.glob("*.jpg"))[:6]:
        assert np.array_equal(load_image(path), cv2.imread(str(path))), path.name


@pytest.mark.filterwarnings("ignore::UserWarning:PIL")  # Pillow tells of them besides
def test_a_photo_whose_notes_are_damaged_is_still_read(sample_images: Path) -> None:
    """What the camera noted may point anywhere; the picture is not damaged by that."""
    plain = (sample_images / "p001057_overhead.jpg").read_bytes()
    whole = with_exif_orientation(plain, 1)
    rng = np.random.default_rng(7)
    for _ in range(200):
        noted = bytearray(whole)
        for at in rng.integers(12, 50, 4):
            noted[at] = rng.integers(256)
        camera_of(bytes(noted))
        assert 1 <= orientation_of(bytes(noted)) <= 8
