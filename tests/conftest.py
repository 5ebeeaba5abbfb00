"""What all tests share."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def sample_images() -> Path:
    """The folder of sample photos, each a JPEG with its truth beside it."""
    return ROOT / "sample_images"
