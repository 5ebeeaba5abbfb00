"""How sure is sure: every threshold and weight by which cells, clusters and dice are judged.

All were chosen on made-up pictures with their truth (docs/vision.md says which): where nothing else
is said on the 300 scenes 40000 to 40299 and on the photos of other looks, so that readings are
sure as often as they may be without being wrong. Lengths are edge lengths of a tile, shares and
probabilities 0..1, odds logarithms.
"""

from __future__ import annotations

from dataclasses import dataclass

# A tile in a cell.

SURE_TILE = 0.95
"""A tile is sure from this probability on, when the detector agrees."""
SURE_UNDETECTED = 0.97
"""A tile that the detector did not find is sure from this probability on."""
LEAST_SHOWN, SURE_UNSHOWN = 0.3, 0.995
"""Or from the second one, if what is seen is less than the first like a tile of this set."""
DOUBTED_EMPTY = 0.1
"""An empty cell with a tile's probability above this makes the reading unsure."""
LOOKS_EMPTY = 0.9
"""So does one that the cell network by itself takes for a tile with more than this, whatever its
colours: those of a blurred tile are mixed with the table's."""
FOUND_ON_EMPTY = 0.6
"""So does one in which a likely tile was found with a greater score, or that is as hot if the cell
network rather sees a tile there. On 109 labelled photos and some 190 evenings (67032 to 67199 and
67284 to 67339) that are read surely there is none; one half below an arm was."""
WASHED_OUT, WASHED_OUT_EMPTY = 0.7, 0.5
"""Where more of a tile's blue places than the first would be as bright as white, colours that are
``UNLIKE`` it tell nothing against it: there the network doubts with more than the second. Of 1,570
made-up photos that were read surely (docs/promise.md) two had such a tile, missed."""
LOOKS_BARE = 0.8
"""A cell looks bare by itself if the cell network takes it for empty with more than this. Of 786
photos (docs/vision.md) two are not sure any more with 0.9, and none with this."""
LEAST_SEEN = 0.35
"""The least share of a cell that lies inside the picture for its look to say what is there.

Of 41 tiles of which 35 to 45 % were inside, in made-up photos, all were read rightly.
"""
BARE_HIDDEN, BARE_TILE = 0.1, 0.03
"""Bare table is clearly seen where a cell is less likely hidden, and less likely holds a tile."""
SAME_CELL = 0.4
"""A detection this near to a cell's centre, in edge lengths, is of that cell."""
OVERLAP = 1.4
"""Tiles cannot lie nearer than this, in edge lengths: touching ones are sqrt(3) apart."""

# The witnesses to a cell, weighed.


@dataclass(frozen=True)
class Line:
    """A straight line in log odds: ``slope`` times what the cell network says, plus ``bias``."""

    slope: float
    bias: float


@dataclass(frozen=True)
class FusionWeights:
    """How the witnesses are weighed.

    Attributes
    ----------
    undetected, heat
        Where the detector found nothing; ``heat`` is the weight of its own log odds there.
    agreed, score
        Where it found a tile turned as the cell network sees it; ``score`` is the weight of its
        own log odds.
    disagreed
        Where it found a tile, but turned otherwise.
    turn, turn_alone
        The weight of the log probabilities of the six orientations, where the detector saw the same
        one and where it did not. What it does not find is often burnt white or half hidden, and
        which way that is turned is told with too much certainty.
    """

    undetected: Line
    heat: float
    agreed: Line
    score: float
    disagreed: Line
    turn: float
    turn_alone: float


