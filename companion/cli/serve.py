"""``palago serve``: the companion page."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from companion.cli.data_folder import add_data_option, data_folder
from companion.cli.memory import give_back_freed_memory, share_memory_among_threads
from companion.cli.output import DONE, WRONG_USAGE, Status, complain
from companion.cli.profiles import add_profile_options, chosen_profiles
from companion.cli.stop_signals import StopSignals
from companion.security.ports import HTTPS_PORT

if TYPE_CHECKING:
    from flask import Flask

    from companion.live import Tables
    from companion.storage.folder_lock import FolderLock
    from companion.web.phone_access import PhoneAccess
    from companion.web.server import CompanionServer

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000
_HIGHEST_PORT = 65535
_LOOK_S = 0.5
"""How often it is looked whether the server still runs, in seconds."""
_GIVING_BACK_S = 30.0
"""How often freed memory is given back, in seconds."""

_EXAMPLE = """The page is for this machine alone. With --phone, or once the page lets in phones,
those of the network that scan its code can be a camera, over HTTPS; with --host 0.0.0.0 everybody
on the network can open the pages of photos besides. Games and pictures never leave this machine.

examples:
  palago serve
  palago serve --phone
  palago serve --port 9000 --data ~/palago
"""


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say what ``palago serve`` does and takes."""
    parser.description = "Start the companion page and print its address. Ctrl-C stops it."
    parser.epilog = _EXAMPLE
    parser.add_argument(
        "--host", default=DEFAULT_HOST, help="address to serve on (default: %(default)s)"
    )
    parser.add_argument(
        "--port",
        type=_port,
        help=f"port to serve on (default: {DEFAULT_PORT}, or a free one if that is taken)",
    )
    parser.add_argument(
        "--phone", action="store_true", help="let phones in from the start, as the page can later"
    )
    parser.add_argument(
        "--https-port",
        type=_port,
        metavar="PORT",
        help=f"port for HTTPS (default: {HTTPS_PORT}, or a free one if that is taken)",
    )
    parser.add_argument(
        "--source",
        metavar="SRC",
        help="where games take their frames from unless somebody chooses otherwise: a camera's"
        " number, a stream's address, a video file, 'phone' or 'hand' (default: camera 0)",
    )
    add_data_option(parser, "where games and readings are kept")
    add_profile_options(parser, camera="")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> Status:
    """Serve until stopped."""
    # These take a moment to load, which `palago --help` need not wait for.
    from calibration.keeping import ProfileFileError
    from companion.live.errors import StartError
    from companion.sources import SourceError
    from companion.storage.database import DataError, others_may_look_into
    from companion.storage.folder_lock import FolderLock
    from companion.web.server import AddressError

    share_memory_among_threads()
    data = data_folder(options)
    try:
        with FolderLock(data) as lock:
            if others_may_look_into(data):
                complain(
                    f"Other users may look into {data}, which is left so since it holds other"
                    " things as well: choose a folder for the companion alone with --data."
                )
            _start(options, data, lock)
    except (DataError, AddressError, StartError, SourceError, ProfileFileError) as error:
        complain(str(error))
        return WRONG_USAGE
    return DONE


def _start(options: argparse.Namespace, data: Path, lock: FolderLock) -> None:
    """Put the companion together over a data folder, and serve."""
    from calibration.choosing import CameraReaders
    from companion.live import Tables
    from companion.live.choice import FIRST_CAMERA, choice_from_text, open_choice
    from companion.live.retention import Keeper
    from companion.photos.photo_queue import PhotoQueue
    from companion.record.salvaging import open_record
    from companion.security import network
    from companion.web import create_app
    from companion.web.server import LOOPBACK_NAMES
    from vision.readers.reader import Reader

    is_open = not network.is_loopback(options.host)
    reached = (*network.addresses(), *network.names(), options.host) if is_open else ()
    salvage = open_record(data)
    if salvage is not None:
        complain(salvage.sentence())
    usual = choice_from_text(options.source) if options.source else FIRST_CAMERA
    if usual.kind == "file":
        open_choice(usual).close()  # a camera may be plugged in later, but no film comes by itself
    profiles = chosen_profiles(options)
    reader = Reader()
    tables = Tables(data, lambda: reader, usual=usual, profiles=profiles)
    app = create_app(
        data,
        PhotoQueue(CameraReaders(reader, profiles)),
        trusted_hosts=(*LOOPBACK_NAMES, *reached),
        tables=tables,
        is_open=is_open,
    )
    servers, phones = _servers(app, options, data)
    lock.say(servers[0].address)
    with StopSignals() as told_to_stop:
        keeper = Keeper(data, lambda number: tables.find(number) is not None)
        try:
            _serve(servers, tables, app, told_to_stop, is_open=is_open)
        finally:
            if phones is not None:
                phones.close()
            keeper.stop()


def _serve(
    servers: list[CompanionServer],
    tables: Tables,
    app: Flask,
    told_to_stop: StopSignals,
    *,
    is_open: bool,
) -> None:
    """Say where the companion is, and serve until the process is told to stop."""
    from companion.web import calibrating, reach

    print(f"The companion is at {servers[0].address} (Ctrl-C stops it)", flush=True)
    addresses = reach.reach_of(app).http()
    if addresses:
        print(f"Phones reach it at {addresses[0]}; scan the code on a game's page.", flush=True)
    if is_open:
        print("Everybody on this network can see the photos and add to them.", flush=True)
    # a camera takes its time to open, for which the page need not wait
    Thread(target=tables.take_up_again, name="take up again", daemon=True).start()
    try:
        for server in servers:
            server.serve_beside()
        given_back = time.monotonic()
        while not told_to_stop.wait(_LOOK_S) and servers[0].is_serving:
            if time.monotonic() > given_back + _GIVING_BACK_S:
                give_back_freed_memory()
                given_back = time.monotonic()
        print("Stopped.")
    finally:
        calibrating.stop(app)
        tables.stop_all()
        for server in servers:
            server.stop()


def _servers(
    app: Flask, options: argparse.Namespace, data: Path
) -> tuple[list[CompanionServer], PhoneAccess | None]:
    """Return the servers, bound, and what lets phones in while they serve.

    Where the companion itself is open to the network, phones reach it there as long as it runs.
    """
    from companion.security import network
    from companion.web import phone_access, reach
    from companion.web.phone_access import PhoneAccess, secure_server
    from companion.web.server import bound

    servers = [bound(app, options.host, options.port, DEFAULT_PORT)]
    if not network.is_loopback(options.host):
        secure = secure_server(app, options.host, options.https_port, data)
        _say_whether_renewed(secure.authority.is_renewed)
        reach.install(app, secure.reach(servers[0].port))
        return [*servers, secure.server], None
    phones = PhoneAccess(app, data, https_port=options.https_port)
    phone_access.install(app, phones)
    if options.phone:
        phones.open()
        _say_whether_renewed(phones.is_renewed)
    return servers, phones


def _say_whether_renewed(is_renewed: bool) -> None:
    if is_renewed:
        complain("The companion's certificate was renewed: each phone must trust it anew, once.")


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= _HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to {_HIGHEST_PORT}")
    return port
