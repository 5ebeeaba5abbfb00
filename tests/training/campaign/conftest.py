"""What all tests of the campaign share."""

from __future__ import annotations

import pytest

from tests.read_once import ReadOnce


@pytest.fixture(scope="session")
def reader(read_once: ReadOnce) -> ReadOnce:
    """The reader of all drawn games, some of which begin alike."""
    return read_once
