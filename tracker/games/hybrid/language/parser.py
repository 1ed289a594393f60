"""Readers: the words after the verbs of Hybrid that aim at a fighter, and the answers that name a weapon."""

from __future__ import annotations

from dataclasses import replace

from tracker.encounter.names import combatant_named, pick, plain
from tracker.games.hybrid.actions import question_choices, verb_dispatch
from tracker.games.hybrid.blows import defence_choices
from tracker.games.hybrid.body import weapons
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.close_quarters import closing_in
from tracker.games.hybrid.language import task_arguments
from tracker.games.hybrid.language.verb_arguments import nothing_more, weapon_named
from tracker.games.hybrid.modifiers import option_parser
from tracker.games.hybrid.modifiers.action_modifiers import EXTRA, QUICK, RUSH, SETUP
from tracker.games.hybrid.sheets.sheet import sheet_of
from tracker.games.toolkit.arguments import Line, Words
from tracker.model.questions import Question
from tracker.model.refusals import Refused
from tracker.model.state import Encounter


def not_asked(line: Line) -> Words:
    """Refuse an answer that nothing asks for."""
    question = line.encounter.question
    question_words = f"The open question is: {question.text}" if question is not None else "No question is open."
    raise Refused(f"{line.encounter[line.who].name} is not asked for {line.verb} now. {question_words}")


def answer_with(encounter: Encounter, rules: Rulebook, question: Question, verb: str, words: list[str]) -> str:
    """Return the word of an answer with a weapon, `parry dagger speed 2`; the best weapon needs no name."""
    if len(words) > 1 and words[-2].casefold() == QUICK:
        reply = defence_choices.read_answer(answer_with(encounter, rules, question, verb, words[:-2]))
        spent = option_parser.read(rules, words[-2:], (QUICK,))[0].partition(" ")[2]
        return replace(reply, points=int(spent)).word
    if not words:
        return verb
    key = weapon_named(encounter, question.who, " ".join(words))
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


def _any_weapon(encounter: Encounter, who: str, word: str) -> str:
    """Return the key of a weapon, a technique or the bare fist; raises Refused."""
    sheet = sheet_of(encounter[who])
    names = [(name, weapon.key) for weapon in sheet.all_weapons for name in (weapon.name, weapon.key)]
    names += [("fist", sheet.fist.key)] if sheet.fist is not None else []
    return pick(word, names, f"weapon of {encounter[who].name}")


def attack(line: Line) -> Words:
    """Read target, weapon and options of an attack, disarm or feint; raises Refused."""
    allowed = (
        option_parser.WORDS
        if line.verb == "attack"
        else tuple(word for word in option_parser.WORDS if word not in ("called", "indirect"))
    )
    words = line.rest()
    if not words:
        options = "(weapon) (called head) (df -2 bad light) (rush 4) (speed 2)"
        raise Refused(f"Name the target: {line.who} {line.verb} goblin1 {options}")
    target, rest = verb_dispatch.target_of(line.encounter, words)
    weapon, rest = _attack_weapon(line.encounter, line.who, rest)
    return (target, weapon, *option_parser.read(line.options, rest, allowed))


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


def technique(line: Line) -> Words:
    """Read a technique of close combat: `grapple goblin1`, `throw goblin1 hip throw` (H-ATK-8). Raises Refused."""
    encounter, who, verb, words = line.encounter, line.who, line.verb, line.rest()
    near = closing_in.able_closed_in(encounter[who], encounter)
    if not words and len(near) == 1:
        words = [near[0].id]
    if not words:
        raise Refused(f"Name the target: {who} {verb} goblin1")
    target, rest = verb_dispatch.target_of(encounter, words)
    known = [weapon for weapon in sheet_of(encounter[who]).techniques if weapon.verb == verb]
    for length in range(len(rest), 0, -1):
        joined = plain("".join(rest[:length]))
        named = next((weapon for weapon in known if joined == plain(weapon.name)), None)
        if named is not None:
            return (target, named.key, *option_parser.read(line.options, rest[length:]))
    if rest and not option_parser.is_option(rest[0]):
        names = ", ".join(weapon.name for weapon in known)
        raise Refused(f'"{" ".join(rest)}" is no {verb}; there are {names}.')
    return (target, known[0].key, *option_parser.read(line.options, rest))


def met(line: Line) -> Words:
    """Read the fighter after `reaction brann`, the NPC first; raises Refused."""
    words = line.rest()
    if not words:
        raise Refused(f"Name the target: {line.who} reaction brann (the NPC first)")
    target, rest = verb_dispatch.target_of(line.encounter, words)
    nothing_more(rest, line.verb)
    return (target,)


def close(line: Line) -> Words:
    """Read `close goblin1 speed 2`; raises Refused."""
    words = line.rest()
    if not words:
        raise Refused(f"Name the target: {line.who} close goblin1")
    target, rest = verb_dispatch.target_of(line.encounter, words)
    return (target, *option_parser.read(line.options, rest, (QUICK,)))


def escape(line: Line) -> Words:
    """Read `escape rush 1/2`; raises Refused."""
    return tuple(option_parser.read(line.options, line.rest(), (EXTRA, QUICK, RUSH, SETUP)))


def task(line: Line) -> Words:
    """Read a task, its words checked; raises Refused."""
    return task_arguments.parse(line.encounter, line.options, line.who, line.rest()).words()


def trigger(line: Line) -> Words:
    """Read the combatant who caused the trigger, if named; raises Refused."""
    words = line.rest()
    culprit = combatant_named(line.encounter, words[0]) if words else ""
    nothing_more(words[1:], line.verb)
    return (culprit,)


def advance(line: Line) -> Words:
    """Read the combatant advanced on, if named; raises Refused."""
    words = line.rest()
    return (combatant_named(line.encounter, " ".join(words)),) if words else ()


def discard(line: Line) -> Words:
    """Read the weapon let go of, if named; raises Refused."""
    words = line.rest()
    return (weapon_named(line.encounter, line.who, " ".join(words)),) if words else ()


def names_somebody(encounter: Encounter, words: list[str]) -> bool:
    """Whether the words begin with the name of a fighter."""
    try:
        verb_dispatch.target_of(encounter, words)
    except Refused:
        return False
    return True
