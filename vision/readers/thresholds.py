"""What the reader goes by between its stages: what it drops, when it looks again, what it joins.

Chosen on the made-up scenes 40000 to 40299 and the photos of other looks (docs/vision.md).
"""

from __future__ import annotations

from vision.looks.thresholds import LEAST_SCORE
from vision.recognition.thresholds import LEAST_FAINT_SCORE, MOST_TILES

LIKELY, LIKELIEST = (LEAST_SCORE, 0.5), (0.6, 0.9)
"""Scores of detections and how likely the find network takes them for tiles: what has less than the
first two is dropped; what has more than the last two ought to be a tile of the reading."""
FAINT_SCORE = LEAST_FAINT_SCORE
"""A detection above this score that is no tile of the reading may make for doubt."""
FAINT_AT_RIM, AT_RIM = 0.1, 0.6
"""And this score will do where its centre is nearer to the picture's rim than the second, in
circumradii: the detector has seen few tiles by halves."""
MOST_FINDS = MOST_TILES
"""So many detections at most are looked at, the likeliest: as many as two sets have tiles. In the
labelled photos up to 94 are above that score, and all tiles are among the best 46. If one is left
out that ought to be a tile, the reading is not sure."""
LEAST_JOINING_EVIDENCE = 2.0
"""For two clusters to be one, as the logarithm of odds: how well they fit one lattice, times how
likely all cells on some way between them hold tiles that are not seen."""
LEAST_REJOINING_EVIDENCE, HARDEST_WAY, MOST_REJOINED_PARTS = -1.0, 4.0, 6
"""The same for two parts to which the table is fitted anew, as one. They are read so, and the photo
is not sure. On 23 evenings (64932 to 65993) on which a hand may hide what lies between two parts,
the six pairs of parts of one board have -0.8 or more, the 26 others -1.6 or less, all but one of
them less than -5. The way between is no harder than the second, and no more parts are tried than
the third."""
MOST_OVERHEAD_LOOKS = 3
"""The first one may see the table so much better that it pays to look once more."""
MOST_GUIDED_FITS = 3
"""Each leads a cell or two further. After three, what is left goes to a look from overhead."""
ENOUGH_FOR_A_PERSPECTIVE = 5
"""A lattice of which so many tiles were detected is known well, beyond them as well. Of 38 photos
that were read otherwise with no such limit 35 were exact and 7 sure, where 33 and 21 had been; with
it 34 are exact and 22 sure."""
CLEAR_FIGURE, PLAIN_FIGURE = 0.35, 0.2
"""A figure of which less than the first is unexplained tells where its tile lies, and one of which
less than the second is, how large it is and how turned. Stripes of shadow spoil the latter first.
"""
OFF_ITS_CELL, MOST_OFF = 0.06, 0.5
"""A tile whose middle is off its cell's by more than the first, in edge lengths, tells that its
lattice lies otherwise; by more than the second, that the figure was fitted to something else."""
MANY_GROUPS = 8
"""Of a table on which more groups of tiles are read than this one look from overhead is enough: the
pattern of a cloth looks no clearer from there."""
MOST_CLOTHS = 2
"""A table shows no more patterns of tiles than this, nor are more looked for."""
WELL_FITTED = 160
"""So many finds on a cloth's lattice tell well enough how the cloth lies."""
RIMS_OF_A_CLOTH, ENOUGH_OF_A_CLOTH = 3, 8
OTHER_SIZE, HARD_BY = 1.25, 1.3
"""Tiles that reach so many rims of the picture, and are so many, may be a cloth's if others are
larger or smaller by the third, and lie on them or near: the fourth times their circumradii."""
ASLANT = 0.5
"""A tile seen so flat, as a share of its width, is seen from 60 degrees or more off its normal."""
FAR_ASLANT = 0.4
"""Where the table would be seen so flat somewhere in the picture, tiles may lie there unseen."""
ALONE_ASLANT = 0.75
"""A lone tile that seems to be seen flatter than this may be one of a board that is seen flatter:
one of five that were seen from 70 degrees off their normal came out at 0.54."""
ENOUGH_ALONE = 4
"""So many tiles tell how the table is seen even where none of them seem to touch."""
HINT, ENOUGH_HINTS = 0.3, 3
"""Where no tile is read, so many finds above the first that fit one lattice tell how the table may
be seen. The look from overhead decides; of 391 tables that are surely empty none is not after it.
"""
ENOUGH_FAR_OFF = 4
"""So many things that are seen almost edge on and look like tiles once they are drawn out leave a
photo unsure. Of 256 tables without tiles, most of them photographs, none shows so many, and of 64
boards seen from 3 to 13 degrees above the table, which were surely none, 47 do."""
LEAST_SCORE_BEHIND, WIDEST_SLIVER = 0.5, 18.0
"""Far behind a board that is read, one likely tile of more than the first score leaves a photo
unsure, if it is seen narrower than the second, in pixels of a picture of that look's size.
Of 690 photos with no other tiles there none is; with 0.3 one was, for a chip in a stone top."""
ENOUGH_DRAWN_OUT = 2
"""Where no tile is read, so many likely ones in the photo drawn out call for reading it so. Of 11
slivers two were. Of 156 real tables without tiles as many are surely empty as before."""
FAR_TOO_SMALL, PLAIN_WIDTH = 1.0, 0.6
"""What is less across than so many half diagonals of a sure die's face is no tile: a tile is more
than 1.6. Where one of its two axes is less than the second share of the other it is seen aslant."""
MOST_WORK = 1660
"""So much work is done for a photo, in looks at single cells, before what else could be looked at
is left out, and nothing is sure. Half of all photos take 250 to 760."""
AGAIN = 0.6
"""Reading what another look shows takes at least this share of what reading the one before took:
fits are not tried again, and detections that both show are not looked at again."""
PIXELS_A_CELL = 3500
"""The detector looks at so many pixels while one cell is looked at."""
FIND_WORK, FAINT_WORK = 1.1, 1.5
"""So much it takes to look at a detection, and to tell of a faint one whether it may be a tile."""
CLUSTER_WORK, JOINING_WORK = 22.0, 18.0
"""Reading a cluster takes as much work as so many cells, besides its own; telling whether two may
be one as much as the second, besides the cells between them."""
ATTEMPT_WORK, LIE_WORK = 30.0, 1.6
"""What is told of all tiles together takes so much, and the second for each."""
PATTERN_WORK = 10.0, 4.0
"""To compare places with the rest of the table takes the first, and the second for each."""
STRETCH_WORK, DRAWN_PIXELS = 45.0, 4600
"""Drawing a picture out takes so much, and the second many pixels seen from overhead as much as one
cell. What is searched there is counted besides."""
STRETCHED_LOOK = 120.0
"""Drawing a picture out and searching it takes so much: a sixth of what six directions took."""
MOST_SEEN_CLOSER = 24
"""Of a table that shows more things than this of which more must be known none is seen closer."""
MOST_DRAWN_ANEW, LEAST_CROSSED = 24, 0.05
"""So many things, the likeliest, are looked at in a picture that shows a table in other light; and
where lines or a die were taken out, those alone of which they covered more than the second share.
"""
MOST_DICE_LIFTED = 8
"""So many of the dice that are read, the likeliest, are painted out."""
LEAST_BELOW_A_DIE = 2.4
"""What is less across than so many half diagonals of a die's upper face is no tile below that: half
of a smaller one would be hidden by that face alone."""
