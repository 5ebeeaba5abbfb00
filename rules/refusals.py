"""What is said of things that cannot be done in a game: the sentences of its errors."""

from __future__ import annotations

from rules.messages import MessageCode, MessageError, Wording


class GameError(MessageError, ValueError):
    """Something that cannot be done in a game as it stands; says what can be done instead."""


class PalagemError(MessageError, ValueError):
    """Tiles that are no palagem, or palagems that cannot be played with; says what to change."""


class Refusal(MessageCode):
    """Why a game cannot be started so, or something cannot be done in it."""

    NAMES_ALIKE = Wording("Each player needs a name of their own; change those that are alike.")
    NAME_HAS_A_MEANING = Wording(
        '"{name}" is what a game without a winner is called; choose another name.'
    )
    PALAGO_PLAYERS = Wording(
        "Palago is for two players, but {count} was named.",
        "Palago is for two players, but {count} were named.",
    )
    PALAGEM_PLAYERS = Wording(
        "Palagem is for {fewest} to {most} players, but {count} was named.",
        "Palagem is for {fewest} to {most} players, but {count} were named.",
    )
    PALAGONIA_PLAYERS = Wording(
        "Palagonia is for {fewest} or more players, but {count} was named.",
        "Palagonia is for {fewest} or more players, but {count} were named.",
    )
    GAME_WITHOUT_TILES = Wording("A game needs at least one tile.")
    CANNOT_START = Wording("{player} cannot start: {players} are playing.")
    ROUND_IS_FOR_OTHERS = Wording(
        "Round {round} of the starting rolls is for {players} and nobody else."
    )
    STARTING_ROLL_OUT_OF_RANGE = Wording("The roll of {players} in round {round} must be 1 to 6.")

    GAME_IS_OVER = Wording("The game is over; start another one or take back a move.")
    NOTHING_HAPPENED = Wording("Nothing has happened yet, so there is nothing to take back.")
    NOTHING_TO_CLAIM = Wording("The game is over, so there is nothing left to claim.")
    CLAIMS_ARE_FOR_PLAYERS = Wording("{player} is not playing; claims are for {players}.")
    NOBODY_ROLLS = Wording("The game is over, so nobody rolls.")
    ROLLED_ALREADY = Wording("{player} rolled a {die} already; play the move it asks for.")
    ROLL_OUT_OF_RANGE = Wording("A roll is 1 to 6, not {value}.")
    ROLL_IS_DUE = Wording("{player} must roll the die before moving.")
    NO_SUCH_ROW = Wording("The score sheet has no row {row}; it has {rows}.")
    VALUE_OUT_OF_RANGE = Wording("An island is worth 0 or more, not {value}.")

    PALAGEMS_MISSING = Wording("No palagem was built by {players}; each player needs one.")
    PALAGEMS_ALIKE = Wording(
        "All palagems must differ: {players} must change theirs, being earlier in the order than"
        " somebody with the same."
    )
    NOT_FOUR_TILES = Wording("A palagem is four tiles, but {count} were given.")
    NO_RHOMBUS = Wording(
        "The four tiles of a palagem form a 2x2 rhombus, but these do not; move them together so"
        " that two of them each touch three others."
    )
    PALAGEM_MISMATCHES = Wording(
        "The tiles of a palagem must match along every edge they share; turn some."
    )
