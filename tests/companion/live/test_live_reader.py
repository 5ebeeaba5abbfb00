"""A live game through a lens that bends, and the set's colours learned while it runs.

The frames are drawn (renders).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.choosing import Profiles
from calibration.keeping import keep_profile
from companion.live.live_game import LiveGame
from companion.live.live_reader import LiveReader, agreed_tiles, confirms
from companion.record import Games, Player
from companion.referee import Event, Referee
from companion.referee.events import MoveMade
from companion.sources import Frame
from companion.storage.database import connect, prepare
from rules import Board, Cell
from tests.filming import Film
from training.synthesis.staging import StagedBoard, Table, make_table
from vision.arrays import Image
from vision.lattice.cluster import LatticeCluster
from vision.profiles.color_profile import ColorProfile
from vision.profiles.lens_profile import LensAccuracy, LensProfile
from vision.profiles.lens_straightening import Straightening
from vision.profiles.tile_colors import sure_tiles
from vision.readers.examination import Examination
from vision.readers.reader import Reader
from vision.readers.tuned_reader import is_sure
from vision.reading import TileReading

OPENING = Board({Cell(0, 0): 4, Cell(1, -1): 4})
SECOND = Board({**OPENING, Cell(1, 0): 2, Cell(2, -1): 0})
THIRD = Board({**SECOND, Cell(2, -2): 0, Cell(3, -2): 2})
BARREL = -0.3
CAMERA = "wide"


def bent_table() -> tuple[Table, LensProfile]:
    """Return a table under a lens that bends much, and what is known of the lens."""
    table = make_table(8)
    camera = replace(table.camera, k1=BARREL)
    focal = float(camera.matrix[0, 0])
    lens = LensProfile(
        camera=CAMERA,
        width=camera.width,
        height=camera.height,
        focal=(focal, focal),
        center=(float(camera.matrix[0, 2]), float(camera.matrix[1, 2])),
        distortion=(BARREL, 0.0, 0.0, 0.0, 0.0),
        accuracy=LensAccuracy(20, 880, 0.08, 0.04, 0.07, 0.15, 0.0004, 0.6),
    )
    return replace(table, camera=camera), lens


def play(game: LiveGame, frames: Iterable[Frame]) -> list[Event]:
    return [event for frame in frames for event in game.see(frame)]


def board_of(examination: Examination) -> tuple[LatticeCluster, Board]:
    cluster, beliefs = examination.clusters[0]
    return cluster, Board({cell: b.orientation for cell, b in beliefs.items() if b.is_tile})


def test_a_game_is_followed_through_a_lens_that_bends(reader: Reader, tmp_path: Path) -> None:
    prepare(tmp_path)
    table, lens = bent_table()
    keep_profile(tmp_path / "lenses", lens)
    film = Film(table)
    with closing(connect(tmp_path)) as connection:
        log = Games(connection).start("palago", [Player("Ann"), Player("Ben")])
        game = LiveGame(
            reader,
            Referee("palago", ["Ann", "Ben"]),
            log,
            profiles=Profiles(tmp_path),
            camera=CAMERA,
        )
        play(game, film.show(Board()))
        said = [e for b in (OPENING, SECOND, THIRD) for e in play(game, film.play(b))]
        moves = [event for event in said if isinstance(event, MoveMade)]
        assert [move.verdict.legal for move in moves] == [True, True, True]
        assert len(game.referee.board) == len(THIRD)
        # The picture that is kept is the one that the reading beside it is of.
        (*_, last) = [entry for entry in log.inputs() if entry.has_reading]
        reading = log.reading(last.number)
        assert reading is not None
        frame = next(iter(film.show(THIRD, frames=1)))
        height, width = game.straightened(frame.image).shape[:2]
        assert (reading["width"], reading["height"]) == (width, height)
        assert width > lens.width


def with_coin(frame: Image, tile: TileReading) -> Image:
    """Return a frame in which a coin hides the middle of a tile, so that it cannot be read."""
    radius = 0.6 * min(math.dist(tile.center, corner) for corner in tile.corners)
    place = round(tile.center[0]), round(tile.center[1])
    return cv2.circle(frame.copy(), place, round(radius), (120, 150, 200), cv2.FILLED)


def test_a_frame_is_straightened_once_and_the_tables_are_computed_once(
    reader: Reader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(tmp_path)
    table, lens = bent_table()
    keep_profile(tmp_path / "lenses", lens)
    computed, straightened = [], []
    maps, remap = cv2.initUndistortRectifyMap, Straightening.straightened
    monkeypatch.setattr(
        cv2, "initUndistortRectifyMap", lambda *given: computed.append(1) or maps(*given)
    )
    monkeypatch.setattr(
        Straightening, "straightened", lambda s, image: straightened.append(1) or remap(s, image)
    )
    eyes = LiveReader(reader, Profiles(tmp_path), CAMERA)
    clear = table.picture([StagedBoard(THIRD)])
    (board,) = eyes.look(clear).reading.clusters
    unsure = [with_coin(clear, tile) for tile in board.tiles[3:6]]
    for frame in (clear, *unsure):
        shown = eyes.straightened(frame)
        look = eyes.look(frame).surest()
        assert look.straight is shown
        eyes.learn(frame, look.examination.reading, *board_of(look.examination))
        if frame is clear:
            assert eyes.learned is not None
        else:
            # so each was looked at twice
            assert not is_sure(look.reading)
            assert eyes.look(frame).otherwise is not None
    assert len(straightened) == 4
    assert len(computed) == 1


def test_the_colours_are_learned_from_tables_that_are_sure(reader: Reader) -> None:
    table = make_table(8)
    frame = table.picture([StagedBoard(THIRD)])
    eyes = LiveReader(reader, Profiles(), None)
    examination = eyes.look(frame).examination
    cluster, board = board_of(examination)
    eyes.learn(frame, examination.reading, cluster, board)
    assert eyes.learned is not None
    said = np.array([eyes.learned.white, eyes.learned.blue]) / 255
    true = np.array([table.look.white, table.look.blue])[:, ::-1]
    # The light dims and tints both colours, and leaves each nearer to its own.
    for color, own, other in ((said[0], *true), (said[1], *true[::-1])):
        assert np.linalg.norm(color - own) < np.linalg.norm(color - other)
    unsure = replace(examination.reading, sure=False)
    fresh = LiveReader(reader, Profiles(), None)
    fresh.learn(frame, unsure, cluster, board)
    assert fresh.learned is None


def test_what_a_person_corrected_is_the_truth_that_is_learned(reader: Reader) -> None:
    """A tile that was read the wrong way round teaches what its white half truly looks like."""
    frame = make_table(8).picture([StagedBoard(THIRD)])
    examination = reader.examine(frame)
    cluster, board = board_of(examination)
    tiles = sure_tiles(examination.reading)
    assert [t.corners for t in agreed_tiles(tiles, cluster, board)] == [t.corners for t in tiles]
    turned = Board({cell: (k + 3) % 6 for cell, k in board.items()})
    for tile, agreed in zip(tiles, agreed_tiles(tiles, cluster, turned), strict=True):
        assert agreed.corners[0] == tile.corners[3]
    gone = next(iter(board))
    left = agreed_tiles(tiles, cluster, board.without(gone))
    assert len(left) == len(tiles) - 1
    assert all(cluster.cell_at(tile.center) != gone for tile in left)

    eyes, corrected = (LiveReader(reader, Profiles(), None) for _ in range(2))
    eyes.learn(frame, examination.reading, cluster, board)
    corrected.learn(frame, examination.reading, cluster, turned)
    assert eyes.learned is not None
    assert corrected.learned is not None
    assert corrected.learned.white == pytest.approx(eyes.learned.blue, abs=3)
    assert corrected.learned.blue == pytest.approx(eyes.learned.white, abs=3)


def test_what_was_learned_helps_only_where_it_makes_surer(reader: Reader) -> None:
    """Another set's colours, however they were come by, change nothing."""
    frame = make_table(8).picture([StagedBoard(THIRD)])
    eyes = LiveReader(reader, Profiles(), None)
    eyes.learned = ColorProfile("", (190.0, 60.0, 60.0), (50.0, 115.0, 60.0), (0.0,) * 3, 9.0, 9)  # type: ignore[arg-type]
    smeared = np.asarray(frame * 0.2, np.uint8)
    surest = eyes.look(smeared).surest()
    assert surest.reading.clusters == reader.read(smeared).clusters


def test_a_reading_that_turns_a_sure_tile_confirms_nothing(reader: Reader) -> None:
    reading = reader.read(make_table(8).picture([StagedBoard(THIRD)]))
    (cluster,) = reading.clusters
    first, *others = cluster.tiles
    turned = replace(first, white_tip=first.blue_tip, blue_tip=first.white_tip)
    changed = replace(reading, clusters=(replace(cluster, tiles=(turned, *others)),))
    without = replace(reading, clusters=(replace(cluster, tiles=tuple(others)),))
    assert confirms(reading, reading)
    assert confirms(reading, without)
    assert not confirms(changed, reading)
    assert not confirms(without, reading)
