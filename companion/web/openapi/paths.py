"""The requests about passes, the companion itself, and readings of photos."""

from __future__ import annotations

from companion.web.openapi.parts import (
    ANYTHING,
    FLAG,
    TEXT,
    WHOLE,
    Part,
    brings,
    in_path,
    listed,
    maybe,
    operation,
    ref,
    thing,
)


def other_paths() -> dict[str, Part]:
    """Return the paths that are not about one game."""
    return {**_companion(), **_readings()}


def _companion() -> dict[str, Part]:
    demo = thing({"name": TEXT, "game": TEXT, "players": listed(TEXT), "caption": TEXT})
    given = thing(
        {"https_url": maybe(TEXT)}, {"game": WHOLE, "role": TEXT, "pass": TEXT, "token": TEXT}
    )
    return {
        "/api/passes": {
            "post": operation(
                "showToken",
                "Change a one-time token for a pass, or a pass for a token to go on over HTTPS.",
                {200: given},
                (400, 413),
                body=brings(thing({}, {"token": TEXT, "game": {"type": "integer", "minimum": 1}})),
            )
        },
        "/api/host": {
            "get": operation(
                "showHost",
                "Who asks, and the companion's addresses for phones.",
                {
                    200: thing(
                        {
                            "host": FLAG,
                            "http": listed(TEXT),
                            "https": listed(TEXT),
                            "certificate": maybe(TEXT),
                            "source": maybe(ref("SourceChoice")),
                        }
                    )
                },
            )
        },
        "/api/demos": {
            "get": operation(
                "listDemos", "The sample videos.", {200: thing({"demos": listed(demo)})}
            )
        },
        "/api/openapi.json": {
            "get": operation("showDocument", "This document.", {200: ANYTHING}),
        },
    }


def _readings() -> dict[str, Part]:
    reading = thing(
        {
            "reading": ANYTHING,
            "correction": maybe(ANYTHING),
            "score": ANYTHING,
            "labelled": maybe(TEXT),
            "read_at": TEXT,
            "url": TEXT,
        }
    )
    photo: Part = {
        "required": True,
        "content": {
            "image/jpeg": {"schema": {"type": "string", "format": "binary"}},
            "multipart/form-data": {
                "schema": thing(
                    {}, {"photo": {"type": "string", "format": "binary"}, "sample": TEXT}
                )
            },
        },
    }
    correction = thing({}, {"clusters": listed(ANYTHING), "dice": listed(ANYTHING)})
    return {
        "/api/readings": {
            "post": operation(
                "readPhoto", "Read a photo.", {201: reading}, (400, 413, 422), body=photo
            )
        },
        "/api/readings/{number}": {
            "parameters": in_path("number"),
            "get": operation("showReading", "A reading that is kept.", {200: reading}, (404,)),
        },
        "/api/readings/{number}/correction": {
            "parameters": in_path("number"),
            "put": operation(
                "correctReading",
                "Put a reading right.",
                {200: reading},
                (400, 404),
                body=brings(correction),
            ),
            "delete": operation(
                "withdrawCorrection", "Go back to what was seen.", {200: reading}, (404,)
            ),
        },
    }
