"""Kinds of commands and events: finished with their first value, they are the library's frozen dataclasses all over."""

from __future__ import annotations

import copy
import dataclasses
import subprocess
import sys
from dataclasses import FrozenInstanceError, fields, replace
from types import ModuleType
from typing import Any, Generic, TypeVar

import pytest

from tracker.model import commands, events
from tracker.model.lazy_dataclass import dataclass

T = TypeVar("T")


def kind() -> Any:
    """A kind nobody has made a value of."""

    @dataclass(frozen=True, slots=True)
    class Moved:
        """Somebody moved."""

        who: str
        to: int = 3

    return Moved


def test_the_first_value_is_made_like_every_other() -> None:
    moved = kind()
    first, second = moved("mara", to=4), moved("mara", 4)

    assert first == second and hash(first) == hash(second)
    assert repr(first).endswith("Moved(who='mara', to=4)")
    assert moved("mara").to == 3 and moved("mara") != first
    assert first != kind()("mara", 4), "another kind, though it has the same name"


def test_a_value_never_changes() -> None:
    value = kind()("mara")

    with pytest.raises(FrozenInstanceError):
        value.to = 5
    with pytest.raises(FrozenInstanceError):
        del value.to
    assert not hasattr(value, "__dict__")
    assert replace(value, to=5).to == 5 and value.to == 3
    assert copy.copy(value) == value == copy.deepcopy(value)


def test_what_does_not_make_a_value_is_refused_the_first_time_too() -> None:
    for values, named in (((), {}), (("mara", 1, 2), {}), (("mara",), {"towards": 2})):
        with pytest.raises(TypeError):
            kind()(*values, **named)


def test_fields_and_patterns_are_known_before_any_value() -> None:
    moved = kind()

    assert [(field.name, field.default) for field in fields(moved)][1] == ("to", 3)
    assert moved.__match_args__ == ("who", "to")
    match moved("mara", 7):
        case moved(who, to):
            assert (who, to) == ("mara", 7)


def test_a_kind_given_by_name_only_refuses_values_by_place() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Noted:
        """Something was noted."""

        text: str
        by: str = ""

    assert Noted(text="rain") == Noted(by="", text="rain")
    with pytest.raises(TypeError):
        Noted("rain")  # type: ignore[call-arg]


