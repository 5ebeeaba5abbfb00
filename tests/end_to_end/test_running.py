"""The companion as a process: it keeps what it said, and stays answerable."""

from __future__ import annotations

import json
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.end_to_end.companion_process import ANSWER_S, PALAGO, Companion, multipart, start


def test_a_reading_survives_a_kill(tmp_path: Path, sample_images: Path) -> None:
    first = start(tmp_path)
    answer = first.read(sample_images / "palagonia_1_r039.jpg")
    path = answer["url"].removeprefix(first.address[:-1])
    first.kill()
    second = start(tmp_path)
    try:
        response, page = second.request("GET", path)
        assert response.status == 200
        assert "palagonia_1_r039.jpg" in page.decode()
        response, data = second.request("GET", f"/api{path}")
        assert json.loads(data)["reading"] == answer["reading"]
        _response, start_page = second.request("GET", "/photos")
        assert f'href="{path}"' in start_page.decode()
    finally:
        assert second.stop() == 0


def test_photos_sent_at_once_are_all_read_alike(companion: Companion, sample_images: Path) -> None:
    photo = sample_images / "p001048_big.jpg"
    with ThreadPoolExecutor(4) as pool:
        reads = [pool.submit(companion.read, photo) for _ in range(4)]
        response, _start_page = companion.request("GET", "/")
        boards = [read.result()["reading"]["clusters"] for read in reads]
    assert response.status == 200
    assert boards[0]
    assert all(board == boards[0] for board in boards)


def test_bad_files_are_answered_in_a_sentence(companion: Companion) -> None:
    for name, data in (
        ("diary.jpg", b"Dear diary"),
        ("empty.jpg", b""),
        ("cut.jpg", b"\xff\xd8\xff"),
    ):
        body, content_type = multipart(name, data)
        response, answer = companion.request("POST", "/api/readings", body, content_type)
        assert response.status == 422
        assert name in json.loads(answer)["error"]


def test_the_command_reads_a_photo_as_the_page_does(
    companion: Companion, sample_images: Path, tmp_path: Path
) -> None:
    photo = sample_images / "palagonia_1_r039.jpg"
    missing = tmp_path / "missing.jpg"
    ran = subprocess.run(
        [PALAGO, "read", "--json", "--annotate", tmp_path / "drawn", photo, missing],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=ANSWER_S,
        check=False,
    )
    assert ran.returncode == 1
    reading, error = map(json.loads, ran.stdout.splitlines())
    assert reading["image"] == str(photo)
    assert reading["clusters"] == companion.read(photo)["reading"]["clusters"]
    assert error["image"] == str(missing)
    assert not error["sure"]
    assert len(ran.stderr.splitlines()) == 1
    assert [path.name for path in (tmp_path / "drawn").iterdir()] == ["palagonia_1_r039.jpg"]


def test_the_command_scores_a_photo(sample_images: Path) -> None:
    ran = subprocess.run(
        [PALAGO, "score", "--json", sample_images / "p001103_palagems.jpg"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=ANSWER_S,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    (score,) = map(json.loads, ran.stdout.splitlines())
    assert score["image"].endswith("p001103_palagems.jpg")
    assert len(score["others"]) == 4
