"""Teaching the companion a die: a photo of a face, and the name that the die is kept under."""

from __future__ import annotations

from typing_extensions import TypedDict

from companion.web.bodies.body import Body, like
from companion.web.shapes import Picture, Text
from companion.words.language import gettext as _


class FacePhotoForm(TypedDict):
    """A form with a photo of one face."""

    photo: Picture


class DieRequest(Body):
    """What the die is called of which six faces were shown."""

    model_config = like({"name": "rabbit"})

    name: Text | None = None

    @classmethod
    def called(cls) -> str:
        """Return what it is, to begin a sentence with."""
        return _("The die")
