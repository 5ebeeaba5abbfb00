"""Telling a referee a made-up game, with people who answer it truly or with nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from companion.referee import Event, Referee
from companion.referee.events import Question, Unsure
from companion.referee.inputs import DECISIONS, FILM_OVER, InputError, give, sighting_to_json
from rules import GameError
from training.campaign.answering import (
    Before,
    Decision,
    OpenQuestion,
    needs_help,
    questions_in,
    recorded_rightly,
    told_turns,
    true_decisions,
)
from training.campaign.judging import (
    Untrue,
    Witness,
    announcements_in,
    is_exact,
    is_stuck,
    names_nobody,
    true_with_condition,
)
from training.campaign.scene import Scene, Script
from vision.following.table_view import Settled, Sighting

_MOST_DECISIONS = 12
"""People tell a referee no more than this at one moment, and then play on."""
Told = Callable[[str], None]


@dataclass
class Course:
    """How a game went with the referee: what it asked, said wrongly, and what it was told."""

    exact: bool = False
    stuck: bool = False
    questions: int = 0
    decisions: list[str] = field(default_factory=list)
    untrue: list[Untrue] = field(default_factory=list)
    announced: int = 0
    true_with_condition: int = 0
    without_name: int = 0


@dataclass(frozen=True)
class Refereed:
    """A game that was told to a referee twice: with nobody to help, and with people who answer."""

    alone: Course
    helped: Course


def referee_game(script: Script, tell: Told | None = None) -> Refereed:
    """Tell referees a game and return how they did.

    ``tell`` is told the story of the game with people who answer, a line a call.
    """
    helped = Sitting(script, answers=True, tell=tell).course()
    if not helped.decisions:
        return Refereed(helped, helped)
    return Refereed(Sitting(script, answers=False).course(), helped)


class Sitting:
    """A referee that is told one game."""

    def __init__(self, script: Script, *, answers: bool, tell: Told | None = None) -> None:
        self._script, self._answers, self._tell = script, answers, tell
        setup = script.setup
        self._referee = Referee(setup.game, setup.players, script.options)
        self._witness = Witness()
        self._question = OpenQuestion()
        self._course = Course()
        self._frame = 0
        self._given_up = 0
        self._is_apart = False

    def course(self) -> Course:
        """Tell the whole game, and that its film is over."""
        for scene in self._script.scenes:
            self.tell(scene)
        self._give(*FILM_OVER, self._script.scenes[-1])
        self._course.exact = is_exact(self._referee, self._script)
        self._course.stuck = is_stuck(self._referee, self._script)
        return self._course

    def tell(self, scene: Scene) -> None:
        """Tell what is seen and said in the next scene."""
        self._say(f"{scene.t:7.1f}  {scene.note}")
        self._witness.watch(scene)
        for sighting in map(self._as_taken, scene.sightings):
            if isinstance(sighting, Settled):
                self._say(_seen(sighting, scene))
            self._give(*sighting_to_json(sighting), scene)
        if scene.word is not None:
            self._word(scene)
        if self._answers:
            self._help(scene)

    @property
    def referee(self) -> Referee:
        """The referee that is told the game."""
        return self._referee

    @property
    def asks(self) -> Unsure | Question | None:
        """The question that is open; None where nothing is asked."""
        return self._question.event

    def _as_taken(self, sighting: Sighting) -> Sighting:
        """Return what a follower says that was told which tiles this referee takes for the board.

        Who watched had another referee, which was told less and may have learned it later.
        """
        if not (self._is_apart and isinstance(sighting, Settled) and sighting.view.apart):
            return sighting
        return Settled(sighting.view.of_apart())

    def _word(self, scene: Scene) -> None:
        """Say what people say of themselves, where the page offers it."""
        referee = self._referee
        if not referee.ready:
            return
        announced = recorded_rightly(referee, replace(scene, turns=self._all_turns(scene)))
        if scene.word == "take-back" and announced == len(scene.turns) + 1:
            self._give("take-back", {}, scene)
        offered = referee.is_wrong or referee.may_be_wrong
        if scene.word == "let-stand" and offered:
            self._give("let-stand", {}, scene)

    def _all_turns(self, scene: Scene) -> tuple[Any, ...]:
        """Return the moves that stood before a scene's word took the last one back."""
        scenes = self._script.scenes
        return scenes[scenes.index(scene) - 1].turns

    def _help(self, scene: Scene) -> None:
        """Say what there is to say; where that leaves the record wrong, what was played."""
        self._answer(scene)
        told = told_turns(self._referee, scene)
        if told is not None and self._give(*told, scene):
            self._course.decisions.append(told[0])
        self._given_up = len(self._referee.ledger.moves) if self._referee.ready else 0

    def _answer(self, scene: Scene) -> None:
        """Answer what is asked and contradict what is untrue, until there is no more to say."""
        tried: set[str] = set()
        for _ in range(_MOST_DECISIONS):
            took_back = bool(tried) and self._course.decisions[-1:] == ["take-back"]
            before = Before(self._given_up, took_back)
            if not needs_help(self._referee, scene, self._question, before):
                return
            decision = self._next_decision(scene, tried, before)
            if decision is None:
                break
            kind, data = decision
            tried.add(self._name(kind, data))
            event, self._question.event = self._question.event, None
            if not self._give(kind, data, scene):
                self._question.event = event
                continue
            self._course.decisions.append(kind)
            if kind == "table-right":
                self._given_up = len(self._referee.ledger.moves)  # they leave it at that

    def _next_decision(self, scene: Scene, tried: set[str], before: Before) -> Decision | None:
        decisions = true_decisions(self._referee, scene, self._question, before)
        return next((d for d in decisions if self._name(*d) not in tried), None)

    def _name(self, kind: str, data: dict[str, Any]) -> str:
        """Return what a decision is known by: of another move, or question, it is another one."""
        moves = len(self._referee.ledger.moves) if self._referee.ready else 0
        asked = self._referee.question if kind == "answer" else None
        choices = [turn for choice in asked.choices for turn in choice.turns] if asked else []
        return f"{kind} {data} {moves} {[turn.after for turn in choices]}"

    def _give(self, kind: str, data: dict[str, Any], scene: Scene) -> bool:
        """Give the referee an input; tell whether it took it."""
        self._frame += 1
        try:
            events: list[Event] = give(self._referee, kind, data, scene.t, self._frame)
        except (GameError, InputError) as error:
            self._say(f"         people: {kind} {data}, refused: {error}")
            return False
        if kind in DECISIONS:
            self._say(f"         people: {kind} {data}")
        self._is_apart = self._is_apart or self._referee.beginning.is_apart
        self._question.hear(events)
        self._course.questions += questions_in(events)
        untrue = self._witness.untrue(events, scene, self._referee)
        self._course.untrue += untrue
        self._course.true_with_condition += true_with_condition(events, untrue)
        self._course.without_name += sum(map(names_nobody, events))
        self._course.announced += announcements_in(events)
        for line in _said(events, untrue):
            self._say(line)
        return True

    def _say(self, line: str) -> None:
        if self._tell is not None:
            self._tell(line)