LEAST_HEAT = 0.001
"""Lower heat says no more than this."""
FUSION_WEIGHTS = FusionWeights(
    undetected=Line(1.27, -3.1),
    heat=0.24,
    agreed=Line(1.29, -2.6),
    score=1.1,
    disagreed=Line(0.66, -1.42),
    turn=2.0,
    turn_alone=1.2,
)
"""Slopes, ``heat`` and ``score`` as fitted on 300 scenes of 1280 x 960 px, the biases not.

Those scenes are strewn with more that looks like tiles than a table is: ``agreed`` (fitted: -4.5)
is nearer to what photos ask for. ``undetected`` (fitted: -1.6) asks for more than they do: a hole
in a board through which a chequered cloth is seen lies just where a tile would.
"""
LIKENESS = Line(12.0, -1.2)
"""What ``SetColors.likeness`` adds to the log odds of a tile where the networks leave them open.

Fitted on 799 such cells of made-up photos, 696 of them tiles that can be told by eye.
"""
LIKENESS_ALONE = Line(12.0, -4.5)
"""And for a tile that lies alone: where no board is, a pattern may lie as it likes. Of 30 such
places, 19 of them tiles, all the tiles had a likeness of more than 0.45."""
UNLIKE, BURNT, NOTHING_OF_IT = 0.1, 0.4, -4.0
"""Where a tile is not likely anyway, the likeness is less than the first of these and less than the
second is as bright as white, none of the set is seen, and the third is added. Of the tiles
that can be told by eye, among those 799 cells, none is so."""
ALONE = Line(3.0, -12.3)
"""What becomes of the log odds of a tile that lies alone, without others on the table to compare it
with: where no tiles are, some ornament or other looks a little like one. Of 261 single tiles in
made-up photos 258 came to 99.4 % or more, of eight ornaments none to more than 98.2 %."""
SMALL_ALONE_PX, SMALL_ALONE = 22.0, 0.9
"""A tile that lies alone and whose corners are less than so many pixels from its centre is no
likelier than the second of these: capital letters of a headline are read with 99.9 %."""
OPEN = (0.04, 0.9995)
"""Between these probabilities of a tile the networks leave it open: a cloth of the set's colours
that is seen through a hole in the board is not to be made a tile by them."""

# What is seen faintly, where no tile is read.

LEAST_FAINT_CHANCE = 0.6
"""It needs more than this from the cell network."""
FAR_FROM_FAINT = 4.0
"""What the cell network puts further below that, in log odds, is not held against the set."""
FAINT_CHANCE_WEIGHT, FAINT_SCORE_WEIGHT = 0.65, 0.65
FAINT_LIKENESS_WEIGHT, FAINT_SIZE_WEIGHT = 9.0, -4.0
FAINT_BIAS = -3.8
LEAST_FAINT_SCORE, LIKENESS_OF_FAINTEST = 0.2, 0.5
"""What the detector gives less than the first of these, at the picture's rim, needs a likeness of
the second: halves of tiles there have 0.7 to 1."""
DOUBTED_FAINT = 0.2
"""Where tiles tell the set's colours and their size, the networks' log odds, the likeness to the
set and how far off the size is (the size of its logarithm) are added up; it needs more than
``DOUBTED_FAINT`` then. Fitted on 409 faint detections in made-up photos, 18 of which were tiles."""
ALONE_CHANCE_WEIGHT, ALONE_SCORE_WEIGHT = 0.75, 1.06
ALONE_MISFIT_WEIGHT, ALONE_SIZE_WEIGHT = -1.38, 3.0
ALONE_BIAS, DOUBTED_ALONE = -4.63, -1.5
LARGE_ENOUGH_PX, USUAL_PX, LEAST_MISFIT = 60.0, 40.0, 0.03
"""Where no tiles tell that, the networks' log odds, the logarithm of what a tile's figure leaves
unexplained and that of how wide it is, in pixels up to the first of the last three, are added up;
more than ``DOUBTED_ALONE`` is asked of it. Fitted on 184 tiles in made-up photos that either
network finds faint, and 85 places on real photographs that show none; one of those tiles has less.
"""
PLAIN_ALONE = 3.0
"""What is far too small for a tile, by a die beside it, leaves the table unsure all the same with
more than this: on 17 real photographs of dice such things have 1.5 at most, a tile laid over one of
them 7.6."""
DOUBTED_IN_HARD_LIGHT = 0.0
"""And more than this of what is seen of a table that seems surely empty in its colours alone, or
where thin lines are taken out of it. Of 261 tables that are empty the highest has -0.7."""
DOUBTED_BELOW_A_DIE = 1.0
"""And more than this of what is seen where a die is painted out. Of tiles below dice that are seen
so at all, in 12 drawn photos by other code, the least has 2.1; in 400 photos with none the highest
has 0.02, for stripes of shade on an empty table."""
DOUBTED_WITH_ITS_DIE = 2.0
"""And more than this of what both networks make of the same place in the photo, the die on it. Of
24 tiles by other code that are found so the least has 4.1, of 73 real photos of dice the highest
place has -0.5."""

