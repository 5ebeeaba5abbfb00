"""Where what is compiled of the search is kept."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_cache_path

_VARIABLE = "NUMBA_CACHE_DIR"


def compiled_folder() -> Path:
    """Return the folder in the user's cache that what is compiled is kept in."""
    return user_cache_path("palago") / "compiled"


def keep_compiled() -> None:
    """Have it kept there unless the environment says otherwise; before the engine is imported."""
    os.environ.setdefault(_VARIABLE, str(compiled_folder()))
