"""``palago watch``: follow a live game from a camera, a stream or a video file."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

from calibration.languages import ENGLISH, LANGUAGES
from companion.cli.data_folder import add_data_option, data_folder
from companion.cli.output import DONE, NOT_ALL_DONE, WRONG_USAGE, Status, complain
from companion.cli.profiles import add_profile_options, chosen_profiles
from companion.cli.telling import Teller
from rules.fields import quoted
from rules.json_text import decoded_json
from rules.messages import listed

if TYPE_CHECKING:
    from companion.cli.answers import Answers
    from companion.live.live_game import LiveGame
    from companion.referee.states import State
    from rules.messages import Said

_EXAMPLE = """SOURCE is the number of a camera (0 is the first), the address of a stream, or a video
file. A game from a camera or a stream is kept in the data folder, one from a file only with --data.

examples:
  palago watch 0 --game palago --players Ann,Ben
  palago watch game.mp4 --game palagonia --players Ann,Ben,Cleo --json --speed max
  palago watch rtsp://192.168.0.7/live --game palagem --players Ann,Ben --option mode=claim
  palago watch 0 --resume

On a terminal questions are answered by what is typed: the number or the roll that is printed before
an answer, t or r where table and record differ, u to take back, s to let stand, e to end the turn.
"""
_TO_READ_S = 1.0
"""Nobody reads a question and types an answer to it in less; a program at the other end may."""
_SETTLED = ("game", "players", "option")
"""What a game that is gone on with has from its start."""
_NOTHING_SEEN = (
    "In the whole film no table could be read: have all of it in the picture and in good light, and"
    " try a photo of it with palago read."
)


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
    parser.add_argument(
        "--resume",
        action="store_true",
        help="go on with the last game on record, as it was started",
    )
    add_data_option(parser, "where the game is kept")
    parser.add_argument(
        "--language",
        choices=tuple(LANGUAGES),
        default=ENGLISH,
        help="the language of what is said (default: %(default)s)",
    )
    add_profile_options(parser, camera="(default: the camera or the stream watched)")
    parser.add_argument("--json", action="store_true", help="print one JSON object an event")
    parser.add_argument(
        "--answers",
        action="store_true",
        help="take answers from standard input, as a terminal's are without it (? says which)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> Status:
    """Follow the game until the source ends or somebody stops it."""
    # These take a moment to load, which `palago --help` need not wait for.
    from calibration.keeping import ProfileFileError
    from companion.record import EntryError
    from companion.sources import SourceError, VideoFile, open_source
    from companion.storage.database import DataError
    from rules import FormatError, GameError

    settled = [
        name for name in _SETTLED if options.resume and getattr(options, name) not in (None, [])
    ]
    if settled:
        names = listed([f"--{name}" for name in settled])
        complain(f"A game that is resumed keeps its game, players and options: leave out {names}.")
        return WRONG_USAGE
    if not options.resume and not (options.game and options.players):
        complain("Say what is played by whom: --game palago --players Ann,Ben (or --resume).")
        return WRONG_USAGE
    try:
        given = _options(options)
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
        language = None if options.json else options.language
        return _follow(game, source, Teller(language), _answers(options))


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


def _answers(options: argparse.Namespace) -> Answers | None:
    """Listen to what is typed on a terminal, or wherever answers are to come from."""
    from companion.cli.answers import Answers, typed_lines

    is_terminal = sys.stdin is not None and sys.stdin.isatty()
    if not options.answers and (options.json or not is_terminal):
        return None
    if hasattr(signal, "SIGTTIN"):
        # sent to the background, the game is followed all the same
        signal.signal(signal.SIGTTIN, signal.SIG_IGN)
    if not is_terminal:
        return Answers(typed_lines(sys.stdin))
    return Answers(typed_lines(sys.stdin), to_read_s=_TO_READ_S, says_how=not options.json)


def _follow(
    game: LiveGame, source: Iterable[Any], teller: Teller, answers: Answers | None = None
) -> Status:
    """Follow the game; where the record cannot be gone on with, say so, and what is kept stays."""
    from companion.record import EntryError, GameNotFoundError
    from companion.sources import Frame, VideoFile
    from companion.storage.database import DataError

    said: set[Said] = set()
    try:
        for item in source:
            events = game.see(item) if isinstance(item, Frame) else game.interrupted(item)
            teller.tell(events, _state(game))
            if answers is not None:
                _take(answers, game, teller)
            for remark in set(game.remarks) - said:
                complain(str(remark))
                said.add(remark)
        if isinstance(source, VideoFile):
            teller.tell(game.film_over(), _state(game))
            if not game.referee.ready:
                complain(_NOTHING_SEEN)
                return NOT_ALL_DONE
    except KeyboardInterrupt:
        complain("Stopped.")
    except GameNotFoundError:
        complain("The game was removed from the record while it was followed: start another one.")
        return NOT_ALL_DONE
    except (DataError, EntryError) as error:
        complain(str(error))
        return NOT_ALL_DONE
    return NOT_ALL_DONE if game.referee.is_wrong else DONE


def _state(game: LiveGame) -> State | None:
    """Return what the referee is doing; None before it has seen the table."""
    return game.referee.state if game.referee.ready else None


def _take(answers: Answers, game: LiveGame, teller: Teller) -> None:
    """Take what was typed meanwhile for decisions."""
    from companion.cli.answers import HELP, HINT, UnintelligibleError, decided
    from rules import GameError

    for typed in answers.typed():
        try:
            decision = decided(typed, game.referee)
            if decision is not None:
                teller.tell(game.decide(decision.kind, decision.data), _state(game))
            elif typed.line.strip():
                print(*HELP, sep="\n", file=sys.stderr)
        except (UnintelligibleError, GameError) as error:
            complain(str(error))
    answers.asked = game.referee.question
    if answers.says_how and (answers.asked is not None or game.referee.lacks_roll):
        answers.says_how = False
        print(HINT, file=sys.stderr)
    answers.last_move = len(game.referee.ledger.moves) if game.referee.ready else 0


def _options(options: argparse.Namespace) -> dict[str, Any]:
    """Return the options of the game: each a number, yes or no, else text.

    Raises
    ------
    ValueError
        If one is not written so, the game has none of that name, or it is given twice; the text
        says what to write.
    """
    from companion.referee.setup import OPTIONS

    given: dict[str, Any] = {}
    for text in options.option:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise ValueError(
                f"{quoted(text)} is no option; write NAME=VALUE, as in --option size=24."
            )
        known = OPTIONS.get(options.game)
        if known is not None and name not in known:
            raise ValueError(
                f"{options.game} has no option {quoted(name)}; its options are {listed(known)}."
            )
        if name in given:
            raise ValueError(f"--option {name} is given twice; leave one of the two out.")
        given[name] = _value(value)
    return given


def _value(text: str) -> Any:
    try:
        return decoded_json(text)
    except (ValueError, RecursionError):
        return text


def _stop(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt
