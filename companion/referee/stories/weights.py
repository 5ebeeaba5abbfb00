"""How people play and cameras see: the rates by which stories are weighed.

They are estimates. What was measured of the reader is in ``training/campaign/reader_errors.json``;
nobody counted at tables how often people do what.
"""

from __future__ import annotations

FAR_AHEAD = 0.99
"""What so much of all weight holds for true is announced."""

AHEAD = 0.95
"""The same for a turn after which, by a later look or a new roll, the next one has begun.

What holds for less than ``FAR_AHEAD`` then is announced as presumed.
"""

AT_ONCE_AHEAD = 0.999
"""What so much of all weight holds for true of turns that one look was the first to show is
announced as a fact, and as presumed where less does."""

WHOSE_FAULT = 0.95
"""The same for whose it is what lies there against the rules, where people let it stand."""

LEFT_OPEN = 0.8
"""The same where people were asked, have not answered, and play went on since."""

TURNS_LEFT_OPEN = 3
"""So many turns are waited for an answer, or for a cell to become sure, before ``PRESUMED``."""

TURNS_WRONG_LEFT_OPEN = 6
"""The same where one of the turns is wrong, and people said that it stands."""

PRESUMED = 0.5
"""What so much of all weight holds for true is announced where nobody answered for so long."""

MAY_BE_OVER = 0.05
"""A turn that people end is taken for whole where so much of the weight has it so."""

SURELY_ILLEGAL = 0.97
"""What so much of all weight holds for illegal is called so."""

WORTH_ASKING = 0.2
"""People are asked where so much of the weight says that something is to be put on record."""

WORTH_ASKING_THE_ROLL = 0.5
"""The same for a roll: more tiles, or the next player's, will mostly tell it."""

MISSED = 0.1
"""How often no look falls between one turn and the next, where hands hid the table so long."""

HIDDEN_S = 5.0
"""So many seconds must hands, or what else is in the way, hide the table for that.

Where hands mostly hide it for more than a second, in a game that is played slowly, so much longer.
"""

LAYING_S = 1.0
"""So many seconds of that does it take to lay a tile, and to come and go."""

MISSED_A_SECOND = 0.1
"""The odds that a turn was missed where the table was hidden for longer, for each second."""

FOR_NO_TILE = 6.0
"""How much higher these odds are where no tile was laid: hands rest with a tile, not without."""

SHORT_RARER = 4
"""With which power of the seconds the odds rise that a turn was missed, up to ``HIDDEN_S``."""

SOON_RARER = 6.0
"""With which power of the seconds they rise to that: a slow throw hides the table as long as the
quickest player who passes takes, and the next one to roll. Of 203 rolls in drawn games at a brisk
pace that were hidden for less than 2 s one hid a pass, of 12 hidden for 3 s or more four did."""

PERHAPS_FAST = 0.02
"""How often a game is so fast of which nothing is known yet that a short hand may hide a pass. Who
throws in two or three seconds plays slowly rather than has passed and rolled as well."""

VERY_LONG_S = 40.0
"""More seconds than this say no more of one turn; twice as many say no more of several, nor of one
that was passed before tiles were laid: for that it must be hidden for longer than laying takes."""

ANOTHER_A_SECOND = 0.04
"""The odds that one more turn was missed, for each second that it was hidden for longer than that.
"""

PASSED_TOO_S = 20.0
"""From so many seconds on, up to ``VERY_LONG_S``, somebody may have passed besides."""

PASSED_TOO_A_SECOND = 0.02
"""The odds of that, for each second that it was hidden for longer."""

SELDOM_MISSED = 0.005
"""The share of that where nothing hid the table.

Where hands came it is as many times more as the game is faster than unhurried, squared.
"""

SCORES = 20.0
"""How much likelier a turn is made that closes an island than another one by the same roll."""

WINS = 5.0
"""How much likelier the turn after one that nobody saw is if it wins the game for its player: who
lays a tile too many lays it seldom just where the next player would have won."""

CUT_SHORT = 0.03
"""How often the next player rolls before a turn is whole."""

CUT_SHORT_AT_ONCE = 0.05
"""How often no look falls between the last tile of such a turn and that roll, at least: who rolls
too early often does so at once."""

PAUSED = 0.5
"""How often a player is seen to stop after a part of the tiles of a turn."""

LEFT_MIDWAY = 0.1
"""How often a film ends in the middle of a turn, tiles of which lie there: rather after it."""

IDLE = 0.05
"""How often a hand comes and goes in the middle of a turn and touches no tile."""

RECONSIDERED = 0.3
"""How often tiles that were laid are taken up again before the turn is over."""

FAULT = 0.02
"""How often something is done that no completion makes legal, a knock included."""

