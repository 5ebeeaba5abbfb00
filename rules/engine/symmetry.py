"""One name for all positions that are alike but for where and how the table is turned or mirrored.

A tile is its own mirror image about the line through its tips. So turning the table by 60 degrees
and looking at it in a mirror change nothing in Palago, nor does swapping the players' colours.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from rules.engine.compiling import for_all, for_compiled
from rules.engine.core import State
from rules.engine.grid import MIDDLE, WIDTH, ZERO, Int64s

_SYMMETRIES: Final = 12
_FAR: Final = 1 << 20


@for_compiled
def _codes(state: State, attacker: int, symmetry: int, codes: Int64s) -> None:
    """Write a number for each tile as a symmetry leaves it, sorted."""
    count = state.laid[0]
    least_q, least_r = _FAR, _FAR
    for number in range(count):
        cell = state.placed[number]
        q, r = cell % WIDTH - MIDDLE, cell // WIDTH - MIDDLE
        turn = state.turns[cell]
        # the attacker's corners count as white: that is what the parity is chosen for
        orientation = 2 * turn if attacker == 0 else (2 * turn + 3) % 6
        if symmetry >= 6:
            r = -r - q
            orientation = (6 - orientation) % 6
        for _ in range(symmetry % 6):
            q, r = q + r, -q
            orientation = (orientation + 1) % 6
        codes[number] = ((r + 1024) * 4096 + q + 1024) * 8 + orientation
        least_q, least_r = min(least_q, q), min(least_r, r)
    for number in range(count):
        code = codes[number] - ((least_r + 1024) * 4096 + least_q + 1024) * 8
        at = number  # so few are put in place as fast as any sort does, which took long to compile
        while at > 0 and codes[at - 1] > code:
            codes[at] = codes[at - 1]
            at -= 1
        codes[at] = code


@for_all
def canonical(state: State, attacker: int) -> Int64s:
    """Return numbers that are the same for positions that are alike for an attacker."""
    count = state.laid[0]
    best = np.empty(count, np.int64)
    codes = np.empty(count, np.int64)
    _codes(state, attacker, ZERO, best)
    for symmetry in range(1, _SYMMETRIES):
        _codes(state, attacker, symmetry, codes)
        for number in range(count):
            if codes[number] != best[number]:
                if codes[number] < best[number]:
                    best, codes = codes, best
                break
    return best
