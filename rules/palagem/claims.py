"""Completed palagems: what is said of them, what players claim, and how a game ends by them."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Any

from rules.course import Claim, ClaimKind, Course, Outcome
from rules.verdict import Verdict


class Mode(StrEnum):
    """Whether completed palagems are called out."""

    ANNOUNCE = "announce"
    """They are, and end the game at once."""
    CLAIM = "claim"
    """They are not: nothing is said until somebody claims."""


def judged_claim(course: Course[Any], player: str, kind: ClaimKind) -> Claim:
    """Return a player's claim of the last move, judged."""
    completed = course.last.verdict.palagems if course.last else ()
    right = completed == (player,) if kind is ClaimKind.WIN else len(completed) > 1
    return Claim(player, kind, right)


def told(verdict: Verdict, mode: Mode) -> Verdict:
    """Return a verdict without what players are not told: in *claim* mode nothing of palagems."""
    if mode is Mode.ANNOUNCE:
        return verdict
    return replace(verdict, winner=None, loser=None, reason=None, palagems=(), over=False)


def outcome_of_palagem(course: Course[Any], mode: Mode) -> Outcome | None:
    """Return how a game ended, or None while it goes on."""
    if course.last is None or course.last.verdict.reason is None:
        return None
    newest = course.events[-1]
    if mode is Mode.CLAIM and not (isinstance(newest, Claim) and newest.right):
        return None
    verdict = course.last.verdict
    return Outcome(winner=verdict.winner, reason=str(verdict.reason), loser=verdict.loser)
