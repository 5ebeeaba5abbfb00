"""Teaching the companion an odd die from the page: a photo of each face; for the host alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from threading import Lock

from flask import Blueprint, Flask, Response, current_app, jsonify, url_for
from werkzeug.exceptions import NotFound

from calibration.choosing import DICE
from calibration.dice.learning import DieCalibrationError, DieTeacher, SeenFace
from calibration.keeping import keep_profile
from companion.live import Tables
from companion.web.answers.dice import LearnedDie
from companion.web.answers.dice import SeenFace as FaceAnswer
from companion.web.bodies.dice import DieRequest, FacePhotoForm
from companion.web.json_body import json_body
from companion.web.operation import JPEG, operation
from companion.web.shapes import Picture
from companion.web.uploads import posted_photo
from companion.words.language import gettext as _
from companion.words.language import say
from vision.pictures.images import decode_image
from vision.profiles.die_profile import VALUES, png

blueprint = Blueprint("dice_calibrating", __name__)

PNG = "image/png"
_EXTENSION = "companion-die"
_LONGEST_NAME = 80


@dataclass
class _Desk:
    """Where a die is shown, one at a time: the newest photo of each face counts."""

    data: Path
    tables: Tables
    faces: dict[int, tuple[int, SeenFace]] = field(default_factory=dict)
    numbers: count[int] = field(default_factory=count)
    alone: Lock = field(default_factory=Lock)
    _teacher: DieTeacher | None = None

    def teacher(self) -> DieTeacher:
        """Return what learns dice; its networks are loaded when they are first needed."""
        if self._teacher is None:
            self._teacher = DieTeacher(self.tables.make_reader())
        return self._teacher


def install(app: Flask, data: Path, tables: Tables) -> None:
    """Let an application learn dice, and keep their profiles in a data directory."""
    app.extensions[_EXTENSION] = _Desk(data, tables)
    app.register_blueprint(blueprint)


@blueprint.post("/api/calibration/die/<int:value>")
@operation(
    "showDieFace",
    {200: FaceAnswer},
    400,
    404,
    413,
    422,
    bodies={JPEG: Picture, "multipart/form-data": FacePhotoForm},
)
def show_face(value: int) -> Response:
    """Look at a photo of a die's face; it takes the place of an earlier one of that face."""
    _check(value)
    name, data = posted_photo()
    desk = _desk()
    image = decode_image(data, name)
    with desk.alone:
        desk.faces.pop(value, None)
        number = next(desk.numbers)
        try:
            face = desk.teacher().see(image, value)
        except DieCalibrationError as error:
            return _seen(value, problem=say(error.message))
        desk.faces[value] = (number, face)
    address = url_for("dice_calibrating.face_picture", value=value, number=number)
    return _seen(value, address, face.picture.reads_as)


@blueprint.get("/api/calibration/die/<int:value>/picture.png")
@operation("showDieFacePicture", {200: Picture}, 404, media=PNG)
def face_picture(value: int) -> Response:
    """Give what was seen of a die's face."""
    found = _desk().faces.get(value)
    if found is None:
        raise NotFound(_("No photo of this face was shown yet."))
    response = Response(png(found[1].picture.picture), mimetype=PNG)
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.post("/api/calibration/die")
@operation("learnDie", {200: LearnedDie}, 400, 413, body=DieRequest)
def learn() -> Response:
    """Learn the die whose six faces were shown, and keep its profile."""
    asked = DieRequest.of(json_body())
    name = "".join(c for c in asked.name or "" if c.isprintable()).strip()[:_LONGEST_NAME]
    desk = _desk()
    with desk.alone:
        faces = [face for _number, face in desk.faces.values()]
        try:
            learned = desk.teacher().learn(faces, name or "die")
        except DieCalibrationError as error:
            return _learned([], problem=say(error.message))
        path = keep_profile(desk.data / DICE, learned.profile)
        desk.faces.clear()
    desk.tables.use_new_profiles()
    return _learned([say(remark) for remark in learned.remarks], str(path))


def _seen(
    value: int,
    picture: str | None = None,
    reads_as: int | None = None,
    problem: str | None = None,
) -> Response:
    answer: FaceAnswer = {
        "value": value,
        "picture": picture,
        "reads_as": reads_as,
        "problem": problem,
    }
    return jsonify(answer)


def _learned(sentences: list[str], path: str | None = None, problem: str | None = None) -> Response:
    answer: LearnedDie = {"sentences": sentences, "path": path, "problem": problem}
    return jsonify(answer)


def _check(value: int) -> None:
    if value not in VALUES:
        raise NotFound(_("There is no face {value} on a die: send photos of 1 to 6.", value=value))


def _desk() -> _Desk:
    found: _Desk = current_app.extensions[_EXTENSION]
    return found
