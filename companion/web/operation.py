"""What a view of the API takes and answers, said beside the view itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import Field

from companion.web.numbers import HIGHEST
from companion.web.shapes import OneOf

JSON, JPEG, HTML, EVENTS = "application/json", "image/jpeg", "text/html", "text/event-stream"
TEXT = "text/plain"
EntryNumber = Annotated[int, Field(ge=0, le=HIGHEST)]
YesOrNo = Annotated[str, OneOf("yes", "no")]

_SAID = "_operation"
_View = TypeVar("_View", bound=Callable[..., Any])


@dataclass(frozen=True)
class Query:
    """A parameter of the query that may be given."""

    name: str
    type: Any
    description: str


@dataclass(frozen=True)
class Operation:
    """A request of the API, as the OpenAPI Specification calls it.

    Attributes
    ----------
    name
        What programs call it.
    summary
        The first line of the view's docstring.
    answers
        The type of the answer by its status; None for one without a body.
    media
        The media type of the answers.
    errors
        Statuses with which it may fail, beside those that any request may.
    bodies
        The type of what it brings by its media type.
    needs_body
        Whether something must be brought.
    query
        The parameters of its query.
    """

    name: str
    summary: str
    answers: Mapping[int, Any]
    media: str
    errors: tuple[int, ...]
    bodies: Mapping[str, Any]
    needs_body: bool
    query: tuple[Query, ...]


def operation(
    name: str,
    answers: Mapping[int, Any],
    *errors: int,
    media: str = JSON,
    body: Any = None,
    bodies: Mapping[str, Any] | None = None,
    needs_body: bool = True,
    query: Sequence[Query] = (),
) -> Callable[[_View], _View]:
    """Say what a view takes and answers; ``body`` is the type of JSON, the others as above."""
    brought = bodies or ({} if body is None else {JSON: body})

    def say(view: _View) -> _View:
        summary = (view.__doc__ or "").partition("\n")[0]
        said = Operation(name, summary, answers, media, errors, brought, needs_body, tuple(query))
        setattr(view, _SAID, said)
        return view

    return say


def operation_of(view: Callable[..., Any]) -> Operation | None:
    """Return what a view said; None where it said nothing."""
    found: Operation | None = getattr(view, _SAID, None)
    return found
