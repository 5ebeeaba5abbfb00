"""Photos on a full disk, in a locked file, in a damaged one: a sentence, and nothing by halves."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from shutil import disk_usage

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.storage import database
from companion.web import create_app
from tests.companion.conftest import TruthReader
from tests.companion.web.test_pages import Page, read_sample
from vision.evaluation.labelled_photos import labelled_photos

SAMPLE = "palagonia_1_r039"
DISK_BYTES = 2 << 20
ROOM_BYTES = 96 << 10
"""Enough to open the database, and less than a photo takes."""
ROOM_TO_READ_BYTES = 40 << 10
"""Enough to open the database, and less than the log of any change takes."""

Client = Callable[[Path], FlaskClient]


@pytest.fixture
def client_of(sample_images: Path) -> Client:
    """Return clients of companions by their data directories."""

    def client(data: Path) -> FlaskClient:
        reader = PhotoQueue(TruthReader(sample_images))
        return create_app(data, reader, Samples(sample_images)).test_client()

    return client


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own that is soon full."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(disk)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("mounting a small disk takes Linux and its administrator")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def fill(disk: Path, room: int) -> Path:
    """Fill a disk but for so many bytes; return the file that does."""
    filler = disk / "filler"
    filler.write_bytes(bytes(disk_usage(disk).free - room))
    return filler


def count(data: Path, table: str) -> int:
    with closing(sqlite3.connect(data / database.FILE_NAME)) as connection:
        number: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
        return number


def upload(client: FlaskClient, sample_images: Path, address: str) -> TestResponse:
    with (sample_images / f"{SAMPLE}.jpg").open("rb") as photo:
        return client.post(address, data={"photo": (photo, "table.jpg")})


def sentence(response: TestResponse) -> str:
    """Return what an answer says, in whichever form."""
    if response.is_json:
        return str(response.get_json()["error"])
    return Page(response.get_data(as_text=True)).text


@pytest.mark.parametrize("address", ["/api/readings", "/readings"])
@pytest.mark.parametrize("room", [ROOM_BYTES, 0])
def test_an_upload_on_a_full_disk_is_told_and_leaves_nothing(
    small_disk: Path, sample_images: Path, client_of: Client, address: str, room: int
) -> None:
    data = small_disk / "data"
    with client_of(data) as client:
        filler = fill(small_disk, room)
        response = upload(client, sample_images, address)
        assert response.status_code == 507
        assert "There is no room left on the disk" in sentence(response)
        filler.unlink()
        assert count(data, "reading") == count(data, "photo") == 0
        assert upload(client, sample_images, address).status_code in (201, 303)
        assert count(data, "reading") == count(data, "photo") == 1


def test_a_correction_on_a_full_disk_leaves_what_was_there(
    small_disk: Path, client_of: Client
) -> None:
    data = small_disk / "data"
    with client_of(data) as client:
        address = read_sample(client, SAMPLE)
        before = client.get(f"/api{address}").get_json()
        filler = fill(small_disk, 0)
        response = client.put(f"/api{address}/correction", json={})
        assert response.status_code == 507
        filler.unlink()
        assert client.get(f"/api{address}").get_json() == before
        assert count(data, "correction") == 0


def test_a_label_on_a_full_disk_is_not_written_by_halves(
    small_disk: Path, client_of: Client
) -> None:
    """There is room for the correction, and none for the photo beside its truth."""
    data = small_disk / "data"
    with client_of(data) as client:
        address = read_sample(client, SAMPLE)
        filler = fill(small_disk, ROOM_BYTES)
        response = client.put(f"/api{address}/correction", json={})
        assert response.status_code == 500
        assert "The correction is kept, but" in sentence(response)
        assert list((data / "labelled").iterdir()) == []
        filler.unlink()
        answer = client.put(f"/api{address}/correction", json={}).get_json()
        assert Path(answer["labelled"]).is_file()


def test_what_cannot_be_forgotten_in_a_locked_file_stays_with_its_label(
    tmp_path: Path, client_of: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_BUSY_TIMEOUT_S", 0.2)
    with client_of(tmp_path) as client:
        address = read_sample(client, SAMPLE)
        before = client.put(f"/api{address}/correction", json={}).get_json()
        label = labelled_photos(tmp_path / "labelled")
        with closing(database.connect(tmp_path)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert client.post(f"{address}/forget").status_code == 503
        assert labelled_photos(tmp_path / "labelled") == label == (Path(before["labelled"]),)
        assert client.get(f"/api{address}").get_json() == before
        assert client.post(f"{address}/forget").status_code == 303
        assert labelled_photos(tmp_path / "labelled") == ()


def test_what_cannot_be_forgotten_on_a_full_disk_stays_with_its_label(
    small_disk: Path, client_of: Client
) -> None:
    data = small_disk / "data"
    with client_of(data) as client:
        address = read_sample(client, SAMPLE)
        client.put(f"/api{address}/correction", json={})
        filler = fill(small_disk, ROOM_TO_READ_BYTES)
        assert client.post(f"{address}/forget").status_code == 507
        filler.unlink()
        assert count(data, "reading") == len(labelled_photos(data / "labelled")) == 1
        assert client.post(f"{address}/forget").status_code == 303
        assert count(data, "reading") == len(labelled_photos(data / "labelled")) == 0


def test_a_label_that_cannot_be_removed_is_named(tmp_path: Path, client_of: Client) -> None:
    with client_of(tmp_path) as client:
        address = read_sample(client, SAMPLE)
        answer = client.put(f"/api{address}/correction", json={}).get_json()
        photo = Path(answer["labelled"])
        photo.unlink()
        (photo / "a folder in its place").mkdir(parents=True)
        response = client.post(f"{address}/forget")
        assert response.status_code == 500
        assert f"All else is done, but {photo} cannot be removed" in sentence(response)
        assert client.get(f"/api{address}").status_code == 404


@pytest.mark.parametrize("address", ["/api/readings", "/readings"])
def test_an_upload_into_a_full_file_is_told_and_leaves_nothing(
    tmp_path: Path,
    sample_images: Path,
    client_of: Client,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SQLite lets the file grow no further, as where the disk is full."""
    connect = database.connect

    def bounded(directory: Path) -> sqlite3.Connection:
        connection = connect(directory)
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 2}")
        return connection

    with client_of(tmp_path) as client, monkeypatch.context() as full:
        full.setattr(database, "connect", bounded)
        response = upload(client, sample_images, address)
        assert response.status_code == 507
        assert "There is no room left on the disk" in sentence(response)
    assert count(tmp_path, "reading") == count(tmp_path, "photo") == 0


