"""Write-back: what a fight would write into the file of its party, person by person. Nothing is written here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tracker.campaign.changes import Change, PersonChanges, value_of
from tracker.campaign.party import Party, Person
from tracker.encounter.engine.system import RuleSystem
from tracker.encounter.names import plain
from tracker.model.combatant import Combatant, Condition
from tracker.model.state import Encounter
from tracker.storage.atomic import target_of
from tracker.storage.preparation import Prepared
from tracker.storage.toml.reader import LARGEST, beginning
from tracker.system_api.carry_over import Kept

_SEAL = re.compile(rb'^seal = "([0-9a-f]{20})"', re.MULTILINE)


def receipt_of(fight: Path) -> str:
    """What a fight is known by, however long it goes on: the seal of its beginning; empty where it has none."""
    seal = _SEAL.search(beginning(fight, LARGEST))
    return seal[1].decode("ascii")[:12] if seal else ""


def differences(
    party: Party, encounter: Encounter, rules: RuleSystem, receipt: str, step: int
) -> tuple[PersonChanges, ...]:
    """For everyone of the party who was in the fight: what its file would say from now on. A fight is written once.

    `step` is the last one in force: when the fight has gone on since it was written, the rest of it is.
    """
    there = {plain(one.name): one for one in encounter}
    return tuple(
        _of(person, there[plain(person.name)], rules, (encounter.title, receipt, step))
        for person in party.people
        if plain(person.name) in there
    )


def _of(person: Person, one: Combatant, rules: RuleSystem, fight: tuple[str, str, int]) -> PersonChanges:
    title, receipt, step = fight
    mark = f"{receipt}:{step}"
    if person.fight == mark:
        return PersonChanges(person.name, (), ("this fight is written already",))
    changes: list[Change] = []
    remarks: list[str] = []
    for pool, points in zip(one.profile.pools, one.pools, strict=True):
        if (kept := rules.carry_over.pool_kept(pool, points)) is not None:
            full = rules.carry_over.pool_kept(pool, pool.full)
            _keep(person, kept, changes, remarks, None if full is None else full.value)
    for kept in _things(one, rules):
        _keep(person, kept, changes, remarks)
    _lasting(person, one, rules, changes)
    if changes and person.entry.get("towards"):
        changes.append(Change(person.name, ("towards",), dict(person.entry["towards"]), None))
    _award(person, _earned(one, rules), title, receipt, changes)
    if changes:
        changes.append(Change(person.name, ("fight",), person.entry.get("fight"), mark))
    return PersonChanges(person.name, tuple(changes), tuple(remarks))


def _things(one: Combatant, rules: RuleSystem) -> tuple[Kept, ...]:
    return rules.carry_over.things_kept(Encounter("", combatants=(one,), seats={one.id: 0}), one.id)


def _earned(one: Combatant, rules: RuleSystem) -> int:
    return rules.carry_over.experience_earned(Encounter("", combatants=(one,), seats={one.id: 0}), one.id)


def _keep(person: Person, kept: Kept, changes: list[Change], remarks: list[str], usual: object = None) -> None:
    """One figure; `usual` is what it is told to have been where the file says nothing of it."""
    was = value_of(person.entry, kept.keys)
    if was == kept.value or (was is None and kept.usual):
        return
    if len(kept.keys) > 2 and value_of(person.entry, kept.keys[:-1]) is None:
        thing = kept.keys[-2]
        remarks.append(f"{kept.label} is not written: {thing} does not stand in the party's file")
        return
    before = "" if was is None and usual is None else f"{usual if was is None else was} "
    changes.append(Change(person.name, kept.keys, was, kept.value, f"{kept.label} {before}→ {kept.value}"))


def _lasting(person: Person, one: Combatant, rules: RuleSystem, changes: list[Change]) -> None:
    kept = [
        c for c in one.conditions if c.until is None and not c.acts and (c.own or rules.carry_over.condition_lasts(c))
    ]
    was, now = person.entry.get("lasting"), [entry_of_condition(condition) for condition in kept]
    if (was or []) != now:
        words = f"lasting: {', '.join(c.label for c in kept)}" if kept else "nothing lasts any more"
        changes.append(Change(person.name, ("lasting",), was, now or None, words))


def entry_of_condition(condition: Condition) -> dict[str, Any]:
    """A condition as a party's file has it."""
    entry: dict[str, Any] = {"condition": condition.key}
    entry |= {"label": condition.label} if condition.label != condition.key else {}
    entry |= {"own": True} if condition.own else {}
    entry |= {"amount": condition.amount} if condition.amount else {}
    return entry | ({"of": condition.of} if condition.of else {})


def _award(person: Person, earned: int, title: str, receipt: str, changes: list[Change]) -> None:
    """Experience of this fight, less what was given for it before: its receipt says how much that was."""
    awards = [dict(award) for award in person.entry.get("awards", ())]
    given = sum(award["points"] for award in awards if award["receipt"] == receipt)
    extra = max(earned - given, -person.experience)
    if not extra:
        return
    others = [award for award in awards if award["receipt"] != receipt]
    now = [*others, {"fight": title, "receipt": receipt, "points": given + extra}]
    was = person.entry.get("experience")
    total = person.experience + extra
    words = f"experience {person.experience} → {total} ({extra:+d} for this fight)".replace("-", "−")
    changes.append(Change(person.name, ("experience",), was, total, words))
    changes.append(Change(person.name, ("awards",), awards or None, now))


def party_path(prepared: Prepared) -> Path | None:
    """The file of the party an encounter or fight names, beside it; None when it names none."""
    name = prepared.document.get("party")
    if not name or prepared.path is None:
        return None
    return prepared.path.parent / str(name)


def lies_outside(prepared: Prepared, party: Path) -> bool:
    """Whether the party named by an encounter or fight lies neither in its folder nor below it, links followed.

    Whoever wrote the encounter chose that path, so it is not written to unless the game master says so.
    """
    return prepared.path is not None and not target_of(party).is_relative_to(target_of(prepared.path.parent))
