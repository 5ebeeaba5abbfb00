"""The sample videos: games that can be played without a camera, to see how it goes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from companion.photos.samples import FOLDER

VIDEOS = FOLDER / "videos"
DEMO = "demo"
"""The option of a game on record that names the sample video it was played in."""
_INDEX = "index.json"


@dataclass(frozen=True)
class Demo:
    """A sample video: its file, and the game that is played in it."""

    name: str
    path: Path
    game: str
    players: tuple[str, ...]
    caption: str


def all_demos(folder: Path = VIDEOS) -> tuple[Demo, ...]:
    """Return the sample videos in a folder, in the order of its index."""
    index = folder / _INDEX
    entries = json.loads(index.read_text("utf-8")) if index.is_file() else []
    return tuple(
        Demo(
            name=entry["name"],
            path=folder / f"{entry['name']}.mp4",
            game=entry["game"],
            players=tuple(entry["players"]),
            caption=entry["caption"],
        )
        for entry in entries
    )
