"""Bringing a photo to be read."""

from __future__ import annotations

from typing import NotRequired

from typing_extensions import TypedDict

from companion.web.shapes import Picture


class PhotoForm(TypedDict):
    """A form with a photo, or with the name of a sample."""

    photo: NotRequired[Picture]
    sample: NotRequired[str]
