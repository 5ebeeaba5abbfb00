"""What the page shows of what the referee asks, and of a table that is out of step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calibration.languages import LANGUAGES
from companion.live.choice import SourceChoice, SourceStatus
from companion.live.game_state import GameState
from companion.live.snapshot import Snapshot
from companion.referee.decisions import Confirmed
from companion.referee.events import Correction, MoveMade, Question, QuestionSettled, Unsure
from companion.referee.questions import About, Choice, ChosenTurn, SettledHow
from companion.referee.states import State
from companion.showing.announcements import announce
from companion.showing.doubts import is_asked_anew
from companion.showing.game_view import GameView, game_view
from companion.showing.telling_apart import written_apart
from companion.showing.watching import state_in_words
from companion.words.language import speaking
from rules import Board, Cell, applied, parse_move
from tests.companion.asking import (
    adrift,
    asking,
    differing,
    kept_snapshot,
    rolls_asked,
    told,
)
from tests.companion.referee.table import OPENING, palago
from vision.following.table_view import HandsGone, HandsIn, Lost, TooSlow

CAMERA = SourceStatus(SourceChoice("camera", "0"), connected=True)


def shown(snapshot: Snapshot, source: SourceStatus | None = CAMERA) -> GameView:
    return game_view(GameState(snapshot, source))


def laid(snapshot: Snapshot, move: str) -> Board:
    return applied(parse_move(move), snapshot.agreed)


def test_a_question_shows_what_each_answer_puts_on_record() -> None:
    snapshot = kept_snapshot(palago().referee)
    two, three = (laid(snapshot, move) for move in ("1,0=2 2,-1=0", "1,0=2 2,-1=0 0,1=4"))
    view = shown(asking(snapshot, rolls_asked(snapshot, (2, two), (3, three))))
    assert view.question is not None
    assert view.question.words == "What did Bob roll?"
    assert [choice.words for choice in view.question.choices] == [
        "Bob rolled a 2",
        "Bob rolled a 3",
    ]
    assert [choice.remark for choice in view.question.choices] == ["", ""]
    boards = [choice.board for choice in view.question.choices]
    assert [len(board.tiles) for board in boards if board] == [4, 5]
    assert [len(board.marks[0].cells) for board in boards if board] == [2, 3]
    assert len({board.view_box for board in boards if board}) == 1
    (lit,) = (finding for finding in view.findings if finding.kind == "asked")
    assert set(lit.cells) == three.keys() - snapshot.agreed.keys()
    assert view.now.headline == "Ann lays 2 tiles."
    assert view.due == "By the record it is the turn of Bob."


def test_an_answer_says_where_it_is_not_legal_or_not_yet_a_move() -> None:
    snapshot = kept_snapshot(palago("1,0=2 2,-1=0").referee)
    wrong = laid(snapshot, "0,-1=2 0,-2=1")
    choices = (
        Choice("Ann is still at it"),
        Choice("Ann laid 2 tiles", (ChosenTurn("Ann", wrong, legal=False),)),
        Choice("the last move was taken back", undone=1, cells=(Cell(1, 0), Cell(2, -1))),
        Choice("what Ann did is against the rules", illegal=True),
    )
    view = shown(asking(snapshot, Question(1.0, 1, About.LEGAL, choices, (), "What was done?")))
    assert view.question is not None
    assert [choice.remark for choice in view.question.choices] == [
        "Nothing is put on record yet.",
        "Not legal.",
        "",
        "Not legal.",
    ]
    back = view.question.choices[2].board
    assert back is not None
    assert len(back.tiles) == len(OPENING.split())


def test_answers_that_read_alike_are_told_apart_by_the_tile_in_which_they_differ() -> None:
    snapshot = kept_snapshot(palago().referee)
    one, other, less = (laid(snapshot, move) for move in ("1,0=2 2,-1=0", "1,0=2 2,-1=2", "1,0=2"))
    words = ("Bob laid 2 tiles", "Bob laid 2 tiles", "Bob laid 1 tile")
    choices = tuple(
        Choice(said, (ChosenTurn("Bob", board),), cells=differing(snapshot.agreed, board))
        for said, board in zip(words, (one, other, less), strict=True)
    )
    question = Question(1.0, 1, About.TILE, choices, (), "What was done?")
    view = shown(asking(snapshot, question)).question
    assert view is not None
    assert [choice.words for choice in view.choices] == list(words)
    assert [choice.remark for choice in view.choices] == ["It differs in the lit place."] * 2 + [""]
    first, second, third = (choice.board.marks[0].cells for choice in view.choices if choice.board)
    assert first == second
    assert len(first) == len(third) == 1
    assert first != third
    assert announce(question).details == ("Perhaps: Bob laid 2 tiles; Bob laid 1 tile.",)


def test_answers_that_come_to_the_same_are_told_apart_by_the_tiles_that_were_laid_first() -> None:
    snapshot = kept_snapshot(palago().referee)
    one, other, both = (laid(snapshot, move) for move in ("1,0=2", "2,-1=0", "1,0=2 2,-1=0"))
    turns = [(ChosenTurn("Bob", first), ChosenTurn("Ann", both)) for first in (one, other)]
    cells = differing(snapshot.agreed, both)
    words = "Bob laid 1 tile and Ann laid 1 tile"
    choices = tuple(Choice(words, told, cells=cells) for told in turns)
    view = shown(asking(snapshot, Question(1.0, 1, About.TURNS, choices, (), "What?"))).question
    assert view is not None
    assert [choice.remark for choice in view.choices] == ["The lit tile was laid first."] * 2
    lit = [choice.board.marks[0].cells for choice in view.choices if choice.board]
    assert len(lit[0]) == len(lit[1]) == 1
    assert lit[0] != lit[1]
    assert list(written_apart(choices)) == [
        f"{words} [first 1,0=2]",
        f"{words} [first 2,-1=0]",
    ]


def test_a_settled_question_is_gone_and_said_to_be_seen() -> None:
    snapshot = kept_snapshot(palago().referee)
    asked = asking(snapshot, rolls_asked(snapshot, (1, Board()), (2, Board())))
    settled = told(replace(asked, question=None), QuestionSettled(2.0, 2, SettledHow.SEEN))
    assert shown(settled).question is None
    assert asked.asks_another(asked.last_number) is False
    assert asked.asks_another(asked.last_number - 1)
    assert settled.asks_another(asked.last_number) is False, "nothing is asked any more"
    assert shown(settled).told[0].words.headline == "What was asked was seen by now."


def test_the_doubt_that_a_question_is_about_is_told_once() -> None:
    snapshot = kept_snapshot(palago().referee)
    question = rolls_asked(snapshot, (1, Board()), (2, Board()))
    doubted = told(snapshot, Unsure(1.0, 1, (), question.reason))
    lines = [line.words.headline for line in shown(asking(doubted, question)).told]
    assert lines.count(str(question.reason)) == 1
    assert announce(question).sentences == [
        "What did Bob roll?",
        "Perhaps: Bob rolled a 1; Bob rolled a 2.",
    ]
    assert shown(doubted).now.headline == str(question.reason)


def test_a_question_that_is_asked_with_other_answers_is_not_settled() -> None:
    question = rolls_asked(kept_snapshot(palago().referee), (1, Board()), (2, Board()))
    settled = QuestionSettled(2.0, 2, SettledHow.SEEN)
    assert is_asked_anew(settled, question)
    assert not is_asked_anew(replace(settled, how=SettledHow.ANSWERED), question)
    assert not is_asked_anew(question, settled)


def test_however_often_something_was_asked_the_last_move_stays_the_news() -> None:
    snapshot = kept_snapshot(palago("1,0=2 2,-1=0").referee)
    news = shown(snapshot).now.headline
    question = rolls_asked(snapshot, (1, Board()), (2, Board()))
    for _ in range(40):
        snapshot = told(told(snapshot, question), QuestionSettled(2.0, 2, SettledHow.SEEN))
    out_of_step = adrift(snapshot, snapshot.agreed.without(Cell(1, -1)))
    assert shown(out_of_step).now.headline == news
    assert "Bob" in news


def test_record_and_table_stand_side_by_side_where_they_differ() -> None:
    snapshot = kept_snapshot(palago().referee)
    gone = Cell(1, -1)
    table = snapshot.agreed.without(gone).with_tile(Cell(0, -1), 1)
    view = shown(adrift(snapshot, table))
    assert view.adrift is not None
    record, lying = view.adrift.record, view.adrift.table
    assert (len(record.tiles), len(lying.tiles)) == (2, 2)
    assert record.view_box == lying.view_box
    assert record.tiles != lying.tiles
    for drawing in (record, lying, view.board):
        (mark,) = (mark for mark in drawing.marks if mark.kind == "asked")
        assert len(mark.cells) == 2
    assert not [finding for finding in view.findings if finding.kind == "changed"]


def test_a_move_seen_together_with_others_says_so_in_the_list() -> None:
    referee = palago("1,0=2 2,-1=0").referee
    snapshot = kept_snapshot(referee)
    moves = [announced for announced in snapshot.announcements if announced.kind == "move"]
    together = replace(moves[-1], event=replace(moves[-1].event, apart=False))
    view = shown(replace(snapshot, announcements=(*snapshot.announcements[:-1], together)))
    assert "seen together" in view.moves[0].sentence
    assert "seen together" not in view.moves[1].sentence


@pytest.mark.parametrize(
    ("sighting", "state", "words"),
    [
        (HandsIn(), State.HANDS, "Waiting for the hands to leave."),
        (HandsGone(), State.FOLLOWING, "Following the table."),
        (Lost("It is dark."), State.BLIND, "The board cannot be seen."),
        (TooSlow(3.0), State.TOO_SLOW, "The computer cannot keep up: it looks less often."),
    ],
)
def test_what_the_referee_is_doing_is_said(
    sighting: HandsIn | HandsGone | Lost | TooSlow, state: State, words: str
) -> None:
    table = palago()
    table.see(sighting)
    snapshot = kept_snapshot(table.referee)
    assert snapshot.watching is state
    assert shown(snapshot).watching == words
    assert shown(snapshot, source=None).watching == ""
    ended = shown(snapshot, replace(CAMERA, ended=True))
    assert ended.watching == "No more pictures come; the film has ended."
    assert shown(snapshot, SourceStatus(SourceChoice("hand"), connected=True)).watching == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_state_has_words_of_its_own(language: str) -> None:
    with speaking(language):
        words = {state_in_words(state) for state in State} - {""}
    assert len(words) == len(set(State) - {State.OVER, State.PAUSED})


def test_a_move_that_is_presumed_is_said_to_be() -> None:
    snapshot = kept_snapshot(palago("1,0=2 2,-1=0").referee)
    last = snapshot.announcements[-1]
    assert isinstance(last.event, MoveMade)
    presumed = replace(last, event=replace(last.event, presumed=True))
    view = shown(replace(snapshot, announcements=(*snapshot.announcements[:-1], presumed)))
    assert view.moves[0].sentence.startswith("Presumably Bob lays 2 tiles. It is not known")
    assert "resumabl" not in view.moves[1].sentence


def test_a_presumed_move_that_people_confirmed_is_shown_as_known_and_marked() -> None:
    snapshot = kept_snapshot(palago("1,0=2 2,-1=0").referee)
    last = snapshot.announcements[-1]
    assert isinstance(last.event, MoveMade)
    presumed = replace(last, event=replace(last.event, presumed=True))
    known = snapshot.announcements[:-1]
    asks = replace(snapshot, announcements=(*known, presumed), presumed=(2,))
    assert shown(asks).presumed == "Not known for sure: move 2."
    said = told(asks, Correction(9.0, 90, Confirmed((2,))))
    view = shown(replace(said, presumed=()))
    assert not view.presumed
    assert view.moves[0].sentence == "Bob lays 2 tiles."
    newest, before, *_ = view.told
    assert newest.words.headline == "Move 2 is right, the players say."
    assert before.words.headline == "Presumably Bob lays 2 tiles."
    assert before.words.details[-1] == "Players have said since that move 2 is right."
