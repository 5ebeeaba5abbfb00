"""``palago analyse`` and ``palago verify``."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.cli.analyse import keep_compiled
from companion.coaching import compiled
from rules import Board, Cell, board_from_json, board_to_json
from rules.engine import analysing
from rules.engine.analysing import PositionAnalysis, analyse_position
from tests.rules.engine.positions import FALLS_TO_A_FORK, FORKED


@pytest.fixture
def forked(tmp_path: Path) -> Path:
    return written(tmp_path / "forked.json", board_to_json(FORKED))


def written(path: Path, data: object) -> Path:
    path.write_text(json.dumps(data), "utf-8")
    return path


def answer(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 1
    found: dict[str, Any] = json.loads(lines[0])
    return found


def test_a_forced_win_is_told_as_json(forked: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "--json", "--to-move", "white", str(forked)]) == 0
    found = answer(capsys)
    assert found["to_move"] == "white"
    assert (found["verdict"], found["winner"], found["moves"]) == ("loss", "blue", 1)
    assert [len(move) for move in found["line"]] == [2, 2]
    board = FORKED
    for move in found["line"]:
        board = board.with_tiles(board_from_json({"tiles": move}).items())
    kinds = [(threat["color"], threat["kind"]) for threat in found["threats"]]
    assert kinds == [("blue", "two-freedom")] * 2 + [("blue", "double")]
    assert all(len(cell) == 2 for threat in found["threats"] for cell in threat["cells"])
    assert [len(threat["answers"]) > 0 for threat in found["threats"]] == [True, True, False]
    assert found["verified"]
    assert found["nodes"] > 0
    assert found["seconds"] > 0


def test_a_win_that_does_not_hold_by_the_rules_is_not_told(
    forked: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def too_short(*arguments: Any, **more: Any) -> PositionAnalysis:
        found = analyse_position(*arguments, **more)
        assert found.proof is not None
        return replace(found, proof=replace(found.proof, moves=found.proof.moves + 1))

    monkeypatch.setattr(analysing, "analyse_position", too_short)
    assert main(["analyse", "--json", "--to-move", "white", str(forked)]) == 1
    told = capsys.readouterr()
    assert "does not hold by the rules: The proof says 2 moves, but it takes 1." in told.err
    found = json.loads(told.out)
    assert (found["verdict"], found["winner"], found["verified"]) == ("unknown", None, False)
    assert not found["line"]
    assert not found["best"]


def test_people_are_told_who_wins_and_how(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = written(tmp_path / "b.json", {"name": "b", "board": board_to_json(FALLS_TO_A_FORK)})
    assert main(["analyse", str(board)]) == 0
    said = capsys.readouterr().out
    assert "Blue to move" in said
    assert "Blue wins by force with 3 moves at most" in said
    assert said.count("    Blue: ") == 3
    assert said.count("    White: ") == 2


def test_what_is_not_found_in_time_is_unknown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = written(tmp_path / "b.json", board_to_json(FALLS_TO_A_FORK))
    proof = tmp_path / "p.json"
    told = ["--seconds", "0.000001", "--json", "--proof", str(proof)]
    assert main(["analyse", *told, str(board)]) == 0
    found = answer(capsys)
    assert (found["verdict"], found["winner"], found["moves"]) == ("unknown", None, None)
    assert found["line"] == []
    assert not proof.exists()


def test_a_proof_is_written_and_holds_until_it_is_changed(
    forked: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = tmp_path / "p.json"
    assert main(["analyse", "--proof", str(proof), "--to-move", "white", str(forked)]) == 0
    capsys.readouterr()
    assert main(["verify", "--json", str(proof)]) == 0
    found = answer(capsys)
    assert found["holds"]
    assert (found["winner"], found["moves"]) == ("blue", 1)
    assert main(["verify", str(proof)]) == 0
    assert "it holds. Blue wins by force with 1 move (" in capsys.readouterr().out
    proof.write_text(proof.read_text("utf-8").replace('"blue"', '"white"'), "utf-8")
    assert main(["verify", "--json", str(proof)]) == 1
    captured = capsys.readouterr()
    assert not json.loads(captured.out)["holds"]
    assert captured.err.startswith("palago: ")
    assert captured.err.count("\n") == 1


def test_what_is_compiled_goes_into_the_users_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    keep_compiled()
    folder = Path(os.environ["NUMBA_CACHE_DIR"])
    assert folder.is_relative_to(tmp_path)
    assert "palago" in folder.parts
    monkeypatch.setenv("NUMBA_CACHE_DIR", "elsewhere")
    keep_compiled()
    assert os.environ["NUMBA_CACHE_DIR"] == "elsewhere"


def test_what_another_version_compiled_is_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "engine"
    package.mkdir()
    (package / "core.py").write_text("TILES = 1\n")
    (package / "moves.py").write_text("from core import TILES\n")
    monkeypatch.setattr(compiled, "files", lambda _name: package)
    before = compiled.compiled_folder()
    assert compiled.compiled_folder() == before
    (package / "core.py").write_text("TILES = 2\n")
    assert compiled.compiled_folder() != before


def test_a_photo_is_analysed_as_its_board_is(
    sample_images: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = sample_images / "p001039_oblique.jpg"
    truth = json.loads(photo.with_suffix(".json").read_text("utf-8"))["clusters"][0]
    board = written(tmp_path / "truth.json", {"tiles": truth["tiles"]})
    found = []
    for source in (photo, board):
        assert main(["analyse", "--seconds", "0.01", "--json", str(source)]) == 0
        found.append(answer(capsys))
    told = [
        (one["to_move"], [(t["color"], t["kind"], len(t["answers"])) for t in one["threats"]])
        for one in found
    ]
    assert told[0] == told[1]
    assert told[0][1]
    # a win that is there at once needs no time
    assert [(one["verdict"], one["moves"]) for one in found] == [("win", 1)] * 2


def test_where_a_tile_may_lie_unseen_no_win_is_sure_and_nothing_is_a_hole(
    sample_images: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Something dark lies on a tile in the midst of the board."""
    photo = sample_images / "p001039_oblique.jpg"
    tiles = json.loads(photo.with_suffix(".json").read_text("utf-8"))["clusters"][0]["tiles"]
    midst = next(tile for tile in tiles if (tile["q"], tile["r"]) == (0, 0))
    around, middle = np.array(midst["corners"]), np.array(midst["center"])
    image = cv2.imread(str(photo))
    assert image is not None
    reach = round(1.15 * float(np.abs(around - middle)[:, 0].max()))
    cv2.circle(image, tuple(middle.astype(int).tolist()), reach, (40, 45, 50), -1)
    covered = tmp_path / "covered.png"
    cv2.imwrite(str(covered), image)

    assert main(["score", "--json", str(covered)]) == 0
    score = answer(capsys)
    (hidden,) = score["hidden"]
    assert score["holes"] == []
    assert score["sure"]
    assert main(["analyse", "--seconds", "0.01", "--json", str(covered)]) == 1
    told = answer(capsys)
    assert told["sure"] is False
    assert f"({hidden[0]}, {hidden[1]})" in told["reason"]


