"""Every sentence is said in every language, with all its values, and kept ones are said anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from calibration.languages import ENGLISH, LANGUAGES
from companion.words.language import best_of, gettext, isolated, listing, ngettext, speaking
from companion.words.translations import catalogues
from companion.words.translations.catalogues import (
    bring_up_to_date,
    is_translated,
    program_sentences,
    translated_sentences,
)

ENGLISH_WORDS = re.compile(r"\b(the|and|tiles|with|you|your|this|these|which|from|lays?)\b")
QUOTES = re.compile("[«»„“”]")
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
    assert not [message.id for message in catalogue if message.id and message.fuzzy]


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_as_many_forms_as_its_language(language: str) -> None:
    catalogue = translated_sentences(language)
    assert catalogue.plural_forms == Catalog(locale=language).plural_forms
    for message in catalogue:
        if message.pluralizable:
            assert len(message.string) == catalogue.num_plurals, message.id
        else:
            assert isinstance(message.string, str), message.id


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_is_left_in_a_translation(language: str) -> None:
    for message in translated_sentences(language):
        if not message.id:
            continue
        for said in forms(message.string):
            words = VALUE.sub("", said)
            assert not ENGLISH_WORDS.search(words), said
            is_sentence = len(re.findall(r"[^\W\d_]+", words)) > 2
            assert not (is_sentence and said in forms(message.id)), said


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_quoted_has_the_quotation_marks_of_the_language(language: str) -> None:
    opening, closing = LANGUAGES[language].quotes
    for message in translated_sentences(language):
        for said in forms(message.string) if message.id else ():
            marks = "".join(QUOTES.findall(said))
            assert marks == (opening + closing) * (len(marks) // 2), said
            # straight ones are of a program's notation
            assert said.count('"') <= max(form.count('"') for form in forms(message.id)), said


def test_a_catalogue_is_begun_and_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogues, "CATALOGUES", tmp_path)
    path = tmp_path / "nb.po"
    assert bring_up_to_date("nb") == len(program_sentences())
    begun = path.read_text("utf-8")
    assert '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"' in begun
    done = begun.replace('msgid "Why?"\nmsgstr ""', 'msgid "Why?"\nmsgstr "Hvorfor?"')
    path.write_text(f"# tile: brikke\n#\n# turn: trekk\n{done}", "utf-8")
    assert bring_up_to_date("nb") == len(program_sentences()) - 1
    assert path.read_text("utf-8") == f"# tile: brikke\n#\n# turn: trekk\n{done}"


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


def test_a_spanish_list_sounds_right() -> None:
    with speaking("es"):
        assert listing(["Ana", "Luis"]) == "Ana y Luis"
        assert listing(["Luis", "Ana", "Inés"]) == "Luis, Ana e Inés"
        assert listing(["Inés", "Hilda"]) == "Inés e Hilda"
        assert listing(["agua", "hielo"]) == "agua y hielo"
        assert listing(["Íñigo"]) == "Íñigo"


@pytest.mark.parametrize("name", ["أحمد", "שרה", "ماريا بنت", "Ann أحمد", "𞤀𞤣𞤤𞤢𞤥"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_written_from_right_to_left_turns_nothing_around_it(
    name: str, language: str
) -> None:
    """Else *2 points for* and its player change sides with the number after it (UAX 9)."""
    apart = f"\u2068{name}\u2069"
    with speaking(language):
        assert gettext("{player} {points}", player=name, points="3") == f"{apart} 3"
        laid = ngettext(
            "{player} has laid {count} tile.", "{player} has laid {count} tiles.", 2, player=name
        )
        assert laid.startswith(f"{apart} ")
        both = listing([name, "Ann", name])
        assert both.startswith(f"{apart}, Ann")
        assert both.endswith(f" {apart}")
        assert gettext("{parts} and {last}", parts=both, last="Cem").startswith(both)
    assert isolated(apart) == apart


@pytest.mark.parametrize("name", ["Ann", "Zoë 👩‍🔬", "王小明", "Ωmega", "7"])
def test_other_names_stand_as_they_are(name: str) -> None:
    assert isolated(name) == name
    assert listing([name, name]) == f"{name} and {name}"


def test_the_best_language_is_chosen_among_those_that_are_understood() -> None:
    assert best_of(["fr-CA", "en"]) == "fr"
    assert best_of(["fi", "en-GB", "fr"]) == "en"
    assert best_of(["fi", "ja"]) == "en"
    assert best_of([]) == "en"
