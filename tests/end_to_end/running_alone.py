"""Running a module of the tests as a program of its own, one that forks or takes long."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def lines_of(module: ModuleType, *arguments: str) -> list[dict[str, Any]]:
    """Return the lines of JSON that a module prints; whatever else it prints is left out."""
    command = [sys.executable, "-m", module.__name__, *arguments]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith(b"{")]
