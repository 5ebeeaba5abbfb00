"""A reading is corrected over HTTP, the rulings change, and the reader is measured by it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.companion_process import ANSWER_S, PALAGO, Companion, start


@pytest.fixture
def own_companion(tmp_path: Path) -> Iterator[Companion]:
    """A companion with data of its own."""
    running = start(tmp_path / "data")
    yield running
    running.stop()


def test_a_corrected_table_measures_the_reader(
    own_companion: Companion, sample_images: Path
) -> None:
    """One photo is confirmed; on the other somebody says that a tile lies otherwise."""
    right = own_companion.read(sample_images / "palagonia_1_r039.jpg")
    confirmed = put(own_companion, right, {})
    assert confirmed["score"] == right["score"]

    seen = own_companion.read(sample_images / "p001066_illegal.jpg")
    ((q, r),) = set.intersection(
        *({tuple(cell) for cell in pair} for pair in seen["score"]["mismatches"])
    )
    clusters = [{"tiles": cluster["tiles"]} for cluster in seen["reading"]["clusters"]]
    (tile,) = (t for t in clusters[0]["tiles"] if (t["q"], t["r"]) == (q, r))
    tile["orientation"] = (tile["orientation"] + 1) % 6
    corrected = put(own_companion, seen, {"clusters": clusters})
    assert corrected["score"]["mismatches"] == []
    assert corrected["reading"]["clusters"][0] != clusters[0]
    page = get(own_companion, path_of(own_companion, seen))
    assert "All edges match" in page
    assert "Corrected by hand" in page
    folder = own_companion.data / "labelled"
    assert str(folder) in page

    ran = subprocess.run(
        [PALAGO, "evaluate", "--json", folder],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=ANSWER_S,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    first, second, summary = map(json.loads, ran.stdout.splitlines())
    assert (first["image"], first["exact"], first["turned"]) == (confirmed["labelled"], True, 0)
    assert (second["image"], second["exact"], second["turned"]) == (
        corrected["labelled"],
        False,
        1,
    )
    assert (summary["photos"], summary["exact"], summary["failed"]) == (2, 1, 0)


def test_a_correction_survives_a_kill(tmp_path: Path, sample_images: Path) -> None:
    first = start(tmp_path)
    answer = first.read(sample_images / "p001087_small.jpg")
    corrected = put(first, answer, {"dice": [{"value": 4}]})
    path = path_of(first, answer)
    first.kill()
    second = start(tmp_path)
    try:
        again = json.loads(get(second, f"/api{path}"))
        assert again["correction"] == corrected["correction"]
        assert Path(again["labelled"]).is_file()
        assert "The die shows 4." in get(second, path)
        assert "The die shows" not in get(second, f"{path}?seen")
    finally:
        assert second.stop() == 0


def path_of(companion: Companion, answer: dict[str, Any]) -> str:
    url: str = answer["url"]
    return url.removeprefix(companion.address[:-1])


def put(companion: Companion, answer: dict[str, Any], correction: object) -> dict[str, Any]:
    """Correct a reading through the API; return its answer."""
    path = f"/api{path_of(companion, answer)}/correction"
    body = json.dumps(correction).encode()
    response, data = companion.request("PUT", path, body, "application/json")
    assert response.status == 200, data
    corrected: dict[str, Any] = json.loads(data)
    return corrected


def get(companion: Companion, path: str) -> str:
    response, data = companion.request("GET", path)
    assert response.status == 200, data
    return data.decode()
