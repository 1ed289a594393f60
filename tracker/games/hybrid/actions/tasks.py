"""Tasks: checks of a skill or stat outside an attack, with a difficulty and a time (H-CHECK, H-ACT)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from tracker.encounter.engine.declarations import declare, not_in_the_middle
from tracker.games.hybrid.body import conditions, filter_skills, perception
from tracker.games.hybrid.body.skill_use import SkillUse
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.checks import failure_severity, skills
from tracker.games.hybrid.checks.success_chance import Chance, Df, of_stats, unranked
from tracker.games.hybrid.checks.task_check import TaskCheck, read_words
from tracker.games.hybrid.fighter import Acting, Data
from tracker.games.hybrid.modifiers import action_modifiers
from tracker.games.hybrid.sheet.sheet import Skill, related, sheet_of
from tracker.games.hybrid.timing import action_points
from tracker.games.hybrid.timing.intent import intend
from tracker.model.combatant import Action, Combatant
from tracker.model.questions import Task
from tracker.model.refusals import Refused

BASIS = ("PAG",)
"""The stats of a skill for which the sheet names none."""


def declare_task(fighter: Acting, check: TaskCheck) -> None:
    """Declare a task, or roll it at once when it takes no time. Raises Refused for a fighter who is held."""
    draft, rules, who = fighter.draft, fighter.rules, fighter.who
    if check.now:
        not_in_the_middle(draft, "The check")
        draft.actor = ""  # it is no action of the fighter's
        roll(fighter, check)
        return
    combatant = draft[who]
    hold = combatant.condition(conditions.HELD)
    if hold is not None:
        raise Refused(f"{combatant.name} cannot do that: {hold.label} (ruling 46); `{who} escape` tries to get free.")
    action_points.action_point(fighter)
    counts = check.takes or usual(rules)
    known_skill = sheet_of(combatant).skill(check.name)
    skill = _used(known_skill, check, rules) if known_skill is not None else None
    use = SkillUse(combatant, rules, skill, counts, unskilled=unskilled(combatant, rules, check))
    settled = action_points.settle(draft, check.options, use)
    intend(fighter, skills.column(sheet_of(combatant), check.name))
    task = replace(check, options=settled.options).words()
    difficulty_words = f" ({', '.join(check.difficulties)})" if check.difficulties else ""
    label = f"{check.name}{difficulty_words}{settled.words}"
    declare(draft, who, Action(0, "task", target=check.against, options=task, label=label, speed=settled.speed))


def counts(combatant: Combatant, rules: Rulebook, check: TaskCheck) -> int:
    """Return the counts of a task with its options, as a declaration takes them."""
    known_skill = sheet_of(combatant).skill(check.name)
    skill = _used(known_skill, check, rules) if known_skill is not None else None
    how, takes = action_modifiers.read(check.options), check.takes or usual(rules)
    return SkillUse(combatant, rules, skill, takes, how, unskilled=unskilled(combatant, rules, check)).counts()


def unskilled(combatant: Combatant, rules: Rulebook, check: TaskCheck) -> bool:
    """Return whether a task is done without a skill, on a bare stat: half the chance, and two counts later.

    Rules: H-CHECK-3, ruling 88.
    """
    if "unranked" in check.difficulties:
        return True
    return rules.house.stat_tasks == "unskilled" and sheet_of(combatant).skill(check.name) is None


def bare(combatant: Combatant, check: TaskCheck) -> TaskCheck | None:
    """Return the task on the stats of its skill, without the skill. None for a task that is on stats already.

    Ruling 88.
    """
    skill = sheet_of(combatant).skill(check.name)
    if skill is None:
        return None
    return replace(check, name="/".join(skill.basis or BASIS), relation="", kind="")


def usual(rules: Rulebook) -> int:
    """Return the usual counts of a task: those of any simple action."""
    return rules.book.actions.simple["act"].counts


def chance(
    combatant: Combatant,
    rules: Rulebook,
    check: TaskCheck,
    how: action_modifiers.ActionModifiers,
    uncapped: bool = False,
) -> Chance:
    """Return the whole chance of a task, in the order of ruling 34. With `uncapped` no filter skill caps it."""
    sheet, book = sheet_of(combatant), rules.book
    skill = sheet.skill(check.name)
    if skill is not None:
        total = skills.chance(sheet, _used(skill, check, rules), rules, BASIS, check.kind, uncapped)
    else:
        basis = tuple(check.name.split("/"))
        if unskilled(combatant, rules, check):
            total = unranked(sheet, basis, book)
        else:
            total = of_stats(sheet, basis, book, rules.house.halve_stat_checks)
    used = _used(skill, check, rules) if skill is not None else None
    column = skills.column(sheet, check.name)
    use = SkillUse(combatant, rules, used, how=how, column=column, uncapped=uncapped)
    return use.whole(total.dfs(_difficulties(check, rules)))


def _used(skill: Skill, check: TaskCheck, rules: Rulebook) -> Skill:
    """Return the skill as the task uses it: a related skill counts less."""
    return related(skill, check.relation, rules.book) if check.relation else skill


def _difficulties(check: TaskCheck, rules: Rulebook) -> list[Df]:
    """Return the DFs of a task: difficulty (the mean of several, H-CHECK-10), kind of action, unfamiliar tool."""
    df_by_word = rules.book.checks.difficulty
    words = [word for word in check.difficulties if word != "unranked"]
    dfs: list[Df] = []
    if words:
        values = [Fraction(df_by_word[word]) if word in df_by_word else Fraction(word) for word in words]
        mean = sum(values, Fraction(0)) / len(values)
        dfs.append((mean, " and ".join(words) + (", the mean (H-CHECK-10)" if len(words) > 1 else " (PG 2.2)")))
    if check.kind:
        dfs.append((rules.book.checks.kind[check.kind], f"to {check.kind} (PG 2.3)"))
    if check.unfamiliar:
        dfs.append((rules.book.skills.unfamiliar.df, "an unfamiliar tool (H-SKILL-5)"))
    return dfs


def landed(fighter: Acting, action: Action) -> None:
    """Roll the task when its time is over, against its present target, which may have changed meanwhile."""
    roll(fighter, replace(read_words(action.options), against=action.target))


def roll(fighter: Acting, check: TaskCheck) -> None:
    """Roll the filter skill of the scene first, where it caps the skill. Then continue with the task's own roll."""
    lifting = filter_skills.filter_roll(fighter.now, sheet_of(fighter.now).skill(check.name), fighter.rules)
    task = Task("task.roll", {"who": fighter.who, "words": list(check.words())})
    if lifting is not None:
        fighter.draft.roll(lifting, task)
    else:
        fighter.draft.stack.append(task)


