"""The pages of games without a browser: the form that starts one, and what goes wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from time import monotonic, sleep

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from calibration.languages import LANGUAGES
from companion.live import Tables
from companion.live.choice import FIRST_CAMERA, SourceChoice
from companion.live.demos import all_demos
from companion.live.tables import MOST_RUNNING
from companion.photos.photo_queue import PhotoQueue
from companion.showing.start_form import entered
from companion.web import create_app
from rules import all_palagems
from tests.companion.live.games import RING, THREE, by_hand
from tests.companion.web.playing import tiles
from tests.companion.web.test_pages import Page

NO_CONTENT, SEE_OTHER, BAD_REQUEST = 204, 303, 400
WAIT_S = 60


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[FlaskClient]:
    tables = Tables(tmp_path)
    app = create_app(tmp_path, PhotoQueue(None), tables=tables)  # type: ignore[arg-type]
    with app.test_client() as client:
        yield client
    tables.stop_all()


def start(pages: FlaskClient, **form: object) -> str:
    """Start a game by hand; return the address of its page."""
    response = pages.post("/games", data={"game": "palago", "camera": "hand", **form})
    assert response.status_code == SEE_OTHER, response.get_data(as_text=True)
    return response.location


def players(pages: FlaskClient, address: str) -> list[str]:
    state = pages.get(f"/api{address}").get_json()
    return [player["name"] for player in state["players"]]


def test_nothing_need_be_entered(pages: FlaskClient) -> None:
    assert players(pages, start(pages)) == ["White", "Blue"]
    assert players(pages, start(pages, game="palagonia")) == ["Player 1", "Player 2", "Player 3"]


def test_a_game_is_taken_in_from_a_file_on_the_start_page(pages: FlaskClient) -> None:
    assert "Take in a game from a file" in pages.get("/").get_data(as_text=True)
    first = start(pages, player=["Ann", "Zoë"])
    document = pages.get(f"/api{first}/export.json?pictures=no").get_data()
    assert pages.delete(f"/api{first}").status_code == NO_CONTENT
    taken_in = pages.post("/games/import", data={"game": (BytesIO(document), "game.json")})
    assert taken_in.status_code == SEE_OTHER
    assert players(pages, taken_in.location) == ["Ann", "Zoë"]
    written = pages.get(f"/api{taken_in.location}/notation.txt").get_data()
    other = pages.post("/games/import", data={"game": (BytesIO(written), "game.txt")})
    assert other.status_code == SEE_OTHER
    assert players(pages, other.location.removesuffix("/review")) == ["Ann", "Zoë"]


def test_what_is_wrong_with_a_file_is_said_on_the_start_page(pages: FlaskClient) -> None:
    wrong = pages.post("/games/import", data={"game": (BytesIO(b"PK"), "game.zip")})
    assert wrong.status_code == BAD_REQUEST
    assert "Start" in wrong.get_data(as_text=True)
    german = {"Accept-Language": "de"}
    nothing = pages.post("/games/import", data={}, headers=german)
    assert nothing.status_code == BAD_REQUEST
    assert "Diese Datei" in nothing.get_data(as_text=True)


def test_whoever_rolled_highest_starts_and_play_goes_clockwise(pages: FlaskClient) -> None:
    address = start(pages, game="palagonia", player=["Ann", "Bob", "Cem"], roll=["2", "1", "6"])
    assert players(pages, address) == ["Cem", "Ann", "Bob"]


def names_entered(page: Page) -> list[str]:
    return [a["value"] for tag, a in page.tags if tag == "input" and a.get("name") == "player"]


def test_who_played_last_is_entered_again_but_for_names_that_nobody_gave(
    pages: FlaskClient,
) -> None:
    start(pages, player=["Ann", ""])
    assert names_entered(Page(pages.get("/").get_data(as_text=True))) == ["Ann", ""]
    start(pages, game="palagonia")
    assert names_entered(Page(pages.get("/").get_data(as_text=True))) == ["", "", ""]


def test_a_tie_is_rolled_again_and_nothing_entered_is_lost(pages: FlaskClient) -> None:
    form = {
        "game": "palagonia",
        "camera": "hand",
        "player": ["Ann", "Bob", "Cem"],
        "roll": ["6", "1", "6"],
    }
    response = pages.post("/games", data=form)
    assert response.status_code == 400
    shown = Page(response.get_data(as_text=True))
    assert "Ann and Cem rolled the highest number alike: they roll again." in shown.text
    assert names_entered(shown) == ["Ann", "Bob", "Cem"]
    assert pages.get("/api/games").get_json() == {"games": []}


def test_a_file_that_is_not_there_is_named(pages: FlaskClient) -> None:
    form = {"game": "palago", "camera": "stream", "address": "/no/such/table.mp4"}
    response = pages.post("/games", data=form)
    assert response.status_code == 422
    assert "/no/such/table.mp4" in Page(response.get_data(as_text=True)).text


def test_two_players_of_one_name_are_told(pages: FlaskClient) -> None:
    form = {"game": "palago", "camera": "hand", "player": ["Ann", "Ann"]}
    assert pages.post("/games", data=form).status_code == 400


@pytest.mark.parametrize(
    ("kind", "chosen"),
    [("camera", "camera"), ("stream", "camera"), ("hand", "hand"), ("phone", "phone")],
)
def test_what_watches_as_a_rule_is_chosen_already(
    pages: FlaskClient, kind: str, chosen: str
) -> None:
    tables: Tables = pages.application.extensions["companion-tables"]
    tables.usual = SourceChoice(kind, "rtsp://table/stream" if kind == "stream" else "0")
    shown = Page(pages.get("/").get_data(as_text=True))
    cameras = [a for tag, a in shown.tags if tag == "input" and a.get("name") == "camera"]
    assert [camera["value"] for camera in cameras if "checked" in camera] == [chosen]


def test_this_computers_camera_is_not_the_source_taken_without_one() -> None:
    form = entered({"game": "palago", "camera": "camera"}, [], [])
    assert form.request(SourceChoice("hand")).source == FIRST_CAMERA


@pytest.mark.parametrize("game", ["palagonia", "palagem"])
def test_who_taps_tiles_in_is_told_of_no_camera(pages: FlaskClient, game: str) -> None:
    """Neither the table nor a die is seen by one, and no palagem is to be laid before it."""
    address = start(pages, game=game)
    laid = pages.post(f"/api{address}/table", json={"placed": tiles("0,0=0 1,-1=4")}).get_json()
    shown = [pages.get(f"{address}{part}").get_data(as_text=True) for part in ("", "/record")]
    shown.append(pages.get(f"/api{address}/score-sheet").get_data(as_text=True))
    state = pages.get(f"/api{address}").get_json()
    stream = pages.get(f"/api{address}/events?after=0", buffered=False).response
    events = [*laid["events"], *state["said"]]
    events += [json.loads(data) for data in re.findall(r"data: (.*)", next(iter(stream)).decode())]
    said = [sentence for event in events for sentence in event.get("sentences", ())]
    asked = (state["question"] or {}).get("reason", "")
    assert "Play may begin." in said
    for text in (*said, asked, *shown):
        assert "The table is seen" not in text
        assert "the camera sees it" not in text


def test_house_rules_of_this_game_alone_are_kept(pages: FlaskClient) -> None:
    form = {
        "palago.placement": "single",
        "palago.size": "24",
        "palago.must_contain": "yes",
        "palagonia.size": "96",
    }
    state = pages.get(f"/api{start(pages, **form)}").get_json()
    assert state["options"] == {"placement": "single", "size": 24, "must_contain": True}
    assert state["tiles_left"] == 24


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("2", SourceChoice("camera", "2")),
        ("rtsp://table/stream", SourceChoice("stream", "rtsp://table/stream")),
        ("game.mp4", SourceChoice("file", "game.mp4")),
    ],
)
def test_a_camera_stream_or_file_is_told_by_its_looks(address: str, source: SourceChoice) -> None:
    form = entered({"camera": "stream", "address": address}, ["Ann", "Bob"], [])
    assert form.request(FIRST_CAMERA).source == source


def test_what_no_browser_sends_does_no_harm() -> None:
    form = entered({"game": "chess", "camera": "eye"}, ["Ann"], ["seven", "9"])
    wanted = form.request(FIRST_CAMERA)
    assert wanted.game == "palago"
    assert [player.name for player in wanted.players] == ["Ann", "Blue"]


def test_without_javascript_it_is_said_that_a_game_s_page_stands_still(pages: FlaskClient) -> None:
    page = pages.get(start(pages)).get_data(as_text=True)
    (told, *_) = re.findall("<noscript>(.*?)</noscript>", page, re.DOTALL)
    assert "allow JavaScript" in told


def test_games_on_record_are_listed_and_remembered(pages: FlaskClient) -> None:
    address = start(pages, player=["Ann", "Bob"])
    shown = Page(pages.get("/").get_data(as_text=True))
    assert address in list(shown.attributes("href"))
    names = [a["value"] for tag, a in shown.tags if tag == "input" and a.get("name") == "player"]
    assert names == ["Ann", "Bob"]


@pytest.mark.parametrize(
    "page", ["", "/live", "/moves/1", "/record", "/review", "/table", "/told/1"]
)
def test_a_game_that_is_not_there_has_no_page(pages: FlaskClient, page: str) -> None:
    response = pages.get(f"/games/7{page}")
    assert response.status_code == 404
    assert "traceback" not in response.get_data(as_text=True).lower()


def test_names_are_shown_as_text_alone(pages: FlaskClient) -> None:
    address = start(pages, player=["<script>alert(1)</script>", "Bob"])
    for page in ("", "/review", "/record"):
        html = pages.get(f"{address}{page}").get_data(as_text=True)
        assert "<script>alert" not in html


@pytest.mark.parametrize(
    ("referrer", "goes_to"),
    [
        ("http://localhost/games/1", "/games/1"),
        ("http://localhost//evil.example/x", "/evil.example/x"),
        ("http://localhost/\\/evil.example/x", "/evil.example/x"),
        ("http://[::1", "/"),
        (None, "/"),
    ],
)
def test_changing_the_language_stays_on_this_machine(
    pages: FlaskClient, referrer: str | None, goes_to: str
) -> None:
    headers = {} if referrer is None else {"Referer": referrer}
    response = pages.post("/language", data={"language": "fr"}, headers=headers)
    assert (response.status_code, response.location) == (SEE_OTHER, goes_to)
    assert "À quoi jouez-vous" in pages.get("/").get_data(as_text=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whose_turn_it_is_is_not_called_like_the_turning_of_a_tile(
    pages: FlaskClient, language: str
) -> None:
    page = pages.get(start(pages), headers={"Accept-Language": language})
    html = page.get_data(as_text=True)
    turn = re.search(r'data-part="turn" aria-label="([^"]+)"', html)
    tools = re.findall(r'data-tap="turn".*</span>(.*)</button>', html)
    assert turn
    assert tools
    assert turn[1] not in tools


def test_every_game_has_a_demo_of_its_own(pages: FlaskClient) -> None:
    assert {demo.game for demo in all_demos()} == {"palago", "palagem", "palagonia"}
    response = pages.post("/games", data={"game": "palagem", "demo": "yes"})
    assert pages.get(f"/api{response.location}").get_json()["game"] == "palagem"


def test_palagems_stand_beside_the_names_and_light_up_when_they_are_matched(
    pages: FlaskClient,
) -> None:
    game = pages.post("/api/games", json=by_hand("palagem")).get_json()["id"]
    for cell, way in all_palagems()[0].tiles.items():
        tile = {"q": cell.q, "r": cell.r, "orientation": way}
        pages.post(f"/api/games/{game}/table", json={"placed": [tile]})
    page = pages.get(f"/games/{game}").get_data(as_text=True)
    assert page.count('class="seat-palagem"') == 2
    assert page.count("is-matched") == 1
    assert page.count('class="mark mark-palagem') == 1
    review = pages.get(f"/games/{game}/review").get_data(as_text=True)
    assert re.findall(r'data-matched="([\d ]*)"', review) == ["4 ", ""]


def test_where_too_many_games_are_followed_one_can_be_stopped(pages: FlaskClient) -> None:
    form = {"game": "palago", "camera": "phone"}
    for _ in range(MOST_RUNNING):
        assert pages.post("/games", data=form).status_code == SEE_OTHER
    full = pages.post("/games", data=form)
    assert full.status_code == 429
    stopping = [
        address
        for address in Page(full.get_data(as_text=True)).attributes("action")
        if address.endswith("/go-on")
    ]
    assert len(stopping) == MOST_RUNNING
    response = pages.post(stopping[0], data={"camera": "nobody", "back": "start"})
    assert response.location == "/"
    assert pages.post("/games", data=form).status_code == SEE_OTHER


def test_an_empty_address_says_what_is_wanted(pages: FlaskClient) -> None:
    response = pages.post("/games", data={"game": "palago", "camera": "stream", "address": " "})
    assert response.status_code == 400
    assert "Say what watches: a video file" in response.get_data(as_text=True)


def test_the_address_of_all_games_leads_to_their_list(pages: FlaskClient) -> None:
    assert pages.get("/games").location == "/#kept-title"


def test_a_film_that_has_ended_is_not_being_played(pages: FlaskClient, tmp_path: Path) -> None:
    film = tmp_path / "short.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    writer.write(np.zeros((48, 64, 3), np.uint8))
    writer.release()
    address = start(pages, camera="stream", address=str(film))
    deadline = monotonic() + WAIT_S
    while not pages.get(f"/api{address}").get_json()["source"]["ended"]:
        assert monotonic() < deadline
        sleep(0.05)
    assert "not finished" in pages.get("/").get_data(as_text=True)


def test_a_film_in_which_no_table_could_be_read_says_so(pages: FlaskClient, tmp_path: Path) -> None:
    """Else somebody waits for what no picture will show any more."""
    film = tmp_path / "stripes.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    writer.write(np.indices((48, 64)).sum(0)[..., None].repeat(3, 2).astype(np.uint8) % 2 * 255)
    writer.release()
    address = start(pages, camera="stream", address=str(film))
    words = Page(pages.get(address).get_data(as_text=True)).text
    deadline = monotonic() + WAIT_S
    while "the film has ended" not in words:
        assert monotonic() < deadline
        sleep(0.05)
        words = Page(pages.get(address).get_data(as_text=True)).text
    assert not pages.get(f"/api{address}").get_json()["ready"]
    assert "No table could be read in the whole film." in words
    assert "Let the camera see the table." not in words


def test_the_list_of_moves_says_what_was_voted(pages: FlaskClient) -> None:
    game = pages.post("/api/games", json=by_hand("palagonia", "ABC")).get_json()["id"]
    for move in (THREE, RING):
        laid = {"placed": tiles(move), "die": 3}
        pages.post(f"/api/games/{game}/table", json=laid)
    vote = {"kind": "vote", "data": {"row": 1, "value": 4}}
    pages.post(f"/api/games/{game}/decisions", json=vote)
    for page in ("", "/review"):
        words = pages.get(f"/games/{game}{page}").get_data(as_text=True)
        assert "By vote it counts 4: B +12, A +8." in words


def test_names_from_right_to_left_stand_apart_from_what_follows_them(pages: FlaskClient) -> None:
    """Points, and the next player's name, would else change sides with them."""
    names = {"A": "أحمد", "B": "שרה", "C": "Ann"}
    wanted = by_hand("palagonia", "ABC")
    wanted["players"] = [{"name": name} for name in names.values()]
    game = pages.post("/api/games", json=wanted).get_json()["id"]
    for die, move in ((3, THREE), (3, RING)):
        laid = {"placed": tiles(move), "die": die}
        assert pages.post(f"/api/games/{game}/table", json=laid).status_code == 200
    first, second = (f"\u2068{names[key]}\u2069" for key in "AB")
    for address, told in (
        (f"/games/{game}/moves/2", f"{second}: 3 × 1 = 3"),
        (f"/games/{game}", f"{first} +2, {second} +3"),
        (f"/games/{game}/review", f"{first}, {second}, Ann"),
        ("/tables", f"{first} · {second} · Ann"),
        ("/", f"{first}, {second} and Ann"),
    ):
        assert told in Page(pages.get(address).get_data(as_text=True)).text, address


