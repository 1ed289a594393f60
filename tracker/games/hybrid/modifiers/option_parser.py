"""The options of an action as typed, such as `called left arm`, `rush 4`, `df -2 bad light`, read and checked."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction

from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import hit_location
from tracker.games.hybrid.modifiers import action_modifiers, action_time
from tracker.games.hybrid.modifiers.action_modifiers import (
    ADVANCE,
    ALLOUT,
    CALLED,
    EXTRA,
    FLAGS,
    INDIRECT,
    JUMP,
    QUICK,
    RETREAT,
    RUSH,
    SETUP,
    SPIN,
)
from tracker.games.hybrid.sheet.sheet import Skill
from tracker.model.combatant import Combatant
from tracker.model.refusals import Refused

WORDS = (CALLED, EXTRA, QUICK, RUSH, *FLAGS)
_ALIASES = {"all-out": "allout", "set-up": "setup", "advances": ADVANCE, "retreats": "retreat", "spinning": SPIN}
_ALIASES |= {"jumping": JUMP, "lob": INDIRECT, "rushed": RUSH}
MOST_DF = 40
MOST_SPEED = 1000


def is_option(word: str) -> bool:
    """Return whether a word begins an option."""
    lowered = word.casefold()
    return _ALIASES.get(lowered, lowered) in WORDS


def read(rules: Rulebook, words: list[str], allowed: Collection[str] = WORDS) -> list[str]:
    """Return typed options in their canonical spelling. Raise Refused for others.

    `rush` keeps the typed number until `settle`, which knows the counts of the action.
    """
    options: list[str] = []
    while words:
        word, words = words[0].casefold(), words[1:]
        name = _ALIASES.get(word, word)
        if name not in WORDS or name not in allowed:
            raise Refused(f'"{word}" is not an option here; there are {_shown(allowed)}.')
        if name == CALLED:
            words = _take_called(rules, words, options)
        elif name in (QUICK, RUSH, EXTRA):
            words = _take_number(name, words, options)
        elif name not in options:
            options.append(name)
    _refuse_conflicts(rules, options)
    return options


def _shown(allowed: Collection[str]) -> str:
    examples = {CALLED: "called head", EXTRA: "df -2 bad light", QUICK: "speed 2", RUSH: "rush 4"}
    return ", ".join(examples.get(name, name) for name in WORDS if name in allowed)


def _take_number(name: str, words: list[str], options: list[str]) -> list[str]:
    """Add the option `name` with its number to `options` and return the words after it. Raise Refused.

    A DF takes the words up to the next option as its reason.
    """
    number = words[0] if words else ""
    if name == EXTRA:
        if not re.fullmatch(r"[+-]?\d{1,2}", number) or abs(int(number)) > MOST_DF:
            raise Refused(f"Give the DF and its reason, from -{MOST_DF} to {MOST_DF}: df -2 bad light")
        rest = 1
        while rest < len(words) and not is_option(words[rest]):
            rest += 1
        options.append(f"{EXTRA} {int(number)} {' '.join(words[1:rest])}".strip())
        return words[rest:]
    if name == QUICK:
        if not re.fullmatch(r"\d{1,4}", number) or not 1 <= int(number) <= MOST_SPEED:
            raise Refused("Give the speed points to spend: speed 2")
        options.append(f"{QUICK} {int(number)}")
        return words[1:]
    if not re.fullmatch(r"\d{1,7}(/\d{1,7})?", number) or number.endswith("/0") or number.startswith("0"):
        raise Refused("Give the counts, or the part of the time: rush 4, rush 1/2")
    options.append(f"{RUSH} {number}")
    return words[1:]


def settle(options: list[str], combatant: Combatant, speed: int, skill: Skill | None, rules: Rulebook) -> list[str]:
    """Return the options with `rush 4` written as its share of the action's counts (H-ACT-3). Raise Refused."""
    rush = next(iter(action_modifiers.only(options, RUSH)), None)
    if rush is None:
        return options
    other_options = action_modifiers.without(options, RUSH)
    counts_unrushed = action_time.left_of(combatant, speed, skill, action_modifiers.read(other_options), rules)
    amount = rush.partition(" ")[2]
    share = Fraction(amount) if "/" in amount else Fraction(int(amount), counts_unrushed)
    counts_rushed = max(action_time.LEAST, int(share * counts_unrushed + Fraction(1, 2)))
    if counts_rushed >= counts_unrushed:
        least = f"less than {counts_unrushed}" if counts_unrushed > 1 else "no less: it takes 1 already"
        raise Refused(
            f"{combatant.name} cannot rush into {counts_rushed}: it takes {counts_unrushed}, so rush to {least}."
        )
    return [*other_options, f"{RUSH} {counts_rushed}/{counts_unrushed}"]


def _take_called(rules: Rulebook, words: list[str], options: list[str]) -> list[str]:
    """Add a called shot to `options` and return the words after its place. Raise Refused for an unknown place."""
    if not words:
        raise Refused("Name the place to aim at: called head")
    side, rest = ("", words)
    if words[0].casefold() in hit_location.SIDES and len(words) > 1:
        side, rest = words[0].casefold(), words[1:]
    places = [*rules.book.attack.called, *(row.name for row in rules.book.attack.location)]
    for length in (2, 1):
        place = " ".join(rest[:length]).casefold()
        if len(rest) >= length and place in places:
            if side and not hit_location.paired(place, rules.book):
                raise Refused(f"There is no {side} {place}.")
            options.append(f"{CALLED} {hit_location.words(place, side)}")
            return rest[length:]
    raise Refused(f'"{" ".join(rest)}" is no place to aim at; there are {", ".join(dict.fromkeys(places))}.')


def why_not_together(options: Sequence[str]) -> str:
    """Return why two of some options exclude each other. Empty when none do."""
    for option, other in ((SPIN, JUMP), (ADVANCE, "retreat")):
        if option in options and other in options:
            return f"An action cannot be both {option} and {other}; choose one of them."
    return ""


def _refuse_conflicts(rules: Rulebook, options: list[str]) -> None:
    """Refuse options that exclude each other, and a called place that needs a DF and has none (ruling 44)."""
    for name in (CALLED, QUICK, RUSH):
        if len(action_modifiers.only(options, name)) > 1:
            raise Refused(f"`{name}` can be written once for an action.")
    if why := why_not_together(options):
        raise Refused(why)
    how = action_modifiers.read(action_modifiers.without(options, RUSH))
    if how.called and hit_location.called_df(how.called, rules.book) is None and not how.df:
        raise Refused(f"A called {how.called} has no DF of its own: name one, as in called {how.called} df -10.")


def texts(options: Collection[str]) -> str:
    """Return the options for a label, as ` (called head) (setup)`. Options paid at once are left out."""
    return "".join(f" ({option})" for option in action_modifiers.only(options, CALLED, RUSH, *FLAGS))


_IN_WORDS = {SETUP: "set up", ALLOUT: "all out", ADVANCE: "advancing", RETREAT: "retreating"}
_IN_WORDS |= {SPIN: "spinning", JUMP: "jumping", INDIRECT: "lobbed"}


def in_words(label: str, options: Collection[str]) -> str:
    """Return a label that ends in `texts` of these options with the words of those that stand alone spelled out."""
    for option in options:
        label = label.replace(f" ({option})", f" ({_IN_WORDS.get(option, option)})")
    return label
