"""Dice requests: dice for a rule, rolled by the program or asked of a player, judged, and recorded with every face."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tracker.dice import notation, roll, typed_faces
from tracker.dice.source import DiceSource
from tracker.encounter.engine.open_step import OpenStep
from tracker.encounter.hidden_fighters import seen
from tracker.game_api.rules import Rules
from tracker.model import events as ev
from tracker.model.questions import Ask, Roll, Task
from tracker.model.state import Encounter
from tracker.text.names import says

SHARED = "group"
"""The mark of a roll that another member of the group has rolled."""
ROLL = "kernel.roll"
"""The kernel's stage after dice were asked for and typed."""


def roll_or_ask(
    step: OpenStep, rules: Rules, dice: DiceSource, asked: Roll, then: Callable[[], Task]
) -> dict[str, Any] | None:
    """Roll for the program's fighter and return the result. Ask a player for the dice, and return None.

    The stage that `then` makes goes on after an answer. A roll secret from the start is never asked for, since that
    would tell. Where one roll places a group, its other members get the faces of the first.
    """
    asked = _weighed(step, rules, asked)
    group = _placing_group(step, rules, asked)
    faces = _faces_of_group(step, asked, group) if group else ()
    if faces:
        return _record(step, rules, asked, faces, SHARED, group)
    if step[asked.who].typed and not asked.secret and notation.read(asked.dice).dice:
        step.stack.append(then())
        _ask(step, rules, replace(asked, unknown=_unknown(step.encounter, asked.who)), ())
        return None
    faces = roll.roll(notation.read(asked.dice), dice, rules.abilities.again)
    return _record(step, rules, asked, faces, "rolled", group)


def _placing_group(step: OpenStep, rules: Rules, asked: Roll) -> str:
    """Return the group that one roll of this kind places. Empty without one."""
    name = step[asked.who].group
    return name if name and asked.what in rules.abilities.placing and step.encounter.group(name).one_roll else ""


def _faces_of_group(step: OpenStep, asked: Roll, name: str) -> tuple[int, ...]:
    """Return the faces that group `name` has just rolled for the same purpose. Empty where the fighter rolls itself."""
    group = step.encounter.group(name)
    return (
        () if asked.who in group.placed or (group.what, group.at) != (asked.what, step.encounter.count) else group.faces
    )


def typed(step: OpenStep, rules: Rules, dice: DiceSource, data: Mapping[str, Any]) -> None:
    """Take the faces typed as `answer`. Empty: the program rolls.

    A single die that is rolled on at its highest is asked for again, and one among several is rolled on by the program.
    `data` has the roll, the faces typed before, and with `hidden` that the roll is secret from now on.
    """
    asked, before, answer = roll_from(data["roll"]), tuple(data["faces"]), str(data["answer"])
    if data.get("hidden"):
        asked = replace(asked, secret=True)
    again = rules.abilities.again if "!" in asked.dice else 0
    group = _placing_group(step, rules, asked)
    if not answer:
        faces = roll.roll(notation.read(asked.dice), dice, again - len(before))
        _go_on(step, _record(step, rules, asked, before + faces, "rolled", group, for_player=step[asked.who].typed))
        return
    thrown = notation.read(asked.dice)
    faces = before + typed_faces.typed(notation.read(notation.closed(_still_to_fall(asked, before))), answer)
    if len(thrown.dice) > 1:
        _go_on(step, _record(step, rules, asked, roll.opened(thrown, faces, dice, again), "typed", group))
    elif next(term for term in thrown.terms if term.dice).opens(faces[-1], len(faces) - 1) and len(faces) <= again:
        _ask(step, rules, asked, faces)
    else:
        _go_on(step, _record(step, rules, asked, faces, "typed", group))


def _go_on(step: OpenStep, fell: Mapping[str, Any]) -> None:
    """Give the result of the dice to the stage on top, which resumes."""
    step.stack.append(step.stack.pop().with_data(**fell))


def _still_to_fall(asked: Roll, faces: tuple[int, ...]) -> str:
    """Return the dice to ask for next: the further die of one that opens may have other sides."""
    term = next(term for term in notation.read(asked.dice).terms if term.dice)
    return asked.dice if not faces or term.then == term.sides else f"1d{term.then}"


