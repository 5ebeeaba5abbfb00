"""The HTTP API: a photo in, reading and score out, and errors as JSON."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from vision.reading import Reading, reading_from_json


def test_a_photo_gives_reading_score_and_address(
    client: FlaskClient, sample_images: Path, truth: Callable[[str], Reading]
) -> None:
    data = (sample_images / "palagonia_1_r039.jpg").read_bytes()
    response = client.post("/api/readings", data={"photo": (io.BytesIO(data), "table.jpg")})
    assert response.status_code == 201
    answer = response.get_json()
    assert answer["reading"]["image"] == "table.jpg"
    assert reading_from_json(answer["reading"]) == truth("palagonia_1_r039")
    values = sorted(shape["value"] for shape in answer["score"]["closed"])
    assert values[-2:] == [1, 2]
    assert answer["score"]["others"] == []
    assert client.get(answer["url"]).status_code == 200
    number = answer["url"].rpartition("/")[2]
    assert client.get(f"/api/readings/{number}").get_json() == answer


def test_a_photo_may_be_the_body_itself(client: FlaskClient, sample_images: Path) -> None:
    data = (sample_images / "p001103_palagems.jpg").read_bytes()
    response = client.post("/api/readings", data=data, content_type="image/jpeg")
    assert response.status_code == 201
    assert len(response.get_json()["score"]["others"]) == 4


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("post", "/api/readings", 400),
        ("get", "/api/readings/999", 404),
        ("get", "/api/nothing", 404),
        ("get", "/api/readings", 405),
    ],
)
def test_errors_are_json(client: FlaskClient, method: str, path: str, status: int) -> None:
    response = client.open(path, method=method.upper())
    assert response.status_code == status
    assert response.mimetype == "application/json"
    assert response.get_json()["error"]


def test_what_is_no_picture_is_said_to_be_none(client: FlaskClient) -> None:
    response = client.post("/api/readings", data=b"dear diary", content_type="image/png")
    assert response.status_code == 422
    assert "photo" in response.get_json()["error"]


def test_a_record_that_cannot_be_opened_is_said_in_a_sentence(
    app: Flask, client: FlaskClient, tmp_path: Path
) -> None:
    app.testing = False
    for path in (tmp_path / "data").glob("companion.sqlite3*"):
        path.unlink()
    (tmp_path / "data" / "companion.sqlite3").write_text("no database at all " * 100)
    response = client.get("/api/readings/1")
    assert response.status_code == 500
    assert response.mimetype == "application/json"
    assert "companion.sqlite3" in response.get_json()["error"]
