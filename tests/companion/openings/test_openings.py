"""Openings are searched, from where a search stopped, and what is proven is written down."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import numpy as np
import pytest

from companion.cli import main
from companion.cli import openings as openings_command
from companion.clusters import LOCAL, Client, ClusterError, cluster
from companion.openings import spreading
from companion.openings.kept import (
    KeptSearch,
    SearchFileError,
    kept_search,
    search_to_bytes,
    table_from_arrays,
)
from companion.openings.page import Entry, page_files
from companion.openings.searching import found_in, search_opening
from companion.openings.spreading import JobTree, search_job, spread_opening
from rules import BLUE
from rules.board_json import board_to_json
from rules.engine.openings import Opening, openings
from rules.engine.position import FastPosition
from rules.engine.proof_number import LOST, WON, Numbers, ProofNumberSearch
from rules.engine.proving import proof_of_win
from rules.proofs import verifying
from rules.proofs.line import main_line
from rules.proofs.proof import proof_from_json
from rules.proofs.verifying import Flaw, ProofError, verify

PATIENCE_S = 120.0


def opening(name: str) -> Opening:
    return next(one for one in openings() if one.name == name)


def ignore(_search: KeptSearch) -> None:
    """Keep nothing."""


def test_a_search_is_read_as_it_was_kept(tmp_path: Path) -> None:
    table = {bytes([n] * 16): Numbers(n, 2 * n) for n in range(20)} | {b"w" * 16: WON}
    search = KeptSearch(table, nodes=7, seconds=2.5)
    (tmp_path / "a.npz").write_bytes(search_to_bytes(search))
    assert kept_search(tmp_path / "a.npz") == search
    assert kept_search(tmp_path / "none.npz") == KeptSearch()


@pytest.mark.parametrize("spoil", ["cut", "text", "empty", "other"])
def test_a_damaged_search_is_refused_and_stays(tmp_path: Path, spoil: str) -> None:
    file = tmp_path / "a.search.npz"
    whole = search_to_bytes(KeptSearch({b"k" * 16: LOST}))
    if spoil == "other":
        np.savez(file, keys=np.zeros(3))
    else:
        file.write_bytes({"cut": whole[:-40], "text": b"not a search", "empty": b""}[spoil])
    before = file.read_bytes()
    with pytest.raises(SearchFileError, match="move it away"):
        kept_search(file)
    assert main(["openings", "--folder", str(tmp_path), "--only", "a", "--seconds", "1"]) == 1
    assert file.read_bytes() == before


def test_a_search_killed_in_the_middle_goes_on(tmp_path: Path) -> None:
    """The process dies between two writes; what it wrote is whole, and leads on to the proof."""
    file = tmp_path / "c.npz"
    program = (
        "from companion.openings import kept, searching\n"
        "from rules.engine.openings import openings\n"
        "from pathlib import Path\n"
        "searching.KEEP_EACH_S, searching._SLICE = 0.0, 3\n"
        "board = next(o.board for o in openings() if o.name == 'c')\n"
        f"file = Path({str(file)!r})\n"
        "searching.search_opening(board, kept.KeptSearch(), 60.0,"
        " lambda s: (file.write_bytes(kept.search_to_bytes(s)), print('kept', flush=True),"
        " __import__('time').sleep(9)))\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"kept\n"
        process.kill()
    search = kept_search(file)
    board = opening("c").board
    assert found_in(board, search).known == "unknown"
    nodes = search.nodes
    assert 0 < nodes <= 3
    found = search_opening(board, search, PATIENCE_S, ignore)
    assert found.known == "lost"
    assert search.nodes > nodes


def test_the_command_proves_what_falls_to_a_fork_and_writes_it_down(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "docs" / "openings.md"
    page.parent.mkdir()
    folder = page.parent / "openings"
    told = ["--folder", str(folder), "--page", str(page), "--seconds", "30", "--json"]
    assert main(["openings", "--only", "b", *told]) == 0
    (line,) = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (line["opening"], line["known"], line["moves"]) == ("b", "lost", 3)
    proof = proof_from_json(json.loads((folder / "b.json").read_text()))
    assert proof.board == opening("b").board
    assert verify(proof).positions > 10
    text = page.read_text()
    assert "| **b** | ![](openings/b.svg) 4, 4 | **White loses**" in text
    assert text.count("| **") > text.count("**White loses**") == 1, "the page has all openings"
    for name in ("b.svg", "b-line.svg", "f.svg"):
        assert (folder / name).read_text().startswith("<svg")
    # what is known already is not searched again, nor what is proven and its search gone
    (folder / "b.search.npz").unlink()
    assert main(["openings", "--only", "b", *told]) == 0
    assert json.loads(capsys.readouterr().out)["nodes"] == line["nodes"]


@pytest.mark.parametrize("letters", ["z", "az", "", "A"])
def test_openings_that_there_are_none_of_are_wrong_usage(
    letters: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["openings", "--only", letters, "--folder", str(tmp_path / "none")])
    assert ended.value.code == 2
    assert "write letters of abcdef" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()


def test_a_proof_that_does_not_hold_is_not_written_down(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_proof: object) -> None:
        raise ProofError(Flaw.NO_SUCH_STEP(step=7))

    monkeypatch.setattr(verifying, "verify", refused)
    told = ["--folder", str(tmp_path), "--seconds", "30", "--json"]
    assert main(["openings", "--only", "b", *told]) == 1
    said = capsys.readouterr()
    assert "b: Step 7 is missing." in said.err
    assert json.loads(said.out)["known"] == "unknown"
    assert not (tmp_path / "b.json").exists()


@pytest.mark.parametrize(
    ("name", "content"),
    [("b.json", "{"), ("b.json", "other"), ("efforts.json", '{"a": 1}'), ("efforts.json", "[]")],
)
def test_a_kept_file_that_is_none_is_named_and_stays(
    name: str, content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = Path(__file__).parents[3] / "docs" / "openings" / "a.json"
    text = proof.read_text("utf-8") if content == "other" else content
    (tmp_path / name).write_text(text, "utf-8")
    assert main(["openings", "--only", "b", "--folder", str(tmp_path), "--seconds", "1"]) == 1
    assert f"{name} " in capsys.readouterr().err
    assert (tmp_path / name).read_text("utf-8") == text


def test_what_is_not_known_is_not_said() -> None:
    one = opening("f")
    search = KeptSearch()
    text = page_files([Entry(one, found_in(one.board, search), search)], PurePosixPath())[""]
    assert "unknown; proof number 1" in text
    assert "White loses" not in text


@pytest.mark.parametrize("name", ["b.json", "b.search.npz", "efforts.json", "openings.md"])
def test_what_cannot_be_written_is_no_success(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openings_command, "write_file", lambda path, _data: path.name != name)
    assert main(["openings", "--only", "b", "--folder", str(tmp_path), "--seconds", "30"]) == 1


def test_a_search_that_is_spread_goes_on_below_what_was_opened() -> None:
    board = opening("c").board
    deep = ProofNumberSearch(FastPosition(board), BLUE)
    deep.search(10)
    tree = JobTree(deep)
    before = dict(deep.table)
    given = tree.give_away()
    assert given is not None
    away, position = given
    assert len(position) > len(board)
    tree.take(away, None)
    assert away.key not in deep.table
    # what a shallow search says of positions that were searched deeper does not count
    shallow = search_job(board_to_json(board), 1)
    given = tree.give_away()
    assert given is not None
    tree.take(given[0], shallow)
    counted = before.keys() - {step.key for step in (*away.way, *given[0].way)}
    assert len(counted) > 300
    assert all(sum(deep.table[key]) >= sum(before[key]) for key in counted)


def test_a_search_whose_positions_are_given_away_comes_to_the_same_end() -> None:
    board = opening("c").board
    deep = ProofNumberSearch(FastPosition(board), BLUE)
    tree = JobTree(deep)
    while 0 not in deep.numbers():
        given = tree.give_away()
        assert given is not None
        away, position = given
        tree.take(away, search_job(board_to_json(position), 30))
        assert away.key in deep.table
    assert deep.numbers() == WON
    for move in main_line(proof_of_win(deep))[:-1]:
        board = board.with_tiles(move.placed)
    answer = search_job(board_to_json(board), 30)
    assert list(table_from_arrays(answer.keys, answer.numbers).values()) == [WON]


@pytest.fixture(scope="module")
def two_workers() -> Iterator[Client]:
    with cluster(LOCAL, workers=2) as client:
        yield client


def test_work_that_fails_by_itself_is_told_and_the_tree_kept(
    two_workers: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spreading, "search_job", divmod)  # which takes no board
    kept = list[dict[bytes, Numbers]]()
    board, search = opening("c").board, KeptSearch()

    def keep(one: KeptSearch) -> None:
        kept.append(dict(one.table))

    with pytest.raises(ClusterError, match=r"failed at what it was given .*look whether"):
        spread_opening(two_workers, board, search, PATIENCE_S, keep)
    assert kept == [{}]


def test_two_workers_search_and_one_of_them_dies(two_workers: Client) -> None:
    board, search, killed = opening("c").board, KeptSearch(), list[int]()

    def kill_one(_search: KeptSearch, _numbers: Numbers) -> None:
        if not killed:
            workers = two_workers.run(os.getpid)
            killed.append(next(iter(workers.values())))
            os.kill(killed[0], signal.SIGKILL)

    began = time.monotonic()
    found = spread_opening(two_workers, board, search, PATIENCE_S, ignore, kill_one, job_nodes=4)
    assert killed
    assert found.known == "lost", f"after {time.monotonic() - began:.0f} s, {search.nodes} nodes"
    assert found.proof is not None
    assert found.proof.moves >= 4
