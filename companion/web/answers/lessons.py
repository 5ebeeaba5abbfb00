"""What is answered about lessons."""

from __future__ import annotations

from typing_extensions import TypedDict

from companion.web.shapes import Cells


class TriedStep(TypedDict):
    """What came of a try: whether it did what was asked, and where it breaks a rule."""

    done: bool
    legal: bool
    sentence: str
    wrong: Cells
