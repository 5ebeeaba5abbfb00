"""Take the pictures of the pages that the README and docs/ show: `make screenshots`.

`make gallery` takes every page on a phone and on a laptop, light and dark, in every language, into
a folder that is not kept with the project.

Runs the companion on data of its own, plays games, has it read sample photos, and lets Chromium
take pictures of what it shows. Nothing outside this machine is asked for anything.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from itertools import chain, product
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.request import Request, urlopen

import cv2
import numpy as np
from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from calibration.choosing import CameraReaders, Profiles
from calibration.languages import LANGUAGES
from companion.live import Tables
from companion.photos.photo_queue import PhotoQueue
from companion.web import calibrating, create_app, reach
from companion.web.reach import Reach
from companion.web.server import CompanionServer
from rules import Board, applied, parse_move
from tests.calibration.synthetic_views import Lens, good_poses, photo
from training.synthesis.staging import StagedBoard, make_table
from vision.pictures.images import load_image
from vision.readers.reader import Reader

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
QUALITY = 88
QUALITY_OF_PAGES = 72
WIDTH_OF_PAGES = 1024
"""There are many of them: every page in every size, theme and language."""
SETTLE_MS = 900
LAPTOP, PHONE = (1366, 850), (360, 740)
LONGEST_PX = 1700
"""A picture of a long page on a phone ends here."""
UNSTICK = """() => {
    const kept = ".tools, .start-row, .thumb, .now-tools, .phone-tools";
    for (const one of document.querySelectorAll(kept)) one.style.position = "static";
}"""
"""What sticks to the lower edge of the screen would lie across a picture of a whole page."""
LENS = Lens(850.0, (-0.22, 0.05, 0.0, 0.0, -0.004))
CUT_OFF = 330
"""Columns of the sample picture, px: without them the board lies at the edge of the picture."""
STILL_FRAMES = 300
ADDRESS_IN_A_HOME = "192.168.1.20"
"""What the code for a phone holds in the pictures: no machine's own address."""

PLAYERS = ("Ann", "Bob", "Cem")
CLUB = (*PLAYERS, "Dora", "Élodie", "Fay", "Gus", "Hana", "Ivo")
FIRST = ((0, 0, 2), (0, -1, 4), (-1, 0, 0), (-1, 1, 0), (0, 1, 4))
SECOND = ((1, -1, 4), (1, 0, 0), (2, -1, 4), (1, 1, 2), (2, 0, 2))
"""Two moves of Palagonia; the second closes an island."""

TABLE = make_table(12, distance=620.0, tilt=0.35, target=(25.0, 5.0))
HAND_AT, DIE_AT = (20.0, 10.0), (-40.0, -40.0)
MOVES = ("0,0=0 1,-1=4 1,0=2", "0,1=4 0,2=0", "1,1=0 1,2=0 2,0=0")
"""Of Palagonia: the last tiles are laid while somebody leans over the table; no die lies there."""


@dataclass(frozen=True)
class Picture:
    """One picture of a page; ``whole`` takes all of it, not only what is in sight."""

    name: str
    path: str
    size: tuple[int, int]
    dark: bool = False
    language: str = "en"
    whole: bool = False


