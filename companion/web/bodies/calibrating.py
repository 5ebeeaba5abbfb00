"""Beginning to calibrate a camera."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from companion.calibrating.calibration_run import KINDS
from companion.web.bodies.body import Body, like
from companion.web.bodies.sources import SourceChoice
from companion.web.numbers import HIGHEST
from companion.web.shapes import OneOf, Text
from companion.words.language import gettext as _

_EXAMPLE = {"kind": "lens", "source": {"kind": "camera", "number": 0}}


class CalibrationRequest(Body):
    """What to calibrate, by the frames of a source or of a running game."""

    model_config = like(_EXAMPLE)

    kind: Annotated[str, OneOf(*KINDS)]
    source: SourceChoice | None = None
    game: Annotated[int, Field(ge=1, le=HIGHEST)] | None = None
    camera: Text | None = None
    swap: bool | None = None

    @classmethod
    def called(cls) -> str:
        """Return what it is, to begin a sentence with."""
        return _("The calibration")
