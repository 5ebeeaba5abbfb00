"""The requests about live games, and their answers."""

from __future__ import annotations

from companion.web.openapi.parts import (
    ANYTHING,
    COUNT,
    FLAG,
    HIGHEST,
    JPEG,
    NUMBER,
    TEXT,
    WHOLE,
    Part,
    brings,
    in_path,
    in_query,
    listed,
    maybe,
    one_of,
    operation,
    ref,
    thing,
)

_STATE = ref("State")
_ENTRY: Part = {"type": "integer", "minimum": 0, "maximum": HIGHEST}
_PICTURE: Part = {}
_GAME = "/api/games/{number}"


def game_paths() -> dict[str, Part]:
    """Return the paths under /api/games."""
    return {**_games(), **_playing(), **_looking(), **_pictures()}


def _games() -> dict[str, Part]:
    return {
        "/api/games": {
            "get": operation(
                "listGames",
                "The games on record, newest first.",
                {200: thing({"games": listed(ref("Summary"))})},
            ),
            "post": operation(
                "startGame",
                "Start a game.",
                {201: _STATE},
                (400, 409, 413, 422, 429),
                body=brings(ref("GameRequest")),
            ),
        },
        _GAME: {
            "parameters": in_path("number"),
            "get": operation("showGame", "How a game stands.", {200: _STATE}, (404, 409)),
            "delete": operation("forgetGame", "Remove a game for good.", {204: None}, (404,)),
        },
        f"{_GAME}/source": {
            "parameters": in_path("number"),
            "put": operation(
                "chooseSource",
                "Take a game's frames from elsewhere, or go on with it.",
                {200: _STATE},
                (400, 404, 409, 413, 422, 429),
                body=brings(ref("SourceChoice")),
            ),
            "delete": operation(
                "stopGame", "Stop following a game; it stays on record.", {200: _STATE}, (404, 409)
            ),
        },
    }


def _playing() -> dict[str, Part]:
    return {
        f"{_GAME}/decisions": {
            "parameters": in_path("number"),
            "post": operation(
                "decide",
                "Take a decision of the players.",
                {200: ref("Announced")},
                (400, 404, 409, 413),
                body=brings(ref("Decision")),
            ),
        },
        f"{_GAME}/table": {
            "parameters": in_path("number"),
            "post": operation(
                "layTable",
                "Take what people say lies on the table, who play without a camera.",
                {200: ref("Announced")},
                (400, 404, 409, 413),
                body=brings(ref("Laid")),
            ),
        },
        f"{_GAME}/passes": {
            "parameters": in_path("number"),
            "post": operation(
                "invitePhone",
                "Make a one-time link for a phone.",
                {
                    201: thing(
                        {
                            "role": TEXT,
                            "token": TEXT,
                            "url": TEXT,
                            "https_url": maybe(TEXT),
                            "qr": TEXT,
                            "expires_at": TEXT,
                        }
                    )
                },
                (400, 404, 409, 413),
                body=brings(ref("Invitation"), required=False),
            ),
        },
        f"{_GAME}/frames": {
            "parameters": in_path("number"),
            "post": operation(
                "postFrame",
                "Give a frame of a phone's camera.",
                {
                    202: thing(
                        {
                            "frame": COUNT,
                            "wait_s": NUMBER,
                            "said": maybe(ref("Event")),
                            "last_event_id": COUNT,
                            "paused": FLAG,
                            "over": FLAG,
                        }
                    )
                },
                (400, 404, 409, 413, 422),
                body={
                    "required": True,
                    "content": {JPEG: {"schema": {"type": "string", "format": "binary"}}},
                },
                query=[
                    in_query("hold", one_of("yes", "no"), "yes: a single photo of a still table."),
                    in_query("camera", TEXT, "The phone's own name for its camera."),
                ],
            ),
        },
        f"{_GAME}/misreadings": {
            "parameters": in_path("number"),
            "post": operation(
                "keepMisreading",
                "Keep a look at the table as a reading that can be put right.",
                {201: thing({"reading": WHOLE, "url": TEXT, "labelled": maybe(TEXT)})},
                (400, 404, 409, 413, 422),
                body=brings(ref("Misreading"), required=False),
            ),
        },
    }


def _looking() -> dict[str, Part]:
    after = in_query("after", _ENTRY, "Only what comes after the entry with this number.")
    pictures = in_query("pictures", one_of("yes", "no"), "no: leave the pictures out.")
    return {
        f"{_GAME}/events": {
            "parameters": in_path("number"),
            "get": operation(
                "listen",
                "What is announced, as server-sent events.",
                {200: TEXT},
                (400, 404, 409),
                query=[after],
                media="text/event-stream",
            ),
        },
        f"{_GAME}/moves/{{n}}": {
            "parameters": in_path("number", "n"),
            "get": operation(
                "showMove",
                "All there is to say about a move.",
                {200: ref("MoveReport")},
                (404, 409),
            ),
        },
        f"{_GAME}/rulings/{{entry}}": {
            "parameters": in_path("number", "entry"),
            "get": operation(
                "showRuling",
                "All there is to say about an illegal table, by the number of its event.",
                {200: ref("RulingReport")},
                (404, 409),
            ),
        },
        f"{_GAME}/record": {
            "parameters": in_path("number"),
            "get": operation(
                "showRecord",
                "What was given to the referee, and what it said.",
                {200: ref("Record")},
                (400, 404),
                query=[after],
            ),
        },
        f"{_GAME}/export.json": {
            "parameters": in_path("number"),
            "get": operation(
                "exportGame",
                "The whole game as one document.",
                {200: ANYTHING},
                (404,),
                query=[pictures],
            ),
        },
        f"{_GAME}/score-sheet": {
            "parameters": in_path("number"),
            "get": operation(
                "showScoreSheet",
                "The score sheet, a page that prints.",
                {200: TEXT},
                (404,),
                media="text/html",
            ),
        },
    }


def _pictures() -> dict[str, Part]:
    entry = in_query("entry", _ENTRY, "In the picture of this entry, not of the newest look.")
    return {
        f"{_GAME}/live.jpg": {
            "parameters": in_path("number"),
            "get": operation(
                "showLivePicture",
                "The newest frame.",
                {200: _PICTURE, 304: None},
                (404, 409),
                media=JPEG,
            ),
        },
        f"{_GAME}/pictures/{{picture}}.jpg": {
            "parameters": in_path("number", "picture"),
            "get": operation(
                "showPicture",
                "A picture that is kept as evidence.",
                {200: _PICTURE},
                (404,),
                media=JPEG,
            ),
        },
        f"{_GAME}/overlay": {
            "parameters": in_path("number"),
            "get": operation(
                "showOverlay",
                "The board as it lies in a picture.",
                {200: ref("Overlay")},
                (400, 404, 409),
                query=[entry],
            ),
        },
    }
