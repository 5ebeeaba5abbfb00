"""The example notebooks run, say what they should, and are kept without outputs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

EXECUTE = Path(sys.executable).with_name("jupyter-execute")
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))
SAYS = {
    "read_a_photo": ["1 cluster, sure", "dice: [", "island"],
    "judge_a_position": ["tiles that do not match:", "is legal", "edge-mismatch"],
    "replay_a_game": ["A closed group of 3 arches wins for blue.", "oo", "Bob might have played"],
    "analyse_a_position": ["blue to move: win", "one-freedom"],
}
LONGEST_S = 300
"""Where the search was never compiled before, that takes most of it."""


def printed(cell: Any) -> str:
    return "".join(output.get("text", "") for output in cell.get("outputs", ()))


def test_every_example_is_looked_at() -> None:
    assert {path.stem for path in NOTEBOOKS} == SAYS.keys()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_is_kept_without_outputs(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(code) >= 2
    assert not [cell for cell in code if cell.outputs or cell.execution_count is not None]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_it_runs_and_says_what_it_should(path: Path, tmp_path: Path) -> None:
    own = ("IPYTHONDIR", "JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR")
    environment = {**os.environ, **{name: str(tmp_path / name) for name in own}}
    executed = tmp_path / path.name
    command = [EXECUTE, f"--output={executed}", f"--timeout={LONGEST_S}", str(path)]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=LONGEST_S
    )
    assert done.returncode == 0, done.stderr
    notebook = nbformat.read(executed, as_version=4)
    said = "".join(map(printed, notebook.cells))
    for words in SAYS[path.stem]:
        assert words in said, said
    if path.stem == "read_a_photo":
        assert "image/jpeg" in notebook.cells[-1].outputs[-1].data
