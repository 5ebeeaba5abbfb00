"""Whatever tiles lie on, a look costs little more than on a plain table, and reads the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest

from rules.board import Board
from rules.lattice import Cell
from tests.vision.readers.test_reader import boards, standard
from training.synthesis.busy_tops import BUSY_TOPS
from training.synthesis.staging import StagedBoard, make_table
from training.synthesis.textures import Texture
from vision.arrays import Float32s
from vision.detection import Detection
from vision.networks.inference import Network
from vision.readers.finds import worth_a_look
from vision.readers.reader import Reader
from vision.readers.thresholds import FAINT_SCORE, MOST_FINDS
from vision.reading import Reading

TILES = Board(
    {Cell(0, 0): 4, Cell(1, -1): 4, Cell(1, 0): 2, Cell(2, -1): 0, Cell(0, 1): 0, Cell(-1, 1): 3}
)
MOST_TIMES = 3.0
LAID, NOTHING = (StagedBoard(TILES),), ()


class Account:
    """How many pixels went through networks: nearly all of what a look costs."""

    pixels = 0

    def taken(self) -> int:
        """Return the pixels since this was asked last."""
        pixels, self.pixels = self.pixels, 0
        return pixels


@pytest.fixture(scope="module")
def account() -> Iterator[Account]:
    kept, run = Account(), Network.run

    def counted(network: Network, batch: Float32s) -> Float32s:
        kept.pixels += batch.shape[0] * batch.shape[1] * batch.shape[2]
        return run(network, batch)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Network, "run", counted)
        yield kept


def _plain(x: Float32s, _y: Float32s, _rng: np.random.Generator) -> Float32s:
    return np.full((*x.shape, 3), 0.4, np.float32)


@dataclass(frozen=True)
class Looks:
    """Looks at tables, and what each cost."""

    reader: Reader
    account: Account

    def at(self, seed: int, top: Texture, laid: Sequence[StagedBoard]) -> tuple[Reading, int]:
        """Return what is read of a table with a top of this kind, and how many pixels it took."""
        picture = replace(make_table(seed), top=top).picture(laid)
        self.account.taken()
        return self.reader.read(picture), self.account.taken()


@pytest.fixture(scope="module")
def looks(reader: Reader, account: Account) -> Looks:
    return Looks(reader, account)


@dataclass(frozen=True)
class Plain:
    """What is read of the tiles on a plain table, and what looks at it cost, laid and bare."""

    seed: int
    reading: Reading
    cost: int
    cost_of_bare: int


@pytest.fixture(scope="module", params=[8, 11, 12])
def plain(request: pytest.FixtureRequest, looks: Looks) -> Plain:
    """A plain table, which is looked at once for all busy ones."""
    seed = request.param
    return Plain(seed, *looks.at(seed, _plain, LAID), looks.at(seed, _plain, NOTHING)[1])


@pytest.mark.parametrize("top", BUSY_TOPS)
def test_tiles_are_read_on_a_busy_table_at_little_more_cost(
    looks: Looks, plain: Plain, top: str
) -> None:
    busy, cost = looks.at(plain.seed, BUSY_TOPS[top], LAID)
    assert cost <= MOST_TIMES * plain.cost
    assert boards(busy) == boards(plain.reading) == [standard(TILES)]


@pytest.mark.parametrize("top", BUSY_TOPS)
def test_a_look_at_a_bare_busy_table_costs_little_more(
    looks: Looks, plain: Plain, top: str
) -> None:
    _, cost = looks.at(plain.seed, BUSY_TOPS[top], NOTHING)
    assert cost <= MOST_TIMES * plain.cost_of_bare


@pytest.mark.parametrize("hidden", ["darkness", "noise"])
def test_what_shows_nothing_at_all_is_not_looked_at_more_closely(
    reader: Reader, account: Account, hidden: str
) -> None:
    """A camera that is covered is looked at again and again, as long as it is."""
    table = make_table(8).picture([])
    account.taken()
    assert reader.read(table).sure
    cost = account.taken()
    noise = np.random.default_rng(3).normal(24.0, 8.0, table.shape).clip(0, 255)
    reading = reader.read(np.asarray(table * 0.02 if hidden == "darkness" else noise, np.uint8))
    assert not reading.sure
    assert not reading.clusters
    assert account.taken() < cost / 2


def test_of_too_many_finds_the_likeliest_are_looked_at_in_their_order() -> None:
    scores = np.random.default_rng(5).permutation(np.linspace(0.01, 0.99, 3 * MOST_FINDS))
    tiles = [
        Detection((20.0 + i, 50.0), (9.0, 0.0), (0.0, -9.0), float(s)) for i, s in enumerate(scores)
    ]
    kept = worth_a_look(tiles, 1000, 100)
    assert kept == sorted(kept, key=lambda tile: tile.center)
    assert [t.score for t in sorted(kept, key=lambda t: -t.score)] == sorted(scores)[::-1][
        :MOST_FINDS
    ]
    few = [tile for tile in tiles if tile.score < 0.5][:MOST_FINDS]
    assert worth_a_look(few, 1000, 100) == [tile for tile in few if tile.score > FAINT_SCORE]


def test_half_a_tile_at_the_rim_is_looked_at_though_it_is_seen_more_faintly() -> None:
    places = [(500.0, 50.0), (500.0, 1.0), (500.0, 99.0), (2.0, 50.0), (999.0, 50.0)]
    tiles = [Detection(place, (9.0, 0.0), (0.0, -9.0), 0.15) for place in places]
    assert worth_a_look(tiles, 1000, 100) == tiles[1:]


def test_letters_of_a_newspaper_do_not_vouch_for_each_other(reader: Reader) -> None:
    table = replace(make_table(8), top=BUSY_TOPS["newspaper"])
    bare = reader.read(table.picture([]))
    assert not any(tile.sure for cluster in bare.clusters for tile in cluster.tiles)
    assert not (bare.sure and bare.clusters)
