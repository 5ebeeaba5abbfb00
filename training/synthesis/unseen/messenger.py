"""What a chat app makes of a photo: smaller, sharpened, compressed more than once."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Image


def sent_on(picture: Image, rng: np.random.Generator) -> Image:
    """Return a picture, BGR uint8, as it arrives: half to four fifths as large, JPEG 30 to 50."""
    scale = rng.uniform(0.5, 0.8)
    height, width = (round(side * scale) for side in picture.shape[:2])
    small = np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    soft = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.7, 1.4))
    amount = rng.uniform(0.2, 1.0)
    small = np.asarray(cv2.addWeighted(small, 1 + amount, soft, -amount, 0), np.uint8)
    for _ in range(2):
        quality = int(rng.integers(30, 51))
        _, code = cv2.imencode(".jpg", small, [int(cv2.IMWRITE_JPEG_QUALITY), quality])
        small = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)
    return small
