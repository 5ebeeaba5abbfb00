"""Calibrating over HTTP: films of the sheet and of tiles in, profiles out; and views looked at.

The films are made of renders.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import cv2
import pytest

from calibration.keeping import load_lens, newest_lens
from companion.web.access import Need, need_of
from tests.calibration.synthetic_views import Lens, good_poses, photo
from tests.companion.web.client import Companion
from tests.companion.web.conftest import Serve
from vision.arrays import Image
from vision.pictures.images import load_image
from vision.profiles.lens_profile import LensAccuracy, LensProfile

LENS = Lens(1100.0, (0.02, -0.05, 0.0, 0.0, 0.0))
STILL_FRAMES = 3
LONGEST_S = 240.0
PLAYERS = [{"name": "Ann"}, {"name": "Bob"}]


def film(path: Path, pictures: list[Image], frames: int = STILL_FRAMES) -> Path:
    """Write a film that shows each picture for some frames."""
    height, width = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 10, (width, height))
    for picture in pictures:
        for _ in range(frames):
            writer.write(picture)
    writer.release()
    return path


def until(companion: Companion, enough: Callable[[Any], bool]) -> Any:
    """Wait until the calibration is so far; return it."""
    ends = monotonic() + LONGEST_S
    while monotonic() < ends:
        calibration = companion.get("/api/calibration")["calibration"]
        if enough(calibration):
            return calibration
        sleep(0.2)
    raise AssertionError(f"It did not come so far: {calibration}")


def of_film(kind: str, path: Path, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "source": {"kind": "file", "path": str(path), "speed": "max"}, **more}


def test_a_lens_is_calibrated_from_a_film_and_it_stops_when_it_is_good(
    companion: Companion, tmp_path: Path
) -> None:
    assert companion.get("/api/calibration") == {"calibration": None}
    views = [photo(LENS, pose, seed=n) for n, pose in enumerate(good_poses(24))]
    path = film(tmp_path / "sheet.mp4", views)
    answer = companion.ask("POST", "/api/calibration", of_film("lens", path, camera="webcam"))
    assert answer.status == 201
    begun = answer.data["calibration"]
    assert (begun["camera"], begun["photos"], begun["result"]) == ("webcam", 0, None)
    assert any("0 of 10 different photos" in sentence for sentence in begun["missing"])
    done = until(companion, lambda calibration: not calibration["running"])
    assert done["problem"] is None
    assert done["missing"] == []
    assert 10 <= done["photos"] < len(views)
    assert sum(cell > 0 for row in done["cells"] for cell in row) >= 38
    result = done["result"]
    assert result["profile"]["focal"] == pytest.approx([LENS.focal] * 2, rel=0.005)
    assert any("reprojection error" in sentence for sentence in result["sentences"])
    assert load_lens(Path(result["path"])).camera == "webcam"
    assert newest_lens(tmp_path / "data" / "lenses", "webcam") is not None
    assert companion.ask("GET", "/api/calibration/picture.jpg").data[:2] == b"\xff\xd8"
    french = companion.ask("GET", "/api/calibration", headers={"Accept-Language": "fr"})
    sentences = french.data["calibration"]["result"]["sentences"]
    assert any("distance focale" in sentence for sentence in sentences)
    assert [sentence for sentence in sentences if re.search(r"\d,\d\d px", sentence)]
    assert not [sentence for sentence in sentences if re.search(r"\d\.\d", sentence)]


def test_a_film_of_the_same_view_gives_no_profile_and_says_what_is_missing(
    companion: Companion, tmp_path: Path
) -> None:
    path = film(tmp_path / "same.mp4", [photo(LENS, good_poses(2)[1])], frames=12)
    companion.ask("POST", "/api/calibration", of_film("lens", path))
    done = until(companion, lambda calibration: not calibration["running"])
    assert (done["photos"], done["result"]) == (1, None)
    assert any("1 of 10 different photos" in sentence for sentence in done["missing"])
    assert any("lower right" in sentence for sentence in done["missing"])
    assert done["hint"] == "This view was taken already: move the camera or the sheet."
    assert done["problem"] == "The video has ended before the calibration was good."
    assert not (tmp_path / "data" / "lenses").exists()


def test_colours_are_learned_from_tiles_before_the_camera(
    companion: Companion, tmp_path: Path, sample_images: Path
) -> None:
    table = load_image(sample_images / "p001015_dice.jpg")
    path = film(tmp_path / "tiles.mp4", [table])
    companion.ask("POST", "/api/calibration", of_film("colors", path, camera="webcam"))
    done = until(companion, lambda calibration: not calibration["running"])
    assert done["result"]["sentences"] == ["The two colours can be told apart well in this light."]
    assert set(done["result"]["colors"]) == {"white", "blue", "table"}
    kept = json.loads(Path(done["result"]["path"]).read_text("utf-8"))
    assert kept["camera"] == "webcam"
    assert sum(kept["white"]) > sum(kept["blue"])

    companion.ask("POST", "/api/calibration", of_film("colors", path, camera="webcam", swap=True))
    other = until(companion, lambda calibration: not calibration["running"])
    assert other["result"]["colors"]["white"] == done["result"]["colors"]["blue"]


def test_a_table_without_tiles_teaches_no_colours(
    companion: Companion, tmp_path: Path, sample_images: Path
) -> None:
    # every frame is tried in all pairs of its colours: half the size is enough
    empty = cv2.resize(load_image(sample_images / "p001073_negative.jpg"), None, fx=0.5, fy=0.5)
    path = film(tmp_path / "empty.mp4", [empty], frames=1)
    companion.ask("POST", "/api/calibration", of_film("colors", path))
    done = until(companion, lambda calibration: not calibration["running"])
    assert done["result"] is None
    assert "0 tiles can be read with certainty" in done["hint"]


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({"kind": "focus"}, 400),
        ({"kind": "lens"}, 400),
        ({"kind": "lens", "source": {"kind": "hand"}}, 400),
        ({"kind": "lens", "game": 7}, 404),
        ({"kind": "lens", "source": {"kind": "file", "path": "nowhere.mp4"}}, 422),
    ],
)
def test_what_cannot_be_calibrated_is_refused(
    wanted: dict[str, Any], status: int, companion: Companion
) -> None:
    answer = companion.ask("POST", "/api/calibration", wanted)
    assert answer.status == status
    assert answer.data["error"]


def test_the_page_leads_back_to_the_games_or_to_the_game_it_came_from(companion: Companion) -> None:
    page = companion.ask("GET", "/calibrate").data.decode()
    assert '<a class="button plain" href="/">Play</a>' in page
    game = companion.do(
        "POST", "/api/games", {"game": "palago", "players": PLAYERS, "source": {"kind": "hand"}}
    )["id"]
    page = companion.ask("GET", f"/calibrate?game={game}").data.decode()
    assert f'<a class="button plain" href="/games/{game}">To the game</a>' in page


def test_the_sheet_can_be_printed_from_the_page(companion: Companion) -> None:
    assert companion.ask("GET", "/calibrate/sheet-a4.pdf").data[:5] == b"%PDF-"
    assert companion.ask("GET", "/calibrate/sheet-b9.pdf").status == 404


def test_a_view_is_looked_at_and_what_is_wrong_is_said_until_the_first_move(
    serve: Serve, tmp_path: Path, sample_images: Path
) -> None:
    companion = serve(tmp_path / "data")
    table = load_image(sample_images / "palagonia_1_r039.jpg")
    dark = film(tmp_path / "dark.mp4", [(table * 0.2).astype("uint8")], frames=400)
    source = {"kind": "file", "path": str(dark)}
    game = {"game": "palago", "players": PLAYERS, "source": source}
    number = companion.ask("POST", "/api/games", game).data["id"]
    view = framed(companion, number)
    assert view["problems"][0]["code"] == "too-dark"
    assert view["begun"] is False
    french = companion.ask("GET", f"/api/games/{number}/framing", headers={"Accept-Language": "fr"})
    assert "trop sombre" in french.data["problems"][0]["sentence"]

    by_hand = {"game": "palago", "players": PLAYERS, "source": {"kind": "hand"}}
    other = companion.ask("POST", "/api/games", by_hand).data["id"]
    assert companion.get(f"/api/games/{other}/framing")["frame"] is None
    assert companion.ask("GET", "/api/games/99/framing").status == 404


def test_a_phone_is_known_again_by_its_name(
    serve: Serve, tmp_path: Path, sample_images: Path
) -> None:
    """The lens that was calibrated for it is used; its picture is shown straightened."""
    table = load_image(sample_images / "p001015_dice.jpg")
    height, width = table.shape[:2]
    accuracy = LensAccuracy(20, 880, 0.1, 0.1, 0.1, 0.1, 0.001, 0.6)
    lens = LensProfile(
        camera="phone abc-environment",
        width=width,
        height=height,
        focal=(900.0, 900.0),
        center=(width / 2, height / 2),
        distortion=(-0.2, 0.05, 0.0, 0.0, 0.0),
        accuracy=accuracy,
    )
    folder = tmp_path / "data" / "lenses"
    folder.mkdir(parents=True)
    (folder / "phone_abc_environment-001.json").write_text(json.dumps(lens.to_json()), "utf-8")
    companion = serve(tmp_path / "data")
    game = {"game": "palago", "players": PLAYERS, "source": {"kind": "phone"}}
    number = companion.ask("POST", "/api/games", game).data["id"]
    jpeg = cv2.imencode(".jpg", table)[1].tobytes()
    headers = {"Content-Type": "image/jpeg"}

    def shown(camera: str) -> int:
        ends = monotonic() + LONGEST_S
        before = None
        while monotonic() < ends:
            path = f"/api/games/{number}/frames?camera={camera}"
            assert companion.ask("POST", path, jpeg, headers).status == 202
            size = (companion.get(f"/api/games/{number}")["picture"] or {}).get("height")
            running = companion.tables.find(number)
            is_known = running is not None and running.camera == f"phone {camera}"
            if is_known and size is not None and size == before:
                return int(size)
            before = size if is_known else None
            sleep(0.3)
        raise AssertionError("No picture came.")

    assert shown("other-environment") == height
    assert shown("abc-environment") > height * 0.9
    running = companion.tables.find(number)
    assert running is not None
    assert running.camera == "phone abc-environment"
    newest = running.picture.newest
    assert newest is not None
    assert newest.image.shape[0] > height


def test_a_game_uses_what_is_calibrated_with_its_own_camera(
    companion: Companion, sample_images: Path
) -> None:
    """The phone that watches a game shows a few tiles; its colours count from then on."""
    jpeg = (sample_images / "p001015_dice.jpg").read_bytes()
    game = {"game": "palago", "players": PLAYERS, "source": {"kind": "phone"}}
    number = companion.ask("POST", "/api/games", game).data["id"]
    frames = f"/api/games/{number}/frames?camera=abc-environment"
    headers = {"Content-Type": "image/jpeg"}
    running = companion.tables.find(number)
    assert running is not None
    ends = monotonic() + LONGEST_S
    while running.camera is None and monotonic() < ends:
        assert companion.ask("POST", frames, jpeg, headers).status == 202
        sleep(0.1)
    wanted = {"kind": "colors", "game": number}
    assert companion.ask("POST", "/api/calibration", wanted).status == 201

    def shown_and_done(calibration: Any) -> bool:
        companion.ask("POST", frames, jpeg, headers)
        return not calibration["running"]

    done = until(companion, shown_and_done)
    assert done["camera"] == "phone abc-environment"
    assert done["result"] is not None
    tuning = companion.tables.profiles.tuning(running.camera, 1280, 720)
    assert tuning.colors is not None
    assert tuning.colors.to_json() == done["result"]["profile"]


def test_calibrating_is_for_the_host_alone_and_a_view_for_who_has_a_pass() -> None:
    for method in ("GET", "POST", "DELETE"):
        assert need_of(method, "/api/calibration")[0] is Need.HOST
    assert need_of("GET", "/calibrate")[0] is Need.HOST
    assert need_of("GET", "/api/calibration/picture.jpg")[0] is Need.HOST
    assert need_of("GET", "/api/games/3/framing") == (Need.PASS, 3)


def framed(companion: Companion, number: int) -> Any:
    """Wait until the view of a game was looked at; return what is wrong with it."""
    ends = monotonic() + LONGEST_S
    while monotonic() < ends:
        view = companion.get(f"/api/games/{number}/framing")
        if view["frame"] is not None:
            return view
        sleep(0.2)
    raise AssertionError("No frame came.")
