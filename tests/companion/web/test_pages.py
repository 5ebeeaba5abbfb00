"""The pages: what they show, and what they answer to bad requests."""

import io
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.photos.photo_queue import BusyError, PhotoQueue, ReadPhoto
from companion.web import create_app


class Page(HTMLParser):
    """The tags of a page, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)
        self.text = " ".join(self.text.split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def attributes(self, name: str) -> Iterator[str]:
        return (value for _tag, attrs in self.tags if (value := attrs.get(name)))


def read_sample(client: FlaskClient, name: str) -> str:
    """Read a sample and return the address of its page."""
    response = client.post("/readings", data={"sample": name})
    assert response.status_code == 303
    return response.location


def page(client: FlaskClient, address: str) -> Page:
    response = client.get(address)
    assert response.status_code == 200
    return Page(response.get_data(as_text=True))


def test_every_sample_is_offered_with_its_picture(client: FlaskClient, sample_images: Path) -> None:
    start = page(client, "/photos")
    offered = {attrs["value"] for tag, attrs in start.tags if attrs.get("name") == "sample"}
    assert offered == {photo.stem for photo in sample_images.glob("*.jpg")}
    for tag, attrs in start.tags:
        if tag == "img" and "/samples/" in (attrs["src"] or ""):
            picture = client.get(attrs["src"])
            assert picture.mimetype == "image/jpeg"
            assert len(picture.data) < 60_000


def test_a_phone_can_take_a_photo(client: FlaskClient) -> None:
    files = [attrs for _tag, attrs in page(client, "/photos").tags if attrs.get("type") == "file"]
    assert [file.get("capture") for file in files] == ["environment", None]
    assert all(file["accept"] == "image/*" and file["name"] == "photo" for file in files)


def test_an_uploaded_photo_gets_a_page_that_lasts(app: Flask, sample_images: Path) -> None:
    data = (sample_images / "palagonia_1_r039.jpg").read_bytes()
    with app.test_client() as client:
        form = {"photo": (io.BytesIO(data), "C:\\Pictures\\our table.jpg")}
        response = client.post("/readings", data=form)
        assert response.status_code == 303
    with app.test_client() as another:
        shown = page(another, response.location)
        assert "our table.jpg" in shown.text
        assert "All edges match: 2 islands and 1 closed group" in shown.text
        assert "Value 2 = 1 limb + an animal worth 1" in shown.text
        assert "The die shows 5." in shown.text
        assert response.location in list(page(another, "/photos").attributes("href"))
        assert another.get(f"{response.location}/photo.jpg").mimetype == "image/jpeg"


def test_the_empty_one_of_the_two_file_inputs_is_passed_over(
    client: FlaskClient, sample_images: Path
) -> None:
    data = (sample_images / "p001087_small.jpg").read_bytes()
    form = {"photo": [(io.BytesIO(b""), ""), (io.BytesIO(data), "table.jpg")]}
    assert client.post("/readings", data=form).status_code == 303


def test_an_illegal_tile_is_called_out_and_marked(client: FlaskClient) -> None:
    shown = page(client, read_sample(client, "p001066_illegal"))
    assert "Tiles on the table do not match" in shown.text
    assert "Illegal: a tile does not match 3 of its neighbours" in shown.text


@pytest.mark.parametrize("name", ["palagonia_1_r039", "p001103_palagems", "p001081_hand"])
def test_every_line_has_its_shape_on_both_pictures(client: FlaskClient, name: str) -> None:
    shown = page(client, read_sample(client, name))
    lines = [a["data-finding"] for tag, a in shown.tags if tag == "button" and "data-finding" in a]
    marks = [a["data-finding"] for tag, a in shown.tags if tag == "g" and "data-finding" in a]
    assert lines
    assert len(set(lines)) == len(lines)
    assert sorted(marks) == sorted(lines * 2)


def test_each_of_several_boards_is_shown(client: FlaskClient) -> None:
    shown = page(client, read_sample(client, "p001103_palagems"))
    assert "23 tiles on 5 boards" in shown.text
    boards = [attrs for tag, attrs in shown.tags if tag == "svg" and attrs.get("class") == "board"]
    assert len(boards) == 5


def test_a_photo_without_tiles_says_so(client: FlaskClient) -> None:
    shown = page(client, read_sample(client, "p001073_negative"))
    assert "No tiles were found" in shown.text


def test_a_name_is_shown_as_text_only(client: FlaskClient, sample_images: Path) -> None:
    data = (sample_images / "p001087_small.jpg").read_bytes()
    form = {"photo": (io.BytesIO(data), "<script>alert(1)<!--.jpg")}
    html = client.get(client.post("/readings", data=form).location).get_data(as_text=True)
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert" in html


def test_a_forgotten_photo_is_gone(client: FlaskClient) -> None:
    address = read_sample(client, "p001087_small")
    assert client.post(f"{address}/forget").status_code == 303
    for gone in (address, f"{address}/photo.jpg", f"{address}/thumbnail.jpg"):
        assert client.get(gone).status_code == 404
    assert client.post(f"{address}/forget").status_code == 404


@pytest.mark.parametrize(
    ("form", "status", "says"),
    [
        ({}, 400, "choose one first"),
        ({"sample": "../../etc/passwd"}, 400, "no sample photo called"),
        ({"photo": (io.BytesIO(b"dear diary"), "diary.jpg")}, 422, "diary.jpg"),
        ({"photo": (io.BytesIO(b""), "empty.jpg")}, 422, "empty.jpg"),
    ],
)
def test_bad_uploads_are_answered_in_a_sentence(
    app: Flask, form: dict[str, object], status: int, says: str
) -> None:
    with app.test_client() as client:
        response = client.post("/readings", data=form)
        assert response.status_code == status
        assert says in Page(response.get_data(as_text=True)).text
        assert "Read lately" not in page(client, "/photos").text


def test_who_could_not_have_a_photo_read_is_led_to_the_photos(client: FlaskClient) -> None:
    spoilt = {"photo": (io.BytesIO(b"dear diary"), "diary.jpg")}
    for response in (client.post("/readings", data=spoilt), client.get("/readings/99")):
        led_to = re.findall(r'class="button" href="([^"]+)"', response.get_data(as_text=True))
        assert led_to == ["/photos"]
    lost = client.get("/nothing/here").get_data(as_text=True)
    assert re.findall(r'class="button" href="([^"]+)"', lost) == ["/"]


def test_an_upload_beyond_the_bound_is_refused(app: Flask) -> None:
    app.config["MAX_CONTENT_LENGTH"] = 1000
    with app.test_client() as client:
        for address, name in (("/readings", "photo"), ("/games/import", "game")):
            form = {name: (io.BytesIO(bytes(2000)), "huge")}
            response = client.post(address, data=form)
            assert response.status_code == 413
            said = response.get_data(as_text=True)
            assert re.search("This file is larger than .* send a smaller one", said)


def test_nothing_comes_from_another_machine(client: FlaskClient) -> None:
    for address in ("/", "/photos", read_sample(client, "palagonia_1_r039"), "/nothing/here"):
        response = client.get(address)
        shown = Page(response.get_data(as_text=True))
        for name in ("src", "href", "action"):
            assert all(re.match(r"[/#]", value) for value in shown.attributes(name))
        policy = response.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none';")
        assert "http" not in policy


def test_everything_a_page_asks_for_is_there(client: FlaskClient) -> None:
    for address in ("/", "/photos", read_sample(client, "palagonia_1_r039")):
        shown = page(client, address)
        wanted = {value for name in ("src", "href") for value in shown.attributes(name)}
        for link in wanted:
            if not link.startswith("#"):
                with client.get(link) as response:
                    assert response.status_code == 200, link
        identifiers = set(shown.attributes("id"))
        inside = {link[1:] for link in wanted if link.startswith("#")}
        assert inside <= identifiers


def test_other_sites_cannot_post_behind_a_visitors_back(client: FlaskClient) -> None:
    form = {"sample": "p001087_small"}
    for origin, status in (("http://evil.example", 403), ("null", 403), ("http://localhost", 303)):
        response = client.post("/readings", data=form, headers={"Origin": origin})
        assert response.status_code == status


def test_only_trusted_names_are_answered(tmp_path: Path) -> None:
    app = create_app(tmp_path, PhotoQueue(None), trusted_hosts=["127.0.0.1"])  # type: ignore[arg-type]
    with app.test_client() as client:
        assert client.get("/", headers={"Host": "127.0.0.1:8000"}).status_code == 200
        assert client.get("/", headers={"Host": "rebound.example"}).status_code == 400


class BusyReader(PhotoQueue):
    """A reader with too much to do."""

    def __init__(self) -> None:
        pass

    def read(self, data: bytes, name: str) -> ReadPhoto:  # noqa: ARG002
        raise BusyError("Too many photos are being read just now: try again in a few seconds.")


def test_a_busy_reader_says_when_to_come_back(tmp_path: Path) -> None:
    with create_app(tmp_path, BusyReader()).test_client() as client:
        response = client.post("/readings", data={"sample": "p001087_small"})
        assert response.status_code == 503
        assert response.headers["Retry-After"] == "3"
