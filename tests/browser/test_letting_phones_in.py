"""The host lets phones in on the page of a game's camera, and shuts them out on the first page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.live import Tables
from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.web import create_app, phone_access
from companion.web.phone_access import PhoneAccess
from companion.web.server import LOOPBACK_NAMES, CompanionServer
from tests.browser.conftest import LAPTOP, Companion
from tests.browser.looking import assert_nobody_is_kept_out
from tests.companion.conftest import TruthReader


@pytest.fixture
def alone(tmp_path: Path, sample_images: Path) -> Iterator[tuple[Companion, PhoneAccess]]:
    """A companion that nobody in the network reaches."""
    tables = Tables(tmp_path)
    reader = PhotoQueue(TruthReader(sample_images))
    app = create_app(tmp_path, reader, Samples(sample_images), LOOPBACK_NAMES, tables)
    server = CompanionServer(app, "127.0.0.1", 0)
    # on loopback, as if it were the network
    access = PhoneAccess(app, tmp_path, host="127.0.0.1", http_port=0, https_port=0)
    phone_access.install(app, access)
    with ExitStack() as stopping:
        stopping.callback(server.stop)
        stopping.callback(access.close)
        stopping.callback(tables.stop_all)
        server.serve_beside()
        yield Companion(server.address, tables, tmp_path, app), access


def test_phones_are_let_in_and_shut_out_without_starting_anything_anew(
    alone: tuple[Companion, PhoneAccess], browser: Browser
) -> None:
    companion, access = alone
    context = browser.new_context(viewport=LAPTOP)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(companion.address)
    page.get_by_text("A phone", exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url("**/games/*/camera")
    assert_nobody_is_kept_out(page)
    assert not access.is_open
    page.get_by_role("button", name="Let phones in").click()
    expect(page.locator("#code-picture img")).to_be_visible()
    expect(page.locator("#code-address")).to_contain_text("#token=")
    assert access.is_open
    page.get_by_role("link", name="Palago companion").click()
    page.get_by_role("button", name="Shut phones out").click()
    expect(page.get_by_role("button", name="Let phones in")).to_be_visible()
    assert not access.is_open
    context.close()
