"""Sentences of the packages below, which know no language, that pages pass on to people.

They are translated by `companion.words.language.retold` when they are shown; a value stands where
``{...}`` stands here. Tests hold them to what those packages say.
"""

FROM_BELOW = {
    "vision/judging/sureness.py": (
        "One tile cannot be read for certain; look at the one that is marked.",
        "{count} tiles cannot be read for certain; look at those that are marked.",
        "Something on the table looks a little like a tile; take the photo from closer.",
        "Something beside the tiles looks a little like a tile; take the photo from closer.",
        "Two groups of tiles may be one; show all of the board, from further above.",
    ),
    "vision/following/follower.py": (
        "The board cannot be found in the picture; point the camera so that all tiles are in view.",
    ),
    "vision/pictures/images.py": (
        "'{name}' is empty: copy or take the picture again",
        "'{name}' is a file of more than {size} megabytes: give the picture as JPEG or make it"
        " smaller",
        "'{name}' is cut off, the end of the picture is missing: copy it again",
        "'{name}' is a damaged {format} picture: copy it again or take another",
        "'{name}' is too large ({size}, at most {most} million are read): make the picture smaller",
        "'{name}' is too small ({size}, at least {least} on each side are needed): give the picture"
        " in its full size",
        "'{name}' is a damaged JPEG: save the picture as {formats} and give that file",
        "'{name}' is no picture: save the picture as {formats} and give that file",
        "'{name}' is {what}, which cannot be read here: save the picture as {formats} and give that"
        " file",
    ),
    "rules/game.py": (
        "Each player needs a name of their own; change those that are alike.",
        '"{name}" is what a game without a winner is called; choose another name.',
    ),
    "rules/palago/game.py": ("Palago is for two players, but {count} were named.",),
    "rules/palagem/game.py": (
        "Palagem is for {fewest} to {most} players, but {count} were named.",
    ),
    "rules/palagonia/game.py": (
        "Palagonia is for {fewest} or more players, but {count} were named.",
    ),
    "rules/palagonia/score_sheet.py": (
        "The score sheet has no row {row}; it has {rows}.",
        "An island is worth 0 or more, not {value}.",
    ),
    "rules/palagem/pattern.py": (
        "A palagem is four tiles, but {count} were given.",
        "The four tiles of a palagem form a 2x2 rhombus, but these do not; move them together so"
        " that two of them each touch three others.",
        "The tiles of a palagem must match along every edge they share; turn some.",
    ),
    "calibration/framing.py": (
        "It is too dark: switch on a lamp, best one that does not shine into the camera.",
        "No tiles can be seen: lay one on the table to try the view.",
        "The tiles are only {size} pixels wide: bring the camera nearer, or choose a higher"
        " resolution.",
        "The camera looks at the table too flatly: raise it, and tilt it down.",
        "The picture is blurred: fix the camera so that it does not move, wipe its lens, and let it"
        " focus on the tiles.",
        "The board has no room to grow in the picture: move the camera farther away.",
        "The board will run out of the picture {where}: turn the camera there, or move the tiles.",
        "on the left",
        "at the top",
        "on the right",
        "at the bottom",
        "on the left and at the top",
        "on the left and at the bottom",
        "at the top and on the right",
        "on the right and at the bottom",
        "There is glare on one tile: move the lamp or the camera a little.",
        "There is glare on {count} tiles: move the lamp or the camera a little.",
    ),
    "calibration/lens/calibrating.py": (
        "Hold camera and sheet still for a moment.",
        "This view was taken already: move the camera or the sheet.",
        "Some photos do not agree with the others: lay the sheet flat.",
        "The photos do not agree on one lens: they miss it by {error} px. Lay the sheet flat, hold"
        " the camera still, and switch off zoom and stabilisation.",
        "The focal length is known to {spread} only: add photos that are more slanted, to different"
        " sides.",
        "In the corners of the frame the lens is known to {spread} px only: add photos in which"
        " the sheet reaches into the corners.",
        "The photo has {width} x {height} px and the others {first_width} x {first_height}: take"
        " all with the same camera, held the same way, without zoom.",
    ),
    "calibration/lens/coverage.py": (
        "{taken} of {fewest} different photos: move the camera or the sheet between photos.",
        "Nothing was seen near the {corner} of the frame: bring the sheet there, it may stick out"
        " of the picture.",
        "upper left",
        "upper right",
        "lower left",
        "lower right",
        "The sheet was seen in {share} of the frame, and {least} is needed: go nearer, and move it"
        " all over the picture.",
        "The sheet must lean more often: {tilted} of {needed} photos were slanted by 20 to 45"
        " degrees, to {sides} of {wanted} sides. Next with its {side} away from the camera; turning"
        " the sheet does as well.",
        "top",
        "bottom",
    ),
    "calibration/lens/view.py": (
        "Only {corners} corners of the calibration sheet can be seen, and {fewest} are needed: go"
        " nearer, keep hands off the sheet, and avoid glare on it.",
        "The corners do not lie as on the calibration sheet: this is another board, or the sheet"
        " is bent. Use 'palago print sheet', flat on a table or glued on card.",
        "The photo is blurred (edges are {width} px wide): hold the camera still, in good light,"
        " and let it focus on the sheet.",
        "This is another calibration board than this program's: use 'palago print sheet'.",
        "The calibration sheet cannot be found: it is not in the picture, too far away, too dark or"
        " blurred.",
    ),
    "calibration/colors/learning.py": (
        "The two colours can be told apart well in this light.",
        "The two colours are near each other in this light: more light, and from another side,"
        " makes reading surer.",
        "Only {count} tiles can be read with certainty, and {fewest} are needed: lay five or more"
        " face up on a plain table, go near, and avoid glare and shadow.",
        "The two colours of the tiles are too much alike in this light to tell them apart: use more"
        " light, from another side.",
    ),
    "vision/readers/tuned_reader.py": (
        "The tiles do not have the colours that the colour profile of {camera} says, so it was left"
        " out: calibrate the colours anew for this set and light.",
    ),
}
"""By the module that says them."""