# What is seen a little otherwise.

SEEN_OTHERWISE = (
    (0.0, 1.0, 0.0, 0.0, 1),
    (0.0, 1.0, 0.0, 0.0, -1),
    (7.0, 1.0, 0.0, 0.08, 1),
    (-7.0, 1.0, 0.0, -0.08, -1),
    (0.0, 1.08, 0.08, 0.0, -1),
    (0.0, 0.92, -0.08, 0.0, 1),
)
"""How far each frame is turned, in degrees, how much larger it is, how far it is moved along both
axes, in edge lengths, and whether it is mirrored (-1): a tile's figure is its own mirror image. The
detector places tiles more exactly than that."""
WITHIN_THE_RIM, BEYOND_IT, ALONG_A_SIDE = (0.6, 0.8), (0.95, 1.15), (0.05, 0.4)
"""Where half a side is looked at within the rim and beyond it (the rim lies at 0.87 of an edge
length from the middle), and from where to where along the side."""
CHANGES_AT_THE_RIM, LEAST_STEP = 0.25, 4.0
"""Something changes there if both differ by more than this share of the step between a tile's two
colours, which is enlarged by the second, of values of 0..255: noise alone is no step."""
WELL_WITHIN = 0.9
"""What lies within this share of the way to the rim tells a tile's colours."""
LEAST_STEP_IN_LOGARITHMS, MOST_OTHER_COLOR = 0.15, 1.5
"""The same in logarithms; and an arch whose colour is off by more than the second share of the step
is just another thing."""
RIM_WEIGHT, OTHER_COLOR_WEIGHT, OTHERWISE_BIAS = 8.0, -4.0, -0.5
"""The mean of the find network's log odds, the share of half sides at which something changes, and
how far the arches' colours are off are added up; what comes to less than 0 is no tile. Fitted
(1, 11.7, -5.0), and made rounder, on 36 things on drawn tables of other games that would be doubts
and 48 faint lone tiles: blurred, dark, streaked, half covered. Of those tiles the least has 0.8 (it
is half covered), all others more than 3; of those things 20 have less than 0."""
SURE_ON_A_CLOSER_LOOK = 6.0
"""Where no more than two tiles are read, one is sure only with more than this. Of 37 that were
surely read in made-up photos, and then half covered or blurred, the least has 6.5; of the 36 things
above the most has 3.2."""
HOLDS_OUT_IN_HARD_LIGHT = 1.5
"""What is seen in other light alone is a doubt with more than this, or if it is seen aslant. Of 22
lone tiles in stripes or below lines, as far as they are seen there at all, the least has 4.8, and
one that is half covered 2.7; of seven things that are none five have less than 0.5."""

# The set's two colours.

LEAST_SURE_TILES = 2
"""Fewer tiles that are sure do not tell the set's colours."""
NEAREST_TILES = 3
"""So many tiles about a place tell the colours there."""
DARKNESS = 12.0
"""Added to values of 0..255 before their logarithm is taken: dark noise counts for less."""
BRIGHTNESS_WEIGHT = 0.5
"""Light falls unevenly: in logarithms, how bright a pixel is counts for less than its hue."""
COLOR_TOLERANCE = 0.4
"""A pixel has a colour if it is nearer to it than this share of the way to the other."""
BURNT_PIXEL = 247
"""A pixel above this in every channel may have been anything, unless the set's white is as bright
as the other of these."""
WHITE_AS_BRIGHT = 225
NEARLY_AS_BRIGHT = 0.1
"""In logarithms."""
PATCH_SHIFTS = ((0.0, 0.0), (0.08, 0.0), (-0.08, 0.0), (0.0, 0.08), (0.0, -0.08))
"""A patch may lie beside its tile by so much, in edge lengths."""
GLARING, MOSTLY_BURNT, NO_BLUE_LEFT = 240, 0.45, 0.1
"""What is not sure in a cell cannot be seen if more than the second share of it is so bright in all
channels, and less than the third is nearer to the set's blue than to its white. Of 458 cells that
networks and colours leave open in 1,636 made-up photos (docs/vision.md), 64 hold tiles whose
colours can be told apart; none is burnt so. Of 362 others with a tile 15 are."""
COLOR_EDGE = 0.07
"""Pixels nearer than this to where the colours meet are left out, in edge lengths."""
ENOUGH_OF_A_COLOR = 0.25
"""Of a tile that the picture's rim cuts, so much of the places of a colour tells whether they have
it."""
FACE_EDGE, FACE_SHIFTS = 0.1, (0.05, 0.1)
"""The same where the two colours of a face are held against its figure, and how far it may lie
beside its place, in edge lengths."""
BESIDE_A_TILE, ALONG_A_TILE = (0.4, 0.8), 0.4
"""Hard by a tile lies what of a free cell is so far from its middle, towards the tile, and no more
than the last to either side, in edge lengths."""

