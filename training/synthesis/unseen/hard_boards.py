"""Hard evenings by how tiles lie: several boards, stacks among them, tiles in the air, hands."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from rules.lattice import Cell, connected_parts
from training.synthesis.layout import LaidCluster, is_clear, random_cells
from training.synthesis.unseen.laying import Job, Table, tile_job
from training.synthesis.unseen.occasion import Occasion
from training.synthesis.unseen.positions import APART, lay
from training.synthesis.unseen.raised_tiles import paint_held, paint_raised, tilted
from training.synthesis.unseen.reaching_hands import paint_hand
from training.synthesis.unseen.tile_faces import TileSpot
from training.synthesis.unseen.tile_sets import TileSet
from vision.arrays import Points


@dataclass(frozen=True)
class SeveralBoards(Occasion):
    """Two to four boards of one set, each on its own lattice."""

    def position(self, tiles: TileSet, rng: np.random.Generator) -> list[LaidCluster]:
        """Lay boards side by side."""
        clusters: list[LaidCluster] = []
        wanted, reach = int(rng.integers(2, 5)), 0.0
        for tries in range(200):
            if len(clusters) == wanted:
                break
            cells = random_cells(int(rng.integers(3, 13)), rng)
            way = rng.uniform(0, 2 * math.pi)
            origin = np.array([math.cos(way), math.sin(way)]) * reach
            board = lay(cells, origin, tiles.radius, tiles.gap, rng)
            away = APART * tiles.radius
            if all(is_clear(tile.centre, away, clusters) for tile in board.tiles):
                clusters.append(board)
            reach = tiles.radius * (2 + 0.08 * tries)
        return clusters


@dataclass(frozen=True)
class AmongStacks(Occasion):
    """Face-down tiles and stacks of them lie on cells of the board, where no tile counts."""

    def position(self, tiles: TileSet, rng: np.random.Generator) -> list[LaidCluster]:
        """Lay the board without the cells that are taken."""
        board = super().position(tiles, rng)[0]
        kept = list(board.tiles)
        for _ in range(int(rng.integers(1, 4))):
            out = kept[int(rng.integers(len(kept)))]
            rest = [tile for tile in kept if tile is not out]
            if len(connected_parts({tile.cell for tile in rest})) == 1:
                kept = rest
        return [LaidCluster(tuple(kept), board.origin, board.angle, board.pitch)]

    def jobs(self, table: Table) -> list[Job]:
        """Put tiles face down on some of the free cells that touch most tiles."""
        rng, board = table.rng, table.clusters[0]
        jobs = []
        for cell in free_cells(board)[: int(rng.integers(2, 6))]:
            centre = board.position(cell)
            table.face_down.append(centre)
            levels = 1 if rng.random() < 0.6 else int(rng.integers(2, 5))
            for level in range(levels):
                off = rng.normal(size=2) * 0.02 * table.tiles.radius * min(level, 2)
                turn = board.angle + (rng.normal() * 0.06 if level else 0.0)
                spot = TileSpot(centre + off, turn, level * table.tiles.height)
                far, job = tile_job(table, spot, 1, True)
                jobs.append((far - 0.01 * level, job))
        return jobs


@dataclass(frozen=True)
class TwoHands(Occasion):
    """Both hands reach over the board."""

    def reach_over(self, table: Table, board: Points) -> None:
        """Paint two hands, at different tiles where there are two."""
        rng = table.rng
        for k in rng.permutation(len(board))[:2]:
            spot = board[k] + rng.normal(size=2) * 1.5 * table.tiles.radius
            paint_hand(table.stage, spot, rng)


@dataclass(frozen=True)
class InTheAir(Occasion):
    """A tile is held over the board, lies askew on others, or leans on one."""

    kinds: tuple[str, ...] = field(default=("held", "held", "stacked", "leaning"))

    def tile_set(self, rng: np.random.Generator) -> TileSet:
        """Make up a set thick enough for a tile on another to be told by eye."""
        while True:
            tiles = super().tile_set(rng)
            if tiles.height > 3.5:
                return tiles

    def reach_over(self, table: Table, board: Points) -> None:
        """Paint the tile that is in the air."""
        rng, tiles, cluster = table.rng, table.tiles, table.clusters[0]
        kind = self.kinds[int(rng.integers(len(self.kinds)))]
        free = free_cells(cluster)
        if kind == "held":
            self._hold(table, cluster.position(free[int(rng.integers(min(len(free), 6)))]), board)
        elif kind == "stacked":
            below = board[int(rng.integers(len(board)))]
            way, off = rng.uniform(0, 2 * math.pi), rng.uniform(0.35, 0.9) * tiles.radius
            at = below + off * np.array([math.cos(way), math.sin(way)])
            turn = rng.uniform(0, 2 * math.pi)
            face = np.array([*at, 2 * tiles.height])
            paint_raised(table.stage, tiles, tilted(face, turn, 0.0, 0.0), rng)
        else:
            self._lean(table, cluster, free[int(rng.integers(min(len(free), 8)))])

    def _hold(self, table: Table, cell: Points, board: Points) -> None:
        """Hold a tile so that it is seen over a free cell, or anywhere over the board."""
        rng, tiles, eye = table.rng, table.tiles, table.stage.sheet.camera.position
        high = min(rng.uniform(25, 110), 0.28 * float(eye[2]))
        aimed = rng.random() < 0.6
        seen = cell if aimed else board[int(rng.integers(len(board)))]
        seen = seen + rng.normal(size=2) * (0.15 if aimed else 1.0) * tiles.radius
        over = seen + (eye[:2] - seen) * high / eye[2]
        turn = rng.uniform(0, 2 * math.pi)
        if aimed and rng.random() < 0.6:
            turn = table.clusters[0].angle + int(rng.integers(6)) * math.pi / 3
        lean = abs(rng.normal()) * 0.12
        pose = tilted(np.array([*over, high]), turn, lean, rng.uniform(0, 2 * math.pi))
        paint_held(table.stage, tiles, pose, rng)

    def _lean(self, table: Table, cluster: LaidCluster, cell: Cell) -> None:
        """Lean a tile that lies on a free cell against the board beside it."""
        rng, tiles = table.rng, table.tiles
        beside = [tile for tile in cluster.tiles if tile.cell in set(cell.neighbours())]
        at = cluster.position(cell)
        toward = beside[int(rng.integers(len(beside)))].centre - at
        heading = math.atan2(toward[1], toward[0])
        lean = rng.uniform(0.2, 0.6)
        # It looks away from what it leans on; its lower edge is on the table.
        apothem = math.sqrt(3) / 2 * tiles.radius
        high = apothem * math.sin(lean) + tiles.height * math.cos(lean)
        shift = toward / np.hypot(*toward) * apothem * rng.uniform(0.2, 0.5)
        turn = heading + math.pi / 6 + int(rng.integers(6)) * math.pi / 3
        face = np.array([*(at + shift), high])
        pose = tilted(face, turn, lean, heading + math.pi)
        paint_raised(table.stage, tiles, pose, rng)


def free_cells(board: LaidCluster) -> list[Cell]:
    """Return the free cells beside a board, those that touch most of its tiles first."""
    taken = {tile.cell for tile in board.tiles}
    rim = {n for cell in taken for n in cell.neighbours()} - taken
    return sorted(rim, key=lambda cell: (-sum(n in taken for n in cell.neighbours()), cell))
