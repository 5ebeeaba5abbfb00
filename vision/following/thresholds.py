"""When a table is looked at again, and what counts as having changed.

Held by the drawn films of ``tests/vision/following`` and ``benchmarks/live.py``: games with hands,
bumps and light that changes. How long is waited for what:
:class:`vision.following.patience.Patience`.
"""

from __future__ import annotations

LEAST_CHANGE = 6.0
"""Grey levels by which a spot must differ to have changed, above the picture's own noise."""
LEAST_SHARE = 0.0003
"""Share of the picture that must have changed: about one tile of 22 px in a photo of 1280 px."""
NOISE_WEIGHT = 4.0
"""How much of the picture's own noise, in grey levels, is added to that."""
FLICKER = (0.8, 1.25)
"""A row or a column of the picture that is so many times as bright flickers, and is no other."""
TREMOR = 1.5
"""A picture that is shifted by less than so many pixels, of 320, trembles, and is not moved."""
REFOCUSED = 0.02
"""A lens that hunts for its focus draws the picture larger, or smaller, by so much at most from one
frame to the next, and from the last look on. In drawn films it is 0.5 and 1.8 %."""
ALWAYS_MOVING, STILL_AGAIN, MOVING_AGAIN, MOVING_S = 0.85, 0.5, 0.35, 3.0
"""Something always moves where, lately, it hardly ever kept still for longer than so many seconds:
in more of the time than the first share, until it is less than the second. Of the last seconds each
counts less the longer it was ago, by the fourth number: something always moves from 6 s on."""
MOVING_AGAIN_ON_BARE, LITTLE_MOVING, LITTLE_MOVING_S = 1.0, 0.12, 0.3
"""The third number as long as no tile is known. The fourth one before the table was ever seen,
where only so small a share of the picture moves: it is told before the first hand comes."""
ALL_STILL_S = 0.5
"""Where all of the picture keeps still for longer, nothing always moves beside the tiles: what did
so for long was a hand. A table that rests for so long is looked at in any case."""
MOVING_GAP = 1.0
"""Where no frame comes for longer than so many seconds, what moves since tells of no more."""
MOVING_BLOCK, MOST_MOVING, MOVING_NEAR = 8, 0.35, 0.6
"""It is told of squares so many pixels wide, of 320; of more than the second share of the picture
it is told of none. What goes to and fro elsewhere does so further than so many sizes of a tile from
the board."""
SOFT_CHANGE, SOFT_PX, SOFT_LIGHT = 2.5, 2.0, (0.5, 2.0)
"""Where the picture never keeps still, light that falls otherwise is no motion. It has edges softer
than the second number, in pixels of 320, is so many times as bright, between the last two, and
explains all but so many grey levels, the first number: fewer than count elsewhere, for soft edges
of hands are explained in part as well."""
STEPPED_LIGHT, PARTS, EVERYWHERE = (0.92, 1.09), 4, 0.6
"""A film that is packed coarsely shows a lamp's flicker in squares with sharp edges. Where more
than the last share of the picture's parts have changed, it being parted so often each way, a place
that is so many times as bright is no motion. An arm reaches over half of them at most. Of the
frames of two drawn films that show no hand 92 and 86 % seemed to move; with it 4 and 7 % do."""
STEPS_S = 3.0
"""For so many seconds since it was so, the same holds where fewer parts have changed: a few squares
are packed anew before or after the others."""
ANOTHER_LIGHT, LIGHT_LASTS = 1.5, 1.0
"""The light is another one if a frame's middle level is so many times higher or lower for so many
seconds. A hand that reaches over a dim table changes it by less, or for less long."""
SOMEWHAT_OTHER, ALL_OVER, LIT_AT_ALL = 1.2, 0.75, 12.0
"""And if more of the picture than the second share is higher or lower by the first factor as well,
what is darker than the third, in grey levels, left out: who leans over the board for long may be as
dark as a room without a lamp, but the rest of the table is as light as it was."""
SAME_LEVELS = 1.3
"""The levels of frames are not changed for ranges that differ by less than this factor."""
ADAPTATION = 0.05
"""How fast the reference follows slow changes of the light, a frame."""
LEAST_RESIDUE, RESIDUE_SHARE = 9.0, 0.35
"""A cell looks as it did if its picture differs, light apart, by less than so many grey levels, or
by less than this share of its contrast."""
GAINS = (0.5, 2.0)
"""The light on a cell may change by a factor between these."""
UNLAID_LOOKS = 3
"""In so many looks, one after the other, a tile must be sure that nobody was seen to lay: a mark of
a table that seems one is sure now and then, as noise has it."""
MOST_LOOKS = 9
"""More looks at one thing are no more evidence: they share their faults."""
STAYED = 0.3
"""Tiles that are seen within this many edge lengths of where their cells were have stayed."""
JUST_THERE = 0.1
"""Those of a lattice that has not moved are seen within this many edge lengths, in the mean."""
LEAST_AGREEMENT = 0.7
"""The share of tiles that must be found as they were for a board to be the one that is known."""
BARE_REACH = 5
"""How the table looks is remembered for cells so many steps from the board: so many tiles may come
to lie there in a row from one look to the next, and go again."""
FEW_TILES = 2
"""So many tiles may be turned at once, or taken off the table and leave it bare."""
ASIDE, NEAR_SUPPLY = 0.5, 2.6
"""A tile of the supply, or the next of its stack, is seen within so many edge lengths of where it
lay. A lone tile within the second number may be another one of it; two that touch are 1.7 apart."""
SAME_SPOT, SAME_ANGLE = 0.15, 0.14
"""A tile lies as it lay if it is seen within so many edge lengths and radians."""
ON_LATTICE = 0.3
"""A tile lies on a lattice if its middle and its tip together are off by less, in edge lengths."""
BEYOND_KNOWN = 1.5
"""A crooked tile is off so many times as far as any of the board's. In a film from 30 degrees
tiles that lay rightly were off by up to 0.7 edges, and new ones by 0.7 at most."""
NEAR_AWRY, BESIDE, COVERS = 4.6, 2.4, 1.4
"""A tile is held against those of the board whose middles are within so many edges, if one of them
is within the second number: two that touch are 1.7 apart. Off the lattice it covers a part of cells
whose middles are within the third."""
NOT_KNOWN, LEAST_SCORE = 0.8, 0.05
"""So much of what is not known of where a cell lies is allowed for, as deviations. However unsure
the detector is of a tile, that counts as much as the second number."""
UNKNOWN_EMPTY = 0.9
"""How likely a cell is empty of which nobody knows."""
LEAST_AT_SUPPLY = 0.3
"""A tile of the supply that is found with less certainty is not seen."""
KEPT_ASIDE = 20
"""So many settled tables long it is remembered where a tile lay: in a heap one may be seen in one
look and not in the next, and a hand or a glass may hide it."""
MOST_GONE = 0.5
"""Where more of the supply than this share is gone, the camera was moved."""
SURELY_A_BOARD, MOST_DIFFERING = 4, 0.25
"""Where others lie beside them on a table seen for the first time, so many sure tiles that hang
together are a board, if no more edges than this share of their number do not match."""
ALIKE_SPOT, ALIKE_ANGLE = 0.5, 0.35
"""A tile is found again if it lies within so many edge lengths and radians of where it ought to."""
LEAST_ALIKE, SEEDS = 4, 12
"""So many tiles that are found again tell how all went; so many are tried to begin with."""
CHANGED_ELSEWHERE = 0.05
"""Where more of the picture than this share changed away from all tiles, the camera was moved."""
MANY_HIDDEN = 2
"""One cell that seems hidden may be dark or burnt by a lamp; so many are covered."""
BURNT_EMPTY = 0.9
"""How likely a cell is empty that a lamp burnt: nobody can tell, and most cells beside a board are:
of a dozen that a tile may be laid on, it is one."""
BURNT_GREY, LEAST_REST, MOSTLY_SEEN = 250, 0.1, 0.95
"""What is at least so bright in two pictures of a cell may have changed all the same. It is asked
what the rest shows if its share of the cell lies between the other two."""
MOSTLY_BURNT = 0.45
"""More than this share of a cell so bright may be a tile's, though none is seen."""
LIT_GREY, LIT_SHARE, BRIGHTENED = 6.0, 0.1, 25.0
"""A lamp's image makes a cell beside one that it burns brighter by so many grey levels more than
most cells become, or burns so much more of it. A camera exposes its pictures otherwise by less than
the third number."""
MIDDLE = 0.5
"""The middle of a cell reaches so far from its centre to its corners."""
NEAR_MIDDLE, NO_HEAT = 0.3, 0.05
"""The detector sees no tile on a cell that nobody judged if its heat so near to the middle, in edge
lengths, is less than the second. On 234 photos two sure tiles of 4391 have less, both on cloths
printed with tiles; 19 bare cells of 20 have.
"""
DRIFTED = 0.03
"""What is seen further than this many edge lengths from where it was may come of the lens, which
draws the picture larger where it is focused anew, or of a stand that gives way a little."""
LEAST_DRIFTED, MOST_DRIFTED = 0.01, 0.05
"""A bare table of which more than the first share has changed is looked for elsewhere, no further
away than the second share of the picture's longer side."""
CAMERA_MOVED = 0.35
"""A board that is seen this many edge lengths from where it was: the camera was moved."""
MOSTLY_ANOTHER = 0.5
"""A camera was not moved as a few tiles say if more of the picture than this share is another one
then. After 23 bumps and the like in 5 drawn games it is 0.26 at most; under a sleeve in a film,
0.7."""
SMALLEST_SPOT, MOST_SPOTS = 2, 6
"""A die is looked for where so many grid places changed or more, in so many spots at most."""
SPOT_RIM = 1
"""A thing that came changes the picture so many grid places around it, too."""
CAME_DIE_SCORE = 0.5
"""That something of its size came there speaks for a die as if the detector had given it this."""
USUAL_DIE = 0.5
"""Half the diagonal of a usual die's face, in edge lengths of a tile."""
SHOWN_DIE, AROUND_DIE, DIE_PLACES, PIPS = 0.8, 1.4, 24, 0.8
"""A die lies as it lay if the details of its place agree, as correlated, by more than the first. It
is looked at so many radii around, in so many places across, noise as wide as the last being gone.
In 14 drawn games such details agreed by 0.98 or more where the die stayed (130 looks), and by 0.5
at most where it was thrown elsewhere (63).
"""
MOST_OF_A_TILE = 0.6
"""Of a tile so much, in edge lengths, tells as the face of a die does whether it lies as it lay."""
WATCH_EVERY_S, WATCH_FRAMES, WATCH_WIDTH = 0.2, 48, 640
"""While hands are over the table, and what happens to the die is not looked at closely, a copy of a
frame is kept each so many seconds, so many at most, this wide (px): 15 MB."""
BETWEEN_LOOKS = 2
"""What a die showed while something hung over the table is known from so many looks: in one alone a
sleeve may cut it."""
DIE_MOVED_PX = 5.0
"""A die farther from where it lay was moved; less is noise of its reading."""
FALLS_BEHIND, KEEPS_UP, SLOW_LOOKS = 1.5, 0.8, 3
"""Seconds that a look takes at which the follower falls behind, and under which it keeps up again:
the median of so many looks. A hand may lay a tile in the first."""
SOON_AFTER = 2
"""A frame may have been waiting during a look: so many after it tell how long it took."""
USUAL_GAP = 0.1
"""How fast the usual time between two frames is learned, a frame."""

