"""What is written on printed pages, in every language there is: ``languages/LANGUAGE.json``.

Captions of the rules' figures (`calibration.figures`) are there too, as ``figure.NAME``.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

from calibration.languages import typeset


class Texts:
    """The wording of one language, by key."""

    def __init__(self, language: str, wording: dict[str, str]) -> None:
        self.language = language
        self._wording = wording

    def __call__(self, key: str, **values: object) -> str:
        """Return the text of a key with ``values`` filled in by name."""
        return self.template(key).format(**values)

    def template(self, key: str) -> str:
        """Return the text of a key with its gaps still open."""
        return self._wording[key]

    @property
    def all_keys(self) -> frozenset[str]:
        """The keys there is a text for."""
        return frozenset(self._wording)


@lru_cache
def texts_in(language: str) -> Texts:
    """Return the wording of a language, one of `calibration.languages`."""
    source = files("calibration.printing") / "languages" / f"{language}.json"
    return Texts(language, json.loads(typeset(source.read_text("utf-8"), language)))
