"""What the referee is doing, in words: following, waiting for hands, asking, and so on."""

from __future__ import annotations

from companion.live.computer_player import ComputerNews
from companion.live.game_state import GameState
from companion.referee.states import State
from companion.words.language import gettext as _
from companion.words.language import say


def watching(state: GameState) -> str:
    """Say what the referee of a game is doing.

    Empty where the page says it otherwise: nobody watches, the table was not seen yet, something is
    wrong with the source, or the game is paused or over.
    """
    source = state.source
    if source is None or state.by_hand or state.problem or source.problem:
        return ""
    if state.computer is not None:
        return _computer(state.computer)
    if source.ended:
        return "" if state.snapshot.over else _("No more pictures come; the film has ended.")
    if not state.snapshot.ready and state.snapshot.watching is State.FOLLOWING:
        return ""  # there is nothing to follow yet
    return state_in_words(state.snapshot.watching)


def _computer(computer: ComputerNews) -> str:
    player = computer.turn.player
    if computer.is_thinking:
        return _("{player} thinks.", player=player)
    return "" if computer.problem else _("{player} has chosen its move.", player=player)


def computer_in_words(computer: ComputerNews) -> str:
    """Say what the computer does in its turn, and what people are to do."""
    player = computer.turn.player
    if computer.problem is not None:
        return say(computer.problem)
    if computer.move is None:
        return _("{player} thinks about its move …", player=player)
    return _("{player} has chosen: lay the tiles that are drawn with a dashed rim.", player=player)


def state_in_words(state: State) -> str:
    """Say what a referee is doing in a state; empty where the game is paused or over."""
    return {
        State.OVER: "",
        State.PAUSED: "",
        State.BLIND: _("The board cannot be seen."),
        State.ADRIFT: _("Table and record differ."),
        State.ASKING: _("A question is open."),
        State.TOO_SLOW: _("The computer cannot keep up: it looks less often."),
        State.HANDS: _("Waiting for the hands to leave."),
        State.FOLLOWING: _("Following the table."),
    }[state]
