"""Fighter commands: the words that follow its name in every game, and what each reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from tracker.encounter.language import condition_command, group_command
from tracker.encounter.language.condition_command import count, number
from tracker.encounter.names import combatant_named, first_named, plain
from tracker.game_api.rules import Rules
from tracker.model import commands as cmd
from tracker.model.orders import NO_ORDERS, read
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

LONGEST_ALIAS = 60


def modifier(encounter: Encounter, rules: Rules, words: list[str], who: str = "") -> cmd.GiveModifier:
    """Read `mod -2 bad light`, for the fighter who rolls next or for `who`. Raises Refused."""
    if not words:
        raise Refused(f"Give the amount and the reason, for example: {rules.abilities.modifier.word} -2 bad light")
    return cmd.GiveModifier(number(words[0], "An extra modifier"), " ".join(words[1:]), who)


def _simple(make: Callable[[str], cmd.Command], verb: str) -> Callable[[Encounter, Rules, str, list[str]], cmd.Command]:
    """Return a reader for the command `verb` of one fighter, which takes no further words. `make` makes it."""

    def read(encounter: Encounter, rules: Rules, who: str, words: list[str]) -> cmd.Command:
        """Return the command of the fighter. Raises Refused for words behind it."""
        if words:
            raise Refused(f"`{verb}` takes nothing more; {' '.join(words)} is too much.")
        return make(who)

    return read


def _wait(encounter: Encounter, rules: Rules, who: str, words: list[str]) -> cmd.Command:
    """Read `NAME wait` or `NAME wait until 45`."""
    if not words:
        return cmd.Wait(who)
    if words[0].casefold() != "until" or len(words) != 2:
        usage = f"{who} wait, or: {who} wait until {rules.unit.example}"
        raise Refused(f"`wait` takes an end or nothing, not {' '.join(words)}: {usage}")
    return cmd.Wait(who, count(words[1], encounter, rules))


def _does(encounter: Encounter, rules: Rules, who: str, words: list[str]) -> cmd.Command:
    """Read `NAME does "WORDS" COUNTS`."""
    if len(words) < 2:
        raise Refused(f'Give the action and its time: {who} does "kicks the table" 12')
    if " " in words[0] and len(words) > 2:
        raise Refused(f'Only the time follows the words in quotes: {who} does "{words[0]}" {words[1]}')
    return cmd.Improvise(who, " ".join(words[:-1]), number(words[-1], "The time it takes"))


def _aware(aware: bool) -> Callable[[Encounter, Rules, str, list[str]], cmd.Command]:
    """Return a reader for `NAME aware of OTHER`, or `unaware`."""

    def read(encounter: Encounter, rules: Rules, who: str, words: list[str]) -> cmd.Command:
        """Read the other fighter. Refused without one, or with more behind it."""
        named = words[1:] if words and words[0].casefold() == "of" else words
        if not named:
            raise Refused(f"Give the other fighter: {who} {'aware' if aware else 'unaware'} of archer")
        of, rest = first_named(encounter, named)
        if rest:
            raise Refused(f'"{" ".join(rest)}" is too much after {encounter[of].name}.')
        return cmd.SetAware(who, of, aware)

    return read


def _alias(encounter: Encounter, rules: Rules, who: str, words: list[str]) -> cmd.Command:
    """Read `NAME alias WORDS`, or `alias none`."""
    if not words:
        raise Refused(f'Give the name for players: {who} alias "the cloaked man", or: {who} alias none')
    alias = " ".join(words).strip()
    if len(alias) > LONGEST_ALIAS:
        raise Refused(f"An alias has at most {LONGEST_ALIAS} characters; this one has {len(alias)}.")
    return cmd.SetAlias(who, "" if alias.casefold() == "none" else alias)


def _rename(encounter: Encounter, rules: Rules, who: str, words: list[str]) -> cmd.Command:
    """Read `NAME rename WORDS`."""
    name = " ".join(words).strip()
    if not plain(name) or len(name) > LONGEST_ALIAS:
        raise Refused(f'Give the name, at most {LONGEST_ALIAS} characters: {who} rename "Old Varga"')
    return cmd.Rename(who, name)


def _side(encounter: Encounter, rules: Rules, who: str, words: list[str]) -> cmd.Command:
    """Read `NAME side WORDS`, or `side none`. An existing side is meant however it is spelt."""
    side = " ".join(words).strip()
    if not side or len(side) > LONGEST_ALIAS:
        raise Refused(f"Give the side, at most {LONGEST_ALIAS} characters: {who} side raiders, or: {who} side none")
    sides = {plain(fighter.profile.side): fighter.profile.side for fighter in encounter}
    return cmd.SetSide(who, "" if side.casefold() == "none" else sides.get(plain(side), side))


def _note_on(encounter: Encounter, rules: Rules, who: str, words: list[str]) -> cmd.Command:
    """Read `NAME note TEXT`, a note for the game master only."""
    if not words:
        raise Refused(f"Give the text of the note, for the GM only: {who} note limps since the bridge")
    return cmd.Note(f"{encounter[who].name}: {' '.join(words)}", secret=True, who=who)


def _heals(encounter: Encounter, rules: Rules, who: str, words: list[str]) -> cmd.Command:
    """Read `NAME heals POINTS` or `NAME heals POINTS POOL`."""
    pools = encounter[who].profile.pools
    usage = f"{who} heals 5" + (f", {who} heals 5 {pools[-1].name}" if len(pools) > 1 else "")
    if not words:
        raise Refused(f"Give the points that come back: {usage}")
    points, named = number(words[0], "The points that come back", 1, 1_000_000), " ".join(words[1:])
    if not named:
        return cmd.Heal(who, points)
    pool = next((pool for pool in pools if plain(named) in (plain(pool.name), plain(pool.label))), None)
    if pool is None:
        known = ", ".join(pool.name for pool in pools)
        raise Refused(f"{encounter[who].name} has no {named}; the pools are {known}: {usage}")
    return cmd.Heal(who, points, pool.name)


def _temporary(encounter: Encounter, rules: Rules, who: str, words: list[str]) -> cmd.Command:
    """Read `NAME temporary POINTS POOL`. The pool may be left out where there is one."""
    pools = encounter[who].profile.pools
    usage = f"{who} temporary 5" + (f" {pools[0].name}" if pools else "")
    if not words or not pools:
        raise Refused(f"Give the points that losses take first, and their pool: {usage}")
    points, named = number(words[0], "Temporary points", 0, 1_000_000), " ".join(words[1:])
    if not named and len(pools) > 1:
        raise Refused(
            f"Name the pool of the temporary points; there are {', '.join(pool.name for pool in pools)}: {usage}"
        )
    pool = next((pool for pool in pools if not named or plain(named) in (plain(pool.name), plain(pool.label))), None)
    if pool is None:
        known = ", ".join(pool.name for pool in pools)
        raise Refused(f"{encounter[who].name} has no {named}; the pools are {known}: {usage}")
    return cmd.GiveTemporary(who, points, pool.name)


def _retarget(encounter: Encounter, rules: Rules, who: str, words: list[str]) -> cmd.Command:
    """Read `NAME retarget OTHER`."""
    if not words:
        raise Refused(f"Give the target: {who} retarget goblin2")
    target, rest = first_named(encounter, words)
    if rest:
        raise Refused(f'"{" ".join(rest)}" is too much; retarget changes only the target, abort to do something else.')
    return cmd.Retarget(who, target)


def _orders(encounter: Encounter, rules: Rules, who: str, words: list[str]) -> cmd.Command:
    """Read `NAME orders WORDS`, or `orders none`. Refused where the game has no orders or does not know these."""
    text = " ".join(words).strip()
    if not text:
        raise Refused(f"Give the orders: {who} orders attack weakest, or: {who} orders none")
    if text.casefold() in (NO_ORDERS, "off"):
        return cmd.GiveOrders(who, "")
    if rules.abilities.orders is None:
        raise Refused(f"{encounter[who].name} cannot have orders: this game has no standing orders.")
    try:
        given = read(text, rules.abilities.orders, partial(combatant_named, encounter))
    except ValueError as error:
        raise Refused(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
    return cmd.GiveOrders(who, given.text)


FIGHTER: Mapping[str, Callable[[Encounter, Rules, str, list[str]], cmd.Command]] = {
    "wait": _wait,
    "waits": _wait,
    "pass": _simple(cmd.Pass, "pass"),
    "aside": lambda encounter, rules, who, words: cmd.StepAside(who, " ".join(words)),
    "does": _does,
    "abort": _simple(cmd.Abort, "abort"),
    "retarget": _retarget,
    "leaves": _simple(lambda who: cmd.Leave(who, "left"), "leaves"),
    "surrenders": _simple(lambda who: cmd.Leave(who, "surrendered"), "surrenders"),
    "falls": _simple(lambda who: cmd.Leave(who, "down"), "falls"),
    "returns": _simple(cmd.Return, "returns"),
    "aware": _aware(aware=True),
    "unaware": _aware(aware=False),
    "hidden": _simple(lambda who: cmd.SetHidden(who, hidden=True), "hidden"),
    "revealed": _simple(lambda who: cmd.SetHidden(who, hidden=False), "revealed"),
    "alias": _alias,
    "rename": _rename,
    "side": _side,
    "note": _note_on,
    "acts": _simple(cmd.ActNow, "acts"),
    "is": condition_command.read,
    "orders": _orders,
    "group": group_command.of_one,
    "typed": _simple(lambda who: cmd.SetRoller(who, typed=True), "typed"),
    "rolled": _simple(lambda who: cmd.SetRoller(who, typed=False), "rolled"),
}

YIELDING: Mapping[str, Callable[[Encounter, Rules, str, list[str]], cmd.Command]] = {
    "heals": _heals,
    "heal": _heals,
    "temporary": _temporary,
    "earlier": _simple(lambda who: cmd.FixOrder(who, -1), "earlier"),
    "later": _simple(lambda who: cmd.FixOrder(who, 1), "later"),
}
"""Words that mean the game's verb where a game has one of that name: a pack may have a spell `heal`."""
