"""The cameras of this computer with their pictures, to choose one by; for the host alone."""

from __future__ import annotations

import cv2
from flask import Blueprint, Flask, Response, abort, current_app, jsonify, render_template

from companion.live.choice import HIGHEST_CAMERA, SourceChoice
from companion.live.live_picture import MAX_SIDE_PX
from companion.sources import SourceError
from companion.sources.cameras import CameraPictures, present_cameras
from companion.sources.frame import SourceSays
from companion.web import live_games
from companion.web.answers.cameras import CameraList, ListedCamera
from companion.web.operation import JPEG, operation
from companion.web.shapes import Picture
from vision.pictures.encoding import jpeg

blueprint = Blueprint("cameras", __name__)

_EXTENSION = "companion-camera-pictures"
_QUALITY = 75


def install(app: Flask, pictures: CameraPictures) -> None:
    """Give an application what takes pictures with this computer's cameras."""
    use(app, pictures)
    app.register_blueprint(blueprint)


def use(app: Flask, pictures: CameraPictures) -> None:
    """Let an application take pictures with other cameras than those that are plugged in."""
    app.extensions[_EXTENSION] = pictures


@blueprint.get("/cameras")
def show() -> str:
    """Show the cameras of this computer; each is opened when its picture is asked for."""
    return render_template("cameras.html", cameras=_listed()["cameras"])


@blueprint.get("/api/cameras")
@operation("listCameras", {200: CameraList})
def index() -> Response:
    """List the cameras of this computer, and the game that each is used for."""
    return jsonify(_listed())


@blueprint.post("/api/cameras/<int:number>/picture")
@operation("takePicture", {200: Picture}, 404, 422, media=JPEG)
def picture(number: int) -> Response:
    """Take a picture with a camera, and let go of it; or return that of the game it is used for."""
    if number > HIGHEST_CAMERA:
        abort(404)
    game = live_games.tables().watching(SourceChoice("camera", str(number)))
    if game is not None:  # nobody else can open it meanwhile
        newest = game.picture.encoded()
        if newest is None:
            raise SourceError(SourceSays.CAMERA_SEES_NOTHING(number=number))
        return Response(newest.jpeg, mimetype=JPEG)
    pictures: CameraPictures = current_app.extensions[_EXTENSION]
    image = pictures.take(number)
    scale = min(1.0, MAX_SIDE_PX / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return Response(jpeg(small, _QUALITY), mimetype=JPEG)


def _listed() -> CameraList:
    tables, found = live_games.tables(), list[ListedCamera]()
    for camera in present_cameras():
        game = tables.watching(SourceChoice("camera", str(camera.number)))
        number = None if game is None else game.number
        found.append({"number": camera.number, "name": camera.name, "game": number})
    return {"cameras": found}
