"""Addresses of the application: as Werkzeug writes them, compiled when one is asked for."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from time import sleep

import pytest
from flask import Flask
from werkzeug.routing import Map, Rule

from companion.web.addresses import AddressRule
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


def test_of_two_threads_that_ask_at_once_one_compiles_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two that did so at the same time failed now and then, and a page was an internal error."""
    make = Rule._compile_builder
    at_it, most = 0, 0

    def slow(rule: Rule, append_unknown: bool = True) -> object:
        nonlocal at_it, most
        at_it += 1
        most = max(most, at_it)
        sleep(0.02)
        at_it -= 1
        return make(rule, append_unknown)

    monkeypatch.setattr(Rule, "_compile_builder", slow)
    rules = [AddressRule(f"/{name}/<int:number>", endpoint=name) for name in "abcdefgh"]
    Map(rules)
    with ThreadPoolExecutor(len(rules)) as threads:
        written = list(threads.map(lambda rule: rule.build({"number": 3}), rules))
    assert written == [("", f"/{name}/3") for name in "abcdefgh"]
    assert most == 1
