"""What can be wrong with what somebody asks of a tournament; each text says what to do."""

from __future__ import annotations

from rules.messages import MessageCode, MessageError, Wording


class TournamentFault(MessageCode):
    """Why a tournament cannot do what is asked of it."""

    NO_SUCH_TOURNAMENT = Wording("There is no tournament {number}: choose another.")
    NO_SUCH_ENTRANT = Wording("No player of this tournament has the number {number}.")
    NO_SUCH_PAIRING = Wording("In round {round} nobody is paired at table {board}.")
    NOT_A_TOURNAMENT_NAME = Wording("Name the tournament, with up to {most} letters.")
    NOT_AN_ENTRANT_NAME = Wording("Name each player, with up to {most} letters.")
    ENTRANT_NAMED_TWICE = Wording(
        "{name} is in the list already: tell players of one name apart, as by a letter."
    )
    TOO_MANY_ENTRANTS = Wording("A tournament takes at most {most} players.")
    ROUNDS_OUT_OF_RANGE = Wording("Choose from {fewest} to {most} rounds.")
    NO_GAME_OF_TWO = Wording("Tournaments are played in games of two: choose Palago or Palagem.")
    RESULTS_MISSING = Wording(
        "Round {round} goes on: table {boards} has no result yet.",
        "Round {round} goes on: tables {boards} have no result yet.",
    )
    ALL_ROUNDS_PAIRED = Wording("All {rounds} rounds are paired: add one to go on.")
    OTHER_ROUND_IS_NEXT = Wording("The next round to be paired is round {round}.")
    TOO_FEW_HERE = Wording("It takes two players who are here to pair a round.")
    ROUND_IS_PLAYED = Wording(
        "Round {round} cannot be taken back: it is not the last one, or is being played already."
    )
    ENTRANT_HAS_PLAYED = Wording(
        "{name} was paired already and stays in the list: say that they have left."
    )
    BYE_HAS_NO_GAME = Wording("{name} has a bye in round {round}: no game is played.")
    RESULT_STANDS = Wording("Table {board} of round {round} has another result already.")
    PAIRING_HAS_GAME = Wording(
        "Table {board} of round {round} has game {game} already: go on with that one, or part it"
        " from the table first."
    )
    GAME_HAS_PAIRING = Wording("Game {game} is played for another table already.")
    OTHER_GAME = Wording(
        "At table {board} of round {round} {first} plays {second} at {game}: this is another game."
    )


class TournamentError(MessageError, RuntimeError):
    """A tournament is not in the state for what is asked of it; nothing was changed."""


class EntryRefusedError(TournamentError):
    """A name or a number cannot be taken as it was given; nothing was changed."""


class TournamentNotFoundError(TournamentError, LookupError):
    """There is no such tournament, player or table."""


class ResultStandsError(TournamentError):
    """Another result stands there already; it is changed once that is confirmed."""
