"""The menus of tasks, of movement and of rest, each down to a line (H-CHECK, H-MOVE, H-NRG)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tracker.game_api.values import Choice, Menu, Percent
from tracker.games.hybrid.actions import tasks
from tracker.games.hybrid.body import activities, activity_rates
from tracker.games.hybrid.book.general_tables import Activity
from tracker.games.hybrid.checks import tiers
from tracker.games.hybrid.checks.success_chance import signed
from tracker.games.hybrid.checks.task_check import NOW, TaskCheck
from tracker.games.hybrid.fighter import Standing
from tracker.games.hybrid.modifiers import action_modifiers
from tracker.games.hybrid.sheet.sheet import sheet_of
from tracker.games.hybrid.timing import movement
from tracker.games.toolkit.menu_paths import Path
from tracker.games.toolkit.verbs import Verb

_KEYS = "123456789abdefghijklmopqrtvw"
_DIGITS = "123456789"


def task(fighter: Standing, path: Path, _row: Verb) -> Menu:
    """Return the menu of a task: the skill or stat, then its difficulty, each with the chance.

    `path` is `task`, then the name of the skill or stat, then `now` for a check that takes no time. A skill is shown
    beside the bare stat it rests on, with both chances. Rules: PG tables 2.2 and 2.3, H-CHECK, ruling 88.
    """
    combatant, rules, who, sheet = fighter.now, fighter.rules, fighter.who, sheet_of(fighter.now)
    if len(path) == 1:
        names = [skill.name for skill in sheet.skills if skill.kind != "support"]
        names += ["PST", "PAG", "DEX", "PAW", "MST", "MAG", "MAW", "PSI", "GAW"]
        choices = []
        for index, name in enumerate(names[: len(_KEYS)]):
            percent = tasks.chance(combatant, rules, TaskCheck(name), action_modifiers.ActionModifiers()).percent
            bare = _bare(fighter, TaskCheck(name))
            price = "" if bare is None else ", ".join(filter(None, (bare.told, bare.price)))
            path, about, works = ("task", name), tuple(name.split()), Percent.of(percent)
            choices.append(Choice(_KEYS[index], name, path=path, price=price, about=about, works=works))
        choices.append(Choice("z", "another skill, type it", line=f"{who} task ", unfinished=True))
        return Menu(f"{combatant.name}: task. Which skill or stat?", tuple(choices))
    name, at_once = path[1], "now" in path
    choices = []
    # The ordinary difficulty first, then from easy to hard.
    rows = sorted(rules.book.checks.difficulty.items(), key=lambda row: (row[1] != 0, -row[1]))
    for index, (word, df) in enumerate(rows):
        percent = tasks.chance(combatant, rules, TaskCheck(name, (word,)), action_modifiers.ActionModifiers()).percent
        line = f"{who} task {name} {word}{f' {NOW}' if at_once else ''}"
        limits = " ".join(str(limit) for limit in reversed(tiers.thresholds(percent, rules.book)[:-1]))
        words_to_explain = (*name.split(), *word.split())
        choices.append(
            Choice(
                _DIGITS[index],
                f"{word} {signed(Fraction(df))}",
                name=word,
                line=line,
                price=f"½ ¼ ⅒ ⅟₁₀₀: {limits}" if percent > 0 else "",
                about=words_to_explain,
                works=Percent.of(percent),
            )
        )
    bare = _bare(fighter, TaskCheck(name))
    options = [] if bare is None else [replace(bare, path=(*bare.path, "now") if at_once else bare.path)]
    other = ("task", name) if at_once else ("task", name, "now")
    option = Choice("n", f"{'● ' if at_once else ''}at once, no time", path=other)
    typed_further = Choice("t", "time, help, manner: type it", line=f"{who} task {name} ", unfinished=True)
    counts = tasks.counts(combatant, rules, TaskCheck(name))
    time = "at once" if at_once else f"{counts} {rules.unit.many} → {fighter.encounter.count + counts}"
    return Menu(f"{combatant.name}: {name}, {time}; how hard?", tuple(choices), (*options, option, typed_further))


def _bare(fighter: Standing, check: TaskCheck) -> Choice | None:
    """Return the choice of the same task on bare stats, `bare PST/PAG`. None where it is on stats anyway."""
    combatant, rules = fighter.now, fighter.rules
    stats = tasks.bare(combatant, check)
    if stats is None:
        return None
    percent = tasks.chance(combatant, rules, stats, action_modifiers.ActionModifiers()).percent
    later_counts = rules.book.checks.unranked_counts if tasks.unskilled(combatant, rules, stats) else 0
    later_words = f"{later_counts} {rules.unit.many} more" if later_counts else ""
    works = Percent.of(percent)
    return Choice("s", f"bare {stats.name}", path=("task", stats.name), price=later_words, works=works)


_PACES = ("jog", "run", "dash", "walk", "crawl", "vehicle", "sit", "rest", "sleep", "eat", "work", "study", "research")


def move(fighter: Standing) -> Menu:
    """Return the menu of accelerating, stopping, and every activity with what it costs or restores (H-MOVE, H-NRG)."""
    combatant, rules, who = fighter.now, fighter.rules, fighter.who
    activity = activity_rates.doing(combatant)
    choices = []
    percent = movement.chance(combatant, rules).percent
    for key, pace in (("r", "run"), ("t", "dash")):
        refused = movement.why_not(combatant, rules, pace, fighter.encounter.count)
        label, line, works = f"accelerate to a {pace}", f"{who} accelerate {pace}", Percent.of(percent)
        choices.append(Choice(key, label, line=line, refused=refused, about=("accelerate",), works=works))
    if activity:
        choices.insert(0, Choice("z", "stop", line=f"{who} idles"))
    for index, name in enumerate(_PACES):
        row = rules.book.energy.activity[name]
        speed = movement.rate(combatant, name, rules)
        metres = f" {float(speed):g} m/s" if speed is not None else ""
        mark = "● " if name == activity else ""
        label = f"{mark}{row.verb}{metres}"
        refused = activities.why_not_moving(combatant, rules, name)
        choices.append(Choice(_KEYS[index], label, line=f"{who} {row.verb}", price=_costs(row), refused=refused))
    return Menu(f"{combatant.name} moves or rests (a pace set here needs no check)", tuple(choices))


STRETCHES = (10, 20, 50, 100)
"""The stretches of moving or working offered, in counts until the next declaration."""


def going_on(fighter: Standing, counts: int, key: str) -> Choice | None:
    """Return the choice with this key to continue with an activity for `counts`, and then declare again.

    None without an activity, or at rest.
    """
    activity = activity_rates.doing(fighter.now)
    if not activity or activity in activities.AT_REST:
        return None
    verb = fighter.rules.book.energy.activity[activity].verb
    until = fighter.encounter.count + counts
    return Choice(key, f"{verb} on →{until}", line=f'{fighter.who} does "{verb} on" {counts}', name=f"{verb} on")


def carry_on(fighter: Standing) -> Menu:
    """Return the menu of how long to continue with an activity."""
    rows = [going_on(fighter, counts, _DIGITS[index]) for index, counts in enumerate(STRETCHES)]
    choices = [choice for choice in rows if choice is not None]
    if choices:
        verb = fighter.rules.book.energy.activity[activity_rates.doing(fighter.now)].verb
        choices.append(
            Choice("t", "a number of counts, type it", line=f'{fighter.who} does "{verb} on" ', unfinished=True)
        )
    return Menu(f"{fighter.name} carries on: until when?", tuple(choices))


def _costs(row: Activity) -> str:
    """Return what an activity costs or restores, at most two pools of it: `−6 PEX a minute`."""
    times = {1: "a second", 60: "a minute", 3600: "an hour"}
    rates = [f"{signed(Fraction(rate.points))} {rate.pool} {times[rate.seconds]}" for rate in row.rates]
    return ", ".join(rates[:2])
