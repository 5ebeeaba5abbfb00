"""Whatever a parser is given, it reads it or raises what it says it raises; no request is a 500.

1,200 inputs and 300 requests are tried; PALAGO_FUZZ=100000 in the environment makes it 100,000
inputs and a fifth as many requests.
"""

from __future__ import annotations

import os

from tests.end_to_end.running_alone import lines_of
from tests.fuzzing import api_cases, campaign
from tests.fuzzing.api_requests import ROLES

FUZZ = int(os.environ.get("PALAGO_FUZZ", "1200"))
PARSERS = 30
"""There are at least so many."""
A_THIRD = 1 / 3


def test_only_documented_errors_leave_a_parser() -> None:
    *problems, done = lines_of(campaign, "--inputs", str(FUZZ))
    assert problems == []
    assert done["tried"] == FUZZ
    assert done["parsers"] >= PARSERS


def test_no_request_of_anybody_is_an_internal_error() -> None:
    requests = FUZZ // (4 if FUZZ < 10_000 else 5)
    *problems, done = lines_of(api_cases, "--inputs", str(requests))
    assert problems == []
    assert done["tried"] == requests
    assert set(done["statuses"]) == set(ROLES)
    for role in ("host", "player"):
        assert reached(done["statuses"][role]) > A_THIRD, "too few requests come as far as a game"


def reached(statuses: dict[str, int]) -> float:
    """Return how many of the requests were neither turned away nor for nothing."""
    away = sum(statuses.get(status, 0) for status in ("403", "404", "405"))
    return 1 - away / sum(statuses.values())
