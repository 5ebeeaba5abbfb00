"""What all tests of calibrating share."""

from __future__ import annotations

import pytest

from tests.read_once import ReadOnce


@pytest.fixture(scope="session")
def reader(read_once: ReadOnce) -> ReadOnce:
    """A reader for photos that are read with what was learned, and without."""
    return read_once
