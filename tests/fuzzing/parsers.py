"""Every parser there is, with what is valid for it and the errors that it may raise."""

from __future__ import annotations

import io
import json
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

from calibration.keeping import ProfileFileError, load_colors, load_die, load_lens
from calibration.printing.colors import ColorError, colors_from_text
from companion.cli import main
from companion.cli.documents import documents
from companion.live.choice import choice_from_json, choice_from_text
from companion.live.errors import StartError, TableError
from companion.photos.correction import confirmation, correction_from_json, correction_to_json
from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.record import ExportFormatError, GameExistsError, Games
from companion.record.exporting import export_game
from companion.record.importing import import_game
from companion.record.pictures import without_notes
from companion.referee.event_reading import event_from_json
from companion.referee.events import UnknownEvent
from companion.referee.inputs import give, sighting_of
from companion.referee.referee import Referee
from companion.security.passes import PassError, Passes, Role
from companion.storage import database
from companion.web import create_app
from companion.web.bodies.calibrating import CalibrationRequest
from companion.web.bodies.correcting import Correction
from companion.web.bodies.dice import DieRequest
from companion.web.bodies.keeping import Keeping
from companion.web.bodies.phones import Invitation, TokenShown
from companion.web.bodies.playing import Misreading, decision_from_json, laid_from_json
from companion.web.bodies.sources import SourceChoice
from companion.web.bodies.starting import request_from_json
from rules import FormatError, GameError, board_from_json, parse_move
from rules.diagram import DiagramError, board_from_diagram, board_to_diagram
from rules.game_json import game_from_json
from rules.judging import verdict_from_json
from rules.messages import said_from_json
from tests.companion.conftest import TruthReader, reading_of_truth
from tests.companion.live.games import CLOSING, MATCHING, OPENING, THIRD
from tests.fuzzing.mutating import spoilt_bytes, spoilt_json, spoilt_text, written
from tests.fuzzing.samples import (
    SAMPLE,
    SAMPLES,
    SMALL_BODIES,
    SOURCES,
    color_profiles,
    decisions,
    dice,
    exported_game,
    laid_tables,
    lenses,
    moves_on_file,
    new_games,
    opened_board,
    small_pictures,
)
from vision.evaluation.labelled_photos import truth_from_json
from vision.pictures.camera_name import camera_of
from vision.pictures.image_header import HeaderError, read_header
from vision.pictures.images import ImageError, decode_image
from vision.profiles.color_profile import (
    ColorProfileError,
    color_profile_from_json,
)
from vision.profiles.die_profile import (
    DieProfileError,
    die_profile_from_json,
)
from vision.profiles.lens_profile import (
    LensProfileError,
    lens_profile_from_json,
)
from vision.reading import reading_from_json


@dataclass(frozen=True)
class Parser:
    """A parser: what it takes, how that is spoilt, and what it may raise.

    ``share`` says how many of all inputs it gets, more or fewer than others.
    """

    name: str
    valid: Sequence[Any]
    spoil: Callable[[Any, Sequence[Any], Random], Any]
    read: Callable[[Any], object]
    errors: tuple[type[Exception], ...]
    share: float = 1.0

    def input(self, chance: Random) -> Any:
        """Return a spoilt input."""
        return self.spoil(chance.choice(self.valid), self.valid, chance)


def parsers(folder: Path | None = None) -> tuple[Parser, ...]:
    """Return all parsers; what they write goes to a folder."""
    work = folder or Path(mkdtemp(prefix="palago-fuzzing-"))
    return (*_of_rules(), *_of_games(work), *_of_bodies(), *_of_files(work), *_of_pictures())


def _json_parser(
    name: str,
    valid: Sequence[Any],
    read: Callable[[Any], object],
    *errors: type[Exception],
    share: float = 1.0,
) -> Parser:
    return Parser(name, valid, spoilt_json, read, errors, share)


def _of_rules() -> list[Parser]:
    moves = moves_on_file()
    boards = [move["before"] for move in moves] + [move["after"] for move in moves]
    diagrams = [board_to_diagram(board_from_json(board)) for board in boards[:6]]
    game = {
        "game": "palago",
        "players": ["Ann", "Bob"],
        "options": {},
        "moves": [OPENING, MATCHING, THIRD, CLOSING],
    }
    said = {"code": "too-few", "values": {"count": 3, "cells": [[0, 1]]}}
    return [
        _json_parser("board", boards, board_from_json, FormatError, share=2),
        _json_parser("move", moves, verdict_from_json, FormatError, share=2),
        _json_parser("game", [game], game_from_json, FormatError, GameError),
        _json_parser("message", [said], lambda data: said_from_json(data, "It is so.")),
        Parser(
            "notation",
            [OPENING, MATCHING, THIRD, CLOSING, "0,0=0>2 then 1,-1=4", "-1,2x 0,0=3"],
            spoilt_text,
            parse_move,
            (FormatError,),
            share=2,
        ),
        Parser("diagram", diagrams, spoilt_text, board_from_diagram, (DiagramError, FormatError)),
    ]


