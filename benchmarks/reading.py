"""How long a photo takes to read, and how much memory: ``python benchmarks/reading.py``.

For sample photos of 1280x960, and for the same ones enlarged to 12 megapixels: medians of decoding
the JPEG and of reading the photo cold (nothing known from an earlier picture, networks loaded), in
turns in one fresh process, so that their ratio does not depend on the machine. Then the shares of
the stages, the first read after the start, and the most memory that process ever held.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from pkgutil import resolve_name
from statistics import median
from time import perf_counter
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

SAMPLES = (
    "p001087_small",
    "p001032_redset",
    "p001039_oblique",
    "p001059_lowlight",
    "p001057_overhead",
    "p001064_hardtable",
    "p001103_palagems",
    "p001048_big",
)
"""Photos of 1280x960, from 2 tiles to 46."""
TWELVE_MEGAPIXELS = (4000, 3000)
JPEG_QUALITY = 92
STAGES = {
    "detect": "vision.readers.reader.Detector.detect",
    "fit": "vision.readers.sight.fit_clusters",
    "join": "vision.readers.reader.join_where",
    "look at cells": "vision.readers.reader.ClusterReader.read",
    "dice": "vision.readers.examination.read_dice",
}
"""Stages of a read, none within another, and the names they are called by."""
WATCHED = {**STAGES, "networks": "vision.networks.inference.Network.run"}
"""Those, and the networks, which run within them."""


@dataclass(frozen=True)
class PhotoTimes:
    """Median times for one photo, in milliseconds."""

    name: str
    tiles: int
    decoding: float
    reading: float
    stages: dict[str, float]

    @property
    def ratio(self) -> float:
        """How many times as long as decoding it reading it takes."""
        return self.reading / self.decoding


@dataclass(frozen=True)
class Figures:
    """What was measured in one process: times in milliseconds, memory in MB (2**20 bytes).

    ``loading`` is the time to load the networks, ``first`` that to open and read the first photo.
    """

    photos: tuple[PhotoTimes, ...]
    loading: float
    first: float
    peak_memory: float


def enlarge(photo: Path, target: Path) -> None:
    """Write a photo at twelve megapixels."""
    import cv2

    from vision.pictures.images import load_image

    large = cv2.resize(load_image(photo), TWELVE_MEGAPIXELS, interpolation=cv2.INTER_CUBIC)
    cv2.imwrite(str(target), large, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])


def measure(photos: Sequence[Path], runs: int, threads: int) -> Figures:
    """Measure decoding and reading; to be called in a process that did nothing else."""
    import cv2

    from vision.pictures.images import load_image
    from vision.readers.reader import Reader

    cv2.setNumThreads(threads)
    loading, reader = timed(Reader)
    first, _reading = timed(lambda: reader.read(load_image(photos[0])))
    times = tuple(photo_times(reader, photo, runs) for photo in photos)
    return Figures(times, loading, first, peak_memory())


def photo_times(reader: Any, photo: Path, runs: int) -> PhotoTimes:
    """Measure decoding and reading one photo, in turns."""
    from vision.pictures.images import decode_image

    data = photo.read_bytes()
    decodings, readings, stages = [], [], []
    for _ in range(runs):
        decoding, image = timed(lambda: decode_image(data, photo.name))
        duration, reading = timed(lambda image=image: reader.read(image))
        decodings.append(decoding)
        readings.append(duration)
        with timing_stages() as times:
            reader.read(image)
        stages.append(times)
    return PhotoTimes(
        name=photo.stem,
        tiles=sum(len(cluster.tiles) for cluster in reading.clusters),
        decoding=median(decodings),
        reading=median(readings),
        stages={name: median(times[name] for times in stages) for name in WATCHED},
    )


def timed(action: Callable[[], Any]) -> tuple[float, Any]:
    """Return how long an action took, in milliseconds, and what it returned."""
    start = perf_counter()
    result = action()
    return 1000 * (perf_counter() - start), result


@contextmanager
def timing_stages() -> Iterator[dict[str, float]]:
    """Add up the milliseconds that each stage takes while this context lasts."""
    times = dict.fromkeys(WATCHED, 0.0)
    with ExitStack() as patches:
        for name, place in WATCHED.items():
            patches.enter_context(patch(place, watched(name, resolve_name(place), times)))
        yield times


def watched(name: str, action: Callable[..., Any], times: dict[str, float]) -> Callable[..., Any]:
    """Return an action that adds the time it takes to what its name already took."""

    def run(*arguments: Any, **options: Any) -> Any:
        duration, result = timed(lambda: action(*arguments, **options))
        times[name] += duration
        return result

    return run


def peak_memory() -> float:
    """Return the most memory this process ever held at once, in MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10


def in_fresh_process(action: Callable[..., Any], *arguments: Any) -> Any:
    """Return what a function returns that runs in a process of its own."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(action, arguments)


def show(title: str, figures: Figures) -> None:
    """Print what was measured on photos of one size."""
    photos = figures.photos
    print(f"\n{title:18} {'tiles':>5} {'decode ms':>10} {'read ms':>10} {'ratio':>7}")
    for p in photos:
        print(f"{p.name:18} {p.tiles:5} {p.decoding:10.1f} {p.reading:10.1f} {p.ratio:7.1f}")
    reading = median(p.reading for p in photos)
    ratio = median(p.ratio for p in photos)
    print(f"{'median':18} {'':5} {median(p.decoding for p in photos):10.1f} ", end="")
    print(f"{reading:10.1f} {ratio:7.1f}   (with decoding {ratio + 1:.1f})")
    stages = {name: median(p.stages[name] / p.reading for p in photos) for name in WATCHED}
    networks = stages.pop("networks")
    shares = ", ".join(f"{name} {share:.0%}" for name, share in stages.items())
    print(f"shares of a read: {shares}, other {1 - sum(stages.values()):.0%}")
    print(f"the networks' share of all that: {networks:.0%}")
    print(f"loading the networks {figures.loading:.0f} ms, first photo {figures.first:.0f} ms")
    print(f"peak memory {figures.peak_memory:.0f} MB")


def main() -> None:
    """Measure both sizes and print the figures."""
    parser = argparse.ArgumentParser(description="How long a photo takes to read.")
    parser.add_argument("photos", nargs="*", type=Path, help="photos of 1280x960; else samples")
    parser.add_argument("--runs", type=int, default=7, help="runs that medians are taken of")
    parser.add_argument("--threads", type=int, default=2, help="threads that OpenCV may use")
    options = parser.parse_args()
    photos = options.photos or [ROOT / "sample_images" / f"{name}.jpg" for name in SAMPLES]
    print(f"Medians of {options.runs} runs, {options.threads} threads")
    show("1280 x 960", in_fresh_process(measure, photos, options.runs, options.threads))
    with tempfile.TemporaryDirectory() as directory:
        large = [Path(directory) / photo.name for photo in photos]
        for photo, target in zip(photos, large, strict=True):
            in_fresh_process(enlarge, photo, target)
        show("12 megapixels", in_fresh_process(measure, large, options.runs, options.threads))


if __name__ == "__main__":
    main()
