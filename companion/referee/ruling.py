"""Ruling on what somebody did on the table, in whichever game is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from companion.referee.setup import Setup
from rules import (
    Board,
    Cell,
    Palagem,
    Progress,
    Verdict,
    difference,
    judge_palagem,
    judge_palago,
    judge_palagonia,
    palagem_progress,
    palago_progress,
    palagonia_progress,
)
from rules.judging import PALAGEM, PALAGO
from rules.palagonia.judging import already_wrong, rule_on_palagonia

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Attempt:
    """What somebody did on the table.

    Attributes
    ----------
    mover
        Who did it.
    before, after
        The boards.
    die
        Palagonia's roll, where it is known.
    order
        The placed cells in the order of placement, where it is known.
    is_first
        Whether nobody moved before.
    """

    mover: str
    before: Board
    after: Board
    die: int | None = None
    order: tuple[Cell, ...] | None = None
    is_first: bool = False


def progress_of(setup: Setup, palagems: Mapping[str, Palagem], attempt: Attempt) -> Progress:
    """Tell how far an attempt at a move has come."""
    if setup.game == PALAGO:
        return _in_palago(palago_progress, setup, attempt)
    if setup.game == PALAGEM:
        return _in_palagem(palagem_progress, setup, palagems, attempt)
    return palagonia_progress(
        attempt.before,
        attempt.after,
        die=attempt.die,
        tiles_left=setup.tiles_left(attempt.before),
        first_move=attempt.is_first,
    )


def verdict_on(setup: Setup, palagems: Mapping[str, Palagem], attempt: Attempt) -> Verdict:
    """Rule on an attempt as a whole move, whatever may still be due."""
    if setup.game == PALAGO:
        return _in_palago(judge_palago, setup, attempt)
    if setup.game == PALAGEM:
        return _in_palagem(judge_palagem, setup, palagems, attempt)
    left = setup.tiles_left(attempt.before)
    if attempt.die is None:
        return judge_palagonia(attempt.before, attempt.after, die=None, tiles_left=left)
    verdict = rule_on_palagonia(
        attempt.before,
        difference(attempt.before, attempt.after),
        die=attempt.die,
        tiles_left=left,
        first_move=attempt.is_first,
    )
    return replace(verdict, already=already_wrong(attempt.before))


def _in_palago(rule: Callable[..., Answer], setup: Setup, attempt: Attempt) -> Answer:
    return rule(
        attempt.before,
        attempt.after,
        mover=setup.color(attempt.mover),
        tiles_left=setup.tiles_left(attempt.before),
        options=setup.palago,
        order=attempt.order,
    )


def _in_palagem(
    rule: Callable[..., Answer],
    setup: Setup,
    palagems: Mapping[str, Palagem],
    attempt: Attempt,
) -> Answer:
    return rule(
        attempt.before,
        attempt.after,
        mover=attempt.mover,
        tiles_left=setup.tiles_left(attempt.before),
        palagems=palagems,
        options=setup.palagem,
    )
