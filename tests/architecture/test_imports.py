"""The house rules about who may import whom, as pyproject.toml states them."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("rules", "vision", "calibration", "companion", "training")
MOST_LINES = 450


def test_imports_go_one_way() -> None:
    command = Path(sys.executable).with_name("lint-imports")
    result = subprocess.run(
        [command, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    assert "Contracts: 7 kept, 0 broken" in " ".join(result.stdout.split())


@pytest.mark.parametrize("package", PACKAGES)
def test_modules_stay_small_enough_to_read(package: str) -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines())
        for path in (ROOT / package).rglob("*.py")
    }
    assert lengths, f"{package}/ holds no modules"
    assert not {name: n for name, n in lengths.items() if n > MOST_LINES}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_module_says_what_it_is_for(package: str) -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in (ROOT / package).rglob("*.py")
        if (code := path.read_text("utf-8")).strip() and not ast.get_docstring(ast.parse(code))
    ]
    assert not silent
