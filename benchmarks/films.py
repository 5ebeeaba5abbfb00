"""How films are followed that are played slowly: ``python benchmarks/films.py FILM.mp4 ...``.

Each film has its truth in a JSON file beside it. Every frame is shown ``--times`` over with fresh
noise, so that hands rest as long as people let them rest; ``--blur-dice`` puts every die out of
focus, and ``--fault`` has lamps flicker, the camera tremble, or the room grow dark. A line a run
says how many moves were recorded exactly, what was said wrongly, and whether a table counted as
settled while a hand was in the picture.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from companion.live.live_game import LiveGame  # noqa: E402
from companion.referee import Referee  # noqa: E402
from companion.sources import Frame, VideoFile  # noqa: E402
from rules import Board, Cell, board_from_json  # noqa: E402
from training.campaign.neighbour import with_neighbour  # noqa: E402
from vision.arrays import Image  # noqa: E402
from vision.following.table_view import TableView  # noqa: E402
from vision.readers.reader import Reader  # noqa: E402

NOISE = 2.0
"""Grey levels by which the shown frames of one picture differ, a standard deviation."""
FLICKER, BANDS = 0.06, 0.08
"""By which share lamps flicker: all over the picture, or in bands that run over it."""
TREMBLES = {"tremor": (0.5, 0.0), "strong-tremor": (1.0, 0.05)}
"""By how many pixels and degrees the camera trembles, standard deviations."""
DRIFT, PULL = 0.6, 0.03
"""By how many pixels a frame a camera that is held by hand drifts, and how it is pulled back."""
LIGHTS = {"dim": (0.25, 0.0), "dark": (0.12, 0.0), "dull": (0.3, 150.0)}
"""What is left of the light, and the grey levels that a dull window adds to all."""
GRAIN = 3.0
"""Grey levels of noise in such light, a standard deviation."""
SWITCHED = (0.2, 1.0, 0.35, 0.15, 0.6)
"""What lamps leave of the light, one after the other, each for so many frames."""
SWITCHED_FRAMES, DUSK_FRAMES = 80, 500
FAULTS = (
    *("flicker", "bands", *TREMBLES, "held-by-hand", "upside-down"),
    *(*LIGHTS, "lit-sheet", "dusk", "lamps", "glare", "passing-glare", "zoom", "bars"),
    *("clock", "screen", "neighbour", "candle"),
)
GLARE, GLARE_REACH = 260.0, (130.0, 90.0)
"""How bright a lamp's mirror image on the board is, in grey levels, and how far it reaches, px."""
SWAY = 25.0
"""By how many pixels a shadow in candlelight sways."""
ZOOM, ZOOM_FRAMES = 0.06, 70
"""By how much a lens that is focused anew draws all larger, and for how many frames, in turn."""
PASSING_FRAMES = 120
"""For so many frames a passing one is there, and is not, in turn."""
SCREEN = (slice(0, 140), slice(1060, 1260))
"""Where a screen behind the table shows something else in each frame: rows and columns."""
NEIGHBOUR_FPS = 10
"""How many frames of a film are a second of somebody who never keeps still."""
DIE_BLUR = 0.5
"""How far a die is out of focus, in its edges."""


@dataclass(frozen=True)
class Truth:
    """What a film shows: the tables, whether a hand is over them, and the moves to be recorded."""

    game: str
    players: tuple[str, ...]
    frames: Sequence[Any]
    boards: Sequence[Board]
    moves: Sequence[tuple[str, frozenset[tuple[Cell, int]]]]
    illegal: int


