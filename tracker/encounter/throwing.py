"""Throwing dice for a rule: rolled by the program or asked of a player, judged, and recorded with every face."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tracker.dice import notation, roll
from tracker.dice.source import DiceSource
from tracker.encounter import events as ev
from tracker.encounter.ledger import Ledger
from tracker.encounter.questions import Ask, Roll, Task
from tracker.rules.dice import Dice

ROLL = "kernel.roll"
"""The kernel's own stage: dice were asked for and have been typed."""


def throw(ledger: Ledger, rules: Dice, dice: DiceSource, wanted: Roll) -> None:
    """Roll for the program's combatants, ask for a player's; what follows stands on top of the ledger's stack.

    What is secret from the start nobody is asked for: to be asked would tell.
    """
    wanted = _weighed(ledger, rules, wanted)
    if ledger[wanted.who].typed and not wanted.secret and notation.read(wanted.dice).dice:
        _ask(ledger, rules, wanted, ())
    else:
        faces = roll.roll(notation.read(wanted.dice), dice, rules.open_ended(wanted))
        _fell(ledger, rules, wanted, faces, "rolled")


def typed(ledger: Ledger, rules: Dice, dice: DiceSource, data: Mapping[str, Any]) -> None:
    """Faces were typed as `answer`; empty: the program rolls. An opened die at its highest is asked for again.

    With `hidden` the roll is secret from now on.
    """
    wanted, before, answer = roll_from(data["roll"]), tuple(data["faces"]), str(data["answer"])
    if data.get("hidden"):
        wanted = replace(wanted, secret=True)
    again = rules.open_ended(wanted) if "!" in wanted.dice else 0
    if not answer:
        faces = roll.roll(notation.read(wanted.dice), dice, again - len(before))
        _fell(ledger, rules, wanted, before + faces, "rolled")
        return
    faces = before + roll.typed(notation.read(wanted.dice.replace("!", "")), answer)
    sides = notation.read(wanted.dice).dice[0]
    if "!" in wanted.dice and faces[-1] == sides and len(faces) <= again:
        _ask(ledger, rules, wanted, faces)
    else:
        _fell(ledger, rules, wanted, faces, "typed")


def _ask(ledger: Ledger, rules: Dice, wanted: Roll, faces: tuple[int, ...]) -> None:
    ledger.stack.append(Task(ROLL, {"roll": roll_data(wanted), "faces": list(faces)}))
    odds = rules.odds(wanted)
    number = f" {odds}" if odds else ""
    again = ", once more and added" if faces else ""
    text = f"{ledger[wanted.who].name}: {wanted.label}{number}, {wanted.dice.replace('!', '')}{again}"
    ledger.ask(Ask.DICE, wanted.who, wanted.what, text, dice=wanted.dice, about=wanted.target)


def _fell(ledger: Ledger, rules: Dice, wanted: Roll, faces: tuple[int, ...], by: str) -> None:
    dice = notation.read(wanted.dice)
    total = sum(faces) if "!" in wanted.dice else int(dice.total(faces, dict.fromkeys(dice.names, 0)))
    data: dict[str, Any] = {"total": total, "faces": list(faces)}
    judged = None
    if wanted.chance is not None:
        wanted = _modified(ledger, rules, wanted)
        judged = rules.judge(wanted, wanted.chance or 0, total)
        data |= {"chance": wanted.chance, "tier": judged.tier, "effect": judged.effect}
        data |= {"margin": judged.margin, "success": judged.success}
    ledger.emit(
        ev.Rolled(
            who=wanted.who,
            what=wanted.what,
            label=wanted.label,
            dice=wanted.dice,
            faces=faces,
            total=total,
            by=by,
            chance=wanted.chance,
            tier=judged.tier if judged else "",
            effect=judged.effect if judged else None,
            margin=judged.margin if judged else None,
            target=wanted.target,
            sum=wanted.sum,
            secret=wanted.secret,
        )
    )
    task = ledger.stack.pop()
    ledger.stack.append(task.with_data(**data))


def _modified(ledger: Ledger, rules: Dice, wanted: Roll) -> Roll:
    """With the game master's waiting modifiers in the chance."""
    for modifier in ledger.encounter.modifiers:
        if modifier.who not in ("", wanted.who):
            continue
        changed = rules.modified(wanted, modifier.amount, modifier.why)
        if changed is wanted:
            continue
        wanted = changed
        ledger.emit(ev.ModifierUsed(amount=modifier.amount, why=modifier.why, who=modifier.who))
    return wanted


def _weighed(ledger: Ledger, rules: Dice, wanted: Roll) -> Roll:
    """With what the game master's own conditions of the roller weigh, before anybody is asked for the dice."""
    if wanted.chance is None:
        return wanted
    for condition in ledger[wanted.who].conditions:
        if condition.own and condition.amount:
            before = wanted
            wanted = rules.modified(before, condition.amount, condition.label)
            if wanted.shown is not None and wanted.shown == before.shown:
                wanted = replace(wanted, shown=wanted.shown + (wanted.chance or 0) - (before.chance or 0))
    return wanted


def roll_data(wanted: Roll) -> dict[str, Any]:
    """A roll as plain data for a task; `roll_from` undoes it."""
    return {name: getattr(wanted, name) for name in Roll.__slots__ if getattr(wanted, name) not in (None, "", (), {})}


def roll_from(data: Mapping[str, Any]) -> Roll:
    """The roll written by `roll_data`."""
    return Roll(**{**data, "sum": tuple(data.get("sum", ()))})
