"""The pages of single photos, and what all pages share."""

from __future__ import annotations

import json

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.photos.own_photos import alarm, own_photos
from companion.photos.result import present
from companion.web import access, corrections
from companion.web.resources import readings, resources
from companion.web.uploads import read_request
from companion.words.language import current
from companion.words.language import gettext as _

blueprint = Blueprint("pages", __name__)

_RECENT = 8
_SEE_OTHER = 303
_FOREVER_S = 365 * 24 * 3600


@blueprint.get("/photos")
def photos() -> str:
    """Choose a photo, or one of the samples."""
    return render_template(
        "photos.html",
        samples=resources().samples.all(),
        recent=readings().recent(_RECENT),
        alarm=_alarm(),
    )


@blueprint.post("/readings")
def read() -> AnyResponse:
    """Read a photo and go to what it shows."""
    number = read_request()
    response = redirect(url_for("pages.reading", number=number), _SEE_OTHER)
    access.keep_own_photo(response, number)
    return response


@blueprint.get("/readings/<int:number>")
def reading(number: int) -> str:
    """Show what a photo shows: with ``?seen`` as it was read, though a person put it right."""
    kept = corrections.kept_reading(number)
    as_seen = kept.correction is not None and "seen" in request.args
    return render_template(
        "reading.html",
        kept=kept,
        result=present(kept, as_seen=as_seen),
        as_seen=as_seen,
        labelled=resources().labelled,
        alarm=None if kept.correction is None else _alarm(),
    )


@blueprint.post("/readings/<int:number>/confirm")
def confirm(number: int) -> AnyResponse:
    """Keep that everything is right as it was read."""
    corrections.confirm(number)
    return _to_reading(number)


@blueprint.post("/readings/<int:number>/withdraw")
def withdraw(number: int) -> AnyResponse:
    """Go back to what was seen."""
    corrections.withdraw(number)
    return _to_reading(number)


@blueprint.post("/readings/<int:number>/forget")
def forget(number: int) -> AnyResponse:
    """Remove a reading and its photo for good."""
    corrections.forget(number)
    return redirect(url_for("pages.photos"), _SEE_OTHER)


@blueprint.get("/readings/<int:number>/photo.jpg")
def photo(number: int) -> Response:
    """The photo of a reading."""
    return _jpeg(readings().photo(number))


@blueprint.get("/readings/<int:number>/thumbnail.jpg")
def thumbnail(number: int) -> Response:
    """A small picture of a reading's photo."""
    return _jpeg(readings().thumbnail(number))


@blueprint.get("/samples/<name>.jpg")
def sample(name: str) -> Response:
    """A small picture of a sample."""
    found = resources().samples.find(name)
    return _jpeg(None if found is None else resources().samples.thumbnail(found))


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone needs to know to put the companion among its apps."""
    icons = [
        {"src": url_for("static", filename="icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        *(
            {
                "src": url_for("static", filename=f"icons/icon-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": "any maskable",
            }
            for size in (192, 512)
        ),
    ]
    described = {
        "name": _("Palago companion"),
        "short_name": "Palago",
        "lang": current(),
        "start_url": url_for("games.start"),
        "display": "standalone",
        "background_color": "#f4efe6",
        "theme_color": "#f4efe6",
        "icons": icons,
    }
    return Response(json.dumps(described), mimetype="application/manifest+json")


def _alarm() -> str | None:
    """Return what to say where people's own photos speak against what the reader promises."""
    return alarm(own_photos(readings().corrected()))


def _to_reading(number: int) -> AnyResponse:
    return redirect(url_for("pages.reading", number=number, _anchor="by-hand"), _SEE_OTHER)


def _jpeg(data: bytes | None) -> Response:
    if data is None:
        abort(404)
    response = Response(data, mimetype="image/jpeg")
    response.cache_control.private = True
    response.cache_control.max_age = _FOREVER_S
    return response
