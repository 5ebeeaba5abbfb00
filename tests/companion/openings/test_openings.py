"""Openings are searched, from where a search stopped, and what is proven is written down."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path, PurePosixPath

import numpy as np
import pytest

from companion.cli import main
from companion.clusters import LOCAL, cluster
from companion.openings.kept import KeptSearch, SearchFileError, kept_search, search_to_bytes
from companion.openings.page import Entry, page_files
from companion.openings.searching import found_in, search_opening
from companion.openings.spreading import spread_opening
from rules.engine.openings import Opening, openings
from rules.engine.proof_number import LOST, WON, Numbers
from rules.proofs.proof import proof_from_json
from rules.proofs.verifying import verify

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
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["opening"] for line in lines] == list("abcdef")
    assert (lines[1]["known"], lines[1]["moves"]) == ("lost", 3)
    assert {line["known"] for line in lines if line["opening"] != "b"} == {"unknown"}
    proof = proof_from_json(json.loads((folder / "b.json").read_text()))
    assert proof.board == opening("b").board
    assert verify(proof).positions > 10
    text = page.read_text()
    assert "| **b** | ![](openings/b.svg) 4, 4 | **White loses**" in text
    for name in ("b.svg", "b-line.svg", "f.svg"):
        assert (folder / name).read_text().startswith("<svg")
    # what is known already is not searched again
    assert main(["openings", "--only", "b", *told]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[1])["nodes"] == lines[1]["nodes"]


def test_what_is_not_known_is_not_said() -> None:
    one = opening("f")
    search = KeptSearch()
    text = page_files([Entry(one, found_in(one.board, search), search)], PurePosixPath())[""]
    assert "unknown; proof number 1" in text
    assert "White loses" not in text


def test_two_workers_search_and_one_of_them_dies() -> None:
    board, search, killed = opening("c").board, KeptSearch(), list[int]()

    def kill_one(_search: KeptSearch, _numbers: Numbers) -> None:
        if not killed:
            workers = client.run(os.getpid)
            killed.append(next(iter(workers.values())))
            os.kill(killed[0], signal.SIGKILL)

    with cluster(LOCAL, workers=2) as client:
        began = time.monotonic()
        found = spread_opening(client, board, search, PATIENCE_S, ignore, kill_one, job_nodes=4)
    assert killed
    assert found.known == "lost", f"after {time.monotonic() - began:.0f} s, {search.nodes} nodes"
    assert found.proof is not None
    assert found.proof.moves >= 4
