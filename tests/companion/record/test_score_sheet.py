"""The score sheet shows raw values, a column a player, and all that was ruled; it asks for nothing.

The moves are real ones: what the rules say of them is what a referee announces.
"""

import re
from datetime import UTC
from html.parser import HTMLParser
from typing import Any

import pytest

from companion.record import GameLog, Games, NewEntry, Player, new_event
from companion.showing.score_sheet import score_sheet
from rules import (
    Board,
    PalagoGame,
    PalagoniaGame,
    board_to_json,
    move_to_json,
    parse_move,
    verdict_to_json,
)

ROLLS_AND_MOVES = [
    (5, "0,0=2 -1,0=0 1,0=0 0,-1=4 0,1=4"),
    (4, "1,-1=0 1,-2=0 2,-3=2 0,-2=2"),
    (4, "-2,0=4 -2,1=2 -1,-1=2 -1,1=4"),
]
"""A start of Palagonia whose third move closes a blue island worth 1."""


class Page(HTMLParser):
    """The rows of a page's tables as texts, its texts, and every address that it names."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.words = ""
        self._in_cell = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        names = {"src", "href", "srcset", "action", "data", "poster", "xlink:href"}
        self.addresses += [value or "" for name, value in attrs if name in names]
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self._in_cell = True

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th"):
            self._in_cell = False

    def handle_data(self, data: str) -> None:
        self.words += data
        if self._in_cell:
            self.rows[-1][-1] += data

    def row(self, first: str) -> list[str]:
        """Return the cells of the row that begins with a text, blanks made single."""
        rows = [[" ".join(cell.split()) for cell in row] for row in self.rows]
        return next(row for row in rows if row[0] == first)


def shown(games: Games, log: GameLog) -> Page:
    kept = games.find(log.game)
    assert kept is not None
    return Page(score_sheet(kept, log.entries(), zone=UTC))


def announce(log: GameLog, t: float, event: str, **data: Any) -> None:
    log.append(
        events=[new_event({"t": t, "frame": int(10 * t), "event": event, **data})],
        over=True if event == "over" else None,
    )


def told(number: int, turn: Any) -> dict[str, Any]:
    """Return what is announced of a turn."""
    done = move_to_json(turn.move, turn.before)
    return {
        "number": number,
        "mover": turn.mover,
        **{key: done[key] for key in ("placed", "removed", "rotated")},
        "board": board_to_json(turn.after),
        "verdict": verdict_to_json(turn.verdict),
    }


@pytest.fixture
def palagonia(games: Games) -> GameLog:
    """Three turns of Palagonia, the third of which closes an island."""
    log = games.start("palagonia", [Player("Ann"), Player("Bob"), Player("Cem")], {"size": 48})
    game = PalagoniaGame(["Ann", "Bob", "Cem"])
    for number, (value, move) in enumerate(ROLLS_AND_MOVES, 1):
        announce(log, 60 * number, "die", value=value, mover=game.mover)
        game.roll(value)
        game.play(parse_move(move))
        announce(log, 60 * number + 20, "move", **told(number, game.turns[-1]))
    return log


def test_each_player_has_a_column_of_raw_values(games: Games, palagonia: GameLog) -> None:
    page = shown(games, palagonia)
    assert page.row("No.") == ["No.", "Die", "Move and islands", "Ann", "Bob", "Cem"]
    first = page.row("1")
    assert first[1] == "5"
    mover, _, notation = first[2].partition(" ")
    assert mover == "Ann"
    placed = parse_move(ROLLS_AND_MOVES[0][1]).placed
    assert set(parse_move(notation).placed) == set(placed)
    assert first[3:] == ["", "", ""]
    third = page.row("3")
    assert third[1] == "4"
    assert third[2].startswith("Cem -2,0=4 ")
    assert third[2].endswith(" 1. blue island: animal 1 = 1")
    assert third[3:] == ["", "2 × 1 = 2", "3 × 1 = 3"]
    assert page.row("Total") == ["Total", "0", "2", "3"]
    assert "The game has not ended." in page.words


def test_a_vote_stands_beside_the_computed_value_and_counts(
    games: Games, palagonia: GameLog
) -> None:
    decided = {"row": 1, "value": 4}
    announce(palagonia, 300, "correction", what="vote", seen={"value": 1}, decided=decided)
    page = shown(games, palagonia)
    third = page.row("3")
    assert "animal 1 = 1, by vote 4" in third[2]
    assert third[3:] == ["", "2 × 4 = 8", "3 × 4 = 12"]
    assert page.row("Total") == ["Total", "0", "8", "12"]
    assert page.row("5:00") == ["5:00", "Vote", "Island 1 counts 4 (computed: 1)"]


def test_the_end_says_who_won_and_hides_no_difference(games: Games, palagonia: GameLog) -> None:
    result = {"winner": "Cem", "loser": None, "reason": "highest-score"}
    announce(palagonia, 400, "over", result=result, scores={"Ann": 0, "Bob": 2, "Cem": 3})
    page = shown(games, palagonia)
    assert "Cem wins with the highest total." in page.words
    assert "Announced at the end" not in page.words
    announce(palagonia, 401, "over", result=result, scores={"Ann": 0, "Bob": 2, "Cem": 33})
    assert shown(games, palagonia).row("Announced at the end")[1:] == ["0", "2", "33"]


@pytest.mark.parametrize(
    ("decided", "heading"),
    [
        ({}, "Taken back"),
        ({"how": "seen"}, "Taken back by hand"),
        ({"how": "retold"}, "Told anew"),
    ],
)
def test_a_move_taken_back_leaves_the_table_but_not_the_sheet(
    games: Games, palagonia: GameLog, decided: dict[str, str], heading: str
) -> None:
    announce(palagonia, 300, "correction", what="take-back", seen={}, decided=decided)
    page = shown(games, palagonia)
    assert page.row("Total") == ["Total", "0", "0", "0"]
    with pytest.raises(StopIteration):
        page.row("3")
    taken = page.row("5:00")
    assert taken[1] == heading
    assert taken[2].startswith("Move 3 of Cem: -2,0=4")


def test_who_moved_and_the_die_can_be_corrected(games: Games, palagonia: GameLog) -> None:
    seen, decided = {"number": 2, "mover": "Bob"}, {"number": 2, "mover": "Ann"}
    announce(palagonia, 300, "correction", what="set-mover", seen=seen, decided=decided)
    seen, decided = {"number": 1, "die": 5}, {"number": 1, "die": 2}
    announce(palagonia, 301, "correction", what="set-die", seen=seen, decided=decided)
    seen, decided = {"die": None}, {"die": 4, "mover": "Cem"}
    announce(palagonia, 302, "correction", what="set-die", seen=seen, decided=decided)
    page = shown(games, palagonia)
    assert page.row("1")[1] == "2"
    assert page.row("2")[2].startswith("Ann ")
    assert page.row("Total") == ["Total", "2", "0", "3"]
    assert page.row("5:00")[2] == "Move 2 was made by Ann, not Bob"
    assert page.row("5:01")[2] == "Die of move 1: 2 (seen: 5)"
    assert page.row("5:02")[2] == "Die of Cem: 4 (seen: nothing)"


def test_with_another_roll_the_last_move_stands_when_it_is_announced_again(
    games: Games, palagonia: GameLog
) -> None:
    announced = palagonia.events()[-1].data
    announce(palagonia, 299, "correction", what="vote", decided={"row": 1, "value": 9})
    announce(palagonia, 300, "correction", what="set-die", decided={"number": 3, "die": 5})
    assert shown(games, palagonia).row("Total") == ["Total", "0", "0", "0"]
    announce(palagonia, 301, "move", **announced)
    page = shown(games, palagonia)
    assert page.row("3")[1] == "5"
    assert page.row("Total") == ["Total", "0", "2", "3"], "a vote on what was ruled before is void"


@pytest.mark.parametrize(
    ("correction", "heading", "sentence"),
    [
        (
            {
                "what": "set-tile",
                "seen": {"cell": [0, -1], "orientation": None},
                "decided": {"cell": [0, -1], "orientation": 4},
            },
            "Correction",
            "Cell (0, -1): orientation 4 (seen: no tile)",
        ),
        (
            {"what": "set-mover", "seen": {"mover": "Bob"}, "decided": {"mover": "Ann"}},
            "Correction",
            "It is the turn of Ann, not of Bob",
        ),
        (
            {
                "what": "claim",
                "seen": {"player": "Ann", "kind": "win"},
                "decided": {"right": False},
            },
            "Claim",
            "Ann claimed a win, wrongly",
        ),
        (
            {
                "what": "set-palagem",
                "seen": {},
                "decided": {"player": "Ann", "tiles": [{"q": 0, "r": 1, "orientation": 2}]},
            },
            "Correction",
            "Palagem of Ann: 0,1=2",
        ),
        ({"what": "pause", "seen": {}, "decided": {}}, "Pause", "The game was paused"),
        (
            {"what": "answer", "seen": {}, "decided": {"choice": 1}},
            "Answer",
            "Answer 2 of the question",
        ),
        (
            {"what": "table-right", "seen": {}, "decided": {}},
            "Out of step",
            "The table was right as it lay",
        ),
        (
            {"what": "record-right", "seen": {}, "decided": {}},
            "Out of step",
            "The record was right, the table was to be put back",
        ),
        (
            {"what": "new", "seen": {"a": [1]}, "decided": {"b": True}},
            "Correction",
            "new: b yes (seen: a 1)",
        ),
    ],
)
def test_corrections_say_what_was_seen_and_what_was_decided(
    games: Games, palagonia: GameLog, correction: dict[str, Any], heading: str, sentence: str
) -> None:
    announce(palagonia, 300, "correction", **correction)
    assert shown(games, palagonia).row("5:00")[1:] == [heading, sentence]


def test_a_question_is_noted_once_with_its_answers(games: Games, palagonia: GameLog) -> None:
    reason = {"reason": "What was rolled?", "cells": []}
    choices = [{"text": "Ann rolled a 4", "turns": []}, {"text": "Ann rolled a 5", "turns": []}]
    announce(palagonia, 300, "unsure", **reason)
    announce(palagonia, 300, "question", about="roll", choices=choices, **reason)
    announce(palagonia, 310, "unsure", reason="It is dark.", cells=[])
    notes = [row for row in shown(games, palagonia).rows if row and row[0].startswith("5:")]
    assert [note[1] for note in notes] == ["Question", "Not sure"]
    assert " ".join(notes[0][2].split()) == "What was rolled? 1: Ann rolled a 4; 2: Ann rolled a 5"


def test_palago_has_the_moves_in_the_players_columns(games: Games) -> None:
    log = games.start("palago", [Player("Ann", "white"), Player("Bob", "blue")])
    game = PalagoGame(["Ann", "Bob"])
    game.play(parse_move("0,0=4 1,-1=4"))
    announce(log, 30, "move", **told(1, game.turns[-1]))
    wrong = game.verdict(parse_move("1,0=3 2,-1=0"))
    announce(log, 50, "illegal", violations=verdict_to_json(wrong)["violations"])
    game.play(parse_move("1,0=3 2,-1=0"), let_stand=True)
    announce(log, 70, "move", **told(2, game.turns[-1]))
    result = {"winner": None, "loser": "Bob", "reason": "other"}
    announce(log, 90, "over", result=result, scores=None)
    page = shown(games, log)
    assert page.row("No.") == ["No.", "Annwhite", "Bobblue", "Remarks"]
    assert page.row("1") == ["1", "0,0=4 1,-1=4", "", ""]
    assert page.row("2") == ["2", "", "1,0=3 2,-1=0", "illegal, let stand"]
    message = " ".join(str(violation.message) for violation in wrong.violations)
    assert page.row("0:50") == ["0:50", "Illegal", message]
    assert page.row("1:10") == ["1:10", "Let stand", f"Move 2: {message}"]
    assert "Bob loses (other)." in page.words
    assert page.tags.count("text") == len(Board(game.board)) == 4


def test_the_page_asks_nobody_for_anything(games: Games, palagonia: GameLog) -> None:
    kept = games.find(palagonia.game)
    assert kept is not None
    text = score_sheet(kept, palagonia.entries())
    page = Page(text)
    assert page.addresses, "the drawing uses its own parts"
    assert all(re.fullmatch(r"#[a-z]+", address) for address in page.addresses)
    assert not {"script", "link", "img", "iframe", "object", "form", "base"} & set(page.tags)
    assert not re.search(r"url\(|@import|https?:|//", text)
    assert "default-src 'none'" in text
    assert "size: A4" in text


def test_names_are_shown_as_they_are(games: Games) -> None:
    name = "<script>alert('&')</script>"
    log = games.start("palagem", [Player(name, "<b>"), Player("Bob")], {"<i>": "<u>"})
    announce(log, 1, "unsure", cells=[], reason="<img src=x>")
    announce(log, 2, "correction", what="<hr>", seen={"<a>": "<b>"}, decided={})
    page = shown(games, log)
    assert name in page.words
    assert not {"script", "b", "i", "u", "img", "hr", "a"} & set(page.tags)
    assert page.row("0:01")[1:] == ["Not sure", "<img src=x>"]
    assert "No move has been made." in page.words


@pytest.mark.parametrize(
    "event",
    [
        {"event": "move"},
        {"event": "move", "number": 1, "mover": "Ann", "board": {"tiles": 3}, "verdict": {}},
        {"event": "move", "number": "1", "mover": "Ann", "board": {"tiles": []}, "verdict": {}},
        {"event": "die", "value": "six"},
        {"event": "correction", "what": "vote", "decided": {"row": 0}},
        {"event": "correction", "what": ["vote"]},
    ],
)
def test_what_cannot_be_read_is_said_and_nothing_fails(
    games: Games, palagonia: GameLog, event: dict[str, Any]
) -> None:
    announce(palagonia, 300, **event)
    page = shown(games, palagonia)
    assert page.row("5:00")[1] == "Not shown"
    assert page.row("Total") == ["Total", "0", "2", "3"]


@pytest.mark.parametrize(
    "kind", ["illegal", "unsure", "restored", "over", "correction", "camera-moved"]
)
@pytest.mark.parametrize(
    "data", [{}, {"violations": 3, "reason": 4, "result": 5, "scores": 6, "what": "x"}]
)
def test_odd_data_of_any_event_do_not_break_the_sheet(
    games: Games, kind: str, data: dict[str, Any]
) -> None:
    log = games.start("palagonia", [Player("Ann"), Player("Bob"), Player("Cem")])
    log.append(events=[NewEntry(kind, data, 1.0)], over=kind == "over")
    assert shown(games, log).row("Total") == ["Total", "0", "0", "0"]
