"""One companion for all tests that do not stop it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.end_to_end.companion_process import Companion, start


@pytest.fixture(scope="session")
def companion(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Companion]:
    running = start(tmp_path_factory.mktemp("companion") / "data")
    yield running
    running.stop()
