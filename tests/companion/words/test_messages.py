"""What any package says in messages reaches people in their language, its values untouched."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import cv2
import numpy as np
import pytest

import calibration
import companion
import rules
import vision
from calibration.colors.learning import verdict_on_separation
from calibration.framing import framing_problems
from calibration.languages import ENGLISH, LANGUAGES
from calibration.lens.calibrating import Calibrating, LensCalibration
from calibration.lens.coverage import coverage_of
from companion.referee.sentences import Undecidable
from companion.words.language import listing, say, say_error, speaking
from companion.words.translations.catalogues import program_sentences, translated_sentences
from rules import Cell, GameError, PalagoGame
from rules.messages import Message, MessageCode, Said, Wording, said_from_json
from rules.refusals import Refusal
from vision.arrays import Image
from vision.pictures.images import MAX_BYTES, ImageError, decode_image
from vision.profiles.color_profile import ColorProfile
from vision.readers.tuned_reader import misfit
from vision.reading import ClusterReading, Reading, TileReading
from vision.recognition.sureness import Doubt, reason_for_doubt

PACKAGES = (rules, vision, calibration, companion)
NAMES = ("white", "tiles", "{count}", "{player}", "A and B", "d'Artagnan", "left", "0.5")
OTHERS = [language for language in LANGUAGES if language != ENGLISH]
SOURCE = Path(rules.__file__).parents[1]


def all_codes() -> list[MessageCode]:
    """Return the codes of all packages, from every module that there is."""
    for package in PACKAGES:
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                import_module(module.name)
    return [code for kind in MessageCode.__subclasses__() for code in kind]


CODES = all_codes()


def keys(wording: Wording) -> str | tuple[str, str]:
    return wording.one if wording.many is None else (wording.one, wording.many)


def test_every_code_has_a_name_of_its_own() -> None:
    assert len({code.name for code in CODES}) == len(CODES) > 150
    for kind in MessageCode.__subclasses__():
        assert len(kind.__members__) == len(list(kind)), f"{kind} says the same twice"


@pytest.mark.parametrize("language", OTHERS)
def test_every_code_is_found_and_translated_with_the_same_values(language: str) -> None:
    wanted = {message.id for message in program_sentences()}
    catalogue = translated_sentences(language)
    for code in CODES:
        wording = code.wording
        assert keys(wording) in wanted, code
        translated = catalogue.get(wording.one)
        assert translated is not None, code
        assert not translated.fuzzy, code
        forms = translated.string if isinstance(translated.string, tuple) else (translated.string,)
        assert (len(forms) == 1) == (wording.many is None), code
        for form in forms:
            assert form, code
            assert Wording(str(form)).names | {"count"} == wording.names | {"count"}, code


def made() -> Iterator[tuple[MessageCode, set[str], str]]:
    """Yield the messages that the packages make, with the names of the values they are given."""
    by_name = {(type(code).__name__, code.name): code for code in CODES}
    for package in PACKAGES:
        for path in Path(package.__file__ or "").parent.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                called = node.func if isinstance(node, ast.Call) else None
                if not isinstance(called, ast.Attribute) or not isinstance(called.value, ast.Name):
                    continue
                assert isinstance(node, ast.Call)
                code = by_name.get((called.value.id, called.attr))
                if code is not None and all(keyword.arg for keyword in node.keywords):
                    names = {str(keyword.arg) for keyword in node.keywords}
                    yield code, names, f"{path.relative_to(SOURCE)}:{node.lineno}"


def test_every_message_is_given_the_values_that_it_says() -> None:
    found = list(made())
    assert len(found) > 100
    for code, names, place in found:
        assert names == code.wording.names, place


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_comes_through_as_it_is(name: str, language: str) -> None:
    with speaking(language):
        said = say(Undecidable.DOES_NOT_PLAY(player=name, players=("Ann", "Bob", name)))
        failed = say_error(GameError(Refusal.NAME_HAS_A_MEANING(name=name)))
        everybody = listing(("Ann", "Bob", name))
    assert said.startswith(f"{name} ")
    assert re.fullmatch(rf"Ann, Bob,? \w+ {re.escape(name)}", everybody)
    assert everybody in said
    assert name in failed


def test_a_name_written_from_right_to_left_is_set_apart_where_a_message_is_said() -> None:
    names = ("أحمد", "Ann", "שרה")
    said = say(Undecidable.DOES_NOT_PLAY(player="سارة", players=names))
    assert said.startswith("\u2068سارة\u2069 ")
    assert "\u2068أحمد\u2069, Ann and \u2068שרה\u2069" in said


def test_numbers_are_written_as_the_language_does() -> None:
    message = Calibrating.NO_ONE_LENS(error=2.5)
    assert "2.5 px" in str(message)
    with speaking("fr"):
        assert "2,5 px" in say(message)
        assert "2.5" not in say(message)


def test_a_plural_is_that_of_the_language() -> None:
    with speaking("fr"):
        said = [say(Doubt.UNSURE_TILES(count=count)) for count in (1, 3)]
    assert [words.split()[0] for words in said] == ["Une", "3"]


def test_an_error_of_another_kind_is_said_as_it_stands() -> None:
    with speaking("fr"):
        assert say_error(OSError("no room")) == "no room"
        with pytest.raises(GameError) as caught:
            PalagoGame(("Ann", "draw"))
        assert say_error(caught.value).startswith("«\u00a0draw\u00a0»")


def test_what_an_older_version_kept_stands_as_it_is() -> None:
    unknown = {"code": "said-by-a-later-version", "values": {}}
    with speaking("fr"):
        assert say(said_from_json(None, "Look again.")) == "Look again."
        assert say(said_from_json(unknown, "Look again.")) == "Look again."


def tile(q: int) -> TileReading:
    corners = tuple((float(q), float(n)) for n in range(6))
    sure = (0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    return TileReading(Cell(q, 0), 0, (0, 0), (0, 0), (0, 0), corners, 0.5, False, sure)


def framing() -> list[Message]:
    """Return what is said of views that are wrong in one way each."""

    def at(*corners: tuple[float, float]) -> Reading:
        tiles = tuple(replace(tile(0), corners=hexagon(x, y), center=(x, y)) for x, y in corners)
        return Reading(640, 480, True, None, 0.0, (ClusterReading(tiles),))

    def hexagon(x: float, y: float, edge: float = 30.0) -> tuple[tuple[float, float], ...]:
        turns = [math.tau * n / 6 for n in range(6)]
        return tuple((x + edge * math.cos(t), y + edge * math.sin(t)) for t in turns)

    light = np.full((480, 640, 3), 200, np.uint8)
    views = [
        (np.zeros_like(light), at()),
        (light, at()),
        (light, at((40, 240))),
        (light, at((600, 240))),
        (light, at((320, 40))),
        (light, at((320, 440))),
        (light, at((40, 40))),
        (light, at((600, 40))),
        (light, at((40, 440))),
        (light, at((600, 440))),
        (light, at((40, 240), (600, 240))),
    ]
    return [p.message for image, reading in views for p in framing_problems(image, reading)]


def of_pictures() -> list[Said]:
    """Return what is said of bytes that are no picture to read."""

    def encoded(width: int, height: int) -> bytes:
        return cv2.imencode(".png", np.zeros((height, width, 3), np.uint8))[1].tobytes()

    said = []
    broken = (b"", bytes(MAX_BYTES + 1), encoded(64, 64)[:20], encoded(4, 4), b"none", b"II*\0")
    for data in broken:
        with pytest.raises(ImageError) as error:
            decode_image(data, "table")
        said.append(error.value.message)
    return said


def doubts() -> list[Message]:
    given = ((1, 0, False), (3, 0, False), (0, 1, False), (0, 0, True))
    found = [
        reason_for_doubt([], [ClusterReading(tuple(map(tile, range(unsure))))], faint, may_be_one)
        for unsure, faint, may_be_one in given
    ]
    assert None not in found
    return [doubt for doubt in found if doubt is not None]


def of_calibration() -> list[Said]:
    run = LensCalibration("webcam")
    image: Image = np.zeros((480, 640, 3), np.uint8)
    run.offer(image)
    assert run.hint is not None
    colors = [
        ColorProfile("webcam", (9.0,) * 3, (1.0,) * 3, (5.0,) * 3, separation, 5)  # type: ignore[arg-type]
        for separation in (20.0, 5.0)
    ]
    return [
        *coverage_of([]).missing,
        run.hint,
        *(verdict_on_separation(one) for one in colors),
        misfit(colors[0]),
    ]


@pytest.mark.parametrize(
    "said", [*framing(), *of_pictures(), *doubts(), *of_calibration()], ids=str
)
@pytest.mark.parametrize("language", OTHERS)
def test_what_packages_say_is_of_one_language_throughout(said: Said, language: str) -> None:
    with speaking(language):
        words = say(said)
    assert words != str(said)
    assert not re.search(r"\b(the|at the|on the|and|tile|tiles|of the)\b", words), words
