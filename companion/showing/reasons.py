"""Why something is asked or awaited, as it concerns those who are asked: not all have a camera."""

from __future__ import annotations

from collections.abc import Sequence

from companion.referee.sentences import Unclear
from companion.words.language import gettext as _
from companion.words.language import say
from rules.messages import Message, Said

_ROLL_LACKS = (
    Unclear.NO_DIE_SEEN,
    Unclear.ROLL_NOT_SEEN,
    Unclear.ROLL_OF_PLAYER_NOT_SEEN,
)


def reason_in_words(reason: Said, *, by_hand: bool) -> str:
    """Say why something is asked or awaited; ``by_hand`` where people tap the tiles in."""
    if by_hand and isinstance(reason, Message):
        if reason.code in _ROLL_LACKS:
            return _("It is not known what was rolled; enter it.")
        if reason.code is Unclear.PALAGEMS_AWAITED:
            awaited = reason.values.get("players")
            if isinstance(awaited, Sequence) and awaited:
                return _("Now {player} builds a palagem.", player=awaited[0])
            return _("First everybody builds a palagem.")
    return say(reason)
