"""How much the engine can hold; known to those who ask for its work without loading it."""

from __future__ import annotations

from typing import Final

MOST_TILES: Final = 120
"""More tiles in a row would reach over the grid's edge."""