# The table's own pattern.

ALIKE_ALONE, ALIKE_IN_COMPANY, ALIKE_THOUGH_LIKELY = 0.83, 0.86, 0.92
REPEATS_OF_A_PATTERN, LIKELY_IN_COMPANY = 3, 0.999
"""What looks like a tile is the table's pattern if it correlates with so many places that hold no
tile: by the first where a tile or two lie alone, by the second on a board. A tile of a board that
is likelier than the last must correlate by the third, and is asked after only where the table shows
a pattern elsewhere of which something looked like a tile."""
MOST_COMPARED = 48
"""So many at most are compared at a time, the least likely."""
TOO_FLAT_TO_COMPARE = 0.5
"""What is seen flatter than this, as a share of its width, is not asked after: slivers look alike.
"""
PATTERN_REACH, PATTERN_SCALE, LEAST_PATTERN_SCALE, PATTERN_BLOCKS = 12.0, 6.0, 5.0, 200
"""The table is drawn so far about what is asked after, in circumradii, with so many pixels to each:
fewer where it would take more blocks of 32 by 32 px than the last, and not with fewer than the
third."""
SEEN_OF_A_FACE, AS_VARIED = 0.85, 2.0
"""A disc of that radius, in circumradii, about as large as the face, is compared with places whose
grey varies no more than the second times as much, or as little (a standard deviation)."""

# Clusters.

MOST_TILES = 96
"""As many as two sets have. Where more are read, a cloth looks like tiles: no more is looked at,
and nothing is sure."""
MUCH_COVERED = 0.1
"""Where no tile is read and more of the picture than this share is surely covered, tiles may lie
under that. Of 255 real photos and 44 evenings without a tile it is 0.05 at most; two of 135 drawn
ones have more than the threshold. In three in which hands lie over tiles it is 0.13, 0.31 and 0.37.
"""
ENOUGH_TO_COMPARE = 3
"""So many tiles tell how large those of the set are."""
ODD_SIZE = 1.6
"""A lone tile this many times as large, or as small, as those of a cluster is none of the set."""
BESIDE_ITS_CELL = 0.9
MOSTLY_SEEN = 0.75
"""A lone tile nearer than the first, in edge lengths, to a cell beside a board is one of that
board, if less than the second of that cell lies in the picture; what covers a cell is seen if more
of it does. A lone tile is not sure if less than the second of it lies in the picture: no neighbour
tells where it lies."""
MOST_TURNED = 14.0
"""No tile on a lattice is turned further than this from its cell, in degrees, as it is detected."""
LOOSEST_DOUBT = 48.0
"""Two boards of which each goes on out of sight may be one where they fit one lattice as badly as
this chi squared says (3 degrees of freedom): a hand leaves few tiles of each to tell."""
MOST_HELD = 2
"""A hand holds no more tiles than this at a time."""

# Dice.

LEAST_DIE_EVIDENCE = 0.25
DIE_SCORE_WEIGHT = 1.5
"""The least sum of both witnesses' log odds, the detector's weighed so, for a die."""
LEAST_DIE_CONFIDENCE = 0.5
"""A die whose likeliest value is less likely than this is not reported at all."""
SURE_DIE_EVIDENCE, SURE_DIE, SURE_DIE_SCORE = 3.5, 0.94, 0.2
"""A die is sure from this sum of log odds on, if its value is likelier than the second, and the
detector's score above the third.

The likelihood is the mean over all looks at it.
"""
SURE_UNSIZED_EVIDENCE = 4.5
"""So much is asked instead where no tiles tell how large dice are: a playing card has marks like
pips. Of 591 sure dice on real photographs without tiles five have less."""
ODD_DIE_SIZE = 1.4
"""There a die so much larger or smaller than the surest one in the picture is not sure either."""
LEAST_AGREED = 0.9
"""A die is not sure whose value is less likely to the second network, which knows buttons and
dominoes: see ``networks/marks.md``."""
MOST_DICE = 24
"""So many of what the detector takes for dice are looked at, the likeliest: a busy cloth may show
any number."""
SMALLEST_DIE, LARGEST_DIE = 0.17, 1.2
"""The half diagonal of a die's face, in edge lengths of a tile, lies between these."""
ENOUGH_TO_SIZE_DICE = 3
"""With fewer tiles on the table it is not known well enough how large a tile appears."""
SAME_DIE = 1.3
"""Two looks that aimed at places nearer than this, in radii of the larger, are at one die."""