def test_what_is_not_there_any_more_leads_back_to_its_game(pages: FlaskClient) -> None:
    address = start(pages)
    for missing in ("moves/1", "rulings/999"):
        response = pages.get(f"{address}/{missing}")
        assert response.status_code == 404
        assert f'href="{address}">To the game' in response.get_data(as_text=True)
    response = pages.post(f"{address}/go-on", data={"camera": "a film that is not named"})
    assert response.status_code != SEE_OTHER
    assert f'href="{address}">To the game' in response.get_data(as_text=True)
    nowhere = pages.get("/games/77/moves/1").get_data(as_text=True)
    assert "To the game" not in nowhere
    assert "To the start" in nowhere


def test_what_was_played_is_told_from_a_move_on_record_or_the_next(pages: FlaskClient) -> None:
    address = start(pages)
    tiles = [{"q": 0, "r": 0, "orientation": 0}, {"q": 1, "r": -1, "orientation": 4}]
    pages.post(f"/api{address}/table", json={"placed": tiles, "ordered": True})
    assert f"{address}/told/1" in pages.get(f"{address}/moves/1").get_data(as_text=True)
    for move in (1, 2):
        assert pages.get(f"{address}/told/{move}").status_code == 200
    for move in (0, 3):
        assert pages.get(f"{address}/told/{move}").status_code == 404
    decision = {"kind": "tell-turns", "data": {"number": 1, "turns": [{"placed": tiles[:1]}]}}
    assert pages.post(f"/api{address}/decisions", json=decision).status_code == 200
    (made,) = pages.get(f"/api{address}").get_json()["moves"]
    assert (len(made["placed"]), made["legal"]) == (1, False)
    said = pages.get(f"{address}/record").get_data(as_text=True)
    assert "What was played from move 1 on" in said
