"""The types of arrays, each named by what it holds; annotations elsewhere say the shape.

NumPy's types tell an array's dtype, not its shape or its meaning: two names here may be one type to
a type checker and mean two things to a reader.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""A picture: blue, green and red (BGR), 0..255, (height, width, 3), upright."""
Grey = NDArray[np.uint8]
"""A picture in grey, 0..255, (height, width)."""
Patches = NDArray[np.uint8]
"""Square pieces of a picture, BGR, 0..255, (n, side, side, 3)."""
Spots = NDArray[np.uint8]
"""Single pixels of a picture, BGR, 0..255, (..., 3)."""
Mask = NDArray[np.bool_]
"""Which elements of another array are meant, such as pixels of a picture, (height, width)."""
Points = NDArray[np.float64]
"""Points and ways of a plane, x and y, (..., 2); in a picture px, x to the right and y down.
In space also (..., 3)."""
PlanePoints = NDArray[np.complex128]
"""The same as complex numbers x + iy, (...), where they are turned and scaled."""
Colors = NDArray[np.float64]
"""Colours, three channels each, (..., 3)."""
Matrix = NDArray[np.float64]
"""A linear or projective map, (rows, columns)."""

Float64s = NDArray[np.float64]
"""Numbers of any other meaning, float64."""
Float32s = NDArray[np.float32]
"""Numbers of any other meaning, float32: what networks take and give, maps of a picture's size."""
Indices = NDArray[np.intp]
"""Positions in another array."""
Int64s = NDArray[np.int64]
"""Counts and numbers of things."""
Int32s = NDArray[np.int32]
"""Numbers of things in a map of a picture's size, and corners as OpenCV draws them."""
Bytes = NDArray[np.uint8]
"""Small numbers that are no brightness, such as the class of each patch, 0..255."""
