"""Declarations: the action that a verb and its words stand for, and the weight they put on a fighter."""

from __future__ import annotations

from fractions import Fraction

from tracker.model.combatant import Action
from tracker.systems.feats import checks, formulas
from tracker.systems.feats.actions import refusals
from tracker.systems.feats.actions.fighter_state import WORDS, FighterState
from tracker.systems.kit import guards
from tracker.systems.kit.exact_numbers import exact, plain


def pounds_moved(fighter: FighterState, verb: str, words: tuple[str, ...]) -> str:
    """The pounds that weigh on a fighter who lifts, shoves, carries or pulls so much; raises Refused for too much."""
    pounds = words[0]
    if verb == "pull":
        _, vehicle, smooth = words
        effective = formulas.pulled(exact(pounds), Fraction(0), vehicle or "none", bool(smooth))
        pounds = plain(effective)
    guards.refuse(refusals.why_too_heavy(fighter, verb, pounds, fighter.most_pounds(verb, words)))
    return pounds


def action_of(fighter: FighterState, verb: str, words: tuple[str, ...], *, measures_gap: bool) -> Action:
    """The action a verb stands for, with its seconds and words; raises Refused for what its words do not allow.

    The row of the verb in `words.toml` names the words, those that are kept, and the label.
    """
    row = WORDS["action"][verb]
    given = {"thing": "", "target": "", **dict(zip(row.get("words", ()), words, strict=False))}
    options = tuple(given[name] for name in row.get("keeps", ()) if name in given)
    target = given["target"]
    if target and verb in ("throw", "slam"):
        guards.standing(fighter.encounter, fighter.who, target, verb)
    seconds = row.get("speed", 0)
    match verb:
        case "throw":
            thing = fighter.thing(given["thing"])
            guards.refuse(refusals.why_no_throw(fighter, thing, target, given["yards"], measures_gap=measures_gap))
        case "slam":
            how = checks.How(*options)
            guards.refuse(refusals.why_no_slam(fighter, how))
            options = how.options
        case "lift":
            pounds_moved(fighter, verb, words)
            guards.refuse(refusals.why_not_lifted(fighter, target))
            seconds = fighter.lift_seconds(exact(given["pounds"]), given["helpers"])
        case "shove":
            pounds_moved(fighter, verb, words)
        case "ready":
            thing, hands = fighter.thing(given["thing"]), int(given["hands"])
            guards.refuse(refusals.why_no_grip(fighter, thing, hands))
            seconds = formulas.ready_seconds(exact(thing.weight), fighter.sheet.lift, hands) or 0
        case "rescue" | "firstaid":
            guards.refuse(refusals.why_not_whom(fighter, verb, target))
    whom = fighter.encounter[target].name if target else row.get("nobody", "").format_map(given)
    label = row["label"].format_map({**given, "whom": whom})
    return Action(0, verb, weapon=given["thing"], target=target, options=options, label=label, speed=seconds)
