"""Addresses of the application: as Werkzeug writes them, compiled when one is asked for."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.routing import Map, Rule

from companion.web.numbers import NumberConverter


def test_every_address_is_written_as_werkzeug_writes_it(app: Flask) -> None:
    rules = list(app.url_map.iter_rules())
    assert len(rules) > 100
    known = Map(converters={"int": NumberConverter})
    for rule in rules:
        plain = Rule(rule.rule, endpoint=rule.endpoint, defaults=rule.defaults)
        known.add(plain)
        for more in ({}, {"since": 3, "name": "ä b"}):
            values = dict.fromkeys(rule.arguments, 7) | more
            for append_unknown in (True, False):
                written = rule.build(values, append_unknown)
                assert written == plain.build(values, append_unknown)
                assert written is not None


def test_nothing_is_compiled_for_an_address_that_nobody_asks_for(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[str] = []
    make = Rule._compile_builder

    def noted(rule: Rule, append_unknown: bool = True) -> object:
        compiled.append(rule.rule)
        return make(rule, append_unknown)

    monkeypatch.setattr(Rule, "_compile_builder", noted)
    app.add_url_rule("/late/<int:number>", "late", lambda number: str(number))
    assert not compiled
    with app.test_request_context():
        assert [app.url_for("late", number=n) for n in (1, 2)] == ["/late/1", "/late/2"]
    assert compiled == ["/late/<int:number>"]
