"""Whose turn it is and what is due, in words."""

from __future__ import annotations

from companion.live.game_state import GameState
from companion.live.snapshot import Snapshot
from companion.showing.watching import computer_in_words
from companion.words.language import gettext as _
from companion.words.language import ngettext
from rules.judging import PALAGEM, PALAGONIA
from rules.palago.options import Placement
from rules.palagonia.judging import REMOVE_DIE, ROTATE_DIE


def due(state: GameState) -> str:
    """Return whose turn it is and what they do, or how much of it is missing yet."""
    return _computers_due(state) or _due(state.snapshot, by_hand=state.by_hand)


def laid_so_far(state: GameState) -> str:
    """Return how much of a turn lies there that is not whole yet; empty where there is none.

    It goes with what `due` says is missing of it.
    """
    snapshot = state.snapshot
    is_told_else = _computers_due(state) or _held_up(snapshot, by_hand=state.by_hand)
    parts = None if is_told_else else _parts(snapshot)
    if parts is None:
        return ""
    mover, (laid, _left) = snapshot.mover, parts
    return ngettext(
        "{player} has laid {count} tile.", "{player} has laid {count} tiles.", laid, player=mover
    )


def _computers_due(state: GameState) -> str:
    """Say what the computer does in its turn; empty where it is not its turn."""
    computer = state.computer
    return "" if computer is None or state.source is None else computer_in_words(computer)


def _due(snapshot: Snapshot, *, by_hand: bool) -> str:
    game, mover = snapshot.setup.game, snapshot.mover
    if held_up := _held_up(snapshot, by_hand=by_hand):
        return held_up
    if parts := _parts(snapshot):
        return _missing(mover, parts[1])
    if game == PALAGONIA:
        return _due_in_palagonia(snapshot)
    if _lays_one(snapshot):
        return _("{player} lays one tile.", player=mover)
    return _("{player} lays two tiles.", player=mover)


def _held_up(snapshot: Snapshot, *, by_hand: bool) -> str:
    """Say what is to be done before the mover's turn goes on, if anything is."""
    mover = snapshot.mover
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
    if snapshot.setup.game == PALAGEM and not snapshot.ready:
        return _("First everybody builds a palagem.")
    return ""


def _parts(snapshot: Snapshot) -> tuple[int, int] | None:
    """Return how many tiles of a turn are laid and how many are missing; None where it is whole.

    That is also so where it has not begun.
    """
    if snapshot.setup.game == PALAGONIA:
        laid, due = len(snapshot.board) - len(snapshot.agreed), _tiles_due(snapshot)
        return (laid, due - laid) if 0 < laid < due else None
    is_half = len(snapshot.changed) == 1 and not snapshot.changed & snapshot.agreed.keys()
    return (1, 1) if is_half and not _lays_one(snapshot) else None


def _lays_one(snapshot: Snapshot) -> bool:
    """Tell whether the mover lays one tile, in a game without a die."""
    single = snapshot.setup.palago.placement is Placement.SINGLE
    return snapshot.setup.game == PALAGEM or single or snapshot.tiles_left == 1


def _tiles_due(snapshot: Snapshot) -> int:
    """Return how many tiles the mover of Palagonia is to lay; 0 where none, or it is not known."""
    die = snapshot.roll
    if die is None or not REMOVE_DIE < die < ROTATE_DIE:
        return 0
    return min(die, snapshot.tiles_left or die)


def _due_in_palagonia(snapshot: Snapshot) -> str:
    die, mover = snapshot.roll, snapshot.mover
    if die is None:
        return _("{player} rolls the die.", player=mover)
    if die == REMOVE_DIE:
        return _("{player} takes a tile from the rim.", player=mover)
    if die == ROTATE_DIE:
        return _("{player} turns a tile in the interior.", player=mover)
    return ngettext(
        "{player} lays {count} tile.",
        "{player} lays {count} tiles.",
        _tiles_due(snapshot),
        player=mover,
    )


def _missing(mover: str, tiles: int) -> str:
    return ngettext(
        "{player} has {count} more tile to lay.",
        "{player} has {count} more tiles to lay.",
        tiles,
        player=mover,
    )
