"""Sentences of the packages below, which know no language, that pages pass on to people.

They are translated by `companion.language.retold` when they are shown; a value stands where
``{...}`` stands here. Tests hold them to what those packages say.
"""

FROM_BELOW = {
    "vision/sureness.py": (
        "One tile cannot be read for certain; look at the one that is marked.",
        "{count} tiles cannot be read for certain; look at those that are marked.",
        "Something on the table looks a little like a tile; take the photo from closer.",
        "Something beside the tiles looks a little like a tile; take the photo from closer.",
    ),
    "vision/following/follower.py": (
        "The board cannot be found in the picture; point the camera so that all tiles are in view.",
    ),
    "vision/images.py": (
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
    "rules/palagem/pattern.py": (
        "A palagem is four tiles, but {count} were given.",
        "The four tiles of a palagem form a 2x2 rhombus, but these do not; move them together so"
        " that two of them each touch three others.",
        "The tiles of a palagem must match along every edge they share; turn some.",
    ),
}
"""By the module that says them."""
