"""Secrecy by absence: the grammar is handed no name and no figure of a fighter whom players do not see."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import wraps
from inspect import isfunction
from random import Random
from typing import Any

import pytest

from tests.lanes import sample
from tests.leaks.fights import EDITIONS, Fight, played
from tests.leaks.twins import Twin, as_it_was, burdened, disguised
from tests.leaks.ways_out import Onlooker, ways_out
from tracker.encounter.engine.journal import Step, UndoRedo
from tracker.narration import grammar, sentences
from tracker.narration.facts import Fact
from tracker.players import view

WORDING = (grammar.__name__, sentences.__name__)
Handed = list[Any]


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> Callable[[Twin], Handed]:
    """Let players look on to the end by every way there is; return all that the grammar was handed."""
    heard: Handed = []

    def listened(function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def listening(*args: Any, **named: Any) -> Any:
            args = tuple(list(arg) if isinstance(arg, Iterator) else arg for arg in args)
            heard.append((function.__name__, *map(plain, args), *map(plain, named.values())))
            return function(*args, **named)

        return listening

    for module in [module for name, module in sys.modules.items() if name.startswith("tracker.")]:
        for name, value in [*vars(module).items()]:
            if isfunction(value) and value.__module__ in WORDING and not name.startswith("_"):
                monkeypatch.setattr(module, name, listened(value))

    def look_on(twin: Twin) -> Handed:
        heard.clear()
        onlooker = Onlooker(twin)
        for at in range(len(twin.blocks)):
            onlooker.go_on(at)
        ways_out(onlooker)
        return [*heard]

    return look_on


def plain(value: Any) -> Any:
    """Return a value as tuples of its parts, those that two equal facts may differ in too."""
    if is_dataclass(value):
        return (type(value).__name__, *(plain(getattr(value, field.name)) for field in fields(value)))
    return tuple(map(plain, value)) if isinstance(value, list | tuple) else value


def texts(handed: Any) -> Iterator[str]:
    """Yield all words in what was handed."""
    for part in handed:
        if isinstance(part, str):
            yield part
        elif isinstance(part, tuple | list):
            yield from texts(part)


def hidden_words(fight: Fight, handed: Handed) -> list[str]:
    """Return the words that were handed over and say the name, the id or a deed of one who was hidden all the while."""
    people = [fight.prepared.encounter[id] for id in fight.hidden]
    secrets = {"oubliette", "grawlix"} | {word.casefold() for one in people for word in (one.id, one.name)}
    return [text for text in texts(handed) if any(secret in text.casefold() for secret in secrets)]


def nothing_taken_back(twin: Twin) -> Twin:
    """Return a twin without the steps that are undone: in these the hidden may show themselves for a moment."""
    undone = {block.undo for row in twin.blocks for block in row if isinstance(block, UndoRedo)}
    kept = (tuple(block for block in row if isinstance(block, Step) and block.n not in undone) for row in twin.blocks)
    return replace(twin, blocks=tuple(kept))


@pytest.mark.parametrize("edition", sample(EDITIONS, 2))
@pytest.mark.parametrize("seed", sample(range(40, 52)))
def test_the_grammar_is_handed_no_name_and_no_figure_of_the_hidden(
    edition: str, seed: int, handed: Callable[[Twin], Handed]
) -> None:
    """With other names, points, marks and orders of the hidden it is handed the very same; nothing that they do."""
    fight = played(edition, seed)
    heard = handed(as_it_was(fight))
    assert any(name in {kind.__name__ for kind in Fact.__args__} for name in texts(heard)), "facts were handed over"
    assert hidden_words(fight, heard) == []
    assert handed(disguised(fight, Random(seed))) == heard
    assert hidden_words(fight, handed(nothing_taken_back(burdened(fight, Random(seed))))) == []


def test_a_fight_in_which_the_hidden_are_seen_hands_their_names_over(
    handed: Callable[[Twin], Handed], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which is how the property above would find it."""
    monkeypatch.setattr(view, "seen", lambda encounter, who: True)
    fights = (played(edition, 40) for edition in EDITIONS)
    assert any(hidden_words(fight, handed(as_it_was(fight))) for fight in fights)