def _seen(sighting: Settled, scene: Scene) -> str:
    """Say how a look differs from what truly lies there."""
    board, table = sighting.view.board, scene.table
    cells = sorted(c for c in board.keys() | table.keys() if board.get(c) != table.get(c))
    wrong = [f"{c.q},{c.r} read {board.get(c)}, truly {table.get(c)}" for c in cells]
    unsure = [f"{c.q},{c.r} unsure" for c in sorted(sighting.view.unsure)]
    dice = [f"die {d.value}{'' if d.sure else ' unsure'}" for d in sighting.view.dice]
    return f"         seen: {'; '.join([f'{len(board)} tiles', *wrong, *unsure, *dice])}"


def _said(events: list[Event], untrue: list[Untrue]) -> Iterator[str]:
    for event in events:
        if event.name in ("hands", "hands-gone", "correction", "camera-moved"):
            continue
        data = event.to_json()
        named = ("number", "mover", "value", "reason", "cells")
        words: dict[str, object] = {key: data[key] for key in named if key in data}
        if "choices" in data:
            words["choices"] = [choice["text"] for choice in data["choices"]]
        if "violations" in data:
            words["codes"] = [violation["code"] for violation in data["violations"]]
        if "verdict" in data:
            words["legal"] = data["verdict"]["legal"]
        yield f"         referee: {event.name} {words}"
    for fault in untrue:
        yield f"         UNTRUE ({fault.kind}) {fault.said}"