MISCOUNTED = 0.015
"""How often too many tiles are laid, or not what the die says."""

MISPLACED_TOO = 0.3
"""How often a tile that is too many does not match either, or lies where none may."""

ANOTHER = 0.05
"""How often it is one tile more that is too many, or moved out of place."""

CUT_SHORT_UNSEEN = 0.3
"""The share of that where nobody knows that the turn is not whole."""

COMPLETED_LATE = 0.3
"""How often a turn that was cut short is completed nevertheless."""

STANDS = 0.01
"""How often players go on from an illegal table without a word, though it was called so."""

STANDS_UNSAID = 0.3
"""The same where nobody called it so, since it was not known for sure."""

TURNED_UNSEEN = 0.3
"""How often a tile that is not made out any more, while the mover is to turn one, was turned."""

LAID_JUST_SO = 1e-3
"""How often tiles that were wrong are taken up, and the next player lays them again just so."""

LET_STAND_UNSEEN = 0.1
"""How often people let stand what is called wrong though nothing is, rather than correct it."""

UNDONE = 0.02
"""How often a move is taken back by hand."""

UNDONE_LATE = 0.1
"""The share of that once the next player has rolled: then a move stands, as people play."""

PUT_BESIDE = 0.1
"""The share of that where tiles have come to lie beside the board: one that is knocked out does,
and one that is taken back seldom."""

REVERSED = 0.005
"""How often a player's own move undoes just what the player before has done, without a die.

With a die there may be little else to do.
"""

LAID_AS_IT_LAY = 0.05
"""How often a tile is laid just where and as one lay that the player before has taken away: rather
that one was knocked out, and is put back."""

TOUCHED_AGAIN = 0.1
"""How often the tile that a player turned or moved, or its place, is just what the next one takes.
"""

GLIMPSED_OTHERWISE = 0.003
"""How often tiles were laid in another order than looks under hands have shown for sure."""

FROM_ELSEWHERE = 0.1
"""How often who is to move a tile, none being left, lays another one before it is lifted."""

ENDS_EARLY = 0.1
"""How often a film is over with a look by which the game is not, rather than with one by which it
is: most films show whole games, and few of the looks at an unfinished one are its last."""

OF_ALL_TILES = 50
"""A fault hits just the tiles of the last move once in so many times, or more often."""

BEGAN_WITH_TILES = 0.15
"""How often tiles on a table that nobody could see before are what the game began with, where
legal turns explain them for which there was time."""

CLEARED = 0.1
"""How often a table is touched in any one way after the game is over."""

THROWN_ELSEWHERE = 0.95
"""How often a die that is thrown comes to lie elsewhere, or with another number on top."""

THROWN_UNSEEN = 0.001
"""The same where it was seen to lie there all the time, but for moments: it fell just as before."""

PUSHED = 0.001
"""How often a die that is not thrown lies elsewhere nevertheless."""

NUDGED = 0.02
"""How often a hand that lays tiles, or a sleeve, pushes it a little, the same number up."""

THROWN_NEAR = 0.03
"""How often a die that is thrown comes to lie so near to where it lay before."""

CAME_IN_SIGHT = 0.005
"""How often a die that was never seen is put into the picture without being thrown."""

READ_LATER = 0.03
"""How often a die that was thrown and not seen is read in the next look."""

THROWN_BEFORE = 0.005
"""How often a roll was made before the first look at a game."""

THROWN_UNWATCHED = 0.3
"""The same where nobody can have seen for so long how the die came to lie there."""

LEAST_OF_A_TURN_S = 2.0
"""So many seconds a turn takes, at least: in fewer nobody has made one before the first look."""

VANISHED = 0.02
"""How often a die that lies there is not seen any more."""

PASSED_AT_ONCE = 0.02
"""How often the next player's roll lies there before a turn could have been made, where by a roll
that nobody read somebody passed: rather the die had been taken up, and this is that roll."""

ROLLED_AND_LAID = 0.03
"""How often a roll and tiles are seen in one look, not one after the other."""

IDLE_HAND = 0.1
"""How often a hand comes and goes before a roll and leaves no trace of what it came for."""

EVEN_REST = 0.5
"""A hand that comes after so much of the usual time (``Hidden.rested``) is as likely the same
player's as the next one's; after twice as long it is twice as likely the next one's. Of 612 hands
in drawn films at three speeds, which came after one that had laid tiles, it was a twentieth as
likely below 0.1 of that time as in all, half at 0.3, and two and a half times at 1.1."""

AT_ONCE_BACK, LONG_REST = 0.15, 4.0
"""It makes that no less likely than the first, nor likelier than the second: people who think in
the middle of a turn, or throw at once, were not filmed."""

