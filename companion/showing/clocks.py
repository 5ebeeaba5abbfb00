"""The time that everybody has taken for their moves so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.live.snapshot import Snapshot
from companion.referee.decisions import Paused, Resumed
from companion.referee.events import Correction, Ready

_MS_A_SECOND = 1000
_Pause = tuple[datetime, datetime]


@dataclass(frozen=True)
class Clock:
    """A player's clock: the seconds that count so far, and from when on more are added (Unix ms).

    ``since_ms`` is None while it stands.
    """

    used_s: int
    since_ms: int | None


def clocks_of(snapshot: Snapshot, *, followed: bool) -> Mapping[str, Clock]:
    """Return the players' clocks. A turn lasts from one announced move to the next, without pauses.

    Nor does the time count in which nobody followed the game: the companion was off.

    ``followed``: whether somebody follows the game; where nobody does, all clocks stand.
    """
    used = dict.fromkeys(snapshot.players, timedelta())
    pauses, since = _pauses(snapshot), _begin(snapshot)
    still = _joined([*pauses, *((away.since, away.until) for away in snapshot.kept.absences)])
    for move in snapshot.standing_moves:
        if move.told is not None and move.told.at > since:
            used[move.turn.mover] += move.told.at - since - _shared(still, since, move.told.at)
            since = move.told.at
    mover, running = snapshot.mover, None
    if snapshot.paused and pauses:
        stopped = max(since, pauses[-1][0])
        used[mover] += stopped - since - _shared(still, since, stopped)
    elif followed and snapshot.ready and not snapshot.over:
        resumed = max((end for _begin, end in still), default=since)
        counted = since + _shared(still, since, max(since, resumed))
        running = round(counted.timestamp() * _MS_A_SECOND)
    return {
        player: Clock(round(time.total_seconds()), running if player == mover else None)
        for player, time in used.items()
    }


def stood_still(snapshot: Snapshot) -> timedelta:
    """Return for how long nobody followed a game while it was being played, pauses included."""
    begin = _begin(snapshot)
    still = _joined((away.since, away.until) for away in snapshot.kept.absences)
    return sum((end - max(start, begin) for start, end in still if end > begin), timedelta())


def _begin(snapshot: Snapshot) -> datetime:
    ready = [told.at for told in snapshot.announcements if isinstance(told.event, Ready)]
    return ready[-1] if ready else snapshot.kept.started_at


def _pauses(snapshot: Snapshot) -> list[_Pause]:
    """Return from when to when the game was paused; one that lasts ends where it begins."""
    pauses: list[_Pause] = []
    is_paused = False
    for told in snapshot.announcements:
        decision = told.event.decision if isinstance(told.event, Correction) else None
        if isinstance(decision, Paused) and not is_paused:
            is_paused = True
            pauses.append((told.at, told.at))
        elif isinstance(decision, Resumed) and is_paused:
            is_paused = False
            pauses[-1] = (pauses[-1][0], told.at)
    return pauses


def _joined(stretches: Iterable[_Pause]) -> list[_Pause]:
    """Return stretches of time in order, those that overlap as one."""
    joined: list[_Pause] = []
    for begin, end in sorted(stretches):
        if joined and begin <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        else:
            joined.append((begin, end))
    return joined


def _shared(still: Sequence[_Pause], since: datetime, until: datetime) -> timedelta:
    """Return in how much of a stretch of time the clocks stood."""
    shared = (min(end, until) - max(begin, since) for begin, end in still)
    return sum((time for time in shared if time > timedelta()), timedelta())
