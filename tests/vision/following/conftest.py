"""What all films that are followed share."""

from __future__ import annotations

import pytest

from tests.read_once import ReadOnce


@pytest.fixture(scope="session")
def reader(read_once: ReadOnce) -> ReadOnce:
    """The reader of all films, many of which begin alike."""
    return read_once
