"""Thresholds: a name stands for one number; set twice, the later would silently count for both."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "vision").rglob("*thresholds.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_threshold_is_set_once(path: Path) -> None:
    names = Counter(
        node.id
        for statement in ast.parse(path.read_text("utf-8")).body
        for node in ast.walk(statement)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
    assert names
    assert [name for name, count in names.items() if count > 1] == []
