"""What is wrong with the view of a game's camera: looked at when somebody asks, not too often."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from threading import Lock

from calibration.choosing import CameraReaders, Profiles
from calibration.framing import FramingProblem, framing_problems
from companion.live.running_game import MakeReader, RunningGame
from rules.messages import Said

LEAST_AGE_S = 2.0
"""Reading takes a part of a second, which the game itself may need."""
_MOST_REMEMBERED = 8


@dataclass(frozen=True)
class CheckedView:
    """How the view was in a frame: its number, the tiles in it, what is wrong, the worst first.

    ``frame`` is None where none has come yet; ``remarks`` are on profiles of the camera that
    could not be used.
    """

    frame: int | None
    tiles: int
    problems: tuple[FramingProblem, ...]
    remarks: tuple[Said, ...]


class ViewCheck:
    """Checks the views of games. For any thread; one view is checked at a time."""

    def __init__(self, make_reader: MakeReader, profiles: Profiles) -> None:
        """Read with a reader of its own, made when it is first needed, and profiles' colours."""
        self._make_reader = make_reader
        # The frames that a game shows are straightened already.
        self._profiles = replace(profiles, lens=None)
        self._readers: CameraReaders | None = None
        self._alone = Lock()
        self._last: dict[int, tuple[float, CheckedView]] = {}

    def check(self, game: RunningGame) -> CheckedView | None:
        """Return how the view is, or was a moment ago; None where no frame has come yet."""
        with self._alone:
            frame = game.picture.newest
            if frame is None:
                return None
            at, known = self._last.get(game.number, (0.0, None))
            fresh = time.monotonic() - at < LEAST_AGE_S
            if known is not None and (known.frame == frame.number or fresh):
                return known
            if self._readers is None:
                self._readers = CameraReaders(self._make_reader(), self._profiles)
            look = self._readers.of(game.news.state.source.choice.camera).look(frame.image)
            tiles = sum(len(cluster.tiles) for cluster in look.reading.clusters)
            problems = framing_problems(frame.image, look.reading)
            checked = CheckedView(frame.number, tiles, problems, (*game.remarks, *look.remarks))
            self._last.pop(game.number, None)
            self._last[game.number] = (time.monotonic(), checked)
            if len(self._last) > _MOST_REMEMBERED:
                del self._last[next(iter(self._last))]
            return checked
