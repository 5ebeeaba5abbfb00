"""The film of a drawn game with what its referee holds, to see where that goes wrong.

While nothing moves, the film runs faster than the game did. Outlines are the referee's tiles: green
as they truly lie, yellow where it is not sure, red where it is wrong; a dot marks the white tip.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

import cv2
import numpy as np

from companion.live.overlay import OverlayTile, overlay_tiles
from rules import Board, Cell
from training.campaign.drawing import FPS, Shot, shots
from training.campaign.naming import Naming
from training.campaign.pace import Pace
from training.campaign.props import NO_PROPS, Props
from training.campaign.rates import Rates
from training.campaign.reader_errors import ReaderErrors
from training.campaign.refereeing import Sitting
from training.campaign.scene import Scene, Script
from training.campaign.script import write_script
from training.campaign.setting import Setting
from training.campaign.watching import SEEN, Watched, told_by, usual_reader, watch
from vision.arrays import Image
from vision.readers.reader import Reader

_PANEL = 440
"""Width in pixels of the text beside the picture."""
_SHRINK = 0.75
_LINE, _COLUMNS, _SIZE = 18, 54, 0.42
_TOLD = 17
"""So many lines of what was said last."""
Bgr = tuple[int, int, int]
_RIGHT, _DOUBTFUL, _WRONG, _PLAIN = (80, 220, 80), (0, 220, 255), (60, 60, 255), (230, 230, 230)


@dataclass(frozen=True)
class _Moment:
    """What a referee holds from a time on, and what is true then, in the game's names."""

    t: float
    done: str
    true: Board
    board: Board
    doubtful: frozenset[Cell]
    lines: tuple[str, ...]
    said: tuple[str, ...]


def write_film(
    game: str, seed: int, rates: Rates, pace: Pace, path: Path, props: Props = NO_PROPS
) -> int:
    """Draw a game, follow it, and write its film with what the referee held; return its frames.

    The referee is one whom people answer truly, as in the game's story.

    Raises
    ------
    OSError
        If the film cannot be written.
    """
    script = write_script(game, seed, rates.of_people(), ReaderErrors.measured(), pace)
    setting = Setting(script, seed, props=props)
    return film_script(told_by(script, props), setting, usual_reader(), path)


def film_script(script: Script, setting: Setting, reader: Reader, path: Path) -> int:
    """Write the film of a script on a table that is set for it; see :func:`write_film`."""
    width, height = (round(_SHRINK * side) for side in setting.size)
    code = cv2.VideoWriter.fourcc(*"mp4v")
    writer = cv2.VideoWriter(str(path), code, float(FPS), (width + _PANEL, height))
    if not writer.isOpened():
        raise OSError(f"The film cannot be written to {path}; name an .mp4 file in a folder.")
    try:
        watched = watch(script, setting, reader)
        story = _Story(watched, setting)
        for shot in shots(script, setting):
            writer.write(story.drawn(shot))
    finally:
        writer.release()
    return watched.frames


class _Story:
    """Draws what the referee of a game held over the frames of its film."""

    def __init__(self, watched: Watched, setting: Setting) -> None:
        self._setting = setting
        self._moments = list(_moments(watched.script))
        self._times = [moment.t for moment in self._moments]
        self._namings = [(-1, Naming()), *watched.namings]
        self._drawn_for: tuple[object, ...] = ()
        self._tiles: list[tuple[OverlayTile, Bgr]] = []
        self._missing: list[OverlayTile] = []
        self._panel: Image

    def drawn(self, shot: Shot) -> Image:
        """Return a frame of the film."""
        number = max(bisect_right(self._times, shot.frame.time) - 1, 0)
        moment = self._moments[number]
        drawn_for = (number, self._setting.table.camera)
        if self._drawn_for[:1] != drawn_for[:1] or self._drawn_for[1] is not drawn_for[1]:
            self._drawn_for = drawn_for
            self._prepare(moment, shot.frame.number)
        picture = shot.frame.image.copy()
        for tile, color in self._tiles:
            _outline(picture, tile, color)
        for tile in self._missing:
            at = (round(tile.center[0]), round(tile.center[1]))
            cv2.drawMarker(picture, at, _WRONG, cv2.MARKER_TILTED_CROSS, 26, 3)
        small = _fitted(picture, *(round(_SHRINK * side) for side in self._setting.size))
        panel = self._panel.copy()
        _write(panel, _clock(shot.frame.time), _LINE, _PLAIN)
        return np.hstack([small, panel])

    def _prepare(self, moment: _Moment, frame: int) -> None:
        """Place what is held at a moment in the picture, and write what there is to read."""
        last = bisect_right([start for start, _ in self._namings], frame) - 1
        projection = self._setting.projection(self._namings[last][1])
        tiles = overlay_tiles(projection, moment.board, moment.doubtful)
        self._tiles = [(tile, _color(tile, moment.true)) for tile in tiles]
        missing = {cell: moment.true[cell] for cell in moment.true.keys() - moment.board.keys()}
        self._missing = list(overlay_tiles(projection, Board(missing), ()))
        self._panel = _panel(moment, round(_SHRINK * self._setting.size[1]))


