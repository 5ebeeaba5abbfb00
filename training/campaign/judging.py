"""Holding what a referee announced against what truly happened."""

from __future__ import annotations

from dataclasses import dataclass

from companion.referee import Event, Referee
from companion.referee.events import DieRolled, IllegalTable, MoveMade, Over
from rules import Board, Code, Outcome
from training.campaign.answering import recorded_rightly
from training.campaign.scene import Scene, Script


@dataclass(frozen=True)
class Untrue:
    """An announcement that is not true.

    ``kind`` is "move", "mover", "roll", "illegal" or "score"; ``said`` tells it to people. What is
    ``conditional`` is announced as presumed, or as holding only if what is presumed was so.
    """

    kind: str
    t: float
    said: str
    conditional: bool = False


class Witness:
    """Remembers all that was ever true, since a referee may say later what it sees later."""

    def __init__(self) -> None:
        self._moves: dict[int, set[tuple[Board, Board]]] = {}
        self._movers: dict[int, set[str]] = {}
        self._rolls: dict[str, list[int]] = {}
        self._outcomes: list[Outcome] = []

    def watch(self, scene: Scene) -> None:
        """Take in what is true now."""
        for number, turn in enumerate(scene.turns, 1):
            self._moves.setdefault(number, set()).add((turn.before, turn.after))
            self._movers.setdefault(number, set()).add(turn.mover)
        movers = [*(turn.mover for turn in scene.turns), scene.mover]
        for mover, roll in zip(movers, scene.rolls, strict=False):
            if roll is not None:
                self._rolls.setdefault(mover, []).append(roll)
        if scene.outcome is not None:
            self._outcomes.append(scene.outcome)

    def untrue(self, events: list[Event], scene: Scene, referee: Referee) -> list[Untrue]:
        """Return what of the events is not true."""
        together = [e for e in events if isinstance(e, MoveMade) and not e.apart]
        found = [
            Untrue(kind, scene.t, f"{event.name}: {said}", _is_conditional(event))
            for number, event in enumerate(events)
            if event not in together
            for kind, said in self._of(event, _told_next(events[number + 1 :]), scene, referee)
        ]
        if together:
            first, last = together[0], together[-1]
            begins = any(before == first.before for before, _ in self._as(first))
            ends = any(after == last.after for _, after in self._as(last))
            if not (begins and ends):
                said = f"moves from {first.number} together"
                found.append(Untrue("move", scene.t, said, _is_conditional(first)))
        return found

    def _of(
        self, event: Event, following: Event | None, scene: Scene, referee: Referee
    ) -> list[tuple[str, str]]:
        if isinstance(event, MoveMade):
            return self._of_move(event, scene, referee)
        if isinstance(event, IllegalTable):
            codes = [str(v.code) for v in event.violations]
            if not set(codes) & {str(code) for code in _wrong(following, scene)}:
                return [("illegal", ", ".join(codes))]
        if isinstance(event, DieRolled):
            last = self._rolls.get(event.mover, [])[-1:]
            last += [r for r in scene.rolls[-1:] if r and event.only_whose]  # nobody is named
            if event.value not in last and not _is_of_move(event, following, scene):
                return [("roll", f"{event.mover} rolled {event.value}, truly {last}")]
        if isinstance(event, Over):
            told = (event.winner, event.loser, event.scores)
            if told not in [(o.winner, o.loser, o.scores) for o in self._outcomes]:
                return [("score", f"{told}")]
        return []

    def _as(self, event: MoveMade) -> set[tuple[Board, Board]]:
        """Return the moves that were ever of the number of one that is told, if it is told."""
        if names_nobody(event):
            return {move for moves in self._moves.values() for move in moves}
        return self._moves.get(event.number, set())

    def _of_move(self, event: MoveMade, scene: Scene, referee: Referee) -> list[tuple[str, str]]:
        number = event.number
        said = f"{number} of {event.mover}"
        if (event.before, event.after) not in self._as(event):
            return [("move", said)]
        if names_nobody(event):
            return []
        if event.mover not in self._movers[number]:
            return [("mover", said)]
        moves = referee.ledger.moves
        kept = moves[number - 1] if number <= len(moves) else None
        true = scene.turns[number - 1] if number <= len(scene.turns) else None
        if kept and true and kept.die not in (None, true.die):
            return [("roll", f"{said}: {kept.die}, truly {true.die}")]
        return []


def announcements_in(events: list[Event]) -> int:
    """Return how many events announce what happened: moves, rolls, what is wrong, and the end."""
    return sum(isinstance(event, MoveMade | DieRolled | IllegalTable | Over) for event in events)


def true_with_condition(events: list[Event], untrue: list[Untrue]) -> int:
    """Return how many events are announced with a reserve though they are true."""
    said = sum(map(_is_conditional, events))
    return max(0, said - sum(one.conditional for one in untrue))


def _is_conditional(event: Event) -> bool:
    """Tell whether an event is announced with the reserve that something presumed was so."""
    if isinstance(event, MoveMade) and event.presumed:
        return True
    if not isinstance(event, MoveMade | DieRolled | IllegalTable | Over):
        return False
    if isinstance(event, Over) and event.whose_guessed:
        return True
    if isinstance(event, IllegalTable) and event.unless_unseen:
        return True
    return event.rests_on is not None and not names_nobody(event)


def names_nobody(event: Event) -> bool:
    """Tell whether a fact is announced and no player named, since it is open whose it is."""
    if isinstance(event, MoveMade):
        return event.only_whose and not event.presumed
    return isinstance(event, DieRolled) and event.only_whose


def _is_of_move(event: DieRolled, following: Event | None, scene: Scene) -> bool:
    """Tell whether a roll is of the move that is told next: its player may have rolled since."""
    if not isinstance(following, MoveMade) or following.mover != event.mover:
        return False
    true = scene.turns[following.number - 1 : following.number]
    if event.only_whose:
        made = (following.before, following.after)
        true = tuple(turn for turn in scene.turns if (turn.before, turn.after) == made)
    return any(turn.die == event.value for turn in true)


def _told_next(events: list[Event]) -> Event | None:
    """Return the first of some events but for the roll that is told of a move before it."""
    return next((event for event in events if not isinstance(event, DieRolled)), None)


def _wrong(following: Event | None, scene: Scene) -> set[Code]:
    """Return what may be called wrong: on the table, of the last move, or of one that is told now.

    An illegal move that was let stand may be told when more have followed on it.
    """
    stands = scene.turns[-1:] if scene.done else ()
    if isinstance(following, MoveMade):
        stands += scene.turns[following.number - 1 : following.number]
    return set(scene.wrong.union(*(turn.verdict.codes for turn in stands)))


def is_exact(referee: Referee, script: Script) -> bool:
    """Tell whether the record is what truly happened: moves, movers, rolls and the end."""
    if not referee.ready:
        return False
    count = len(script.turns)
    right = recorded_rightly(referee, script.scenes[-1])
    same = len(referee.ledger.moves) == count and right == count
    return same and _end(referee.ledger.outcome()) == _end(script.outcome)


def is_stuck(referee: Referee, script: Script) -> bool:
    """Tell whether the referee has lost the game: it holds another position for the last one."""
    if not referee.ready:
        return True
    ledger, last = referee.ledger, script.scenes[-1]
    over = ledger.outcome() is not None
    if over != (script.outcome is not None) or ledger.board != last.table:
        return True
    return referee.is_wrong or (not over and ledger.mover != last.mover)


def _end(outcome: Outcome | None) -> tuple[object, ...] | None:
    if outcome is None:
        return None
    return outcome.winner, outcome.loser, outcome.reason, outcome.scores
