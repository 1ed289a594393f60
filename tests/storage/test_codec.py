"""What is written can be read back, exactly; what cannot be read is told."""

from __future__ import annotations

import dataclasses
from typing import Any, get_type_hints

import pytest
import tomli
from hypothesis import given, settings
from hypothesis import strategies as st

from tracker.encounter.engine.journal import Step
from tracker.games import registry
from tracker.model.events import READ_FROM_TEXT, Joined, Noted, OrdersChanged
from tracker.model.questions import Task
from tracker.storage.fight_log.event_codec import EVENTS, CodecError, event_of, keys_of_event
from tracker.storage.fight_log.format import head, step_block
from tracker.storage.fight_log.state_codec import runs, unrolled
from tracker.storage.toml import writer

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
wholes = st.integers(-(2**53), 2**53)
reals = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e200, max_value=1e200)
task = st.builds(lambda stage, data: Task(stage, data).text(), texts, st.dictionaries(texts, wholes, max_size=2))
BY_TYPE: dict[Any, st.SearchStrategy[Any]] = {
    str: texts,
    int: wholes,
    bool: st.booleans(),
    int | None: st.none() | wholes,
    float | None: st.none() | reals,
    tuple[int, ...]: st.lists(wholes, max_size=3).map(tuple),
    tuple[str, ...]: st.lists(texts, max_size=3).map(tuple),
    str | int | float | bool: texts | wholes | reals | st.booleans(),
}


RULES = registry.find("plain").bind({})
READABLE = {
    Joined: {"sheet": st.just('name = "Cid"\nside = "foes"\nhit_points = 4\n')},
    OrdersChanged: {"orders": st.sampled_from(["", "attack", "attack weakest, flee under 30"])},
}
"""Texts that the game can read, for the fields from which values are read."""


def events_of(kind: type) -> st.SearchStrategy[Any]:
    hints, read = get_type_hints(kind), READ_FROM_TEXT.get(kind, ())
    written = {f.name: BY_TYPE[hints[f.name]] for f in dataclasses.fields(kind) if f.name not in read}
    return st.builds(kind, **{**written, **READABLE.get(kind, {})})


@settings(max_examples=3 * settings().max_examples)
@given(st.one_of([events_of(kind) for kind in EVENTS.values()]))
def test_every_event_comes_back_from_its_line(event: Any) -> None:
    line = writer.inline(keys_of_event(event))
    assert "\n" not in line and "\x1b" not in line and "\u202e" not in line
    assert event_of(tomli.loads(f"event = {line}")["event"], RULES) == event


def test_a_surrogate_does_not_stop_the_writing() -> None:
    assert tomli.loads(f"a = {writer.text(chr(0xDC80))}") == {"a": "\ufffd"}


@given(
    st.recursive(
        texts | wholes | reals | st.booleans(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
        max_leaves=12,
    ).map(lambda value: {"value": value, "plain": 1})
)
@settings(max_examples=2 * settings().max_examples)
def test_the_head_of_a_fight_ends_with_its_own_keys_whatever_it_holds(data: dict[str, Any]) -> None:
    assert tomli.loads(head(data) + "seal = 1\n")["encounter"] == {**data, "seal": 1}


def test_steps_that_are_appended_one_by_one_are_one_list_however_short_they_are() -> None:
    text = head({"title": "t"}) + "".join(step_block(Step(n, 0, "x", (Noted(text="a" * n),))) for n in range(1, 60, 20))
    assert [step["n"] for step in tomli.loads(text)["step"]] == [1, 21, 41]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"kind": "Rollled"}, 'unknown kind of event "Rollled"; did you mean "Rolled"?'),
        ({"kind": "Noted", "text": "x", "whom": "b"}, 'Noted: unknown key "whom"; did you mean "who"?'),
        ({"kind": "Noted"}, "Noted: text is missing"),
        ({"kind": "Noted", "text": 1}, "Noted: text must be text, not 1"),
        ({"kind": "TimeAdvanced", "to": True}, "TimeAdvanced: to must be a whole number, not True"),
        ({"kind": "TimeAdvanced", "to": 2**64}, f"TimeAdvanced: to must be a whole number, not {2**64}"),
        ({"text": "x"}, "an event is a table with its kind"),
        ("x", "an event is a table with its kind"),
        (
            {"kind": "OrdersChanged", "who": "b", "orders": "dance"},
            'OrdersChanged: orders "dance" are unknown; there are attack, guard, keep, spread, else, flee, surrender',
        ),
        (
            {"kind": "Joined", "who": "c", "name": "Cid", "sheet": 'side = "foes'},
            "Joined: Unterminated string (at end of document)",
        ),
    ],
)
def test_an_event_that_cannot_be_read_is_told(data: object, sentence: str) -> None:
    with pytest.raises(CodecError) as error:
        event_of(data, RULES)
    assert str(error.value) == sentence


@given(st.lists(st.integers(1, 60), unique=True))
def test_runs_of_steps_come_back(numbers: list[int]) -> None:
    assert unrolled(runs(numbers)) == numbers


def test_ten_thousand_steps_in_force_are_one_run() -> None:
    assert runs(range(1, 10_001)) == [[1, 10_000]]
