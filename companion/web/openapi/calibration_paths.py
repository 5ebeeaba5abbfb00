"""The requests about placing and calibrating cameras."""

from __future__ import annotations

from companion.web.openapi.parts import (
    ANYTHING,
    COUNT,
    FLAG,
    HIGHEST,
    JPEG,
    NUMBER,
    TEXT,
    Part,
    brings,
    in_path,
    listed,
    maybe,
    one_of,
    operation,
    ref,
    thing,
)

_KIND = one_of("lens", "colors")
_SIDE = one_of("left", "top", "right", "bottom")


def calibration_paths() -> dict[str, Part]:
    """Return the paths about cameras."""
    problem = thing({"code": TEXT, "sentence": TEXT, "count": COUNT, "sides": listed(_SIDE)})
    framing = thing(
        {
            "frame": maybe(COUNT),
            "tiles": COUNT,
            "problems": listed(problem),
            "remarks": listed(TEXT),
            "begun": FLAG,
        }
    )
    answer = thing({"calibration": maybe(_calibration())})
    wanted = thing(
        {"kind": _KIND},
        {
            "source": ref("SourceChoice"),
            "game": {"type": "integer", "minimum": 1, "maximum": HIGHEST},
            "camera": TEXT,
            "swap": FLAG,
        },
    )
    return {
        "/api/games/{number}/framing": {
            "parameters": in_path("number"),
            "get": operation(
                "showFraming",
                "What is wrong with the view of a game's camera.",
                {200: framing},
                (404, 409),
            ),
        },
        "/api/calibration": {
            "get": operation("showCalibration", "How far the calibration is.", {200: answer}),
            "post": operation(
                "beginCalibration",
                "Begin to calibrate a camera.",
                {201: answer},
                (400, 404, 409, 413, 422),
                body=brings(wanted),
            ),
            "delete": operation("endCalibration", "Stop calibrating.", {204: None}),
        },
        "/api/calibration/picture.jpg": {
            "get": operation(
                "showCalibrationPicture",
                "The newest frame that was looked at.",
                {200: {"type": "string", "format": "binary"}},
                (404,),
                media=JPEG,
            )
        },
    }


def _calibration() -> Part:
    result = thing(
        {"sentences": listed(TEXT), "colors": ANYTHING, "profile": ANYTHING, "path": TEXT}
    )
    return thing(
        {
            "kind": _KIND,
            "camera": TEXT,
            "running": FLAG,
            "photos": COUNT,
            "cells": listed(listed(COUNT)),
            "tilts": listed(thing({"degrees": NUMBER, "farthest": _SIDE})),
            "missing": listed(TEXT),
            "hint": maybe(TEXT),
            "problem": maybe(TEXT),
            "picture": maybe(TEXT),
            "frame": maybe(COUNT),
            "result": maybe(result),
        }
    )
