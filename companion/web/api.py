"""The HTTP API: the same as the pages, for programs. Everything is JSON, errors as well."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, url_for

from companion.photos.correction import correction_to_json
from companion.photos.readings import KeptReading
from companion.photos.scoring import score_to_json
from companion.web.access import is_host, keep_own_photo
from companion.web.answers.photos import Reading
from companion.web.bodies.correcting import Correction
from companion.web.bodies.photos import PhotoForm
from companion.web.corrections import correct_as_requested, kept_reading, withdraw
from companion.web.operation import JPEG, operation
from companion.web.resources import resources
from companion.web.shapes import Picture
from companion.web.uploads import read_request

blueprint = Blueprint("api", __name__, url_prefix="/api")

_CREATED = 201


@blueprint.post("/readings")
@operation(
    "readPhoto",
    {201: Reading},
    400,
    413,
    422,
    bodies={JPEG: Picture, "multipart/form-data": PhotoForm},
)
def create() -> tuple[Response, int]:
    """Read a photo.

    It comes as a form with the file ``photo`` or a ``sample``'s name, or as the photo itself.
    """
    number = read_request()
    response = _json(kept_reading(number))
    keep_own_photo(response, number)
    return response, _CREATED


@blueprint.get("/readings/<int:number>")
@operation("showReading", {200: Reading}, 404)
def show(number: int) -> Response:
    """Return a reading that is kept."""
    return _json(kept_reading(number))


@blueprint.put("/readings/<int:number>/correction")
@operation("correctReading", {200: Reading}, 400, 404, body=Correction)
def correct(number: int) -> Response:
    """Keep what a person put right in a reading."""
    return _json(correct_as_requested(number))


@blueprint.delete("/readings/<int:number>/correction")
@operation("withdrawCorrection", {200: Reading}, 404)
def take_back(number: int) -> Response:
    """Go back to what was seen."""
    return _json(withdraw(number))


def _json(kept: KeptReading) -> Response:
    correction = None
    if kept.correction is not None and kept.corrected_at is not None:
        correction = {
            "corrected_at": kept.corrected_at.isoformat(),
            **correction_to_json(kept.correction),
        }
    labelled = resources().labelled
    answer: Reading = {
        "reading": kept.reading.to_json(kept.name),
        "correction": correction,
        "score": score_to_json(kept.agreed),
        # where it lies is for those alone who use this computer
        "labelled": str(labelled.photo_of(kept)) if is_host() and labelled.holds(kept) else None,
        "read_at": kept.read_at.isoformat(),
        "url": url_for("pages.reading", number=kept.number, _external=True),
    }
    return jsonify(answer)
