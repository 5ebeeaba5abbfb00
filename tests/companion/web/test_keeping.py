"""How long things are kept: chosen by the host on the start page, and over HTTP."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.live.retention import Retention, chosen
from companion.record import Games, Player
from companion.storage import database
from tests.companion.web.test_pages import Page


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def kept(data: Path) -> Retention:
    with closing(database.connect(data)) as connection:
        return chosen(connection)


def old_game(data: Path, days: float) -> None:
    with closing(database.connect(data)) as connection:
        at = datetime.now(UTC) - timedelta(days=days)
        Games(connection, clock=lambda: at).start("palago", [Player("Ann"), Player("Bob")])


def selected(client: FlaskClient) -> list[str]:
    page = Page(client.get("/").get_data(as_text=True))
    return [a["value"] for tag, a in page.tags if tag == "option" and "selected" in a][-1:]


def test_everything_is_kept_for_ever_until_the_host_chooses(
    client: FlaskClient, data: Path
) -> None:
    assert selected(client) == ["for-ever"]
    answer = client.post("/keeping", data={"kept": "30-days"})
    assert (answer.status_code, answer.location) == (303, "/#keeping")
    assert kept(data) is Retention.MONTH
    assert selected(client) == ["30-days"]


def test_nothing_goes_before_somebody_has_seen_what_would_go(
    client: FlaskClient, data: Path
) -> None:
    old_game(data, 3)
    answer = client.post("/keeping", data={"kept": "a-day"})
    assert answer.status_code == 200
    assert "removed for good within the hour: 1 game." in Page(answer.get_data(as_text=True)).text
    assert kept(data) is Retention.FOR_EVER
    answer = client.post("/keeping", data={"kept": "a-day", "sure": "yes"})
    assert answer.status_code == 303
    assert kept(data) is Retention.DAY


def test_it_is_asked_in_french_as_well(client: FlaskClient, data: Path) -> None:
    old_game(data, 3)
    french = {"Accept-Language": "fr"}
    assert "Pendant 30 jours" in client.get("/", headers=french).get_data(as_text=True)
    answer = client.post("/keeping", data={"kept": "a-day"}, headers=french)
    assert "dans l'heure : 1 partie." in Page(answer.get_data(as_text=True)).text


@pytest.mark.parametrize("body", [{}, {"kept": ""}, {"kept": "a-week"}])
def test_what_is_no_choice_changes_nothing(
    client: FlaskClient, data: Path, body: dict[str, str]
) -> None:
    assert client.post("/keeping", data=body).status_code == 400
    assert client.put("/api/keeping", json=body).status_code == 400
    assert kept(data) is Retention.FOR_EVER


def test_programs_choose_as_well_and_are_told_what_goes(client: FlaskClient, data: Path) -> None:
    old_game(data, 3)
    nothing = {"games": [], "pictures": [], "photos": []}
    assert client.get("/api/keeping").get_json() == {"kept": "for-ever", **nothing}
    answer = client.put("/api/keeping", json={"kept": "a-day"})
    assert answer.get_json() == {"kept": "a-day", **nothing, "games": [1]}
    assert kept(data) is Retention.DAY


def test_it_is_for_the_host_alone(app: Flask, data: Path) -> None:
    guest = app.test_client()
    guest.environ_base["REMOTE_ADDR"] = "192.168.1.7"
    assert guest.post("/keeping", data={"kept": "a-day"}).status_code == 403
    assert guest.put("/api/keeping", json={"kept": "a-day"}).status_code == 403
    assert guest.get("/api/keeping").status_code == 403
    assert kept(data) is Retention.FOR_EVER
