"""How far a calibration is, in words and numbers, as JSON."""

from __future__ import annotations

from calibration.colors.learning import verdict_on_separation
from companion.calibrating.calibration_run import Progress
from companion.sources.opening import camera_said
from companion.web.answers.cameras import Calibration, CalibrationResult
from companion.words.language import decimal, say
from companion.words.language import gettext as _
from vision.profiles.color_profile import ColorProfile, Rgb
from vision.profiles.lens_profile import LensProfile


def progress_to_json(progress: Progress, picture: str | None, frame: int | None) -> Calibration:
    """Return a progress as JSON data.

    Parameters
    ----------
    progress
        How far it is.
    picture, frame
        The address of the newest frame, and its number.
    """
    coverage, said = progress.coverage, camera_said(progress.camera)
    return {
        "kind": progress.kind,
        "camera": progress.camera if said is None else say(said),
        "running": progress.running,
        "photos": progress.photos,
        "cells": coverage.cells.tolist(),
        "tilts": [
            {"degrees": round(tilt.degrees, 1), "farthest": tilt.farthest}
            for tilt in coverage.tilts
        ],
        "missing": [say(missing) for missing in progress.missing],
        "hint": None if progress.hint is None else say(progress.hint),
        "problem": None if progress.problem is None else say(progress.problem),
        "picture": picture,
        "frame": frame,
        "result": None if progress.profile is None else _result(progress, progress.profile),
    }


def _result(progress: Progress, profile: LensProfile | ColorProfile) -> CalibrationResult:
    sentences: list[str] = []
    colors: dict[str, str] = {}
    if isinstance(profile, LensProfile):
        sentences = _of_lens(profile)
    else:
        sentences = [say(verdict_on_separation(profile))]
        colors = {name: _hex(getattr(profile, name)) for name in ("white", "blue", "table")}
    return {
        "sentences": sentences,
        "colors": colors,
        "profile": profile.to_json(),
        "path": str(progress.path),
    }


def _of_lens(profile: LensProfile) -> list[str]:
    found = profile.accuracy
    return [
        _(
            "The focal length is {focal} px, known to {spread} %.",
            focal=f"{sum(profile.focal) / 2:.0f}",
            spread=decimal(100 * found.focal_spread, 2),
        ),
        _(
            "The reprojection error is {error} px; photo by photo it is {low} to {high} px.",
            error=decimal(found.error, 2),
            low=decimal(found.error_low, 2),
            high=decimal(found.error_high, 2),
        ),
        _(
            "The corners of the picture are known to {corner} px.",
            corner=decimal(found.corner_spread, 2),
        ),
    ]


def _hex(color: Rgb) -> str:
    return "#" + "".join(f"{round(value):02x}" for value in color)
