"""Ten thousand pairs of fights that differ only in what is hidden; and whatever leaks a little is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.leaks.fights import EDITIONS
from tests.leaks.pairs import counted, pairs
from tests.leaks.played_twins import EVERY as PLAYED
from tests.leaks.played_twins import played_twins
from tests.leaks.twins import TWINS
from tracker.model import events as ev
from tracker.narration.facts import Happened
from tracker.player_screen import spectator
from tracker.players import known_facts
from tracker.players import view as audience
from tracker.players.stops import Pace, Stops
from tracker.players.view import Discretion

PAIRS = 10_000


def test_ten_thousand_pairs_of_fights_look_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    each = -(-PAIRS // (len(EDITIONS) * len(TWINS)))
    counts = [counted(edition, range(1000, 1000 + each)) for edition in EDITIONS]
    with capsys.disabled():
        print(f"\n{sum(count.same for count in counts)} of {sum(count.pairs for count in counts)} pairs look the same")
    assert [leak for count in counts for leak in count.leaks] == []
    assert sum(count.pairs for count in counts) >= PAIRS


def test_ten_thousand_twins_played_again_look_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    each = -(-PAIRS // (len(EDITIONS) * len(PLAYED)))
    twins = [twin for edition in EDITIONS for seed in range(1000, 1000 + each) for twin in played_twins(edition, seed)]
    with capsys.disabled():
        print(f"\n{sum(not twin.leak for twin in twins)} of {len(twins)} played twins look the same")
    assert [str(twin) for twin in twins if twin.leak] == []
    assert len(twins) >= PAIRS


def _all_are_seen(view: Any) -> Any:
    return lambda encounter, who: True


def _the_count(scene: Any) -> Any:
    """The present count; at the last moment that players see it is theirs to know, so only the latest can leak."""

    def leaking(onlooker: Any, *rest: Any) -> Any:
        shown = scene(onlooker, *rest)
        return replace(shown, view=replace(shown.view, now=onlooker._done[-1].state.count))

    return leaking


def _how_many(view: Any) -> Any:
    return lambda encounter, *rest: replace(view(encounter, *rest), title=f"{len(encounter.combatants)}")


def _the_serial(view: Any) -> Any:
    return lambda encounter, *rest: replace(view(encounter, *rest), title=f"{encounter.serial}")


def _how_much_is_due(view: Any) -> Any:
    return lambda encounter, *rest: replace(view(encounter, *rest), unit=f"{len(encounter.agenda.entries)}")


def _whom_the_table_waits_for(asked: Any) -> Any:
    return lambda encounter, words: (encounter.question.who, "") if encounter.question else ("", "")


def _true_name(name: Any) -> Any:
    return lambda words, who: words.encounter[who].name if name(words, who) else ""


def _points(health: Any) -> Any:
    return lambda one: f"{health(one)} {min(one.pools, default=0)}"


def _orders(conditions: Any) -> Any:
    return lambda one, *rest: (*conditions(one, *rest), one.orders.text)


def _every_condition(visible: Any) -> Any:
    return lambda words, rules, who, condition: condition.label


def _whole_fight(as_seen: Any) -> Any:
    return lambda encounter, *rest: encounter


def _rolls(fact: Any) -> Any:
    def told(teller: Any, event: ev.Event, *rest: Any) -> Any:
        return Happened(event.label) if isinstance(event, ev.Rolled) else fact(teller, event, *rest)

    return told


def _every_stop(end: Any) -> Any:
    return lambda stops, *rest: (end(stops, *rest)[0], True)


def _every_pace(pace: Any) -> Any:
    return lambda stops, *rest: Pace.DECLARES


def _own_numbers(shown_name: Any) -> Any:
    return lambda one, numbers: one.name


def _every_event(public: Any) -> Any:
    return lambda event, before: True


LEAKS: tuple[tuple[object, str, Callable[[Any], Any]], ...] = (
    (audience, "seen", _all_are_seen), (spectator.Spectator, "scene", _the_count), (spectator, "view", _how_many),
    (spectator, "view", _the_serial), (spectator, "view", _how_much_is_due),
    (audience, "_asked", _whom_the_table_waits_for), (Discretion, "name", _true_name),
    (audience, "health", _points), (audience, "_conditions", _orders),
    (Discretion, "visible", _every_condition), (audience, "as_seen", _whole_fight),
    (known_facts.Witness, "fact", _rolls),
    (Stops, "end", _every_stop), (Stops, "_pace", _every_pace), (audience, "shown_name", _own_numbers),
    (known_facts, "public", _every_event),
)  # fmt: skip


@pytest.mark.parametrize(("room", "name", "leaking"), LEAKS, ids=[leaking.__name__ for _, _, leaking in LEAKS])
def test_whatever_leaks_is_found(
    room: object, name: str, leaking: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, name, leaking(getattr(room, name)))
    either = (pairs, played_twins)
    assert any(two.leak for seed in range(6) for edition in EDITIONS for of in either for two in of(edition, seed))