@pytest.mark.parametrize("address", ["/api/readings", "/readings"])
def test_an_upload_into_a_locked_file_is_told_and_leaves_nothing(
    tmp_path: Path,
    sample_images: Path,
    client_of: Client,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(database, "_BUSY_TIMEOUT_S", 0.2)
    with client_of(tmp_path) as client:
        with closing(database.connect(tmp_path)) as other:
            other.execute("BEGIN IMMEDIATE")
            response = upload(client, sample_images, address)
        assert response.status_code == 503
        assert response.headers["Retry-After"] == "3"
        assert "is being written by another program: try again" in sentence(response)
        assert count(tmp_path, "reading") == count(tmp_path, "photo") == 0
        assert upload(client, sample_images, address).status_code in (201, 303)


@pytest.mark.parametrize("address", ["/api/readings", "/readings"])
def test_a_file_of_the_program_that_cannot_be_read_is_told(
    tmp_path: Path, sample_images: Path, address: str
) -> None:
    samples = Path(shutil.copytree(sample_images, tmp_path / "samples"))
    (samples / f"{SAMPLE}.jpg").unlink()
    (samples / f"{SAMPLE}.jpg").mkdir()
    app = create_app(tmp_path, PhotoQueue(TruthReader(sample_images)), Samples(samples))
    response = app.test_client().post(address, data={"sample": SAMPLE})
    assert response.status_code == 500
    assert f"{SAMPLE}.jpg cannot be read or written (Is a directory)" in sentence(response)
    assert str(samples) not in sentence(response)


@pytest.mark.parametrize("address", ["/api/readings", "/readings"])
def test_an_upload_into_a_damaged_file_is_told(
    tmp_path: Path, sample_images: Path, client_of: Client, address: str
) -> None:
    with client_of(tmp_path) as client:
        file = tmp_path / database.FILE_NAME
        file.write_bytes(b"\xff" * file.stat().st_size)
        response = upload(client, sample_images, address)
        assert response.status_code == 500
        assert "is no database or is damaged" in sentence(response)
        assert "move it away" in sentence(response)
