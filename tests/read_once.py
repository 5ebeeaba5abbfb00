"""Pictures that many tests have read: each is read once in a process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock

import numpy as np

from vision.arrays import Image, Mask
from vision.detection import Detection
from vision.readers.examination import Examination
from vision.readers.picture_reader import Beside, PassedOver
from vision.readers.reader import Reader

_MOST = 64
"""So many pictures are kept, those asked for last, with all that their reading rests on."""


@dataclass(frozen=True)
class _Kept:
    """How a picture was read: what was found there, and which of it was passed over, if asked."""

    examination: Examination
    found: tuple[Detection, ...]
    answers: dict[Detection, bool]

    def holds(self, passes_over: PassedOver | None) -> bool:
        """Tell whether it would be read so again."""
        ask = passes_over or (lambda _: False)
        return all(ask(tile) is answer for tile, answer in self.answers.items())


class ReadOnce(Reader):
    """Reads a picture only where the very same one was not read shortly before.

    Films of one table begin alike, to the last bit of their noise. What is passed over depends on
    what was seen before: a reading is taken again where all that was asked is answered so again.
    """

    def __init__(self) -> None:
        super().__init__()
        self.read_anew = 0
        self._kept: OrderedDict[bytes, _Kept] = OrderedDict()
        self._alone = Lock()

    def examine(
        self, image: Image, shown: Mask | None = None, beside: Beside | None = None
    ) -> Examination:
        """Read a picture as `Reader` does."""
        if shown is not None:
            return super().examine(image, shown, beside)
        key = sha256(np.ascontiguousarray(image)).digest() + repr(image.shape).encode()
        kept, passes_over = self._kept.get(key), None
        if kept is not None:
            # what lies beside the board is followed by this: it is told once a picture
            passes_over = beside and beside(kept.found)
            if kept.holds(passes_over):
                self._keep(key, kept)
                return kept.examination
        return self._examined_anew(image, key, beside, passes_over)

    def _examined_anew(
        self, image: Image, key: bytes, beside: Beside | None, passes_over: PassedOver | None
    ) -> Examination:
        """Read a picture and keep that, with all that was asked of what is passed over."""
        self.read_anew += 1
        found: list[Detection] = []
        answers: dict[Detection, bool] = {}

        def noted(tiles: Sequence[Detection]) -> PassedOver:
            found.extend(tiles)
            ask = passes_over or (beside and beside(tiles)) or (lambda _: False)

            def is_passed_over(tile: Detection) -> bool:
                answers[tile] = ask(tile)
                return answers[tile]

            return is_passed_over

        # of its own: whoever drew the picture may go on drawing
        examination = super().examine(image.copy(), beside=noted)
        self._keep(key, _Kept(examination, tuple(found), answers))
        return examination

    def _keep(self, key: bytes, kept: _Kept) -> None:
        """Keep what was read last, the games of a companion each in a thread of its own."""
        with self._alone:
            self._kept[key] = kept
            self._kept.move_to_end(key)
            if len(self._kept) > _MOST:
                self._kept.popitem(last=False)