def truth_of(film: Path) -> Truth:
    """Read a film's truth."""
    data = json.loads(film.with_suffix(".json").read_text("utf-8"))
    players = tuple(data["players"])
    boards = [_largest(state["truth"]["clusters"]) for state in data["states"]]
    tiles: dict[Cell, int] = {}
    moves = []
    for turn in data["moves"]:
        for op in turn["moves"]:
            cell = Cell(op["q"], op["r"])
            if op["op"] == "remove":
                del tiles[cell]
            else:
                tiles[cell] = op["orientation"]
        if not turn.get("illegal"):
            moves.append((turn["mover"], shape(Board(tiles))))
    illegal = sum(bool(turn.get("illegal")) for turn in data["moves"])
    return Truth(data["game"], players, data["frames"], boards, moves, illegal)


def _largest(clusters: Sequence[Any]) -> Board:
    if not clusters:
        return Board({})
    return board_from_json(max(clusters, key=lambda cluster: len(cluster["tiles"])))


def shape(board: Board) -> frozenset[tuple[Cell, int]]:
    """Return a board without regard to how its cells are named."""
    turned = []
    for turns in range(6):
        cells = board.rotated(turns)
        first = min(cells, default=Cell(0, 0))
        turned.append(sorted(cells.translated(-first.q, -first.r).items()))
    return frozenset(min(turned))


def played(film: Path, truth: Truth, times: int, blur: bool) -> Iterator[tuple[Frame, Any]]:
    """Yield every frame of a film so many times over, each with noise of its own, and its truth."""
    source = VideoFile(film, paced=False)
    noises = [
        (np.random.default_rng(n).standard_normal((720, 1280, 3)) * NOISE).astype(np.int16)
        for n in range(7)
    ]
    number = 0
    for frame, known in zip(source, truth.frames, strict=False):
        picture = _with_blurred_dice(film, known, frame.image) if blur else frame.image
        for _ in range(times):
            if times > 1:
                noise = np.resize(noises[number % 7], picture.shape)
                shown = np.clip(picture + noise, 0, 255).astype(np.uint8)
            else:
                shown = picture
            yield Frame(shown, number, number / source.fps), known
            number += 1