def test_events_nobody_has_made_cost_no_compiling() -> None:
    """In a program that has only imported them; here other tests have made some."""
    code = (
        "import inspect; from tracker.storage.fight_log.event_codec import EVENTS;"
        "waiting = [k for k in EVENTS.values() if k.__new__.__name__ == 'first'];"
        "assert waiting == list(EVENTS.values()), waiting; EVENTS['Began']();"
        "assert [k for k in EVENTS.values() if k not in waiting or k.__new__.__name__ != 'first'] == [EVENTS['Began']]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("name", ["__repr__", "__eq__", "__hash__", "__new__"])
def test_a_kind_broken_off_while_it_is_finished_is_finished_with_its_next_use(name: str) -> None:
    broken_off: list[str] = []

    class Breaks(type):
        def __setattr__(cls, attribute: str, value: Any) -> None:
            if attribute == name and getattr(value, "__name__", "") != "first" and not broken_off:
                broken_off.append(name)
                raise KeyboardInterrupt
            super().__setattr__(attribute, value)

    @dataclass(frozen=True, slots=True)
    class Moved(metaclass=Breaks):
        """Somebody moved."""

        who: str

    with pytest.raises(KeyboardInterrupt):
        repr(Moved("mara"))
    assert Moved("mara") == Moved("mara") and hash(Moved("mara")) == hash(Moved("mara"))
    assert repr(Moved("mara")).endswith("Moved(who='mara')")
    assert copy.copy(Moved("mara")) == Moved("mara")
    with pytest.raises(FrozenInstanceError):
        Moved("mara").who = "vos"  # type: ignore[misc]


def test_a_value_is_of_its_class_and_frozen_when_what_follows_its_fields_begins() -> None:
    seen: list[Any] = []

    @dataclass(frozen=True, slots=True)
    class Moved:
        """Somebody moved."""

        who: str

        def __post_init__(self) -> None:
            seen.append(type(self))
            with pytest.raises(FrozenInstanceError):
                self.who = "vos"  # type: ignore[misc]

    assert type(Moved("mara")) is Moved and seen == [Moved]


def test_a_frozen_dataclass_of_the_library_may_be_made_from_one_and_so_may_a_class_of_no_decorator() -> None:
    moved = kind()

    @dataclasses.dataclass(frozen=True, slots=True)
    class Ran(moved):  # type: ignore[misc, valid-type]
        """Somebody ran."""

        fast: bool = True

    class Crept(moved):  # type: ignore[misc, valid-type]
        """Somebody crept."""

        __slots__ = ()

    class Strolled(Crept):
        """Somebody strolled."""

    assert (Ran("mara", 4), Ran("mara").fast) == (Ran("mara", 4, True), True) and type(Ran("mara")) is Ran
    assert copy.copy(Ran("mara", 4, False)) == Ran("mara", 4, False)
    for plain in (Crept, Strolled):
        value = plain("mara", to=4)
        assert type(value) is plain and value == plain("mara", 4) == copy.copy(value) != moved("mara", 4)
        with pytest.raises(FrozenInstanceError):
            value.to = 5
        with pytest.raises(TypeError):
            plain()


def test_one_made_from_another_has_the_fields_of_both_and_never_changes() -> None:
    moved = kind()

    @dataclass(frozen=True, slots=True, kw_only=True)
    class Ran(moved):  # type: ignore[misc, valid-type]
        """Somebody ran."""

        fast: bool = True

    value = Ran("mara", fast=False)
    assert (type(value), value.who, value.to, value.fast) == (Ran, "mara", 3, False)
    assert value == Ran("mara", fast=False) == copy.deepcopy(value) and value != moved("mara")
    assert replace(value, fast=True) == Ran("mara") and not hasattr(value, "__dict__")
    for field in ("who", "fast"):
        with pytest.raises(FrozenInstanceError):
            setattr(value, field, "vos")


def test_methods_of_its_own_and_those_of_a_generic_class_stay() -> None:
    @dataclass(frozen=True, slots=True)
    class Held(Generic[T]):
        """Something is held."""

        what: T

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 7

    assert Held("rope") == Held[str]("sword") and hash(Held(3)) == 7
    assert repr(Held(3)).endswith("Held(what=3)")


def test_what_a_decorated_class_makes_of_its_fields_itself_is_left_to_the_library() -> None:
    class Named:
        """A class with an `__init__`."""

        def __init__(self, *_: object) -> None:
            raise AssertionError("the fields are not for this one")

    @dataclass(frozen=True, slots=True)
    class Called(Named):
        """Somebody is called."""

        who: str

    assert Called("mara").who == "mara"


@pytest.mark.parametrize("module", [commands, events])
def test_every_command_and_every_event_is_such_a_kind(module: ModuleType) -> None:
    """One that the standard decorator makes would cost its time at each start."""
    assert module.dataclass is dataclass
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__]
    assert sum(map(dataclasses.is_dataclass, kinds)) > 20


def test_a_field_may_have_any_name_and_defaults_are_made_anew() -> None:
    @dataclass(frozen=True, slots=True)
    class Named:
        """Named like what makes it."""

        kind: str
        new: list[str] = dataclasses.field(default_factory=list)
        twin: int = 3
        made: list[str] = dataclasses.field(default_factory=list, init=False)

    first, second = Named("a"), Named("b", twin=4)
    assert (first.kind, first.new, first.twin, first.made) == ("a", [], 3, []) and second.twin == 4
    assert first.new is not second.new and first.made is not second.made
