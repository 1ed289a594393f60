"""Parser: typed lines of Hybrid, verb by verb, to commands with resolved names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tracker.encounter.names import combatant_named, pick, plain
from tracker.model.commands import Choose, Command, Do
from tracker.model.questions import Ask, Question
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.systems.hybrid.actions import question_choices, simple_actions, social_checks, verb_dispatch
from tracker.systems.hybrid.blows import defence_choices
from tracker.systems.hybrid.blows.fumbles import LEAVE, SELF
from tracker.systems.hybrid.body import weapons
from tracker.systems.hybrid.body.passive_defence import BLOCK, DISARM, PARRY
from tracker.systems.hybrid.book.rulebook import Rulebook
from tracker.systems.hybrid.close_quarters import closing_in
from tracker.systems.hybrid.language import task_arguments, verb_arguments
from tracker.systems.hybrid.language.verb_arguments import ALIASES, TECHNIQUES, nothing_more
from tracker.systems.hybrid.modifiers import florentine, option_parser
from tracker.systems.hybrid.modifiers.action_modifiers import EXTRA, QUICK, RUSH, SETUP
from tracker.systems.hybrid.sheets.sheet import sheet_of
from tracker.systems.hybrid.timing import preset_triggers
from tracker.systems.hybrid.timing.ordered_attack import FEND, HEED, IGNORE

_ANSWERS = (
    *(PARRY, BLOCK, "crouch", "nothing", "break-off", "checks", "none", "roll"),
    *(FEND, HEED, IGNORE, LEAVE, SELF),
)
_WITH_WEAPON = (PARRY, BLOCK, DISARM, FEND)
TABLE_VERBS = ("scene", "initiative")
"""Verbs of lines without a fighter in front: they are about none, or name it after the verb."""
VERBS = (
    *("attack", *TECHNIQUES, "close", "escape", "release", "disarm", "feint", "and"),
    *("dodge", "drop", "evade", "retreat", "advance", "unbind", "discard", "accelerate"),
    *("stand", "draw", "fastdraw", "look", "aids", "act", "familiarise", "task", "preset", "trigger"),
    *("alertness", "intent", "scene", "initiative", "filter", "notices"),
    *(*social_checks.VERBS, "gains", "trains", "damage", "spends"),
    *verb_arguments.ACTIVITIES,
    *(answer for answer in _ANSWERS if answer != "roll"),
    *ALIASES,
)

Read = Callable[[Encounter, "Rulebook", str, str, list[str]], Command]


def parse(encounter: Encounter, rules: Rulebook, who: str, verb: str, words: list[str]) -> Command:
    """Turn the words after `who verb` into a command; raises Refused with an example line."""
    verb = ALIASES.get(verb, verb)
    question = encounter.question
    is_asked = question is not None and question.ask is Ask.CHOOSE and question.who == who
    if verb in _WITH_WEAPON and question is not None and is_asked:
        return Choose(who, _answer_with(encounter, rules, question, verb, words))
    if verb in _ANSWERS:
        question_words = f"The open question is: {question.text}" if question is not None else "No question is open."
        raise Refused(f"{encounter[who].name} is not asked for {verb} now. {question_words}")
    if verb not in ("and", "preset") and (split_at := _beside(words)) is not None:
        return _both(encounter, rules, who, verb, words, split_at)
    if (read := _READ.get(verb)) is not None:
        return read(encounter, rules, who, verb, words)
    if verb in TECHNIQUES:
        return _technique(encounter, rules, who, verb, words)
    if verb in verb_arguments.ACTIVITIES:
        nothing_more(words, verb)
        return Do(who, "activity", (verb_arguments.activity(rules, verb),))
    if verb in simple_actions.ALLOWED:
        arguments, modifiers = verb_arguments.of_simple(encounter, rules, who, verb, words, _weapon)
        return Do(who, verb, (*arguments, *modifiers))
    nothing_more(words, verb)
    return Do(who, verb)


def _answer_with(encounter: Encounter, rules: Rulebook, question: Question, verb: str, words: list[str]) -> str:
    """Return the word of an answer with a weapon, `parry dagger speed 2`; the best weapon needs no name."""
    if len(words) > 1 and words[-2].casefold() == QUICK:
        reply = defence_choices.read_answer(_answer_with(encounter, rules, question, verb, words[:-2]))
        spent = option_parser.read(rules, words[-2:], (QUICK,))[0].partition(" ")[2]
        return replace(reply, points=int(spent)).word
    if not words:
        return verb
    key = _weapon(encounter, question.who, " ".join(words))
    offered = {choice.word for choice in question_choices.choices(encounter, rules, question)}
    word_with_weapon = f"{verb} {key}"
    if (blow := question_choices.coming(question)) is not None and (
        why := defence_choices.why_not_of_the_mind(encounter, blow, verb, key)
    ):
        raise Refused(why)
    best = verb in offered and word_with_weapon not in offered and key in _fit_for(encounter, rules, question, verb)
    return verb if best else word_with_weapon


def _fit_for(encounter: Encounter, rules: Rulebook, question: Question, verb: str) -> list[str]:
    """Return the weapons that can answer: those of the mind for a blow of the mind, else those for close quarters."""
    blow = question_choices.coming(question)
    fit = (
        weapons.usable(encounter[question.who])
        if blow is None
        else defence_choices.usable_weapons(encounter, rules, blow, verb)
    )
    return [weapon.key for weapon in fit]


def _beside(words: list[str]) -> int | None:
    """Return where a second action begins, at an `and` with a fitting verb after it; None without one."""
    for index, word in enumerate(words[:-1]):
        after = words[index + 1].casefold()
        if word.casefold() == "and" and ALIASES.get(after, after) in florentine.TOGETHER:
            return index
    return None


def _both(encounter: Encounter, rules: Rulebook, who: str, verb: str, words: list[str], split_at: int) -> Command:
    """Read two actions in one line, `attack goblin1 sword and attack goblin2 dagger` (H-ACT-5); raises Refused."""
    first = parse(encounter, rules, who, verb, words[:split_at])
    second = _and(encounter, rules, who, "and", words[split_at + 1 :])
    if not isinstance(first, Do) or not isinstance(second, Do) or first.verb not in florentine.TOGETHER:
        raise Refused(f"`{verb}` cannot be one of two actions at once; there are {', '.join(florentine.TOGETHER)}.")
    if first.verb == florentine.ACCELERATE:
        return Do(who, second.words[0], second.words[1:], beside=(first.verb, *first.words))
    return replace(first, beside=second.words)


def _and(encounter: Encounter, rules: Rulebook, who: str, verb: str, words: list[str]) -> Command:
    """Read the second of two actions; raises Refused."""
    if not words:
        raise Refused(f"Name the second action: {who} and attack goblin2 dagger")
    second = parse(encounter, rules, who, words[0].casefold(), words[1:])
    if not isinstance(second, Do) or second.verb not in florentine.TOGETHER:
        raise Refused(f"`{words[0]}` cannot be one of two actions at once; there are {', '.join(florentine.TOGETHER)}.")
    return Do(who, "and", (second.verb, *second.words))


def _weapon(encounter: Encounter, who: str, word: str) -> str:
    """Return the key of a weapon by name; raises Refused."""
    weapons = sheet_of(encounter[who]).weapons
    names = [(weapon.name, weapon.key) for weapon in weapons] + [(weapon.key, weapon.key) for weapon in weapons]
    return pick(word, names, f"weapon of {encounter[who].name}")


def _any_weapon(encounter: Encounter, who: str, word: str) -> str:
    """Return the key of a weapon, a technique or the bare fist; raises Refused."""
    sheet = sheet_of(encounter[who])
    names = [(name, weapon.key) for weapon in sheet.all_weapons for name in (weapon.name, weapon.key)]
    names += [("fist", sheet.fist.key)] if sheet.fist is not None else []
    return pick(word, names, f"weapon of {encounter[who].name}")


def _attack(encounter: Encounter, rules: Rulebook, who: str, verb: str, words: list[str]) -> Command:
    """Read target, weapon and options of an attack, disarm or feint; raises Refused."""
    allowed = (
        option_parser.WORDS
        if verb == "attack"
        else tuple(word for word in option_parser.WORDS if word not in ("called", "indirect"))
    )
    if not words:
        options = "(weapon) (called head) (df -2 bad light) (rush 4) (speed 2)"
        raise Refused(f"Name the target: {who} {verb} goblin1 {options}")
    target, rest = verb_dispatch.target_of(encounter, words)
    weapon, rest = _attack_weapon(encounter, who, rest)
    return Do(who, verb, (target, weapon, *option_parser.read(rules, rest, allowed)))


def _attack_weapon(encounter: Encounter, who: str, words: list[str]) -> tuple[str, list[str]]:
    """Return the weapon or technique that the first words name, else the one at hand; raises Refused."""
    named: list[str] = []
    for word in words:
        if option_parser.is_option(word):
            break
        named.append(word)
    sheet = sheet_of(encounter[who])
    if named:
        for length in range(len(named), 0, -1):
            joined = plain("".join(named[:length]))
            for weapon in sheet.all_weapons:
                if joined in (plain(weapon.name), plain(weapon.key)):
                    return weapon.key, words[length:]
        return _any_weapon(encounter, who, named[0]), words[1:]
    weapon_now = weapons.at_hand(encounter[who])
    if weapon_now is None:
        in_hand = [weapon for weapon in sheet.weapons if weapons.drawn(encounter[who], weapon)]
        if in_hand:
            raise Refused(weapons.why_not(encounter[who], in_hand[0]))
        name = encounter[who].name
        raise Refused(
            f"{name} has no weapon free in hand; `{who} draw` and its name draws one, "
            f"and `{who} attack …` with `fist` at its end strikes with the bare fist."
        )
    return weapon_now.key, words


def _technique(encounter: Encounter, rules: Rulebook, who: str, verb: str, words: list[str]) -> Command:
    """Read a technique of close combat: `grapple goblin1`, `throw goblin1 hip throw` (H-ATK-8). Raises Refused."""
    near = closing_in.able_closed_in(encounter[who], encounter)
    if not words and len(near) == 1:
        words = [near[0].id]
    if not words:
        raise Refused(f"Name the target: {who} {verb} goblin1")
    target, rest = verb_dispatch.target_of(encounter, words)
    known = [weapon for weapon in sheet_of(encounter[who]).techniques if weapon.verb == verb]
    for length in range(len(rest), 0, -1):
        joined = plain("".join(rest[:length]))
        technique = next((weapon for weapon in known if joined == plain(weapon.name)), None)
        if technique is not None:
            return Do(who, "attack", (target, technique.key, *option_parser.read(rules, rest[length:])))
    if rest and not option_parser.is_option(rest[0]):
        names = ", ".join(weapon.name for weapon in known)
        raise Refused(f'"{" ".join(rest)}" is no {verb}; there are {names}.')
    return Do(who, "attack", (target, known[0].key, *option_parser.read(rules, rest)))


def _of_one(usage: str) -> Read:
    """Return the reader of a verb that takes one fighter."""

    def read(encounter: Encounter, rules: Rulebook, who: str, verb: str, words: list[str]) -> Command:
        """Return the command with the id of the fighter named; raises Refused."""
        if not words:
            raise Refused(f"Name the target: {usage.format(who=who)}")
        target, rest = verb_dispatch.target_of(encounter, words)
        nothing_more(rest, verb)
        return Do(who, verb, (target,))

    return read


def _close(encounter: Encounter, rules: Rulebook, who: str, verb: str, words: list[str]) -> Command:
    """Read `close goblin1 speed 2`; raises Refused."""
    if not words:
        raise Refused(f"Name the target: {who} close goblin1")
    target, rest = verb_dispatch.target_of(encounter, words)
    return Do(who, verb, (target, *option_parser.read(rules, rest, (QUICK,))))


def _escape(encounter: Encounter, rules: Rulebook, who: str, verb: str, words: list[str]) -> Command:
    """Read `escape rush 1/2`; raises Refused."""
    return Do(who, verb, tuple(option_parser.read(rules, words, (EXTRA, QUICK, RUSH, SETUP))))


def _task(encounter: Encounter, rules: Rulebook, who: str, verb: str, words: list[str]) -> Command:
    """Return the command of a task, its words checked; raises Refused."""
    return Do(who, "task", task_arguments.parse(encounter, rules, who, words).words())


def _preset(encounter: Encounter, rules: Rulebook, who: str, verb: str, words: list[str]) -> Command:
    """Read `preset attack goblin1 bow if door opens`; the target may be left to the trigger. Raises Refused."""
    lowered = [word.casefold() for word in words]
    if_at = lowered.index("if") if "if" in lowered else len(words)
    line, trigger = words[:if_at], " ".join(words[if_at + 1 :])
    if not line or not trigger:
        raise Refused(f"Name the action and its trigger: {who} preset attack goblin1 if the door opens")
    second = ALIASES.get(line[0].casefold(), line[0].casefold())
    if second not in (*florentine.TOGETHER, *TECHNIQUES, "dodge", "drop", "evade", "close", "fastdraw"):
        raise Refused(f'"{line[0]}" cannot be preset; attack, dodge, draw, task and the like can.')
    if second in preset_triggers.AT_SOMEBODY and not (len(line) > 1 and _names_somebody(encounter, line[1:])):
        return Do(who, "preset", (" ".join([second, *line[1:]]), trigger))
    read = parse(encounter, rules, who, second, line[1:])
    if isinstance(read, Do) and read.verb in preset_triggers.AT_SOMEBODY:
        beside = line[1 + (_beside(line[1:]) or 0) :] if read.beside else []
        return Do(who, "preset", (" ".join([read.verb, *read.words, *beside]), trigger))
    return Do(who, "preset", (" ".join([second, *line[1:]]), trigger))


def _names_somebody(encounter: Encounter, words: list[str]) -> bool:
    """Whether the words begin with the name of a fighter."""
    try:
        verb_dispatch.target_of(encounter, words)
    except Refused:
        return False
    return True


def _trigger(encounter: Encounter, rules: Rulebook, who: str, verb: str, words: list[str]) -> Command:
    """Return the command `trigger`, with the id of the combatant who caused it, if named."""
    culprit = combatant_named(encounter, words[0]) if words else ""
    nothing_more(words[1:], verb)
    return Do(who, verb, (culprit,))


def _advance(encounter: Encounter, rules: Rulebook, who: str, verb: str, words: list[str]) -> Command:
    """Return the command `advance`, with the id of the combatant advanced on, if named."""
    return Do(who, verb, (combatant_named(encounter, " ".join(words)),) if words else ())


_READ: dict[str, Read] = {
    "attack": _attack,
    "disarm": _attack,
    "feint": _attack,
    "and": _and,
    "close": _close,
    "escape": _escape,
    "reaction": _of_one("{who} reaction brann (the NPC first)"),
    "task": _task,
    "preset": _preset,
    "trigger": _trigger,
    "advance": _advance,
    "discard": lambda encounter, rules, who, verb, words: Do(
        who, verb, (_weapon(encounter, who, " ".join(words)),) if words else ()
    ),
    "accelerate": lambda encounter, rules, who, verb, words: verb_arguments.accelerate(rules, who, words),
    "scene": lambda encounter, rules, who, verb, words: verb_arguments.scene(rules, words),
    "initiative": lambda encounter, rules, who, verb, words: verb_arguments.initiative(encounter, who, words),
    "filter": lambda encounter, rules, who, verb, words: verb_arguments.filter_skill(encounter, who, words),
    "notices": lambda encounter, rules, who, verb, words: verb_arguments.notices(who, words),
    "damage": lambda encounter, rules, who, verb, words: verb_arguments.damage(who, words),
    "spends": lambda encounter, rules, who, verb, words: verb_arguments.spends(who, words),
    "alertness": lambda encounter, rules, who, verb, words: verb_arguments.alertness(rules, who, words),
    "intent": lambda encounter, rules, who, verb, words: verb_arguments.intent(who, words),
    "presence": lambda encounter, rules, who, verb, words: verb_arguments.stat_check(who, verb, words),
    "morale": lambda encounter, rules, who, verb, words: verb_arguments.stat_check(who, verb, words),
    "gains": lambda encounter, rules, who, verb, words: verb_arguments.gains(who, words),
    "trains": lambda encounter, rules, who, verb, words: verb_arguments.trains(rules, who, words),
}
