"""Hints are there only where they were agreed on, and say what the search names."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Event
from typing import Any

import pytest

from companion.coaching.coach import Coach, CoachError
from companion.coaching.tasks import TASKS
from companion.coaching.threat_hints import KINDS, ThreatHint, ThreatHints
from companion.referee.setup import setup_of
from rules import Board, Cell, GameError, board_to_json
from rules.engine.threats import ThreatKind
from tests.rules.engine.positions import FORKED, THREATENED


class Patient(Coach):
    """Names one threat, once it may; counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = Event()
        self.asked = 0

    def ask(self, _question: Mapping[str, Any], _seconds: float) -> dict[str, Any]:
        self.may_answer.wait()
        self.asked += 1
        if self.asked == 1:
            raise CoachError("Not now.")
        return {"threats": [{"color": "blue", "kind": "one-freedom", "cells": [[1, 2]]}]}


def test_they_are_looked_for_once_and_kept() -> None:
    coach = Patient()
    hints = ThreatHints(coach)
    assert hints.of(FORKED, 48, 0.0) is None
    coach.may_answer.set()
    with pytest.raises(CoachError):
        hints.of(FORKED, 48, 60.0)
    found = hints.of(FORKED, 48, 60.0)
    assert found == (ThreatHint("blue", "one-freedom", (Cell(1, 2),)),)
    assert hints.of(FORKED, 48, 0.0) is found
    assert coach.asked == 2
    assert hints.of(Board(), 48, 0.0) == ()


def test_they_are_those_of_the_search() -> None:
    assert tuple(ThreatKind) == KINDS
    task = TASKS["threats"]
    named = task({"board": board_to_json(FORKED), "size": 48})["threats"]
    assert [one["kind"] for one in named if one["color"] == "blue"][-1] == "double"
    named = task({"board": board_to_json(THREATENED), "size": 48})["threats"]
    assert {one["color"] for one in named} == {"blue"}


def test_nobody_has_hints_who_did_not_agree_on_them() -> None:
    assert not setup_of("palago", ["A", "B"]).hints
    assert setup_of("palago", ["A", "B"], {"hints": True}).hints
    with pytest.raises(GameError, match="play without hints"):
        setup_of("palago", ["A", "B"], {"hints": True, "placement": "anywhere"})
