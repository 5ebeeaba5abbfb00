"""Running the networks, on ONNX Runtime.

A network as it was trained takes normalised numbers. The one made of it for use
(``training.quantise``) takes the pixels themselves and counts in bytes, which is about three times
as fast. It stands beside the trained one and says of which weights it was made; that of other
weights is not used. One that learned in bytes stands alone: its file holds all that it learned.
So does one whose trained weights are not kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import onnxruntime

from vision.arrays import Float32s, Patches

NETWORKS = Path(__file__).parent
"""The folder of the trained networks, each an ONNX file with its model card beside it."""
MADE_OF = "made_of"
"""What the note of a quantised network is called that says of which file it was made."""
MEAN, DEVIATION = 0.45, 0.25
"""What trained networks take is a channel's value, 0..1, less the first, over the second."""
_BLOCKS_OF_CHANNELS = ("NchwcTransformer",)
"""ONNX Runtime's own order of numbers for convolutions. To one that counts in bytes it is of no use
but for the last layer of all, where bringing numbers into it takes longer than the layer."""


def quantised_file(model: Path) -> Path:
    """Return where the network of bytes stands that is made of a trained one."""
    return model.with_suffix(".int8.onnx")


def digest(model: Path) -> str:
    """Return by what a quantised network knows the file it was made of."""
    return hashlib.sha256(model.read_bytes()).hexdigest()


def normalise(pictures: Patches | Float32s) -> Float32s:
    """Return what a trained network takes, (..., 3, h, w), of BGR, 0..255, (..., h, w, 3)."""
    values = (pictures.astype(np.float32) / 255.0 - MEAN) / DEVIATION
    return np.ascontiguousarray(np.moveaxis(values, -1, -3), np.float32)


def four_channels(pictures: Patches) -> Patches:
    """Return what a quantised network takes, (n, h, w, 4), of BGR, (n, h, w, 3).

    The fourth channel means nothing: processors count bytes by fours.
    """
    count, height, width = pictures.shape[:3]
    flat = np.ascontiguousarray(pictures).reshape(count * height, width, 3)
    filled = cv2.cvtColor(flat, cv2.COLOR_BGR2BGRA)
    return np.asarray(filled, np.uint8).reshape(count, height, width, 4)


class Network:
    """A network of one input and one output, loaded once. Any number of threads may run it.

    Attributes
    ----------
    name
        That of its file, without the ending.
    counts_bytes
        Whether it is the one made for use; otherwise it is the trained one, which takes longer.
    """

    def __init__(self, model: Path) -> None:
        """Load it from an ONNX file: what was made of it for use, or the trained one itself."""
        self.name = model.stem
        session = _quantised(model)
        self.counts_bytes = session is not None
        self._session = session or _session(model)
        self._input = self._session.get_inputs()[0].name

    def run(self, pictures: Patches) -> Float32s:
        """Return the network's output for pictures, BGR, (n, height, width, 3)."""
        batch = four_channels(pictures) if self.counts_bytes else normalise(pictures)
        (output,) = self._session.run(None, {self._input: batch})
        return np.asarray(output, np.float32)


def _quantised(model: Path) -> onnxruntime.InferenceSession | None:
    """Return the network of bytes that was made of just this file, or that stands alone."""
    made = quantised_file(model)
    if not made.exists():
        return None
    session = _session(made, without=_BLOCKS_OF_CHANNELS)
    if not model.exists():
        return session
    notes = session.get_modelmeta().custom_metadata_map
    return session if notes.get(MADE_OF) == digest(model) else None


def _session(model: Path, without: Sequence[str] = ()) -> onnxruntime.InferenceSession:
    """Load a network from a file; some ways to make its graph faster may be left out."""
    options = onnxruntime.SessionOptions()
    # Threads that wait by spinning would take the second core from whatever else runs.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # What this keeps for the next run of the same size grows with every new size.
    options.enable_mem_pattern = False
    _keep_memory_for_all()
    options.add_session_config_entry("session.use_env_allocators", "1")
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(
        str(model), options, providers=["CPUExecutionProvider"], disabled_optimizers=list(without)
    )


@cache
def _keep_memory_for_all() -> None:
    """Let all networks keep in one place what a run takes, for the next run of any of them.

    Asking the system for it anew takes a twelfth of a run. A place for each would hold the most
    that each ever took; one for all holds little more than a single run takes.
    """
    kept = onnxruntime.OrtMemoryInfo(
        "Cpu", onnxruntime.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, onnxruntime.OrtMemType.DEFAULT
    )
    as_usual = onnxruntime.OrtArenaCfg(0, -1, -1, -1)
    onnxruntime.create_and_register_allocator(kept, as_usual)
