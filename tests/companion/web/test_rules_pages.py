"""The rules of each game in the page, and what there is to print: for hosts and guests alike."""

from __future__ import annotations

import re

import pypdfium2
import pytest
from flask import Flask
from flask.testing import FlaskClient

from calibration.languages import LANGUAGES
from calibration.printing.booklet_text import booklet_text
from calibration.printing.texts import texts_in
from calibration.printing.things import THINGS
from companion.web import rules_pages
from rules.judging import GAMES
from tests.companion.web.test_pages import page

STRANGER = {"REMOTE_ADDR": "192.0.2.7"}
PAGES = {"tiles": 2, "sheet": 1, "score": 2, "rules": 6}


def bare(text: str) -> str:
    """Return a text without its tags, and with single spaces."""
    plain = re.sub("<[^>]+>", "", text)
    for entity, sign in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        plain = plain.replace(entity, sign)
    return " ".join(plain.split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_printed_of_a_game_stands_on_its_page(
    client: FlaskClient, game: str, language: str
) -> None:
    client.set_cookie("language", language)
    shown = page(client, f"/rules/{game}")
    figures = []
    for block in booklet_text(game, language):
        if block.kind == "figures":
            figures += block.text.split()
        else:
            assert bare(block.text) in shown.text
    assert figures
    assert [source for source in shown.attributes("src") if "/figures/" in source] == [
        f"/rules/figures/{name}.svg" for name in figures
    ]
    for name in figures:
        caption = bare(texts_in(language)(f"figure.{name}")).replace("\xa0", " ")
        assert caption in shown.text.replace("\xa0", " ")
        drawn = client.get(f"/rules/figures/{name}.svg")
        assert drawn.mimetype == "image/svg+xml"
        assert b"<path" in drawn.data


def test_everything_is_printed_from_the_page_and_made_once(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    printed = rules_pages.printed
    monkeypatch.setattr(
        rules_pages, "printed", lambda *wanted: made.append(wanted) or printed(*wanted)
    )
    rules_pages._printed.cache_clear()
    offered = [link for link in page(client, "/print").attributes("href") if ".pdf" in link]
    assert len(offered) == 2 * len(THINGS)
    for address in [*offered, *offered]:
        answer = client.get(address)
        assert answer.mimetype == "application/pdf"
        document = pypdfium2.PdfDocument(answer.data)
        assert len(document) == PAGES[address.rpartition("/")[2].partition("-")[0]]
        document.close()
    assert len(made) == len(offered)


def test_guests_read_and_print_the_rules_and_nobody_prints_what_is_not_there(
    app: Flask, client: FlaskClient
) -> None:
    stranger = app.test_client()
    for address in ("/rules/palago", "/rules/figures/eye.svg", "/print", "/print/score-a4-en.pdf"):
        assert stranger.get(address, environ_base=STRANGER).status_code == 200
    for address in ("/rules/chess", "/rules/figures/x.svg", "/print/score-a0-en.pdf"):
        assert client.get(address).status_code == 404
    assert client.get("/rules").location == "/rules/palago"
