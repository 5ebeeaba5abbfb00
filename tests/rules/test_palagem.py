from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import (
    Board,
    Cell,
    ClaimKind,
    GameError,
    Mode,
    Move,
    Palagem,
    PalagemError,
    PalagemGame,
    PalagemOptions,
    Tile,
    all_palagems,
    applied,
    completed_palagems,
    players_who_must_change,
)
from rules.lattice import SIDES

PALAGEMS = all_palagems()
palagems = st.sampled_from(PALAGEMS)


def mirrored(palagem: Palagem) -> Palagem:
    tiles = {Cell(c.q, -c.q - c.r): -k % SIDES for c, k in palagem.tiles.items()}
    return Palagem(Board(tiles))


def test_there_are_81_palagems() -> None:
    assert len(PALAGEMS) == 81


def test_there_are_45_in_inversion() -> None:
    assert len(all_palagems(inversion=True)) == 45


def test_the_published_42_is_the_count_with_mirror_images_taken_for_one() -> None:
    """Mirror images are different palagems by the rules, so this is not how many there are."""
    with_mirrors = {min(p.pattern(), mirrored(p).pattern()) for p in PALAGEMS}
    assert len(with_mirrors) == 42


@given(palagems, st.integers(0, 5), st.integers(-9, 9), st.integers(-9, 9))
def test_a_palagem_is_known_in_any_place_and_rotation(
    palagem: Palagem, turns: int, dq: int, dr: int
) -> None:
    board = palagem.tiles.rotated(turns).translated(dq, dr)
    for cell in board:
        assert completed_palagems(board, cell, {"Ann": palagem}) == ("Ann",)


@given(palagems, palagems, st.integers(0, 5))
def test_no_other_palagem_is_taken_for_it(one: Palagem, other: Palagem, turns: int) -> None:
    board = one.tiles.rotated(turns)
    found = completed_palagems(board, min(board), {"Ann": other})
    assert bool(found) == (one == other)


@given(palagems)
def test_colours_are_kept_but_in_inversion(palagem: Palagem) -> None:
    board = palagem.tiles.colors_swapped()
    same = palagem.pattern() == Palagem(board).pattern()
    ann = {"Ann": palagem}
    assert bool(completed_palagems(board, min(board), ann)) == same
    assert completed_palagems(board, min(board), ann, inversion=True) == ("Ann",)


@pytest.mark.parametrize(
    ("tiles", "message"),
    [
        ({Cell(0, 0): 0}, "A palagem is four tiles, but 1 were given"),
        ({Cell(q, 0): 0 for q in range(4)}, "form a 2x2 rhombus, but these do not"),
        (
            {Cell(0, 0): 0, Cell(0, 1): 1, Cell(1, 0): 0, Cell(1, -1): 0},
            "must match along every edge",
        ),
    ],
)
def test_what_is_no_palagem_is_refused(tiles: dict[Cell, int], message: str) -> None:
    with pytest.raises(PalagemError, match=message):
        Palagem(Board(tiles))


def test_of_equal_palagems_the_earlier_players_must_change() -> None:
    one, other = PALAGEMS[:2]
    turned = Palagem(one.tiles.rotated(2))
    swapped = Palagem(other.tiles.colors_swapped())
    choices = {"Ann": one, "Bob": other, "Cem": turned, "Dee": swapped, "Eva": one}
    assert players_who_must_change(choices) == ("Ann", "Cem")
    assert players_who_must_change(choices, inversion=True) == ("Ann", "Bob", "Cem")
    with pytest.raises(PalagemError, match="Ann and Cem must change theirs"):
        PalagemGame(list(choices), choices)


def two_player_game(
    ann: Palagem = PALAGEMS[0], bob: Palagem = PALAGEMS[1], **options: object
) -> PalagemGame:
    return PalagemGame(["Ann", "Bob"], {"Ann": ann, "Bob": bob}, **options)  # type: ignore[arg-type]


def test_palagems_come_out_of_the_48_tiles() -> None:
    assert two_player_game().tiles_left == 40
    six = dict(zip("abcdef", PALAGEMS, strict=False))
    assert PalagemGame("abcdef", six).tiles_left == 24
    with pytest.raises(GameError, match="2 to 6 players, but 7"):
        PalagemGame("abcdefg", six)
    with pytest.raises(PalagemError, match="No palagem was built by Cem"):
        PalagemGame(["Ann", "Bob", "Cem"], {"Ann": PALAGEMS[0], "Bob": PALAGEMS[1]})


def completing_game(palagem: Palagem, **options: object) -> PalagemGame:
    """Return a game in which Ann and Bob have played Ann's palagem but for one tile."""
    *rest, last = _in_playing_order(palagem)
    game = two_player_game(palagem, **options)
    for tile in rest:
        game.play(Move(placed=(tile,)))
    game.play(Move(placed=(last,)))
    return game


