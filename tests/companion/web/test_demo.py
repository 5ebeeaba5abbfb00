"""The demo: a film that is followed to its end, with pictures of everything that was ruled on."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from math import dist
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from rules import board_from_json
from tests.companion.web.client import Companion
from tests.companion.web.conftest import serving

WAIT_S = 120
NEAR_PX = 6.0


@pytest.fixture(scope="module")
def companion(tmp_path_factory: pytest.TempPathFactory, sample_images: Path) -> Iterator[Companion]:
    with serving(tmp_path_factory.mktemp("data"), sample_images) as companion:
        yield companion


@pytest.fixture(scope="module")
def palago(companion: Companion) -> dict[str, Any]:
    return played(companion, "palago_1")


def played(companion: Companion, name: str) -> dict[str, Any]:
    """Return the state of a demo once it has been played."""
    source = {"kind": "demo", "name": name, "speed": "max"}
    game = companion.do("POST", "/api/games", {"source": source})["id"]
    deadline = time.monotonic() + WAIT_S
    while True:
        state: dict[str, Any] = companion.get(f"/api/games/{game}")
        if state["source"]["ended"]:
            return state
        assert time.monotonic() < deadline
        time.sleep(0.2)


def test_a_demo_is_followed_and_every_ruling_can_be_looked_into(
    companion: Companion, palago: dict[str, Any]
) -> None:
    state, game = palago, palago["id"]
    assert state["over"]
    assert state["result"]["winner"] == state["players"][0]["name"]
    assert [move["legal"] for move in state["moves"]] == [True] * 7
    events = [event["event"] for event in state["said"]]
    assert events.count("illegal") == events.count("restored") == events.count("camera-moved") == 1
    (wrong,) = [event["id"] for event in state["said"] if event["event"] == "illegal"]
    report = companion.get(f"/api/games/{game}/rulings/{wrong}")
    assert report["rulings"][0]["code"] == "edge-mismatch"
    for number in range(1, 8):
        of_move = companion.get(f"/api/games/{game}/moves/{number}")
        for side in (of_move["before"], of_move["after"]):
            assert companion.ask("GET", side["picture"]).data[:2] == b"\xff\xd8"
        laid = {(tile["q"], tile["r"]) for tile in of_move["move"]["placed"]}
        if number > 1:
            outlined = {(cell["q"], cell["r"]) for cell in of_move["before"]["overlay"]["cells"]}
            assert laid <= outlined
        assert lies_where_it_was_seen(companion, game, of_move["after"]["overlay"])


def lies_where_it_was_seen(companion: Companion, game: int, overlay: dict[str, Any]) -> bool:
    """Tell whether an overlay's tiles lie where the reader saw tiles in that picture."""
    document = companion.get(f"/api/games/{game}/export.json?pictures=no")
    (look,) = [entry for entry in document["entries"] if entry["number"] == overlay["entry"]]
    seen = [tile for cluster in look["reading"]["clusters"] for tile in cluster["tiles"]]
    assert len(overlay["tiles"]) == len(seen)
    for tile in overlay["tiles"]:
        nearest = min(seen, key=lambda one: dist(one["center"], tile["center"]))
        assert dist(nearest["center"], tile["center"]) < NEAR_PX
        corner = tile["parts"]["white-tip"].removeprefix("M").partition("L")[0].split()
        assert dist(nearest["white_tip"], [float(part) for part in corner]) < 2 * NEAR_PX
    return True


def test_a_misreading_is_kept_as_people_put_it_right_and_is_measured(
    companion: Companion, palago: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    state, game = palago, palago["id"]
    wrong = state["board"]["tiles"][0]
    right = {**wrong, "orientation": (wrong["orientation"] + 2) % 6}
    board = {"tiles": [right, *state["board"]["tiles"][1:]]}
    kept = companion.do("POST", f"/api/games/{game}/misreadings", {"board": board})
    assert kept["labelled"] is not None
    assert companion.ask("GET", kept["url"]).status == 200
    reading = companion.get(f"/api/readings/{kept['reading']}")
    (cluster, *_others) = reading["correction"]["clusters"]
    assert same_position(cluster, board)
    assert not same_position(reading["reading"]["clusters"][0], board)
    assert main(["evaluate", str(Path(kept["labelled"]).parent), "--json"]) == 0
    photo, *_figures = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (photo["image"], photo["exact"]) == (kept["labelled"], False)
    assert (photo["turned"], photo["missed"], photo["extra"]) == (1, 0, 0)
    unchanged = companion.do("POST", f"/api/games/{game}/misreadings", {})
    as_read = companion.get(f"/api/readings/{unchanged['reading']}")
    assert (as_read["correction"], unchanged["labelled"]) == (None, None)


def same_position(one: Any, other: Any) -> bool:
    """Tell whether two boards are the same but for the names of their cells."""
    first, second = board_from_json(one), board_from_json(other)
    for turns in range(6):
        turned = first.rotated(turns)
        (q, r), (to_q, to_r) = min(turned), min(second)
        if turned.translated(to_q - q, to_r - r) == second:
            return True
    return False


def test_points_of_a_demo_of_palagonia(companion: Companion) -> None:
    state = played(companion, "palagonia_1")
    assert list(state["score_sheet"]["totals"].values()) == [6, 4, 10]
    assert [row["value"] for row in state["score_sheet"]["rows"]] == [1, 2, 1]
    assert not state["over"]
