"""Where what is compiled of the search is kept."""

from __future__ import annotations

import os
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from platformdirs import user_cache_path

_VARIABLE = "NUMBA_CACHE_DIR"


def compiled_folder() -> Path:
    """Return the folder in the user's cache that what is compiled is kept in."""
    return user_cache_path("palago") / "compiled" / sources_digest()


def sources_digest() -> str:
    """Return what changes with any source file of the engine.

    Numba compiles a function anew where its own file has changed, but not where only a file has
    whose functions it calls; after an update the two must not be mixed.
    """
    digest = sha256()
    for source in sorted(files("rules.engine").iterdir(), key=lambda file: file.name):
        if source.name.endswith(".py"):
            digest.update(source.name.encode() + source.read_bytes())
    return digest.hexdigest()[:16]


def keep_compiled() -> None:
    """Have it kept there unless the environment says otherwise; before the engine is imported."""
    os.environ.setdefault(_VARIABLE, str(compiled_folder()))
