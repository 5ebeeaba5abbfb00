"""What the views of one application share: the reader, the samples and the kept readings."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from flask import Flask, current_app, g

from companion.photos.labelled_folder import LabelledFolder
from companion.photos.photo_queue import PhotoQueue
from companion.photos.readings import Readings
from companion.photos.samples import Samples
from companion.storage import database

_NAME = "companion"


@dataclass(frozen=True)
class Resources:
    """What one application was made with."""

    data: Path
    reader: PhotoQueue
    samples: Samples

    @property
    def labelled(self) -> LabelledFolder:
        """The folder of labelled photos."""
        return LabelledFolder(self.data)


def install(app: Flask, shared: Resources) -> None:
    """Give an application its resources."""
    app.extensions[_NAME] = shared
    app.teardown_appcontext(_close)


def resources() -> Resources:
    """Return the resources of the application at work."""
    shared: Resources = current_app.extensions[_NAME]
    return shared


def readings() -> Readings:
    """Return the kept readings."""
    return Readings(connection())


def connection() -> sqlite3.Connection:
    """Return the connection to the database that this request has to itself."""
    if "connection" not in g:
        g.connection = database.connect(resources().data)
    found: sqlite3.Connection = g.connection
    return found


def _close(_error: BaseException | None) -> None:
    opened = g.pop("connection", None)
    if opened is not None:
        opened.close()
