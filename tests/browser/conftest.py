"""A companion on loopback and a real Chromium that looks at its pages."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from companion.live import Tables
from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.web import calibrating, create_app, reach
from companion.web.reach import Reach
from companion.web.server import CompanionServer
from tests.companion.conftest import TruthReader

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
LAPTOP = {"width": 1366, "height": 850}
PHONE = {"width": 360, "height": 740}
WAIT_MS = 30_000  # a busy machine reads a photo in many seconds


@dataclass
class Companion:
    """A companion that runs, and shortcuts to what a test needs before it looks at a page."""

    address: str
    tables: Tables

    def ask(self, path: str, body: Any = None, method: str = "POST") -> Any:
        """Ask the API for something; return its JSON."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        request = Request(f"{self.address}api/{path}", data, headers, method=method)
        with urlopen(request, timeout=WAIT_MS / 1000) as response:
            return json.load(response)

    def read(self, sample: str) -> Any:
        """Have a sample photo read; return what the API says of it."""
        form = urlencode({"sample": sample}).encode()
        with urlopen(
            Request(f"{self.address}api/readings", form), timeout=WAIT_MS / 1000
        ) as response:
            return json.load(response)

    def state(self, game: int) -> Any:
        return self.ask(f"games/{game}", method="GET")

    def start(self, game: str, players: list[str], **options: Any) -> int:
        """Start a game by hand; return its number."""
        wanted = {
            "game": game,
            "players": [{"name": player} for player in players],
            "options": options,
            "source": {"kind": "hand"},
        }
        return int(self.ask("games", wanted)["id"])

    def lay(self, game: int, *tiles: tuple[int, int, int], die: int | None = None) -> Any:
        """Lay tiles (q, r, orientation) by hand."""
        placed = [{"q": q, "r": r, "orientation": k} for q, r, k in tiles]
        roll = {} if die is None else {"die": die}
        return self.ask(f"games/{game}/table", {"placed": placed, "ordered": True, **roll})


@contextmanager
def started(data: Path, sample_images: Path, port: int = 0) -> Iterator[Companion]:
    """Run a companion on a data directory; it goes on with the games there, as `palago serve`."""
    tables = Tables(data)
    reader = PhotoQueue(TruthReader(sample_images))
    app = create_app(data, reader, Samples(sample_images), tables=tables)
    server = CompanionServer(app, "127.0.0.1", port)
    reach.install(app, Reach(addresses=("127.0.0.1",), http_port=server.port))
    tables.take_up_again()
    thread = Thread(target=server.serve)
    thread.start()
    try:
        yield Companion(server.address, tables)
    finally:
        calibrating.stop(app)
        tables.stop_all()
        server.stop()
        thread.join(WAIT_MS / 1000)
    assert not thread.is_alive()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def companion(data: Path, sample_images: Path) -> Iterator[Companion]:
    with started(data, sample_images) as companion:
        yield companion


@pytest.fixture(scope="session")
def chromium() -> str:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("NO CHROMIUM HERE: the pages are not tested in a browser; install chromium")
    return found


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=sandbox())
        yield browser
        browser.close()


@dataclass
class Watched:
    """What went wrong on pages, and where they sent requests."""

    errors: list[str] = field(default_factory=list)
    addresses: set[str] = field(default_factory=set)

    def watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "console",
            lambda message: self.errors.append(message.text) if message.type == "error" else None,
        )
        page.on("request", lambda request: self.addresses.add(request.url))


def sandbox() -> list[str]:
    """Chromium's sandbox does not work for root."""
    return ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, companion: Companion) -> Iterator[OpenPage]:
    """Open pages of the companion; none may have errors, or ask another machine for anything."""
    watched = Watched()
    contexts: list[BrowserContext] = []

    def opened(path: str, *, phone: bool = False, **options: Any) -> Page:
        size = PHONE if phone else LAPTOP
        context = browser.new_context(
            viewport=size,  # type: ignore[arg-type]
            has_touch=phone,
            is_mobile=phone,
            locale=options.pop("locale", "en"),
            reduced_motion="reduce",
            **options,
        )
        contexts.append(context)
        context.set_default_timeout(WAIT_MS)
        expect.set_options(timeout=WAIT_MS)
        page = context.new_page()
        watched.watch(page)
        page.goto(companion.address + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not watched.errors
    own = (companion.address, "blob:", "data:")
    assert not [address for address in watched.addresses if not address.startswith(own)]