FAINT_PIP, LEAST_FAINT_DIE_EVIDENCE = 60.0, 2.0
"""A 1 whose pip differs less from its face, in CIE L*a*b* of bytes, takes the second sum of log
odds to be a die. Of 28 things on made-up photos that were taken for a 1, 17 are as faint; of 21
dice on them that show a 1 none is, nor is one of 114 on real photographs. Dice in the dark are."""
LEAST_OUTLINE, MOST_CRUMBS = 24.0, 2
"""What is about a face that shows no more pips than the second differs by more than the first from
it, in the same, in at least two of eight directions. Of 484 dice that show a 1 or a 2, 136 of them
in photographs, two differ less. Of 44 other things that were taken for one 20 do, crumbs among
them."""
SIDES_BELOW, BELOW_A_FACE, SIZE_OF_A_SIDE = (-0.7, -0.35, 0.0, 0.35, 0.7), 1.3, 0.85
"""A side of the die is looked for below such a face, turned by so many radians, so many radii away,
and so large in radii."""
SIDE_SEEN = 0.25
"""There it is seen if the die network finds more pips than crumbs have likelier than this. Of 74
crumbs on 40 made-up tables no one comes to more than 0.22; of twelve finds at dice with a 1 or a 2,
on real photographs that were made half as bright again, ten come to 0.27 to 0.87."""
SAME_FACE = 0.5
"""Two looks nearer to each other, in radii, are at one face."""
AIMED_FROM_ABOVE = 0.9
LEAST_RISE, MOST_RISE, MOST_ASIDE, FACELESS = 0.3, 1.4, 0.8, 0.5
"""A face is aimed at again from so many of its radii above. Where the aim ends by more than the
second above it, by less than the third, and by less than the fourth aside, and what is there is no
die with less than the fifth probability, the face is a side, and the top is there. On 184 made-up
photos the aim came back to within 0.12 radii of each top."""
SURELY_FACELESS = 0.9
"""What is there, and is no die with less than this, may be a top all the same."""
A_TOP_AFTER_ALL = 0.5
"""So likely is a face the top of its die above which there may be another."""
UP_ASTRAY = 0.5
"""Up is looked for so far to either side of where the tiles tell it to be, too (radians)."""
ROOM_ABOUT_A_FACE = 1.1
"""A face that comes nearer than this to the picture's rim, in half diagonals from its middle, may
be a side. Of 291 sure dice on real photographs and made-up ones five come as near; one is a side.
"""
TOP_ABOVE_A_SIDE = 1.6
"""The far edge of a die's top lies at most so far above the middle of its front, in half diagonals
of a face: 1.58, where the table is seen from 63 degrees above it."""

# Dice that a user showed. Chosen on drawn dice (docs/vision.md).

LEAST_FACE_SCORE = 0.2
MOST_KNOWN_DICE = 6
"""So many of what the detector takes for dice are compared with learned faces, from this score."""
KNOWN_FACE_GUESSES = (0.65, 1.0, 1.6, 2.5)
"""So large a face is looked for, in what the detector says."""
FACE_FITS, FACE_LEADS = 0.9, 0.5
SURE_FACE_FITS, SURE_FACE_LEADS = 0.95, 1.5
"""A learned face is seen from this correlation on, if the next value's leaves so much more
unexplained, in what the best leaves. It is sure from the second pair on."""
DOUBTFUL_FACE_FITS = 0.85
"""From this correlation on an odd face is reason to doubt another value of the die network."""
NEAR_ITS_FACE = 0.7
"""A face that lies farther from where the detector saw the die, in radii, may be a side of it."""