# What hangs over the table. Chosen on the two labelled films. Of 50 pictures with a hand, 45 have a
# place covered with more than 0.5, and all have one of more than 0.24 where the picture changed; of
# 29 without a hand, one has a place above 0.06 there, of 0.21. A hand changes 7.9 tiles' area or
# more, and meets the border; what tiles and dice change there has 1.4 at most.

COVERED, FAINTLY_COVERED = 0.5, 0.2
"""The detector takes a place for covered from the first probability on. What changed without a
place above the second is light or a shadow rather than a hand."""
SMALLEST_HAND = 0.25
"""What covers less than this share of a tile is no hand."""
LARGE_CHANGE, LARGE_SHARE = 3.0, 0.01
"""What reaches in from the border is larger than so many tiles, and than this share of the
picture, tiles that are seen left out. A bare hand at the border may take up a sixtieth of it."""
HANGS_OVER = 0.2
"""What changed hangs over a tile that lay there if it takes up more than this share of it."""
LARGE_ON_BARE, ARM_ON_BARE, ARM_REACH = 0.1, 0.03, 0.2
"""What reaches in over a bare table, takes up more than the first share of the picture and draws it
anew hides it, though the detector is not sure; of an arm, which ends further from the border than
the third share of the shorter side, the second is enough."""
SMALL_ON_BARE = 0.005
"""What takes up less of a bare table's picture, with all that changed about it, is no hand. A die
out of focus, and the table about it that is blurred with it, take up 0.002 of it."""
LARGE_CHANGE_COVERED = 1.5
"""The same, in tiles, of what the detector takes for covered somewhere: a hand near the border."""
LEAST_CHANGED = 0.15
"""A thing came, or moved, if at least this share of where it is seen looks otherwise."""
BLACK_BAR = 20.0
"""Rows and columns at the rim without any brighter grey level are no picture."""
UNLIKE = 12.0
"""Grey levels, in any channel, by which a place must differ from the last settled table."""
UNLIKE_DETAIL, REDRAWN, COARSE = 0.1, 0.13, 3.0
"""Where nothing seems covered, a change is more than light if its details are others: if more than
the second share of its places differ by the first, a logarithm, from their surroundings, which are
so many places wide. Under hands in the films it is 0.17 or more, under drawn lamps 0.11 or less."""
ALL_ANOTHER = 0.7
"""Where more of a bare table's picture than this share is another one, and less than the rest of it
seems covered, the camera was moved."""
ALL_REDRAWN = 0.3
"""Nor is it light beside the tiles, if the details of more than this share of it are others.
In 12 drawn games that is 0.35 or more under such hands, in lamplight and shadows 0.05 at most."""
MOST_TILES_IN_ARM = 0.2
"""In such a hand may lie this share of the tiles that lay, and may seem to be seen still."""
LEAST_UNCHANGED = 0.05
"""Where so large a share of a bare table's picture shows the details that it did, the camera
stayed: somebody leans over the rest."""
SHOWN, FINE = 0.9, 1.5
"""What fell on a part of the picture is light or a shadow if its details agree, as correlated, by
more than the first; details are what differs from surroundings so many places wide. Parts with
hands in the films agree by 0.82 at most, shadows drawn over tiles by 0.94 or more."""
WENT = 0.85
"""What went away left less than this of its outline. Round what came in films and drawn games it is
1.1 times what was there before or more; where somebody went, 0.14 to 0.79 times."""
SHOWN_ELSEWHERE, ELSEWHERE, MOVED_PLACES = 0.8, 0.2, 0.3
"""A bare table shows its details elsewhere if they agree there by more than the first, and by so
much more than where they were, and went more than so many places. On drawn tables that were bumped
they agree there by 0.85 or more, where the way is found; with somebody over them by 0.23 at most.
"""
TINTED, DARKENED = 0.2, -1.0
"""Logarithms: by more than the first do the colours of a thing differ from those of the table, as
ratios; the shadow of a hand leaves more light than the second."""
LANDMARKS, LEAST_FOUND_AGAIN, FOUND_AGAIN_PX = 2000, 40, 4.0
"""So many points of a bare table are remembered; so many must be found again, each no further from
where the others tell, to say that the camera was moved."""
MOVED_PX, SHOWN_BY_LANDMARKS = 8.0, 0.6
"""It was if the picture's corners went further, on average, and the details of the table agree by
more than the second there. On a striped cloth that was bumped they agree by 0.8."""
DARK = 16.0
"""Grey levels added to both before one picture's light is held against another's."""
SAME_THING = 0.6
"""Two looks see one thing if it covers both times at least this share of what it ever covers."""
MOST_GLIMPSES = 6
"""So many looks under hands are kept at most."""
MOSTLY_ALTERED = 0.5
"""A cell that looks bare under hands is, unless more than this share of it shows something else
than before: what comes to lie beside it alters its rim."""
MOST_BEHIND = 8
"""So many things at most are remembered that may stand behind a hand."""
LIT_AS_BEFORE, MOST_LIGHTS = 0.25, 3
"""Where less of the picture than this share is another one, a table is lit as it was before; of so
many lights the last table is remembered."""
MOST_EARLIER = 4
"""So many tables at most are remembered beside the last settled one."""
GROWN = 3
"""A covering thing is taken to reach about as far beyond what is seen of it, in grid places."""
LASTING, LASTING_ARM, LASTING_ELSEWHERE = 20.0, 60.0, 3.0
"""Seconds after which a thing that lies still was put down for good, or is a shadow: a thing beside
tiles; an arm that reaches in from the border to them; what is far from all tiles, or not covered.
"""
LASTING_AT_FIRST = 4.0
"""Before the table was ever settled, nobody knows what came: of 102 labelled photos without a hand
seven show a thing beside tiles that is taken for one. Only what is beside tiles is waited for."""
TOUCHED_TILE, MOST_TOUCHED = 0.3, 2
"""A tile was turned or taken if such a share of it changed; more at once than the second number
were not."""
REACHED_WIDTH, REACHED_CELL, WIDEST_REACH = 160, 0.3, 0.35
"""Arms are looked for in copies of frames so many pixels wide. One is over a cell that it hides by
such a share; what meets more of the picture's border than the third share is no arm."""
REACHED_FROM_ONE_SIDE, SAME_SIDE = 0.9, 0.5
"""Hands over one cell came from one side if the mean of their directions, each of length 1, is so
long; and those over several cells if these differ by less than so many radians."""
