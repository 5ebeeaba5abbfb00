"""Correcting over HTTP: the API, the pages before and after, and the folder of labelled photos."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.companion.web.test_pages import page, read_sample
from vision.evaluation.judgement import judge
from vision.evaluation.labelled_photos import labelled_photos, load_truth, truth_path
from vision.pictures.images import decode_image, load_image
from vision.reading import Reading

Truth = Callable[[str], Reading]
ILLEGAL = "p001066_illegal"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder that labelled photos of the application are kept in."""
    return tmp_path / "data" / "labelled"


def mended(answer: dict[str, Any]) -> dict[str, Any]:
    """Return the clusters of a reading with the tile turned that matches three others wrongly."""
    pairs = [{tuple(cell) for cell in pair} for pair in answer["score"]["mismatches"]]
    ((q, r),) = set.intersection(*pairs)
    clusters = answer["reading"]["clusters"]
    (tile,) = (t for t in clusters[0]["tiles"] if (t["q"], t["r"]) == (q, r))
    tile["orientation"] = (tile["orientation"] + 1) % 6
    return {"clusters": clusters}


def test_a_corrected_tile_changes_the_findings(client: FlaskClient, folder: Path) -> None:
    address = read_sample(client, ILLEGAL)
    seen = client.get(f"/api{address}").get_json()
    assert (seen["correction"], seen["labelled"]) == (None, None)
    assert len(seen["score"]["mismatches"]) == 3
    as_read = json.loads(json.dumps(seen["reading"]))
    response = client.put(f"/api{address}/correction", json=mended(seen))
    assert response.status_code == 200
    answer = response.get_json()
    assert answer["score"]["mismatches"] == []
    assert answer["reading"] == as_read
    assert answer["correction"]["corrected_at"]
    assert client.get(f"/api{address}").get_json() == answer
    shown = page(client, address)
    assert "All edges match" in shown.text
    assert "Corrected by hand 1 tile turned." in shown.text
    assert answer["labelled"] in shown.text
    assert f"palago evaluate {folder}" in shown.text
    assert f"{address}?seen=" in list(shown.attributes("href"))
    before = page(client, f"{address}?seen=")
    assert "Tiles on the table do not match" in before.text
    assert "Show the corrected board" in before.text


def test_the_labelled_photo_is_the_one_that_was_read(
    client: FlaskClient, folder: Path, truth: Truth
) -> None:
    address = read_sample(client, ILLEGAL)
    answer = client.put(
        f"/api{address}/correction", json=mended(client.get(f"/api{address}").get_json())
    ).get_json()
    (photo,) = labelled_photos(folder)
    assert str(photo) == answer["labelled"]
    shown = decode_image(client.get(f"{address}/photo.jpg").data, "photo")
    assert (load_image(photo) == shown).all()
    judgement = judge(load_truth(truth_path(photo)), truth(ILLEGAL))
    assert len(judgement.turned) == 1
    assert not judgement.missed
    assert sorted(path.suffix for path in folder.iterdir()) == [".jpg", ".json"]


def test_what_is_right_is_confirmed_and_labelled(
    client: FlaskClient, folder: Path, truth: Truth
) -> None:
    address = read_sample(client, "palagonia_1_r039")
    assert "Does this match the table?" in page(client, address).text
    response = client.post(f"{address}/confirm")
    assert response.status_code == 303
    assert response.location == f"{address}#by-hand"
    shown = page(client, address)
    assert "Confirmed by hand Everything is right as it was read." in shown.text
    assert "Show what was seen" not in shown.text
    (photo,) = labelled_photos(folder)
    assert judge(load_truth(truth_path(photo)), truth("palagonia_1_r039")).exact
    assert load_truth(truth_path(photo)).dice[0].value == 5


def test_a_photo_without_tiles_is_confirmed_as_that(client: FlaskClient, folder: Path) -> None:
    address = read_sample(client, "p001073_negative")
    assert "Read: no tiles and " in page(client, address).text
    assert client.put(f"/api{address}/correction", json={}).status_code == 200
    (photo,) = labelled_photos(folder)
    assert load_truth(truth_path(photo)).clusters == ()


def test_what_is_taken_back_is_as_it_was_seen(client: FlaskClient, folder: Path) -> None:
    address = read_sample(client, ILLEGAL)
    seen = client.get(f"/api{address}").get_json()
    for take_back in (
        lambda: client.delete(f"/api{address}/correction"),
        lambda: client.post(f"{address}/withdraw"),
    ):
        client.put(f"/api{address}/correction", json=mended(json.loads(json.dumps(seen))))
        assert labelled_photos(folder)
        assert take_back().status_code in (200, 303)
        assert client.get(f"/api{address}").get_json() == seen
        assert "Tiles on the table do not match" in page(client, address).text
        assert list(folder.iterdir()) == []


