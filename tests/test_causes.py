"""Causes: one place lays a loss to its blow, and log, summary, players' log and recap say the same."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.encounter.skirmish import ANN, BOB
from tests.lanes import sample
from tests.leaks.fights import EDITIONS, document, line_now
from tests.tales import tale_of
from tracker.dice.source import SeededDice
from tracker.encounter.engine.evolve import fold
from tracker.encounter.engine.journal import Step
from tracker.encounter.statistics.causes import Causes
from tracker.encounter.statistics.tally import tally
from tracker.export.recap import recap_of
from tracker.export.recap_pages import as_text
from tracker.model import events as ev
from tracker.model.refusals import Refused
from tracker.narration.summary import account
from tracker.players.chronicle import chronicle
from tracker.players.view import Showing
from tracker.session import Session
from tracker.session.opening import session_of
from tracker.storage.fight_log.opening import open_fight
from tracker.storage.preparation import prepare

NAMES = ("Anna", "Bertha", "Gruk")
ROOT = Path(__file__).parents[1]
FIGHTS = [*sorted(ROOT.glob("saves/finished-*.fight.toml")), *sorted(ROOT.glob("tests/old_fights/*/*.fight.toml"))]


def test_a_miss_at_the_same_count_takes_nothing_from_the_hit_before_it_in_any_account() -> None:
    entries = [{**ANN, "name": name, "player": "Ada"} for name in ("Anna", "Bertha")]
    fight = prepare({"system": "plain", "combatant": [*entries, {**BOB, "name": "Gruk", "hit_points": 20}]})
    blows = (
        ev.Began(),
        ev.Struck(who="anna", target="gruk", outcome="hit", label="sword", damage=17),
        ev.Struck(who="bertha", target="gruk", outcome="missed", label="sword"),
        ev.PoolChanged(who="gruk", pool="HP", by=-17, to=3),
    )
    steps, rules, exact = [Step(1, 0, "", blows)], fight.rules, Showing(health="exact")
    deeds = tally(steps)
    assert (deeds["anna"].dealt["HP"], deeds["bertha"].dealt["HP"]) == (17, 0)
    state = fold(fight.encounter, blows)
    tale = tale_of(fight.encounter, [blows], rules, exact)
    assert "Anna hits Gruk (hit points −17)" in [line.text for line in tale.lines]
    summed = account(steps, state, rules, each=True).words
    anna, bertha, gruk = (next(at for at, line in enumerate(summed) if line.startswith(f"{name} (")) for name in NAMES)
    assert "  Dealt: hit points 17" in summed[anna:bertha] and "  Lost to blows: hit points 17" in summed[gruk:]
    assert not [line for line in summed[bertha:gruk] if "17" in line]
    recap = [*as_text(recap_of(chronicle(state, rules, exact, tale)))]
    assert [line.split("  ")[-1] for line in recap if "biggest hit" in line] == ["Anna hits Gruk (hit points −17)"]
    assert "  Bertha (Ada): 0 of 1 blows hit, stands" in recap


def test_a_loss_waits_for_a_hit_until_a_roll_and_is_of_a_miss_only_where_nobody_hit() -> None:
    def laid(*events: ev.Event) -> list[str]:
        causes = Causes()
        losses = [loss for event in events for loss in causes.take(event)]
        return [loss.blow.who if loss.blow is not None else "nobody" for loss in [*losses, *causes.settled()]]

    hit = ev.Struck(who="anna", target="gruk", outcome="hit", label="sword")
    miss = ev.Struck(who="bertha", target="gruk", outcome="missed", label="sword")
    lost = ev.PoolChanged(who="gruk", pool="HP", by=-2, to=1)
    roll = ev.Rolled(who="gruk", what="HT", label="HT", dice="3d6", faces=(3, 3, 3), total=9, by="rolled")
    assert laid(lost, hit) == ["anna"] == laid(lost, miss, hit) == laid(hit, roll, miss, lost)
    assert laid(lost, roll, hit) == ["nobody"] == laid(lost) == laid(hit, ev.TimeAdvanced(to=2), lost)
    assert laid(miss, lost) == ["bertha"] == laid(lost, miss)
    assert laid(replace(lost, by=2), hit) == []


@pytest.mark.parametrize("path", sample(FIGHTS, 12), ids=lambda path: f"{path.parent.name} {path.stem}")
def test_nobody_without_a_hit_is_credited_and_every_point_lost_is_counted_once(path: Path) -> None:
    opened = open_fight(path, look=True)
    session = session_of(opened, SeededDice(0))
    check_sums([session.step(n) for n in session.journal.done])


@pytest.mark.parametrize("edition", sample(EDITIONS, 6))
@pytest.mark.parametrize("seed", sample(range(8)))
def test_nobody_without_a_hit_is_credited_in_any_game(edition: str, seed: int) -> None:
    random = Random(f"causes {edition} {seed}")
    prepared = prepare(document(edition, random))
    session = Session(prepared.encounter, prepared.rules, SeededDice(seed))
    for _ in sample(range(120), 60):
        with suppress(Refused):
            session.say(line_now(edition, session, random, frozenset()))
    check_sums([session.step(n) for n in session.journal.done])


def check_sums(steps: list[Step]) -> None:
    deeds = tally(steps)
    assert [who for who, own in deeds.items() if sum(own.dealt.values()) and not own.hits] == []
    lost: Counter[str] = Counter()
    for event in (event for step in steps for event in step.events):
        if isinstance(event, ev.PoolChanged) and event.by < 0:
            lost[event.who] -= event.by
    assert +Counter({who: sum((own.taken + own.spent).values()) for who, own in deeds.items()}) == +lost
