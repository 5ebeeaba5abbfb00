"""A made-up game as a film: what a camera over the table sees, frame by frame.

Hands come, lay and go; where a look is missed, the hand stays until the next thing is done. What is
done happens at the times of the script. While nothing moves, frames come less often, so that a game
costs less; the clock of the frames goes on as it would.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from companion.sources import Frame
from training.campaign.neighbour import far_seat, with_neighbour
from training.campaign.scene import Over, Scene, Script
from training.campaign.setting import Setting
from training.synthesis.unseen.filmed_table import Laid
from training.synthesis.unseen.reaching_layer import Layer
from vision.arrays import Float64s, Image

FPS = 10
CALM_FPS = 2
"""Frames a second while nothing moves."""
_CALM = 1.4
"""Seconds after the last movement from which on frames come less often."""
_REACH = 0.4
"""Seconds in which a hand comes, or goes."""
_LAY = 0.2
"""Seconds that it rests where it lays."""
_COVERED_GREY = 3
"""The grey level of a picture while the camera is covered."""
_TAIL = 8.0
"""Seconds of the film after the last scene: people go on looking at the table."""
_WAY = (1.0, 0.62, 0.34, 0.14)
"""Where a hand is on its way in, as a share of the way out of the picture."""
_FIDGETS = (1.5, 6.0)
"""Seconds after which a hand that stays moves a little; half of them keep still."""
_STEPS = {Over.HAND: 7.0, Over.SOMEBODY: 25.0}
"""How far it then moves, in pixels, as a deviation."""


@dataclass(frozen=True)
class Shot:
    """A frame, the number of the scene that is true by then, and whether nothing is over it."""

    frame: Frame
    scene: int
    clear: bool


@dataclass
class _Reaching:
    """What is over the table now: where its tip is in the picture, whether it fidgets."""

    layer: Layer
    at: Float64s
    what: Over
    fidgets: bool
    next_move: float = 0.0


def shots(script: Script, setting: Setting) -> Iterator[Shot]:
    """Yield the frames of a game; the same script and setting give the same frames."""
    return _Take(script, setting).shots()


class _Take:
    """One run of the camera through a game."""

    def __init__(self, script: Script, setting: Setting) -> None:
        self.scenes = script.scenes
        self.players = list(script.setup.players)
        self.setting = setting
        self.table = setting.table
        self.random = np.random.default_rng((len(self.scenes), 31))
        self.layers: dict[tuple[Over, int], Layer] = {}
        self.reaching: _Reaching | None = None
        self.number = 0
        self.now = self.moved_at = 0.0
        self.scene = 0
        self.seat_beside = far_seat(setting.size, setting.cell_pixels)
        self.is_covered = setting.props.covered > 0
        self.laid = Laid()
        self.still: Image
        self.shown: Image

    def shots(self) -> Iterator[Shot]:
        """Yield all frames."""
        self.lay(self.scenes[0])
        yield from self.wait(1.5)
        for index, scene in enumerate(self.scenes[1:], 1):
            before = self.scenes[index - 1]
            comes = self.comes(before, scene)
            yield from self.wait(scene.t - (_REACH if comes else 0.0))
            if comes is not None:
                yield from self.come(comes, self.target(before, scene), self.seat(before))
            self.scene = index
            yield from self.happen(before, scene)
            if scene.surroundings.over is Over.NOTHING and self.reaching is not None:
                yield from self.go()
            is_known = len(scene.turns) >= self.setting.props.covered
            if self.is_covered and is_known and self.reaching is None:
                self.is_covered = False
                self.moved()
        yield from self.wait(self.now + _TAIL)

    def comes(self, before: Scene, scene: Scene) -> Over | None:
        """Tell what reaches over the table for a scene; None where nothing new does."""
        over = scene.surroundings.over
        if over is Over.SOMEBODY:
            is_there = self.reaching is not None and self.reaching.what is Over.SOMEBODY
            return None if is_there else Over.SOMEBODY
        if self.reaching is not None and self.reaching.what is Over.SOMEBODY:
            return None
        changes = self.handled(before, scene) and not self.is_let_go(before, scene)
        if changes or (over is Over.HAND and self.reaching is None):
            return Over.HAND
        return None

    def handled(self, before: Scene, scene: Scene) -> bool:
        """Tell whether a hand does what is done in a scene: it lays, shoves, takes or puts."""
        now, then = scene.surroundings.disturbed, before.surroundings.disturbed
        return self.setting.laid(scene) != self.laid or now.shoves != then.shoves

    def changes(self, before: Scene, scene: Scene) -> bool:
        """Tell whether a scene looks otherwise than the one before, the camera standing still."""
        now, then = scene.surroundings.disturbed, before.surroundings.disturbed
        return self.handled(before, scene) or now.lights != then.lights

    @staticmethod
    def is_let_go(before: Scene, scene: Scene) -> bool:
        """Tell whether a scene is only that a held tile is taken away again."""
        return before.surroundings.held is not None and before.table == scene.table

    def target(self, before: Scene, scene: Scene) -> Float64s:
        """Return where on the table (mm) something is done for a scene."""
        now, then = scene.surroundings, before.surroundings
        if now.held is not None:
            return self.setting.place(now.held.cell)
        if now.beside or then.beside or now.disturbed.spilled != then.disturbed.spilled:
            return self.setting.beside[0]
        if now.throws != then.throws:
            return self.setting.die_place(now.throws)
        if (crooked := now.disturbed.crooked or then.disturbed.crooked) is not None:
            return self.setting.place(crooked.tile.cell)
        changed = sorted(set(scene.table.items()) ^ set(before.table.items()))
        if changed:
            return self.setting.place(changed[-1][0])
        return self.table.middle

    def seat(self, before: Scene) -> int:
        """Return the number of the player who does something: whoever's turn it was."""
        return self.players.index(before.mover)

    def come(self, what: Over, target: Float64s, seat: int) -> Iterator[Shot]:
        """Have a hand or somebody come; one that is there already goes at the same time."""
        place = self.table.middle if what is Over.SOMEBODY else target
        layer = self.layer(what, seat)
        at = self.table.pixel(place, 0.0 if what is Over.SOMEBODY else None)
        known = self.reaching
        self.reaching = _Reaching(layer, at, what, bool(self.random.random() < 0.5))
        if what is Over.SOMEBODY:
            self.reaching.fidgets = True
        start = at + layer.way * self.far(layer)
        if known is not None and known.layer is layer:
            start = known.at
        for share in _WAY:
            yield self.on_its_way(layer, at + (start - at) * share)
            self.now += _REACH / len(_WAY)
        self.moved()

    def go(self) -> Iterator[Shot]:
        """Have what is over the table go."""
        leaving, self.reaching = self.reaching, None
        assert leaving is not None
        out = leaving.layer.way * self.far(leaving.layer)
        for share in reversed(_WAY):
            yield self.on_its_way(leaving.layer, leaving.at + out * share)
            self.now += _REACH / len(_WAY)
        self.moved()

    def on_its_way(self, layer: Layer, at: Float64s) -> Shot:
        """Return a frame of what comes or goes, which may be out of the picture."""
        picture = layer.over(self.still, at)
        return self.shot(picture, clear=bool((picture == self.still).all()))

    def happen(self, before: Scene, scene: Scene) -> Iterator[Shot]:
        """Have done what is done in a scene."""
        now, then = scene.surroundings, before.surroundings
        if (now.bumps, now.disturbed.cameras) != (then.bumps, then.disturbed.cameras):
            yield from self.bump(scene)
        elif self.changes(before, scene):
            self.lay(scene)
            self.moved()
            yield from self.wait(self.now + _LAY)

    def bump(self, scene: Scene) -> Iterator[Shot]:
        """Move the camera; what is seen on the way is smeared."""
        for step in (9, -6):
            smeared = np.roll(self.shown, (step, 2 * step), axis=(0, 1))
            yield self.shot(np.asarray(smeared, np.uint8))
            self.now += 1 / FPS
        self.lay(scene)
        self.layers.clear()
        self.moved()

    def lay(self, scene: Scene) -> None:
        """Put on the table what lies there in a scene."""
        self.setting.arrange(scene.surroundings)
        self.laid = self.setting.laid(scene)
        self.still = self.table.picture(self.laid)

    def wait(self, until: float) -> Iterator[Shot]:
        """Yield frames until a time; nothing happens but that what rests may fidget."""
        self.show()
        while self.now < until - 1e-6:
            reaching = self.reaching
            if reaching is not None and reaching.fidgets and self.now > reaching.next_move:
                if reaching.next_move:
                    step = _STEPS[reaching.what]
                    reaching.at = reaching.at + self.random.normal(size=2) * step
                    self.moved()
                reaching.next_move = self.now + float(self.random.uniform(*_FIDGETS))
            yield self.shot(self.shown)
            calm = self.now - self.moved_at > _CALM and not self.setting.props.neighbour
            self.now = min(self.now + 1 / (CALM_FPS if calm else FPS), until)

    def moved(self) -> None:
        """Note that something moved."""
        self.moved_at = self.now
        self.show()

    def show(self) -> None:
        reaching = self.reaching
        self.shown = self.still if reaching is None else self.over(reaching)

    def over(self, reaching: _Reaching) -> Image:
        return reaching.layer.over(self.still, reaching.at)

    def shot(self, picture: Image, clear: bool | None = None) -> Shot:
        """Return a frame of a picture, with noise of its own."""
        if self.setting.props.neighbour:
            picture = with_neighbour(picture, self.seat_beside, self.now)
        if self.is_covered:
            picture, clear = np.full_like(picture, _COVERED_GREY), False
        frame = Frame(self.table.noisy(picture, self.number), self.number, round(self.now, 3))
        self.number += 1
        return Shot(frame, self.scene, self.reaching is None if clear is None else clear)

    def layer(self, what: Over, seat: int) -> Layer:
        """Return a player's hand, or somebody; each looks the same whenever it comes."""
        key = (what, seat)
        if key not in self.layers:
            make = self.table.leaning if what is Over.SOMEBODY else self.table.hand
            self.layers[key] = make(seat)
        return self.layers[key]

    def far(self, layer: Layer) -> float:
        """Return how far (px) something goes until it is out of the picture."""
        share = 1.1 if layer.alpha.mean() > 60 else 0.9
        return share * float(np.hypot(self.table.camera.width, self.table.camera.height)) / 1.6
