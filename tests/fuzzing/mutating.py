"""Spoiling what is valid: JSON, text and bytes, a little at a time, as chance has it."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

LONG = 20_000
DEEP = (30, 300, 3000)
_NUMBERS: tuple[Any, ...] = (
    *(0, -1, 1, 7, 2**31, 2**53, 2**63, -(2**63), 10**40, 0.5, -0.0, 1e308, 5e-324),
    *(float("nan"), float("inf"), float("-inf"), True, False),
)
_TEXTS = (
    "",
    " ",
    "\0",
    "\ud800",
    "é" * 200,
    "0",
    "white",
    "../../etc/passwd",
    "{}",
    "%s{0}\n",
    "٣",
)
_PIECES = (b"\xff\xff\xff\xff", b"\0\0\0\0", b"\x7f\xff\xff\xff", b"\xff\xd8\xff", b"\x80", b"[[[[")
_LETTERS = "0123456789,=-+>: \t\n\"'{}[]()éА🂡\u202e\u0660\x00abz"


def spoilt_json(data: Any, others: Sequence[Any], chance: Random) -> Any:
    """Return JSON data with some of its places changed."""
    data = copy.deepcopy(data)
    for _ in range(1 + chance.randrange(3)):
        places = list(_places(data))
        if not places or chance.random() < 0.03:
            data = _odd(others, chance)
            continue
        holder, key = chance.choice(places)
        what = chance.randrange(6)
        if what == 0:
            del holder[key]
        elif what == 1 and isinstance(holder, dict):
            holder[chance.choice((*_TEXTS, f"{key}s"))] = holder.pop(key)
        elif what == 2 and isinstance(holder, list):
            holder += [copy.deepcopy(holder[key])] * chance.choice((1, 2, 50))
        elif what == 3 and isinstance(holder[key], (int, float)):
            holder[key] += chance.choice((1, -1, 0.5, 1000))
        else:
            holder[key] = _odd(others, chance)
    return data


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield data, key
            yield from _places(value)
    elif isinstance(data, list):
        for key, value in enumerate(data):
            yield data, key
            yield from _places(value)


def _odd(others: Sequence[Any], chance: Random) -> Any:
    """Return something that is likely not what is wanted."""
    what = chance.randrange(10)
    if what < 4:
        return chance.choice(_NUMBERS)
    if what < 6:
        return chance.choice(_TEXTS)
    if what == 6:
        nested: Any = chance.choice(([], {}, 1))
        for _ in range(chance.choice(DEEP[:2])):
            nested = [nested] if chance.random() < 0.5 else {"tiles": nested}
        return nested
    if what == 7:
        return chance.choice(([], {}, None, [None], [[]], "x" * LONG, [0] * LONG))
    other = chance.choice(others)
    places = list(_places(other))
    if not places:
        return copy.deepcopy(other)
    holder, key = chance.choice(places)
    return copy.deepcopy(holder[key])


def spoilt_text(text: str, others: Sequence[str], chance: Random) -> str:
    """Return a text with some of its letters changed."""
    for _ in range(1 + chance.randrange(4)):
        at = chance.randrange(len(text) + 1)
        what = chance.randrange(6)
        if what == 0:
            text = text[:at] + chance.choice(_LETTERS) + text[at:]
        elif what == 1:
            text = text[:at] + text[at + 1 + chance.randrange(4) :]
        elif what == 2:
            text = text[:at] + chance.choice(_TEXTS) + text[at:]
        elif what == 3:
            other = chance.choice(others)
            text = text[:at] + other[chance.randrange(len(other) + 1) :]
        elif what == 4:
            part = text[at : at + 1 + chance.randrange(8)]
            text = text[:at] + part * chance.choice((2, 3, 200)) + text[at:]
        else:
            text = text[:at] + str(chance.choice(_NUMBERS)) + text[at + 1 :]
    return text


def spoilt_bytes(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """Return bytes with some of them changed, those at the beginning more often."""
    found = bytearray(data)
    for _ in range(1 + chance.randrange(6)):
        end = len(found) if chance.random() < 0.5 else min(len(found), 400)
        at = chance.randrange(end + 1)
        what = chance.randrange(6)
        if what == 0 and at < len(found):
            found[at] ^= 1 << chance.randrange(8)
        elif what == 1:
            found[at : at + 4] = chance.choice(_PIECES)
        elif what == 2:
            del found[at : at + chance.choice((1, 2, 40, 4000))]
        elif what == 3:
            part = found[at : at + chance.choice((1, 20, 600))]
            found[at:at] = part * chance.choice((1, 2, 100))
        elif what == 4:
            other = chance.choice(others)
            begin = chance.randrange(len(other) + 1)
            found[at : at + 100] = other[begin : begin + 100]
        else:
            found[at : at + 2] = chance.randbytes(2)
    return bytes(found)


def written(data: Any, chance: Random) -> bytes:
    """Return JSON data as a file has it; now and then spoilt as text as well, or nested deeply."""
    if chance.random() < 0.02:
        deep = chance.choice(DEEP)
        return b"[" * deep + b"]" * deep
    text = json.dumps(data).encode("utf-8", "surrogatepass")
    return spoilt_bytes(text, [text], chance) if chance.random() < 0.3 else text
