"""Words: the grammar of Hybrid's own verbs, from a line to a command whose words are resolved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tracker.encounter.commands import Choose, Command, Do, GiveOrders
from tracker.encounter.names import pick, plain
from tracker.encounter.questions import Ask
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.systems.hybrid import actions, orders, schema, simple
from tracker.systems.hybrid.defences import BLOCK, PARRY, sheet_of
from tracker.systems.hybrid.energy import EXHAUSTION

if TYPE_CHECKING:
    from tracker.systems.hybrid.rules import Hybrid

_ALIASES = {
    "attacks": "attack",
    "dodges": "dodge",
    "drops": "drop",
    "prone": "drop",
    "stands": "stand",
    "rises": "stand",
    "draws": "draw",
    "looks": "look",
    "aid": "aids",
}
VERBS = (
    *("attack", "dodge", "drop", "stand", "draw", "fastdraw", "look", "aids", "act", "unbind", "alertness", "damage"),
    "spends",
    *(PARRY, BLOCK, "crouch", "nothing", "break-off", "checks", "none"),
    *_ALIASES,
)
_ANSWERS = (PARRY, BLOCK, "crouch", "nothing", "break-off", "checks", "none", "roll")


def parse(encounter: Encounter, rules: Hybrid, who: str, verb: str, words: list[str]) -> Command:
    """Read the words after `who verb`; raises Refused with what would have worked."""
    verb = _ALIASES.get(verb, verb)
    question = encounter.question
    asked = question is not None and question.ask is Ask.CHOOSE and question.who == who
    if verb in (PARRY, BLOCK) and words and asked:
        return Choose(who, f"{verb} {_weapon(encounter, who, ' '.join(words))}")
    if verb in _ANSWERS:
        about = f"The open question is: {question.text}" if question is not None else "No question is open."
        raise Refused(f"{encounter[who].name} is not asked for {verb} now. {about}")
    if verb == "orders":
        return GiveOrders(who, orders.read(" ".join(words)))
    if verb == "attack":
        return _attack(encounter, rules, who, words)
    if verb == "damage":
        return _damage(encounter, rules, who, words)
    if verb == "spends":
        return _spends(who, words)
    if verb in ("draw", "fastdraw"):
        return _draw(encounter, who, verb, words)
    if verb == "aids":
        if not words:
            raise Refused(f"Say whom: {who} aids brann")
        target, rest = actions.target_of(encounter, words)
        _nothing_more(rest, "aids")
        return Do(who, verb, (target,))
    if verb == "act":
        rows = rules.book["actions"]["simple"]
        wanted = pick(" ".join(words) or "?", [(name, name) for name in rows], "simple action")
        return Do(who, verb, (wanted,))
    if verb == "alertness":
        return _alertness(rules, who, words)
    _nothing_more(words, verb)
    return Do(who, verb)


def _nothing_more(words: list[str], verb: str) -> None:
    if words:
        raise Refused(f"`{verb}` takes nothing more; {' '.join(words)} is too much.")


def _weapon(encounter: Encounter, who: str, word: str) -> str:
    weapons = sheet_of(encounter[who]).weapons
    names = [(weapon.name, weapon.key) for weapon in weapons] + [(weapon.key, weapon.key) for weapon in weapons]
    return pick(word, names, f"weapon of {encounter[who].name}")


def _attack(encounter: Encounter, rules: Hybrid, who: str, words: list[str]) -> Command:
    if not words:
        raise Refused(f"Say whom: {who} attack goblin1 (weapon) (called head) (df -2 bad light) (speed 2)")
    target, rest = actions.target_of(encounter, words)
    weapon, rest = _attack_weapon(encounter, who, rest)
    return Do(who, "attack", (target, weapon, *actions.options_from(encounter, rules, who, rest)))


def _attack_weapon(encounter: Encounter, who: str, words: list[str]) -> tuple[str, list[str]]:
    """The weapon the first words name, else the one at hand."""
    named: list[str] = []
    for word in words:
        if word.casefold() in ("called", "df", "speed"):
            break
        named.append(word)
    if named:
        for length in range(len(named), 0, -1):
            joined = plain("".join(named[:length]))
            for weapon in sheet_of(encounter[who]).weapons:
                if joined in (plain(weapon.name), plain(weapon.key)):
                    return weapon.key, words[length:]
        return _weapon(encounter, who, named[0]), words[1:]
    weapon_now = actions.weapon_at_hand(encounter[who])
    if weapon_now is None:
        name = encounter[who].name
        raise Refused(f"{name} has no weapon free in hand; `{who} draw` and its name draws one.")
    return weapon_now.key, words


def _draw(encounter: Encounter, who: str, verb: str, words: list[str]) -> Command:
    combatant = encounter[who]
    sheathed = [weapon for weapon in sheet_of(combatant).weapons if not simple.drawn(combatant, weapon)]
    if not words and len(sheathed) == 1:
        return Do(who, verb, (sheathed[0].key,))
    if not words:
        names = ", ".join(weapon.name for weapon in sheathed) or "nothing that is not in hand"
        raise Refused(f"Say which weapon {combatant.name} draws: {names}.")
    return Do(who, verb, (_weapon(encounter, who, " ".join(words)),))


def _damage(encounter: Encounter, rules: Hybrid, who: str, words: list[str]) -> Command:
    usage = f"{who} damage 12 (cutting) (chest) (half or double)"
    if not words or not words[0].isdecimal() or not 1 <= int(words[0]) <= 10_000:
        raise Refused(f"Say how many points, 1 to 10000: {usage}")
    points, kind, place = int(words[0]), "", []
    for word in words[1:]:
        lowered = word.casefold()
        if lowered == "half":
            points = (points + 1) // 2
        elif lowered == "double":
            points *= 2
        elif lowered in schema.TYPES:
            kind = lowered
        else:
            place.append(lowered)
    where = " ".join(place)
    if where and where not in schema.PLACES:
        raise Refused(f'"{where}" is neither a type of damage nor a location; write for example: {usage}')
    return Do(who, "damage", (str(points), kind, where))


def _spends(who: str, words: list[str]) -> Command:
    pool = words[1].upper() if len(words) == 2 else "PFT"
    if not 1 <= len(words) <= 2 or not words[0].isdecimal() or not 1 <= int(words[0]) <= 1000 or pool not in EXHAUSTION:
        raise Refused(f"Say how much fatigue, 1 to 1000, and PFT or MFT: {who} spends 5 PFT")
    return Do(who, "spends", (str(int(words[0])), pool))


def _alertness(rules: Hybrid, who: str, words: list[str]) -> Command:
    known = rules.book["perception"]["modifiers"]
    found: list[str] = []
    rest = [word.strip(",").casefold() for word in words]
    while rest:
        for length in (2, 1):
            word = " ".join(rest[:length])
            if word in known and len(rest) >= length:
                found.append(word)
                rest = rest[length:]
                break
        else:
            raise Refused(f'"{rest[0]}" is no alertness; there are {", ".join(known)}.')
    return Do(who, "alertness", tuple(dict.fromkeys(found)))
