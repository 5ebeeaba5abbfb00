"""How long things are kept: chosen by the host on the start page, and over HTTP."""

from __future__ import annotations

import os
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.live.retention import Outdated, Retention, choose, chosen, keep_to_it
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


NOTHING: dict[str, list[int]] = {"games": [], "pictures": [], "photos": [], "damaged": []}


def test_programs_choose_as_well_and_are_told_what_goes(client: FlaskClient, data: Path) -> None:
    old_game(data, 3)
    for_ever = {"kept": "for-ever", "doubted": False, **NOTHING}
    assert client.get("/api/keeping").get_json() == for_ever
    answer = client.put("/api/keeping", json={"kept": "30-days"})
    assert answer.get_json() == {**for_ever, "kept": "30-days"}
    answer = client.put("/api/keeping", json={"kept": "a-day", "confirmed": True})
    assert answer.get_json() == {**for_ever, "kept": "a-day", "games": [1]}
    assert kept(data) is Retention.DAY


@pytest.mark.parametrize("said", [{}, {"confirmed": False}, {"confirmed": None}])
def test_a_program_that_does_not_say_that_it_is_meant_removes_nothing(
    client: FlaskClient, data: Path, said: dict[str, bool | None]
) -> None:
    old_game(data, 3)
    (data / f"{database.FILE_NAME}.damaged-20200101-000000").touch()
    os.utime(data / f"{database.FILE_NAME}.damaged-20200101-000000", (0, 0))
    answer = client.put("/api/keeping", json={"kept": "a-day", **said})
    assert answer.status_code == 409
    refused = answer.get_json()
    assert refused.pop("error") == (
        "Older than that and removed for good within the hour: 1 game and 1 damaged file. If this"
        ' is meant, send it once more with "confirmed": true.'
    )
    damaged = [f"{database.FILE_NAME}.damaged-20200101-000000"]
    assert refused == {**NOTHING, "games": [1], "damaged": damaged}
    assert kept(data) is Retention.FOR_EVER


def test_a_clock_that_is_doubted_is_told_and_can_be_confirmed(
    client: FlaskClient, data: Path
) -> None:
    with closing(database.connect(data)) as connection:
        choose(connection, Retention.DAY, datetime.now(UTC) - timedelta(days=30))
        old_game(data, 20)
        connection.execute("INSERT INTO game_noticed VALUES (1, '2020', 0)")
        connection.commit()
    assert "Nothing is removed until you say" in client.get("/").get_data(as_text=True)
    french = client.get("/", headers={"Accept-Language": "fr"}).get_data(as_text=True)
    assert "Rien n&#39;est supprimé tant que" in french
    assert client.get("/api/keeping").get_json()["doubted"]
    assert client.put("/api/keeping", json={"kept": "a-day"}).status_code == 409
    page = client.post("/keeping", data={"kept": "a-day"})
    assert "By this computer's clock it is" in Page(page.get_data(as_text=True)).text
    assert keep_to_it(data, lambda _number: False) == Outdated()
    assert client.post("/keeping", data={"kept": "a-day", "sure": "yes"}).status_code == 303
    assert not client.get("/api/keeping").get_json()["doubted"]
    assert "Nothing is removed until you say" not in client.get("/").get_data(as_text=True)
    assert keep_to_it(data, lambda _number: False).games == (1,)


def test_it_is_for_the_host_alone(app: Flask, data: Path) -> None:
    guest = app.test_client()
    guest.environ_base["REMOTE_ADDR"] = "192.168.1.7"
    assert guest.post("/keeping", data={"kept": "a-day"}).status_code == 403
    assert guest.put("/api/keeping", json={"kept": "a-day"}).status_code == 403
    assert guest.get("/api/keeping").status_code == 403
    assert kept(data) is Retention.FOR_EVER
