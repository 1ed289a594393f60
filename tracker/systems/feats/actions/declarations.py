"""Declarations: the action that a verb and its words mean, and the weight that it puts on the fighter."""

from __future__ import annotations

from fractions import Fraction

from tracker.model.combatant import Action
from tracker.systems.feats import checks, formulas
from tracker.systems.feats.actions import refusals
from tracker.systems.feats.actions.fighter_state import WORDS, FighterState
from tracker.systems.kit import guards
from tracker.systems.kit.exact_numbers import exact, plain


def pounds_moved(fighter: FighterState, verb: str, words: tuple[str, ...]) -> str:
    """Return the pounds that a lift, shove, carry or pull puts on the fighter; raises Refused when too heavy."""
    pounds = words[0]
    if verb == "pull":
        _, vehicle, smooth = words
        effective = formulas.pulled(exact(pounds), Fraction(0), vehicle or "none", bool(smooth))
        pounds = plain(effective)
    guards.refuse(refusals.why_too_heavy(fighter, verb, pounds, fighter.most_pounds(verb, words)))
    return pounds


def refuse_target(fighter: FighterState, verb: str, target: str) -> None:
    """Raise Refused for a fighter who cannot be thrown at, slammed or lifted, however many yards or pounds follow."""
    if target and verb in ("throw", "slam"):
        guards.standing(fighter.encounter, fighter.who, target, verb)
    if verb == "lift":
        guards.refuse(refusals.why_not_lifted(fighter, target))


def action_of(fighter: FighterState, verb: str, words: tuple[str, ...], *, measures_gap: bool) -> Action:
    """Return the action that a verb means, with its seconds and label; raises Refused.

    The verb's row in `words.toml` names its words, which of them the action keeps, and the label.
    """
    row = WORDS["action"][verb]
    words_by_name = {"thing": "", "target": "", **dict(zip(row.get("words", ()), words, strict=False))}
    options = tuple(words_by_name[name] for name in row.get("keeps", ()) if name in words_by_name)
    target = words_by_name["target"]
    refuse_target(fighter, verb, target)
    seconds = row.get("speed", 0)
    match verb:
        case "throw":
            thing = fighter.thing(words_by_name["thing"])
            guards.refuse(
                refusals.why_no_throw(fighter, thing, target, words_by_name["yards"], measures_gap=measures_gap)
            )
        case "slam":
            how = checks.How(*options)
            guards.refuse(refusals.why_no_slam(fighter, how))
            options = how.options
        case "lift":
            pounds_moved(fighter, verb, words)
            seconds = fighter.lift_seconds(exact(words_by_name["pounds"]), words_by_name["helpers"])
        case "shove":
            pounds_moved(fighter, verb, words)
        case "ready":
            thing, hands = fighter.thing(words_by_name["thing"]), int(words_by_name["hands"])
            guards.refuse(refusals.why_no_grip(fighter, thing, hands))
            seconds = formulas.ready_seconds(exact(thing.weight), fighter.sheet.lift, hands) or 0
        case "rescue" | "firstaid":
            guards.refuse(refusals.why_not_whom(fighter, verb, target))
    target_name = fighter.encounter[target].name if target else row.get("nobody", "").format_map(words_by_name)
    label = row["label"].format_map({**words_by_name, "whom": target_name})
    return Action(0, verb, weapon=words_by_name["thing"], target=target, options=options, label=label, speed=seconds)
