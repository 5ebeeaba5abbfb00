"""The HTTP API: the same as the pages, for programs. Everything is JSON, errors as well."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, url_for

from companion.readings import KeptReading
from companion.scoring import score_to_json
from companion.web.resources import readings
from companion.web.uploads import read_request

blueprint = Blueprint("api", __name__, url_prefix="/api")

_CREATED = 201


@blueprint.post("/readings")
def create() -> tuple[Response, int]:
    """Read a photo: a form with the file ``photo`` or a ``sample``'s name, or the photo itself."""
    return _json(_kept(read_request())), _CREATED


@blueprint.get("/readings/<int:number>")
def show(number: int) -> Response:
    """Return a reading that is kept."""
    return _json(_kept(number))


def _kept(number: int) -> KeptReading:
    kept = readings().find(number)
    if kept is None:
        abort(404)
    return kept


def _json(kept: KeptReading) -> Response:
    return jsonify(
        reading=kept.reading.to_json(kept.name),
        score=score_to_json(kept.reading),
        read_at=kept.read_at.isoformat(),
        url=url_for("pages.reading", number=kept.number, _external=True),
    )
