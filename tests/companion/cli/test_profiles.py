"""Profiles on the command line: used where they hold for a photo's camera, and nowhere else.

The photos are samples (renders), bent by a lens that is known or with tiles in other colours.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import ExifTags, Image

from calibration.keeping import keep_profile
from companion.cli import main
from tests.calibration.recoloring import recolored
from tests.vision.bending import barrel, bent_picture, where_bent
from vision.pictures.camera_name import camera_of, camera_of_file
from vision.pictures.images import load_image
from vision.profiles.color_profile import ColorProfile
from vision.profiles.lens_profile import LensProfile

SAMPLE = "p001015_dice"
CAMERA = "Acme Wide 3, 13 mm (35 mm)"
NAVY, BLACK = (30.0, 60.0, 110.0), (45.0, 40.0, 38.0)


def with_exif(photo: Path, target: Path, make: str, model: str, focal: int | None) -> Path:
    """Write a photo as a camera would that says who it is."""
    with Image.open(photo) as picture:
        exif = picture.getexif()
        exif[ExifTags.Base.Make], exif[ExifTags.Base.Model] = make, model
        if focal is not None:
            exif.get_ifd(ExifTags.IFD.Exif)[ExifTags.Base.FocalLengthIn35mmFilm] = focal
        picture.save(target, quality=97, exif=exif)
    return target


@pytest.fixture(scope="module")
def lens() -> LensProfile:
    flat = barrel(1280, 720)
    return LensProfile(**{**flat.__dict__, "camera": CAMERA})


@pytest.fixture(scope="module")
def bent(sample_images: Path, lens: LensProfile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bent photo that does not say what took it."""
    path = tmp_path_factory.mktemp("bent") / "bent.jpg"
    picture = bent_picture(load_image(sample_images / f"{SAMPLE}.jpg"), lens)
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 97])
    return path


@pytest.fixture
def data(tmp_path: Path, lens: LensProfile) -> Path:
    """A data directory in which the lens is kept."""
    keep_profile(tmp_path / "lenses", lens)
    return tmp_path


