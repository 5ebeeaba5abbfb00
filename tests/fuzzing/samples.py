"""What is valid for each parser: games, requests, profiles and pictures, to be spoilt."""

from __future__ import annotations

import io
import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import PIL.Image

from companion.photos.correction import confirmation, correction_to_json
from rules import Board, applied, board_to_json, parse_move
from tests.companion.conftest import reading_of_truth
from tests.companion.live.games import MATCHING, OPENING, by_hand
from vision.profiles.color_profile import (
    ColorProfile,
)
from vision.profiles.die_profile import (
    FACE_SIDE,
    DieProfile,
    FacePicture,
)
from vision.profiles.lens_profile import (
    LensAccuracy,
    LensProfile,
)

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "sample_images"
SAMPLE = "palagonia_1_r039"


def moves_on_file() -> list[Any]:
    lines = [
        line
        for game in ("palago", "palagem", "palagonia")
        for line in (ROOT / f"tests/rules/data/{game}.jsonl").read_text("utf-8").splitlines()[:12]
    ]
    return [json.loads(line) for line in lines]


def exported_game() -> dict[str, Any]:
    """Return a short game that was exported, with a picture and a reading."""
    board = board_to_json(opened_board())
    noise = np.random.default_rng(1).integers(0, 255, (48, 64, 3), np.uint8)
    jpeg = encoded(noise, "JPEG")
    reading = reading_of_truth(SAMPLES / f"{SAMPLE}.json").to_json("frame 1")
    view = {"board": board, "unsure": [], "hidden": [], "others": [], "dice": []}
    placed = board["tiles"]
    move = {"number": 1, "mover": "Ann", "placed": placed, "removed": [], "rotated": []}
    at = "2026-01-31T19:30:12.531+00:00"
    shared = {"t": 1.0, "at": at, "frame": 3}
    seen = {"number": 1, "source": "input", "kind": "settled", "data": view, "after": 1}
    done = {"number": 2, "source": "event", "kind": "move", "cause": 1, "before": 1}
    decided = {"number": 3, "source": "input", "kind": "set-tile", "t": 2.0, "at": at}
    return {
        "format": "palago-game",
        "version": 1,
        "uid": "0" * 32,
        "game": "palago",
        "options": {"placement": "pair"},
        "players": [{"name": "Ann", "color": "white"}, {"name": "Bob", "color": None}],
        "started_at": at,
        "ended_at": None,
        "entries": [
            {**shared, **seen, "reading": {**reading, "projection": None}},
            {**shared, **done, "data": {**move, "board": board, "verdict": {"legal": True}}},
            {**decided, "data": {"cell": [0, 0], "orientation": 3}},
        ],
        "pictures": [
            {
                "number": 1,
                "sha256": sha256(jpeg).hexdigest(),
                "width": 64,
                "height": 48,
                "jpeg": b64encode(jpeg).decode(),
            }
        ],
    }


def opened_board() -> Any:
    """Return the board after an opening."""
    return applied(parse_move(OPENING), Board({}))


SOURCES = (
    {"kind": "camera", "number": 0},
    {"kind": "stream", "url": "rtsp://a/b"},
    {"kind": "demo"},
    {"kind": "hand"},
)


SMALL_BODIES = (
    {"role": "camera"},
    {"token": "a" * 32, "game": 1},
    {"kept": "a-day"},
    {"name": "rabbit"},
    {"entry": 1},
)


def new_games() -> list[Any]:
    rolls = {"A": 1, "B": 2, "C": 6}
    palagonia = {**by_hand("palagonia", "ABC"), "starting_rolls": rolls}
    return [by_hand("palago"), by_hand("palagem"), palagonia]


def decisions() -> list[Any]:
    tiles = board_to_json(opened_board())["tiles"]
    return [
        {"kind": "set-tile", "data": {"cell": [0, 1], "orientation": 3}},
        {"kind": "vote", "data": {"row": 1, "value": 3}},
        {"kind": "answer", "data": {"choice": 0, "question": 3}},
        {"kind": "claim", "data": {"player": "A", "kind": "win"}},
        {"kind": "set-palagem", "data": {"player": "A", "tiles": tiles}},
        *({"kind": kind, "data": {}} for kind in ("take-back", "pause", "resume", "end-turn")),
    ]


def laid_tables() -> list[Any]:
    board = board_to_json(opened_board())
    next_tiles = board_to_json(Board(parse_move(MATCHING).placed))["tiles"]
    changed = {"placed": next_tiles, "removed": [[0, 0]], "ordered": True, "die": 3}
    return [{"board": board}, changed]


@cache
def bodies() -> tuple[Any, ...]:
    """Return JSON that requests may bring."""
    reading = reading_of_truth(SAMPLES / f"{SAMPLE}.json")
    correction = correction_to_json(confirmation(reading))
    return (*new_games(), *decisions(), *laid_tables(), *SOURCES, *SMALL_BODIES, correction)


def wanted_at(last: str) -> tuple[Any, ...]:
    """Return the JSON that is wanted at addresses that end so; any where none is wanted."""
    wanted: dict[str, Sequence[Any]] = {
        "games": new_games(),
        "decisions": decisions(),
        "table": laid_tables(),
        "source": SOURCES,
        "correction": bodies()[-1:],
    }
    return tuple(wanted.get(last, bodies()))


def lenses() -> list[Any]:
    accuracy = LensAccuracy(**{field.name: 9 for field in fields(LensAccuracy)})
    bent = (-0.2, 0.05, 0.0, 0.0, 0.0)
    lens = LensProfile("phone", 640, 480, (500.0, 500.0), (320.0, 240.0), bent, accuracy)
    return [lens.to_json()]


def color_profiles() -> list[Any]:
    profile = ColorProfile("phone", (230, 228, 220), (40, 80, 160), (120, 90, 60), 40.0, 12)
    return [profile.to_json()]


def dice() -> list[Any]:
    noise = np.random.default_rng(5)
    faces = noise.integers(0, 256, (6, FACE_SIDE, FACE_SIDE, 3), np.uint8)
    pictures = tuple(FacePicture(value, face) for value, face in enumerate(faces, 1))
    return [DieProfile("rabbit", pictures).to_json()]


def encoded(image: Any, kind: str, **how: Any) -> bytes:
    file = io.BytesIO()
    PIL.Image.fromarray(image).save(file, kind, **how)
    return file.getvalue()


@cache
def small_pictures() -> tuple[bytes, ...]:
    """Return a picture in every format, JPEG first."""
    noise = np.random.default_rng(2).integers(0, 255, (30, 40, 3), np.uint8)
    image = np.kron(noise, np.ones((4, 4, 1), np.uint8))
    exif = PIL.Image.Exif()
    exif[0x010F], exif[0x0110] = "Acme", "Wide 3"
    return (
        *(encoded(image, "JPEG", quality=80, exif=exif, progressive=p) for p in (False, True)),
        *(encoded(image, kind) for kind in ("PNG", "WEBP", "GIF", "BMP", "TIFF")),
        encoded(image[:, :, 0], "PNG"),
    )