def main() -> int:
    """Take the pictures that documents show, or all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", metavar="DIR", type=Path, help="take every picture, into a folder")
    folder: Path | None = parser.parse_args().all
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        print("No Chromium was found: install it to take pictures of the pages.", file=sys.stderr)
        return 1
    with (
        tempfile.TemporaryDirectory() as scratch,
        companion(Path(scratch)) as address,
        sync_playwright() as playwright,
    ):
        # Chromium's sandbox does not work for root
        root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=program, args=root)
        films = Path(scratch)
        for picture in chain(
            of_photos(address),
            of_games(address),
            of_clubs(address),
            of_cameras(address, films),
            of_questions(address, films),
        ):
            if folder is not None or picture.name in shown_in_documents():
                print(take(browser, address, picture, folder or FOLDER))
        browser.close()
    return 0


def shown_in_documents() -> set[str]:
    """Return the names of the pictures of pages that the README and docs/ link to."""
    documents = (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
    links = (re.findall(r"pictures/([\w/-]+)\.webp", path.read_text("utf-8")) for path in documents)
    return set(chain.from_iterable(links))


@contextmanager
def companion(data: Path) -> Iterator[str]:
    """Run the companion; gives its address."""
    tables = Tables(data)
    app = create_app(data, PhotoQueue(CameraReaders(Reader(), Profiles())), tables=tables)
    server = CompanionServer(app, "127.0.0.1", 0)
    at_home = (ADDRESS_IN_A_HOME,)
    reach.install(app, Reach(at_home, at_home, 8000, 8443, b"the pictures need none"))
    thread = Thread(target=server.serve)
    thread.start()
    try:
        yield server.address
    finally:
        calibrating.stop(app)
        tables.stop_all()
        server.stop()
        thread.join()


def of_photos(address: str) -> Iterator[Picture]:
    """Have photos read; give the pictures of single photos."""
    samples = ("palagonia_1_r039", "p001066_illegal", "p001081_hand", "p001103_palagems")
    island, illegal, hand, palagems = (read(address, sample) for sample in samples)
    cropped = read(address, "p001075_cropped")
    yield Picture("island", f"{island}#0-0", (1366, 790))
    yield Picture("start-laptop", "photos", (1366, 900))
    yield Picture("start-laptop-dark", "photos", (1366, 900), dark=True)
    yield Picture("start-phone", "photos", PHONE)
    yield Picture("illegal-laptop", illegal, (1366, 790))
    yield Picture("illegal-laptop-dark", f"{illegal}#0-0", (1366, 790), dark=True)
    yield Picture("hand-laptop", hand, (1366, 840))
    yield Picture("palagems-laptop", palagems, (1366, 1100))
    yield Picture("correcting-laptop", f"{cropped}#correcting", (1366, 900))
    yield Picture("correcting-phone-dark", f"{cropped}#correcting", (360, 900), dark=True)
    yield Picture("island-phone", island, (360, 1300))
    yield Picture("island-phone-dark", island, (360, 1300), dark=True)


def of_games(address: str) -> Iterator[Picture]:
    """Play games and have a photo read; give the pictures of every page of theirs."""
    demo, scored_demo = (
        ask(address, "games", {"source": {"kind": "demo", "name": name, "speed": "max"}})
        for name in ("palago_1", "palagonia_1")
    )
    until_played(address, scored_demo["id"])
    seen = until_played(address, demo["id"])
    wrong = next(event["id"] for event in seen["said"] if event["event"] == "illegal")
    scored = by_hand(address, "palagonia", (FIRST, 5), (SECOND, 5))
    illegal = by_hand(
        address, "palago", (((0, 0, 0), (0, -1, 0)), None), (((1, -1, 1), (1, 0, 1)), None)
    )
    phone = ask(
        address,
        "games",
        {"game": "palago", "players": named(PLAYERS[:2]), "source": {"kind": "phone"}},
    )["id"]
    sample = read(address, "palagonia_1_r039")
    pages = {
        "start": "",
        "watched": f"games/{demo['id']}",
        "scored": f"games/{scored_demo['id']}",
        "building": f"games/{by_hand(address, 'palagem')}",
        "by-hand": f"games/{scored}",
        "not-legal": f"games/{illegal}",
        "dispute": f"games/{demo['id']}/rulings/{wrong}",
        "move": f"games/{scored}/moves/2",
        "correcting": f"games/{demo['id']}/table",
        "telling": f"games/{scored}/told/2",
        "record": f"games/{scored}/record",
        "review": f"games/{scored}/review",
        "code": f"games/{phone}/camera",
        "phone": f"phone/{phone}",
        "trust": "trust",
        "photos": "photos",
        "puzzles": "puzzles",
        "puzzle": "puzzles/37",
        "rules": "rules/palagonia",
        "lesson": "learn/palago/7",
        "print": "print",
        "photo": sample,
        "correcting-photo": f"{sample}#correcting",
        "error": "games/999",
    }
    for name, path in pages.items():
        yield from of_page(name, path)


def of_clubs(address: str) -> Iterator[Picture]:
    """Begin a tournament and pair its second round; give the pictures of its pages."""
    begun = {"name": "Club evening", "rounds": 3, "players": list(CLUB)}
    tournament = f"tournaments/{ask(address, 'tournaments', begun)['id']}"
    ask(address, f"{tournament}/rounds", {"round": 1})
    for table, result in enumerate(("first", "draw", "second", "first"), 1):
        told = {"result": result}
        ask(address, f"{tournament}/rounds/1/tables/{table}/result", told, "PUT")
    ask(address, f"{tournament}/rounds", {"round": 2})
    pages = {"tournament": "", "standings": "/standings", "pairings": "/rounds/2"}
    for name, path in pages.items():
        yield from of_page(name, f"{tournament}{path}")
    yield from of_page("tournaments", "tournaments")


def of_cameras(address: str, films: Path) -> Iterator[Picture]:
    """Let films stand for cameras; give the pictures of placing one and of calibrating one."""
    sample = Path(__file__).parent.parent / "sample_images" / "palagonia_1_r039.jpg"
    table = film(films / "table.mp4", [load_image(sample)[:, CUT_OFF:]], STILL_FRAMES)
    source = {"kind": "file", "path": str(table)}
    wanted = {"game": "palagonia", "players": named(PLAYERS), "source": source}
    number = ask(address, "games", wanted)["id"]
    while ask(address, f"games/{number}/framing")["frame"] is None:
        time.sleep(0.5)
    yield from of_page("framing", f"games/{number}")

    poses = good_poses(24)[:7]
    views = [photo(LENS, pose, seed=seed) for seed, pose in enumerate(poses)]
    sheet = film(films / "sheet.mp4", [*views, *[views[-1]] * STILL_FRAMES], 3)
    lens = {"kind": "lens", "source": {"kind": "file", "path": str(sheet)}}
    ask(address, "calibration", lens)
    while ask(address, "calibration")["calibration"]["photos"] < len(poses) - 1:
        time.sleep(0.5)
    yield from of_page("calibrating", "calibrate")


def of_questions(address: str, films: Path) -> Iterator[Picture]:
    """Film a table that more than one story explains; give the pictures of what is asked then."""
    opening, seen, all_laid = (board_of(*MOVES[:count]) for count in (1, 2, 3))
    shown = [
        *filmed(Board(), None),
        *filmed(Board(), 3),
        *filmed(opening, 3),
        *filmed(opening, None),
        *filmed(seen, None),
        *filmed(seen, None),
        *filmed(all_laid, None, hands=105),
    ]
    table = film(films / "asked.mp4", [*shown, *[shown[-1]] * STILL_FRAMES], 1)
    source = {"kind": "file", "path": str(table)}
    wanted = {"game": "palagonia", "players": named(PLAYERS), "source": source}
    number = ask(address, "games", wanted)["id"]
    while "question" not in [event["event"] for event in ask(address, f"games/{number}")["said"]]:
        time.sleep(0.5)
    # on a screen so long that the question below the board is in sight
    yield from of_page("asked", f"games/{number}", phone=(PHONE[0], 1400))


def board_of(*moves: str) -> Board:
    """Return the board after some moves."""
    return reduce(lambda board, move: applied(parse_move(move), board), moves, Board())


def filmed(board: Board, roll: int | None, hands: int = 4) -> list[Any]:
    """Return frames: hands over the table, then the board and the die that lie there."""
    lying, die = [StagedBoard(board)], None if roll is None else (roll, DIE_AT)
    reaching = TABLE.picture(lying, die, hand_at=HAND_AT)
    return [*[reaching] * hands, *[TABLE.picture(lying, die)] * 12]


def film(path: Path, pictures: list[Any], frames: int) -> Path:
    """Write a film that shows each picture for some frames."""
    height, width = (side // 2 * 2 for side in pictures[0].shape[:2])
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 10, (width, height))
    for picture in pictures:
        for _ in range(frames):
            writer.write(np.ascontiguousarray(picture[:height, :width]))
    writer.release()
    return path


def of_page(name: str, path: str, phone: tuple[int, int] = PHONE) -> Iterator[Picture]:
    """Give the pictures of one page, in each size, theme and language."""
    for device, size in (("laptop", LAPTOP), ("phone", phone)):
        for theme, language in product(("light", "dark"), LANGUAGES):
            yield Picture(
                f"pages/{name}-{device}-{theme}-{language}",
                path,
                size,
                dark=theme == "dark",
                language=language,
                whole=device == "phone",
            )


def by_hand(address: str, game: str, *moves: tuple[Any, int | None]) -> int:
    """Play a game by hand; return its number."""
    players = PLAYERS if game == "palagonia" else PLAYERS[:2]
    wanted = {"game": game, "players": named(players), "source": {"kind": "hand"}}
    number = int(ask(address, "games", wanted)["id"])
    for tiles, die in moves:
        placed = [{"q": q, "r": r, "orientation": k} for q, r, k in tiles]
        laid: dict[str, Any] = {"placed": placed, "ordered": True}
        ask(address, f"games/{number}/table", laid if die is None else {**laid, "die": die})
    return number


def named(players: tuple[str, ...]) -> list[dict[str, str]]:
    """Return players as a request has them."""
    return [{"name": player} for player in players]


def until_played(address: str, game: int) -> Any:
    """Wait until the film of a game has been played; return the game's state."""
    while True:
        state = ask(address, f"games/{game}")
        if state["source"]["ended"]:
            return state
        time.sleep(0.5)


