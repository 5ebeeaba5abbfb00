"""Taking a photo out of a request, reading it and keeping the reading."""

from __future__ import annotations

from pathlib import PurePath

from flask import request
from werkzeug.exceptions import BadRequest

from companion.web.resources import readings, resources
from companion.words.language import gettext as _
from rules.fields import quoted

_LONGEST_NAME = 120


def read_request() -> int:
    """Read the photo that a request brings, or the sample that it names, and keep the reading.

    A request brings a form with the file ``photo`` or the text ``sample``, or the photo itself as
    its body (any ``image/...`` type).

    Raises
    ------
    BadRequest
        If it brings none of these.
    ImageError, BusyError
        As `PhotoQueue.read`.
    DataError
        As `Readings.keep`.
    """
    name, data = posted_photo()
    return readings().keep(name, resources().reader.read(data, name))


def posted_photo() -> tuple[str, bytes]:
    """Return the name and the bytes of the photo that a request brings, as `read_request` says.

    Raises
    ------
    BadRequest
        If it brings none.
    """
    if request.mimetype.startswith("image/"):
        return _("photo"), request.get_data(cache=False)
    for file in request.files.getlist("photo"):
        if file.filename:
            name = PurePath(file.filename.replace("\\", "/")).name[:_LONGEST_NAME]
            return name or _("photo"), file.read()
    wanted = request.form.get("sample", "")
    if not wanted:
        raise BadRequest(_("No photo came with this request: choose one first."))
    samples = resources().samples
    sample = samples.find(wanted)
    if sample is None:
        raise BadRequest(_("There is no sample photo called {name}.", name=quoted(wanted)))
    return sample.caption, samples.photo(sample)