def test_a_forgotten_photo_is_no_longer_labelled(client: FlaskClient, folder: Path) -> None:
    address = read_sample(client, "p001087_small")
    client.post(f"{address}/confirm")
    other = read_sample(client, "p001087_small")
    client.post(f"{other}/confirm")
    assert len(labelled_photos(folder)) == 2
    assert client.post(f"{address}/forget").status_code == 303
    (photo,) = labelled_photos(folder)
    assert photo.stem.endswith(f"reading-{other.rpartition('/')[2]}")


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "not one JSON object"),
        (b"{", "not one JSON object"),
        (b"[" * 100_000, "not one JSON object"),
        (b'{"dice": [], "dice": []}', 'gives "dice" twice'),
        (b"[]", "must be an object"),
        (b'{"clusters": []}', "give one for each"),
        (b" " * (2 << 20), "1 MB"),
    ],
)
def test_bad_corrections_are_answered_in_a_sentence(
    client: FlaskClient, folder: Path, body: bytes, says: str
) -> None:
    address = read_sample(client, "p001087_small")
    response = client.put(f"/api{address}/correction", data=body)
    assert response.status_code == 400
    assert says in response.get_json()["error"]
    assert client.get(f"/api{address}").get_json()["correction"] is None
    assert not folder.exists()


@pytest.mark.parametrize("method", ["put", "delete"])
def test_there_is_nothing_to_correct_where_nothing_was_read(
    client: FlaskClient, method: str
) -> None:
    response = client.open("/api/readings/7/correction", method=method.upper(), json={})
    assert response.status_code == 404
    assert response.get_json()["error"]
    for what in ("confirm", "withdraw"):
        assert client.post(f"/readings/7/{what}").status_code == 404


def test_other_sites_cannot_correct_behind_a_visitors_back(client: FlaskClient) -> None:
    address = read_sample(client, "p001087_small")
    for method, path in (
        ("PUT", f"/api{address}/correction"),
        ("DELETE", f"/api{address}/correction"),
        ("POST", f"{address}/confirm"),
    ):
        headers = {"Origin": "http://evil.example"}
        assert client.open(path, method=method, json={}, headers=headers).status_code == 403


def test_a_folder_that_cannot_be_written_is_named_and_the_correction_kept(
    client: FlaskClient, folder: Path
) -> None:
    address = read_sample(client, "p001087_small")
    folder.write_text("in the way", "utf-8")
    response = client.put(f"/api{address}/correction", json={})
    assert response.status_code == 500
    assert str(folder) in response.get_json()["error"]
    assert client.get(f"/api{address}").get_json()["correction"] is not None
    assert "Confirmed by hand" in page(client, address).text


def test_the_page_is_whole_without_javascript(client: FlaskClient) -> None:
    """Without it nobody sees tools that do nothing, and confirming works all the same."""
    shown = page(client, read_sample(client, ILLEGAL))
    hidden = [attrs["id"] for _tag, attrs in shown.tags if "hidden" in attrs and "id" in attrs]
    assert hidden == ["correct", "correcting"]
    assert "allow JavaScript" in shown.text
    actions = [attrs["action"] for tag, attrs in shown.tags if tag == "form"]
    assert any(action.endswith("/confirm") for action in actions)


def test_the_modules_of_the_page_find_each_other(app: Flask, client: FlaskClient) -> None:
    """The names in their imports lead to files, and the page asks for the first of them."""
    folder = Path(app.static_folder or "") / "js" / "correcting"
    for script in folder.glob("*.js"):
        for line in script.read_text("utf-8").splitlines():
            if line.startswith("import"):
                name = line.split('"')[1]
                assert (folder / name).is_file(), f"{script.name} imports {name}"
    address = read_sample(client, ILLEGAL)
    scripts = [a["src"] for tag, a in page(client, address).tags if tag == "script" and "src" in a]
    assert any(script.endswith("/js/correcting/mode.js") for script in scripts)


def test_pages_say_when_more_was_wrong_than_promised(client: FlaskClient) -> None:
    addresses = [read_sample(client, ILLEGAL) for _ in range(3)]
    client.post(f"{addresses[0]}/confirm")
    for address in addresses[1:]:
        assert "Check the readings" not in page(client, "/photos").text
        body = mended(client.get(f"/api{address}").get_json())
        assert client.put(f"/api{address}/correction", json=body).status_code == 200
    for address in ("/photos", *addresses):
        shown = page(client, address).text
        assert "Check the readings" in shown
        assert "of 3 photos whose right answer is known, 2 were wrong" in shown
    client.post(f"{addresses[1]}/withdraw")
    assert "Check the readings" not in page(client, "/photos").text
    assert "Check the readings" not in page(client, addresses[1]).text