def _in_playing_order(palagem: Palagem) -> list[Tile]:
    """Return the tiles so that each touches two from the third on."""
    tiles = [Tile(*tile) for tile in palagem.tiles.items()]
    return sorted(tiles, key=lambda tile: -len(palagem.tiles.touching(tile.cell)))


def test_a_palagem_wins_for_its_player_whoever_completes_it() -> None:
    game = completing_game(PALAGEMS[5])
    assert [turn.mover for turn in game.turns] == ["Ann", "Bob", "Ann", "Bob"]
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("Ann", "palagem")


def test_in_claim_mode_nothing_is_said_until_somebody_claims() -> None:
    game = completing_game(PALAGEMS[5], mode=Mode.CLAIM)
    assert game.outcome() is None
    assert game.claim("Bob", ClaimKind.WIN).right is False
    assert game.claim("Ann", ClaimKind.LOSS).right is False
    assert game.claim("Ann", ClaimKind.WIN).right is True
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner == "Ann"


def test_in_claim_mode_a_verdict_gives_nothing_away() -> None:
    *rest, last = _in_playing_order(PALAGEMS[5])
    game = two_player_game(PALAGEMS[5], mode=Mode.CLAIM)
    for tile in rest:
        game.play(Move(placed=(tile,)))
    move = Move(placed=(last,))
    for verdict in (game.verdict(move), game.play(move)):
        assert verdict.legal
        assert (verdict.winner, verdict.palagems, verdict.over) == (None, (), False)
    assert game.turns[-1].verdict.palagems == ("Ann",)


def test_a_palagem_that_nobody_claims_lapses_with_the_next_move() -> None:
    game = completing_game(PALAGEMS[5], mode=Mode.CLAIM)
    quiet = next(m for m in game.legal_moves() if not completes(game, m))
    game.play(quiet)
    assert game.claim("Ann", ClaimKind.WIN).right is False


def completes(game: PalagemGame, move: Move) -> bool:
    (tile,) = move.placed
    return bool(completed_palagems(applied(move, game.board), tile.cell, game.palagems))


def test_a_mistaken_claim_costs_the_next_move() -> None:
    three = dict(zip(["Ann", "Bob", "Cem"], PALAGEMS, strict=False))
    game = PalagemGame(list(three), three, mode=Mode.CLAIM)
    game.play(next(game.legal_moves()))
    assert game.mover == "Bob"
    game.claim("Bob", ClaimKind.WIN)
    assert game.mover == "Cem"
    game.claim("Ann", ClaimKind.LOSS)
    game.claim("Ann", ClaimKind.LOSS)
    order = []
    for _ in range(5):
        order.append(game.mover)
        game.play(next(m for m in game.legal_moves() if not completes(game, m)))
    assert order == ["Cem", "Bob", "Cem", "Bob", "Cem"]
    assert game.mover == "Ann"
    with pytest.raises(GameError, match="Dan is not playing"):
        game.claim("Dan", ClaimKind.WIN)


def test_completing_two_palagems_at_once_loses() -> None:
    """Two rhombi share the tile that completes both."""
    board = Board({Cell(0, 0): 0, Cell(1, 0): 2, Cell(0, 1): 4, Cell(1, 1): 0})
    beside = Board({Cell(1, 1): 0, Cell(1, 2): 2, Cell(2, 1): 2, Cell(2, 2): 4})
    start = Board({**board, **beside}).without(Cell(1, 1))
    game = two_player_game(Palagem(board), Palagem(beside), start=start)
    verdict = game.play(Move(placed=(Tile(Cell(1, 1), 0),)))
    assert (verdict.winner, verdict.loser, verdict.reason) == (None, "Ann", "mover-loses")
    assert set(verdict.palagems) == {"Ann", "Bob"}


def test_without_tiles_left_an_exposed_tile_is_moved() -> None:
    start = Board({Cell(q, r): 0 for q in range(5) for r in range(8)})
    game = two_player_game(start=start)
    assert game.tiles_left == 0
    corner, inner = Cell(0, 0), Cell(2, 2)
    target = Tile(Cell(5, 0), 2)
    assert game.is_legal(Move(placed=(target,), removed=(corner,)))
    assert game.verdict(Move(placed=(target,), removed=(inner,))).codes == {"not-exposed"}
    assert game.verdict(Move(placed=(target,))).codes == {"wrong-count"}
    turned = Move(rotated=(Tile(corner, 2),))
    assert game.verdict(turned).codes == {"wrong-count", "disturbed"}
    for move in game.legal_moves():
        assert game.is_legal(move)
        assert move.placed_cells != move.removed


def test_inversion_is_an_option_of_the_game() -> None:
    game = two_player_game(PALAGEMS[5], PALAGEMS[9], options=PalagemOptions(inversion=True))
    swapped = Palagem(PALAGEMS[5].tiles.colors_swapped())
    for tile in _in_playing_order(swapped):
        game.play(Move(placed=(tile,)))
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner == "Ann"
