"""The data folder: for its owner alone, and for one companion at a time."""

from __future__ import annotations

import os
import stat
import subprocess
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from companion.cli import main
from companion.record import Games, Player
from companion.storage import database
from tests.end_to_end.companion_process import PALAGO, start

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows keeps folders private otherwise")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_folder_is_for_its_owner_alone(tmp_path: Path) -> None:
    data = tmp_path / "data"
    database.prepare(data)
    with closing(database.connect(data)) as connection:
        connection.execute("CREATE TABLE test (x)")
        files = [path for path in data.iterdir() if path.is_file()]
        assert len(files) >= 2
        assert {mode(path) for path in files} == {0o600}
    assert mode(data) == 0o700


def test_a_folder_that_others_may_read_is_mended(tmp_path: Path) -> None:
    data = tmp_path / "data"
    database.prepare(data)
    data.chmod(0o755)
    (data / database.FILE_NAME).chmod(0o644)
    database.prepare(data)
    assert mode(data) == 0o700
    assert mode(data / database.FILE_NAME) == 0o600


def test_a_folder_that_holds_other_things_keeps_its_rights_and_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    home.chmod(0o755)
    (home / "letter.txt").write_text("for everybody")
    database.prepare(home)
    assert mode(home) == 0o755
    assert mode(home / database.FILE_NAME) == 0o600
    told = ["serve", "--data", str(home), "--host", "203.0.113.1"]
    assert main(told) == 2
    assert f"Other users may look into {home}" in capsys.readouterr().err
    (home / "letter.txt").unlink()
    assert main(told) == 2
    assert mode(home) == 0o700
    assert "Other users" not in capsys.readouterr().err


def test_a_folder_of_everybody_stays_as_it_is(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    database.prepare(shared)
    assert mode(shared) == 0o1777
    assert mode(shared / database.FILE_NAME) == 0o600


def test_the_second_companion_is_told_who_has_the_folder(tmp_path: Path) -> None:
    first = start(tmp_path)
    second = subprocess.run(
        [PALAGO, "serve", "--port", "0", "--data", tmp_path],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
    )
    assert second.returncode == 2
    assert first.address in second.stderr
    assert f"process {first.process.pid}" in second.stderr
    assert second.stderr.count("\n") == 1
    first.kill()
    start(tmp_path).stop()


def test_a_companion_that_could_not_start_lets_the_folder_go(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        assert main(["serve", "--data", str(tmp_path), "--host", "203.0.113.1"]) == 2
        assert "cannot be served on" in capsys.readouterr().err


def test_it_answers_at_the_address_of_ipv6_that_it_prints(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [PALAGO, "serve", "--host", "::1", "--port", "0", "--data", tmp_path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        pytest.skip("this machine has no IPv6")
    port = int(line.split("http://[::1]:")[1].split("/")[0])
    with closing(HTTPConnection("::1", port, timeout=30)) as connection:
        connection.request("GET", "/")
        assert connection.getresponse().status == 200
        connection.close()
        connection.request("GET", "/", headers={"Host": f"[::2]:{port}"})
        assert connection.getresponse().status == 400
    process.terminate()
    process.communicate(timeout=30)


def test_the_folder_may_be_named_before_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = tmp_path / "data"
    database.prepare(game)
    with closing(database.connect(game)) as connection:
        Games(connection).start("palago", (Player("Ann"), Player("Bob")), {})
    for arguments in (["--data", str(game), "games"], ["games", "--data", str(game)]):
        assert main(arguments) == 0
        assert "Ann" in capsys.readouterr().out


def test_the_folder_of_games_may_be_named_after_what_is_done_with_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = ["--data", str(tmp_path / "here")], ["--data", str(tmp_path / "there")]
    database.prepare(tmp_path / "here")
    with closing(database.connect(tmp_path / "here")) as connection:
        Games(connection).start("palago", (Player("Ann"), Player("Bob")), {})
    game = str(tmp_path / "game.json")
    assert main(["games", "export", "1", "--output", game, *here]) == 0
    assert main(["games", "import", game, *there]) == 0
    assert main(["games", "check", *there]) == 0
    assert main(["games", "forget", "1", *there]) == 0
    capsys.readouterr()
    assert main(["games", *here]) == 0
    assert "Ann" in capsys.readouterr().out


def test_where_no_game_is_on_record_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for more in ([], ["--json"]):
        assert main(["games", "--data", str(tmp_path / "data"), *more]) == 0
        out, err = capsys.readouterr()
        assert out == ""
        assert f"No game is on record in {tmp_path / 'data'}" in err
