"""Whose turn it is and what is due, in words."""

from __future__ import annotations

from companion.live.game_state import GameState
from companion.live.snapshot import Snapshot
from companion.showing.watching import computer_in_words
from companion.words.language import gettext as _
from companion.words.language import ngettext
from rules.judging import PALAGEM, PALAGONIA
from rules.palago.options import Placement


def due(state: GameState) -> str:
    """Return whose turn it is and what they do, or how much of it is missing yet."""
    return _computers_due(state) or _due(state.snapshot, by_hand=state.by_hand)


def _computers_due(state: GameState) -> str:
    """Say what the computer does in its turn; empty where it is not its turn."""
    computer = state.computer
    return "" if computer is None or state.source is None else computer_in_words(computer)


def _due(snapshot: Snapshot, *, by_hand: bool) -> str:
    game, mover = snapshot.setup.game, snapshot.mover
    if snapshot.over:
        return _("The game is over.")
    if snapshot.paused:
        return _("The game is paused; the table is not watched.")
    if snapshot.illegal:
        return _("{player} puts it right, or all let it stand.", player=mover)
    if snapshot.going_back.to_record and not by_hand:
        return _("Put the table back first.")
    if snapshot.question or snapshot.adrift:
        return _("By the record it is the turn of {player}.", player=mover)
    if game == PALAGONIA:
        return _due_in_palagonia(snapshot)
    if game == PALAGEM and not snapshot.ready:
        return _("First everybody builds a palagem.")
    single = snapshot.setup.palago.placement is Placement.SINGLE
    if game == PALAGEM or single or snapshot.tiles_left == 1:
        return _("{player} lays one tile.", player=mover)
    if len(snapshot.changed) == 1:
        return _missing(mover, 1)
    return _("{player} lays two tiles.", player=mover)


def _due_in_palagonia(snapshot: Snapshot) -> str:
    die, mover = snapshot.roll, snapshot.mover
    if die is None:
        return _("{player} rolls the die.", player=mover)
    if die == 1:
        return _("{player} takes a tile from the rim.", player=mover)
    if die == 6:
        return _("{player} turns a tile in the interior.", player=mover)
    tiles = min(die, snapshot.tiles_left or die)
    laid = len(snapshot.board) - len(snapshot.agreed)
    if 0 < laid < tiles:
        return _missing(mover, tiles - laid)
    return ngettext(
        "{player} lays {count} tile.", "{player} lays {count} tiles.", tiles, player=mover
    )


def _missing(mover: str, tiles: int) -> str:
    return ngettext(
        "{player} has {count} more tile to lay.",
        "{player} has {count} more tiles to lay.",
        tiles,
        player=mover,
    )
