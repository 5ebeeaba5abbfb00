"""Writing down a made-up game: what is truly done, and what a camera says of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from rules import Board, Cell, Code, Move, PalagoniaGame, Stage, applied, format_move
from rules.judging import PALAGEM
from rules.move import Tile
from rules.palagonia.judging import can_act
from rules.placing import fitting_tiles
from training.campaign.crooked import TAKEN_AWAY, lasts, put_crookedly
from training.campaign.disturbances import Disturbance, Disturbed, possible
from training.campaign.eyes import Eyes, differs
from training.campaign.pace import PACES, USUAL, Pace
from training.campaign.players import AnyGame, Player, new_game, options_of
from training.campaign.rates import Rates
from training.campaign.reader_errors import ReaderErrors
from training.campaign.scene import EVERY_CODE, Over, Scene, Script, Surroundings
from training.campaign.seating import Seating
from training.campaign.table_dice import TableDice
from vision.following.table_view import (
    CameraMoved,
    HandsGone,
    HandsIn,
    Settled,
    Sighting,
    TableView,
)

MOST_TURNS = 80
"""Games that go on for longer are left there."""
_LOOKED_BETWEEN = 0.5
"""Of two tiles that a player lays, the table lies still so often between them."""
_LIFTED = 0.3
"""A tile that is turned or moved is lifted, and seen to be gone, so often."""
_THROWING = 0.6
"""Seconds from when a hand comes until the die lies that it throws."""
_DISTURBED = (2.0, 8.0)
"""Seconds that what is only for a while lasts."""
_LAID_BEFORE = 0.5
"""Before a tile that is put down crookedly another one of the turn is laid so often."""
_UNFINISHED = "lays a part of it"
_USUALLY = PACES[USUAL]


def write_script(
    game: str, seed: int, rates: Rates, errors: ReaderErrors, pace: Pace = _USUALLY
) -> Script:
    """Return a game by its seed: the same seed and rates give the same game.

    Parameters
    ----------
    game
        "palago", "palagem" or "palagonia".
    seed
        What is played depends on it alone, as far as faults do not change that.
    rates, errors
        How often what goes wrong, and how the reader errs.
    pace
        How fast it is played.
    """
    return _Writer(game, seed, rates, errors, pace).write()


class _Writer:
    """Plays a game and writes down its scenes."""

    def __init__(
        self, name: str, seed: int, rates: Rates, errors: ReaderErrors, pace: Pace
    ) -> None:
        self.name, self.rates, self.pace = name, rates, pace
        self.play = Random(f"{name} {seed} play")
        self.chance = Random(f"{name} {seed} faults")
        self.game: AnyGame
        self.game, self.setup = new_game(name, self.play)
        self.player = Player(self.game, self.setup, self.play)
        self.upsets = Random(f"{name} {seed} disturbances")
        eyes, watch = (Random(f"{name} {seed} {what}") for what in ("eyes", "watch"))
        self.awry = Random(f"{name} {seed} crooked")
        self.dice = TableDice(name, seed, rates)
        self.eyes = Eyes(errors, rates, eyes, watch)
        self.table, self.actor = Board(), self.game.mover
        self.beside: tuple[Board, ...] = ()
        self.scenes: list[Scene] = []
        self.t = 0.0
        self.unseen = 0
        self.view: TableView | None = None
        self.looked_at: Board | None = None
        self.thrown_at = self.settled_at = self.left_at = 0.0
        self.between: list[int] = []
        self.hands = False
        self.moved = False
        self.offset = (0.0, 0.0)
        self.seats = Seating(self.setup.players, rates, Random(f"{name} {seed} seats"))
        self.bumps = 0
        self.held: Tile | None = None
        self.over = Over.NOTHING
        self.disturbed = Disturbed()

    def write(self) -> Script:
        self.look("the table is empty", surely=True)
        while self.game.outcome() is None and len(self.game.turns) < MOST_TURNS:
            self.turn()
            self.unseen = max(0, self.unseen - 1)
        self.look("everybody looks at the table", surely=True)
        options = options_of(self.player.palagems) if self.name == PALAGEM else {}
        return Script(self.setup, options, tuple(self.scenes), self.game.outcome())

    def turn(self) -> None:
        """Play one turn, with what goes wrong in it."""
        self.actor = self.game.mover
        self.t += self.pace.takes(self.pace.pause, self.chance)
        begins = self.happens("unseen")
        if begins and not self.unseen:
            self.unseen = 3
        elif self.unseen == 1:
            self.look("the table can be seen again")
        if self.happens("bumps"):
            self.bump()
        if self.table and self.happens("knocks"):
            self.knock()
        if isinstance(self.game, PalagoniaGame) and not self.roll(self.game):
            return
        move = self.player.legal_move()
        if self.upsets.random() < self.rates.disturbances and self.unseen < 2:
            self.disturb(move)
        if move.placed and self.happens("tries") and self.table:
            self.try_beside(move)
        if self.awry.random() < self.rates.crooked and self.unseen < 2:
            self.lay_crookedly(move)
        if self.happens("hands"):
            self.rest(move)
        if self.happens("illegal"):
            wrong = self.player.illegal_move()
            if wrong is not None and self.play_illegally(wrong):
                return
        if self.happens("taken_back"):
            self.lay(move)
            self.take_back()
            move = self.player.legal_move()
        self.lay(move)

    def happens(self, kind: str) -> bool:
        """Throw for a fault; whatever the rate, so that what comes later stays as it is."""
        return self.chance.random() < float(getattr(self.rates, kind))

    def roll(self, game: PalagoniaGame) -> bool:
        """Roll the die; tell whether the mover can act, having passed if not."""
        mover = game.mover
        if (given := self.dice.handed_over()) is not None:
            self.put_die(given, self.dice.handing)
            self.look(f"{mover} is given the die, {given} up", thrown=True)
        if self.dice.take_up():
            self.look(f"{mover} takes the die up")
        value = self.play.randint(1, 6)
        game.roll(value)
        self.put_die(value, self.chance)
        able = can_act(game.board, value, game.tiles_left)
        if not able:
            game.play(Move())
        self.look(f"{mover} rolls {value}" + ("" if able else " and passes"), thrown=True)
        return able

    def put_die(self, value: int, place: Random) -> None:
        """Have the die come to lie elsewhere, a number up."""
        lay, since = self.dice.thrown, self.thrown_at
        if lay and self.left_at > self.settled_at and self.eyes.sees_between(self.t - since):
            self.between.append(lay.value)
        self.dice.lies_elsewhere(value, place)

    def lay(self, move: Move) -> None:
        """Make a move tile by tile; the table may be seen between any two."""
        before, mover = self.game.board, self.game.mover
        self.dice.push()
        steps = list(self.steps(move, before))
        for table in steps[:-1]:
            self.table = table
            self.look(f"{mover} {_UNFINISHED}")
        self.table = applied(move, before)
        legal = self.game.is_legal(move)
        self.game.play(move, let_stand=not legal)
        self.look(f"{mover} plays {format_move(move)}")

    def steps(self, move: Move, before: Board) -> Sequence[Board]:
        """Return the tables on the way to a move at which somebody may look."""
        found: list[Board] = []
        gone = (*move.removed, *move.rotated_cells) if move.placed or move.rotated else ()
        board = before.without(*gone)
        if gone and self.chance.random() < _LIFTED:
            found.append(board)
        board = board.with_tiles(move.rotated)
        for tile in move.placed:
            board = board.with_tile(*tile)
            if self.chance.random() < _LOOKED_BETWEEN:
                found.append(board)
        after = applied(move, before)
        return [*(table for table in found if table not in (before, after)), after]

    def bump(self) -> None:
        """Bump the camera: everything is seen elsewhere in the picture, and anew."""
        self.offset = (self.chance.uniform(-150, 150), self.chance.uniform(-100, 100))
        self.dice.shift(self.offset)
        self.moved = True
        self.bumps += 1
        self.look("somebody bumps the camera", surely=self.unseen < 2)

    def knock(self) -> None:
        """Knock a tile out of the board and put it back."""
        cell = self.chance.choice(sorted(self.table))
        whole = self.table
        self.table = whole.without(cell)
        self.beside = (Board({Cell(0, 0): whole[cell]}),)
        self.look(f"a sleeve knocks out the tile at {cell.q},{cell.r}", wrong=EVERY_CODE)
        self.table, self.beside = whole, ()
        self.look("it is put back")

    def try_beside(self, move: Move) -> None:
        """Try tiles out beside the board, where they touch none of it."""
        mover = self.game.mover
        self.beside = (
            Board(move.placed[:1]),
            *((Board(move.placed[1:2]),) if move.placed[1:] else ()),
        )
        self.look(f"{mover} tries tiles out beside the board")
        self.beside = ()
        self.look(f"{mover} takes them away again")

    def lay_crookedly(self, move: Move) -> None:
        """Put down a tile of a move crookedly; the next thing done is that it is pushed in.

        Of several, another one may have been laid before, just where it is to lie.
        """
        whole = self.table
        laid = [tile for tile in move.placed if whole.touching(tile.cell)]
        if not laid or move.removed or move.rotated:
            return
        tile = self.awry.choice(laid)
        others = [other for other in laid if other != tile]
        if others and self.awry.random() < _LAID_BEFORE:
            self.table = whole.with_tile(*self.awry.choice(others))
        crooked = put_crookedly(tile, self.table, self.awry)
        if crooked is not None:
            mover, cell = self.game.mover, tile.cell
            self.disturbed = replace(self.disturbed, crooked=crooked)
            self.look(f"{mover} puts a tile crookedly down at {cell.q},{cell.r}", surely=True)
            self.t += lasts(self.awry)
            self.disturbed = replace(self.disturbed, crooked=None)
            if self.awry.random() < TAKEN_AWAY:
                self.table = whole
                self.look(f"{mover} takes it away again", surely=True)
        self.table = whole

    def rest(self, move: Move) -> None:
        """Rest a hand with a tile over the board."""
        seconds = self.pace.takes(self.pace.rest, self.chance)
        cells = self.table.border() or (Cell(0, 0),)
        cell = self.chance.choice(sorted(cells))
        tiles = list(move.placed) or list(fitting_tiles(self.table, [cell]))
        held = self.chance.choice(tiles) if tiles else Tile(cell, self.chance.randrange(6))
        if held.cell in self.table:
            return
        note = (
            f"{self.game.mover} holds a tile over {held.cell.q},{held.cell.r} for {seconds:.1f} s"
        )
        self.look(note, held=held)
        self.t += seconds
        self.look(f"{self.game.mover} takes it away again")

    def disturb(self, move: Move) -> None:
        """Have something happen that is no move, and end again if it is only for a while."""
        laid, whole = next(iter(move.placed), None), self.table
        what = self.upsets.choice(possible(whole, laid))
        leans = what is Disturbance.LEANED
        self.disturbed = self.disturbed.after(what, whole, laid, self.upsets)
        self.table = whole.without(*self.disturbed.parted)
        wrong = EVERY_CODE if self.disturbed.parted else None
        self.look(str(what), surely=True, wrong=wrong, leans=leans)
        lasting, self.table = self.disturbed.ended(), whole
        if leans or lasting != self.disturbed:
            self.disturbed = lasting
            self.t += self.upsets.uniform(*_DISTURBED)
            self.look("that is over", surely=True)

    def play_illegally(self, wrong: Move) -> bool:
        """Make an illegal move; tell whether it is let stand, so that the turn is over."""
        mover = self.game.mover
        after = applied(wrong, self.game.board)
        codes = self.player.verdict(after).codes
        stands = self.chance.random() < 0.5
        self.table = after
        self.look(
            f"{mover} plays {format_move(wrong)}, which is illegal: {', '.join(sorted(codes))}",
            wrong=codes,
            surely=stands and self.unseen < 2,
        )
        self.t += self.pace.takes(self.pace.argument, self.chance)
        if not stands:
            self.table = self.game.board
            self.look("it is put right")
            return False
        self.game.play(wrong, let_stand=True)
        if not self.player.can_go_on():
            self.game.undo()
            self.table = self.game.board
            self.look("it is put right")
            return False
        self.add("they let it stand", word="let-stand", wrong=frozenset())
        return True

    def take_back(self) -> None:
        """Take back the last move, by a word first or just by hand."""
        by_word = self.chance.random() < 0.5
        self.game.undo()
        mover = self.game.mover
        if by_word:
            self.add(f"{mover} takes it back and says so", word="take-back", wrong=frozenset())
        self.table = self.game.board
        self.look(f"{mover} takes the tiles back" + ("" if by_word else ", saying nothing"))

    def look(
        self,
        note: str,
        *,
        surely: bool = False,
        held: Tile | None = None,
        wrong: frozenset[Code] | None = None,
        leans: bool = False,
        thrown: bool = False,
    ) -> None:
        """Have something happen, hands over the table, and the camera look at what lies there."""
        self.t += self.pace.takes(self.pace.deed, self.chance)
        self.seats.reach(self.actor, self.table)
        if thrown:
            self.left_at = self.left_at if self.left_at > self.settled_at else self.t
            self.thrown_at = self.t + _THROWING
        sightings: list[Sighting] = []
        if not self.hands and len(self.scenes) > 0:
            self.hands = True
            sightings.append(HandsIn())
        is_missed = self.happens("missed") or self.unseen > 1
        self.held, self.over = held, Over.NOTHING if held is None else Over.HAND
        if surely or not is_missed:
            sightings += self.settled(held)
        else:
            self.over = Over.SOMEBODY if self.unseen > 1 else Over.HAND
        if leans:
            self.over = Over.SOMEBODY
        self.add(note, sightings, wrong=wrong)

    def settled(self, held: Tile | None) -> list[Sighting]:
        """Look at the table; say what a follower says."""
        view = self.eyes.view(self.table, self.dice.thrown, self.beside, held)
        view = replace(view, dice=(*self.dice.others(), *view.dice))
        said: list[Sighting] = [HandsGone()] if self.hands else []
        if view.dice and not self.moved:
            lain = self.eyes.lain(max(0.0, self.t - max(self.thrown_at, self.settled_at)))
            left = self.t - self.left_at if self.left_at > self.settled_at else 0.0
            lay = self.view is not None and bool(self.view.dice)
            known = left if lay else None
            between = tuple(self.between)
            view = replace(view, dice_lain=lain, dice_left=known, dice_between=between)
        view, self.between = replace(view, reaches=self.seats.reaches), []
        self.hands, self.looked_at, self.settled_at = False, self.table, self.t
        if self.moved:
            said.append(CameraMoved())
            self.moved = False
        if differs(view, self.view):
            said.append(Settled(view))
            self.view, self.seats.reaches = view, ()
        return said

    def add(
        self,
        note: str,
        sightings: Sequence[Sighting] = (),
        *,
        word: str | None = None,
        wrong: frozenset[Code] | None = None,
    ) -> None:
        """Write down a scene."""
        if wrong is None:
            wrong = self.truly_wrong()
        turns = self.game.turns
        rolls = tuple(turn.die for turn in turns)
        if self.player.die is not None:
            rolls = (*rolls, self.player.die)
        self.scenes.append(
            Scene(
                t=round(self.t, 2),
                note=note,
                table=self.table,
                turns=turns,
                rolls=rolls,
                mover=self.game.mover,
                wrong=wrong,
                done=self.table == self.game.board,
                seen=self.table == self.looked_at,
                sightings=tuple(sightings),
                view=self.view,
                outcome=self.game.outcome(),
                word=word,
                wrong_and_sure=self.eyes.wrong_and_sure,
                wrong_dice=self.eyes.wrong_dice,
                surroundings=Surroundings(
                    None if self.dice.thrown is None else self.dice.thrown.value,
                    self.dice.throws,
                    self.beside,
                    self.held,
                    self.bumps,
                    self.over,
                    self.disturbed,
                ),
            )
        )

    def truly_wrong(self) -> frozenset[Code]:
        """Return what is wrong with the table as a part of the mover's move."""
        if self.table == self.game.board or self.player.stage(self.table) is not Stage.ILLEGAL:
            return frozenset()
        return self.player.verdict(self.table).codes
