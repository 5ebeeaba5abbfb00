"""The process that decodes HEIC and AVIF: a file's bytes in, width, height and RGB bytes out.

It ends with status 1 where the bytes are no picture, and is ended where they take too much.
"""

from __future__ import annotations

import io
import sys
from typing import NoReturn

from PIL import Image, ImageOps

from vision.pictures.decoding_apart import MOST_BYTES, MOST_SECONDS, SIZE


def main() -> NoReturn:
    """Decode what comes in on standard input."""
    _bound()
    import pillow_heif

    # what the header says is checked before; a decoder's thread for each core is not needed
    pillow_heif.options.DECODE_THREADS = 1
    pillow_heif.register_heif_opener(thumbnails=False)
    try:
        with Image.open(io.BytesIO(sys.stdin.buffer.read()), formats=["HEIF", "AVIF"]) as opened:
            upright = ImageOps.exif_transpose(opened).convert("RGB")
    except (OSError, ValueError, SyntaxError, MemoryError, RuntimeError, EOFError):
        sys.exit(1)
    sys.stdout.buffer.write(SIZE.pack(*upright.size))
    sys.stdout.buffer.write(upright.tobytes())
    sys.stdout.buffer.flush()
    sys.exit(0)


def _bound() -> None:
    """Have the system refuse this process more memory and time, where it can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for what, most in ((resource.RLIMIT_AS, MOST_BYTES), (resource.RLIMIT_CPU, MOST_SECONDS)):
        _soft, hard = resource.getrlimit(what)
        if hard == resource.RLIM_INFINITY or most <= hard:
            resource.setrlimit(what, (most, hard))


if __name__ == "__main__":
    main()
