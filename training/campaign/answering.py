"""People beside the table who answer the referee truly, by what its page offers them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from companion.referee import Event, Referee
from companion.referee.doubt import changed_cells
from companion.referee.events import (
    IllegalTable,
    MoveMade,
    Question,
    QuestionSettled,
    Restored,
    Unsure,
)
from companion.referee.questions import Choice
from companion.referee.sentences import Unclear
from rules import Cell, Move, Turn, difference
from rules.board_json import cell_to_json, tile_to_json, tiles_to_json
from rules.judging import PALAGONIA
from training.campaign.scene import Scene

Decision = tuple[str, dict[str, Any]]
"""The kind of a decision and its data, as ``companion.referee.inputs.give`` takes them."""

_NO_QUESTIONS = frozenset(
    {Unclear.NEAR_EDGE, Unclear.TOO_MANY_TILES, Unclear.DAZZLED, Unclear.CROOKED}
)
_TURNS_BEHIND = 2
"""People say something where the page has not noticed more turns than this."""
_MOST_TAKEN_BACK = 4
"""Of moves on record that are wrong people take back so many, and say then how the table lies."""
_MOST_CELLS = 8
"""Where more cells differ, people see that something else is wrong than tiles."""


def is_question(event: Event) -> bool:
    """Tell whether an event asks people for something."""
    if isinstance(event, Unsure):
        return getattr(event.reason, "code", None) not in _NO_QUESTIONS
    return isinstance(event, Question)


def questions_in(events: Sequence[Event]) -> int:
    """Return how many questions are asked; one with answers to choose from counts once."""
    asked = [event for event in events if is_question(event)]
    offered = [event for event in asked if isinstance(event, Question)]
    return len(offered) or len(asked)


@dataclass(frozen=True)
class Before:
    """What people have said so far, as far as it bears on what they say next.

    Attributes
    ----------
    given_up
        Of so many moves on record they have said what they could, and leave them as they are.
    took_back
        Whether they have just taken back a move on record that was wrong.
    """

    given_up: int = 0
    took_back: bool = False


class OpenQuestion:
    """The question that is open: asked last, and not answered by what was said since."""

    def __init__(self) -> None:
        self.event: Unsure | Question | None = None

    def hear(self, events: list[Event]) -> None:
        """Take in what the referee says."""
        for event in events:
            if isinstance(event, Unsure | Question) and is_question(event):
                self.event = event
            elif isinstance(event, MoveMade | Restored | IllegalTable | QuestionSettled):
                self.event = None


def recorded_rightly(referee: Referee, scene: Scene) -> int:
    """Return how many moves of the record, from the first on, are the true ones.

    Where the referee said that turns were seen together only, the order of what was done in them
    is left open, and so is which of the tiles were laid first.
    """
    if not referee.ready:
        return 0
    kept, true = referee.ledger.moves, scene.turns
    number = 0
    while number < min(len(kept), len(true)):
        run = number + 1
        while run < len(kept) and {run, run + 1} <= referee.together:
            run += 1
        if same_turn(kept[number], true[number]):
            number += 1
        elif run <= len(true) and same_run(kept[number:run], true[number:run]):
            number = run
        else:
            break
    return number


def same_run(kept: Sequence[Turn], true: Sequence[Turn]) -> bool:
    """Tell whether turns that were seen together come to the same as the true ones."""
    if len(kept) < 2 or len(kept) != len(true):
        return False
    ends = (kept[0].before, kept[-1].after) == (true[0].before, true[-1].after)
    movers = [turn.mover for turn in kept] == [turn.mover for turn in true]
    points = [turn.verdict.islands for turn in kept] == [turn.verdict.islands for turn in true]
    rolls = not Counter(t.die or 0 for t in kept if t.die) - Counter(t.die or 0 for t in true)
    return ends and movers and points and rolls


def same_turn(kept: Turn, true: Turn) -> bool:
    """Tell whether a move on record is what truly happened; a roll may be left open."""
    return same_move(kept, true) and kept.mover == true.mover and kept.die in (None, true.die)


def same_move(kept: Turn, true: Turn) -> bool:
    """Tell whether the tiles of a move on record are the true ones."""
    return kept.before == true.before and kept.after == true.after


def needs_help(referee: Referee, scene: Scene, question: OpenQuestion, before: Before) -> bool:
    """Tell whether people see a reason to tell the referee something.

    Where they took back a wrong move, they say what was played instead. While the page takes tiles
    for the board that are none, its cells are no cells of theirs, and they wait until it asks.
    """
    if is_played_apart(referee, scene) and not referee.beginning.asks_where:
        return False
    if question.event is not None:
        return True
    if before.took_back and len(referee.ledger.moves) < len(scene.turns):
        return True
    if not referee.ready:
        return False
    if referee.going_back.to_record and _is_lost(referee, scene, before):
        return True
    if referee.is_wrong and not scene.wrong:
        return True
    if may_confirm(referee, scene) or may_lay_again(referee, scene):
        return True
    moves = len(referee.ledger.moves)
    if recorded_rightly(referee, scene) < moves and moves > before.given_up:
        return True
    return lags_behind(referee, scene) or holds_another_for_due(referee, scene)


def is_played_apart(referee: Referee, scene: Scene) -> bool:
    """Tell whether the game is truly played apart from the tiles that the page takes for it."""
    apart = referee.view.apart if referee.view is not None else None
    return apart is not None and any(scene.table.get(c) == k for c, k in apart.board.items())


def holds_another_for_due(referee: Referee, scene: Scene) -> bool:
    """Tell whether people see that the page has the table right and the wrong player to move.

    While all on record is right they wait: it may have missed no more than a pass.
    """
    if not (scene.seen and scene.done) or scene.outcome is not None or referee.is_over:
        return False
    ledger = referee.ledger
    is_wrong = recorded_rightly(referee, scene) < len(ledger.moves)
    return is_wrong and ledger.board == scene.table and ledger.mover != scene.mover


def may_confirm(referee: Referee, scene: Scene) -> bool:
    """Tell whether people see that all that the page presumes is right, and may say so."""
    presumed = referee.presumed if referee.ready else ()
    return bool(presumed) and recorded_rightly(referee, scene) >= len(referee.ledger.moves)


def may_lay_again(referee: Referee, scene: Scene) -> bool:
    """Tell whether people see that a move was held for taken back that was not, and may say so.

    So it is where the next player has undone just what was done in it.
    """
    number = len(referee.ledger.moves) if referee.ready else 0
    undone = referee.going_back.undone if referee.ready else ()
    if not undone or not (scene.seen and scene.done) or number >= len(scene.turns):
        return False
    return recorded_rightly(referee, scene) == number and same_turn(undone[0], scene.turns[number])


def lags_behind(referee: Referee, scene: Scene) -> bool:
    """Tell whether people see that the page does not know what is plain: turns, or the end."""
    if not (scene.seen and scene.done):
        return False
    lacks = len(scene.turns) - len(referee.ledger.moves)
    return lacks > _TURNS_BEHIND or _misses_the_end(referee, scene)


def _misses_the_end(referee: Referee, scene: Scene) -> bool:
    """Tell whether the game is over and the page does not know it."""
    return scene.outcome is not None and not referee.is_over


def true_decisions(
    referee: Referee, scene: Scene, question: OpenQuestion, before: Before
) -> Iterator[Decision]:
    """Yield what people may truly say at a moment, what helps soonest first."""
    if referee.beginning.asks_where:
        yield from _where(referee, scene)
        return
    if may_confirm(referee, scene):
        yield "confirm", {}
    if may_lay_again(referee, scene):
        yield "lay-again", {}
    yield from _palagems(referee)
    yield from _answers(referee, scene, question)
    yield from _cells(referee, scene, question)
    if not referee.ready:
        return
    yield from _rolls(referee, scene)
    yield from _of_record(referee, scene, before)
    yield from _mover(referee, scene)
    moves = referee.ledger.moves
    right = recorded_rightly(referee, scene)
    if max(before.given_up, len(moves) - _MOST_TAKEN_BACK) <= right < len(moves):
        yield "take-back", {}
    if right == len(moves) == len(scene.turns) - 1 and scene.done:
        stands = scene.turns[-1]
        if not stands.verdict.legal and referee.is_wrong:
            yield "let-stand", {}
        yield "end-turn", {}
    behind = right == len(moves) < len(scene.turns) or right < before.given_up
    if behind and _is_lost(referee, scene, before):
        yield "table-right", {}
    if holds_another_for_due(referee, scene):
        yield "set-mover", {"player": scene.mover}


def told_turns(referee: Referee, scene: Scene) -> Decision | None:
    """Return what people tell turn by turn where nothing else put the record right; else None.

    It is what the page offers last, and what they see of the table is whole.
    """
    if not (referee.ready and scene.seen and scene.done) or is_played_apart(referee, scene):
        return None
    right = recorded_rightly(referee, scene)
    if right == len(referee.ledger.moves) and not lags_behind(referee, scene):
        return None
    return "tell-turns", {"number": right + 1, "turns": list(map(_told, scene.turns[right:]))}


def _told(turn: Turn) -> dict[str, Any]:
    """Return a turn as people tap it in."""
    move = turn.move
    return {
        "player": turn.mover,
        "placed": [tile_to_json(*tile) for tile in move.placed],
        "removed": [cell_to_json(cell) for cell in move.removed],
        "rotated": [tile_to_json(*tile) for tile in move.rotated],
        **({"die": turn.die} if turn.die is not None else {}),
    }


def _where(referee: Referee, scene: Scene) -> Iterator[Decision]:
    """Say whether the game is played on the tiles that lay there first, or apart from them."""
    yield ("table-right" if is_played_apart(referee, scene) else "record-right"), {}


def _palagems(referee: Referee) -> Iterator[Decision]:
    """Say that whose palagem is whose is guessed rightly; they lie as they are taken to be."""
    if referee.palagems_guessed:
        player, palagem = next(iter(referee.palagems.items()))
        yield "set-palagem", {"player": player, "tiles": tiles_to_json(palagem.tiles)}


def _is_lost(referee: Referee, scene: Scene, before: Before) -> bool:
    """Tell whether people see that the page does not come back by itself, the table being whole."""
    if not (scene.done and scene.seen) or referee.ledger.board == scene.table:
        return False
    is_wrong = referee.is_wrong and not scene.wrong
    ends = _misses_the_end(referee, scene)
    is_awaited = referee.going_back.to_record
    return bool(referee.adrift) or is_wrong or ends or before.took_back or is_awaited


def _answers(referee: Referee, scene: Scene, question: OpenQuestion) -> Iterator[Decision]:
    """Give the answer that is true, if it is among those that are offered."""
    asked = question.event
    if not isinstance(asked, Question) or referee.question is None:
        return
    right = recorded_rightly(referee, scene)
    undone = len(referee.ledger.moves) - right
    done = scene.turns[right:]
    is_wrong = bool(scene.wrong) and scene.seen
    found: list[tuple[bool, int]] = []
    for number, choice in enumerate(asked.choices):
        stands = choice.illegal and not is_wrong and bool(done) and not done[-1].verdict.legal
        if choice.illegal != (is_wrong or stands):
            continue
        true = done[:-1] if stands else done
        same = [t.after for t in choice.turns][-1:] == [t.after for t in true][-1:]
        same = same and (not choice.illegal or _lights_what_differs(choice, referee, scene))
        same = same and _says_what_was_done(choice, true)
        rolls = all(t.roll in (None, turn.die) for t, turn in zip(choice.turns, true, strict=False))
        if choice.undone == undone and same and rolls:
            found.append((not _laid_so(choice, true), number))
    for _, number in sorted(found):
        yield "answer", {"choice": number}


def _says_what_was_done(choice: Choice, true: Sequence[Turn]) -> bool:
    """Tell whether what the page says of an answer is true.

    That is who laid, took or turned how many tiles and closed how many islands, and whether it was
    legal.
    """
    said = [(t.mover, t.legal, t.closed) for t in choice.turns]
    if said != [(t.mover, t.verdict.legal, len(t.verdict.islands)) for t in true]:
        return False
    before = [turn.before for turn in true[:1]] + [turn.after for turn in choice.turns]
    told = [difference(*tables) for tables in pairwise(before)]
    return [_size(move) for move in told] == [_size(turn.move) for turn in true]


def _laid_so(choice: Choice, true: Sequence[Turn]) -> bool:
    """Tell whether an answer puts all tiles on record in the turns in which they were laid.

    Of answers that read alike the page shows in which tiles they differ.
    """
    return [turn.after for turn in choice.turns] == [turn.after for turn in true]


def _size(move: Move) -> tuple[int, int, int]:
    return len(move.placed), len(move.removed), len(move.rotated)


def _lights_what_differs(choice: Choice, referee: Referee, scene: Scene) -> bool:
    """Tell whether an answer by which something is wrong lights the cells that truly differ."""
    differs = changed_cells(difference(referee.ledger.board, scene.table))
    return set(choice.cells) == differs


def _cells(referee: Referee, scene: Scene, question: OpenQuestion) -> Iterator[Decision]:
    """Say what lies on the cells that are asked about, and on those that are held wrongly."""
    asked = set(question.event.cells) & referee.doubtful if question.event else set()
    board = referee.board
    held = {c for c in board.keys() | scene.table.keys() if board.get(c) != scene.table.get(c)}
    takes_up = scene.word == "take-back"  # these tiles are gone in a moment
    if scene.seen and len(held) <= _MOST_CELLS and not takes_up:
        asked |= held
    for cell in sorted(asked):
        yield "set-tile", _tile(cell, scene.table.get(cell))


def _tile(cell: Cell, orientation: int | None) -> dict[str, Any]:
    told = {} if orientation is None else {"orientation": orientation}
    return {"cell": [cell.q, cell.r], **told}


def _rolls(referee: Referee, scene: Scene) -> Iterator[Decision]:
    """Say the roll of the turn that the referee waits for, where it does not have it.

    The page names whose turn that is. Where it lacks a turn, or has one too many, its number is not
    the true one, and people say what that player has rolled now.
    """
    number = len(referee.ledger.moves)
    if referee.setup.game != PALAGONIA:
        return
    if recorded_rightly(referee, scene) < number and referee.ledger.mover == scene.mover:
        number = len(scene.turns)
    if number >= len(scene.rolls):
        return
    true = scene.rolls[number]
    if true is not None and (referee.lacks_roll or referee.roll != true):
        yield "set-die", {"value": true, "player": referee.ledger.mover}


def _of_record(referee: Referee, scene: Scene, before: Before) -> Iterator[Decision]:
    """Put right what is wrong with the first wrong move on record, where that can be said."""
    number = recorded_rightly(referee, scene)
    moves = referee.ledger.moves
    if number < before.given_up or number >= min(len(moves), len(scene.turns)):
        return
    kept, true = moves[number], scene.turns[number]
    if kept.mover != true.mover:
        yield "set-mover", {"player": true.mover, "number": number + 1}
    if kept.die != true.die and true.die is not None:
        yield "set-die", {"value": true.die, "number": number + 1}


def _mover(referee: Referee, scene: Scene) -> Iterator[Decision]:
    """Say whose turn it is, where the referee holds another one's for due.

    Where the record is wrong its moves are numbered otherwise: then they say who is at it.
    """
    number = len(referee.ledger.moves)
    if number > len(scene.turns):
        return
    if recorded_rightly(referee, scene) < number:
        number = len(scene.turns)
    due = scene.turns[number].mover if number < len(scene.turns) else scene.mover
    if referee.ledger.mover != due:
        yield "set-mover", {"player": due}
