"""What all tests share."""

from pathlib import Path

import pytest
from hypothesis import settings

from vision.readers.reader import Reader

ROOT = Path(__file__).resolve().parent.parent

# No test may fail because the machine is busy.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@pytest.fixture(scope="session")
def sample_images() -> Path:
    """The folder of sample photos, each a JPEG with its truth beside it."""
    return ROOT / "sample_images"


@pytest.fixture(scope="session")
def reader() -> Reader:
    """The reader with its networks, which hold some memory: one for all tests."""
    return Reader()
