"""What a camera notes of place and owner is dropped: it is neither kept nor served anywhere."""

from __future__ import annotations

import io
import json
import struct
from base64 import b64encode
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import PIL.Image
import pytest
from PIL import ExifTags

from companion.record import ExportFormatError
from companion.record.checking import damages
from companion.record.importing import import_game
from companion.storage import database
from tests.companion.live.games import by_hand
from tests.companion.web.client import Companion

OWNER = b"Zebulon-Quix-was-here"
COMMENT = b"a-comment-of-Zebulon"
BEHIND = b"behind-the-end-of-the-picture"
PLACE = b"48-51-29-north"
NOTES = (OWNER, COMMENT, BEHIND, PLACE, b"Exif", b"xpacket")
UPRIGHT, TURNED = 1, 6


def noted_photo(width: int = 640, height: int = 480, orientation: int = UPRIGHT) -> bytes:
    """Return a JPEG of a bare table with place, owner, a small picture, a comment, XMP, a tail."""
    noise = np.random.default_rng(4).integers(110, 140, (height // 8, width // 8, 3), np.uint8)
    image = PIL.Image.fromarray(noise).resize((width, height))
    exif = PIL.Image.Exif()
    exif[ExifTags.Base.Artist] = OWNER.decode()
    exif[ExifTags.Base.Orientation] = orientation
    place = exif.get_ifd(ExifTags.IFD.GPSInfo)
    place[ExifTags.GPS.GPSAreaInformation] = PLACE
    file = io.BytesIO()
    packet = b"<?xpacket begin='' id='x'?>" + OWNER
    image.save(file, "JPEG", quality=90, exif=exif, comment=COMMENT, xmp=packet)
    return file.getvalue() + BEHIND


def noted(data: bytes) -> list[bytes]:
    return [note for note in NOTES if note in data]


def in_files(folder: Path) -> dict[str, list[bytes]]:
    """Return which notes stand in which files of a folder."""
    found = {path.name: noted(path.read_bytes()) for path in folder.rglob("*") if path.is_file()}
    return {name: notes for name, notes in found.items() if notes}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_the_photo_of_these_tests_has_notes() -> None:
    assert len(noted(noted_photo())) == len(NOTES)


def test_notes_of_an_uploaded_photo_are_dropped(companion: Companion, data: Path) -> None:
    kind = {"Content-Type": "image/jpeg"}
    answer = companion.ask("POST", "/api/readings", noted_photo(), kind)
    assert answer.status == 201
    assert not noted(json.dumps(answer.data).encode())
    assert companion.ask("PUT", "/api/readings/1/correction", {}).status == 200
    for address in ("photo.jpg", "thumbnail.jpg"):
        served = companion.ask("GET", f"/readings/1/{address}")
        assert served.status == 200
        assert not noted(served.data)
    assert in_files(data) == {}


def test_notes_of_a_phones_frame_are_dropped(companion: Companion, data: Path) -> None:
    phone = {**by_hand("palago"), "source": {"kind": "phone"}}
    number = companion.do("POST", "/api/games", phone)["id"]
    address, kind = f"/api/games/{number}", {"Content-Type": "image/jpeg"}
    assert companion.ask("POST", f"{address}/frames?hold=yes", noted_photo(), kind).status == 202
    with companion.listen(number, 0) as listener:
        listener.until("ready")
    served = companion.ask("GET", f"{address}/live.jpg")
    assert served.status == 200
    assert not noted(served.data)
    export = companion.ask("GET", f"{address}/export.json").data
    assert export["pictures"]
    assert not noted(json.dumps(export).encode())
    assert in_files(data) == {}


def game_with(jpeg: bytes) -> dict[str, Any]:
    """Return a game as a document, with one picture."""
    picture = {
        "number": 1,
        "sha256": sha256(jpeg).hexdigest(),
        "width": 640,
        "height": 480,
        "jpeg": b64encode(jpeg).decode(),
    }
    entry = {"number": 1, "source": "input", "kind": "settled", "t": 1.0, "after": 1}
    return {
        "format": "palago-game",
        "version": 1,
        "uid": "a" * 32,
        "game": "palago",
        "options": {},
        "players": [{"name": "Ann"}, {"name": "Bob"}],
        "started_at": "2026-01-31T19:30:00.000+00:00",
        "entries": [{**entry, "at": "2026-01-31T19:30:12.531+00:00", "data": {}}],
        "pictures": [picture],
    }


@pytest.mark.parametrize("orientation", [UPRIGHT, TURNED])
def test_notes_in_the_pictures_of_an_imported_game_are_dropped(
    companion: Companion, data: Path, orientation: int
) -> None:
    document = game_with(noted_photo(orientation=orientation))
    with closing(database.connect(data)) as connection:
        number = import_game(connection, document)
        assert damages(connection) == []
    served = companion.ask("GET", f"/api/games/{number}/pictures/1.jpg").data
    assert not noted(served)
    size = (640, 480) if orientation == UPRIGHT else (480, 640)
    assert PIL.Image.open(io.BytesIO(served)).size == size
    export = companion.get(f"/api/games/{number}/export.json")
    assert (export["pictures"][0]["width"], export["pictures"][0]["height"]) == size
    assert in_files(data) == {}


def test_a_picture_that_would_fill_the_memory_is_no_part_of_a_game(data: Path) -> None:
    """Its head says that it has 60,000 pixels on each side."""
    jpeg = noted_photo()
    size_at = jpeg.rindex(b"\xff\xc0\0\x11\x08") + 5
    bomb = jpeg[:size_at] + struct.pack(">HH", 60_000, 60_000) + jpeg[size_at + 4 :]
    database.prepare(data)
    plain = bomb.removesuffix(BEHIND)
    with (
        closing(database.connect(data)) as connection,
        pytest.raises(ExportFormatError, match="leave it out"),
    ):
        import_game(connection, game_with(plain))
