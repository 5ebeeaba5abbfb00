"""Putting the OpenAPI document together (OpenAPI Specification 3.1)."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Any

from companion.web.openapi.calibration_paths import calibration_paths
from companion.web.openapi.game_paths import game_paths
from companion.web.openapi.paths import other_paths
from companion.web.openapi.schemas import schemas

_DESCRIPTION = """Live games of Palago, Palagem and Palagonia, and readings of photos.

The machine that runs the companion may do everything. Everybody else on the network needs a pass
for one game, which a one-time token from a QR code is changed for; a pass of the role `camera` sees
that game and posts frames, one of the role `player` decides as well. Without it: 403. A request
that changes something and comes from another site's page, by its `Origin`, is refused with 403, and
one that does not ask under a name of the companion's, by its `Host`, with 400.
"""


@cache
def openapi_document() -> dict[str, Any]:
    """Return the document; not to be changed."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Palago companion",
            "version": version("palago"),
            "description": _DESCRIPTION,
        },
        "paths": {**game_paths(), **calibration_paths(), **other_paths()},
        "components": {
            "schemas": schemas(),
            "securitySchemes": {
                "pass": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A pass for one game; the machine itself needs none. Browsers"
                    " keep it in a cookie that scripts cannot read.",
                }
            },
        },
        "security": [{}, {"pass": []}],
    }
