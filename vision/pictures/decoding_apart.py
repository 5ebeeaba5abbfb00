"""Decoding formats whose decoders can be made to take much: in a process of its own, bounded.

A HEIC or AVIF file may hold a stream that is far larger than its header says, which its decoder
notices only afterwards. So it works in a process that the system ends where it takes too much.
"""

from __future__ import annotations

import struct
import subprocess
import sys
from typing import Final

import cv2
import numpy as np

from vision.arrays import Image

FORMATS: Final = frozenset({"HEIC", "AVIF"})
MOST_BYTES: Final = 1_500_000_000
"""Of memory, for a picture of 50 megapixels and all it is made from."""
MOST_SECONDS: Final = 20
_PATIENCE_S: Final = 3 * MOST_SECONDS
"""On a busy machine a second of work takes longer."""
SIZE: Final = struct.Struct("<II")
_CHANNELS: Final = 3


def decode_apart(data: bytes) -> Image | None:
    """Decode a picture in a process of its own.

    Parameters
    ----------
    data
        The bytes of a HEIC or AVIF file.

    Returns
    -------
        ndarray of uint8, shape (height, width, 3): blue, green, red, upright. None where it cannot
        be decoded within ``MOST_BYTES`` and ``MOST_SECONDS``.
    """
    try:
        done = subprocess.run(
            [sys.executable, "-m", "vision.pictures.decoder"],
            input=data,
            capture_output=True,
            timeout=_PATIENCE_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    if done.returncode != 0 or len(done.stdout) < SIZE.size:
        return None
    width, height = SIZE.unpack_from(done.stdout)
    if len(done.stdout) != SIZE.size + width * height * _CHANNELS:
        return None
    flat = np.frombuffer(done.stdout, np.uint8, offset=SIZE.size)
    rgb = flat.reshape(height, width, _CHANNELS)
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8)
