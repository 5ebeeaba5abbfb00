"""What is answered about spectators."""

from __future__ import annotations

from typing_extensions import TypedDict

from companion.web.shapes import Count


class SpectatorCode(TypedDict):
    """Whether spectators are let in, how many came, and the code; ``qr`` is an SVG of ``url``."""

    spectators: bool
    count: Count
    url: str | None
    https_url: str | None
    qr: str | None


SpectatorPassGiven = TypedDict("SpectatorPassGiven", {"pass": str})
"""A pass to look on with."""
