"""Who listens to a game over HTTP misses nothing, and learns when it ends."""

from __future__ import annotations

from tests.companion.live.games import MISMATCHED, OPENING, THIRD
from tests.companion.web.client import Companion
from tests.companion.web.playing import decide, lay


def test_a_listener_that_was_away_misses_nothing(companion: Companion, palago: int) -> None:
    with companion.listen(palago, after=0) as listener:
        lay(companion, palago, OPENING)
        said = listener.until("move")
    assert [event["event"] for event in said] == ["ready", "move"]
    assert said[-1]["sentences"]
    lay(companion, palago, MISMATCHED)
    decide(companion, palago, "let-stand")
    with companion.listen(palago, after=said[-1]["id"]) as again:
        missed = again.until("move")
        assert [event["event"] for event in missed] == ["illegal", "correction", "move"]
        lay(companion, palago, THIRD)
        (live,) = again.until("move")
    numbers = [event["id"] for event in (*said, *missed, live)]
    kept = companion.get(f"/api/games/{palago}/record")["entries"]
    assert numbers == [entry["number"] for entry in kept if entry["source"] == "event"]


def test_a_stream_tells_how_the_table_is_and_ends_with_the_game(
    companion: Companion, palago: int
) -> None:
    with companion.listen(palago) as listener:
        stream = iter(listener)
        first = dict([next(stream), next(stream)])
        assert first["source"]["running"]
        assert first["table"]["turn"]["mover"] == "A"
        lay(companion, palago, OPENING)
        (kind, data), (table, now) = next(stream), next(stream)
        assert (kind, data["event"]) == ("message", "move")
        assert (table, now["turn"]["mover"]) == ("table", "B")
        assert companion.do("DELETE", f"/api/games/{palago}/source")["running"] is False
        (kind, data) = list(stream)[-1]
        assert (kind, data["running"]) == ("source", False)
    with companion.listen(palago, after=0) as kept:
        of_kept = list(kept)
    assert [kind for kind, _data in of_kept] == ["message", "message", "source"]