def _ask(step: OpenStep, rules: Rules, asked: Roll, faces: tuple[int, ...]) -> None:
    """Ask a player for the dice of a roll. `faces` are those typed so far of a die that is rolled on."""
    step.stack.append(Task(ROLL, {"roll": roll_data(asked), "faces": list(faces)}))
    still = _still_to_fall(asked, faces)
    odds = rules.dice.odds(asked)
    # Behind a name with a number, and with several figures, a mere space would not tell where they begin.
    apart = "," if asked.label[-1:].isdigit() or "," in odds else ""
    number = f"{apart} {odds}" if odds else ""
    again = ", rolled again and added" if faces else ""
    target = step[asked.target].name if asked.target in step.encounter and asked.target != asked.who else ""
    whom = "" if not target or says(asked.label, target) else f", against {target}" if odds else f" at {target}"
    dice = notation.closed(still).replace("-", "−")
    text = f"{step[asked.who].name}: {asked.label}{number}{whom}, {dice}{again}"
    step.ask(Ask.DICE, asked.who, asked.what, text, dice=still, about=asked.target)


def _record(
    step: OpenStep, rules: Rules, asked: Roll, faces: tuple[int, ...], by: str, group: str, for_player: bool = False
) -> dict[str, Any]:
    """Record a roll with all its faces and return its result for the next stage. The game judges one with a chance.

    `by` tells how it fell: rolled, typed, or shared by a group. `group` is the group that it places, else empty.
    `for_player` is whether the program rolled for a player.
    """
    dice = notation.read(asked.dice)
    total = int(dice.sum(faces, dict.fromkeys(dice.names, 0)))
    data: dict[str, Any] = {"total": total, "faces": list(faces)}
    judged = None
    if asked.chance is not None:
        asked = _modified(step, rules, asked).with_data(faces=list(faces))
        judged = rules.dice.judge(asked, asked.chance or 0, total)
        data |= {"chance": asked.chance, "tier": judged.tier, "effect": judged.effect}
        data |= {"margin": judged.margin, "success": judged.success}
    step.emit(
        ev.Rolled(
            who=asked.who,
            what=asked.what,
            label=asked.label,
            dice=asked.dice,
            faces=faces,
            total=total,
            by=by,
            chance=asked.chance,
            tier=judged.tier if judged else "",
            effect=judged.effect if judged else None,
            margin=judged.margin if judged else None,
            target=asked.target,
            sum=asked.sum,
            secret=asked.secret,
            group=group,
            for_player=for_player,
            reached=judged.reached if judged else None,
            against=judged.against if judged else None,
        )
    )
    return data


def _modified(step: OpenStep, rules: Rules, asked: Roll) -> Roll:
    """Return the roll with the GM's waiting modifiers in its chance."""
    for modifier in step.encounter.modifiers:
        if modifier.who not in ("", asked.who):
            continue
        changed = rules.dice.with_modifier(asked, modifier.amount, modifier.why)
        if changed is asked:
            continue
        asked = changed
        step.emit(ev.ModifierUsed(amount=modifier.amount, why=modifier.why, who=modifier.who))
    return asked


def _weighed(step: OpenStep, rules: Rules, asked: Roll) -> Roll:
    """Return the roll with the modifiers that the GM's own conditions of the roller bring, before dice are asked for.

    The chance that is `shown` changes by as much.
    """
    if asked.chance is None or asked.weighed:
        return asked
    for amount, words in step.encounter[asked.who].weights:
        before = asked
        asked = rules.dice.with_modifier(before, amount, words)
        # Where the game has changed the shown chance itself, it stays.
        if asked.shown is not None and asked.shown == before.shown:
            asked = replace(asked, shown=asked.shown + (asked.chance or 0) - (before.chance or 0))
    return asked


def _unknown(encounter: Encounter, who: str) -> int | None:
    """Return the sum of the modifiers by conditions of a roller that players do not know of. None for 0."""
    weights = (
        condition.amount
        for condition in encounter[who].conditions
        if condition.own and (condition.secret or (condition.of in encounter and not seen(encounter, condition.of)))
    )
    return sum(weights) or None


def asked_for(encounter: Encounter) -> Roll | None:
    """Return the roll whose dice are asked for now. None when none are."""
    question = encounter.question
    return roll_from(question.then[-1].data["roll"]) if question is not None and question.ask is Ask.DICE else None


def may_change(rules: Rules, asked: Roll, amount: int, why: str) -> bool:
    """Return whether an extra modifier changes the chance of a roll."""
    return asked.chance is not None and rules.dice.with_modifier(asked, amount, why) is not asked


def roll_data(asked: Roll) -> dict[str, Any]:
    """Return a roll as plain data for a task. `roll_from` undoes it."""
    return {name: getattr(asked, name) for name in Roll.__slots__ if getattr(asked, name) not in (None, "", (), {})}


def roll_from(data: Mapping[str, Any]) -> Roll:
    """Return the roll written by `roll_data`."""
    return Roll(**{**data, "sum": tuple(data.get("sum", ()))})
