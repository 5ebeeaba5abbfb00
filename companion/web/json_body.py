"""Taking JSON out of a request."""

from __future__ import annotations

from flask import request
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge

from companion.words.language import gettext as _
from rules.json_text import JsonError, decoded_json

MOST_BYTES = 1 << 20


def json_body() -> object:
    """Return the JSON that a request brings; an empty body is an empty object.

    Raises
    ------
    BadRequest
        If it is no JSON.
    JsonError
        If an object in it gives a key twice, or a number is none.
    RequestEntityTooLarge
        If it is larger than any request needs.
    """
    request.max_content_length = MOST_BYTES
    try:
        text = request.get_data(cache=False)
        data: object = decoded_json(text) if text else {}
    except RequestEntityTooLarge as error:
        size = MOST_BYTES >> 20
        raise RequestEntityTooLarge(
            _("This is larger than {size} MB, and no request needs as much.", size=size)
        ) from error
    except JsonError:
        raise
    except (ValueError, RecursionError) as error:
        raise BadRequest(_("The request brings something that is no JSON.")) from error
    return data
