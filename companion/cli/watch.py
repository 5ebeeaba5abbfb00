"""``palago watch``: follow a live game from a camera, a stream or a video file."""

from __future__ import annotations

import argparse
import signal
from collections.abc import Iterable
from contextlib import ExitStack
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

from companion.cli.data_folder import add_data_option, data_folder
from companion.cli.output import DONE, NOT_ALL_DONE, WRONG_USAGE, Status, complain, print_json
from companion.cli.profiles import add_profile_options, chosen_profiles
from companion.words.language import ENGLISH, LANGUAGES, speaking

if TYPE_CHECKING:
    from companion.live.live_game import LiveGame
    from companion.referee import Event
    from rules.messages import Said

_EXAMPLE = """SOURCE is the number of a camera (0 is the first), the address of a stream, or a video
file. A game from a camera or a stream is kept in the data folder, one from a file only with --data.

examples:
  palago watch 0 --game palago --players Ann,Ben
  palago watch game.mp4 --game palagonia --players Ann,Ben,Cleo --json --speed max
  palago watch rtsp://192.168.0.7/live --game palagem --players Ann,Ben --option mode=claim
  palago watch 0 --resume
"""


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say what ``palago watch`` does and takes."""
    parser.description = "Follow a game on the table, rule on every move, and keep it on record."
    parser.epilog = _EXAMPLE
    parser.add_argument("source", metavar="SOURCE", help="camera number, stream address or video")
    parser.add_argument("--game", metavar="G", help="palago, palagem or palagonia")
    parser.add_argument(
        "--players", metavar="A,B,C", help="their names in the order of play; in Palago white first"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, as palago judge takes them; may be given again",
    )
    parser.add_argument(
        "--speed",
        choices=["real", "max"],
        default="real",
        help="play a file in its own time, or as fast as it can be used (default: %(default)s)",
    )
    parser.add_argument("--resume", action="store_true", help="go on with the last game on record")
    add_data_option(parser, "where the game is kept")
    parser.add_argument(
        "--language",
        choices=sorted(LANGUAGES),
        default=ENGLISH,
        help="the language of what is said (default: %(default)s)",
    )
    add_profile_options(parser, camera="(default: the camera or the stream watched)")
    parser.add_argument("--json", action="store_true", help="print one JSON object an event")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> Status:
    """Follow the game until the source ends or somebody stops it."""
    # These take a moment to load, which `palago --help` need not wait for.
    from calibration.keeping import ProfileFileError
    from companion.record import EntryError
    from companion.sources import SourceError, VideoFile, open_source
    from companion.storage.database import DataError
    from rules import FormatError, GameError

    if not options.resume and not (options.game and options.players):
        complain("Say what is played by whom: --game palago --players Ann,Ben (or --resume).")
        return WRONG_USAGE
    try:
        given = dict(_option(text) for text in options.option)
        source = open_source(options.source, fast=options.speed == "max")
    except (SourceError, ValueError) as error:
        complain(str(error))
        return WRONG_USAGE
    with ExitStack() as closing:
        closing.callback(source.close)
        kept = options.resume or options.data is not None or not isinstance(source, VideoFile)
        try:
            game = _game(options, given, kept, closing)
        except (DataError, EntryError, FormatError, GameError, ProfileFileError) as error:
            complain(str(error))
            return WRONG_USAGE
        signal.signal(signal.SIGTERM, _stop)
        return _follow(game, source, None if options.json else options.language)


def _game(
    options: argparse.Namespace, given: dict[str, Any], kept: bool, closing: ExitStack
) -> LiveGame:
    """Start the game, or take up the last one on record."""
    import contextlib

    from companion.live.live_game import LiveGame, go_on_with
    from companion.record import Games, Player
    from companion.referee import Referee
    from companion.sources.opening import source_camera
    from companion.storage.database import connect, prepare
    from rules import GameError
    from vision.readers.reader import Reader

    profiles = chosen_profiles(options)
    camera = options.camera or source_camera(options.source)
    games = None
    if kept:
        data = data_folder(options)
        prepare(data)
        games = Games(closing.enter_context(contextlib.closing(connect(data))))
    if options.resume:
        assert games is not None
        found = games.resume()
        if found is None:
            raise GameError("No game on record is unfinished; start one with --game and --players.")
        last, its_log = found
        players = [player.name for player in last.players]
        referee = Referee(last.game, players, last.options)
        return go_on_with(Reader(), referee, its_log, profiles=profiles, camera=camera)
    names = [name.strip() for name in options.players.split(",")]
    referee = Referee(options.game, names, given)
    log = games.start(options.game, [Player(n) for n in names], given) if games else None
    return LiveGame(Reader(), referee, log, profiles=profiles, camera=camera)


def _follow(game: LiveGame, source: Iterable[Any], language: str | None) -> Status:
    from companion.sources import Frame

    said: set[Said] = set()
    try:
        for item in source:
            for event in game.see(item) if isinstance(item, Frame) else game.interrupted(item):
                _say(event, language)
            for remark in set(game.remarks) - said:
                complain(str(remark))
                said.add(remark)
    except KeyboardInterrupt:
        complain("Stopped.")
    return NOT_ALL_DONE if game.referee.is_wrong else DONE


def _say(event: Event, language: str | None) -> None:
    """Print an event for people, or as JSON where there is no language to say it in."""
    if language is None:
        print_json(event.to_json())
        return
    minutes, seconds = divmod(int(event.t), 60)
    with speaking(language):
        lines = _lines(event)
    for line in lines:
        print(f"{minutes:3}:{seconds:02}  {line}", flush=True)


def _lines(event: Event) -> list[str]:
    """Return what the page says of an event, with the places that a page would show."""
    from companion.referee.events import IllegalTable, MoveMade
    from companion.showing.announcements import announce

    lines = announce(event).sentences
    if isinstance(event, MoveMade):
        lines = [f"{event.number}. {lines[0]}", *lines[1:]]
    wrong = event.violations if isinstance(event, IllegalTable | MoveMade) else ()
    cells = sorted({cell for violation in wrong for cell in violation.cells})
    return [*lines, ", ".join(f"({q}, {r})" for q, r in cells)] if cells else lines


def _option(text: str) -> tuple[str, Any]:
    """Return an option's name and value: a number, yes or no, else text."""
    import json

    name, equals, value = text.partition("=")
    if not equals or not name:
        raise ValueError(f"{text!r} is no option; write NAME=VALUE, as in --option size=24.")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _stop(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt
