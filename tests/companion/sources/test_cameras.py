"""The cameras of this computer: which there are, and a picture of one that is let go of at once."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import numpy as np
import pytest

from companion.sources import SourceError, cameras
from companion.sources.cameras import Camera, CameraPictures, present_cameras


class FakeCamera:
    """A camera that gives frames, each brighter than the one before, until it has no more."""

    def __init__(self, frames: int, hangs: Event | None = None) -> None:
        self._left, self._hangs, self.is_open = frames, hangs, frames >= 0
        self.read_so_far = 0

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        return self.is_open

    def read(self) -> tuple[bool, object]:
        if self._hangs is not None:
            self._hangs.wait()
        self.read_so_far += 1
        self._left -= 1
        return self._left >= 0, np.full((4, 6, 3), min(self.read_so_far, 255), np.uint8)

    def release(self) -> None:
        self.is_open = False


def test_a_picture_is_taken_when_the_camera_has_settled_and_it_is_let_go_of(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cameras, "_SETTLING_S", 0.01)
    camera, opened = FakeCamera(10**9), list[int]()
    image = CameraPictures(lambda number: opened.append(number) or camera).take(3)
    assert opened == [3]
    assert camera.read_so_far > 1
    assert image[0, 0, 0] == min(camera.read_so_far, 255)
    assert not camera.is_open


@pytest.mark.parametrize("frames", [-1, 0], ids=["not there", "silent"])
def test_a_camera_without_a_picture_is_said_to_have_none_and_let_go_of(frames: int) -> None:
    camera = FakeCamera(frames)
    with pytest.raises(SourceError, match="No picture comes from camera 2"):
        CameraPictures(lambda _number: camera).take(2)
    assert not camera.is_open


def test_who_asks_for_a_camera_that_hangs_is_answered_and_nothing_else_is_opened_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cameras, "_PATIENCE_S", 0.1)
    monkeypatch.setattr(cameras, "_SETTLING_S", 0.0)
    hanging, opened = Event(), list[int]()
    pictures = CameraPictures(lambda number: opened.append(number) or FakeCamera(10**9, hanging))
    for number in (0, 1):
        with pytest.raises(SourceError):
            pictures.take(number)
    assert opened == [0]
    hanging.set()
    monkeypatch.setattr(cameras, "_PATIENCE_S", 10.0)
    assert pictures.take(1) is not None
    assert opened == [0, 1]


def test_each_camera_is_listed_once_under_the_name_that_the_system_gives(tmp_path: Path) -> None:
    for device, name, index in (
        ("video10", "Desk", "0"),
        ("video0", "Lid", "0"),
        ("video1", "Lid", "1"),
    ):
        (tmp_path / device).mkdir()
        (tmp_path / device / "name").write_text(f"{name}\n")
        (tmp_path / device / "index").write_text(f"{index}\n")
    (tmp_path / "videos").mkdir()
    assert present_cameras(tmp_path) == (Camera(0, "Lid"), Camera(10, "Desk"))


def test_linux_without_any_camera_says_so_by_having_no_list_of_them(tmp_path: Path) -> None:
    assert present_cameras(tmp_path / "video4linux") == ()


def test_where_the_system_tells_nothing_the_first_numbers_are_offered(tmp_path: Path) -> None:
    offered = present_cameras(tmp_path / "none" / "video4linux")
    assert [camera.number for camera in offered] == [0, 1, 2, 3]
