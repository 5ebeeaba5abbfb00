"""Requests of the host, of guests, of who was sent away and of nobody, to games in all states.

``python -m tests.fuzzing.api_cases --inputs 20000`` prints what goes wrong, a line of JSON each: an
internal error or a traceback, an answer that takes long or much memory, a door that is open and
must not be, something that was changed though it was refused or only looked at. ``--from N
--inputs 1`` asks again, after all that came before it in its world.
"""

from __future__ import annotations

import argparse
import json
import logging
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from flask import Flask
from werkzeug.test import run_wsgi_app

from companion.storage import database
from companion.web.events_stream import offer_listening
from tests.fuzzing.api_doors import asked_for, may_ask
from tests.fuzzing.api_requests import FOREIGN, Case, Requests
from tests.fuzzing.api_world import NAMES, World, copied, template
from tests.fuzzing.campaign import _gave_up, problem_with
from tests.fuzzing.mutating import spoilt_json
from tests.fuzzing.parsers import Parser

A_WORLD = 200
"""So many requests are made to one world before another takes its place."""
_LOOKING = ("GET", "HEAD", "OPTIONS", "TRACE")
_REFUSED, _CROWDED = 400, 503
_STATE = """
SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM reading),
    (SELECT count(*) FROM correction), (SELECT max(kept) FROM retention),
    (SELECT count(*) FROM withdrawn_pass), (SELECT count(*) FROM tournament),
    (SELECT count(*) FROM tournament_player), (SELECT total(here) FROM tournament_player),
    (SELECT count(*) FROM tournament_pairing), (SELECT count(*) FROM tournament_result),
    (SELECT count(*) FROM tournament_game),
    (SELECT count(*) FROM entry WHERE game_id NOT IN (
        SELECT game_id FROM followed WHERE json_extract(source, '$.kind') = 'phone'))
"""
"""What changes only when somebody asks for it; a phone's frames are followed a little later."""
Statuses = dict[str, Counter[int]]


class Told(logging.Handler):
    """Remembers tracebacks that were logged."""

    def __init__(self) -> None:
        super().__init__()
        self.tracebacks: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Remember one."""
        if record.exc_info:
            self.tracebacks.append(logging.Formatter().format(record))


def ask(world: World, statuses: Statuses, told: Told, case: Case) -> None:
    """Ask for something; fail where the answer is none that may be given."""
    before = _state(world)
    status, headers, body = _answer(world.app, case)
    statuses.setdefault(case.role, Counter())[status] += 1
    traceback, told.tracebacks = "\n".join(told.tracebacks), []
    assert not traceback, traceback
    assert status < 500 or status == _CROWDED, f"{status}: {body[:300]!r}"
    method = case.method.upper()  # as it is answered
    wanted = asked_for(world.app, method, case.path)
    is_refused = status >= _REFUSED
    if not may_ask(case.role, case.own_game, method, wanted):
        assert is_refused, f"{status} for {case.role}"
    is_change = method not in _LOOKING
    if is_change and case.headers.get("Origin") in FOREIGN:
        assert is_refused, f"{status} for another site"
    host = case.headers.get("Host", NAMES[0]).lower()
    if "evil" in host:
        assert is_refused, f"{status} under another name"
    if is_refused or not is_change:
        assert _state(world) == before, f"{status}, but something has changed"
    if is_refused and case.path.startswith("/api/") and body:
        _check_sentence(headers, body)
    if case.role != "host":
        assert str(world.data).encode() not in body, "it tells where the data lie"
    assert headers.get("X-Content-Type-Options") == "nosniff", headers
    assert "default-src 'none'" in headers.get("Content-Security-Policy", ""), headers


def _check_sentence(headers: dict[str, str], body: bytes) -> None:
    if headers["Content-Type"].startswith("text/plain"):
        return  # it does not answer under this name
    sentence = json.loads(body)["error"]
    assert sentence, "it says nothing"
    assert "Traceback" not in sentence, sentence


def _state(world: World) -> tuple[Any, ...]:
    with closing(database.connect(world.data)) as connection:
        return tuple(connection.execute(_STATE).fetchone())


def _answer(app: Flask, case: Case) -> tuple[int, dict[str, str], bytes]:
    """Ask; return the status, the headers and what was read of the body."""
    environ = environ_of(case)
    slot = offer_listening(environ) if case.is_waited else None
    parts, told, headers = run_wsgi_app(app, environ, buffered=False)
    try:
        if headers.get("Content-Type", "").startswith("text/event-stream"):
            body = b"".join(islice(parts, min(case.reads, 1)))  # for the next it waits
        else:
            body = b"".join(parts)
    finally:
        if hasattr(parts, "close"):
            parts.close()
    if slot is not None and slot.listener is not None:
        try:
            body += "".join(slot.listener.news() for _ in range(case.reads)).encode()
        finally:
            slot.listener.close()
    return int(told.split()[0]), dict(headers), body


def environ_of(case: Case) -> dict[str, Any]:
    """Return a request as the server hands it on; a client's library would refuse to send some."""
    headers = {"Host": NAMES[0], **case.headers}
    return {
        "REQUEST_METHOD": case.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": case.path.encode("utf-8", "surrogatepass").decode("latin-1"),
        "QUERY_STRING": quote(case.query, safe="=&%/+", errors="surrogatepass"),
        "CONTENT_TYPE": headers.pop("Content-Type", ""),
        "CONTENT_LENGTH": str(len(case.body)),
        "REMOTE_ADDR": "127.0.0.1" if case.role == "host" else "192.168.1.9",
        "SERVER_NAME": NAMES[0],
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": case.protocol,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "https" if case.is_secure else "http",
        "wsgi.input": BytesIO(case.body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        **{f"HTTP_{name.upper().replace('-', '_')}": text for name, text in headers.items()},
    }


def problems(seed: int, first: int, count: int, statuses: Statuses) -> Iterator[dict[str, Any]]:
    """Ask so many requests and yield what goes wrong."""
    told = Told()
    logging.getLogger().addHandler(told)
    with TemporaryDirectory(prefix="palago-api-") as folder:
        found = template(Path(folder, "template"))
        world = None
        for number in range(first - first % A_WORLD, first + count):
            if number % A_WORLD == 0:
                if world is not None:
                    world.end()
                world = copied(Path(folder, "template"), Path(folder, f"world{number}"))
                requests = Requests(world.app, found)
            assert world is not None, "the first number begins a world"
            case = requests.draw(Random(f"{seed}:{number}"))
            asking = Parser("api", (), spoilt_json, partial(ask, world, statuses, told), ())
            problem = problem_with(asking, case)
            if problem is not None:
                yield {"number": number, "problem": problem, "given": repr(case)[:900]}
        if world is not None:
            world.end()


def main(arguments: list[str] | None = None) -> None:
    """Ask, and print what goes wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", type=int, default=0, dest="first")
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGALRM, _gave_up)
    statuses: Statuses = {}
    for problem in problems(options.seed, options.first, options.inputs, statuses):
        print(json.dumps(problem), flush=True)
    answered = {role: dict(sorted(counts.items())) for role, counts in sorted(statuses.items())}
    print(json.dumps({"tried": options.inputs, "statuses": answered}))


if __name__ == "__main__":
    main()
