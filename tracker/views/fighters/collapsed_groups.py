"""Folded groups: a group in the place of its members, with how many stand and the worst off of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from tracker.clock.agenda import Agenda, Due
from tracker.encounter.engine.standing_orders import share
from tracker.encounter.features.groups import members, names
from tracker.encounter.hidden_fighters import seen, unseen
from tracker.model.combatant import Action, Combatant, Condition
from tracker.model.orders import OrderWords
from tracker.model.state import DECLARE, LAND, Encounter
from tracker.views.short_names import CrowdName

SOME = "some"
"""The prefix of the key of a condition that only some of a folded group have."""
LEAST = 2
"""The number of members from which a group folds."""


def folding(encounter: Encounter) -> tuple[str, ...]:
    """Return the groups that can be folded."""
    return tuple(name for name in names(encounter) if len(members(encounter, name)) >= LEAST)


def folded(encounter: Encounter, unfolded: Collection[str], words: OrderWords | None = None) -> Encounter:
    """Return the fight as panes draw it: one fighter in the place of each folded group.

    That fighter has the points of the group's worst off who is still able, and the seat of its first member. An action
    that several do alike is drawn once. A condition that only some of them have shows how many do. A due entry of one
    member, such as bleeding, stays that member's. By `words` the game says which points count for who is worst off.
    """
    groups = [name for name in folding(encounter) if name not in unfolded]
    if not groups:
        return encounter
    stands: dict[str, Combatant] = {}
    shown: list[Combatant] = []
    in_sight = _partly_hidden(encounter, groups)
    for fighter in encounter:
        if fighter.group not in groups:
            shown.append(
                replace(fighter, unaware_of=fighter.unaware_of - in_sight) if fighter.unaware_of & in_sight else fighter
            )
        elif fighter.group not in stands:
            stands[fighter.group] = _as_one(encounter, fighter.group, words or OrderWords())
            shown.append(stands[fighter.group])
    places = {fighter.id: place for place, fighter in enumerate(shown)}
    for fighter in encounter:
        if fighter.group in groups:
            places[fighter.id] = places[stands[fighter.group].id]
    meant = {who: shown[place].id for who, place in places.items()}
    grouped = {fighter.id for fighter in stands.values()}
    questions = tuple(
        replace(question, who=meant.get(question.who, question.who), about=meant.get(question.about, question.about))
        for question in encounter.questions
    )
    return replace(
        encounter,
        combatants=tuple(shown),
        seats=places,
        questions=questions,
        agenda=_merged(encounter.agenda, meant, grouped),
    )


def _as_one(encounter: Encounter, name: str, words: OrderWords) -> Combatant:
    """Return one combatant for a group: the worst off still standing, with everything that all share.

    By `words` the game says which points count for who is worst off.
    """
    all_of = members(encounter, name)
    standing = [fighter for fighter in all_of if fighter.able]
    worst = min(standing or all_of, key=lambda fighter: (share(fighter, words), fighter.profile.seat))
    hurt = (Condition("worst", f"worst: {worst.name}"),) if standing and share(worst, words) < 1 else ()
    seat = min(fighter.profile.seat for fighter in all_of)
    profile = replace(worst.profile, name=CrowdName(len(standing), len(all_of), name), seat=seat)
    actions = _alike([action for fighter in all_of for action in fighter.actions])
    borne = _borne(encounter, standing or list(all_of), worst)
    waiting = bool(standing) and all(fighter.waiting for fighter in standing)
    busy = any(fighter.busy for fighter in standing)
    return replace(worst, profile=profile, actions=actions, waiting=waiting, busy=busy, conditions=(*hurt, *borne))


def _borne(encounter: Encounter, standing: list[Combatant], worst: Combatant) -> tuple[Condition, ...]:
    """Return the conditions that all share, and the number of members for each other one, for waiting and hiding."""
    shared = tuple(
        condition for condition in worst.conditions if all(condition in other.conditions for other in standing)
    )
    ways = Counter(condition.label for other in standing for condition in other.conditions if condition not in shared)
    ways["waiting"] += sum(fighter.waiting and not fighter.busy for fighter in standing)
    ways["hidden"] += sum(not seen(encounter, fighter.id) for fighter in standing)
    everybody = len(standing)
    # If all of them wait or hide, the row shows it as of one fighter: the number, now 0, is left out.
    for word in ("waiting", "hidden"):
        ways[word] %= everybody
    return (*shared, *(Condition(f"{SOME} {label}", f"{many} {label}") for label, many in ways.items() if many))


def _partly_hidden(encounter: Encounter, groups: Collection[str]) -> frozenset[str]:
    """Return the members of groups of which some still standing are not hidden: the group as a whole is in sight."""
    return frozenset(
        fighter.id
        for group in groups
        for fighter in members(encounter, group)
        if not all(unseen(encounter, other.id) for other in members(encounter, group) if other.able)
    )


def _alike(actions: list[Action]) -> tuple[Action, ...]:
    """Return each common action once, with the number of fighters in it."""
    alike: dict[tuple[object, ...], list[Action]] = {}
    for action in actions:
        alike.setdefault((action.label, action.target, action.declared, action.lands), []).append(action)
    each = sorted(alike.values(), key=lambda same_actions: same_actions[0].lands)
    return tuple(
        replace(same_actions[0], label=f"{same_actions[0].label} ×{len(same_actions)}")
        if len(same_actions) > 1
        else same_actions[0]
        for same_actions in each
    )


def _merged(agenda: Agenda, meant: dict[str, str], grouped: Collection[str]) -> Agenda:
    """Return the agenda of the drawn fighters: of a group one moment to declare at each count, and one to land."""
    entries: list[Due] = []
    taken: set[tuple[object, ...]] = set()
    for due in agenda:
        if due.what not in (DECLARE, LAND):
            entries.append(due)
            continue
        who = meant.get(due.who, due.who)
        key = (due.count, due.rank, who, due.what)
        if who in grouped and key in taken:
            continue
        taken.add(key)
        entries.append(due if who == due.who else due._replace(who=who))
    return Agenda(tuple(entries), agenda.floor, agenda.serial)
