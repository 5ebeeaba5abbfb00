"""The command line: what it prints, where, and with which exit status."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from companion.cli import COMMANDS, build_parser, main
from companion.cli.documents import documents
from companion.cli.read import describe
from companion.cli.score import is_photo
from rules import Board, Cell, analyse, analysis_to_json, board_to_json
from vision.reading import ClusterReading, Reading

# Three tiles about an eye, and two that do not match.
EYE = Board({Cell(0, 0): 0, Cell(1, 0): 2, Cell(1, -1): 4})
CLASH = Board({Cell(0, 0): 0, Cell(1, 0): 1})


class Ran:
    """What a command did: its exit status, its answers and its complaints."""

    def __init__(self, status: int, out: str, err: str) -> None:
        self.status, self.out, self.err = status, out, err

    @property
    def answers(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def palago(capfd: pytest.CaptureFixture[str]) -> Any:
    """Run ``palago`` and return what it did; nothing may ever end in a traceback."""

    def run(*arguments: object) -> Ran:
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as error:
            status = int(error.code or 0)
        captured = capfd.readouterr()
        assert "Traceback" not in captured.err
        return Ran(status, captured.out, captured.err)

    return run


def write(path: Path, *values: object) -> Path:
    path.write_text("".join(f"{json.dumps(value)}\n" for value in values), "utf-8")
    return path


def test_every_command_has_help_with_an_example(palago: Any) -> None:
    actions = build_parser()._subparsers._group_actions  # type: ignore[union-attr]
    commands = list(actions[0].choices)
    assert {"read", "score", "judge", "watch", "serve"} <= set(commands)
    for command in commands:
        helped = palago(command, "--help")
        assert helped.status == 0
        assert f"  palago {command} " in helped.out


@pytest.mark.parametrize("arguments", [["--help"], *([c.name, "--help"] for c in COMMANDS)])
def test_help_waits_for_no_library(arguments: list[str]) -> None:
    asked = f"import sys; from companion.cli import main; main({arguments!r})"
    ran = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", asked], capture_output=True, text=True
    )
    loaded = {line.rpartition("|")[2].strip() for line in ran.stderr.splitlines()}
    assert "companion.cli" in loaded
    assert not loaded & {"numpy", "cv2", "onnxruntime", "flask", "pydantic", "reportlab"}
    if arguments == ["--help"]:
        assert not {name for name in loaded if name.startswith(("rules", "companion.record"))}


@pytest.mark.parametrize(
    "arguments", [[], ["referee"], ["score"], ["judge"], ["read"], ["serve", "--port", "90000"]]
)
def test_wrong_usage_is_status_two(palago: Any, arguments: list[str]) -> None:
    ran = palago(*arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert "usage: palago" in ran.err


def test_score_takes_boards_in_every_form(palago: Any, tmp_path: Path) -> None:
    bare = write(tmp_path / "bare.json", board_to_json(EYE))
    named = write(tmp_path / "named.json", {"name": "eye", "board": board_to_json(EYE)})
    lines = write(
        tmp_path / "both.jsonl",
        {"name": "first", "board": board_to_json(EYE), "expect": "ignored"},
        board_to_json(CLASH),
    )
    ran = palago("score", "--json", bare, named, lines)
    assert ran.status == 0
    assert [answer.pop("name") for answer in ran.answers] == [
        str(bare),
        "eye",
        "first",
        f"{lines}:2",
    ]
    eye, clash = (analysis_to_json(analyse(board)) for board in (EYE, CLASH))
    scores = [{k: v for k, v in a.items() if k != "name"} for a in ran.answers]
    assert scores == [eye, eye, eye, clash]
    assert ran.err == ""


def test_score_says_in_words_what_stands(palago: Any, tmp_path: Path) -> None:
    ran = palago("score", write(tmp_path / "eye.json", {"name": "eye", **board_to_json(EYE)}))
    assert ran.status == 0
    assert ran.out.startswith("eye: 3 tiles. Largest groups: white ")
    assert "1 white eye" in ran.out or "1 blue eye" in ran.out


def test_a_name_in_any_script_comes_back(palago: Any, tmp_path: Path) -> None:
    for name in ("плитка 六角", "\ud800 alone", 7, None):
        ran = palago("score", "--json", write(tmp_path / "n.json", {"name": name, "tiles": []}))
        assert ran.answers[0]["name"] == name


def test_names_do_not_control_the_terminal(palago: Any, tmp_path: Path) -> None:
    board = {"name": "red\x1b[31m \x9b2J \u202e نام‌ها", **board_to_json(EYE)}
    for command in (["score"], ["analyse", "--game=palagonia", "--die=1"]):
        ran = palago(*command, write(tmp_path / "a\x1bb.json", board))
        assert "\x1b" not in ran.out
        assert "\\x1b" in ran.out
    assert palago("score", write(tmp_path / "board.json", board)).out.startswith(
        "red\\x1b[31m \\x9b2J \\u202e نام‌ها: 3 tiles."
    )
    one_way, other_way = {**board, "name": "\u2068نام\u2069 9"}, {**board, "name": "9 \u2068نام"}
    assert palago("score", write(tmp_path / "shut.json", one_way)).out.startswith(
        "\u2068نام\u2069 9:"
    )
    assert palago("score", write(tmp_path / "open.json", other_way)).out.startswith("9 \\u2068نام:")
    missing = palago("score", tmp_path / "c\x1bd.json")
    assert "c\\x1bd.json cannot be opened" in missing.err


TWICE = {"tiles": [{"q": 0, "r": 0, "orientation": 0}, {"q": 0, "r": 0, "orientation": 2}]}


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("twice.json", json.dumps(TWICE), "given twice"),
        ("empty.json", "", "is empty"),
        ("empty.jpg", "", "empty.jpg"),
        ("letter.jpg", "Dear aunt, this is no picture.", "letter.jpg"),
        ("letter.txt", "Dear aunt, this is no board.", "is not JSON"),
        ("broken.json", '{"tiles": [', "is not JSON"),
        ("deep.json", "[" * 100_000, "nested too deeply"),
        ("long.json", '{"tiles": [' + "9" * 5000 + "]}", "cannot be read as JSON"),
        ("number.json", "17", "an object like"),
        ("missing.json", None, "missing.json"),
        ("missing.jpg", None, "missing.jpg"),
    ],
)
def test_what_cannot_be_scored_is_one_sentence(
    palago: Any, tmp_path: Path, name: str, content: str | None, says: str
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_text(content, "utf-8")
    ran = palago("score", "--json", path)
    assert ran.status == 1
    assert says in ran.err
    assert len(ran.err.splitlines()) == 1
    (answer,) = ran.answers
    assert says in answer["error"]
    in_words = palago("score", path)
    assert (in_words.status, in_words.out) == (1, "")


def test_one_bad_file_does_not_stop_the_others(palago: Any, tmp_path: Path) -> None:
    good = write(tmp_path / "good.json", board_to_json(EYE))
    mixed = tmp_path / "mixed.jsonl"
    mixed.write_text(f'{json.dumps(board_to_json(EYE))}\n{{"tiles": oops}}\n{{"tiles": []}}\n')
    ran = palago("score", "--json", good, tmp_path / "missing.json", mixed)
    assert ran.status == 1
    assert ["error" in answer for answer in ran.answers] == [False, True, False, True, False]
    assert f"{mixed}:2 is not JSON" in ran.answers[3]["error"]


def test_files_are_told_apart_by_what_is_in_them(sample_images: Path) -> None:
    photo = (sample_images / "p001087_small.jpg").read_bytes()
    board = json.dumps(board_to_json(EYE)).encode()
    for name, content, expected in (
        ("photo.jpg", photo, True),
        ("photo", photo, True),
        ("photo.json", photo, True),
        ("board.json", board, False),
        ("board.jpg", board, False),
        ("board", b"\xef\xbb\xbf\n " + board, False),
        ("notes.txt", "é".encode() * 3000, False),
        ("utf-16.json", board.decode().encode("utf-16"), False),
        ("big-endian.json", board.decode().encode("utf-16-be"), False),
    ):
        assert is_photo(name, content) == expected, name


@pytest.mark.parametrize("command", ["score", "analyse", "judge"])
def test_text_that_is_not_utf8_is_said_to_be_that(
    palago: Any, tmp_path: Path, command: str
) -> None:
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        (tmp_path / "board.json").write_text(json.dumps(board_to_json(EYE)), encoding)
        ran = palago(command, tmp_path / "board.json")
        assert ran.status == 1
        assert "board.json is not UTF-8 text" in ran.err
        assert ran.err.endswith("; save it as UTF-8.\n")


@pytest.mark.parametrize(
    "command", [["score", "--json"], ["analyse", "--game=palagonia", "--die=1"]]
)
def test_a_pipe_is_read_once(palago: Any, tmp_path: Path, command: list[str]) -> None:
    """What was read to tell a board from a photo is not lost, and nobody waits for more."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    given = json.dumps({"name": "eye", "board": board_to_json(EYE), "more": " " * 9000})
    writer = Thread(target=pipe.write_text, args=(given, "utf-8"), daemon=True)
    writer.start()
    ran = palago(*command, pipe)
    writer.join(10)
    assert (ran.status, ran.err) == (0, "")


