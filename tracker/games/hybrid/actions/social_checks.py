"""Social checks: reaction, presence and morale (H-NPC, H1 5)."""

from __future__ import annotations

from dataclasses import replace

from tracker.encounter.engine.declarations import not_in_the_middle
from tracker.games.hybrid.body import conditions, perception
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks.success_chance import Chance, of_stats
from tracker.games.hybrid.fighter import Acting, Data
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.model.combatant import Combatant
from tracker.model.questions import Task
from tracker.model.state import Encounter

REACTION, PRESENCE, MORALE = "reaction", "presence", "morale"
VERBS = (REACTION, PRESENCE, MORALE)


def chance(combatant: Combatant, rules: Rulebook, verb: str, stat: str) -> Chance:
    """Return the chance of a social check on GAW, or on the stat named, at the DF of its kind (H-NPC)."""
    row = rules.book.meeting.check(verb)
    total = of_stats(sheet_of(combatant), (stat or row.basis[0],), rules.book, rules.house.halve_stat_checks)
    total.dfs([(row.df, f"{verb} (H-NPC)")] if row.df else [])
    # A reaction is the NPC's: the conditions of the character, on whose stat it is rolled, do not count.
    return total if verb == REACTION else total.dfs(conditions.dfs_on_action(combatant, rules, column="mental"))


def _at_any_time(fighter: Acting) -> None:
    """Raise Refused while a question is open, except that for a declaration. Otherwise the check takes no time."""
    not_in_the_middle(fighter.draft, "The check")
    fighter.draft.actor = ""  # it is no action of the fighter's


def react(npc: Acting, character: str) -> None:
    """Roll secretly how an NPC reacts to a player's character, on that character's GAW (H-NPC)."""
    _at_any_time(npc)
    met_with = npc.draft[character]
    friendly = chance(met_with, npc.rules, REACTION, "")
    roll = replace(friendly.roll(npc.who, REACTION, f"reaction to {met_with.name}", character), secret=True)
    npc.draft.roll(roll, Task("met", {"who": npc.who, "what": REACTION, "to": character}))


def impress(fighter: Acting, stat: str = "") -> None:
    """Roll presence, on `stat` if given."""
    _at_any_time(fighter)
    _roll(fighter, PRESENCE, stat)


def _roll(fighter: Acting, what: str, stat: str) -> None:
    """Roll presence or morale (`what`), on `stat` if given. `met` takes the result."""
    roll = chance(fighter.now, fighter.rules, what, stat).roll(fighter.who, what, what)
    fighter.draft.roll(roll, Task("met", {"who": fighter.who, "what": what}))


def try_nerve(fighter: Acting, stat: str = "") -> None:
    """Roll the perception of how the conflict goes. Morale follows it, on `stat` if given (H1 5.4)."""
    _at_any_time(fighter)
    notice = perception.chance(fighter.now, fighter.rules)
    fighter.roll(notice, "perception", "how the conflict goes", "morale", stat=stat)


def morale(fighter: Acting, data: Data) -> None:
    """Roll morale after a successful perception. A fighter who does not see how badly it goes has no reason to run."""
    if data["success"]:
        _roll(fighter, MORALE, data["stat"])
    else:
        fighter.note(f"{fighter.name} does not see how badly it goes, and stays (H-NPC)")


def met(fighter: Acting, data: Data) -> None:
    """Note the result of a social check in words. The game master decides what it means."""
    towards = f" to {fighter.draft[data['to']].name}" if data.get("to") else ""
    on_success, on_failure = {
        REACTION: (f"is well disposed{towards}", f"is ill disposed{towards}"),
        PRESENCE: ("makes an impression", "impresses nobody"),
        MORALE: ("stands firm", "loses heart: it may flee or surrender"),
    }[data["what"]]
    outcome = on_success if data["success"] else on_failure
    fighter.note(f"{fighter.name} {outcome} ({data['tier']}, H-NPC)")


def is_losing(encounter: Encounter, rules: Rulebook, side: str, standing: str = "") -> bool:
    """Return whether half of a side is out, so that the rest may roll morale. `standing` is counted as still in."""
    members = [member for member in encounter if member.profile.side == side]
    out = [member for member in members if not member.able and member.id != standing]
    return bool(out) and len(out) < len(members) and len(out) * rules.book.meeting.losing_share >= len(members)


def note_losing_side(fighter: Acting) -> None:
    """Note that a side is losing when this fighter's fall made it so. Once, until one of the side returns."""
    side, start = fighter.now.profile.side, fighter.draft.start
    able = [combatant for combatant in fighter.draft.encounter if combatant.profile.side == side and combatant.able]
    was_out = fighter.who in start and not start[fighter.who].able
    if not able or was_out:
        return
    loses_without_this_fall = is_losing(fighter.draft.encounter, fighter.rules, side, standing=fighter.who)
    if is_losing(fighter.draft.encounter, fighter.rules, side) and not loses_without_this_fall:
        loses = f"{side} are losing" if side else "this side is losing"
        first = able[0]
        fighter.draft.note(f"{loses}: `{first.id} morale` tries {first.name}'s nerve (H-NPC)", first.id)
