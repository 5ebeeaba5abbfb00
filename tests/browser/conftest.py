"""A companion on loopback and a real Chromium that looks at its pages."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest
from flask import Flask
from playwright.sync_api import (
    Browser,
    Page,
    Response,
    expect,
    sync_playwright,
)

from companion.live import Tables
from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.web import calibrating, create_app, reach
from companion.web.reach import Reach
from companion.web.server import CompanionServer
from tests.companion.conftest import TruthReader
from tests.end_to_end.browser import chromium as chromium_program
from tests.read_once import ReadOnce
from vision.readers.reader import Reader

LAPTOP = {"width": 1366, "height": 850}
PHONE = {"width": 360, "height": 740}
WAIT_MS = 30_000  # a busy machine reads a photo in many seconds
RETRY_MS = 300
LATE_MS = 300
"""Whoever listens to what a page loads waits so long for what it loads late."""


@dataclass
class Companion:
    """A companion that runs, and shortcuts to what a test needs before it looks at a page."""

    address: str
    tables: Tables
    data: Path
    app: Flask

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
def started(data: Path, sample_images: Path, filmed: Reader, port: int = 0) -> Iterator[Companion]:
    """Run a companion on a data directory; it goes on with the games there, as `palago serve`.

    ``filmed`` reads what its games' cameras show.
    """
    tables = Tables(data, make_reader=lambda: filmed)
    reader = PhotoQueue(TruthReader(sample_images))
    app = create_app(data, reader, Samples(sample_images), tables=tables)
    server = CompanionServer(app, "127.0.0.1", port)
    reach.install(app, Reach(addresses=("127.0.0.1",), http_port=server.port))
    tables.take_up_again()
    thread = Thread(target=server.serve)
    thread.start()
    try:
        yield Companion(server.address, tables, data, app)
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
def companion(data: Path, sample_images: Path, read_once: ReadOnce) -> Iterator[Companion]:
    with started(data, sample_images, read_once) as companion:
        yield companion


@pytest.fixture(scope="session", autouse=True)
def pages_listen_again_soon() -> Iterator[None]:
    """Pages whose news broke off wait for a moment rather than for seconds."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("companion.web.events_stream._RETRY_MS", RETRY_MS)
        yield


@pytest.fixture(scope="session")
def chromium() -> str:
    found = chromium_program()
    if found is None:
        pytest.skip("NO CHROMIUM HERE: the pages are not tested in a browser; install chromium")
    return found


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=switches())
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

    def forget(self) -> None:
        """Begin anew."""
        self.errors.clear()
        self.addresses.clear()


def switches() -> list[str]:
    """Return how Chromium is to run: with no process in stock for a next page.

    Its sandbox does not work for root.
    """
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return ["--renderer-process-limit=1", *(["--no-sandbox"] if is_root else [])]


OpenPage = Callable[..., Page]


def box_of(page: Page, selector: str) -> Any:
    """Return where something lies on a page, in px, asked in one breath.

    A page that hears news draws itself anew: what was found a moment before may lie nowhere.
    """
    expect(page.locator(selector)).to_be_visible()
    return page.evaluate(
        "which => document.querySelector(which).getBoundingClientRect().toJSON()", selector
    )


def speak(page: Page, name: str) -> None:
    """Choose a language by its own name in the menu at the top of a page."""
    page.locator(".languages > summary").click()
    page.locator(".languages").get_by_role("button", name=name, exact=True).click()


@dataclass(frozen=True)
class Tab:
    """A page in a context of its own, and what went wrong there."""

    page: Page
    watched: Watched

    def clean(self, companion: str) -> None:
        """Leave a companion's page, and forget what it kept."""
        self.page.unroute_all(behavior="ignoreErrors")
        if self.page.url.startswith(companion):
            self.page.evaluate("sessionStorage.clear()")
        self.page.goto("about:blank")
        session = self.page.context.new_cdp_session(self.page)
        kept = {"origin": companion.rstrip("/"), "storageTypes": "all"}
        session.send("Storage.clearDataForOrigin", kept)
        session.detach()
        self.page.context.clear_cookies()
        self.page.mouse.move(-1, -1)


class Tabs:
    """Tabs that tests use one after another: to make one costs more than a page in it.

    Each is of one kind: a phone's or a laptop's, in a language, in a theme.
    """

    MOST_FREE = 4

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[tuple[dict[str, Any], Tab]] = []

    def take(self, options: dict[str, Any]) -> Tab:
        """Return a tab of a kind that nobody else uses."""
        for number, (kind, tab) in enumerate(self._free):
            if kind == options:
                del self._free[number]
                tab.page.set_viewport_size(options["viewport"])
                return tab
        context = self._browser.new_context(**options)
        context.set_default_timeout(WAIT_MS)
        page = context.new_page()
        watched = Watched()
        watched.watch(page)
        return Tab(page, watched)

    def give_back(self, options: dict[str, Any], tab: Tab) -> None:
        """Let the next test have a tab that was cleaned."""
        tab.watched.forget()
        self._free.append((options, tab))
        if len(self._free) > self.MOST_FREE:
            _, oldest = self._free.pop(0)
            oldest.page.context.close()


@pytest.fixture(scope="session")
def tabs(browser: Browser) -> Tabs:
    return Tabs(browser)


@pytest.fixture
def open_page(tabs: Tabs, companion: Companion) -> Iterator[OpenPage]:
    """Open pages of the companion; none may have errors, or ask another machine for anything."""
    with opening(tabs, companion) as open_page:
        yield open_page


@pytest.fixture(scope="module")
def world(
    tmp_path_factory: pytest.TempPathFactory, sample_images: Path, read_once: ReadOnce
) -> Iterator[Companion]:
    """A companion for tests that only look at pages: each finds there what those before it left."""
    data = tmp_path_factory.mktemp("world") / "data"
    with started(data, sample_images, read_once) as companion:
        yield companion


@pytest.fixture
def open_in_world(tabs: Tabs, world: Companion) -> Iterator[OpenPage]:
    """Open pages of the companion that tests share, as `open_page`."""
    with opening(tabs, world) as open_page:
        yield open_page


@contextmanager
def opening(tabs: Tabs, companion: Companion) -> Iterator[OpenPage]:
    """Open pages of a companion; none may have errors, or ask another machine for anything."""
    taken: list[tuple[dict[str, Any], Tab]] = []

    def opened(
        path: str,
        *,
        phone: bool = False,
        on_response: Callable[[Response], None] | None = None,
        **more: Any,
    ) -> Page:
        options = {
            "viewport": PHONE if phone else LAPTOP,
            "has_touch": phone,
            "is_mobile": phone,
            "locale": "en",
            "color_scheme": "light",
            "reduced_motion": "reduce",
            **more,
        }
        expect.set_options(timeout=WAIT_MS)
        tab = tabs.take(options)
        taken.append((options, tab))
        if on_response is not None:
            tab.page.on("response", on_response)
        tab.page.goto(companion.address + path)
        if on_response is not None:
            tab.page.wait_for_timeout(LATE_MS)
            tab.page.remove_listener("response", on_response)
        return tab.page

    yield opened
    own = (companion.address, "blob:", "data:", "about:blank")
    for options, tab in taken:
        tab.clean(companion.address)
        errors, addresses = list(tab.watched.errors), set(tab.watched.addresses)
        tabs.give_back(options, tab)
        assert not errors
        assert not [address for address in addresses if not address.startswith(own)]
