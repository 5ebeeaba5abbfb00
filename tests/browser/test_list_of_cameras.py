"""Each camera of this computer with its picture, and a game that is begun with one of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.live import Tables
from companion.photos.photo_queue import PhotoQueue
from companion.sources import cameras as sources
from companion.sources.cameras import Camera, CameraPictures
from companion.web import cameras, create_app
from companion.web.server import CompanionServer
from tests.browser.conftest import PHONE, Companion
from tests.browser.looking import (
    SMALLEST_TARGET_PX,
    TOO_SMALL,
    assert_nobody_is_kept_out,
)
from tests.companion.sources.test_cameras import FakeCamera


@pytest.fixture
def plugged_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Companion, list[FakeCamera]]]:
    """A companion with a camera that works and one that does not, and those that were opened."""
    monkeypatch.setattr(sources, "_SETTLING_S", 0.0)
    monkeypatch.setattr(cameras, "present_cameras", lambda: (Camera(0, "Lid"), Camera(2, "Desk")))
    opened: list[FakeCamera] = []

    def open_camera(number: int) -> FakeCamera:
        opened.append(FakeCamera(1 if number == 0 else -1))
        return opened[-1]

    tables = Tables(tmp_path)
    app = create_app(tmp_path, PhotoQueue(None), tables=tables)  # type: ignore[arg-type]
    cameras.use(app, CameraPictures(open_camera))
    server = CompanionServer(app, "127.0.0.1", 0)
    with ExitStack() as stopping:
        stopping.callback(server.stop)
        stopping.callback(tables.stop_all)
        server.serve_beside()
        yield Companion(server.address, tables, tmp_path, app), opened


def test_each_camera_shows_its_picture_and_a_game_is_begun_with_one(
    plugged_in: tuple[Companion, list[FakeCamera]], browser: Browser
) -> None:
    companion, opened = plugged_in
    context = browser.new_context(viewport=PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(companion.address)
    page.get_by_role("link", name="Cameras of this computer").click()
    assert opened == []
    page.get_by_role("button", name="Picture of Lid").click()
    picture = page.get_by_role("img", name="What Lid sees")
    expect(picture).to_be_visible()
    assert picture.evaluate("one => one.decode().then(() => one.naturalWidth)") == 6
    page.get_by_role("button", name="Picture of Desk").click()
    expect(page.locator("[data-camera='2'] .camera-status")).to_contain_text(
        "No picture comes from camera 2"
    )
    assert len(opened) == 2
    assert not any(camera.is_open for camera in opened)
    assert_nobody_is_kept_out(page)
    assert not page.evaluate(TOO_SMALL, SMALLEST_TARGET_PX)
    page.get_by_role("link", name="Play with Desk").click()
    expect(page.get_by_label("Something else")).to_be_checked()
    expect(page.get_by_label("File, address of a stream, or number of a camera")).to_have_value("2")
    listed = companion.ask("cameras", method="GET")
    assert [one["number"] for one in listed["cameras"]] == [0, 2]
    context.close()