@pytest.mark.parametrize("separator", ["\n", "\r\n", "\n\n"])
def test_json_lines_and_lists_are_the_same_moves(separator: str) -> None:
    values = [{"name": "a\u2028b"}, {"name": "c"}]
    lines = separator.join(json.dumps(value, ensure_ascii=False) for value in values)
    assert [document.data for document in documents(lines, "moves")] == values
    assert [document.data for document in documents(json.dumps(values), "moves")] == values
    pretty = json.dumps(values[0], indent=2)
    assert [document.data for document in documents(pretty, "moves")] == values[:1]


OPENING = {
    "name": "opening",
    "game": "palago",
    "mover": "white",
    "tiles_left": 48,
    "before": {"tiles": []},
    "after": board_to_json(Board({Cell(0, 0): 0, Cell(1, 0): 2})),
}


def test_judge_gives_one_verdict_a_move(palago: Any, tmp_path: Path) -> None:
    illegal = {**OPENING, "name": "clash", "after": board_to_json(CLASH)}
    ran = palago("judge", "--json", write(tmp_path / "moves.jsonl", OPENING, illegal))
    assert ran.status == 1
    assert [(a["name"], a["legal"]) for a in ran.answers] == [("opening", True), ("clash", False)]
    assert [v["code"] for v in ran.answers[1]["violations"]] == ["edge-mismatch"]
    in_words = palago("judge", write(tmp_path / "moves.json", OPENING))
    assert (in_words.status, in_words.out) == (0, "opening: legal\n")