def test_a_photo_without_tiles_is_refused(
    sample_images: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", "--json", str(sample_images / "p001073_negative.jpg")]) == 1
    assert "no tiles" in answer(capsys)["error"]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (board_to_json(Board()), "nothing to analyse"),
        ({"tiles": [{"q": 0, "r": 0, "orientation": 7}]}, "orientation 7"),
        ([board_to_json(FORKED)] * 2, "2 entries"),
        ("a text", "must be an object"),
    ],
)
def test_what_cannot_be_analysed_is_refused_in_one_sentence(
    data: object, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = written(tmp_path / "b.json", data)
    assert main(["analyse", "--json", str(board)]) == 1
    captured = capsys.readouterr()
    assert words in captured.err
    assert captured.err.count("\n") == 1
    assert words in json.loads(captured.out)["error"]


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", '{"format": "palago-proof-1"}', "null"])
def test_what_is_no_proof_is_refused_in_one_sentence(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = tmp_path / "p.json"
    proof.write_text(text, "utf-8")
    assert main(["verify", str(proof)]) == 1
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert captured.out == ""


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", "soon"])
def test_a_time_that_is_none_is_wrong_usage(seconds: str, forked: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["analyse", "--seconds", seconds, str(forked)])
    assert ended.value.code == 2


def test_one_tile_too_many_is_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    board = written(tmp_path / "board.json", board_to_json(Board({Cell(0, 0): 0})))
    assert main(["analyse", "--size", "0", str(board)]) == 1
    assert ": 1 tile lies on the board, but the game has 0." in capsys.readouterr().err


def test_an_empty_list_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nothing = written(tmp_path / "nothing.json", [])
    board = written(tmp_path / "board.json", board_to_json(Board({Cell(0, 0): 0})))
    assert main(["verify", str(nothing)]) == 1
    assert "holds 0 entries; give one proof" in capsys.readouterr().err
    assert main(["analyse", "--game", "palagem", "--palagems", str(nothing), str(board)]) == 1
    assert "holds 0 entries" in capsys.readouterr().err
