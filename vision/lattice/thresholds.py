"""How exactly tiles lie, and what is usual for a table and its camera: what the fit goes by.

Lengths on the table are in circumradii of a tile, those in the picture in half diagonals of it.
When parts of a board are one was chosen on the made-up scenes 40000 to 40299 and the photos of
other looks (docs/vision.md); the deviations say what detections, players and cameras are like.
"""

from __future__ import annotations

import math

from vision.lattice.assignment import Noise

# Tiles and their lattice.

FIRST_NOISE = Noise(
    position=0.06, angle=math.radians(9), size=0.2, bend=0.06, twist=math.radians(3)
)
"""While the table is only guessed."""
NOISE = Noise(position=0.045, angle=math.radians(8), size=0.15, bend=0.02, twist=math.radians(1))
"""Once it is fitted."""
LOOSER_NOISE = Noise(
    position=0.06, angle=math.radians(9), size=0.2, bend=0.04, twist=math.radians(2)
)
"""And where parts touch that fit no one lattice."""
SAME_TILE, OVERLAPPING = 0.6, 1.5
"""Nearer than the first two detections mean the same tile; nearer than the second two tiles cannot
lie: hexagons that touch are sqrt(3) apart."""
MAY_TOUCH = 1.92
"""Tiles on the table nearer than this, in edge lengths of a lattice, may touch: on one lattice
neighbours lie sqrt(3) apart."""
WORST_OFFSET = 0.2
"""A tile further from its cell's centre does not belong to the lattice."""
ADOPTED_OFFSET, ADOPTED_SIZE = 0.14, 0.25
"""A lone tile this near to a free cell, and off the tiles' size by no more, belongs there."""
ON_A_CLOTH = 0.3, 15.0, 1.25
"""What a cloth's pattern shows is off its lattice by no more than this: in edge lengths, in
degrees, and as a ratio of sizes."""
USUAL_PITCH, PITCH_DEVIATION = 1.025, 0.02
"""Gaps of 0 to 6 % of the edge between tiles of circumradius 1."""
CENTER_LIMIT, SHAPE_LIMIT = 9.0, 14.0
"""Chi squared from which a tile's centre (2 degrees of freedom) and shape (4) count for less."""

# The table and its camera.

VANISHING_DEVIATION, DISTORTION_DEVIATION = 0.4, 0.06
"""How far the camera strays from one that looks straight down without distortion: standard
deviations, in half diagonals of the picture. They carry the fit where tiles are few."""
OTHER_TILTS = (1.5, 1.25, 0.75, 0.5, 2.0)
"""The first guess of the table's tilt is too small or too large by as much when tiles are few, or
far ones are slivers."""
TILES_A_STRAY = 8
"""So many tiles of a board for each lone one that touches it tell how the table is tilted, whatever
those seem to."""
SIZE_NOISE = 0.05
"""Of tiles' sizes as detected, as a share: a standard deviation."""
NEIGHBOUR_WINDOWS = (0.3, 0.25, 0.2, 0.15)
"""Ways this near to the distance of touching tiles, as a share of it, are taken for one, round
after round; the next longer way on the lattice is 1.7 times as long."""
GUESS_WEIGHT = 0.5
"""How many ways between neighbours the first guess of the stretch counts for."""
USUAL_FOCAL = 1.75
"""The focal length of a usual phone or webcam, in half diagonals of the picture."""
USUAL_VANISHING = -0.25j
"""The vanishing line of a table that a camera held upright looks down on from 24 degrees."""
ENOUGH_TO_TILT = 3.0
"""With so many tiles the fit counts as much as what is usual."""

# Parts of a board.

LOOSEST_FIT = 12.0
"""Chi squared (3 degrees of freedom) above which two parts are not of one lattice."""
MOST_TURN, MOST_SHIFT = math.radians(25), 0.7
"""What no two parts of one lattice differ by, however little is known of them: radians, and
circumradii. More is not worth weighing."""
REFITTED_TILTS = (0.8, 1.0, 1.2)
"""How much more the table is tilted than it was fitted, where it is fitted anew to two parts as
one: from each of these the fit begins once."""
MOST_STEPS_BETWEEN = 8
"""Steps over which a lattice says where the next tile of another part has to lie."""
DETOUR, GOOD_FIT = 4, 1.5
"""The way between two parts may be longer than the shortest by so many steps, where they fit one
lattice at least as well as this chi squared says: round what is seen, outside the picture. Else by
one step, if neither is a single tile."""
MOST_JOINED = 24
"""So many parts of a picture are weighed against each other, the largest: every pair costs time.
No table bears more boards."""
FIT_WORK, TILE_WORK, PAIR_WORK = 9.0, 0.22, 0.0055
"""What it takes to fit table and lattices once, and what more for each tile and for each two, in
looks at single cells (``vision.readers.effort``), as measured."""
LINKING_WORK = 0.5
"""What it takes to link tiles as another tilt of the table has them, as a share of that."""
MOST_WORK_ON_OTHERS, FITS_A_START = 297.0, 4
"""So much is spent on fits for a picture besides those of the first start of each look: some twenty
for a board, some seven for what a cloth shows. A start takes so many fits as a rule, and is begun
only if there is as much left."""
