"""How long games and photos are to be kept."""

from __future__ import annotations

from typing import Annotated

from companion.live.retention import Retention
from companion.web.bodies.body import Body, like
from companion.web.shapes import OneOf


class Keeping(Body):
    """How long games and photos are to be kept, and whether what is older may be removed."""

    model_config = like({"kept": "30-days"})

    kept: Annotated[str, OneOf(*Retention)]
    confirmed: bool | None = None
