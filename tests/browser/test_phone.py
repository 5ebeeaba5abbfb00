"""A phone as the camera: it scans a code, sends frames, and the move is announced.

The phone is a second Chromium whose camera plays the sample video, which is a render.
"""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import monotonic

import cv2
import pytest
from playwright.sync_api import BrowserType, Page, expect

from companion.live.demos import all_demos
from companion.sources.video_file import VideoFile
from tests.browser.conftest import (
    PHONE,
    Browser,
    Companion,
    OpenPage,
    Watched,
    started,
    switches,
)
from tests.read_once import ReadOnce

SECONDS = 5
EMPTY_S = 8
SIZE = (640, 360)
"""Of the fake camera's pictures, px: Chromium draws them without a graphics card."""
TO_THE_MOVE_MS = 180_000
GIVEN_UP_MS = 30_000
"""A phone that sends nothing is waited for a while before it is said to be gone."""


@pytest.fixture(scope="session")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The beginning of the sample video as Chromium's fake camera wants it: pictures in a row.

    The table stays empty for a while, so that a busy machine sees it before the first move.
    """
    video = VideoFile(all_demos()[0].path, paced=False)
    fps = round(video.fps)
    target = tmp_path_factory.mktemp("camera") / "table.y4m"
    with target.open("wb") as file:
        file.write(b"YUV4MPEG2 W%d H%d F%d:1\n" % (*SIZE, fps))
        for frame in islice(video, SECONDS * fps):
            small = cv2.resize(frame.image, SIZE, interpolation=cv2.INTER_AREA)
            shown = b"FRAME\n" + cv2.cvtColor(small, cv2.COLOR_BGR2YUV_I420).tobytes()
            file.write(shown if frame.number else shown * (fps * EMPTY_S))
    video.close()
    return target


@pytest.fixture(scope="module")
def handset(browser: Browser, chromium: str, table: Path) -> Iterator[Browser]:
    """A Chromium with a camera that sees the table from its beginning whenever it is started."""
    launch: BrowserType = browser.browser_type
    fake = [
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={table}",
    ]
    handset = launch.launch(executable_path=chromium, args=[*switches(), *fake])
    yield handset
    handset.close()


@pytest.fixture
def phone(handset: Browser) -> Iterator[Page]:
    """The page of a phone that was not here before."""
    context = handset.new_context(
        viewport=PHONE,  # type: ignore[arg-type]
        has_touch=True,
        is_mobile=True,
        permissions=["camera"],
    )
    # the machine that runs the tests may be under pressure itself
    context.add_init_script("delete window.PressureObserver")
    page = context.new_page()
    watched = Watched()
    watched.watch(page)
    yield page
    context.close()
    # what the phone tells people of is no error of its page
    foreseen = (
        "409 (Conflict)",
        "ERR_CONNECTION_REFUSED",
        "ERR_EMPTY_RESPONSE",
        "ERR_CONNECTION_RESET",
        "403 (Forbidden)",
    )
    assert not [e for e in watched.errors if not any(known in e for known in foreseen)]


def start_game(companion: Companion) -> None:
    """Start a game that a phone watches."""
    players = [{"name": "Ann"}, {"name": "Bob"}]
    companion.ask("games", {"game": "palago", "players": players, "source": {"kind": "phone"}})


def code_on(page: Page) -> str:
    """Return the address in the code that a page shows."""
    page.locator("#code-picture img").evaluate("(picture) => picture.decode()")
    return page.locator("#code-address").text_content() or ""


def test_a_phone_sends_frames_until_a_move_is_announced(
    open_page: OpenPage, companion: Companion, phone: Page
) -> None:
    laptop = open_page("")
    laptop.get_by_role("radio", name="A phone").click()
    laptop.get_by_role("button", name="Start", exact=True).click()
    phone.goto(code_on(laptop))
    phone.get_by_role("button", name="Start the camera").tap()
    expect(phone.locator("#phone-status")).to_have_text("Watching the table.")
    expect(laptop.locator("#code-status")).to_have_text("The phone is connected.")
    expect(phone.locator("#phone-news")).to_contain_text("lays 2 tiles", timeout=TO_THE_MOVE_MS)
    assert companion.state(1)["moves"]

    laptop.get_by_role("link", name="To the game").last.click()
    expect(laptop.locator(".move-list")).to_contain_text("White lays 2 tiles.")


def test_a_code_works_once_and_the_phone_says_so(
    open_page: OpenPage, companion: Companion, phone: Page
) -> None:
    start_game(companion)
    address = code_on(open_page("games/1/camera"))
    phone.goto(address)
    expect(phone.locator("#phone-status")).to_contain_text("Connected.")
    assert "token" not in phone.url


def test_a_phone_says_when_the_companion_is_gone_and_comes_back(
    open_page: OpenPage, companion: Companion, phone: Page
) -> None:
    start_game(companion)
    phone.goto(code_on(open_page("games/1/camera")))
    phone.get_by_role("button", name="Start the camera").tap()
    expect(phone.locator("#phone-status")).to_have_text("Watching the table.")
    companion.ask("games/1/source", {"kind": "hand"}, "PUT")
    expect(phone.locator("#phone-status")).to_contain_text("from elsewhere")
    companion.ask("games/1/source", {"kind": "phone"}, "PUT")
    expect(phone.locator("#phone-status")).to_have_text("Watching the table.")


def test_a_browser_without_a_camera_sends_photos(
    open_page: OpenPage, companion: Companion, phone: Page, sample_images: Path
) -> None:
    start_game(companion)
    # over plain HTTP, and not from the machine itself, browsers have no `mediaDevices`
    phone.add_init_script("delete Navigator.prototype.mediaDevices")
    phone.goto(code_on(open_page("games/1/camera")))
    expect(phone.get_by_role("heading", name="Photo by photo")).to_be_visible()
    phone.locator("#phone-photo").set_input_files(sample_images / "p001087_small.jpg")
    expect(phone.locator("#phone-status")).to_have_text("The photo was sent.")
    laptop = open_page("games/1")
    expect(laptop.locator(".board .tiles use")).to_have_count(2, timeout=TO_THE_MOVE_MS)


def connected(companion: Companion, open_page: OpenPage, phone: Page) -> None:
    """Have the phone watch the table of a new game."""
    start_game(companion)
    phone.goto(code_on(open_page("games/1/camera")))
    phone.get_by_role("button", name="Start the camera").tap()
    expect(phone.locator("#phone-status")).to_have_text("Watching the table.")


def test_a_phone_whose_page_was_opened_anew_goes_on_by_itself(
    open_page: OpenPage, companion: Companion, phone: Page
) -> None:
    connected(companion, open_page, phone)
    phone.reload()
    expect(phone.locator("#phone-status")).to_have_text("Watching the table.")
    expect(phone.locator("#phone-start")).to_be_hidden()
    phone.get_by_role("button", name="Stop").tap()
    phone.reload()
    expect(phone.locator("#phone-start")).to_be_visible()


def test_a_phone_whose_camera_stopped_under_lock_starts_it_again(
    open_page: OpenPage, companion: Companion, phone: Page
) -> None:
    connected(companion, open_page, phone)
    first = phone.evaluate(
        """() => {
            const [track] = document.querySelector("video").srcObject.getTracks();
            track.stop();
            document.dispatchEvent(new Event("visibilitychange"));
            return track.id;
        }"""
    )
    phone.wait_for_function(
        """first => {
            const [track] = document.querySelector("video").srcObject.getTracks();
            return track.id !== first && track.readyState === "live";
        }""",
        arg=first,
    )
    expect(phone.locator("#phone-status")).to_have_text("Watching the table.")


def test_a_phone_says_so_where_its_screen_may_go_dark(
    open_page: OpenPage, companion: Companion, phone: Page
) -> None:
    phone.add_init_script("delete Navigator.prototype.wakeLock")
    connected(companion, open_page, phone)
    expect(phone.locator("#phone-awake")).to_contain_text("does not keep the screen on")


PRESSURE = """window.PressureObserver = class {
    static knownSources = ["thermals"];
    constructor(hear) { window.press = (state) => hear([{ source: "thermals", state }]); }
    async observe() {}
};"""
"""What Chromium on a computer has, and is told by the test."""
SLOW_TO_WRITE = """(() => {
    window.slowMs = 0;
    const written = HTMLCanvasElement.prototype.toBlob;
    HTMLCanvasElement.prototype.toBlob = function (...more) {
        setTimeout(() => written.apply(this, more), window.slowMs);
    };
})()"""
"""A phone that takes longer to write pictures whenever the test says so."""


COUNTED_S = 5
MOST_WHEN_HOT = 6
"""Frames of so many seconds."""


def frames_of(sent: list[str]) -> int:
    return sum("/frames" in address for address in sent)


def test_a_phone_that_its_browser_says_is_too_hot_sends_less_and_says_so(
    open_page: OpenPage, companion: Companion, phone: Page
) -> None:
    phone.add_init_script(PRESSURE)
    connected(companion, open_page, phone)
    laptop = open_page("games/1")
    expect(laptop.locator(".state")).to_be_visible()
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(request.url))
    rates: dict[str, float] = {}
    for state, words in (("nominal", "Watching"), ("critical", "too hot"), ("fair", "Watching")):
        phone.evaluate("state => window.press(state)", state)
        expect(phone.locator("#phone-status")).to_contain_text(words)
        strain = "hot" if state == "critical" else None
        trouble = laptop.locator(".trouble", has_text="it sends fewer pictures")
        expect(trouble).to_have_count(1 if strain else 0)
        assert companion.state(1)["source"]["strain"] == strain
        sent.clear()
        began = monotonic()
        while monotonic() - began < COUNTED_S and (strain or frames_of(sent) <= MOST_WHEN_HOT):
            phone.wait_for_timeout(100)
        rates[state] = frames_of(sent) / (monotonic() - began)
    assert rates["critical"] <= MOST_WHEN_HOT / COUNTED_S, rates
    assert min(rates["nominal"], rates["fair"]) > rates["critical"], rates


def test_a_phone_that_has_become_slow_measures_it_and_says_so(
    open_page: OpenPage, companion: Companion, phone: Page
) -> None:
    """As where no browser tells of pressure."""
    phone.add_init_script(SLOW_TO_WRITE)
    connected(companion, open_page, phone)
    laptop = open_page("games/1")
    for _ in range(24):
        with phone.expect_response("**/frames*"):
            pass
    phone.evaluate("window.slowMs = 700")
    expect(phone.locator("#phone-status")).to_contain_text("become slow")
    expect(laptop.locator(".trouble")).to_contain_text("it may be too hot")
    assert companion.state(1)["source"]["strain"] == "slow"
    phone.evaluate("window.slowMs = 0")
    expect(phone.locator("#phone-status")).to_have_text("Watching the table.")
    expect(laptop.locator(".trouble")).to_have_count(0)


def test_phone_and_page_go_on_by_themselves_when_the_companion_is_started_again(
    browser: Browser, data: Path, sample_images: Path, read_once: ReadOnce, phone: Page
) -> None:
    context = browser.new_context()
    laptop = context.new_page()

    def open_page(path: str) -> Page:
        laptop.goto(before.address + path)
        return laptop

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with started(data, sample_images, read_once, port) as before:
        connected(before, open_page, phone)
        laptop.goto(f"{before.address}games/1")
        expect(laptop.locator("#now-words")).to_contain_text("play may begin")
    expect(phone.locator("#phone-status")).to_contain_text("Disconnected")
    expect(laptop.locator("#toast")).to_contain_text("does not answer")
    with started(data, sample_images, read_once, port) as after:
        expect(phone.locator("#phone-status")).to_have_text("Watching the table.")
        expect(laptop.locator(".move-list")).to_contain_text(
            "Ann lays 2 tiles.", timeout=TO_THE_MOVE_MS
        )
        assert after.state(1)["source"]["connected"]
    context.close()


def test_a_code_works_once_and_the_phone_that_used_it_may_open_it_again(
    companion: Companion, phone: Page
) -> None:
    start_game(companion)
    token = companion.ask("games/1/passes", {"role": "camera"})["token"]
    asked = companion.address + "api/passes"
    body = json.dumps({"token": token})
    redeem = "async ([url, body]) => (await fetch(url, {method: 'POST', body})).status"
    phone.goto(f"{companion.address}trust")
    assert phone.evaluate(redeem, [asked, body]) == 200
    assert phone.evaluate(redeem, [asked, body]) == 403
    phone.goto(f"{companion.address}phone/1#token={token}")
    expect(phone.locator("#phone-status")).to_contain_text("Connected.")


def test_the_page_of_a_game_is_its_own_camera(companion: Companion, phone: Page) -> None:
    """As on a tablet on the table: its camera is started on the page that everybody looks at."""
    phone.goto(companion.address)
    phone.get_by_role("radio", name="The camera of this screen").click()
    phone.get_by_role("button", name="Start", exact=True).click()
    phone.get_by_role("button", name="Start the camera").click()
    expect(phone.locator("#phone-status")).to_have_text("Watching the table.")
    expect(phone.locator("#live-picture")).to_have_count(1)
    expect(phone.locator(".due")).to_have_text("White lays two tiles.")
    phone.get_by_role("button", name="Stop", exact=True).click()
    expect(phone.locator("#phone-video")).to_be_hidden()


def test_the_camera_of_a_screen_is_found_again_from_wherever_one_was(
    companion: Companion, phone: Page
) -> None:
    """Pages without it stop its pictures; back at the game it films on, or is offered there."""
    phone.goto(companion.address)
    phone.get_by_role("radio", name="The camera of this screen").check()
    phone.get_by_role("button", name="Start", exact=True).tap()
    expect(phone.locator("#phone-start")).to_be_in_viewport(ratio=1)
    phone.locator("#phone-start").tap()
    expect(phone.locator("#phone-status")).to_have_text("Watching the table.")
    phone.goto(f"{companion.address}games/1/record")
    phone.get_by_role("link", name="To the game").tap()
    expect(phone.locator("#phone-status")).to_have_text("Watching the table.")
    phone.locator("#phone-stop").tap()

    other = phone.context.new_page()
    other.goto(f"{companion.address}games/1")
    offered = other.get_by_role("link", name="Use this screen's camera")
    expect(offered).to_be_visible(timeout=GIVEN_UP_MS)
    # what stands in large letters is not said once more below it
    expect(other.locator("#now-words")).to_contain_text("No pictures come from the phone")
    expect(other.locator(".trouble")).to_have_count(0)
    offered.tap()
    expect(other.locator("#phone-start")).to_be_visible()
    expect(offered).to_be_hidden()
    companion.ask("games/1/source", method="DELETE")
    other.goto(f"{companion.address}games/1")
    other.get_by_role("button", name="Go on with this screen's camera").tap()
    expect(other.locator("#phone-start")).to_be_visible()
    assert companion.state(1)["source"]["kind"] == "phone"
