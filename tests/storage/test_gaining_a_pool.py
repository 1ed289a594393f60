"""A game may gain a pool: fights that were begun before open with all their points, and with the new pool full."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
import tomli
import tomli_w

from tests.lanes import sample
from tests.random_play import EXAMPLES, kind, random_fight
from tests.tui.opening import SAVES, example
from tracker.game_api.sheets import CombatantSheet
from tracker.games import registry
from tracker.model.combatant import Combatant, Pool
from tracker.model.state import Encounter
from tracker.storage.fight_log.event_codec import CodecError
from tracker.storage.fight_log.opening import open_fight
from tracker.storage.fight_log.state_codec import keys_of_state, state_of
from tracker.storage.preparation import Prepared, prepare

GAINED = Pool("LUCK", "luck", 7, least=-1, fells=False)
OLD = Path(__file__).parents[1] / "old_fights"
CHECKPOINTED = [
    path
    for path in (*OLD.glob("*/*.toml"), *SAVES.glob("finished-*.toml"))
    if "\n[[state]]" in (text := path.read_text("utf-8")) and "\n[encounter.pack" not in text
]
"""Fights of older releases whose checkpoints list points without names; a pack in a file never gains a pool."""


def richer(sheets: Any, place: int) -> Any:
    """The sheets of a game that has gained a pool at a place of each fighter's pools, from the end where negative."""

    class Richer(type(sheets)):  # type: ignore[misc]
        def read_sheet(self, entry: Mapping[str, Any]) -> CombatantSheet[object]:
            read = super().read_sheet(entry)
            at = place % (len(read.pools) + 1)
            pools = (*read.pools[:at], GAINED, *read.pools[at:])
            return CombatantSheet(read.sheet, pools, (*read.points[:at], GAINED.full, *read.points[at:]))

    richer_sheets = object.__new__(Richer)
    for name in (slot for base in type(sheets).__mro__ for slot in getattr(base, "__slots__", ())):
        object.__setattr__(richer_sheets, name, getattr(sheets, name))
    return richer_sheets


def gaining(system: Any, place: int) -> Any:
    """The game as it was but for the pool it has gained."""

    class Gaining(type(system)):  # type: ignore[misc]
        def bind(self, options: Mapping[str, Any]) -> Any:
            rules = super().bind(options)
            return replace(rules, sheets=richer(rules.sheets, place))

    return Gaining(**{one.name: getattr(system, one.name) for one in fields(system)})


def points(fighters: Sequence[Combatant]) -> list[dict[str, int]]:
    return [dict(zip((pool.name for pool in one.profile.pools), one.pools, strict=True)) for one in fighters]


def gained(encounter: Encounter, rules: Any, place: int) -> tuple[Encounter, Any]:
    """The start of a fight, and its rules, once the game has gained a pool."""
    richer_rules = replace(rules, sheets=richer(rules.sheets, place))
    for one in encounter:
        at = place % (len(one.pools) + 1)
        pools = (*one.profile.pools[:at], GAINED, *one.profile.pools[at:])
        now = (*one.pools[:at], GAINED.full, *one.pools[at:])
        encounter = encounter.with_combatant(replace(one, profile=replace(one.profile, pools=pools), pools=now))
    return encounter, richer_rules


@pytest.mark.parametrize("place", sample([0, 1, -1]))
@pytest.mark.parametrize("name", sample(EXAMPLES, each=kind))
def test_points_find_their_pools_by_name_wherever_a_pool_is_put_in(name: str, place: int) -> None:
    start, looked = example(name).encounter, 0
    for moment, session in enumerate(random_fight(name, 11, 40)):
        if moment % 8:
            continue
        written = tomli.loads(tomli_w.dumps(keys_of_state(session.encounter)))
        assert state_of(written, start, session.rules) == session.encounter
        before, richer_rules = gained(start, session.rules, place)
        now = points(state_of(written, before, richer_rules).combatants)
        assert now == [{**one, GAINED.name: GAINED.full} for one in points(session.encounter.combatants)]
        looked += 1
    assert looked > 2


@pytest.mark.parametrize("name", sample(EXAMPLES[:5], 2))
def test_lists_of_older_checkpoints_are_read_in_the_order_they_were_written_in(name: str) -> None:
    start = example(name).encounter
    *_, session = random_fight(name, 11, 40)
    written = tomli.loads(tomli_w.dumps(keys_of_state(session.encounter)))
    once = session.rules.sheets.pools_once_listed
    lists = [
        [one["pools"][name] for name in once(fighter.profile.pools)]
        for one, fighter in zip(written["combatants"], session.encounter, strict=True)
    ]
    older = [{**one, "pools": points} for one, points in zip(written["combatants"], lists, strict=True)]
    listed = {**written, "combatants": older}
    assert state_of(listed, start, session.rules) == session.encounter
    for place in (0, 1, 2, -1):
        before, richer_rules = gained(start, session.rules, place)
        now = points(state_of(listed, before, richer_rules).combatants)
        assert now == [{**one, GAINED.name: GAINED.full} for one in points(session.encounter.combatants)]


@pytest.mark.parametrize("path", sample(CHECKPOINTED, 2), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_fight_of_an_older_release_opens_in_a_game_that_has_gained_a_pool(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    shutil.copy(path, copy)
    then = open_fight(copy, look=True).encounter
    name = str(tomli.loads(path.read_text("utf-8"))["encounter"].get("system", registry.DEFAULT))
    with registry.in_place_of(gaining(registry.find(name), 1)):
        now = open_fight(copy, look=True).encounter
    assert points(now.combatants) == [{**one, GAINED.name: GAINED.full} for one in points(then.combatants)]


@pytest.mark.parametrize("wrong", [[1, 2, 3, 4, 5, 6, 7, 8, 9], {"nerve": 3}, "full", {"HP": "3"}, 5])
def test_points_that_fit_no_pool_are_refused_in_a_sentence(wrong: object) -> None:
    fight: Prepared = prepare({"system": "plain", "combatant": [{"name": "Ann"}]})
    written = keys_of_state(fight.encounter)
    written["combatants"][0]["pools"] = wrong
    with pytest.raises(CodecError):
        state_of(written, fight.encounter, fight.rules)