def _of_games(work: Path) -> list[Parser]:
    document = exported_game()
    events = [e["data"] | {"event": e["kind"], "t": e["t"]} for e in document["entries"]]
    sightings = [e for e in document["entries"] if e["source"] == "input"]
    database.prepare(work / "imported")
    connection = database.connect(work / "imported")
    connection.execute("PRAGMA synchronous = OFF")
    return [
        _json_parser("event", events, _event_and_back, FormatError, share=2),
        _json_parser("input", sightings, _given, FormatError, GameError, share=2),
        _json_parser(
            "imported game",
            [document],
            partial(_taken_in, connection),
            ExportFormatError,
            GameExistsError,
            share=2,
        ),
        _json_parser("imported game on its pages", [document], _shown(work / "shown"), share=0.5),
    ]


_PAGES = (
    *("/api/games/{0}", "/api/games/{0}/moves/1", "/api/games/{0}/overlay"),
    *("/api/games/{0}/overlay?entry=2", "/api/games/{0}/record", "/api/games/{0}/rulings/2"),
    *("/api/games/{0}/score-sheet", "/games/{0}", "/games/{0}/review", "/games/{0}/moves/1"),
    *("/games/{0}/record", "/games/{0}/table", "/api/games", "/"),
)


def _shown(data: Path) -> Callable[[Any], None]:
    """Return what takes a game in and asks for all that there is to see of it."""
    reader: Any = TruthReader(SAMPLES)
    app = create_app(data, PhotoQueue(reader), Samples(SAMPLES))
    client = app.test_client()

    def show(document: Any) -> None:
        with closing(database.connect(data)) as connection:
            connection.execute("PRAGMA synchronous = OFF")
            try:
                number = import_game(connection, document)
            except (ExportFormatError, GameExistsError):
                return
        try:
            for page in _PAGES:
                answer = client.get(page.format(number))
                assert answer.status_code < 500, f"{page}: {answer.get_data(as_text=True)}"
            hand = {"kind": "hand"}
            assert client.put(f"/api/games/{number}/source", json=hand).status_code < 500
            assert client.post(f"/api/games/{number}/misreadings", json={}).status_code < 500
        finally:
            assert client.delete(f"/api/games/{number}").status_code == 204

    return show


def _event_and_back(data: Any) -> None:
    """Read an event, which never fails: what cannot be read is unknown; then write it again."""
    if not isinstance(data, dict):
        return
    event = event_from_json(data)
    if not isinstance(event, UnknownEvent):
        json.dumps(event.to_json())


def _given(entry: Any) -> None:
    if not isinstance(entry, dict) or not isinstance(entry.get("kind"), str):
        return
    data = entry.get("data")
    sighting_of(entry["kind"], data)  # type: ignore[arg-type]
    referee = Referee("palago", ["Ann", "Bob"])
    give(referee, entry["kind"], data, 1.0, 1)  # type: ignore[arg-type]


def _taken_in(connection: sqlite3.Connection, document: Any) -> None:
    number = import_game(connection, document)
    try:
        export_game(connection, number)
    finally:
        Games(connection).forget(number)


def _of_bodies() -> list[Parser]:
    reading = reading_of_truth(SAMPLES / f"{SAMPLE}.json")
    correction = correction_to_json(confirmation(reading))
    kinds = (Invitation, TokenShown, Keeping, DieRequest, CalibrationRequest, Misreading)

    def any_body(data: Any) -> None:
        for kind in kinds:
            with suppress(FormatError):
                kind.of(data)

    return [
        _json_parser("new game", new_games(), request_from_json, FormatError),
        _json_parser("decision", decisions(), decision_from_json, FormatError),
        _json_parser(
            "laid table",
            laid_tables(),
            lambda d: laid_from_json(d).boards(opened_board()),
            FormatError,
            GameError,
            TableError,
        ),
        _json_parser("source", SOURCES, lambda d: SourceChoice.of(d).chosen(), FormatError),
        _json_parser("small bodies", [*SMALL_BODIES, *laid_tables()], any_body),
        _json_parser(
            "correction",
            [correction],
            lambda d: (Correction.of(d), correction_from_json(d, reading)),
            FormatError,
            share=2,
        ),
        _json_parser("reading", [reading.to_json("a")], _reading, ValueError),
        _json_parser("kept source", SOURCES, _kept_source, StartError),
    ]


