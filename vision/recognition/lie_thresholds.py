"""Thresholds of how tiles lie: in the air or on others, on stacks, and as images in a mirror."""

from __future__ import annotations

# Tiles that do not lie flat.

ENOUGH_TO_LIE = 6
"""So many tiles on a table tell how one that lies on it is seen."""
PLAINLY_SEEN = 0.7
"""Where tiles are seen flatter, as a share of their width, their places do not tell how they lie.
"""
ANOTHER_SIZE = 0.12
"""A lone tile beside a board is not sure where its size differs by more than this share. Of 26 that
lie on the table, in 281 made-up photos (evenings 63000 to 63167, and others), none is off by more
than 0.051; of seven figures of cloths that were read as such four are off by 0.22 or more."""
NO_ROOM = 1.6
"""The middles of tiles that lie on one table are sqrt(3) edge lengths apart or more; a lone one
that is nearer than this to one of a board lies across it."""
CROWDED = 2.3
"""A lone tile nearer than this to one of a board is not sure: players keep groups apart, and what
lies half on a tile that it hides seems to lie beside the rest. Of 114 lone tiles that lie on the
table, in 571 made-up photos (evenings 52181 to 70619), four are nearer, all of boards that a tile
in the air tore apart; of 46 in the air 37 are. Pages of printed tiles have lone ones this near."""
IN_SIGHT = 2.7
"""Of a lone tile this far from those of boards, or further, the lie network can tell less: none of
them is in its patch."""
MAY_BE_ALOFT, ALOFT = 1.2, 3.0
"""A tile is not sure from the first of the lie network's log odds on, and from the second on it is
none of the table.

The network never saw photos like those that these were chosen on: 550 with a tile in the air
(evenings 210000 to 212096, 230000 to 235238 and 240000 to 244184), 504 others (54696 to 55199) and
200 of the unseen look (129536 to 129735). Of 246 things of boards that are no tile 236 are not
sure, and 225 none of the table; of 25,818 tiles that lie flat 23 are not sure, seven of them none.
Of 52 lone ones that are none 45 are not sure, of 240 that lie flat 23: not all lie beside a board.
"""
STEP_OFF, SIZE_OFF, TURN_OFF = 0.03, 0.05, 4.0
"""How far tiles that lie flat are off their cells, off the size of tiles, and turned: in edge
lengths, as a share, in degrees."""
ODDS_OFF, MOST_OFF = 0.4, 10.0
"""What a tile that is seen from right above is off, as chi squared, counts as so many log odds that
it is in the air, up to the second.

These and the next were chosen on 500 tables with a tile in the air (evenings 257162 to 267641),
eleven of which were wrong and sure, and the evenings 63924 to 64931; docs/vision.md says what came
of it on others."""
ODDS_OF_BLUE, NOT_QUITE_FLAT = 200.0, -3.5
"""So do a face's blue pixels where it should be white, as a share of it. They are looked for where
the lie network gives more than the second."""
ODDS_OF_PEEKING, MOST_PEEKING = 16.0, 0.25
"""So does what shows both of the set's colours beside it on a free cell, as a share of a strip hard
by the tile, up to the second. Chosen on two evenings on which a tile lies on another one (64214 and
64235), the labelled photos and the evenings 67032 to 67283."""
LEAST_IN_PLAY = 5
"""So many tiles are a board in play; a palagem that lies apart has fewer. Beside one a stack of
tiles to be laid is likelier than a single one."""
LARGER_ON_A_STACK, MAY_TOP_A_STACK = 40.0, 1.4
"""A lone tile far from a board in play may be the topmost of a stack where the lie network's log
odds, with the first for each time that it seems larger than the board's, exceed the second. Chosen
on 40 photos by other code with raised tiles, 15 of them with stacks, and 336 evenings (63168 to
63503); docs/vision.md says what came of it."""

# Stacks.

BEFORE_A_TILE, BARE_BEFORE_A_TILE = 1.22, 0.9
"""So far before a tile, towards the camera, its sides are seen if no other's middle is nearer to
there than the second."""
HEIGHTS_COMPARED = 48
"""So many tiles of a board at most tell how high its faces are."""
LEAST_SLOPE, LEAST_HEIGHT = 0.05, 0.04
"""From right above no sides are seen, and no tile is thinner, in edge lengths."""
LEAST_SPREAD, SLOPE_SPREAD, SLOPE_ASTRAY = 0.15, 0.2, 0.1
"""No look at a tile's sides tells more exactly how far they reach, in logarithms, and no fit of the
table how steeply they are seen: in logarithms, and as it is. Pages that are seen from right above
seem seen from aside by 0.06 to 0.12."""
TOPS_A_STACK, ODDS_A_SPREAD = 2.0, 2.0
"""A lone tile is not sure that seems higher than others by more than the first, in spreads of what
tells it. What it is off from there counts as so many log odds a spread.

Chosen on 336 evenings (63168 to 63503) and 169 photos by other code: of 102 lone tiles that lie on
the table two have more than 1, namely 2.1 and 2.7; of 20 tops of stacks 14 have more than 2."""
SURELY_ON_NO_STACK = -2.5
"""What the lie network gives less than these log odds to be aloft tops no stack. Of those 20 the
one that it thinks flattest has -1.5, and of the two tiles on the table one has -5.5."""

# Mirror images.

MIRRORED, ENOUGH_TO_MIRROR, DIMMER = 0.8, 5, 0.15
"""Of so many tiles or more this share lies as others do in a mirror, and they are darker by
this (a logarithm). Fewer may do so by chance: palagems are their own images."""
IMAGE_CONTRAST = 0.45
"""Three tiles or more whose colours are nearer to each other than this share of a larger group's
are not sure, nor are fewer that are darker as well. In the shade colours keep as far apart."""
IMAGE_OF_A_FEW = 0.6, 0.5
"""Nor are those, too few to tell what they mirror, whose colours are nearer than the first share
and which are darker by the second: the rim may cut off the rest of an image. Of 858 photos
two show such images, and two others such a group."""
MIRRORED_FEW = 2, 0.7
"""Nor are as many as the first, or more, all of which lie as others do in a mirror, if they are
that much darker and their colours are nearer than the second share. Of 876 photos three show such
images (0.52 at most), and no other group of two to four tiles that lie so is nearer than 0.75."""
