"""A companion that appends to its game without end and prints what it has made durable.

Run as a process of its own, so that it can be killed: ``python appending.py DATA_DIRECTORY``. It
resumes the game it finds, rebuilding its state from the inputs, or starts one.
"""

from __future__ import annotations

import random
import sys
from hashlib import sha256
from itertools import count
from pathlib import Path

from companion.record import Entry, Games, NewEntry, Picture, Player
from companion.storage import database

EVENTS_OF_EACH = 3


def ruled(state: str, look: int) -> str:
    """Return the next state of a referee who forgets nothing it has seen."""
    return sha256(f"{state} {look}".encode()).hexdigest()


def replayed(inputs: tuple[Entry, ...]) -> list[str]:
    """Return the states that the inputs lead through."""
    states = [""]
    for entry in inputs:
        states.append(ruled(states[-1], entry.data["look"]))
    return states[1:]


def picture(look: int) -> Picture:
    """Return a picture's worth of bytes, 10 to 60 KB, another for each look."""
    noise = random.Random(look)
    return Picture(noise.randbytes(noise.randrange(10_000, 60_000)), 640, 480)


def main(directory: Path) -> None:
    """Append until killed."""
    database.prepare(directory)
    games = Games(database.connect(directory))
    resumed = games.resume()
    log = resumed[1] if resumed else games.start("palago", [Player("Ann"), Player("Bob")])
    inputs = log.inputs()
    state = (replayed(inputs) or [""])[-1]
    for look in count(len(inputs)):
        state = ruled(state, look)
        before, after = picture(look), picture(look + 1)
        events = [
            NewEntry("move", {"state": state, "part": part}, look, look, before, after)
            for part in range(EVENTS_OF_EACH)
        ]
        numbers = log.append([NewEntry("settled", {"look": look}, look, look)], events)
        print(*numbers, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
