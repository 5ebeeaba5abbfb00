"""Threats as marks on the board, for players who agreed on hints."""

from __future__ import annotations

from collections.abc import Sequence

from companion.coaching.threat_hints import ThreatHint
from companion.live.snapshot import Snapshot
from companion.words.findings import Finding
from companion.words.language import gettext as _
from rules import COLORS


def threat_marks(snapshot: Snapshot, threats: Sequence[ThreatHint]) -> tuple[Finding, ...]:
    """Return what to mark and to say of each threat."""
    return tuple(
        Finding("threat", _words(snapshot, threat), color=threat.color, cells=threat.cells)
        for threat in threats
    )


def _words(snapshot: Snapshot, threat: ThreatHint) -> str:
    player = snapshot.players[COLORS.index(threat.color)]
    return {
        "one-freedom": _("{player} could close a group with one tile.", player=player),
        "two-freedom": _("{player} could close a group with two tiles.", player=player),
        "disjoint": _("One answer meets all these threats of {player}.", player=player),
        "double": _("No one answer meets all these threats of {player}.", player=player),
    }[threat.kind]
