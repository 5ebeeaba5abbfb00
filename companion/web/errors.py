"""Answers to requests that went wrong: a page for people, JSON for programs."""

from __future__ import annotations

from flask import Flask, Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge, SecurityError

from companion.photos.correction import CorrectionError
from companion.photos.labelled_folder import LabellingError
from companion.photos.photo_reader import BusyError
from companion.storage.database import BusyDataError, DataError, DiskFullError
from companion.web import live_games
from companion.words.language import gettext as _
from companion.words.language import retold
from vision.pictures.images import MAX_BYTES, ImageError

API_PREFIX = "/api/"
_WRONG = 400
_UNREADABLE = 422
_FAILED = 500
_BUSY = 503
_FULL = 507


def install(app: Flask) -> None:
    """Let an application answer its errors in one way."""
    app.register_error_handler(ImageError, _unreadable)
    app.register_error_handler(BusyError, _busy)
    app.register_error_handler(BusyDataError, _busy)
    app.register_error_handler(DiskFullError, _no_room)
    app.register_error_handler(DataError, _not_kept)
    app.register_error_handler(CorrectionError, _wrong_correction)
    app.register_error_handler(LabellingError, _not_labelled)
    app.register_error_handler(RequestEntityTooLarge, _too_large)
    app.register_error_handler(SecurityError, _unknown_host)
    app.register_error_handler(live_games.Refused, _refused)
    app.register_error_handler(HTTPException, _http_error)


def _unreadable(error: ImageError) -> Response:
    return answer(_UNREADABLE, str(error))


def _busy(error: BusyError | BusyDataError) -> Response:
    response = answer(_BUSY, str(error))
    response.headers["Retry-After"] = "3"
    return response


def _wrong_correction(error: CorrectionError) -> Response:
    return answer(_WRONG, str(error))


def _not_kept(error: DataError) -> Response:
    return answer(_FAILED, str(error))


def _no_room(error: DiskFullError) -> Response:
    return answer(_FULL, str(error))


def _not_labelled(error: LabellingError) -> Response:
    return answer(_FAILED, str(error))


def _too_large(error: RequestEntityTooLarge) -> Response:
    if error.description != RequestEntityTooLarge.description:
        return answer(error.code, error.description or error.name)
    most = min(request.max_content_length or MAX_BYTES, MAX_BYTES)
    return answer(
        error.code, _("This photo is larger than {size} MB: send a smaller one.", size=most >> 20)
    )


def _unknown_host(error: SecurityError) -> Response:
    """Answer a request under a name that is not the companion's, without any of its addresses."""
    message = _("The companion does not answer under this name: open the address it printed.")
    response = make_response(message, error.code)
    response.mimetype = "text/plain"
    return response


def _refused(error: live_games.Refused) -> Response:
    response = answer(error.status, error.sentence)
    if error.status == _BUSY:
        response.headers["Retry-After"] = "3"
    return response


def _http_error(error: HTTPException) -> Response:
    if error.response is not None:
        return make_response(error.response)
    if error.code == 404:
        return answer(404, _("There is nothing at this address."))
    response = answer(error.code or 500, error.description or error.name)
    if error.code == 405:
        response.headers.extend(error.get_headers()[1:])
    return response


def answer(status: int, message: str) -> Response:
    """Return an error with its one sentence, in the form that the address calls for."""
    message = retold(message)  # what the packages below say is in English
    if request.path.startswith(API_PREFIX):
        response = jsonify(error=message)
    else:
        response = make_response(render_template("error.html", message=message))
    response.status_code = status
    return response
