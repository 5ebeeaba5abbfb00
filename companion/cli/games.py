"""``palago games``: the games on record: list, export, take in, score sheet, remove."""

from __future__ import annotations

import argparse
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from importlib.resources import files
from pathlib import Path

from companion.cli.data_folder import add_data_option, data_folder
from companion.cli.documents import DocumentError, one_of, read_text
from companion.cli.output import DONE, NOT_ALL_DONE, Status, complain, print_json, show, write_file
from companion.record import ExportFormatError, GameNotFoundError, Games, KeptGame
from companion.storage.database import DataError, connect, prepare
from companion.words.language import gettext as _
from companion.words.language import isolated
from rules import FormatError

_EXAMPLE = """examples:
  palago games
  palago games export 3 --output game.json
  palago games sheet 3 --output game.html
  palago games write 3 --output game.txt
  palago games import game.json
  palago games check
  palago games schema
  palago games forget 3
"""

_WHERE = "where games are kept"
_MOST_LISTED = 1000
Action = Callable[[sqlite3.Connection, argparse.Namespace], Status]


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say what ``palago games`` does and takes."""
    parser.description = "List the games on record, export one, print its score sheet, take one in."
    parser.epilog = _EXAMPLE
    add_data_option(parser, _WHERE)
    parser.add_argument("--json", action="store_true", help="list as JSON, one object a game")
    parser.set_defaults(run=run, act=_list)
    actions = parser.add_subparsers(title="actions", metavar="ACTION")
    for name, act, text in (
        ("export", _export, "write a whole game as one JSON file"),
        ("sheet", _sheet, "write a game's score sheet as a page to print"),
        ("write", _write, "write a game as plain text, one line a turn"),
        ("forget", _forget, "remove a game and its pictures for good"),
    ):
        action = actions.add_parser(name, help=text, description=text[0].upper() + text[1:] + ".")
        action.add_argument("number", type=int, metavar="N", help="the game's number in the list")
        if act is not _forget:
            action.add_argument("--output", type=Path, required=True, metavar="FILE")
        add_data_option(action, _WHERE)
        action.set_defaults(act=act)
    text = "hold every game against what was written"
    action = actions.add_parser("check", help=text, description=text[0].upper() + text[1:] + ".")
    add_data_option(action, _WHERE)
    action.set_defaults(act=_check)
    text = "print the JSON schema of an exported game"
    action = actions.add_parser("schema", help=text, description=text[0].upper() + text[1:] + ".")
    action.set_defaults(run=_print_schema)
    action = actions.add_parser("import", help="take in a game that was exported or written")
    action.add_argument(
        "file", metavar="FILE", help="what export or write wrote; - is standard input"
    )
    add_data_option(action, _WHERE)
    action.set_defaults(act=_import)


def run(options: argparse.Namespace) -> Status:
    """Do what was asked for with the record."""
    data = data_folder(options)
    act: Action = options.act
    try:
        prepare(data)
        with closing(connect(data)) as connection:
            return act(connection, options)
    except (DataError, DocumentError, ExportFormatError, GameNotFoundError) as error:
        complain(str(error))
    return NOT_ALL_DONE


def _print_schema(_options: argparse.Namespace) -> Status:
    """Print what others read games by; no data folder is looked for."""
    print((files("companion.record") / "game.schema.json").read_text("utf-8"), end="")
    return DONE


def _list(connection: sqlite3.Connection, options: argparse.Namespace) -> Status:
    kept = Games(connection).recent(_MOST_LISTED)
    if not kept:
        complain(f"No game is on record in {data_folder(options)}; another folder is --data DIR.")
    for game in kept:
        names = [player.name for player in game.players]
        if options.json:
            ended = game.ended_at.isoformat() if game.ended_at else None
            print_json(
                {
                    "number": game.number,
                    "game": game.game,
                    "players": names,
                    "started_at": game.started_at.isoformat(),
                    "ended_at": ended,
                    "outcome": game.outcome,
                }
            )
            continue
        when = game.started_at.astimezone().strftime("%Y-%m-%d %H:%M")
        state = _("ended") if game.ended_at else _("not ended")
        show(
            f"{game.number:4}  {when}  {game.game:9}  {', '.join(map(isolated, names))}  ({state})"
        )
    return DONE


def _export(connection: sqlite3.Connection, options: argparse.Namespace) -> Status:
    from companion.record.exporting import export_game

    document = export_game(connection, options.number)
    data = json.dumps(document, ensure_ascii=False).encode()
    return DONE if write_file(options.output, data) else NOT_ALL_DONE


def _sheet(connection: sqlite3.Connection, options: argparse.Namespace) -> Status:
    from companion.showing.score_sheet import score_sheet

    games = Games(connection)
    kept = _found(games, options.number)
    page = score_sheet(kept, games.open(options.number).entries())
    return DONE if write_file(options.output, page.encode()) else NOT_ALL_DONE


def _write(connection: sqlite3.Connection, options: argparse.Namespace) -> Status:
    from companion.live.errors import TableError
    from companion.live.written_games import written_game
    from rules import format_game

    games = Games(connection)
    kept = _found(games, options.number)
    try:
        text = format_game(written_game(kept, games.open(options.number)))
    except TableError as error:
        complain(str(error))
        return NOT_ALL_DONE
    return DONE if write_file(options.output, text.encode()) else NOT_ALL_DONE


def _import(connection: sqlite3.Connection, options: argparse.Namespace) -> Status:
    from companion.live.taken_in import document_in
    from companion.record.importing import import_game

    decoded = partial(one_of, name=options.file, what="one game")
    try:
        document = document_in(read_text(options.file), decoded)
    except FormatError as error:
        complain(f"{options.file}: {error}")
        return NOT_ALL_DONE
    number = import_game(connection, document)
    print(_("Taken in as game {number}.", number=number))
    return DONE


def _check(connection: sqlite3.Connection, options: argparse.Namespace) -> Status:
    from companion.record.chain import unsealed
    from companion.record.checking import damages, file_fault, sentence

    fault = file_fault(connection)
    if fault is not None:
        complain(f"The file of the record is damaged ({fault}): start the companion anew.")
    wrong = {damage.game: str(sentence(damage)) for damage in damages(connection)}
    early = set(unsealed(connection))
    for game in Games(connection).recent(_MOST_LISTED):
        problem = wrong.get(game.number)
        if options.json:
            whole = None if game.number in early else problem is None
            print_json({"number": game.number, "whole": whole, "problem": problem})
        elif game.number in early:
            print(f"{game.number:4}  not linked yet: start the companion once")
        else:
            print(f"{game.number:4}  {problem or 'whole'}")
    return DONE if fault is None and not wrong else NOT_ALL_DONE


def _forget(connection: sqlite3.Connection, options: argparse.Namespace) -> Status:
    from companion.live.forgetting import forget_game
    from companion.photos.labelled_folder import LabelledFolder, LabellingError

    _found(Games(connection), options.number)
    try:
        forget_game(connection, LabelledFolder(data_folder(options)), options.number)
    except LabellingError as error:
        complain(str(error))
        return NOT_ALL_DONE
    return DONE


def _found(games: Games, number: int) -> KeptGame:
    kept = games.find(number)
    if kept is None:
        raise GameNotFoundError(f"There is no game {number}; `palago games` lists those there are.")
    return kept
