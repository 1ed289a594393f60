"""Contests: tasks and opposed rolls outside attacks. Possible at any time, free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tracker.encounter.engine.declarations import end_action
from tracker.encounter.engine.step import StepBuilder
from tracker.games.prism import checks, harm
from tracker.games.prism.actions import attempts, declarations
from tracker.games.prism.actions.attempts import COMPLEX, CONTEST, LET, RESIST, TASK, Attempt, Trial
from tracker.games.prism.actions.reactions import DODGE
from tracker.games.prism.fighter import Fighter
from tracker.games.toolkit.fighters import Acting
from tracker.model import events as ev
from tracker.model.questions import Ask, Task

TRIED, OPPOSED, CONCLUDED = "prism.tried", "prism.opposed", "prism.concluded"
REACTED, PAID = "prism.reacted to action", "prism.paid to dodge action"
Data = Mapping[str, Any]
_RULES = {COMPLEX: "S-OPP-3"}
_SIMPLE = "S-OPP-2"


class Effort(NamedTuple):
    """A roll that the game master asks for: its skill, energy and modifier, what helps it, and who reacts."""

    skill: str
    energy: int = 0
    bonus: int = 0
    gear: str = ""
    target: str = ""
    """The fighter at whom a task is tried."""
    reactors: tuple[tuple[str, str], ...] = ()
    """The opponents in a contest, each with its skill."""


def task(acting: Acting, effort: Effort) -> None:
    """Roll a skill, perhaps at another fighter, who reacts first (SQ 38). Raises Refused."""
    _attempt(acting, TASK, effort, [[effort.target, ""]] if effort.target else [])


def contest(acting: Acting, effort: Effort) -> None:
    """Roll a skill against others, a simple contest (S-OPP-2). Raises Refused."""
    _attempt(acting, CONTEST, effort, [list(pair) for pair in effort.reactors])


def complex_contest(acting: Acting, effort: Effort) -> None:
    """Roll a skill against others, a complex contest (S-OPP-3). Raises Refused."""
    _attempt(acting, COMPLEX, effort, [list(pair) for pair in effort.reactors])


def _attempt(acting: Acting, verb: str, effort: Effort, reactors: list[list[str]]) -> None:
    """Check an effort, take its energy, and ask for the reactions. Raises Refused.

    Each of the `reactors` is a list of its id and the skill it must resist with, empty for any.
    """
    draft, who = acting.draft, acting.who
    trial = Trial(who, verb, effort.skill, effort.bonus, effort.energy, effort.gear, effort.target)
    actor = Fighter(draft.encounter, who)
    attempts.checked(actor, trial)
    for reactor, named in reactors:
        if named:
            Fighter(draft.encounter, reactor).skill(named)
    declarations.burn(draft, who, trial.energy, "into its target number, S-TN-3")
    _ask_reaction(draft, {"trial": trial._asdict(), "left": reactors, "answers": []})


# The reactions, before the dice


def ask(draft: StepBuilder, attempt: Attempt, stage: str, data: Data) -> None:
    """Ask the target of an attempt for its reaction, and go on at `stage` (S-REACT, SQ 38)."""
    resisting = attempt.resisting()
    draft.push(stage, **data, ways=resisting)
    who, actor = attempt.target.who, attempt.actor.who
    draft.ask(Ask.CHOOSE, who, attempts.TO_ACTION, attempt.text, attempt.ways(resisting), about=actor)


def ask_energy(draft: StepBuilder, attempt: Attempt, stage: str, data: Data) -> None:
    """Ask for the energy of a dodge of an attempt, and go on at `stage` (S-DODGE-1)."""
    target = attempt.target
    low = min(checks.least("dodge", target.defensive, target.house), target.energy)
    draft.push(stage, **data)
    text = f"{target.name}: how much energy to dodge?"
    draft.ask_amount(target.who, attempts.DODGE_ENERGY, text, low, target.energy, about=attempt.actor.who)


def react(draft: StepBuilder, attempt: Attempt, way: str, skill: str, energy: int) -> None:
    """Record a reaction to an attempt and take its energy (S-DODGE-1)."""
    label = {LET: "lets it happen", RESIST: f"resists with {skill}"}.get(way, DODGE)
    if energy:
        label += f" with {energy} energy: {attempt.penalty(energy)} off the TN"
    actor, target = attempt.actor, attempt.target.who
    draft.emit(ev.DefenceDeclared(who=target, defence=way, against=actor.who, label=label))
    declarations.burn(draft, target, energy, f"to dodge {actor.name}")


def _ask_reaction(draft: StepBuilder, data: Data) -> None:
    """Ask the next fighter of `data["left"]` for its reaction. After the last one the dice are rolled.

    Each is an id with the skill that a contest names for it. A fighter who cannot react resists with that skill, or not
    at all without one.
    """
    trial, left, answers = Trial(**data["trial"]), [*data["left"]], [*data["answers"]]
    while left:
        who, named = left[0]
        attempt = Attempt(draft.encounter, trial, who, named)
        if attempt.opens:
            ask(draft, attempt, REACTED, {"trial": data["trial"], "left": left, "answers": answers})
            return
        if named:
            answers.append([who, RESIST, named, 0])
        left.pop(0)
    begin(draft, trial, answers)


def reacted(draft: StepBuilder, data: Data) -> None:
    """Go on after the choice of a reaction: a dodge asks for its energy."""
    attempt = attempts.asked(draft.encounter, data)
    assert attempt is not None
    word = str(data["answer"])
    kept = {key: data[key] for key in ("trial", "left", "answers")}
    if word == DODGE and attempt.target.energy:
        ask_energy(draft, attempt, PAID, kept)
        return
    skill = data["ways"].get(word, "")
    way = RESIST if skill else word
    react(draft, attempt, way, skill, 0)
    _after_reaction(draft, kept, [] if way == LET else [[attempt.target.who, way, skill, 0]])


def paid(draft: StepBuilder, data: Data) -> None:
    """Record a dodge with the energy of the answer, and go on to the next reaction (S-DODGE-1)."""
    attempt = attempts.asked(draft.encounter, data)
    assert attempt is not None
    react(draft, attempt, DODGE, "", data["amount"])
    _after_reaction(draft, data, [[attempt.target.who, DODGE, "", data["amount"]]])


def _after_reaction(draft: StepBuilder, data: Data, answer: list[Any]) -> None:
    _ask_reaction(draft, {"trial": data["trial"], "left": data["left"][1:], "answers": [*data["answers"], *answer]})


# The dice


def begin(draft: StepBuilder, trial: Trial, answers: Sequence[Sequence[Any]]) -> None:
    """Roll for the actor against its number less the energy of all who dodge. Without a skill the reactors roll alone.

    Each answer is a reactor's id, its way, its skill, and its energy. Rules: S-TN-3, S-OPP-1, S-DODGE-1.
    """
    actor = Fighter(draft.encounter, trial.who)
    number = attempts.number_of(actor, trial)
    reactors: list[list[str]] = []
    for who, way, skill, energy in answers:
        if number is not None and way == DODGE:
            less = Attempt(draft.encounter, trial, who).penalty(energy)
            number.add(-less, f"{draft[who].name} dodges with {energy} energy", "S-DODGE-1")
        if way != DODGE or actor.house.dodge_roll != "none":
            # A third part marks a dodge.
            reactors.append([who, skill] if way == RESIST else [who, skill, way])
    ends = {"action": trial.action} if trial.action is not None else {}
    if number is None:
        data = {"who": trial.who, "verb": trial.verb, "against": {}, "left": reactors, "answers": [], **ends}
        if reactors:
            _roll_next_reactor(draft, data)
        else:
            _end(draft, data, trial.who)
        return
    named = trial.target
    if not named and actor.house.react_to_actions and len(reactors) == 1:
        named = reactors[0][0]
    then = Task(TRIED, {"who": trial.who, "gear": trial.gear, **ends})
    if reactors:
        then = Task(OPPOSED, {"who": trial.who, "verb": trial.verb, "reactors": reactors, "gear": trial.gear, **ends})
    draft.roll(actor.roll(TASK, actor.skill(trial.skill).name, number, named), then)


def tried(draft: StepBuilder, data: Data) -> None:
    """Note the quality of a task that succeeded, and end the action under way."""
    if data["success"]:
        _quality(draft, data)
    _end(draft, data, data["who"] if data["success"] else "")


def _quality(draft: StepBuilder, data: Data) -> None:
    """Note the quality of a success: base quality by the gear's success modifier (S-QUAL-1, S-QUAL-2).

    `data` are the fighter, its gear, and the result with its target number (`chance`).
    """
    fighter = Fighter(draft.encounter, data["who"])
    degree = harm.degree(data["chance"], data["total"], fighter.house)
    gear = fighter.sheet.weapon(data["gear"]) if data.get("gear") else None
    if gear is None:
        draft.note(f"Quality {harm.final(data['total'], [], degree)} (S-QUAL-1)", fighter.who)
        return
    worth = harm.final(data["total"], [gear.modifier], degree)
    draft.note(f"Quality {worth} with {gear.name} ×{gear.modifier:g} (S-QUAL-2)", fighter.who)


def _end(draft: StepBuilder, data: Data, won: str) -> None:
    """End the tried use or move under way: landed if its actor won, else lost (SQ 38).

    `won` is the id of the winner. Empty where the roll failed and no fighter opposed it.
    """
    action = draft[data["who"]].action(data["action"]) if "action" in data else None
    if action is None:
        return
    if won == data["who"]:
        end_action(draft, data["who"], action, "landed")
    else:
        end_action(draft, data["who"], action, "lost", f"{draft[won].name} stops it" if won else "the roll failed")


def answered(draft: StepBuilder, data: Data) -> None:
    """Go on after the actor's roll: a failure ends the contest, else the first reactor rolls (S-OPP-2, S-OPP-3).

    A contest is simple unless the game master says `complex`. Dodging is complex (S-OPP-4).
    """
    actor, verb = Fighter(draft.encounter, data["who"]), data["verb"]
    # A fight of an older release has one reactor.
    reactors = data["reactors"] if "reactors" in data else [[data["reactor"], data["skill"]]]
    if not data["success"]:
        names = [draft[reactor].name for reactor, *_ in reactors]
        win = "wins" if len(names) == 1 else "win"
        rule = _RULES.get(verb, _SIMPLE)
        draft.note(f"{' and '.join(names)} {win} the contest: {actor.name} fails ({rule})", reactors[0][0])
        _end(draft, data, reactors[0][0])
        return
    far = checks.farness(data["chance"], data["total"], actor.house)
    against = {"above": data["total"]} if verb == COMPLEX else {"far": far}
    kept = {key: data[key] for key in ("action", "gear") if key in data}
    result = {"total": data["total"], "chance": data["chance"], "far": far}
    asked = {"who": actor.who, "verb": verb, "against": against, "left": reactors, "answers": [], "result": result}
    _roll_next_reactor(draft, {**asked, **kept})


def _roll_next_reactor(draft: StepBuilder, data: Data) -> None:
    """Roll for the next reactor against the actor's result. Without one, against its own number alone.

    Rules: S-OPP-2, S-OPP-3, S-DODGE-2.
    """
    (who, name, *way), *reactors_left = data["left"]
    reactor, actor = Fighter(draft.encounter, who), draft[data["who"]]
    then = Task(CONCLUDED, {**data, "left": reactors_left, "reactor": who, "way": way})
    target = actor.id if reactor.house.react_to_actions else ""
    if way:
        result = data["result"]
        against = {"far": result["far"]} if reactor.house.dodge_roll == "simple" else {"above": result["total"]}
        draft.roll(reactor.roll(DODGE, f"dodge {actor.name}", reactor.dodge(), target, **against), then)
        return
    skill = reactor.skill(name)
    draft.roll(reactor.roll(TASK, skill.name, reactor.number(skill), target, **data["against"]), then)


def concluded(draft: StepBuilder, data: Data) -> None:
    """Go on after one reactor's roll: the next one rolls, or the nearest wins, the actor on a tie (S-OPP-2, SQ 35)."""
    answer = [data["reactor"], bool(data["success"]), data["margin"], *data.get("way", ())]
    answers = [*data.get("answers", ()), answer]
    if data.get("left"):
        kept = {key: data[key] for key in ("who", "verb", "against", "left", "action", "gear", "result") if key in data}
        _roll_next_reactor(draft, {**kept, "answers": answers})
        return
    winning = [(who, margin) for who, success, margin, *_ in answers if success]
    won = data["who"]
    if winning:
        won, _margin = min(winning, key=lambda answer: answer[1])
    # A dodge is no matter of nearness, so its distance would mislead.
    succeeded = [(who, margin) for who, _, margin, *dodge in answers if margin >= 0 and not dodge]
    distances = ""
    if succeeded and "far" in data.get("against", {}):
        distance_by_fighter = [(data["who"], data["against"]["far"]), *succeeded]
        distances = ": " + ", ".join(f"{draft[who].name} {below} below its TN" for who, below in distance_by_fighter)
    dodged = won in [who for who, _, _, *dodge in answers if dodge]
    rule = "S-DODGE-2" if dodged else _RULES.get(data["verb"], _SIMPLE)
    draft.note(f"{draft[won].name} wins the contest{distances} ({rule})", won)
    if won == data["who"] and data.get("result") and data["verb"] not in (CONTEST, COMPLEX):
        _quality(draft, {**data["result"], "who": won, "gear": data.get("gear", "")})
    _end(draft, data, won)
