"""Group chances: what is chosen for several of a group, with the lowest and the highest chance of those it is for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tracker.controller.menus.prompt import Prompt, menu_of, repeated_by, to_repeat
from tracker.encounter.features import groups
from tracker.game_api.rules import Rules
from tracker.game_api.values import Choice, Percent, Risk
from tracker.model.questions import Ask
from tracker.model.state import Encounter

_PERCENT = r"−?\d+(?:\.\d+)? %"
_ODDS = re.compile(rf"{_PERCENT}|\d+(?=[^\d,·%]*, {_PERCENT})")
"""A chance beside the choice's own, or the number before it that the dice must reach: `13 or more, 40 %`."""


def declarations_of_all(prompt: Prompt, encounter: Encounter, rules: Rules, path: tuple[str, ...]) -> Prompt:
    """Return the prompt of the fighter who declares for its group, with the chances of all who do the same."""
    question = encounter.question
    if question is None or question.ask is not Ask.DECLARE:
        return prompt
    who = question.who
    others = groups.alike(encounter, who)
    menus = [(other, menu_of(encounter, rules, other, path).choices) for other in others]
    shown = _with_chances(who, prompt.choices, menus)
    likely = prompt.likely
    if path:
        likely = next(
            (with_chances for with_chances, choice in zip(shown, prompt.choices, strict=True) if choice is likely),
            likely,
        )
    elif likely is not None and likely.works is not None:
        last = to_repeat(encounter, rules, who)
        again = [(other, repeated_by(encounter, rules, other, last)) for other in others]
        (likely,) = _with_chances(who, (likely,), [(other, (choice,)) for other, choice in again if choice is not None])
    return replace(prompt, choices=shown, likely=likely)


def answers_of_all(prompt: Prompt, rules: Rules, asked: Sequence[Encounter]) -> Prompt:
    """Return the prompt of a question to choose, with its chances in each state of `asked`.

    `asked` begins with the present state. The others are those in which the same answer is then given for the group.
    Another member of the group gives any answer again. The same fighter, asked about another blow, gives again only
    the first one.
    """
    now = asked[0].question if asked else None
    if now is None or now.ask is not Ask.CHOOSE or len(asked) < 2:
        return prompt
    given = [
        (
            question.who,
            _told_again(
                rules.choices.answers(state, question), same_fighter=question.who == now.who, first=now.choices[0]
            ),
        )
        for state in asked[1:]
        if (question := state.question) is not None
    ]
    shown = _with_chances(now.who, prompt.choices, given)
    likely = next(
        (with_chances for with_chances, choice in zip(shown, prompt.choices, strict=True) if choice is prompt.likely),
        prompt.likely,
    )
    return replace(prompt, choices=shown, likely=likely)


def _told_again(offered: Sequence[Choice], same_fighter: bool, first: str) -> Sequence[Choice]:
    """Return the offered answers that are given again: all, or for the same fighter only that with the word `first`."""
    return [choice for choice in offered if choice.word == first] if same_fighter else offered


def _with_chances(
    who: str, choices: Sequence[Choice], menus: Iterable[tuple[str, Sequence[Choice]]]
) -> tuple[Choice, ...]:
    """Return the choices of `who`, each with the range of chances of the same choice in others' menus, by id."""
    same: dict[tuple[object, ...], list[Choice]] = {}
    for other, offered in menus:
        for choice in offered:
            same.setdefault(_what(choice, other), []).append(choice)
    return tuple(as_range(choice, same.get(_what(choice, who), ())) for choice in choices)


def _what(choice: Choice, who: str) -> tuple[object, ...]:
    """Return the effect of a choice, whichever member of a group takes it."""
    return choice.path, choice.whom, choice.word, choice.line.removeprefix(f"{who} ")


def as_range(choice: Choice, others: Sequence[Choice]) -> Choice:
    """Return a choice told with the lowest and highest of its own chances and those of `others` that can be taken."""
    taken = [other for other in others if not other.refused]
    if choice.refused or not taken:
        return choice
    return replace(
        choice,
        price=_ranged(choice.price, [other.price for other in taken]),
        theirs=_ranged(choice.theirs, [other.theirs for other in taken]),
        works=_covering(choice.works, [other.works for other in taken]),
        risk=_risk_of_all(choice.risk, [other.risk for other in taken]),
    )


def _covering(percent: Percent | None, others: Iterable[Percent | None]) -> Percent | None:
    """Return the lowest to highest of the chances given. None where the fighter has none."""
    return None if percent is None else percent.covering(other for other in others if other is not None)


def _risk_of_all(risk: Risk | None, others: Sequence[Risk | None]) -> Risk | None:
    """Return a risk widened to the range of all, before and after. None when it is none."""
    if risk is None:
        return None
    risks = [other for other in others if other is not None]
    chance_after = risk.after.covering(other.after for other in risks)
    return replace(risk, after=chance_after, before=_covering(risk.before, [other.before for other in risks]))


def _ranged(text: str, others: Sequence[str]) -> str:
    """Return words with each chance as the range of those that others have in the same place.

    Where they have other numbers of chances, their places cannot be compared, and the text stays.
    """
    each = [_ODDS.findall(words) for words in (text, *others)]
    if len({len(odds) for odds in each}) > 1:
        return text
    ranges = iter([_lowest_to_highest(numbers) for numbers in zip(*each, strict=True)])
    return _ODDS.sub(lambda _: next(ranges), text)


def _lowest_to_highest(chances: Sequence[str]) -> str:
    """Return chances as one range: `20–45 %`. The first chance alone when all are equal."""
    lowest, highest = min(chances, key=_number), max(chances, key=_number)
    if _number(lowest) == _number(highest):
        return chances[0]
    return f"{lowest.removesuffix(' %')}–{highest}"


def _number(chance: str) -> float:
    return float(chance.removesuffix(" %").replace("−", "-"))
