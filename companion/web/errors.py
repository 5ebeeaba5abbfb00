"""Answers to requests that went wrong: a page for people, JSON for programs."""

from __future__ import annotations

import os
from errno import EDQUOT, ENOSPC
from http import HTTPStatus
from pathlib import Path

from flask import Flask, Response, g, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge, SecurityError

from companion.web.access import is_host
from companion.web.resources import resources
from companion.web.statuses import REFUSALS, status_of
from companion.words.language import gettext as _
from companion.words.language import say_error
from vision.pictures.images import MAX_BYTES

API_PREFIX = "/api/"
_PHOTO_PAGES = "pages"
"""The blueprint of the pages of photos."""
_AGAIN_AFTER_S = 3


def install(app: Flask) -> None:
    """Let an application answer its errors in one way."""
    for kind in REFUSALS:
        app.register_error_handler(kind, _refused)
    app.register_error_handler(OSError, _disk_failed)
    app.register_error_handler(RequestEntityTooLarge, _too_large)
    app.register_error_handler(SecurityError, _unknown_host)
    app.register_error_handler(HTTPException, _http_error)


def _refused(error: Exception) -> Response:
    sentence = say_error(error)
    if not is_host():  # where the data lie is for those alone who use this computer
        data = resources().data
        for folder in (data, data.resolve()):
            sentence = sentence.replace(f"{folder}{os.sep}", "").replace(str(folder), data.name)
    return answer(status_of(error), sentence)


def _disk_failed(error: OSError) -> Response:
    """Answer where the system refuses to read or write a file that is no part of the record."""
    is_full = error.errno in (ENOSPC, EDQUOT)
    status = HTTPStatus.INSUFFICIENT_STORAGE if is_full else HTTPStatus.INTERNAL_SERVER_ERROR
    sentence = _(
        "{file} cannot be read or written ({error}): look after the disk and who may use the file,"
        " then try again.",
        file=Path(str(error.filename)).name if error.filename else _("A file"),
        error=error.strerror or type(error).__name__,
    )
    return answer(status, sentence)


def _too_large(error: RequestEntityTooLarge) -> Response:
    if error.description != RequestEntityTooLarge.description:
        return answer(error.code, error.description or error.name)
    most = min(request.max_content_length or MAX_BYTES, MAX_BYTES)
    return answer(
        error.code, _("This file is larger than {size} MB: send a smaller one.", size=most >> 20)
    )


def _unknown_host(error: SecurityError) -> Response:
    """Answer a request under a name that is not the companion's, without any of its addresses."""
    message = _("The companion does not answer under this name: open the address it printed.")
    response = make_response(message, error.code)
    response.mimetype = "text/plain"
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
    if request.path.startswith(API_PREFIX):
        response = jsonify(error=message)
    else:
        # whoever may not see photos is led to none
        is_of_photos = request.blueprint == _PHOTO_PAGES and status != HTTPStatus.FORBIDDEN
        page = render_template(
            "error.html", message=message, game=g.get("game"), is_of_photos=is_of_photos
        )
        response = make_response(page)
    response.status_code = status
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = str(_AGAIN_AFTER_S)
    return response
