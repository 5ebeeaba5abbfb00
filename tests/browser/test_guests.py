"""Who is in with a code, on the host's page, and taking somebody out with two taps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect

from companion.live import Tables
from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.security.passes import Role
from companion.web import access, create_app, reach
from companion.web.server import CompanionServer
from tests.browser.conftest import PHONE, Companion
from tests.companion.conftest import TruthReader

ELSEWHERE = "192.168.0.23"


@pytest.fixture
def app(tmp_path: Path, sample_images: Path) -> Iterator[tuple[Flask, Companion]]:
    tables = Tables(tmp_path)
    reader = PhotoQueue(TruthReader(sample_images))
    app = create_app(tmp_path, reader, Samples(sample_images), tables=tables)
    server = CompanionServer(app, "127.0.0.1", 0)
    reach.install(app, reach.Reach(addresses=("127.0.0.1",), http_port=server.port))
    with ExitStack() as stopping:
        stopping.callback(server.stop)
        stopping.callback(tables.stop_all)
        server.serve_beside()
        yield app, Companion(server.address, tables, tmp_path, app)


def test_somebody_is_taken_out_with_two_taps(
    app: tuple[Flask, Companion], browser: Browser
) -> None:
    flask, companion = app
    game = companion.start("palago", ["Ann", "Bob"])
    with flask.app_context():
        passes, guests = access.passes(), access.guests()
    camera, player = (
        passes.redeem(passes.invite(game, role).text) for role in (Role.CAMERA, Role.PLAYER)
    )
    for known in (camera, player):
        guests.note(known, ELSEWHERE)
    context = browser.new_context(viewport=PHONE, has_touch=True)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(f"{companion.address}games/{game}/camera")
    rows = page.locator("#guest-list li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text(f"Camera · {ELSEWHERE}")
    rows.first.get_by_role("button", name="Take out", exact=True).tap()
    assert passes.check(camera.text) is not None
    rows.first.get_by_role("button", name="Really take out?").tap()
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("Player")
    assert passes.check(camera.text) is None
    assert passes.check(player.text) is not None
    context.close()
