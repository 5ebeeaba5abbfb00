"""When a table is looked at again, and what counts as having changed.

Held by the drawn films of ``tests/vision/following`` and ``benchmarks/live.py``: games with hands,
bumps and light that changes. How long is waited for what:
:class:`vision.following.follower.Patience`.
"""

from __future__ import annotations

LEAST_CHANGE = 6.0
"""Grey levels by which a spot must differ to have changed, above the picture's own noise."""
LEAST_SHARE = 0.0003
"""Share of the picture that must have changed: about one tile of 22 px in a photo of 1280 px."""
NOISE_WEIGHT = 4.0
"""How much of the picture's own noise, in grey levels, is added to that."""
ADAPTATION = 0.05
"""How fast the reference follows slow changes of the light, a frame."""
LEAST_RESIDUE, RESIDUE_SHARE = 9.0, 0.35
"""A cell looks as it did if its picture differs, light apart, by less than so many grey levels, or
by less than this share of its contrast."""
GAINS = (0.5, 2.0)
"""The light on a cell may change by a factor between these."""
MOST_LOOKS = 9
"""More looks at one thing are no more evidence: they share their faults."""
STAYED = 0.3
"""Tiles that are seen within this many edge lengths of where their cells were have stayed."""
LEAST_AGREEMENT = 0.7
"""The share of tiles that must be found as they were for a board to be the one that is known."""
FEW_TILES = 2
"""So many tiles may be taken off the table at once, and leave it bare."""
MANY_HIDDEN = 2
"""One cell that seems hidden may be dark or burnt by a lamp; so many are covered."""
CAMERA_MOVED = 0.35
"""A board that is seen this many edge lengths from where it was: the camera was moved."""
DIE_MOVED_PX = 5.0
"""A die farther from where it lay was moved; less is noise of its reading."""