IDLE_STILL, ROLLED_AT_ONCE = 0.4, 0.2
"""The first is how often a hand does nothing that came at once after one had gone and mostly is
that one still; the second how often it is the next player's, who has thrown the die with it."""

ROLLED_IDLY = 0.01
"""How often a die is seen to show a number, under hands, that nobody rolled for a turn."""

ROLLED_COVERED = 0.5
"""How often a roll is not seen under hands where others are."""

ANOTHER_DIE = 0.01
"""How often a roll is thrown with another die than the one before, which stays where it lies."""

SECOND_THROW = 0.008
"""How often a roll is thrown again before tiles are touched."""

HAND_OVER = 0.055
"""How many groups put the die before the next player, any number up."""

HANDED_OVER = 0.7
"""How often those do so."""

TAKE_UP = 0.15
"""How many groups take the die off the table before they throw it, so that a look finds none.

With 0.05 and 0.01 as many of 200 made-up games at a brisk pace are exact; half of their groups do
so, and are asked 0.34, 0.35 and 0.36 times a turn.
"""

TAKEN_UP = 0.6
"""How often those do so."""

SELDOM_TAKEN_UP = 0.003
"""How often the others do."""

MEANT_NEXT = 0.3
"""How often people who say a roll mean that of the turn after the one that the page waits for."""

MISNAMED = 0.05
"""How often a roll that is entered beside a player's name is not that player's, but what the die
shows by then."""

SAID_OF_NEXT = 0.5
"""How often a roll is that of the player whose turn it is, where people said it and then that."""

THROWN_AT_TILES = 0.15
"""How often a hand that throws the die is mostly at the tiles, held against one that does nothing:
dice are thrown beside them."""

KEEP_SEATS = 0.7
"""How many groups keep to their places: each player reaches in from one side, about."""

SEAT_SPREAD = 0.35
"""How far hands of one player come from the same direction, the standard deviation in radians: 0.28
in drawn games, where the middle of the hand's way in is told."""

WELL_THOUGHT_OF = 0.05
"""A roll that people say proves all that a story tells which was so likely before, and no less."""

UNTOLD = 1e-3
"""How often no story tells what happened in a turn, about; the true one is missing in one game of
thirty, as was counted over made-up games."""

BAFFLING = UNTOLD**2
"""What is less likely by all stories may well be something that none of them tells."""

READ_SURELY = 0.85
"""How often a die is read rightly and for sure."""

READ_WRONGLY = 0.0002
"""How often it is read for sure as one other number."""

READ_UNSURELY = 0.06
"""How often it is read, but not for sure."""

NOT_READ = 0.09
"""How often it is not seen, in a game in which dice are seen."""

NEWLY_DOUBTFUL = 10.0
"""How much likelier a cell that is not sure any more holds a tile than the look alone says."""

STILL_NOT_READ = 0.5
"""The same for one that was not seen before it was thrown either."""

FAINTEST = 0.003
"""What lies on a cell with less probability than this is not thought of."""

MOST_TABLES = 12
"""So many tables are thought of where cells are unsure; the likeliest."""

MOST_STORIES = 24
"""So many stories are kept; the likeliest."""

MOST_ALIKE = 6
"""So many of those that differ in which tiles were laid in which turn; they stand for all."""

FEWEST_ALIKE = 2
"""The same where otherwise there is no room for all that turns may have come to."""

LEAST_SHARE = 1e-4
"""Stories with a smaller share of all weight are dropped, those that come to the same together."""

MOST_TURNS = 3
"""So many whole turns may fall between two looks."""

MOST_TURNS_OF_ONE = 5
"""The same where each turn lays one tile: then there are few ways to divide them."""

MOST_TILES = 10
"""Where more tiles came at once, no turns are looked for in them, and none is called wrong."""

MISREAD = 0.002
"""How often a tile that is laid is not seen, the camera being sure that none lies there."""

STILL_MISREAD = 0.9
"""How often the next look does not see it either."""

ODD = 0.05
"""A look that is less likely than this calls for telling the last looks anew."""

RETOLD = 20.0
"""Stories that are told anew must together be so many times likelier than what was told."""

TOLD_TOO = 0.1
"""Stories with tiles that were misread, by which all on record is as it is, are told beside what
was told if they are so likely, held against it."""

NO_PASS = 2.0
"""The same for those by which somebody who seemed to pass was given the die, and rolled it later:
what was told stays one of the stories then."""

MOST_STEPS = 5_000
"""So many steps at most, about a second, are taken to find the shortest play to a table."""

MOST_STEPS_ONE_BY_ONE = 2_000
"""The same for any legal turns that lead there, where they are too many to be told."""
