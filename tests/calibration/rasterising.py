"""Printed pages as pictures."""

from __future__ import annotations

import numpy as np
import pypdfium2

from vision.arrays import Image

MM_IN_AN_INCH = 25.4


def rasterised(pdf: bytes, dpi: int) -> tuple[Image, ...]:
    """Return the pages of a PDF as BGR pictures of so many dots an inch."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        pages = [page.render(scale=dpi / 72).to_numpy() for page in document]
        return tuple(np.ascontiguousarray(page) for page in pages)
    finally:
        document.close()
