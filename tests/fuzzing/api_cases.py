"""Requests that make no sense, of the host, a camera, a player and of nobody.

``python -m tests.fuzzing.api_cases --inputs 20000`` prints what goes wrong, a line of JSON each: an
internal error, an answer that takes long or much memory, and a door that is open and must not be.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from flask import Flask
from werkzeug.test import run_wsgi_app

from companion.live import Tables
from companion.live.choice import FrameSource, SourceChoice, open_choice
from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.security.passes import Role
from companion.web import access, create_app
from companion.web.access import Need, need_of
from tests.companion.conftest import TruthReader
from tests.companion.live.games import by_hand
from tests.fuzzing.campaign import _gave_up, problem_with
from tests.fuzzing.mutating import spoilt_bytes, spoilt_json, spoilt_text, written
from tests.fuzzing.parsers import Parser
from tests.fuzzing.samples import SAMPLES, bodies, small_pictures, wanted_at
from vision.arrays import Image
from vision.reading import Reading

ROLES = ("host", "camera", "player", "nobody")
METHODS = ("GET", "GET", "POST", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH")
MAY_ASK = {
    "host": frozenset(Need),
    "player": frozenset({Need.NOTHING, Need.PASS, Need.PLAYER}),
    "camera": frozenset({Need.NOTHING, Need.PASS}),
    "nobody": frozenset({Need.NOTHING}),
}
_HEADERS = {
    "Accept-Language": "fr;q=0.8, en",
    "Authorization": "Bearer abc.def",
    "Content-Type": "application/json; charset=utf-8",
    "Cookie": "palago-pass-1=abc; palago-photos=1; language=fr",
    "Host": "localhost",
    "If-None-Match": '"abc"',
    "Last-Event-ID": "3",
    "Origin": "http://localhost",
    "Range": "bytes=0-10",
}
_KINDS = ("application/json", "image/jpeg", "multipart/form-data; boundary=x", "text/plain", "")
_NUMBERS = ("1", "1", "1", "2", "3", "4", "0", "-1", "99999999999999999999", "1.5", "x", "٣")
_REFUSED = 400


@dataclass(frozen=True)
class Case:
    """A request, and who asks."""

    role: str
    method: str
    path: str
    query: str
    headers: dict[str, str]
    body: bytes


class Blank(TruthReader):
    """Reads every photo as an empty table."""

    def read(self, image: Image) -> Reading:
        return Reading(image.shape[1], image.shape[0], True, None, 0.0, ())


def _opened(choice: SourceChoice) -> FrameSource:
    """Open only what stays on this machine."""
    quiet = choice.kind in ("hand", "phone")
    return open_choice(choice if quiet else SourceChoice("hand"))


@contextmanager
def asked(data: Path) -> Iterator[tuple[Flask, dict[str, str]]]:
    """Make an application with games, and a pass for each role to the first one."""
    reader: Any = Blank(SAMPLES)
    tables = Tables(data, opened=_opened)
    names = ("localhost", "127.0.0.1")
    app = create_app(data, PhotoQueue(reader), Samples(SAMPLES), names, tables)
    client = app.test_client()
    for game, players in (("palago", "AB"), ("palagonia", "ABC"), ("palagem", "AB")):
        assert client.post("/api/games", json=by_hand(game, players)).status_code == 201
    with app.app_context():
        passes = access.passes()
    given = {
        role: passes.redeem(passes.invite(1, Role(role)).text).text for role in ("camera", "player")
    }
    try:
        yield app, given
    finally:
        tables.stop_all()


def case_of(app: Flask, given: dict[str, str], chance: Random) -> Case:
    """Draw a request."""
    rules = [rule for rule in app.url_map.iter_rules() if not rule.rule.endswith("/events")]
    rule = chance.choice(rules)
    path = "".join(
        part if dynamic is False else chance.choice(_NUMBERS)
        for dynamic, part in rule._trace
        if part != "|"
    )
    if chance.random() < 0.1:
        path = "/" + spoilt_text(path, [path], chance).lstrip("/")
    role = chance.choices(ROLES, (4, 2, 3, 1))[0]
    headers = {"Content-Type": chance.choice(_KINDS)}
    if role in given:
        headers["Authorization"] = f"Bearer {given[role]}"
    if chance.random() < 0.2:
        name = chance.choice(list(_HEADERS))
        text = spoilt_text(_HEADERS[name], list(_HEADERS.values()), chance)
        headers[name] = "".join(c for c in text if c.isprintable() and ord(c) < 256)[:4000]
    allowed = sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    method = chance.choice(allowed) if chance.random() < 0.7 else chance.choice(METHODS)
    query = spoilt_text("after=3&pictures=no&entry=2&hold=yes", ["seen", "camera=x"], chance)
    return Case(role, method, path, query[:500], headers, _body(path, chance))


def _body(path: str, chance: Random) -> bytes:
    what = chance.randrange(8)
    if what == 0:
        return b""
    if what == 1:
        return spoilt_bytes(chance.choice(small_pictures()), small_pictures(), chance)
    if what == 2:
        form = (
            b'--x\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\nA\r\n--x--'
        )
        return spoilt_bytes(form, [form], chance)
    valid = wanted_at(path.rpartition("/")[2]) if chance.random() < 0.7 else bodies()
    data = chance.choice(valid)
    return written(spoilt_json(data, valid, chance) if chance.random() < 0.7 else data, chance)


def ask(app: Flask, case: Case, statuses: Counter[int]) -> None:
    """Ask for something; fail where the answer is none that may be given."""
    environ = environ_of(case)
    answered, told, _headers = run_wsgi_app(app, environ, buffered=True)
    answer, status = b"".join(answered), int(told.split()[0])
    statuses[status] += 1
    assert status < 500, f"{status}: {answer[:300]!r}"
    need, game = need_of(case.method, case.path)
    is_other_game = need in (Need.PASS, Need.PLAYER) and game != 1 and case.role != "host"
    if need not in MAY_ASK[case.role] or is_other_game:
        assert status >= _REFUSED, f"{status} for {case.role}"


def environ_of(case: Case) -> dict[str, Any]:
    """Return a request as the server hands it on; a client's library would refuse to send some."""
    headers = {"Host": "localhost", **case.headers}
    return {
        "REQUEST_METHOD": case.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": case.path.encode("utf-8", "surrogatepass").decode("latin-1"),
        "QUERY_STRING": quote(case.query, safe="=&%/+", errors="surrogatepass"),
        "CONTENT_TYPE": headers.pop("Content-Type", ""),
        "CONTENT_LENGTH": str(len(case.body)),
        "REMOTE_ADDR": "127.0.0.1" if case.role == "host" else "192.168.1.9",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": BytesIO(case.body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
        **{f"HTTP_{name.upper().replace('-', '_')}": text for name, text in headers.items()},
    }


def main(arguments: list[str] | None = None) -> None:
    """Ask, and print what goes wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGALRM, _gave_up)
    statuses: Counter[int] = Counter()
    with TemporaryDirectory(prefix="palago-api-") as folder, asked(Path(folder)) as (app, given):
        for number in range(options.inputs):
            case = case_of(app, given, Random(f"{options.seed}:{number}"))
            asking = Parser("api", (), spoilt_json, lambda one: ask(app, one, statuses), ())
            problem = problem_with(asking, case)
            if problem is not None:
                told = {"number": number, "parser": "api", "problem": problem}
                print(json.dumps({**told, "given": repr(case)[:600]}), flush=True)
            if number % 500 == 0:
                refill(app)
    print(json.dumps({"tried": options.inputs, "statuses": dict(sorted(statuses.items()))}))


def refill(app: Flask) -> None:
    """Go on with the first game, which somebody may have removed or stopped; few others stay."""
    client = app.test_client()
    for game in client.get("/api/games").get_json()["games"]:
        if game["id"] > 3:
            client.delete(f"/api/games/{game['id']}")
    client.put("/api/games/1/source", json={"kind": "hand"})


if __name__ == "__main__":
    main()