def test_judge_names_what_is_no_move(palago: Any, tmp_path: Path) -> None:
    ran = palago("judge", "--json", write(tmp_path / "m.jsonl", {"game": "chess"}, OPENING, 3))
    assert ran.status == 1
    assert [("error" in answer) for answer in ran.answers] == [True, False, True]
    missing = palago("judge", "--json", tmp_path / "nothing.json")
    assert (missing.status, len(missing.answers)) == (1, 1)


def test_judge_reads_standard_input(palago: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    given = io.TextIOWrapper(io.BytesIO(json.dumps(OPENING).encode()), "ascii")
    monkeypatch.setattr("sys.stdin", given)
    assert palago("judge", "-").out == "opening: legal\n"
    monkeypatch.setattr("sys.stdin", None)
    closed = palago("judge", "-")
    assert (closed.status, "Standard input is closed" in closed.err) == (1, True)


def test_judge_reads_on_where_a_line_is_broken(palago: Any, tmp_path: Path) -> None:
    path = tmp_path / "moves.jsonl"
    for broken in ('{"game": ', "Dear aunt", '{"game": "palago", "game": "palagem"}'):
        path.write_text(f"{broken}\n{json.dumps(OPENING)}\n", "utf-8")
        ran = palago("judge", "--json", path)
        assert ran.status == 1
        assert ["error" in answer for answer in ran.answers] == [True, False]
        assert ran.err.startswith(f"palago: {path}:1")


SPOILT: list[tuple[bytes, str]] = [
    (b"", "is empty"),
    (b"\x00\xff\xfe", "is not UTF-8 text"),
    (b"null", "must be an object like"),
    (b'{"game": "palago", "game": "palagem"}', 'gives "game" twice in one object'),
    (b'{"tiles_left": ' + b"9" * 5000 + b"}", "a number in it is too long"),
    (json.dumps({**OPENING, "tiles_left": float("nan")}).encode(), "holds NaN, which is no number"),
    (b'{"name": -Infinity}', "holds -Infinity, which is no number"),
    (b'{"name": 1e999}', "holds 1e999, which is no number"),
    (json.dumps({**OPENING, "tiles_left": "9" * 99}).encode(), "but is '" + "9" * 39 + "…'."),
    (json.dumps({**OPENING, "tiles_left": -1}).encode(), "must be 0 or more, but is -1"),
    (json.dumps({**OPENING, "mover": ["white"]}).encode(), "one of white, blue, but is a list"),
    (json.dumps({**OPENING, "after": {"tiles": [{"q": 10**99}]}}).encode(), "but is 1000"),
    (json.dumps({**OPENING, "before": None}).encode(), 'board "before" of the move cannot be read'),
]


@pytest.mark.parametrize(("content", "says"), SPOILT, ids=[says for _, says in SPOILT])
def test_what_cannot_be_judged_is_one_sentence(
    palago: Any, tmp_path: Path, content: bytes, says: str
) -> None:
    path = tmp_path / "moves.json"
    path.write_bytes(content)
    ran = palago("judge", "--json", path)
    assert ran.status == 1
    (line,) = ran.err.splitlines()
    (answer,) = ran.answers
    assert says in line
    assert says in answer["error"]
    in_words = palago("judge", path)
    assert (in_words.status, in_words.out, in_words.err) == (1, "", ran.err)


def test_serve_names_what_keeps_it_from_starting(
    palago: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.readers.reader.Reader", lambda: None)
    (tmp_path / "file").write_text("in the way")
    ran = palago("serve", "--port", "0", "--data", tmp_path / "file")
    assert ran.status == 2
    assert "choose another" in ran.err


def test_a_file_of_the_program_that_cannot_be_read_is_one_sentence(
    palago: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> None:
        (tmp_path / "missing.onnx").read_bytes()

    monkeypatch.setattr("vision.readers.reader.Reader", fails)
    ran = palago("serve", "--port", "0", "--data", tmp_path / "data")
    assert ran.status == 1
    (line,) = ran.err.splitlines()
    assert line.endswith("missing.onnx cannot be read or written: no such file or directory.")


def test_reading_names_the_tiles_of_each_cluster(truth: Callable[[str], Reading]) -> None:
    reading = truth("p001087_small")
    first, second = sorted(reading.clusters[0].tiles, key=lambda tile: tile.cell)
    unsure = ClusterReading((replace(first, sure=False), second))
    lines = describe("p.jpg", replace(reading, clusters=(unsure,), dice=())).splitlines()
    (q, r), (other_q, other_r) = first.cell, second.cell
    assert lines[-1] == (f"  {q},{r}={first.orientation}? {other_q},{other_r}={second.orientation}")