def _moments(script: Script) -> Iterator[_Moment]:
    """Yield what a referee holds after each scene that it is told."""
    said: list[str] = []
    done = ""
    sitting = Sitting(script, answers=True, tell=said.append)
    for scene in script.scenes:
        sitting.tell(scene)
        referee = sitting.referee
        done = done if scene.note in SEEN else f"{_clock(scene.t)}  {scene.note}"
        yield _Moment(
            scene.t,
            done,
            scene.table,
            referee.board,
            referee.doubtful,
            tuple(_state(sitting, scene)),
            tuple(said[-_TOLD:]),
        )


def _state(sitting: Sitting, scene: Scene) -> Iterator[str]:
    """Yield what is held, and what is true, as lines."""
    referee = sitting.referee
    roll = scene.rolls[len(scene.turns)] if len(scene.rolls) > len(scene.turns) else None
    if referee.ready:
        ledger = referee.ledger
        wrong = ", called illegal" if referee.is_wrong else ""
        held = f"{len(ledger.moves)} moves, {ledger.mover}'s turn, roll {referee.roll}"
        yield f"referee: {held}{wrong}"
    else:
        yield "referee: not begun"
    yield f"truly:   {len(scene.turns)} moves, {scene.mover}'s turn, roll {roll}"
    asks = sitting.asks
    yield f"asks: {asks.reason} {sorted(map(tuple, asks.cells))}" if asks else "asks nothing"


def _color(tile: OverlayTile, true: Board) -> Bgr:
    if true.get(tile.cell) != tile.orientation:
        return _WRONG
    return _RIGHT if tile.sure else _DOUBTFUL


def _fitted(picture: Image, width: int, height: int) -> Image:
    """Return a picture, BGR, as large as it fits into a frame of the film, black beside it.

    A camera that was turned, or another one, takes pictures of another shape.
    """
    share = min(width / picture.shape[1], height / picture.shape[0])
    size = round(share * picture.shape[1]), round(share * picture.shape[0])
    frame = np.zeros((height, width, 3), np.uint8)
    frame[: size[1], : size[0]] = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return frame


def _outline(picture: Image, tile: OverlayTile, color: Bgr) -> None:
    middle = np.array(tile.center)
    inner = middle + 0.9 * (np.array(tile.outline) - middle)
    cv2.polylines(picture, [np.round(inner).astype(np.int32)], True, color, 2, cv2.LINE_AA)
    x, y = middle + 0.7 * (inner[0] - middle)
    cv2.circle(picture, (round(float(x)), round(float(y))), 4, color, -1, cv2.LINE_AA)


def _panel(moment: _Moment, height: int) -> Image:
    """Return the text beside the frames of a moment; its first line is left to the clock."""
    panel = np.full((height, _PANEL, 3), 24, np.uint8)
    lines = ["", moment.done, "", *moment.lines, "", *(line.strip() for line in moment.said)]
    wrapped = [part for line in lines for part in wrap(line, _COLUMNS) or [""]]
    for number, line in enumerate(wrapped, 1):
        color = _WRONG if line.startswith("UNTRUE") else _PLAIN
        _write(panel, line, number * _LINE, color)
    return panel


def _write(panel: Image, line: str, y: int, color: Bgr) -> None:
    text = line.encode("ascii", "replace").decode()
    cv2.putText(panel, text, (8, y), cv2.FONT_HERSHEY_SIMPLEX, _SIZE, color, 1, cv2.LINE_AA)


def _clock(t: float) -> str:
    minutes, seconds = divmod(t, 60)
    return f"{int(minutes)}:{seconds:04.1f}"
