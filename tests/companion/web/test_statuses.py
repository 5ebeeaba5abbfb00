"""Every error that can reach the web has its status in one table."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType

import pytest
from werkzeug.exceptions import HTTPException

import calibration
import companion
import rules
import vision
from companion.web.openapi import openapi_document
from companion.web.statuses import REFUSALS, STATUS, status_of

STAYS_BELOW = {
    # what others are made of
    "rules.messages.MessageError",
    # told by the command line alone
    "companion.cli.documents.DocumentError",
    "companion.clusters.ClusterError",
    "companion.openings.kept.SearchFileError",
    "calibration.lens.view.ViewError",
    "calibration.printing.colors.ColorError",
    "calibration.printing.tiles.TileSizeError",
    "rules.diagram.DiagramError",
    "rules.engine.position.PositionError",
    "rules.proofs.verifying.ProofError",
    # turned into a remark or another error where they are raised
    "calibration.colors.learning.ColorCalibrationError",
    "calibration.dice.learning.DieCalibrationError",
    "calibration.keeping.ProfileFileError",
    "calibration.lens.calibrating.CalibrationError",
    "companion.referee.stories.extending.SearchTooLongError",
    "rules.engine.proof_number._SpentError",
    "rules.engine.threat_moves.StoppedError",
    "rules.move.MoveError",
    "rules.refusals.PalagemError",
    "vision.pictures.image_header.HeaderError",
    "vision.pictures.image_header.CutOffError",
    "vision.profiles.color_profile.ColorProfileError",
    "vision.profiles.die_profile.DieProfileError",
    "vision.profiles.lens_profile.LensProfileError",
}


def errors_of(package: ModuleType) -> Iterator[type[Exception]]:
    """Yield the error classes that a package and the modules in it define."""
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if found.name.endswith("__main__"):
            continue
        for _, value in inspect.getmembers(importlib.import_module(found.name), inspect.isclass):
            if issubclass(value, Exception) and value.__module__ == found.name:
                yield value


ERRORS = {
    f"{error.__module__}.{error.__qualname__}": error
    for package in (rules, vision, calibration, companion)
    for error in errors_of(package)
}


@pytest.mark.parametrize("name", sorted(ERRORS))
def test_every_error_has_one_status_or_stays_below(name: str) -> None:
    error = ERRORS[name]
    assert not issubclass(error, HTTPException), "views raise werkzeug's own"
    assert issubclass(error, REFUSALS) != (name in STAYS_BELOW)


def test_the_list_of_what_stays_below_names_errors_alone() -> None:
    assert ERRORS.keys() >= STAYS_BELOW


def test_an_error_is_answered_as_the_nearest_class_it_is_made_from() -> None:
    for kind, status in STATUS.items():
        nearest = type("NearestError", (kind,), {"__init__": lambda _self: None})
        assert status_of(nearest()) == status
    with pytest.raises(KeyError):
        status_of(ZeroDivisionError())


def test_every_status_is_described_to_programs() -> None:
    document = openapi_document()
    described = {
        status
        for path in document["paths"].values()
        for method, operation in path.items()
        if method != "parameters"
        for status in operation["responses"]
    }
    assert {str(int(status)) for status in STATUS.values()} <= described