def _reading(data: Any) -> None:
    if isinstance(data, dict):
        reading_from_json(data)


def _kept_source(data: Any) -> None:
    if isinstance(data, dict):
        choice_from_json(data)


def _of_files(work: Path) -> list[Parser]:
    file = work / "document.json"
    profile = partial(_json_file, file)
    moves = moves_on_file()[:6]
    truth = json.loads((SAMPLES / f"{SAMPLE}.json").read_text("utf-8"))
    passes = Passes(b"k" * 32)
    given = passes.redeem(passes.invite(3, Role.PLAYER).text).text
    photos = passes.sign_photos([1, 2, 3])
    lines = [json.dumps(move) for move in moves]
    boards = [json.dumps(move["before"]) for move in moves]

    def check_pass(text: str) -> None:
        passes.check(text)
        passes.photos_of(text)
        passes.redeem(text)

    def command(*arguments: str) -> Callable[[Any], None]:
        def run(data: Any) -> None:
            file.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "replace"))
            with redirect_stdout(_Stream()), redirect_stderr(_Stream()) as told:
                status = main([*arguments, str(file)])
            assert status in (0, 1, 2), status
            assert status == 0 or arguments[0] in ("judge", "score") or told.getvalue()

        return run

    as_file = lambda data, others, chance: written(spoilt_json(data, others, chance), chance)  # noqa: E731
    return [
        Parser("pass", [given, photos], spoilt_text, check_pass, (PassError,)),
        Parser(
            "colours",
            ["#eeece8,#2a4fa0", "white=#fff blue=navy"],
            spoilt_text,
            colors_from_text,
            (ColorError,),
        ),
        Parser(
            "source in words",
            ["0", "rtsp://a/b", "phone", "a.mp4"],
            spoilt_text,
            choice_from_text,
            (StartError,),
        ),
        Parser(
            "documents",
            [*lines, "\n".join(lines)],
            spoilt_text,
            lambda text: list(documents(text, "a")),
            (),
        ),
        _json_parser("lens", lenses(), lens_profile_from_json, LensProfileError),
        _json_parser(
            "colour profile", color_profiles(), color_profile_from_json, ColorProfileError
        ),
        _json_parser("die", dice(), die_profile_from_json, DieProfileError),
        Parser(
            "lens file",
            lenses(),
            as_file,
            lambda d: load_lens(profile(d)),
            (ProfileFileError,),
            0.5,
        ),
        Parser(
            "colour file",
            color_profiles(),
            as_file,
            lambda d: load_colors(profile(d)),
            (ProfileFileError,),
            0.5,
        ),
        Parser(
            "die file", dice(), as_file, lambda d: load_die(profile(d)), (ProfileFileError,), 0.5
        ),
        _json_parser("truth", [truth], truth_from_json, FormatError, ValueError),
        Parser("palago judge", lines, spoilt_text, command("judge", "--json"), (), 0.5),
        Parser("palago score", boards, spoilt_text, command("score", "--json"), (), 0.5),
    ]


class _Stream(io.StringIO):
    """A text stream that can be told how to write, as those of a process."""

    def reconfigure(self, **_how: Any) -> None:
        """Take it as it is."""


def _json_file(file: Path, data: bytes) -> Path:
    file.write_bytes(data)
    return file


def _of_pictures() -> list[Parser]:
    pictures = small_pictures()
    jpegs = pictures[:2]

    def decode(data: bytes) -> None:
        decode_image(data, "The picture", 16_000_000)

    def notes(data: bytes) -> None:
        read_header(data)
        without_notes(data)

    return [
        Parser("picture", pictures, spoilt_bytes, decode, (ImageError,), 4),
        Parser("header of a picture", pictures, spoilt_bytes, read_header, (HeaderError,), 2),
        Parser("camera of a photo", jpegs, spoilt_bytes, camera_of, ()),
        Parser(
            "notes of a picture",
            jpegs,
            spoilt_bytes,
            notes,
            (HeaderError, ImageError, OSError, ValueError, SyntaxError),
        ),
    ]