def read(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    assert main(["read", "--json", *map(str, arguments)]) == 0
    reading: dict[str, Any] = json.loads(capsys.readouterr().out)
    return reading


def is_straightened(reading: dict[str, Any], sample_images: Path, lens: LensProfile) -> bool:
    """Tell whether every tile was placed to a pixel or two, as only a straightened lattice is."""
    truth = json.loads((sample_images / f"{SAMPLE}.json").read_text("utf-8"))
    flat = np.array(
        [corner for c in truth["clusters"] for t in c["tiles"] for corner in t["corners"]]
    )
    corners = where_bent(flat, lens)
    seen = np.array([c for cl in reading["clusters"] for t in cl["tiles"] for c in t["corners"]])
    nearest = np.linalg.norm(seen[:, None] - corners[None], axis=2).min(axis=1)
    return bool(len(seen) == len(corners) and nearest.max() < 3)


def test_a_photo_that_names_its_camera_is_read_with_the_lens_kept_for_it(
    bent: Path,
    data: Path,
    lens: LensProfile,
    sample_images: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    photo = with_exif(bent, data / "photo.jpg", "Acme", "Wide 3", 13)
    reading = read(capsys, photo, "--data", data)
    assert (reading["width"], reading["height"]) == (1280, 720)
    assert reading["sure"]
    assert is_straightened(reading, sample_images, lens)


@pytest.mark.parametrize(
    ("make", "model", "focal"), [("Acme", "Wide 3", 26), ("Acme", "Wide 4", 13), ("", "", None)]
)
def test_a_photo_of_another_camera_or_zoom_is_not_straightened(
    make: str,
    model: str,
    focal: int | None,
    bent: Path,
    data: Path,
    lens: LensProfile,
    sample_images: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    photo = with_exif(bent, data / "photo.jpg", make, model, focal)
    assert not is_straightened(read(capsys, photo, "--data", data), sample_images, lens)


def test_a_profile_is_chosen_by_hand_or_left_out(
    bent: Path,
    data: Path,
    lens: LensProfile,
    sample_images: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    photo = with_exif(bent, data / "photo.jpg", "Acme", "Wide 3", 13)
    (kept,) = (data / "lenses").iterdir()
    elsewhere = data / "elsewhere"
    by_hand = read(capsys, bent, "--lens", kept, "--data", elsewhere)
    assert is_straightened(by_hand, sample_images, lens)
    by_name = read(capsys, bent, "--camera", CAMERA, "--data", data)
    assert is_straightened(by_name, sample_images, lens)
    without = read(capsys, photo, "--lens", "none", "--data", data)
    assert not is_straightened(without, sample_images, lens)


@pytest.mark.parametrize("option", ["--lens", "--colors"])
@pytest.mark.parametrize("command", ["read", "evaluate", "watch", "serve"])
def test_a_file_that_is_no_profile_is_wrong_usage(
    option: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], bent: Path
) -> None:
    wrong = tmp_path / "wrong.json"
    wrong.write_text("{}", "utf-8")
    (tmp_path / "photo.jpg").write_bytes(bent.read_bytes())
    (tmp_path / "photo.json").write_text('{"clusters": []}', "utf-8")
    arguments = {
        "read": [str(bent)],
        "evaluate": [str(tmp_path)],
        "watch": ["rtsp://127.0.0.1:1/none", "--game", "palago", "--players", "Ann,Ben"],
        "serve": ["--port", "0"],
    }[command]
    given = [command, *arguments, option, str(wrong), "--data", str(tmp_path / "data")]
    assert main(given) == 2
    assert "make one with 'palago calibrate" in capsys.readouterr().err


def test_colours_of_another_set_are_left_out_and_that_is_said(
    sample_images: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    colors = keep_profile(tmp_path, ColorProfile("phone", NAVY, BLACK, NAVY, 9.0, 9))
    photo = sample_images / f"{SAMPLE}.jpg"
    plain = read(capsys, photo)
    assert main(["read", "--json", str(photo), "--colors", str(colors)]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["clusters"] == plain["clusters"]
    assert "colour profile of phone" in said.err


def test_colours_kept_for_the_camera_make_a_set_readable(
    sample_images: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image, tiles = recolored(sample_images / f"{SAMPLE}.jpg", (30, 60, 110), (45, 40, 38))
    plain = tmp_path / "plain.png"
    cv2.imwrite(str(plain), image)
    photo = with_exif(plain, tmp_path / "photo.jpg", "Acme", "Wide 3", None)
    keep_profile(tmp_path / "colors", ColorProfile("Acme Wide 3", NAVY, BLACK, NAVY, 9.0, 9))
    found = read(capsys, photo, "--data", tmp_path)
    assert sum(len(cluster["tiles"]) for cluster in found["clusters"]) == len(tiles)
    assert found["sure"]


def test_accuracy_is_measured_with_the_profile(
    bent: Path,
    data: Path,
    lens: LensProfile,
    sample_images: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    truth = json.loads((sample_images / f"{SAMPLE}.json").read_text("utf-8"))
    for cluster in truth["clusters"]:
        for tile in cluster["tiles"]:
            places = np.array(
                [tile["center"], tile["white_tip"], tile["blue_tip"], *tile["corners"]]
            )
            center, white, blue, *corners = where_bent(places, lens).tolist()
            tile |= {"center": center, "white_tip": white, "blue_tip": blue, "corners": corners}
    for die in truth["dice"]:
        die["center"] = where_bent(np.array([die["center"]]), lens)[0].tolist()
    folder = data / "labelled"
    folder.mkdir()
    with_exif(bent, folder / "photo.jpg", "Acme", "Wide 3", 13)
    (folder / "photo.json").write_text(json.dumps(truth), "utf-8")
    assert main(["evaluate", str(folder), "--json", "--data", str(data)]) == 0
    photo = json.loads(capsys.readouterr().out.splitlines()[0])
    assert photo["exact"]
    assert photo["sure"]


def test_a_camera_is_named_by_what_changes_its_lens(bent: Path, tmp_path: Path) -> None:
    photo = with_exif(bent, tmp_path / "photo.jpg", "Acme", "Acme Wide 3", 13)
    assert camera_of_file(photo) == CAMERA
    assert camera_of(photo.read_bytes()[:3000]) == CAMERA
    assert camera_of_file(bent) is None
    assert camera_of_file(tmp_path / "nothing.jpg") is None
    assert camera_of(b"no picture") is None
