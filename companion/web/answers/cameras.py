"""What is answered about placing and calibrating cameras."""

from __future__ import annotations

from typing import Annotated, Any

from typing_extensions import TypedDict

from companion.calibrating.calibration_run import KINDS
from companion.web.shapes import Count, OneOf

Side = Annotated[str, OneOf("left", "top", "right", "bottom")]


class FramingProblem(TypedDict):
    """What is wrong with a camera's view, and at which sides of the picture."""

    code: str
    sentence: str
    count: Count
    sides: list[Side]


class Framing(TypedDict):
    """What is wrong with the view of a game's camera."""

    frame: Count | None
    tiles: Count
    problems: list[FramingProblem]
    remarks: list[str]
    begun: bool


class Tilt(TypedDict):
    """How a view of the calibration sheet was slanted."""

    degrees: float
    farthest: Side


class CalibrationResult(TypedDict):
    """The profile that came of a calibration, and where it is kept."""

    sentences: list[str]
    colors: dict[str, str]
    profile: dict[str, Any]
    path: str


class Calibration(TypedDict):
    """How far a calibration is; ``cells`` are six rows of eight."""

    kind: Annotated[str, OneOf(*KINDS)]
    camera: str
    running: bool
    photos: Count
    cells: list[list[Count]]
    tilts: list[Tilt]
    missing: list[str]
    hint: str | None
    problem: str | None
    picture: str | None
    frame: Count | None
    result: CalibrationResult | None


class CalibrationProgress(TypedDict):
    """The calibration that was begun last, where one was."""

    calibration: Calibration | None


class ListedCamera(TypedDict):
    """A camera of this computer, what the system calls it, and the game that it is used for."""

    number: Count
    name: str
    game: Count | None


class CameraList(TypedDict):
    """The cameras of this computer."""

    cameras: list[ListedCamera]
