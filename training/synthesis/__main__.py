"""Write made-up photos with their truth: ``python -m training.synthesis DIR --count 100``.

A picture that is there already is not made again, so a long run can be stopped and taken up.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from training.photographs.folders import opened, photographs_in
from training.photographs.tops import photographed_top
from training.synthesis.printed_pages import make_page
from training.synthesis.scene import Scene, make_scene
from training.synthesis.textures import Texture
from training.synthesis.truth import truth_to_json
from training.synthesis.unseen.evenings import evening_of, make_evening
from training.synthesis.unseen.families import family_of
from training.synthesis.unseen.photo import make_photo

LARGE = (1280, 960)


def main() -> None:
    """Make the scenes asked for on the command line."""
    parser = argparse.ArgumentParser(prog="python -m training.synthesis", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--start", type=int, default=0, help="the first scene's seed")
    parser.add_argument(
        "--look",
        choices=("training", "pages", "unseen", "evenings"),
        default="training",
        help="training: what the networks learn from; pages: printed ones that are not cut out, "
        "for the same; unseen: other looks, to measure them by; evenings: hard ones of those",
    )
    parser.add_argument(
        "--photographs",
        type=Path,
        nargs="+",
        default=[],
        metavar="FOLDER",
        help="photographs of tables without tiles, for evenings that are laid on one",
    )
    parser.add_argument(
        "--large", action="store_true", help="scenes of 1280 x 960 px instead of about 640 x 480"
    )
    parser.add_argument(
        "--tops",
        type=Path,
        nargs="+",
        default=[],
        metavar="FOLDER",
        help="lay the tiles of training scenes on photographs of these folders",
    )
    parser.add_argument(
        "--on-cloths",
        action="store_true",
        help="lay the tiles of training scenes on cloths printed in their colours",
    )
    parser.add_argument(
        "--aloft",
        action="store_true",
        help="hold a tile or two over the boards of training scenes, or lay them on their tiles",
    )
    parser.add_argument(
        "--loose", action="store_true", help="lay the tiles of training scenes far apart and askew"
    )
    parser.add_argument(
        "--stacks", action="store_true", help="stack tiles face up beside those of training scenes"
    )
    arguments = parser.parse_args()
    tops = photographs_in(arguments.tops)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    photographs = photographs_in(arguments.photographs)
    for seed in range(arguments.start, arguments.start + arguments.count):
        if arguments.look == "unseen":
            write_photo(arguments.folder, seed)
        elif arguments.look == "evenings":
            write_evening(arguments.folder, seed, photographs)
        elif arguments.look == "pages":
            write_page(arguments.folder, seed)
        else:
            size = LARGE if arguments.large else None
            scene = SceneKind(
                size,
                tops,
                arguments.on_cloths,
                arguments.aloft,
                arguments.loose,
                arguments.stacks,
            )
            write_scene(arguments.folder, seed, scene)


@dataclass(frozen=True)
class SceneKind:
    """What scenes are made up.

    Attributes
    ----------
    size
        Width and height (px); None for what the seed gives.
    tops
        Photographs of which one is the table of each, if there are any.
    on_cloth
        Whether tiles lie on a cloth printed in their colours, where there are no photographs.
    aloft
        Whether a tile or two are in the air, or on others.
    loose
        Whether tiles lie far apart and askew.
    stacks
        Whether stacks of tiles stand beside them.
    """

    size: tuple[int, int] | None = None
    tops: Sequence[Path] = ()
    on_cloth: bool = False
    aloft: bool = False
    loose: bool = False
    stacks: bool = False


def write_scene(folder: Path, seed: int, kind: SceneKind) -> None:
    """Write one scene: NAME.jpg, NAME.json and NAME.covered.png (what is hidden from view)."""
    name = f"s{seed:06d}"
    truth = folder / f"{name}.json"
    if truth.exists():
        return
    top: Texture | None = None
    if kind.tops:
        chosen = kind.tops[int(np.random.default_rng((seed, 7)).integers(len(kind.tops)))]
        top = photographed_top(opened(chosen))
    scene = make_scene(seed, kind.size, top, kind.on_cloth, kind.aloft, kind.loose, kind.stacks)
    _write_covered(folder, name, scene)


def write_page(folder: Path, seed: int) -> None:
    """Write one printed page, as :func:`write_scene` does."""
    name = f"s{seed:06d}"
    if not (folder / f"{name}.json").exists():
        _write_covered(folder, name, make_page(seed))


def _write_covered(folder: Path, name: str, scene: Scene) -> None:
    cv2.imwrite(str(folder / f"{name}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 97])
    cv2.imwrite(str(folder / f"{name}.covered.png"), scene.covered.astype("uint8") * 255)
    truth = json.dumps(truth_to_json(scene, f"{name}.jpg"))
    (folder / f"{name}.json").write_text(truth, encoding="utf-8")


def write_photo(folder: Path, seed: int) -> None:
    """Write one photo of another look: NAME_FAMILY.jpg and NAME_FAMILY.json."""
    name = f"u{seed:06d}_{family_of(seed).name}"
    if (folder / f"{name}.json").exists():
        return
    _write(folder, name, make_photo(seed))


def write_evening(folder: Path, seed: int, photographs: Sequence[Path] = ()) -> None:
    """Write one photo of a hard evening, as :func:`write_photo` does; none without photographs."""
    name = f"e{seed:06d}_{evening_of(seed).family.name}"
    if (folder / f"{name}.json").exists():
        return
    photo = make_evening(seed, photographs=photographs)
    if photo is not None:
        _write(folder, name, photo)


def _write(folder: Path, name: str, photo: Scene) -> None:
    cv2.imwrite(str(folder / f"{name}.jpg"), photo.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    truth = json.dumps(truth_to_json(photo, f"{name}.jpg"))
    (folder / f"{name}.json").write_text(truth, encoding="utf-8")


if __name__ == "__main__":
    main()