def rolled_first(fighter: Acting, data: Data) -> None:
    """Roll the task itself. A success on the filter skill, rolled before, lifts its cap."""
    check = read_words(data["words"])
    how = action_modifiers.read(check.options)
    total = chance(fighter.now, fighter.rules, check, how, uncapped=bool(data.get("success")))
    fighter.roll(total, "task", check.name, "task.done", check.against, words=list(check.words()))


def done(fighter: Acting, data: Data) -> None:
    """End a task after its roll. An opposed one continues with the other's roll, less the success number."""
    check, rules = read_words(data["words"]), fighter.rules
    if not check.against:
        failure_severity.roll_if_critical(fighter.draft, fighter.who, data, "task.judged")
        return
    other = fighter.another(check.against)
    if check.opposed == "perception":
        notice = perception.chance(other.now, rules)
    else:
        notice = chance(other.now, rules, TaskCheck(check.opposed), action_modifiers.ActionModifiers())
    notice.less_margin(data["margin"] if data["success"] else 0, f"{fighter.name}'s {check.name}")
    other.roll(notice, "task", f"{check.opposed} against {fighter.name}'s {check.name}", "task.opposed", fighter.who)


def opposed(fighter: Acting, data: Data) -> None:
    """Do nothing: the log has the other's roll."""
