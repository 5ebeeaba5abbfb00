"""Hints are there only where they were agreed on, and say what the search names."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Event
from typing import Any

import pytest

from companion.coaching.coach import Coach, CoachError
from companion.coaching.hints import KINDS, Hints, ThreatHint
from companion.coaching.tasks import TASKS
from companion.referee.setup import setup_of
from rules import Board, Cell, GameError, Move, board_to_json
from rules.engine.threats import ThreatKind
from rules.move import Tile
from rules.palagem.nearness import nearness
from rules.palagem.pattern import all_palagems
from rules.palagonia.judging import rule_on_palagonia
from tests.rules.engine.positions import FORKED, THREATENED
from tests.rules.growing import grown


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
    hints = Hints(coach)
    assert hints.threats(FORKED, 48, 0.0) is None
    coach.may_answer.set()
    with pytest.raises(CoachError):
        hints.threats(FORKED, 48, 60.0)
    found = hints.threats(FORKED, 48, 60.0)
    assert found == (ThreatHint("blue", "one-freedom", (Cell(1, 2),)),)
    assert hints.threats(FORKED, 48, 0.0) == found
    assert coach.asked == 2
    assert hints.threats(Board(), 48, 0.0) == ()


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
    assert setup_of("palagonia", ["A", "B", "C"], {"hints": True}).hints
    assert setup_of("palagem", ["A", "B"], {"hints": True}).hints
    with pytest.raises(GameError, match="play without hints"):
        setup_of("palago", ["A", "B"], {"hints": True, "placement": "anywhere"})


class Here(Coach):
    """Answers in this process, as the coach's own does."""

    def ask(self, question: Mapping[str, Any], _seconds: float) -> dict[str, Any]:
        return TASKS[question["task"]](question)


def test_moves_for_a_roll_are_legal_and_score_what_is_said() -> None:
    board = grown(9, 16)
    hints = Hints(Here()).roll(board, 2, 30, 60.0)
    assert hints
    for hint in hints:
        assert set(hint.move.after) - set(board) == set(hint.move.cells)
        move = Move(placed=tuple(Tile(cell, hint.move.after[cell]) for cell in hint.move.cells))
        verdict = rule_on_palagonia(board, move, die=2, tiles_left=30)
        assert verdict.legal
        assert sum(island.creator for island in verdict.islands) == hint.points
    assert hints[0].points > 0


def test_a_roll_with_nothing_to_do_has_no_moves() -> None:
    nothing_to_turn = Board({Cell(0, 0): 0, Cell(1, 0): 2})
    assert Hints(Here()).roll(nothing_to_turn, 6, 30, 60.0) == ()


def test_each_palagem_is_told_what_it_lacks_and_what_brings_it_nearer() -> None:
    near, far, *_others = all_palagems()
    board = near.tiles.without(min(near.tiles))
    told = Hints(Here()).palagems(board, {"A": near, "B": far}, 30, 60.0, inversion=False)
    assert told is not None
    assert [hint.player for hint in told] == ["A", "B"]
    first = told[0]
    assert first.missing == 1
    assert first.move is not None
    assert nearness(first.move.after, near).missing == 0
