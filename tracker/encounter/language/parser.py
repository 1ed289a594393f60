"""Parser: a line typed after `:` or read by `tracker run`, as a query or a command. Refusals say what would work."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tracker.encounter.engine import multi_target
from tracker.encounter.engine.offered_answers import offered_answers
from tracker.encounter.features import groups
from tracker.encounter.language.fight_commands import DICE, FIGHT, Line, Reader
from tracker.encounter.language.fighter_commands import FIGHTER, YIELDING, modifier
from tracker.encounter.names import Quoted, first_named, names_as_words, plain, somebody
from tracker.game_api.rules import Rules
from tracker.model import commands as cmd
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import Encounter
from tracker.text.suggestions import nearest

LONGEST_LINE = 500
ORDERS = " orders "
_AMOUNT = re.compile(r"[+-]?\d{1,7}")
_OF_NO_FIGHTER = ("join", "note", "dice", "secret", "event", "rules")
"""Words that begin a line of no fighter: `join goblin 2` lets goblins join even if a fighter is called Goblin 2."""
_WORD = re.compile(r'"([^"]*)"|(\S+)')


def parse(encounter: Encounter, rules: Rules, text: str) -> Line:
    """Return the query or the command meant by one line. Raises Refused with a sentence."""
    parts = text.split(multi_target.JOINT)
    if len(parts) > 1 and all(ORDERS in part for part in parts):
        return _orders_to_several(encounter, rules, parts)
    if len(text) > LONGEST_LINE:
        raise Refused(f"A line has at most {LONGEST_LINE} characters.")
    if text.count('"') % 2:
        raise Refused('A quote " is open; close it.')
    words = [Quoted(quoted) if quoted else bare for quoted, bare in _WORD.findall(text)]
    if not words:
        raise Refused("The line is empty; try `next`.")
    question = encounter.question
    if question is not None and question.ask is Ask.AMOUNT and _AMOUNT.fullmatch(text.strip()):
        return cmd.GiveAmount(int(text))
    if DICE.fullmatch(text.strip()):
        return cmd.GiveDice(text.strip())
    if words[0].casefold() not in _OF_NO_FIGHTER:
        words = names_as_words(encounter, words)
    first, rest = words[0], words[1:]
    if first.casefold() == rules.abilities.modifier.word:
        return modifier(encounter, rules, rest)
    general = _GENERAL.get(first.casefold())
    if general is not None and not _is_somebodys(encounter, rules, words):
        return general(encounter, rules, rest)
    if first.casefold() in rules.choices.table_verbs() and not _is_somebodys(encounter, rules, words):
        return rules.choices.parse(encounter, "", first.casefold(), rest)
    if re.fullmatch(r"\+\d{1,9}", first):
        return cmd.Advance(encounter.count + int(first[1:]))
    return _bare_answer(encounter, rules, words) or _of_somebody(encounter, rules, words)


def _orders_to_several(encounter: Encounter, rules: Rules, parts: Sequence[str]) -> cmd.Together:
    """Read a line of several parts, each with orders for other fighters, as one step. Raises Refused."""
    commands: list[cmd.Command] = []
    for part in parts:
        line = parse(encounter, rules, part)
        each = line.commands if isinstance(line, cmd.Together) else (line,)
        for command in each:
            if not isinstance(command, cmd.GiveOrders):
                raise Refused(f"`{part.strip()}` gives no orders; a line with orders takes only orders.")
            commands.append(command)
    return cmd.Together(tuple(commands))


def _bare_answer(encounter: Encounter, rules: Rules, words: list[str]) -> cmd.Choose | None:
    """Return the choice that bare words make of the open question. None if they make none."""
    question, text = encounter.question, " ".join(words)
    if question is None:
        return None
    if question.ask is Ask.HALT and text.casefold() in question.choices:
        return cmd.Choose("", text.casefold())
    if question.ask is Ask.CHOOSE and len(words) <= 2 and (choice := _choice(encounter, rules, text)):
        return cmd.Choose(question.who, choice)
    return None


def _is_somebodys(encounter: Encounter, rules: Rules, words: list[str]) -> bool:
    """Return whether a command's word is a fighter's id here, with a verb behind it."""
    verbs = {*FIGHTER, *YIELDING, rules.abilities.modifier.word, *rules.choices.verbs()}
    return len(words) > 1 and words[0].casefold() in encounter and words[1].casefold() in verbs


def _choice(encounter: Encounter, rules: Rules, word: str) -> str:
    """Return the answer meant by a whole word or a beginning that only one answer has. Empty without one."""
    assert encounter.question is not None
    typed = plain(word)
    offered = [choice.word for choice in offered_answers(encounter, rules, encounter.question)]
    if typed in {plain(choice) for choice in offered}:
        return next(choice for choice in offered if plain(choice) == typed)
    near = [choice for choice in offered if plain(choice).startswith(typed)]
    return near[0] if len(near) == 1 else ""


_FOR_SEVERAL = (
    cmd.Do | cmd.Wait | cmd.Pass | cmd.Abort | cmd.Leave | cmd.Return | cmd.SetHidden | cmd.SetSide | cmd.SetAware
    | cmd.GiveModifier | cmd.FixPool | cmd.Heal | cmd.FixCount | cmd.FixCondition | cmd.GiveOrders | cmd.SetRoller
    | cmd.Note | cmd.SetGroup | cmd.GiveTemporary
)  # fmt: skip


def _of_several(encounter: Encounter, rules: Rules, ids: Sequence[str], rest: list[str]) -> Line:
    """Read the words `rest` once for each of `ids`. Of damage a few may take half or double."""
    if not rest:
        raise Refused('Give the command for all of them, for example: 1-4,7 leaves, raiders is "half blind"')
    given: dict[str, Fraction] = {}
    if rest[0].casefold() == rules.abilities.damage:
        rest, given = multi_target.shares(encounter, ids, rest)
    commands: list[cmd.Command] = []
    for who in ids:
        words_of_one = [rest[0], multi_target.shared(rest[1], given[who]), *rest[2:]] if who in given else rest
        command = _of_somebody(encounter, rules, [who, *words_of_one])
        if not isinstance(command, _FOR_SEVERAL):
            raise Refused(f"`{' '.join(rest)}` takes one fighter at a time, such as {ids[0]}.")
        commands.append(command)
    return cmd.Together(tuple(commands)) if len(commands) > 1 else commands[0]


def _of_somebody(encounter: Encounter, rules: Rules, words: list[str]) -> Line:
    """Read a line that begins with one or several fighters: an answer, a command of every game, a verb of this one."""
    asked = _member_asked_for(encounter, rules, words)
    ids, taken = ((), 0) if asked else multi_target.named(encounter, words)
    if ids:
        return _of_several(encounter, rules, ids, words[taken:])
    who, rest = (asked, words[1:]) if asked else _who(encounter, rules, words)
    if not rest:
        raise Refused(f"What does {encounter[who].name} do? For example: {who} {rules.choices.verbs()[0]}, {who} wait.")
    verb, rest = rest[0].casefold(), rest[1:]
    answer = _answer(encounter, rules, who, verb, rest)
    if answer is not None:
        return answer
    if verb == rules.abilities.modifier.word:
        return modifier(encounter, rules, rest, who)
    read_command = FIGHTER.get(verb)
    if read_command is not None:
        return read_command(encounter, rules, who, rest)
    if verb in YIELDING and verb not in rules.choices.verbs():
        return YIELDING[verb](encounter, rules, who, rest)
    if verb not in rules.choices.verbs():
        known = list(vocabulary(rules).verbs)
        near = nearest(verb, known)
        hint = f' Did you mean "{near}"?' if near else f" There are {', '.join(sorted(known))}."
        raise Refused(f'{encounter[who].name}: "{verb}" is no action here.{hint}')
    return rules.choices.parse(encounter, who, verb, rest)


def _member_asked_for(encounter: Encounter, rules: Rules, words: list[str]) -> str:
    """Return the member who is asked, where the line begins with the name of its group. Empty otherwise.

    A verb by hand, which needs no question, is meant for the whole group.
    """
    question = encounter.question
    if question is None or len(words) < 2 or question.who not in encounter:
        return ""
    verb, name = words[1].casefold(), groups.named(encounter, words[0])
    by_hand = {*FIGHTER, *YIELDING, rules.abilities.damage, rules.abilities.modifier.word} - {
        "wait",
        "waits",
        "pass",
        "does",
    }
    return question.who if name and verb not in by_hand and encounter[question.who].group == name else ""


def _answer(encounter: Encounter, rules: Rules, who: str, word: str, rest: list[str]) -> Line | None:
    """Return the answer that the words after a name give to the open question. None if they give none."""
    question = encounter.question
    # An unseen question is one of several asked at once, and `who` may have another of them.
    if question is None or (question.who != who and not question.unseen):
        return None
    if question.ask is Ask.CHOOSE and not rest:
        choice = _choice(encounter, rules, word)
        return cmd.Choose(who, choice) if choice else None
    if question.ask is Ask.AMOUNT and not rest and _AMOUNT.fullmatch(word):
        return cmd.GiveAmount(int(word), who)
    return None


def _who(encounter: Encounter, rules: Rules, words: list[str]) -> tuple[str, list[str]]:
    """Return the fighter at the start of a line, and the rest. Raises Refused, perhaps with the command meant."""
    try:
        return first_named(encounter, words)
    except Refused as refused:
        near = nearest(words[0], [*_GENERAL, rules.abilities.modifier.word, *FIGHTER])
        if near in _GENERAL:
            raise Refused(f'"{words[0]}" is neither a command nor a combatant. Did you mean "{near}"?') from refused
        raise


def _only_one_fighter(encounter: Encounter, rules: Rules, words: list[str]) -> Line:
    """Read the line after `only`, which speaks for one fighter of a group. Raises Refused for any other line."""
    line = _of_somebody(encounter, rules, words) if words else None
    if isinstance(line, cmd.Do | cmd.Wait | cmd.Pass | cmd.Improvise | cmd.Choose | cmd.GiveAmount):
        return cmd.Alone(line)
    example = f"only {somebody(encounter)} {rules.choices.verbs()[0]}"
    raise Refused(f"After `only` comes the declaration or answer of one fighter of a group: {example}")


_GENERAL: Mapping[str, Reader] = {**FIGHT, "only": _only_one_fighter}


class Vocabulary(NamedTuple):
    """The words of lines in one game."""

    first: Sequence[str]
    """The words that may begin a line without a fighter."""
    verbs: Sequence[str]
    """The words that may follow a name."""


def vocabulary(rules: Rules) -> Vocabulary:
    """Return the words that lines are made of, for completion."""
    can = rules.abilities
    lacking = {"pass": can.passes, "orders": can.orders is not None}
    of_every_game = [verb for verb in FIGHTER if lacking.get(verb, True)]
    return Vocabulary(
        first=(*_GENERAL, can.modifier.word, *rules.choices.table_verbs()),
        verbs=tuple(dict.fromkeys([*of_every_game, *YIELDING, can.modifier.word, *rules.choices.verbs()])),
    )
