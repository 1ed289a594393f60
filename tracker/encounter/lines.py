"""Lines: what is typed after `:` and what `tracker run` reads, as commands. Refusals say what would have worked."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from fractions import Fraction
from functools import partial

from tracker.encounter import commands as cmd
from tracker.encounter import condition_line, event_line, fix_line, group_line, groups, join_line, several
from tracker.encounter.condition_line import count, number
from tracker.encounter.extras import SpeaksForTheTable
from tracker.encounter.names import combatant_named, plain
from tracker.encounter.orders import read
from tracker.encounter.questions import Ask
from tracker.encounter.refusals import Refused
from tracker.encounter.state import Encounter
from tracker.encounter.system import RuleSystem

LONGEST_LINE = 500
LONGEST_ALIAS = 60
_DICE = re.compile(r"=?\s*\d+([\s,]+\d+)*")
_AMOUNT = re.compile(r"[+-]?\d{1,7}")
_WORD = re.compile(r'"([^"]*)"|(\S+)')

Line = cmd.Command | cmd.Request


def parse(encounter: Encounter, rules: RuleSystem, text: str) -> Line:
    """The command meant by one line; raises Refused with a sentence."""
    if len(text) > LONGEST_LINE:
        raise Refused(f"A line has at most {LONGEST_LINE} characters.")
    if text.count('"') % 2:
        raise Refused('A quote " is open; close it.')
    words = [quoted or bare for quoted, bare in _WORD.findall(text)]
    if not words:
        raise Refused("The line is empty; try `next`.")
    question = encounter.question
    if question is not None and question.ask is Ask.AMOUNT and _AMOUNT.fullmatch(text.strip()):
        return cmd.GiveAmount(int(text))
    if _DICE.fullmatch(text.strip()):
        return cmd.GiveDice(text.strip())
    first, rest = words[0], words[1:]
    if first.casefold() == rules.abilities.modifier.word:
        return _modifier(encounter, rules, rest)
    general = _GENERAL.get(first.casefold())
    if general is not None and not _is_somebodys(encounter, rules, words):
        return general(encounter, rules, rest)
    if first.casefold() in _of_the_table(rules) and not _is_somebodys(encounter, rules, words):
        return rules.parse(encounter, "", first.casefold(), rest)
    if re.fullmatch(r"\+\d{1,9}", first):
        return cmd.Advance(encounter.count + int(first[1:]))
    return _answered(encounter, rules, words) or _of_somebody(encounter, rules, words)


def _answered(encounter: Encounter, rules: RuleSystem, words: list[str]) -> cmd.Choose | None:
    """The choice that bare words make of the open question, if they do."""
    question, text = encounter.question, " ".join(words)
    if question is None:
        return None
    if question.ask is Ask.HALT and text.casefold() in question.choices:
        return cmd.Choose("", text.casefold())
    if question.ask is Ask.CHOOSE and len(words) <= 2 and (choice := _choice(encounter, rules, text)):
        return cmd.Choose(question.who, choice)
    return None


def _of_the_table(rules: RuleSystem) -> tuple[str, ...]:
    return rules.table_verbs() if isinstance(rules, SpeaksForTheTable) else ()


def _is_somebodys(encounter: Encounter, rules: RuleSystem, words: list[str]) -> bool:
    """Whether a command's word is somebody's name here: it has that very id, and a verb follows."""
    verbs = {*_OF_ONE, rules.abilities.modifier.word, *rules.verbs()}
    return len(words) > 1 and words[0].casefold() in encounter and words[1].casefold() in verbs


def _choice(encounter: Encounter, rules: RuleSystem, word: str) -> str:
    assert encounter.question is not None
    typed = plain(word)
    offered = [choice.word for choice in rules.choices(encounter, encounter.question)]
    if typed in {plain(choice) for choice in offered}:
        return next(choice for choice in offered if plain(choice) == typed)
    near = [choice for choice in offered if plain(choice).startswith(typed)]
    return near[0] if len(near) == 1 else ""


_FOR_SEVERAL = (
    cmd.Do | cmd.Wait | cmd.Pass | cmd.Abort | cmd.Leave | cmd.Return | cmd.SetHidden | cmd.SetSide | cmd.SetAware
    | cmd.GiveModifier | cmd.FixPool | cmd.FixCount | cmd.FixCondition | cmd.GiveOrders | cmd.SetRoller | cmd.Note
    | cmd.SetGroup
)  # fmt: skip


def _of_several(encounter: Encounter, rules: RuleSystem, ids: Sequence[str], rest: list[str]) -> Line:
    """The same for each of `ids`; of damage some may take half or double."""
    if not rest:
        raise Refused("Say what is done with all of them, for example: 1-4,7 leaves, raiders is prone")
    given: dict[str, Fraction] = {}
    if rest[0].casefold() == rules.abilities.damage:
        rest, given = several.shares(encounter, ids, rest)
    commands: list[cmd.Command] = []
    for who in ids:
        own = [rest[0], several.shared(rest[1], given[who]), *rest[2:]] if who in given else rest
        command = _of_somebody(encounter, rules, [who, *own])
        if not isinstance(command, _FOR_SEVERAL):
            raise Refused(f"`{' '.join(rest)}` is for one at a time, such as {ids[0]}.")
        commands.append(command)
    return cmd.Together(tuple(commands)) if len(commands) > 1 else commands[0]


def _fix(encounter: Encounter, rules: RuleSystem, words: list[str]) -> Line:
    ids, taken = several.named(encounter, words)
    if len(ids) < 2:
        return fix_line.read(encounter, rules, words, _who)
    each = [fix_line.read(encounter, rules, [who, *words[taken:]], _who) for who in ids]
    return cmd.Together(tuple(command for command in each if not isinstance(command, cmd.FixDie)))


def _of_somebody(encounter: Encounter, rules: RuleSystem, words: list[str]) -> Line:
    speaks = _speaking(encounter, rules, words)
    ids, taken = ((), 0) if speaks else several.named(encounter, words)
    if ids:
        return _of_several(encounter, rules, ids, words[taken:])
    who, rest = (speaks, words[1:]) if speaks else _who(encounter, rules, words)
    if not rest:
        raise Refused(f"What does {encounter[who].name} do? For example: {who} {rules.verbs()[0]}, {who} wait.")
    verb, rest = rest[0].casefold(), rest[1:]
    answer = _answer(encounter, rules, who, verb, rest)
    if answer is not None:
        return answer
    if verb == rules.abilities.modifier.word:
        return _modifier(encounter, rules, rest, who)
    own = _OF_ONE.get(verb)
    if own is not None:
        return own(encounter, rules, who, rest)
    if verb not in rules.verbs():
        known = list(vocabulary(rules)[1])
        near = get_close_matches(verb, known, n=1)
        hint = f' Did you mean "{near[0]}"?' if near else f" There are {', '.join(sorted(known))}."
        raise Refused(f'{encounter[who].name}: "{verb}" is not something to do here.{hint}')
    return rules.parse(encounter, who, verb, rest)


def _speaking(encounter: Encounter, rules: RuleSystem, words: list[str]) -> str:
    """Who declares or answers for the group named by the first word; empty: it is none, or not asked."""
    question = encounter.question
    if question is None or len(words) < 2 or question.who not in encounter:
        return ""
    verb, name = words[1].casefold(), groups.named(encounter, words[0])
    by_hand = {*_OF_ONE, rules.abilities.damage, rules.abilities.modifier.word} - {"wait", "waits", "pass", "does"}
    return question.who if name and verb not in by_hand and encounter[question.who].group == name else ""


def _answer(encounter: Encounter, rules: RuleSystem, who: str, word: str, rest: list[str]) -> Line | None:
    """The answer that the words after a name give to the open question, if they do."""
    question = encounter.question
    if question is None or (question.who != who and not question.unseen):
        return None
    if question.ask is Ask.CHOOSE and not rest:
        choice = _choice(encounter, rules, word)
        return cmd.Choose(who, choice) if choice else None
    if question.ask is Ask.AMOUNT and not rest and _AMOUNT.fullmatch(word):
        return cmd.GiveAmount(int(word), who)
    return None


def _who(encounter: Encounter, rules: RuleSystem, words: list[str]) -> tuple[str, list[str]]:
    """The combatant named by the first words; a name of several words may be written without quotes."""
    for length in range(min(4, len(words)), 1, -1):
        joined = plain("".join(words[:length]))
        for combatant in encounter:
            if joined in (plain(combatant.name), plain(combatant.id)):
                return combatant.id, words[length:]
    try:
        return combatant_named(encounter, words[0]), words[1:]
    except Refused as refused:
        near = get_close_matches(words[0].casefold(), [*_GENERAL, rules.abilities.modifier.word, *_OF_ONE], n=1)
        if near and near[0] in _GENERAL:
            raise Refused(f'"{words[0]}" is neither a command nor a combatant. Did you mean "{near[0]}"?') from refused
        raise


def _none(command: cmd.Command | cmd.Request, name: str) -> Callable[[Encounter, RuleSystem, list[str]], Line]:
    def read(encounter: Encounter, rules: RuleSystem, words: list[str]) -> Line:
        if words:
            raise Refused(f"`{name}` stands alone; {' '.join(words)} is too much.")
        return command

    return read


def _to(encounter: Encounter, rules: RuleSystem, words: list[str]) -> Line:
    if len(words) != 1:
        raise Refused(f"Say to which {rules.unit.one}, for example: to {rules.unit.example}")
    return cmd.Advance(count(words[0], rules))


def _modifier(encounter: Encounter, rules: RuleSystem, words: list[str], who: str = "") -> Line:
    if not words:
        raise Refused(f"Say how much and why, for example: {rules.abilities.modifier.word} -2 bad light")
    return cmd.GiveModifier(number(words[0], "An extra modifier"), " ".join(words[1:]), who)


def _why(encounter: Encounter, rules: RuleSystem, words: list[str]) -> Line:
    if not words:
        raise Refused("Say whose number: why brann strike")
    who, rest = _who(encounter, rules, words)
    return cmd.Why(who, tuple(rest))


def _reckon(encounter: Encounter, rules: RuleSystem, words: list[str]) -> Line:
    if not words or words[0].casefold() in {one.name for one in rules.reckoning(encounter, "")}:
        return cmd.Reckon("", tuple(words))
    near = get_close_matches(words[0].casefold(), [one.name for one in rules.reckoning(encounter, "")], n=1)
    try:
        who, rest = _who(encounter, rules, words)
    except Refused as refused:
        if near:
            raise Refused(f'"{words[0]}" is not reckoned here; did you mean "{near[0]}"?') from refused
        raise
    return cmd.Reckon(who, tuple(rest))


def _back(encounter: Encounter, rules: RuleSystem, words: list[str]) -> Line:
    if len(words) != 1:
        raise Refused("Say to which step of the log: back 12")
    return cmd.BackTo(number(words[0], "A step", 0))


def _note(encounter: Encounter, rules: RuleSystem, words: list[str]) -> cmd.Note:
    if not words:
        raise Refused("Say what to note: note The rain begins")
    return cmd.Note(" ".join(words))


def _secret(encounter: Encounter, rules: RuleSystem, words: list[str]) -> Line:
    if words and words[0].casefold() == "note":
        return replace(_note(encounter, rules, words[1:]), secret=True)
    text = " ".join(words)
    if words and not _DICE.fullmatch(text):
        raise Refused(f"Say what fell, or nothing to let the program roll: secret 37; {text} is no die.")
    return cmd.GiveDice(text, secret=True)


def _only(encounter: Encounter, rules: RuleSystem, words: list[str]) -> Line:
    line = _of_somebody(encounter, rules, words) if words else None
    if isinstance(line, cmd.Do | cmd.Wait | cmd.Pass | cmd.Improvise | cmd.Choose | cmd.GiveAmount):
        return cmd.Alone(line)
    raise Refused("After `only` stands what one of a group declares or answers by itself: only goblin3 parry")


_GENERAL: dict[str, Callable[[Encounter, RuleSystem, list[str]], Line]] = {
    "begin": _none(cmd.Begin(), "begin"),
    "next": _none(cmd.Advance(), "next"),
    "to": _to,
    "fix": _fix,
    "join": join_line.read,
    "event": lambda encounter, rules, words: event_line.read(encounter, rules, words, _who),
    "events": _none(cmd.Events(), "events"),
    "why": _why,
    "reckon": _reckon,
    "summary": _none(cmd.Summary(), "summary"),
    "group": group_line.of_the_group,
    "only": _only,
    "notes": _none(cmd.Notes(), "notes"),
    "undo": _none(cmd.Undo(), "undo"),
    "redo": _none(cmd.Redo(), "redo"),
    "undo-action": _none(cmd.UndoAction(), "undo-action"),
    "veto": _none(cmd.Veto(), "veto"),
    "back": _back,
    "note": _note,
    "roll": _none(cmd.GiveDice(""), "roll"),
    "secret": _secret,
}


def _simple(make: Callable[[str], cmd.Command], verb: str) -> Callable[[Encounter, RuleSystem, str, list[str]], Line]:
    def read(encounter: Encounter, rules: RuleSystem, who: str, words: list[str]) -> Line:
        if words:
            raise Refused(f"`{verb}` takes nothing more; {' '.join(words)} is too much.")
        return make(who)

    return read


def _does(encounter: Encounter, rules: RuleSystem, who: str, words: list[str]) -> Line:
    if len(words) < 2:
        raise Refused(f'Say what and how long: {who} does "kicks the table" 12')
    if " " in words[0] and len(words) > 2:
        raise Refused(f'After the words in quotes stands only the time: {who} does "{words[0]}" {words[1]}')
    return cmd.Improvise(who, " ".join(words[:-1]), number(words[-1], "The time it takes"))


def _aware(aware: bool) -> Callable[[Encounter, RuleSystem, str, list[str]], Line]:
    def read(encounter: Encounter, rules: RuleSystem, who: str, words: list[str]) -> Line:
        named = words[1:] if words and words[0].casefold() == "of" else words
        if not named:
            raise Refused(f"Say of whom: {who} {'aware' if aware else 'unaware'} of archer")
        of, rest = _who(encounter, rules, named)
        if rest:
            raise Refused(f"{' '.join(rest)} is too much after {encounter[of].name}.")
        return cmd.SetAware(who, of, aware)

    return read


def _alias(encounter: Encounter, rules: RuleSystem, who: str, words: list[str]) -> Line:
    if not words:
        raise Refused(f'Say what the players call it: {who} alias "the cloaked man", or: {who} alias none')
    alias = " ".join(words).strip()
    if len(alias) > LONGEST_ALIAS:
        raise Refused(f"An alias has at most {LONGEST_ALIAS} signs; this one has {len(alias)}.")
    return cmd.SetAlias(who, "" if alias.casefold() == "none" else alias)


def _rename(encounter: Encounter, rules: RuleSystem, who: str, words: list[str]) -> Line:
    name = " ".join(words).strip()
    if not plain(name) or len(name) > LONGEST_ALIAS:
        raise Refused(f'Say what it is called, in at most {LONGEST_ALIAS} signs: {who} rename "Old Varga"')
    return cmd.Rename(who, name)


def _side(encounter: Encounter, rules: RuleSystem, who: str, words: list[str]) -> Line:
    side = " ".join(words).strip()
    if not side or len(side) > LONGEST_ALIAS:
        raise Refused(f"Say which side, in at most {LONGEST_ALIAS} signs: {who} side raiders, or: {who} side none")
    sides = {plain(one.profile.side): one.profile.side for one in encounter}
    return cmd.SetSide(who, "" if side.casefold() == "none" else sides.get(plain(side), side))


def _note_on(encounter: Encounter, rules: RuleSystem, who: str, words: list[str]) -> Line:
    if not words:
        raise Refused(f"Say what to note, for you only: {who} note limps since the bridge")
    return cmd.Note(f"{encounter[who].name}: {' '.join(words)}", True, who)


def _retarget(encounter: Encounter, rules: RuleSystem, who: str, words: list[str]) -> Line:
    if not words:
        raise Refused(f"Say on whom: {who} retarget goblin2")
    target, rest = _who(encounter, rules, words)
    if rest:
        raise Refused(f"{' '.join(rest)} is too much; retarget changes only the target, abort to do something else.")
    return cmd.Retarget(who, target)


def _orders(encounter: Encounter, rules: RuleSystem, who: str, words: list[str]) -> Line:
    text = " ".join(words).strip()
    if not text:
        raise Refused(f"Say which: {who} orders attack weakest, or: {who} orders none")
    if text.casefold() in ("none", "off"):
        return cmd.GiveOrders(who, "")
    if rules.abilities.orders is None:
        raise Refused(f"{encounter[who].name} cannot be given orders: this game has no standing orders.")
    try:
        given = read(text, rules.abilities.orders, partial(combatant_named, encounter))
    except ValueError as error:
        raise Refused(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
    return cmd.GiveOrders(who, given.text)


_OF_ONE: dict[str, Callable[[Encounter, RuleSystem, str, list[str]], Line]] = {
    "wait": _simple(cmd.Wait, "wait"),
    "waits": _simple(cmd.Wait, "waits"),
    "pass": _simple(cmd.Pass, "pass"),
    "does": _does,
    "abort": _simple(cmd.Abort, "abort"),
    "retarget": _retarget,
    "leaves": _simple(lambda who: cmd.Leave(who, "left"), "leaves"),
    "surrenders": _simple(lambda who: cmd.Leave(who, "surrendered"), "surrenders"),
    "falls": _simple(lambda who: cmd.Leave(who, "down"), "falls"),
    "returns": _simple(cmd.Return, "returns"),
    "aware": _aware(True),
    "unaware": _aware(False),
    "hidden": _simple(lambda who: cmd.SetHidden(who, True), "hidden"),
    "revealed": _simple(lambda who: cmd.SetHidden(who, False), "revealed"),
    "alias": _alias,
    "rename": _rename,
    "side": _side,
    "note": _note_on,
    "acts": _simple(cmd.ActNow, "acts"),
    "is": lambda encounter, rules, who, words: condition_line.read(encounter, rules, who, words, _who),
    "orders": _orders,
    "group": group_line.of_one,
    "typed": _simple(lambda who: cmd.SetRoller(who, True), "typed"),
    "rolled": _simple(lambda who: cmd.SetRoller(who, False), "rolled"),
}


def vocabulary(rules: RuleSystem) -> tuple[Sequence[str], Sequence[str]]:
    """The words a line may begin with, and those that may follow a name; for completion."""
    can = rules.abilities
    lacking = {"pass": can.passes, "orders": can.orders is not None}
    own = [verb for verb in _OF_ONE if lacking.get(verb, True)]
    return (*_GENERAL, can.modifier.word, *_of_the_table(rules)), tuple(
        dict.fromkeys([*own, can.modifier.word, *rules.verbs()])
    )
