"""At which sizes a picture is looked at, and when once more.

Sizes in px; the detector was trained on tiles from 16 to about 200 px across. Chosen on the made-up
scenes 40000 to 40299 and the photos of other looks (docs/vision.md).
"""

from __future__ import annotations

import math

WORKING_SIDE = 640
"""Longer side (px) of the picture the detector sees first."""
CLOSE_SIDE, SMALL_TILE = 1280, 30.0
"""And at a closer look, when tiles came out smaller (working pixels across) or none were found."""
FAR_SIDES, LARGE_TILE = (320, 160), 110.0
"""And from further off, and once more, as long as they come out larger or hardly any are found."""
LEAST_SCORE = 0.3
"""Detections below this score are nothing; those a little above make the reader doubt."""
HUGE, LEAST_HUGE_SCORE = 0.7, 0.25
"""What is so large, as a share of the picture's shorter side, may be a tile of which a part alone
is seen: the find network knows whole ones, and the detector is less sure of it."""
LEAST_CHANCE, MOST_ASKED = 0.5, 96
"""How large tiles are is told by those that the find network takes for tiles, too, with more than
the first; it is asked of so many, the likeliest."""
CERTAIN_SCORE, ENOUGH_CERTAIN = 0.5, 3
"""So many tiles of this score are enough to go by."""
MUCH_LARGER = 1.6
"""Of two dice on one spot, the less likely one stays only if it is so many times as large."""
OVERHEAD_TILE = 44.0
"""How large (px across) tiles are drawn, if they may."""
OVERHEAD_MARGIN = 3.0
"""How much table is drawn around the tiles known so far, in circumradii."""
MOST_BLOCKS = 600
"""The picture is drawn in blocks of 32 by 32 px, and in no more of them than this."""
STRETCH = 2.5
"""How far a photo is drawn out in which tiles may be slivers: what is seen from 75 degrees off its
normal comes out as from 56."""
STRETCH_DIRECTIONS = 6
"""In so many directions, evenly spread, where nothing tells which is the right one."""
SEEN_FLAT, LEAST_FAR_RADIUS, MOST_STRETCHED = 0.5, 0.005, 160_000
"""Where tiles tell how the table is seen, only that part is drawn out in which it is seen flatter
than the first, and in which a tile's radius is more than the second share of the picture's longer
side: there is nothing to draw out elsewhere. It is searched with so many pixels at most, or with as
many as the whole photo drawn out has, if those are more."""
SAME_TILE = 0.7
"""What two looks show nearer to each other than this is one tile, in circumradii: tiles that touch
are 1.7 apart."""
DARK_NOISE, PALENESS, BRIGHT = 4.0, 0.65, 230.0
"""A picture of colours alone: grey levels added so that dark noise has no colours; how much of its
brightness comes from how pale a pixel is; and the grey level of what is white."""
LEAST_EDGE, MOST_EDGES, PARALLEL = 30.0, 200, 6.0
"""Straight edges of so many pixels of the working picture, so many of them at most, may be the
sides of a line if they run against each other but for so many degrees."""
THINNEST_LINE, WIDEST_LINE, SLENDER, LEAST_SHARED = 0.7, 40.0, 4.0, 24.0
"""They are if they are between the first two apart, in pixels, and lie beside each other for the
third times as much, and for the fourth at least."""
LINE_GOES_ON, BESIDE_A_LINE = 120.0, 4.0
"""A line is taken out so far beyond what is seen of it, and so much wider: it has soft sides."""
MOST_LINES, MOST_OF_THE_PICTURE = 100, 0.4
"""So many lines are taken out at most, the longest; where they cover more than this share of the
picture, nothing tells what is below."""
BAND_SIDE, BAND_HEIGHT = 1280, 0.06
"""The longer side (px) of a picture in which a board is looked for that is seen almost edge on, and
the height of a band in which it may lie, as a share of that."""
BAND_SLOPES, MOST_BANDS = (-14.0, -7.0, 0.0, 7.0, 14.0), 2
"""How far bands fall to the right, in degrees, as a camera is held by hand; and how many are looked
at, the likeliest."""
BAND_STEPS, LEAST_BAND_STEP, BAND_LONG_STEP = 0.04, 12, 11
"""This share of a picture's steps between rows counts, the greatest, if they are of so many grey
levels, and go on along the row for so many pixels."""
BAND_ALONG, BAND_ACROSS = 0.3, 2.7
"""A band's scale along it and across: what is seen 9 times as wide as high comes out as both."""
BEHIND_SIDE = 1280
"""The longer side (px) of the picture in which places are looked for that may show tiles far behind
a board that is read. The ten below were chosen on 100 photos by other code of two groups of tiles,
the second far behind the first: of 32 that were wrong and sure, 23 have its place among theirs."""
FAR_FLATNESS, LEAST_BEHIND_RADIUS = 0.55, 5.0
"""Tiles are looked for where the table is seen flatter than the first, as a share of its width, and
where a tile's radius is more than the second, in pixels of that picture."""
NEAR_THE_COLORS, OF_THE_OTHER_COLOR = 0.25, 0.4
"""A pixel has the set's colours if it lies no farther than the first from what lies between them,
as a share of the way from one to the other; and one of the two up to the second share of it."""
BOTH_COLORS_REACH, LEAST_OF_BOTH_COLORS = (25, 9), 0.03
"""Both colours count about so many pixels across and down, if each has the second share of them."""
MOST_PLACES_BEHIND, ABOUT_READ_TILES = 8, 1.5
"""So many places are drawn at most, the likeliest; what lies nearer to the middle of a tile that is
read than the second, in radii, is its own rim or shadow."""
PLACE_REACH, PLACE_SCALE, PLACE_BLOCKS = 4.0, 24.0, 36
"""So much of the table is drawn about each place, in circumradii of a tile; so large, in pixels to
a circumradius, as the table may be seen flatter than the board tells; in so many blocks."""
DIE_PX, ABOUT_A_DIE = 18.0, 6.5
"""What lies about a die is drawn so large, in pixels to the half diagonal of its upper face, and so
far, in half diagonals. Tiles then come to 30 to 130 px across."""
PAINTED_OVER = ((1.15, 0.6), (0.9, 0.6), (1.15, 0.0))
"""A die is painted over so far about the middle of its upper face, and so far below that as well,
in half diagonals of it: in each of these ways once. Of 25 tiles by other code that were missed for
a die on them the first shows 15, the three together 18, and all of 27 such ways 20."""
CLOSE_ABOUT_A_DIE, FAINT_BELOW_A_DIE = 4.0, 0.2
"""So far about a die a picture reaches, in half diagonals, in which a tile is only looked for, and
so faint it may be seen there: the photo itself decides."""
LIFTED = (
    (1.15, 0.0, 0.0),
    *((1.0, 0.9, eighth * math.pi / 4) for eighth in range(8)),
)
"""A die is painted over in each of these ways, too, about the face that is read: its sides may be
seen on any side of it, in radians, where no tiles tell which way is up. Of 33 lone tiles that were
missed for a die on them these show 24, and 26 such ways 25."""