def read(address: str, sample: str) -> str:
    """Have the companion read a sample; return the path of its page."""
    photo = (Path(__file__).parent.parent / "sample_images" / f"{sample}.jpg").read_bytes()
    request = Request(f"{address}api/readings", photo, {"Content-Type": "image/jpeg"})
    with urlopen(request, timeout=60) as response:
        return str(json.load(response)["url"]).removeprefix(address)


def ask(address: str, path: str, body: Any = None, method: str | None = None) -> Any:
    """Ask the API; a body is posted where nothing else is said."""
    data = None if body is None else json.dumps(body).encode()
    kind = {"Content-Type": "application/json"}
    request = Request(f"{address}api/{path}", data, kind, method=method)
    with urlopen(request, timeout=60) as response:
        return json.load(response)


def take(browser: Browser, address: str, picture: Picture, folder: Path) -> Path:
    """Let the browser take one picture into a folder; return where it is kept."""
    width, height = picture.size
    phone = width < 700
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if picture.dark else "light",
        locale=picture.language,
        is_mobile=phone,
        has_touch=phone,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(address + picture.path)
    page.wait_for_timeout(SETTLE_MS)
    if picture.whole:
        page.evaluate(UNSTICK)
    length = page.evaluate("document.documentElement.scrollHeight") if picture.whole else height
    shown = {"x": 0, "y": 0, "width": width, "height": min(length, LONGEST_PX)}
    png = page.screenshot(full_page=True, clip=shown)  # type: ignore[arg-type]
    context.close()
    kept = folder / f"{picture.name}.webp"
    kept.parent.mkdir(parents=True, exist_ok=True)
    image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
    quality = QUALITY
    if kept.parent.name == "pages":
        quality, scale = QUALITY_OF_PAGES, min(1.0, WIDTH_OF_PAGES / width)
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    cv2.imwrite(str(kept), image, [cv2.IMWRITE_WEBP_QUALITY, quality])
    return kept


if __name__ == "__main__":
    sys.exit(main())
