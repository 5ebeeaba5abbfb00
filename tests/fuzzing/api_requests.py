"""Requests as chance has it: most of them could be meant, and most have one thing spoilt."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from urllib.parse import urlencode

from flask import Flask
from werkzeug.routing import Rule

from tests.fuzzing.api_bodies import BODIES, FORMS, form
from tests.fuzzing.api_doors import GUESTS, Asked, may_ask
from tests.fuzzing.api_world import STATES, Found
from tests.fuzzing.hostile_pictures import hostile_pictures
from tests.fuzzing.mutating import spoilt_bytes, spoilt_json, spoilt_text, written
from tests.fuzzing.samples import SAMPLE, bodies, small_pictures

ROLES = ("host", "camera", "player", "withdrawn", "nobody")
_SHARES = (4, 2, 4, 1, 1)
_METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "TRACE", "get", "PROPFIND")
_ODD_NUMBERS = ("0", "-1", "99999999999999999999", "9007199254740992", "1.5", "x", "٣", "007")
_JSON, _FORM = "application/json", "application/x-www-form-urlencoded"
_KINDS = (_JSON, "image/jpeg", "multipart/form-data; boundary=x", "text/plain", "", "image/svg+xml")
_SPOILT_PATHS, _SPOILT_METHODS, _SPOILT_KINDS, _SPOILT_BODIES = 0.03, 0.04, 0.03, 0.45
_GAMES = {"posted": 4, "pictures": 2, "forgotten": 0.5}
_OWN_GAME, _OPEN_TO_THEM = 0.9, 0.9
FOREIGN = ("http://evil.example", "null", "http://localhost.evil.example", "file://")
_LONG = "a" * 3000
_HEADERS = {
    "Accept": ("text/event-stream", "*/*;q=x", _LONG),
    "Accept-Encoding": ("gzip;q=0", "identity;q=0, *;q=0"),
    "Accept-Language": (
        *("fr", "fr-CA,fr;q=0.9", "*", "en;q=nan", "fr;q=1e999", "x-klingon", "fr;q=-1,en;q=0"),
        *("../../../../etc/passwd", "fr_FR.UTF-8", ",;,;q=", "de," * 400, "en\xe9;q=0.5"),
    ),
    "Content-Encoding": ("gzip", "br"),
    "Cookie": (
        *("language=fr", "language=../../x", "palago-pass-1=x; palago-pass-1=y", "=;;=; a"),
        *("palago-photos=WzEsMl0.x.y", f"palago-pass-1={_LONG}"),
    ),
    "Expect": ("100-continue", "200-ok"),
    "Forwarded": ("for=127.0.0.1;host=localhost;proto=https",),
    "Host": ("LOCALHOST", "127.0.0.1:8000", "[::1", "evil.example", "localhost:99999999"),
    "If-Match": ("*", '"x"'),
    "If-Modified-Since": ("Sat, 01 Jan 2050 00:00:00 GMT", "yesterday", "0"),
    "If-None-Match": ("*", '"1-0"', 'W/"', "," * 900),
    "If-Range": ('"x"', "Sat, 01 Jan 2000 00:00:00 GMT"),
    "Last-Event-ID": ("1", "3", "999", "-1", "1e3", "٣", "9" * 400, "x\x00y", " 2 "),
    "Origin": ("http://localhost", *FOREIGN),
    "Range": ("bytes=0-9", "bytes=-1", "bytes=9-1", "bytes=0-0,1-1," * 200, "lines=1-2", "bytes=x"),
    "Referer": ("http://evil.example//evil.example/x", "http://[::1", "/games/1", "//evil.example"),
    "Transfer-Encoding": ("chunked", "gzip, chunked"),
    "Upgrade": ("websocket", "h2c"),
    "X-Forwarded-For": ("127.0.0.1", "::1"),
    "X-Forwarded-Host": ("localhost",),
    "X-Forwarded-Proto": ("https",),
    "X-Http-Method-Override": ("DELETE",),
}
_QUERIES = ("after", "entry", "seen", "pictures", "hold", "camera", "game", "next")
_QUERIED = ("no", "yes", "1", "3", "-1", "1e3", "٣", "9" * 400, "x" * 900, "", "wide-0", "\x00")


@dataclass(frozen=True)
class Case:
    """A request, and who asks.

    ``own_game`` is that of the pass which it brings. Of an event stream so many parts are ``read``
    before it is closed; ``is_waited`` gives it to the server to wait for, as the real one does.
    """

    role: str
    own_game: int | None
    method: str
    path: str
    query: str
    headers: dict[str, str]
    body: bytes
    protocol: str = "HTTP/1.1"
    is_secure: bool = True
    reads: int = 1
    is_waited: bool = False


Operation = tuple[str, Rule]


class Requests:
    """Draws requests to a companion."""

    def __init__(self, app: Flask, found: Found) -> None:
        self._found = found
        self._all: list[Operation] = [
            (method, rule)
            for rule in app.url_map.iter_rules()
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
        ]
        self._open = {
            role: [
                (method, rule)
                for method, rule in self._all
                if may_ask(role, 1, method, Asked(rule.endpoint, 1))
            ]
            for role in ROLES
        }

    def draw(self, chance: Random) -> Case:
        """Return a request."""
        (role,) = chance.choices(ROLES, _SHARES)
        own = _any_game(chance) if role in (*GUESTS, "withdrawn") else None
        # who was sent away, and who comes without, try what a player may
        would_be = role if role in (*GUESTS, "host") else "player"
        offered = self._open[would_be] if chance.random() < _OPEN_TO_THEM else self._all
        (operation,) = chance.choices(offered, [_weight(one) for one in offered])
        method, rule = operation
        path, game = self._path(rule, own, chance)
        kind, body = self._body(operation, game, chance)
        headers = _headers(chance)
        if kind:
            headers.setdefault("Content-Type", kind)
        if own is not None:
            headers |= self._shown(role, own, chance)
        if chance.random() < _SPOILT_METHODS:
            method = chance.choice(_METHODS)
        return Case(
            role,
            own,
            method,
            path,
            _query(chance),
            headers,
            body,
            protocol="HTTP/1.0" if chance.random() < 0.03 else "HTTP/1.1",
            is_secure=role != "host" and chance.random() < 0.8,
            reads=chance.randrange(4),
            is_waited=chance.random() < 0.5,
        )

    def _shown(self, role: str, own: int, chance: Random) -> dict[str, str]:
        """Return a header by which a pass is shown, now and then with a letter too many."""
        text = self._found.passes[role, own]
        if chance.random() < 0.01:
            text = spoilt_text(text, [text], chance)
            text = "".join(c for c in text if c.isprintable() and ord(c) < 128)[:4000]
        if chance.random() < 0.5:
            return {"Authorization": f"Bearer {text}"}
        return {"Cookie": f"palago-pass-{own}={text}"}

    def _path(self, rule: Rule, own: int | None, chance: Random) -> tuple[str, int]:
        """Return a path of a rule with numbers that there are as a rule, and the game in it."""
        game = _any_game(chance)
        if own is not None and chance.random() < _OWN_GAME:
            game = own
        known = {
            "number": self._found.readings if "readings" in rule.rule else [game],
            "entry": self._found.rulings.get(game) or self._found.entries.get(game, []),
            "move": list(range(1, 1 + self._found.moves.get(game, 0))),
            "picture": self._found.pictures.get(game, []),
            "guest": self._found.guests.get(game, []),
            "value": list(range(1, 7)),
            "paper": ["a4", "letter", "../a4", "x"],
            "filename": ["css/start.css", "js/../../x", "../application.py", "icon.svg"],
            "game": ["palago", "palagonia", "chess", ".."],
            "thing": ["tiles", "rules", "x"],
            "language": ["en", "fr", "x-y"],
            "step": [1, 10, 11],
            "name": [SAMPLE, "eye", "..", "%2e%2e/x", _LONG],
            "tournament": [1, 1, 2, 9],
            "round_": [1, 2, 1],
            "table": [1, 2, 3],
            "player": [1, 2, 5, 9],
        }
        known["n"] = known["move"]
        parts = []
        for is_dynamic, part in rule._trace:
            if not is_dynamic:
                parts.append(part.strip("|"))
                continue
            offered = known[part] or [1]
            odd = chance.random() < 0.02
            parts.append(chance.choice(_ODD_NUMBERS) if odd else str(chance.choice(offered)))
        path = "".join(parts)
        if chance.random() < _SPOILT_PATHS:
            path = "/" + spoilt_text(path, [path], chance).lstrip("/")
        return path, game

    def _body(self, operation: Operation, game: int, chance: Random) -> tuple[str, bytes]:
        """Return what a request brings, and of which type it says that is."""
        method, rule = operation
        if method == "GET" and chance.random() < 0.98:
            return "", b""
        kind, body = self._wanted(rule.endpoint, game, chance)
        if chance.random() < _SPOILT_KINDS:
            kind = chance.choice(_KINDS)
        return kind, body

    def _wanted(self, view: str, game: int, chance: Random) -> tuple[str, bytes]:
        photo = spoilt_photo(chance)
        if view == "phones_api.post_frame":
            plain = small_pictures()[0]
            return "image/jpeg", photo if chance.random() < 0.5 else plain
        if view in ("api.create", "pages.read", "dice_calibrating.show_face"):
            what = chance.randrange(4)
            if what == 0:
                return "image/png", photo
            if what == 1:
                return _FORM, urlencode({"sample": chance.choice((SAMPLE, "..", ""))}).encode()
            return "multipart/form-data; boundary=x", _multipart(photo, chance)
        if view in FORMS:
            return _FORM, form(FORMS[view], chance)
        wanted = BODIES.get(view)
        valid = wanted(self._found, game, chance) if wanted else bodies()
        data = chance.choice(valid)
        if chance.random() < _SPOILT_BODIES:
            return _JSON, written(spoilt_json(data, valid, chance), chance)
        return _JSON, json.dumps(data).encode()


def _any_game(chance: Random) -> int:
    """Return a game, more often one with pictures than another."""
    (game,) = chance.choices(range(1, len(STATES) + 1), [_GAMES.get(s, 1) for s in STATES])
    return game


def _weight(operation: Operation) -> float:
    """Return how much there is to be found behind an operation."""
    rule = operation[1]
    if rule.endpoint in ("live_api.lay", "live_api.decide"):
        return 8.0
    if rule.endpoint in ("live_api.events", "live_api.misread", "live_api.go_on", "api.correct"):
        return 4.0
    if rule.endpoint in ("live_api.forget", "pages.forget", "live_api.stop"):
        return 0.3  # else little is left for the others
    if rule.endpoint in ("tournaments.forget", "tournaments_api.forget"):
        return 0.3  # else little is left for the others
    if rule.endpoint in ("api.create", "pages.read", "phones_api.post_frame"):
        return 2.0
    return 0.4 if "calibrat" in rule.endpoint else 1.0


def _headers(chance: Random) -> dict[str, str]:
    headers: dict[str, str] = {}
    while chance.random() < 0.3:
        name = chance.choice(list(_HEADERS))
        text = chance.choice(_HEADERS[name])
        if chance.random() < 0.2:
            text = spoilt_text(text, _HEADERS["Accept-Language"], chance)
        headers[name] = "".join(c for c in text if c.isprintable() and ord(c) < 256)[:4000]
    return headers


def _query(chance: Random) -> str:
    if chance.random() < 0.7:
        return ""
    asked = {chance.choice(_QUERIES): chance.choice(_QUERIED) for _ in range(chance.randrange(3))}
    text = urlencode(asked)
    if chance.random() < 0.2:
        text = spoilt_text(text, ["%", "%ff", "&&=", ";"], chance)
    return text[:1000]


_FILE_NAMES = ("a.jpg", "..\\..\\a", "/etc/passwd", "", "\u202egpj.exe", "x" * 900, "%00")


def spoilt_photo(chance: Random) -> bytes:
    """Return a photo that somebody made to do harm, now and then spoilt besides."""
    photo = chance.choice(hostile_pictures())
    return photo if chance.random() < 0.7 else spoilt_bytes(photo, hostile_pictures(), chance)


def _multipart(photo: bytes, chance: Random) -> bytes:
    name = chance.choice(_FILE_NAMES)
    head = f'--x\r\nContent-Disposition: form-data; name="photo"; filename="{name}"\r\n\r\n'
    form = head.encode() + photo + b"\r\n--x--\r\n"
    return form if chance.random() < 0.8 else spoilt_bytes(form, [form], chance)
