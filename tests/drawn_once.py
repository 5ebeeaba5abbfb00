"""Pictures of made-up tables that many tests ask for: each is drawn once in a process."""

from __future__ import annotations

import pickle
from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

from training.synthesis.staging import Table
from vision.arrays import Image

_MOST = 24
"""So many pictures are kept, those asked for last; one of 1280 x 720 takes 3 MB."""


class DrawnOnce:
    """Draws a picture of a table only where the same one was not asked for shortly before."""

    def __init__(self) -> None:
        self.drawn = 0
        self._kept: OrderedDict[bytes, Image] = OrderedDict()
        self._draw = Table.picture

    def picture(self, table: Table, *what: Any, **more: Any) -> Image:
        """Return a picture as `Table.picture` draws it, of one's own to change."""
        key = _key(table, what, more)
        if key not in self._kept:
            self.drawn += 1
            self._kept[key] = self._draw(table, *what, **more)
        self._kept.move_to_end(key)
        if len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        return self._kept[key].copy()

    def method(self) -> Callable[..., Image]:
        """Return what takes the place of `Table.picture`."""
        return lambda table, *what, **more: self.picture(table, *what, **more)


def _key(table: Table, what: object, more: object) -> bytes:
    """Return what tells a picture from others: all that it is drawn of."""
    drawn_of = (table.seed, table.camera, table.look, table.top, what, more)
    return blake2b(pickle.dumps(drawn_of)).digest()
