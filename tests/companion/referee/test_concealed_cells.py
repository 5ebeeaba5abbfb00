"""A cell that cannot be seen, while all about it can: a tile may have been laid there."""

from __future__ import annotations

import pytest

from companion.referee.seen_table import SeenTable
from rules import Board, Cell
from rules.tile import matching_orientations
from tests.companion.referee.table import Table, names, palago, palagonia
from tests.companion.referee.test_rolls_from_tiles import FLOWER, LAST_PETALS, handled, lay
from vision.following.table_view import TableView

FIRST, SECOND, ELSEWHERE = "0,1=2", Cell(-1, 2), "3,-1=4"


def _move(table: Table, *, hidden: Cell | None) -> list[str]:
    """Have the next player lay a tile and another one, which cannot be seen; then one elsewhere."""
    handled(table)
    table.hidden = frozenset({hidden} if hidden else ())
    said = table.play(FIRST)
    handled(table)
    return names([*said, *table.play(ELSEWHERE)])


def test_a_tile_that_is_missing_may_lie_where_nothing_can_be_seen() -> None:
    seen = palago("1,0=2 2,-1=0")
    assert "illegal" in _move(seen, hidden=None)
    concealed = palago("1,0=2 2,-1=0")
    assert "illegal" not in _move(concealed, hidden=SECOND)
    far = palago("1,0=2 2,-1=0")
    assert "illegal" in _move(far, hidden=Cell(9, 9)), "a tile there would touch none"


def test_it_is_on_record_once_it_can_be_seen() -> None:
    table = palago("1,0=2 2,-1=0")
    _move(table, hidden=SECOND)
    handled(table)
    table.hidden = frozenset()
    table.board = table.board.with_tile(SECOND, 0)
    (asked,) = table.look()
    assert asked["choices"][0]["text"] == "Ann laid 2 tiles and Bob has begun"
    said = table.give("answer", choice=0)
    assert names(said)[-1] == "move"
    assert table.referee.ledger.board[SECOND] == 0
    assert table.referee.ledger.moves[-1].verdict.legal


@pytest.mark.parametrize("turns", range(6))
def test_a_cell_is_concealed_beside_a_tile_and_away_from_what_else_is_hidden(turns: int) -> None:
    def seen(*hidden: Cell) -> frozenset[Cell]:
        table = SeenTable()
        board = Board({Cell(0, 0): 0})
        cells = frozenset(cell.rotated(turns) for cell in hidden)
        table.look(TableView(board, frozenset(), cells))
        return frozenset(cell.rotated(-turns % 6) for cell in table.evidence().concealed)

    beside, next_to_it, apart = Cell(1, 0), Cell(1, 1), Cell(-1, 0)
    assert seen(beside) == {beside}
    assert seen(beside, apart) == {beside, apart}
    assert seen(beside, next_to_it) == set(), "a hand hides more than one"
    assert seen(Cell(3, 0)) == set(), "no tile is beside it"


def test_what_is_hidden_for_long_conceals_no_tile() -> None:
    table = SeenTable()
    for look in range(4):
        view = TableView(Board({Cell(0, 0): look % 6}), frozenset(), frozenset({Cell(1, 0)}))
        table.look(view)
    assert table.evidence().concealed == set()


def test_a_tile_on_a_concealed_cell_stays_and_one_may_come_but_once() -> None:
    table = SeenTable()
    board = Board({Cell(0, 0): 0})
    table.look(TableView(board, frozenset(), frozenset({Cell(1, 0)})))
    now = table.evidence()
    ((lies, likely),) = now.tables(board.with_tile(Cell(1, 0), 3), None)
    assert (lies, likely) == (board.with_tile(Cell(1, 0), 3), 1.0)
    came = now.tables(board, None)
    assert len(came) == 7
    assert sum(likely for _, likely in came) == pytest.approx(1.0)
    assert came[0][0] == board
    assert [lies for lies, _ in now.tables(board, now)] == [board]


def whole_flower_and_a_6() -> Table:
    """Return a table whose midst Ann is to turn; it is not made out from then on."""
    table = palagonia(FLOWER)
    handled(table)
    table.roll(2, (300.0, 300.0))
    lay(table, LAST_PETALS)
    handled(table)
    table.roll(6, (500.0, 300.0))
    handled(table)
    table.hidden = frozenset({Cell(0, 0)})
    table.board = table.board.without(Cell(0, 0))
    table.look()
    return table


def test_a_tile_that_is_not_made_out_any_more_may_have_been_turned() -> None:
    table = whole_flower_and_a_6()
    handled(table)
    said = table.roll(2, (800.0, 300.0))
    said += lay(table, "1,1=0 1,2=0")
    assert not {"die", "move", "illegal"} & set(names(said))  # how it lies is not known
    for _ in range(3):
        said += [*handled(table), *table.look()]
    (question,) = (event for event in said if event["event"] == "question")
    assert question["cells"] == [[0, 0]]
    says = [choice["text"] for choice in question["choices"]]
    assert says[:2] == ["Cem turned a tile (rolled 6) and Ann laid 2 tiles (rolled 2)"] * 2
    table.give("answer", choice=0)
    assert [(move.mover, move.die) for move in table.referee.ledger.moves[2:]] == [
        ("Cem", 6),
        ("Ann", 2),
    ]


def test_people_say_how_the_tile_lies_that_was_turned_and_is_not_made_out() -> None:
    table = whole_flower_and_a_6()
    before = table.referee.ledger.board[Cell(0, 0)]
    turned = next(k for k in matching_orientations(before) if k != before)
    table.give("set-tile", cell=[0, 0], orientation=turned)
    (made,) = table.referee.ledger.moves[2:]
    assert (made.mover, made.die, made.after[Cell(0, 0)]) == ("Cem", 6, turned)


def test_a_tile_that_is_hidden_as_before_was_not_turned() -> None:
    table = whole_flower_and_a_6()
    table.hidden = frozenset()
    table.board = table.referee.ledger.board
    assert names(table.look()) == []
    handled(table)
    turned = next(iter({0, 2, 4} - {table.board[Cell(0, 0)]}))
    said = lay(table, f"0,0>{turned}")
    assert names(said)[-1:] == ["move"]
