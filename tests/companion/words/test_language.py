"""Every sentence is said in every language, with all its values, and kept ones are said anew."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from companion.words.language import (
    ENGLISH,
    LANGUAGES,
    best_of,
    gettext,
    ngettext,
    speaking,
)
from companion.words.translations.catalogues import (
    is_translated,
    program_sentences,
    translated_sentences,
)

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
VALUE = re.compile(r"\{\w+\}")


def forms(words: object) -> Iterator[str]:
    yield from [words] if isinstance(words, str) else words  # type: ignore[misc]


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_is_translated_and_none_is_left_over(language: str) -> None:
    wanted = {str(message.id) for message in program_sentences() if message.id}
    catalogue = translated_sentences(language)
    there = {str(m.id) for m in catalogue if m.id and is_translated(m.string)}
    assert len(wanted) > 400
    assert wanted - there == set()
    assert there - wanted == set()


@pytest.mark.parametrize("language", OTHERS)
def test_translations_fill_in_the_values_that_there_are(language: str) -> None:
    for message in translated_sentences(language):
        if not message.id:
            continue
        given = [set(VALUE.findall(form)) for form in forms(message.id)]
        for said in forms(message.string):
            used = set(VALUE.findall(said))
            assert used <= set.union(*given), message.id
            assert used >= set.intersection(*given) - {"{count}"}, message.id


@pytest.mark.parametrize("language", OTHERS)
def test_translations_open_and_close_as_the_sentence_does(language: str) -> None:
    for message in translated_sentences(language):
        is_sentence = isinstance(message.id, str) and len(message.id.split()) > 1
        if is_sentence and message.id.endswith((".", "?", "…")):
            assert str(message.string).endswith(message.id[-1]), message.id


def test_numbers_have_their_own_form() -> None:
    with speaking("fr"):
        said = [ngettext("{count} tile", "{count} tiles", count) for count in (0, 1, 2)]
    assert said == ["0 tuile", "1 tuile", "2 tuiles"]


def test_french_punctuation_stays_with_its_word() -> None:
    with speaking("fr"):
        assert gettext("Why?") == "Pourquoi\u00a0?"
        assert gettext("{game}: {title}", game="Palago", title="x") == "Palago\u00a0: x"


def test_the_best_language_is_chosen_among_those_that_are_understood() -> None:
    assert best_of(["fr-CA", "en"]) == "fr"
    assert best_of(["de", "en-GB", "fr"]) == "en"
    assert best_of(["de", "ja"]) == "en"
    assert best_of([]) == "en"
