"""Following a drawn game as live games are followed: what the camera truly says of it.

The frames go through :class:`companion.live.live_game.LiveGame`. What it tells its referee is taken
down and put into the script in place of what was made up, so that the game is then refereed and
judged like any other.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from time import process_time
from typing import Any

import numpy as np

from companion.live.live_game import LiveGame
from companion.referee import Event, Referee
from rules import Board, Cell
from training.campaign.drawing import Shot, shots
from training.campaign.naming import Naming, Retold, naming_of
from training.campaign.pace import Pace
from training.campaign.props import NO_PROPS, Props
from training.campaign.rates import Rates
from training.campaign.reader_errors import ReaderErrors
from training.campaign.scene import Scene, Script
from training.campaign.script import write_script
from training.campaign.setting import Setting
from vision.following.table_view import FilmOver, HandsGone, Settled, Sighting, TableView
from vision.readers.reader import Reader

SEEN = ("seen", "seen, with something over the table")
"""The notes of scenes in which nothing is done but that the camera sees something."""
_FEW = 2
"""So many cells that are read wrongly may be the reader's fault; more are the follower's."""


@dataclass(frozen=True)
class Watched:
    """A game with what was seen of it.

    Attributes
    ----------
    script
        The game, told in the names that the follower gives to cells; its scenes say what was seen.
    frames
        How many frames were drawn and followed.
    seconds
        What that took, in seconds of computing.
    under_hands
        Looks that counted as settled although something was over the table.
    namings
        How cells are named from the frame with a number on.
    """

    script: Script
    frames: int
    seconds: float
    under_hands: int
    namings: tuple[tuple[int, Naming], ...]

    def to_json(self) -> dict[str, Any]:
        """Return the figures as JSON data."""
        return {
            "frames": self.frames,
            "seconds": round(self.seconds, 1),
            "settled_under_hands": self.under_hands,
        }


def watch_drawn_game(
    game: str, seed: int, rates: Rates, pace: Pace, props: Props = NO_PROPS
) -> Watched:
    """Write a game, draw it on a table that its seed makes up, and follow it."""
    script = write_script(game, seed, rates.of_people(), ReaderErrors.measured(), pace)
    return watch(told_by(script, props), Setting(script, seed, props=props), usual_reader())


def told_by(script: Script, props: Props) -> Script:
    """Return a script whose referee is not told of palagems that lie on the table."""
    return replace(script, options={}) if props.palagems else script


def watch(script: Script, setting: Setting, reader: Reader) -> Watched:
    """Follow the film of a game; see :func:`watch_drawn_game`."""
    began = process_time()
    watcher = _Watcher(script, setting, reader)
    frames = watcher.follow(shots(script, setting))
    seconds, namings = process_time() - began, tuple(watcher.namings)
    return Watched(watcher.script(), frames, seconds, watcher.under_hands, namings)


class _Listener(Referee):
    """A referee that remembers what it is told."""

    heard: list[Sighting]

    def see(self, sighting: Sighting, t: float, frame: int) -> list[Event]:
        """Take in a sighting as any referee does."""
        self.heard.append(sighting)
        return super().see(sighting, t, frame)


class _Watcher:
    """Follows the frames of one game, and takes down what is seen in each scene."""

    def __init__(self, script: Script, setting: Setting, reader: Reader) -> None:
        self.under_hands = 0
        self.namings: list[tuple[int, Naming]] = []
        self._script, self._setting = script, setting
        self._referee = _Listener(script.setup.game, script.setup.players, script.options)
        self._referee.heard = []
        self._game = LiveGame(reader, self._referee)
        self._naming: Naming | None = None
        self._scenes: list[Scene] = []
        self._nameless = 0
        self._view: TableView | None = None
        self._looked_at: Board | None = None
        self._misread: set[tuple[Cell, int | None, int | None]] = set()

    def follow(self, film: Iterable[Shot]) -> int:
        """Follow all frames and return how many there were."""
        begun, frames = -1, 0
        shot: Shot | None = None
        for shot in film:
            frames += 1
            if shot.scene != begun:
                begun = shot.scene
                self._add(self._script.scenes[begun])
            self._game.see(shot.frame)
            self._hear(shot)
        if shot is not None:
            self._game.film_over()
            self._hear(shot)
        return frames

    def script(self) -> Script:
        """Return the game as it was seen."""
        self._name_scenes()
        return replace(self._script, scenes=tuple(self._scenes))

    def _add(self, scene: Scene, sightings: tuple[Sighting, ...] = ()) -> None:
        """Add a moment: that something is done, or that something is seen."""
        scene = replace(
            scene,
            sightings=sightings,
            seen=scene.table == self._looked_at,
            view=self._view,
            wrong_and_sure=len(self._misread),
        )
        self._scenes.append(scene)

    def _hear(self, shot: Shot) -> None:
        """Take down what the referee heard since a frame came, but that the film is over."""
        heard = [one for one in self._referee.heard if not isinstance(one, FilmOver)]
        self._referee.heard.clear()
        if heard:
            self._take_down(shot, tuple(heard))

    def _take_down(self, shot: Shot, heard: tuple[Sighting, ...]) -> None:
        """Take down what is said of a frame."""
        scene = self._script.scenes[shot.scene]
        if any(isinstance(sighting, HandsGone | Settled) for sighting in heard):
            self._looked_at = scene.table
        for sighting in heard:
            if isinstance(sighting, Settled):
                self._look(sighting.view, shot, scene)
        is_settled = any(isinstance(sighting, Settled) for sighting in heard)
        note = SEEN[is_settled and not shot.clear]
        self._add(replace(scene, t=shot.frame.time, note=note, word=None), heard)

    def _look(self, view: TableView, shot: Shot, scene: Scene) -> None:
        """Note how cells are named, and what was read wrongly and surely.

        Where play begins anew apart from the first tiles, all that was done is told in new names.
        """
        bare = self._view is None or not self._view.board
        if is_apart := self._referee.beginning.is_apart:
            view = view.of_apart()
        self._view = view
        if view.board and (bare or is_apart or self._naming is None):
            if self._naming is not None and not is_apart:
                self._name_scenes()
            named = self._named(view)
            fits = named is not None and named.fits(scene.table, view.board)
            self._naming = named if fits else None
            if self._naming is not None:
                self.namings.append((shot.frame.number, self._naming))
        self.under_hands += not shot.clear
        is_passing = scene.surroundings.disturbed.is_passing
        if not shot.clear or is_passing or self._naming is None or view.apart is not None:
            return
        true, doubtful = self._naming.board(scene.table), view.unsure | view.hidden
        cells = {c for c in true.keys() | view.board.keys() if true.get(c) != view.board.get(c)}
        if len(cells - doubtful) <= _FEW:
            self._misread |= {(c, true.get(c), view.board.get(c)) for c in cells - doubtful}

    def _named(self, view: TableView) -> Naming | None:
        """Return how the follower names cells, by where it sees them; None where none is known."""
        projection = self._game.projection
        if projection is None:
            return None
        around = {n for cell in view.board for n in cell.neighbours()} | set(view.board)
        pairs = [
            (true, cell)
            for cell in sorted(around)
            if (true := self._setting.cell_at(np.array(projection.cell_center(cell)))) is not None
        ]
        return naming_of(pairs) if pairs else None

    def _name_scenes(self) -> None:
        """Tell the scenes so far in the names that hold for them.

        The board being bare, names are given anew; the table before had the names till then.
        """
        retold = Retold(self._naming or Naming(), self._script.setup)
        last = len(self._scenes)
        self._scenes[self._nameless :] = map(retold.scene, self._scenes[self._nameless :])
        self._nameless = last


@cache
def usual_reader() -> Reader:
    """Return the reader with its networks: one is enough for all games."""
    return Reader()
