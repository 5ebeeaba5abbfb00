"""When a profile of a set's colours is taken for that of the tiles in a photo.

Held by ``tests/vision/readers/test_tuned_reader.py``: another set's profile is left out, the
set's own is used.
"""

from __future__ import annotations

NEAR_ITS_COLOR = 0.4
"""Of the way from one colour to the other: so near to its own colour each must be."""
LEAST_COLOR_GAP = 40.0
"""Colours that lie nearer together than this (RGB, 0..255) are taken to lie so far apart."""
