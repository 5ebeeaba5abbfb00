"""What the referee says in whole sentences: why it does not rule, and what cannot be decided."""

from __future__ import annotations

from rules.messages import MessageCode, Wording


class Unclear(MessageCode):
    """Why no ruling is made, or may soon be none, and what people can do about it."""

    NO_DIE_SEEN = Wording(
        "No die can be seen; put it where the camera sees it, or enter what was rolled."
    )
    DICE_DIFFER = Wording(
        "The dice show different numbers; take away all but the one that was rolled."
    )
    DIE_NOT_READ = Wording(
        "The die cannot be read for sure; turn it to the light or enter what was rolled."
    )
    # no more said, but records of earlier versions have it
    ROLL_NOT_SEEN = Wording("It was not seen what was rolled for these tiles; enter it.")
    ROLL_OF_PLAYER_NOT_SEEN = Wording(
        "It was not seen what {player} rolled for these tiles; enter it."
    )
    MOVE_NOT_SEEN = Wording(
        "A whole move seems to lie there, but these cells cannot be seen for sure."
    )
    FAULT_NOT_SEEN = Wording(
        "Something seems to be wrong, but these cells cannot be seen for sure."
    )
    # no more said, but records of earlier versions have it
    RIGHT_NOT_SEEN = Wording(
        "The table seems to be right again, but these cells cannot be seen for sure."
    )
    START_NOT_SEEN = Wording("Tiles lie on the table already, but these cannot be seen for sure.")
    BEGINNING_NOT_SEEN = Wording(
        "Tiles lay there when the table could be seen first; say whether they were laid in turns,"
        " or the game began with them."
    )
    MAYBE_TWO_MOVES = Wording(
        "Two moves may lie there that were made too quickly to be told apart; say what was done."
    )
    MANY_WAYS = Wording(
        "What lies there can have come about in more than one way; say what was done."
    )
    PALAGEMS_AWAITED = Wording(
        "No palagem was seen yet of {players}; lay it apart from the board, where the camera sees"
        " it."
    )
    PALAGEMS_GUESSED = Wording(
        "Nobody has said whose palagem is whose; clockwise from the one nearest to the camera"
        " they are taken to be those of {players}. Say so if they are not."
    )
    NEAR_EDGE = Wording(
        "The board comes near the {edges} edge of the picture; move the camera so that it has room"
        " to grow."
    )
    DAZZLED = Wording(
        "{count} place on the board or beside it is too bright to be seen, as where a lamp is"
        " mirrored. Move the lamp or the camera a little.",
        "{count} places on the board or beside it are too bright to be seen, as where a lamp is"
        " mirrored. Move the lamp or the camera a little.",
    )
    CROOKED = Wording(
        "A tile lies crookedly beside the board, and is not counted; push it in, or take it away."
    )
    PLAYED_ELSEWHERE = Wording(
        "{count} tiles are laid apart from those that are taken for the board, and are not counted;"
        " take away the tiles that are not of this game, and start it anew."
    )
    MAYBE_APART = Wording(
        "{count} tile is laid apart from those that lay there first. If the game is played there,"
        " say that the table is right; if the first ones are the board, that the record is.",
        "{count} tiles are laid apart from those that lay there first. If the game is played there,"
        " say that the table is right; if the first ones are the board, that the record is.",
    )
    FIRST_TILES_GONE = Wording(
        "Tiles that lay there first were taken away. If they are of this game, put them back; if"
        " none of the first ones is, play on beside them, or take the others away, too."
    )
    TOO_MANY_TILES = Wording(
        "{tiles} tiles lie face up, but the game has {all}; take away those that are not of it."
    )


class Answer(MessageCode):
    """What people may answer to a question: what was done since the last move on record."""

    NOTHING_YET = Wording("{player} is still at it")
    TAKEN_BACK = Wording("the last move was taken back")
    BEGAN_WITH = Wording(
        "the game began with {count} tile on the table",
        "the game began with {count} tiles on the table",
    )
    LAID = Wording("{player} laid {count} tile", "{player} laid {count} tiles")
    REMOVED = Wording("{player} took a tile away")
    ROTATED = Wording("{player} turned a tile")
    PASSED = Wording("{player} passed")
    CLOSING = Wording("{turn}, closing {count} island", "{turn}, closing {count} islands")
    WRONGLY = Wording("{turn}, against the rules")
    WITH_ROLL = Wording("{turn} (rolled {roll})")
    HAS_BEGUN = Wording("{player} has begun")
    AGAINST_THE_RULES = Wording("what {player} did is against the rules")
    IN_TURN = Wording("{parts}")


class PictureEdge(MessageCode):
    """An edge of the picture, as a part of a sentence."""

    LEFT_EDGE = Wording("left")
    RIGHT_EDGE = Wording("right")
    UPPER_EDGE = Wording("upper")
    LOWER_EDGE = Wording("lower")


class Undecidable(MessageCode):
    """Why a decision of the players makes no sense as the game stands."""

    NOT_BEGUN = Wording(
        "The game has not begun; first let the camera see the table, or where tiles are tapped in"
        " build the palagems."
    )
    NO_MOVE_YET = Wording("No move has been made yet, so there is none to take back.")
    NOT_TAKEN_BACK = Wording(
        "That move was not taken back, or another one was made since: lay it on the table."
    )
    NO_TURN_TOLD = Wording("No turn is told: say what was played, or take moves back instead.")
    TOO_MANY_TOLD = Wording("No game has so many turns: tell at most {most} at once.")
    TOLD_AFTER_THE_END = Wording(
        "The game is over with move {number}: leave out what comes after it, or change that move."
    )
    CANNOT_BE_MADE = Wording(
        "Move {number} cannot be made on the table before it: take and turn tiles that lie there,"
        " and lay tiles on empty cells."
    )
    COMPUTER_NEEDS_PAIRS = Wording(
        "The computer plays Palago with two tiles that touch and groups that need enclose nothing:"
        " leave these house rules as they are."
    )
    HINTS_NEED_PAIRS = Wording(
        "Hints are there for Palago with two tiles that touch and groups that need enclose nothing:"
        " leave these house rules as they are, or play without hints."
    )
    NO_SUCH_MOVE = Wording("There is no move {number}; there are {count}.")
    NOTHING_WRONG = Wording(
        "Nothing on the table is against the rules, so there is nothing to let stand."
    )
    NOTHING_PRESUMED = Wording("No move is presumed, so there is nothing to confirm.")
    NOTHING_ASKED = Wording("No question is open, so there is nothing to answer.")
    NO_SUCH_CHOICE = Wording(
        "The question has {count} answers; choose one from 0 on, not {choice}."
    )
    NOT_ADRIFT = Wording("Record and table do not differ, so there is nothing to choose between.")
    NO_ORIENTATION = Wording("A tile's orientation is 0 to 5, not {value}.")
    NO_DIE_IN_GAME = Wording("No die is rolled in this game.")
    NO_CLAIMS_IN_GAME = Wording(
        "Claims are made in Palagem; end the turn or take back a move instead."
    )
    WHOSE_PALAGEMS = Wording(
        "Whose palagem is whose was guessed; say first that it is right, or whose they are."
    )
    DOES_NOT_PLAY = Wording("{player} does not play; it is a game of {players}.")
    PALAGEM_OF_STRANGER = Wording("{player} has a palagem but does not play.")
    NO_REFEREED_GAME = Wording("{game} is no game that is refereed; choose one of {games}.")
