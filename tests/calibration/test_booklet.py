"""The printed rules and score sheets: whole, on the pages promised, in every language."""

from __future__ import annotations

import re
import string
from itertools import cycle, product

import pypdfium2
import pytest

from calibration.figures.definitions import rule_figures
from calibration.languages import LANGUAGES, typeset
from calibration.printing.booklet_pdf import PAGES_A_GAME, rules_pdf
from calibration.printing.booklet_text import booklet_text
from calibration.printing.paper import PAPERS, Paper
from calibration.printing.score_sheet import score_sheet_pdf
from calibration.printing.texts import texts_in
from rules.judging import GAMES
from rules.palagem.pattern import all_palagems
from tests.thorough import THOROUGH

every_paper = pytest.mark.parametrize("paper", PAPERS.values(), ids=lambda paper: paper.name)
every_language = pytest.mark.parametrize("language", LANGUAGES)
EDITIONS = list(zip(cycle(PAPERS.values()), LANGUAGES, strict=False))
"""Each language on one of the papers, in turn."""
every_edition = pytest.mark.parametrize(
    ("paper", "language"),
    EDITIONS if not THOROUGH else list(product(PAPERS.values(), LANGUAGES)),
    ids=lambda value: value if isinstance(value, str) else value.name,
)


def words_on_pages(pdf: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


def plain(text: str) -> str:
    """Return text without marks of style and without what line breaks do to it."""
    without_tags = re.sub(r"</?b>", "", text).replace("&amp;", "&")
    return re.sub(r"\s+", "", without_tags.replace("\ufffe", ""))


@every_edition
def test_each_game_has_its_two_pages_and_nothing_is_lost(paper: Paper, language: str) -> None:
    texts = texts_in(language)
    pages = words_on_pages(rules_pdf(paper, texts))
    assert len(pages) == PAGES_A_GAME * len(GAMES)
    for number, game in enumerate(GAMES):
        first, second = pages[PAGES_A_GAME * number : PAGES_A_GAME * (number + 1)]
        assert f"{game.capitalize()} 1/2" in first
        assert f"{game.capitalize()} 2/2" in second
        printed = plain(first + second)
        for block in booklet_text(game, language):
            if block.kind == "figures":
                for name in block.text.split():
                    assert plain(texts(f"figure.{name}")) in printed
            elif block.kind in ("title", "heading", "subtitle"):
                assert plain(block.text) in printed
            else:
                # A paragraph may run on over a column or a page, so its ends are looked for.
                assert plain(block.text)[:25] in printed
                assert plain(block.text)[-12:] in printed


@every_language
def test_every_game_names_its_makers(language: str) -> None:
    for game in GAMES:
        (subtitle,) = (b.text for b in booklet_text(game, language) if b.kind == "subtitle")
        assert "Cameron Browne" in subtitle
        assert ("Mike McManaway" in subtitle) == (game == "palagonia")
    assert {"Cameron Browne", "Mike McManaway"} <= set(
        re.findall(r"Cameron Browne|Mike McManaway", texts_in(language)("credit"))
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_languages_say_the_same_in_the_same_order(game: str) -> None:
    """As far as a machine can tell: the same blocks, with the same figures and numbers."""
    english, *others = (booklet_text(game, language) for language in LANGUAGES)
    for other in others:
        assert [block.kind for block in other] == [block.kind for block in english]
        for ours, theirs in zip(english, other, strict=True):
            if ours.kind == "figures":
                assert theirs.text == ours.text
            assert re.findall(r"\d+", theirs.text) == re.findall(r"\d+", ours.text)


def test_every_figure_is_printed_once() -> None:
    shown = [
        name
        for game in GAMES
        for block in booklet_text(game, "en")
        if block.kind == "figures"
        for name in block.text.split()
    ]
    assert sorted(shown) == sorted(rule_figures())
    captions = {key for key in texts_in("en").all_keys if key.startswith("figure.")}
    assert captions == {f"figure.{name}" for name in rule_figures()}


@every_language
def test_the_numbers_of_palagems_are_those_that_the_engine_counts(language: str) -> None:
    text = " ".join(block.text for block in booklet_text("palagem", language))
    assert str(len(all_palagems())) in text
    assert str(len(all_palagems(inversion=True))) in text


def test_french_punctuation_stays_with_its_word() -> None:
    assert (
        typeset("« Oui » : non ; quoi ?", "fr") == "«\u00a0Oui\u00a0»\u00a0: non\u00a0; quoi\u00a0?"
    )
    assert typeset("a : b", "en") == "a : b"


def test_the_languages_have_the_same_texts_with_the_same_gaps() -> None:
    english, *others = (texts_in(language) for language in LANGUAGES)

    def gaps(text: str) -> set[str | None]:
        return {field for _, field, _, _ in string.Formatter().parse(text)} - {None}

    for other in others:
        assert other.all_keys == english.all_keys
        for key in english.all_keys:
            assert gaps(other.template(key)) == gaps(english.template(key))


@every_language
def test_what_is_quoted_has_the_quotation_marks_of_the_language(language: str) -> None:
    texts, (opening, closing) = texts_in(language), LANGUAGES[language].quotes
    printed = [texts.template(key) for key in texts.all_keys]
    printed += [block.text for game in GAMES for block in booklet_text(game, language)]
    for text in printed:
        marks = "".join(re.findall(r'[«»„“”"]', text))
        assert marks == (opening + closing) * (len(marks) // 2), text


@every_paper
@every_language
def test_the_score_sheet_fits_its_two_pages(paper: Paper, language: str) -> None:
    texts = texts_in(language)
    pages = words_on_pages(score_sheet_pdf(paper, texts))
    assert len(pages) == 2
    assert texts("score.total") in pages[0]
    assert texts("score.player", number=6) in pages[0]
    assert texts("score.winner") in pages[1]
    for page in pages:
        assert plain(texts("credit")) in plain(page)
