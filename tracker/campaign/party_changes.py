"""Party changes: what a fight changes in its party file, person by person. Nothing is written here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tracker.campaign.changes import Change, PersonChanges, value_of
from tracker.campaign.party import Party, Person
from tracker.encounter.names import plain
from tracker.game_api.carry_over import Kept
from tracker.game_api.rules import Rules
from tracker.model.combatant import Combatant, Condition
from tracker.model.state import Encounter
from tracker.storage.atomic import target_of
from tracker.storage.file_beginnings import beginning
from tracker.storage.preparation import Prepared
from tracker.storage.toml.reader import LARGEST

_SEAL = re.compile(rb'^seal = "([0-9a-f]{20})"', re.MULTILINE)


def fight_receipt(fight: Path) -> str:
    """Return a fight's identity, the seal of its beginning, which never changes. Empty for a file without one."""
    seal = _SEAL.search(beginning(fight, LARGEST))
    return seal[1].decode("ascii")[:12] if seal else ""


def differences(party: Party, encounter: Encounter, rules: Rules, receipt: str, step: int) -> tuple[PersonChanges, ...]:
    """Return what the fight changes for each person of the party who took part. Nothing when it was written already.

    `receipt` is the identity of the fight, `step` its last step in force: a fight that went on since it was written is
    written again, from the new values.
    """
    combatants = {plain(combatant.name): combatant for combatant in encounter}
    return tuple(
        _changes_of_person(person, combatants[plain(person.name)], rules, (encounter.title, receipt, step))
        for person in party.people
        if plain(person.name) in combatants
    )


def _changes_of_person(
    person: Person, combatant: Combatant, rules: Rules, fight: tuple[str, str, int]
) -> PersonChanges:
    """Return the fight's changes for one person. `fight` is its title, its receipt and its last step."""
    title, receipt, step = fight
    mark = f"{receipt}:{step}"
    if person.fight == mark:
        return PersonChanges(person.name, (), ("this fight is written already",))
    changes: list[Change] = []
    remarks: list[str] = []
    for pool, points in zip(combatant.profile.pools, combatant.pools, strict=True):
        if (kept := rules.carry_over.pool_kept(pool, points)) is not None:
            full = rules.carry_over.pool_kept(pool, pool.full if pool.fresh is None else pool.fresh)
            _add_figure(person, kept, changes, remarks, None if full is None else full.value)
    for kept in _things_kept(combatant, rules):
        _add_figure(person, kept, changes, remarks)
    _add_conditions(person, combatant, rules, changes)
    if changes and person.entry.get("towards"):
        changes.append(Change(person.name, ("towards",), dict(person.entry["towards"]), None))
    _add_experience(person, _earned(combatant, rules), title, receipt, changes)
    if changes:
        changes.append(Change(person.name, ("fight",), person.entry.get("fight"), mark))
    return PersonChanges(person.name, tuple(changes), tuple(remarks))


def _things_kept(combatant: Combatant, rules: Rules) -> tuple[Kept, ...]:
    """Return the things, such as ammunition, whose number the party file keeps."""
    return rules.carry_over.things_kept(Encounter("", combatants=(combatant,), seats={combatant.id: 0}), combatant.id)


def _earned(combatant: Combatant, rules: Rules) -> int:
    """Return the experience that a combatant has earned in the fight."""
    # The hook takes an encounter: one with no other fighter is enough to read a mark of the combatant.
    alone = Encounter("", combatants=(combatant,), seats={combatant.id: 0})
    return rules.carry_over.experience_earned(alone, combatant.id)


def _add_figure(person: Person, kept: Kept, changes: list[Change], remarks: list[str], usual: object = None) -> None:
    """Add the change of one figure, or a remark when the file has no place for it.

    `usual` is its value before the fight when the file does not have the key.
    """
    was = value_of(person.entry, kept.keys)
    if was == kept.value or (was is None and kept.usual):
        return
    # Such as the rounds of a bow: a figure of a thing that the party's file has not.
    if len(kept.keys) > 2 and value_of(person.entry, kept.keys[:-1]) is None:
        thing = kept.keys[-2]
        remarks.append(f"{kept.label} is not written: {thing} is not in the party's file")
        return
    before = "" if was is None and usual is None else f"{usual if was is None else was} "
    changes.append(Change(person.name, kept.keys, was, kept.value, f"{kept.label} {before}→ {kept.value}"))


def _add_conditions(person: Person, combatant: Combatant, rules: Rules, changes: list[Change]) -> None:
    """Add the change of the conditions that outlast the fight: those of the game that do, and the game master's own."""
    # One that ends at a count or with an action belongs to the fight.
    kept = [
        c
        for c in combatant.conditions
        if c.until is None and not c.acts and (c.own or rules.carry_over.condition_lasts(c))
    ]
    was, now = person.entry.get("lasting"), [entry_of_condition(condition) for condition in kept]
    if (was or []) != now:
        words = f"lasting: {', '.join(c.label for c in kept)}" if kept else "nothing lasts any more"
        changes.append(Change(person.name, ("lasting",), was, now or None, words))


def entry_of_condition(condition: Condition) -> dict[str, Any]:
    """Return a condition as a table of the party file."""
    entry: dict[str, Any] = {"condition": condition.key}
    entry |= {"label": condition.label} if condition.label != condition.key else {}
    entry |= {"own": True} if condition.own else {}
    entry |= {"amount": condition.amount} if condition.amount else {}
    return entry | ({"of": condition.of} if condition.of else {})


def _add_experience(person: Person, earned: int, title: str, receipt: str, changes: list[Change]) -> None:
    """Add the experience of this fight, less what was given for it before, which its receipt tells."""
    awards = [dict(award) for award in person.entry.get("awards", ())]
    already_given = sum(award["points"] for award in awards if award["receipt"] == receipt)
    extra = max(earned - already_given, -person.experience)
    if not extra:
        return
    others = [award for award in awards if award["receipt"] != receipt]
    now = [*others, {"fight": title, "receipt": receipt, "points": already_given + extra}]
    was = person.entry.get("experience")
    total = person.experience + extra
    words = f"experience {person.experience} → {total} ({extra:+d} for this fight)".replace("-", "−")
    changes.append(Change(person.name, ("experience",), was, total, words))
    changes.append(Change(person.name, ("awards",), awards or None, now))


def party_path(prepared: Prepared) -> Path | None:
    """Return the party file that an encounter or fight names, in its folder. None when it names none."""
    name = prepared.document.get("party")
    if not name or prepared.path is None:
        return None
    return prepared.path.parent / str(name)


def is_outside_folder(prepared: Prepared, party: Path) -> bool:
    """Return whether the party file lies outside the folder of the encounter or fight that names it, links followed.

    The encounter may come from a stranger, so such a file is written only when the game master confirms it.
    """
    return prepared.path is not None and not target_of(party).is_relative_to(target_of(prepared.path.parent))