def spoilt(
    frames: Iterator[tuple[Frame, Any]], fault: str | None, seed: int
) -> Iterator[tuple[Frame, Any]]:
    """Yield frames as they are with one of the ``FAULTS``; as they were where there is none."""
    rng, away, sway = np.random.default_rng(seed), np.zeros(2), 0.0
    for frame, known in frames:
        image, number = frame.image, frame.number
        if fault == "flicker":
            image = _lit(image, 1 + FLICKER * np.sin(2.1 * number))
        elif fault == "bands":
            rows = np.arange(image.shape[0])[:, None, None]
            image = _lit(image, 1 + BANDS * np.sin(rows / 60 + 1.3 * number))
        elif fault in TREMBLES:
            pixels, degrees = TREMBLES[fault]
            image = _shaken(image, rng.normal(0, pixels, 2), rng.normal(0, degrees))
        elif fault == "upside-down":
            image = np.ascontiguousarray(image[::-1, ::-1])
        elif fault == "held-by-hand":
            away += rng.normal(0, DRIFT, 2) - PULL * away
            image = _shaken(image, away + rng.normal(0, DRIFT / 2, 2), 0.0)
        elif fault == "glare" or (fault == "passing-glare" and number // PASSING_FRAMES % 2):
            image = _glaring(image)
        elif fault == "passing-glare":
            pass
        elif fault == "zoom":
            image = _zoomed(image, 1 + ZOOM * (number // ZOOM_FRAMES % 2))
        elif fault == "bars":
            bars = (image.shape[0] // 5,) * 2 + (image.shape[1] // 6,) * 2
            image = np.asarray(cv2.copyMakeBorder(image, *bars, cv2.BORDER_CONSTANT), np.uint8)
        elif fault in ("clock", "screen", "neighbour"):
            image = _with_something_restless(image, fault, number, rng)
        elif fault == "candle":
            sway += 0.3 * (rng.normal() - sway)
            image = _in_candlelight(image, sway)
        elif fault is not None:
            image = _in_bad_light(image, fault, number, rng)
        yield Frame(image, number, frame.time), known


def _lit(image: Image, light: Any) -> Image:
    return np.asarray(np.clip(image * light, 0, 255), np.uint8)


def _in_candlelight(image: Image, sway: float) -> Image:
    """Return a picture in the shadow of a bottle, whose end sways as the flame does."""
    light = np.ones(image.shape[:2], np.float32)
    end = round(0.39 * image.shape[1] + SWAY * sway), round(0.7 * image.shape[0])
    cv2.line(light, (round(0.23 * image.shape[1]), 0), end, (0.7,), 60)
    return _lit(image, cv2.GaussianBlur(light, (0, 0), 12)[..., None])


def _glaring(image: Image) -> Image:
    rows, columns = np.mgrid[: image.shape[0], : image.shape[1]]
    across = (columns - 0.45 * image.shape[1]) / GLARE_REACH[0]
    along = (rows - 0.5 * image.shape[0]) / GLARE_REACH[1]
    glare = GLARE * np.exp(-(across**2 + along**2))
    return np.asarray(np.clip(image + glare[..., None], 0, 255), np.uint8)


def _zoomed(image: Image, zoom: float) -> Image:
    height, width = image.shape[:2]
    way = cv2.getRotationMatrix2D((width / 2, height / 2), 0.0, zoom)
    drawn = cv2.warpAffine(image, way, (width, height), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(drawn, np.uint8)


def _with_something_restless(
    image: Image, fault: str, number: int, rng: np.random.Generator
) -> Image:
    """Return a picture with what never keeps still beside the board: each frame shows another."""
    shown = image.copy()
    if fault == "clock":
        text = f"{number // 25:05d}.{number % 25:02d}"
        cv2.putText(shown, text, (20, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.5, (255.0,) * 3, 3)
    elif fault == "screen":
        small = rng.uniform(0, 255, (12, 16, 3)).astype(np.uint8)
        size = shown[SCREEN].shape
        shown[SCREEN] = cv2.resize(small, (size[1], size[0]))
    else:
        shown = with_neighbour(image, (image.shape[1] // 2, 0), number / NEIGHBOUR_FPS)
    return shown


def _in_bad_light(image: Image, fault: str, number: int, rng: np.random.Generator) -> Image:
    light, haze = LIGHTS.get(fault, (0.2, 0.0))
    if fault == "dusk":
        light = max(0.1, 1 - number / DUSK_FRAMES)
    elif fault == "lamps":
        light = SWITCHED[number // SWITCHED_FRAMES % len(SWITCHED)]
    grain = rng.normal(0, GRAIN, image.shape)
    shown = np.asarray(np.clip(image * light + haze + grain, 0, 255), np.uint8)
    if fault == "lit-sheet":
        shown[: image.shape[0] // 5, image.shape[1] * 3 // 4 :] = 230
    return shown


def _shaken(image: Image, shift: Any, degrees: float) -> Image:
    height, width = image.shape[:2]
    way = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    way[:, 2] += shift
    shaken = cv2.warpAffine(image, way, (width, height), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(shaken, np.uint8)


def _with_blurred_dice(film: Path, known: Any, image: Image) -> Image:
    still = film.with_name(f"{film.stem}_states") / f"{film.stem}_r{known['render']:03d}.json"
    truth = json.loads(still.read_text("utf-8"))
    result = image.copy()
    homography = np.array(truth["table_homography"])
    for die in truth["dice"]:
        center = np.array([[die["center"]]], np.float64)
        place = cv2.perspectiveTransform(center, np.linalg.inv(homography))
        beside = cv2.perspectiveTransform(place + np.array([die["size_mm"], 0.0]), homography)
        size = float(np.linalg.norm(beside - center))
        x, y = (round(float(value)) for value in center[0, 0])
        reach = round(2.5 * size)
        first, last = (max(y - reach, 0), max(x - reach, 0)), (max(y + reach, 0), max(x + reach, 0))
        part = tuple(map(slice, first, last))
        if result[part].size:  # it may lie outside the picture
            result[part] = cv2.GaussianBlur(result[part], (0, 0), DIE_BLUR * size)
    return result


def follow(
    reader: Reader, film: Path, times: int, blur: bool, fault: str | None = None, seed: int = 0
) -> dict[str, Any]:
    """Follow a film played slowly, and return what became of it."""
    truth = truth_of(film)
    shapes = cache(shape)
    game = LiveGame(reader, Referee(truth.game, truth.players))
    events: list[tuple[dict[str, Any], Any]] = []
    under_hands = wrong = 0
    delays: list[float] = []
    settled: set[int] = set()
    view: TableView | None = None
    clear_since, shown = 0.0, None
    costs = []
    for frame, known in spoilt(played(film, truth, times, blur), fault, seed):
        if shown != (known["hand"], known["state"]):
            clear_since, shown = frame.time, (known["hand"], known["state"])
        began = perf_counter()
        events += [(event.to_json(), known) for event in game.see(frame)]
        costs.append(perf_counter() - began)
        if game.view is None:
            continue
        fresh, view = game.view is not view, game.view
        right = shapes(view.board) == shapes(truth.boards[known["state"]])
        under_hands += fresh and known["hand"]
        wrong += fresh and not right and not view.unsure
        # a table that was bumped, or on which only the die was rolled, is no new view
        if right and not known["hand"] and known["state"] not in settled:
            settled.add(known["state"])
            delays += [frame.time - clear_since] if fresh else []
    events += [(event.to_json(), {"hand": False}) for event in game.film_over()]
    return {
        "film": film.stem,
        "times": times,
        "blur": blur,
        "fault": fault,
        **_judged(truth, [event for event, _ in events]),
        "settled_under_hands": under_hands,
        "wrong_tables": wrong,
        "tables_seen": f"{len(settled)}/{len(truth.boards)}",
        "hands_gone_under_hands": sum(
            known["hand"] for event, known in events if event["event"] == "hands-gone"
        ),
        "delay_median": round(median(delays), 2) if delays else None,
        "delay_most": round(max(delays), 2) if delays else None,
        "looks": sum(cost > 0.1 for cost in costs),
        "seconds": round(sum(costs), 1),
        "slowest_look": round(max(costs), 2),
    }


def _judged(truth: Truth, events: Sequence[dict[str, Any]]) -> dict[str, Any]:
    made = [event for event in events if event["event"] == "move"]
    exact = 0
    for event, (mover, board) in zip(made, truth.moves, strict=False):
        name = mover if mover in truth.players else truth.players[mover != "white"]
        same = shape(board_from_json(event["board"])) == board
        exact += same and event["mover"] == name and event["verdict"]["legal"]
    count = Counter(event["event"] for event in events)
    return {
        "moves_exact": f"{exact}/{len(truth.moves)}",
        "moves_said": len(made),
        "illegal": f"{count['illegal']}/{truth.illegal}",
        "unsure": count["unsure"],
        "camera_moved": count["camera-moved"],
        "hands": count["hands"],
        "questions": count["question"],
    }


def main() -> None:
    """Follow the films and print a line for each."""
    parser = argparse.ArgumentParser(description="How films are followed that are played slowly.")
    parser.add_argument("films", nargs="+", type=Path)
    parser.add_argument("--times", default="1,2,3,6", help="how often each frame is shown")
    parser.add_argument("--blur-dice", action="store_true", help="put every die out of focus")
    parser.add_argument("--fault", choices=FAULTS, help="what is wrong with light or camera")
    parser.add_argument("--seed", type=int, default=0, help="of the noise")
    options = parser.parse_args()
    reader = Reader()
    for times in (int(text) for text in options.times.split(",")):
        for film in options.films:
            found = follow(reader, film, times, options.blur_dice, options.fault, options.seed)
            print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
