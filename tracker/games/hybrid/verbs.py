"""The verbs of Hybrid: a row for each. Two at once, presets, and what a held fighter cannot do (H-ACT-1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tracker.encounter.engine.declarations import end_action
from tracker.encounter.engine.step import StepBuilder
from tracker.game_api.values import Choice, Menu
from tracker.games.hybrid.actions import (
    batch_resolution,
    dispatch,
    draw,
    experience,
    familiarity,
    first_aid,
    gm_damage,
    look,
    simple_actions,
    social_checks,
    tasks,
)
from tracker.games.hybrid.arguments import (
    ACTIVITIES,
    FATIGUE,
    INTENT,
    LOOKED,
    NOTICED,
    PACE,
    PLAIN,
    ROLLED,
    SIMPLE_ACTION,
    TECHNIQUES,
    TRAINING,
    WAYS,
    Activity,
    Alertness,
    Carried,
    Changed,
    FilterSkill,
    Modifiers,
    Number,
    OfNumber,
    Opponent,
    Place,
    Points,
    Stat,
    Technique,
    Tested,
    ToDraw,
    Whom,
    Wielded,
    answer_with,
    names_somebody,
    target_of,
)
from tracker.games.hybrid.blows import attack_declaration
from tracker.games.hybrid.blows.fumbles import LEAVE, SELF
from tracker.games.hybrid.body import activities, filter_skills, perception, scene_changes
from tracker.games.hybrid.body.conditions import HELD, why_held
from tracker.games.hybrid.body.passive_defence import BLOCK, DISARM, PARRY
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.close_quarters import closing_in, disarm_and_feint, grapples
from tracker.games.hybrid.fighter import Acting, Standing
from tracker.games.hybrid.menus import declaration_menu, submenus, task_and_activity
from tracker.games.hybrid.menus.declaration_menu import OTHER
from tracker.games.hybrid.modifiers import florentine, option_parser
from tracker.games.hybrid.modifiers.action_modifiers import CALLED, EXTRA, INDIRECT, QUICK, SETUP
from tracker.games.hybrid.modifiers.florentine import AND
from tracker.games.hybrid.sheet import schema
from tracker.games.hybrid.timing import (
    dodge_and_drop,
    free_actions,
    initiative,
    movement,
    preset_triggers,
    weapon_binds,
)
from tracker.games.hybrid.timing.intent import set_intent
from tracker.games.hybrid.timing.ordered_attack import FEND, HEED, IGNORE
from tracker.games.toolkit.arguments import Argument, Line, OneOf, OneWord, Text, Turn
from tracker.games.toolkit.menu_paths import Path
from tracker.games.toolkit.verbs import Entry, Values, Verb, Verbs
from tracker.model.commands import Choose, Command, Do
from tracker.model.lazy_dataclass import dataclass
from tracker.model.questions import Ask, Task
from tracker.model.refusals import Refused
from tracker.model.state import Encounter

Whose = Callable[[Encounter, str, Sequence[str]], tuple[str, Sequence[str]]]
"""Returns the fighter of a line and the words left, by the fighter in front and the words after the verb."""


@dataclass(frozen=True, slots=True)
class HybridVerb(Verb):
    """A verb of Hybrid, and when it may be used."""

    free_body: bool = False
    """True if it needs a free body: a held fighter cannot use it (ruling 46)."""
    together: bool = False
    """True if it may be one of two actions at once (H-ACT-5)."""
    preset: bool = False
    """True if it may wait for a trigger (H-INIT-7)."""
    answers: bool = False
    """True if it answers a question with a weapon."""
    of_table: Whose | None = None
    """Finds the fighter of a line that begins with none."""
    typed: bool = True
    """True if a line may begin with it. Otherwise only a command has it."""

    def nothing_more(self, words: Sequence[str]) -> None:
        if words:
            raise Refused(f"`{self.name}` takes no more words; leave out {' '.join(words)}.")


class Second(Argument[Do]):
    """The second of two actions at once, as its own command."""

    def read(self, line: Line, takes_rest: bool) -> Do:
        """Return the second action. Raises Refused."""
        words = line.rest()
        if not words:
            raise Refused(f"Name the second action: {line.who} and attack goblin2 dagger")
        verb = words[0].casefold()
        known = verb in VERBS.names
        second = VERBS.parse(line.encounter, line.who, verb, words[1:], line.options) if known else None
        if not isinstance(second, Do) or not VERBS[second.verb].together:
            raise Refused(_not_together(words[0]))
        return second

    def text(self, value: Do) -> Values:
        return (value.verb, *VERBS.as_text(value).words)

    def value(self, text: list[str]) -> Do:
        (verb, *words), text[:] = text, []
        return Do("", verb, tuple(words))


class Reaction(OneWord):
    """The action that waits for a trigger, as a line. Its target may be left to the trigger."""

    def read(self, line: Line, takes_rest: bool) -> str:
        """Return the action to preset as a line, with its target by id and its weapon filled in. Raises Refused."""
        verb, *words = line.rest()
        row = VERBS.get(verb.casefold())
        if row is None or not row.preset:
            raise Refused(f'"{verb}" cannot be preset; attack, dodge, draw, task and the like can.')
        if row.name in preset_triggers.AT_SOMEBODY and not (words and names_somebody(line.encounter, words)):
            return " ".join((row.name, *words))
        command = VERBS.parse(line.encounter, line.who, row.name, words, line.options)
        if not isinstance(command, Do) or command.verb not in preset_triggers.AT_SOMEBODY:
            return " ".join((row.name, *words))
        beside = words[_position_of_second(words) or 0 :] if command.beside else ()
        return " ".join((command.verb, *VERBS.as_text(command).words, *beside))


class Trigger(OneWord):
    """The trigger of a preset, behind `if`. There must be words before it."""

    turn = Turn.AT_THE_END

    def read(self, line: Line, takes_rest: bool) -> str:
        """Take all words from `if` on off the line and return those behind it, the trigger. Raises Refused."""
        lowered = [word.casefold() for word in line.words]
        if_at = lowered.index("if") if "if" in lowered else len(lowered)
        trigger = " ".join(line.words[if_at + 1 :])
        del line.words[if_at:]
        if not line.words or not trigger:
            raise Refused(f"Name the action and its trigger: {line.who} preset attack goblin1 if the door opens")
        return trigger


def _position_of_second(words: Sequence[str]) -> int | None:
    """Return the position of an `and` with a fitting verb after it, where a second action begins. None without one."""
    for index, word in enumerate(words[:-1]):
        row = VERBS.get(words[index + 1].casefold())
        if word.casefold() == AND and row is not None and row.together:
            return index
    return None


def _not_together(verb: str) -> str:
    """Return the refusal of a verb that cannot be one of two actions at once."""
    return f"`{verb}` cannot be one of two actions at once; there are {', '.join(VERBS.together)}."


def _attacks(who: str, *values: Any) -> Do:
    """Return the command of an attack for a line of a technique, which is one."""
    return Do(who, "attack", values)


def _begins(who: str, activity: str) -> Do:
    """Return the command that begins an activity."""
    return Do(who, "activity", (activity,))


def _nobody(encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return no fighter and all words, for a verb that concerns the whole scene."""
    return "", words


def _named_first(encounter: Encounter, who: str, words: Sequence[str]) -> tuple[str, Sequence[str]]:
    """Return the fighter in front of the line, else the one that the first words name. Raises Refused."""
    return target_of(encounter, words) if words and not who else (who, words)


class HybridVerbs(Verbs[HybridVerb]):
    """The verbs of Hybrid. Two may be done at once."""

    @property
    def together(self) -> list[str]:
        return [name for name, row in self.items() if row.together]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name in (*self, *self.aliases) if self[name].typed)

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str], options: Any = None) -> Command:
        """Turn the words after `who verb` into a command. Raises Refused with an example line."""
        row, question = self[verb], encounter.question
        if row.answers and question is not None and question.ask is Ask.CHOOSE and question.who == who:
            return Choose(who, answer_with(encounter, options, question, row.name, words))
        if row.of_table is not None:  # a verb of no fighter, or of the one whom its first words name
            who, words = row.of_table(encounter, who, words)
        split_at = None if row.name in (AND, "preset") else _position_of_second(words)
        if split_at is not None:
            return self._read_both(encounter, who, row, words, split_at, options)
        if row.do is None and row.command is None:
            about = f"The open question is: {question.text}" if question is not None else "No question is open."
            raise Refused(f"{encounter[who].name} is not asked for {row.name} now. {about}")
        return super().parse(encounter, who, verb, words, options)

    def _read_both(
        self, encounter: Encounter, who: str, row: HybridVerb, words: Sequence[str], split_at: int, options: Any
    ) -> Command:
        """Read two actions in one line, `attack goblin1 sword and attack goblin2 dagger` (H-ACT-5). Raises Refused."""
        first = self.parse(encounter, who, row.name, words[:split_at], options)
        both = self.parse(encounter, who, AND, words[split_at + 1 :], options)
        if not isinstance(first, Do) or not isinstance(both, Do) or not self[first.verb].together:
            raise Refused(_not_together(row.name))
        (second,) = both.words  # `and` has one value: the second action
        if first.verb == florentine.ACCELERATE:  # it takes no time, so it goes with an action declared before it
            first, second = second, first
        return replace(first, beside=(second.verb, *second.words))

    def as_text(self, command: Do) -> Do:
        """Return a command with text in place of values, also in the second of two actions."""
        text = super().as_text(command)
        return replace(text, beside=Second().text(_second_of(command))) if command.beside else text


def _second_of(command: Do) -> Do:
    """Return the second of two actions at once as a command of its own."""
    verb, *words = command.beside
    return Do(command.who, verb, tuple(words))


def decide(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Carry out a command, and the second action it has beside it. Raises Refused, also for what a hold prevents."""
    row, hold = VERBS[command.verb], draft[command.who].condition(HELD) if command.who else None
    second = _second_of(command) if command.beside else VERBS.values_of(command)[0] if command.verb == AND else None
    # A held fighter does two things at once only where one of them is its escape.
    if hold is not None and (row.free_body or (second is not None and not _gets_free(draft, command, second))):
        raise Refused(why_held(draft[command.who], "do two things at once" if second is not None else command.verb))
    fighter = Acting(draft, command.who, rules)
    VERBS.carry_out(fighter, command)
    if command.beside and second is not None:
        _carry_out_second(fighter, second)


def resume(draft: StepBuilder, rules: Rulebook, task: Task) -> None:
    """Go on with a task's stage: of the blows that land on one count (`batch`), a landing action, or a verb."""
    if task.stage == "batch":
        batch_resolution.go_on(draft, rules, task)
        return
    fighter = Acting(draft, task.data["who"], rules)
    if task.stage == "landed":
        _land(fighter, task.data["action"])
    elif task.stage in VERBS.stages:
        VERBS.stages[task.stage](fighter, task.data)
    else:
        dispatch.resume(fighter, task)


def _land(fighter: Acting, number: int) -> None:
    """Carry out the action with this number, which is no blow, unless a blow of the same count has ended it."""
    action, draft, who = fighter.now.action(number), fighter.draft, fighter.who
    if action is None:
        return
    end_action(draft, who, action, "landed")
    draft.actor = who
    draft.push("after", who=who)
    VERBS.land(fighter, action)


def _gets_free(draft: StepBuilder, command: Do, second: Do) -> bool:
    """Return whether one of two actions at once is an escape from a hold (ruling 95)."""
    first = (command.verb,) if command.verb != AND else tuple(action.verb for action in draft[command.who].actions)
    return grapples.ESCAPE in (*first, second.verb)


def _carry_out_second(fighter: Acting, second: Do) -> None:
    """Carry out a second action on the same count (H-ACT-5)."""
    florentine.check(fighter.draft, fighter.who, VERBS.together)
    fighter.draft.beside = True
    decide(fighter.draft, fighter.rules, replace(second, who=fighter.who))
    florentine.join(fighter.draft, fighter.who)


def menu(fighter: Standing, path: Path) -> Menu:
    """Return the menu at `path`. For a held fighter, choices that need a free body are refused (ruling 46)."""
    if path[:1] == (OTHER,) and len(path) > 1:
        return menu(fighter, path[1:])
    opened = _menu(fighter, path)
    if not fighter.has(HELD):
        return opened
    choices, options, absent = (
        tuple(_for_held_fighter(fighter, choice) for choice in part)
        for part in (opened.choices, opened.options, opened.absent)
    )
    return replace(opened, choices=choices, options=options, absent=absent)


def _for_held_fighter(fighter: Standing, choice: Choice) -> Choice:
    """Return a choice for a held fighter: refused where its verb, the second word of its line, needs a free body."""
    verb = choice.line.split()[1] if len(choice.line.split()) > 1 else ""
    row = VERBS.get(verb)
    return replace(choice, refused=why_held(fighter.now, verb)) if row is not None and row.free_body else choice


def _menu(fighter: Standing, path: Path) -> Menu:
    """Return the menu at `path` for a fighter who is not held. The empty path is that of all declarations."""
    match path:
        case ():
            if declaration_menu.waits(fighter):
                return declaration_menu.of_one_who_waits(fighter)
            return _menu_of_verbs(fighter, f"{fighter.name} declares", "")
        case (other,) if other == OTHER:
            opened = _menu_of_verbs(fighter, f"{fighter.name}: other", OTHER)
            return replace(opened, choices=tuple(map(_under_other, opened.choices)))
        case ("both", *rest):
            return declaration_menu.both(fighter, tuple(rest))
        case ("move",):
            return task_and_activity.move(fighter)
        case ("carry on",):
            return task_and_activity.carry_on(fighter)
        case ("begin",):
            return submenus.begin(fighter)
    row = VERBS.get(path[0])
    return Menu("", ()) if row is None or row.leads is None else row.leads(fighter, path, row)


def _under_other(choice: Choice) -> Choice:
    """Return a choice of the other menu, with the path that leads back to it."""
    return replace(choice, path=(OTHER, *choice.path)) if choice.path[:1] not in ((), (OTHER,)) else choice


def _menu_of_verbs(fighter: Standing, title: str, name: str) -> Menu:
    """Return the menu of this name (empty: the first one): choices of verbs and others. Absent ones only say why."""
    choices = VERBS.with_others(fighter, declaration_menu.of_no_verb(fighter, name), name)
    fitting = tuple(choice for choice in choices if not choice.absent)
    return Menu(title, fitting, absent=tuple(choice for choice in choices if choice.absent))


MOST = option_parser.MOST_DF
_TRICK = (
    Whom("goblin1 (weapon) (called head) (df -2 bad light) (rush 4) (speed 2)"),
    Wielded(),
    Modifiers([word for word in option_parser.WORDS if word not in (CALLED, INDIRECT)]),
)


def _technique(name: str) -> HybridVerb:
    """Return the row of a verb of close combat, such as `throw`. It declares an attack with a technique."""
    arguments = (Opponent("goblin1"), Technique(), Modifiers())
    does = "close combat, once closed in; a technique by its name, as in `throw goblin1 hip throw`"
    return HybridVerb(name, None, (f"{name} goblin1",), does, arguments, "H-ATK-8", command=_attacks, preset=True)


def _activity(name: str) -> HybridVerb:
    """Return the row of a verb that begins an activity, such as `runs` or `sleeps`."""
    does = "does so from now on, until something else or `idles`; what costs or restores energy with the clock"
    return HybridVerb(name, None, (name,), does, (Activity(),), "H-NRG-5", command=_begins)


def _answer(name: str, does: str, rule: str = "", *, with_weapon: bool = False) -> HybridVerb:
    """Return the row of a word that only answers a question."""
    return HybridVerb(name, None, (name,), does, (), rule, answers=with_weapon)


def _look(key: str, label: str, line: str, rank: int) -> Entry:
    """Return the menu entry of a kind of looking around. `key` chooses it, `line` is its command."""
    why, counts = declaration_menu.why_no_moment, declaration_menu.looks
    return Entry(key, label, line=line, refused=why, menu=OTHER, rank=rank, counts=counts)


def _meeting(name: str, do: Callable[..., None], entry: Entry) -> HybridVerb:
    """Return the row of a check on meeting people, which may be rolled on another stat."""
    does = f"meeting people: {name}, on another stat if one is named"
    return HybridVerb(name, do, (name, f"{name} PAW"), does, (Stat(),), "H-NPC", (entry,))


VERBS = HybridVerbs(
    HybridVerb(
        "attack",
        attack_declaration.attack,
        (
            'attack goblin1 bastard called head df -2 "bad light" speed 2',
            "attack goblin1 sword and attack goblin2 dagger",
        ),
        "an attack: target, then perhaps a weapon (else the one at hand), a called place (`called left arm`), extra "
        "DFs with their reason, speed points to spend; two at once, each landing on its own count",
        (_TRICK[0], Wielded(), Modifiers()),
        "H-ATK-1",
        together=True,
        preset=True,
        aliases=("attacks",),
        entries=(Entry("a", "attack", refused=declaration_menu.why_no_foe),),
        leads=submenus.attack,
    ),
    *(_technique(name) for name in TECHNIQUES),
    HybridVerb(
        "close",
        closing_in.declare_close,
        ("close goblin1",),
        "closes in, 10 counts; a target with a longer weapon may `fend`, `fend spear` or `retreat`; the closer may "
        "`heed` or `ignore` a fend that would hit",
        (Whom("goblin1"), Modifiers(PLAIN)),
        "H-ATK-7",
        free_body=True,
        together=True,
        preset=True,
        aliases=("closes",),
        entries=(Entry("k", "close, tricks", rank=10),),
        leads=submenus.close,
        stages={
            "closing": closing_in.answered,
            closing_in.FEND_POINTS: closing_in.points_given,
            "closed": closing_in.closed,
        },
        lands=closing_in.landed,
    ),
    HybridVerb(
        "escape",
        grapples.declare_escape,
        ("escape",),
        "out of a hold",
        (Modifiers(ROLLED),),
        "H-ATK-8",
        together=True,
        preset=True,
        stages={"escaped": grapples.escaped},
        lands=grapples.landed,
    ),
    HybridVerb("release", grapples.let_go, ("release",), "lets go of a fighter held", (), "H-ATK-8"),
    HybridVerb(
        DISARM,
        disarm_and_feint.disarm,
        ("disarm goblin1",),
        "an opposed check at the weapon's speed; answers a blow, too",
        _TRICK,
        "H-ATK-6",
        free_body=True,
        together=True,
        preset=True,
        answers=True,
        stages={"disarming": disarm_and_feint.disarming, "kept hold": disarm_and_feint.kept_hold},
        lands=disarm_and_feint.landed,
    ),
    HybridVerb(
        "feint",
        disarm_and_feint.feint,
        ("feint goblin1",),
        "an opposed check at the weapon's speed",
        _TRICK,
        "H-ATK-6",
        free_body=True,
        together=True,
        preset=True,
        stages={
            "feinted": disarm_and_feint.feinted,
            "feint seen": disarm_and_feint.feint_seen,
            "fooled": disarm_and_feint.fooled,
        },
        lands=disarm_and_feint.landed,
    ),
    HybridVerb(
        AND,
        _carry_out_second,
        ("and look",),
        "puts a second action beside what was just declared",
        (Second(),),
        "H-ACT-5",
    ),
    HybridVerb(
        "dodge",
        dodge_and_drop.dodge,
        ("dodge",),
        "a dodge",
        (),
        "H-DEF-4",
        free_body=True,
        preset=True,
        aliases=("dodges",),
        entries=(Entry("d", "dodge", refused=declaration_menu.why_no_dodge, rank=2, counts=declaration_menu.dodges),),
        stages={"rolled over": dodge_and_drop.rolled_over},
    ),
    HybridVerb(
        "drop",
        dodge_and_drop.drop,
        ("drop",),
        "drops prone",
        (),
        "H-DEF-5",
        free_body=True,
        preset=True,
        aliases=("drops", "prone"),
        entries=(Entry("P", "drop", refused=declaration_menu.why_no_drop, rank=3, counts=declaration_menu.drops),),
    ),
    HybridVerb(
        "evade",
        free_actions.evade,
        ("evade",),
        "evades from its count until given up, without using the count",
        (),
        "H-DEF-3",
        free_body=True,
        preset=True,
        aliases=("evades",),
        entries=(Entry("e", declaration_menu.evading, refused=declaration_menu.why_no_evading, rank=9),),
    ),
    HybridVerb(
        "retreat",
        closing_in.retreat,
        ("retreat",),
        "gives ground until the next declaration, without using the count",
        (),
        "H-DEF-2",
        free_body=True,
        aliases=("retreats",),
        stages={"opened": closing_in.opened},
    ),
    HybridVerb(
        "advance",
        free_actions.advance,
        ("advance", "advance goblin1"),
        "presses in until the next declaration, without using the count",
        (Whom(),),
        "H-ATK-3",
        free_body=True,
        aliases=("advances",),
    ),
    HybridVerb(
        "unbind",
        weapon_binds.unbind,
        ("unbind",),
        "tries to free a bound weapon",
        (),
        "H-DEF-7",
        (Entry("N", "unbind", rank=6, absent=declaration_menu.why_not_bound),),
        stages={"unbind": weapon_binds.holder_rolled, "unbound": weapon_binds.unbound},
    ),
    HybridVerb(
        "discard",
        disarm_and_feint.discard,
        ("discard", "discard bastard"),
        "drops what is in hand, at its own count and taking no time: close combat needs empty hands",
        (Carried(),),
        "H-ATK-7",
        aliases=("discards",),
    ),
    HybridVerb(
        florentine.ACCELERATE,
        movement.accelerate,
        ("accelerate run",),
        "gets up to a pace by checks, where short distances matter",
        (PACE,),
        "H-MOVE",
        free_body=True,
        together=True,
        preset=True,
        aliases=("accelerates",),
        stages={"accelerated": movement.accelerated},
    ),
    HybridVerb(
        "stand",
        simple_actions.stand,
        ("stand",),
        "gets up",
        (Modifiers(PLAIN, at_the_end=True),),
        "H-ACT-2",
        free_body=True,
        together=True,
        preset=True,
        aliases=("stands", "rises"),
        entries=(Entry("g", "get up", rank=5, counts=declaration_menu.gets_up, absent=declaration_menu.why_on_feet),),
        lands=simple_actions.stood,
    ),
    HybridVerb(
        "draw",
        draw.draw,
        ("draw dagger",),
        "gets a weapon in hand",
        (ToDraw(), Modifiers(PLAIN, at_the_end=True)),
        "H-ACT-2",
        free_body=True,
        together=True,
        preset=True,
        aliases=("draws",),
        entries=(Entry("r", "ready", rank=7, absent=declaration_menu.why_all_drawn),),
        leads=submenus.draw,
        lands=draw.landed,
    ),
    HybridVerb(
        "fastdraw",
        draw.fast_draw,
        ("fastdraw dagger",),
        "gets a weapon in hand by a check",
        (ToDraw(), Modifiers((EXTRA, QUICK, SETUP), at_the_end=True)),
        "H-ACT-2",
        free_body=True,
        preset=True,
        stages={"drawn": draw.drawn_fast},
    ),
    HybridVerb(
        "look",
        look.look,
        ("look", "look mental", "look general"),
        "an active perception, 8 counts",
        (LOOKED, Modifiers(ROLLED, at_the_end=True)),
        "H-PERC-1",
        free_body=True,
        together=True,
        preset=True,
        aliases=("looks",),
        entries=(
            _look("l", "look around", "look", 0),
            _look("m", "look with the mind", "look mental", 5),
            _look("g", "look with body and mind", "look general", 6),
        ),
        stages={"looked": look.looked},
        lands=look.landed,
    ),
    HybridVerb(
        "aids",
        first_aid.aid,
        ("aids sela",),
        "first aid, 10 counts and a check, stops one bleeding wound",
        (Whom("brann", "wounded"), Modifiers(ROLLED, at_the_end=True)),
        "H-DMG-7",
        free_body=True,
        together=True,
        preset=True,
        aliases=("aid",),
        entries=(Entry("h", "first aid", rank=8, absent=declaration_menu.why_no_wound),),
        leads=submenus.aid,
        stages={"aided": first_aid.aided},
        lands=first_aid.landed,
    ),
    HybridVerb(
        "act",
        simple_actions.act,
        ("act lift heavy",),
        "a simple action of the table: sit, rise, kneel one knee, rise from one knee, kneel both knees, rise from both "
        "knees, lift light, lift heavy, turn, act",
        (SIMPLE_ACTION, Modifiers(PLAIN, at_the_end=True)),
        "H-ACT-2",
        free_body=True,
        together=True,
        preset=True,
        entries=(Entry("i", "a simple action", refused=declaration_menu.why_no_moment, menu=OTHER, rank=4),),
        leads=submenus.act,
    ),
    HybridVerb(
        "familiarise",
        familiarity.familiarise,
        ("familiarise bow",),
        "a check that makes a strange weapon more familiar",
        (ToDraw(), Modifiers(ROLLED, at_the_end=True)),
        "H-SKILL-5",
        free_body=True,
        together=True,
        preset=True,
        stages={"familiar": familiarity.familiar},
        lands=familiarity.landed,
    ),
    HybridVerb(
        "task",
        tasks.declare_task,
        ("task climbing difficult", "task stealth against goblin1 perception"),
        "a check with a skill or a stat (`PAG`, `PAG/DEX unranked`), 10 counts; difficulties by word or number, the "
        "mean of several; `takes 20`, `takes 5 min` or `now`; `similar`: a related skill; `unfamiliar`: a strange "
        "tool; `judge`: what kind of action; opposed",
        (Tested(),),
        "H-CHECK-1",
        together=True,
        preset=True,
        aliases=("tries",),
        entries=(Entry("t", "a task", refused=declaration_menu.why_no_moment, menu=OTHER, rank=1),),
        leads=task_and_activity.task,
        stages={
            "task.roll": tasks.rolled_first,
            "task.judged": tasks.opposed,
            "task.done": tasks.done,
            "task.opposed": tasks.opposed,
        },
        lands=tasks.landed,
    ),
    HybridVerb(
        "preset",
        preset_triggers.preset,
        ("preset attack goblin1 bow if the door opens",),
        "a reaction with its trigger; the target may be left to the trigger",
        (Reaction(), Trigger()),
        "H-INIT-7",
        free_body=True,
        entries=(Entry("p", declaration_menu.presetting, refused=declaration_menu.why_no_preset, menu=OTHER, rank=2),),
        leads=submenus.preset,
    ),
    HybridVerb(
        "trigger",
        preset_triggers.trigger,
        ("trigger", "trigger goblin1"),
        "the trigger happens: perception, and on a success initiative with twice the reaction",
        (Whom(),),
        "H-INIT-7",
        stages={"triggered": preset_triggers.triggered},
    ),
    HybridVerb(
        "alertness",
        perception.alert,
        ("alertness drunk, not alert",),
        "before the fight: words that change its perception; without one they are cleared",
        (Alertness(),),
        "H-PERC-2",
    ),
    HybridVerb(
        "intent",
        set_intent,
        ("intent mental",),
        "decides the next initiative, until its next declaration",
        (INTENT,),
        "H-INIT-1",
    ),
    HybridVerb(
        "scene",
        scene_changes.change,
        ("scene light poor", "scene gravity none", "scene df -2", "scene filter Swimming"),
        "changes the scene for everyone from now on; `full`, `0` and `off` end it",
        (Changed(),),
        of_table=_nobody,
        entries=(Entry("s", "the scene changes", menu=OTHER, rank=10),),
        leads=submenus.scene,
    ),
    HybridVerb(
        "initiative",
        initiative.modify,
        ("initiative brann -3 wet stairs",),
        "a modifier to the next roll for initiative, once: −3 is three counts later",
        (
            Number(
                f"Name the fighter, the change (-{MOST} to {MOST}) and the reason",
                -MOST,
                MOST,
                "initiative brann -3 wet stairs",
            ),
            Text(),
        ),
        of_table=_named_first,
    ),
    HybridVerb(
        "filter",
        filter_skills.set_filter,
        ("filter Riding", "filter off"),
        "a filter skill for one fighter",
        (FilterSkill(),),
        "H-SKILL-3",
        entries=(Entry("k", "a filter skill", menu=OTHER, rank=11),),
        leads=submenus.filters,
    ),
    HybridVerb(
        "notices",
        look.notice,
        ("notices", "notices mental"),
        'a passive perception, which takes no time; rolled in secret unless the encounter says `perception = "typed"`',
        (NOTICED,),
        "H-PERC-3",
        entries=(Entry("n", "passive perception", menu=OTHER, rank=9),),
    ),
    HybridVerb(
        social_checks.REACTION,
        social_checks.react,
        ("reaction goblin1",),
        "meeting people: a secret reaction to that fighter",
        (Whom("brann (the NPC first)"),),
        "H-NPC",
        stages={"met": social_checks.met, "morale": social_checks.morale},
    ),
    _meeting(social_checks.PRESENCE, social_checks.impress, Entry("r", "presence check", menu=OTHER, rank=7)),
    _meeting(social_checks.MORALE, social_checks.try_nerve, Entry("o", "morale check", menu=OTHER, rank=8)),
    HybridVerb(
        "gains",
        experience.gains,
        ("gains 3",),
        "experience points",
        (Number("Give the experience points", -9999, 9999),),
        "H-SKILL-9",
    ),
    HybridVerb(
        "trains",
        experience.trains,
        ("trains 40 teacher",),
        "training with a `teacher`, a `partner` or `alone`",
        (Number(TRAINING, 1, 10_000), OfNumber(TRAINING, *reversed(WAYS))),
        "H-SKILL-10",
    ),
    HybridVerb(
        "damage",
        gm_damage.damage,
        ("damage 12 cutting chest",),
        "damage by hand; `half` or `double` may follow; the program then offers the checks: `checks`, `none`",
        (Points(), OneOf(*schema.TYPES, "mental"), Place()),
        stages={
            "hand.offered": gm_damage.offered,
            "hand.check": gm_damage.check,
            "hand.checked": gm_damage.checked,
        },
    ),
    HybridVerb(
        "spends",
        gm_damage.spends,
        ("spends 5 PFT",),
        "fatigue for an activity; points that are missing come off exhaustion",
        (Number(FATIGUE, 1, 1000), OfNumber(FATIGUE, "PFT", "MFT")),
        "H-NRG-3",
    ),
    *(_activity(name) for name in ACTIVITIES),
    _answer(
        PARRY, "answers a blow, `parry dagger` with that weapon, `parry speed 2` sooner", "H-DEF-7", with_weapon=True
    ),
    _answer(BLOCK, "answers a blow with a shield", "H-DEF-8", with_weapon=True),
    _answer("crouch", "answers a blow", "H-DEF-6"),
    _answer("nothing", "lets a blow come"),
    _answer(
        "break-off",
        "when the target has fallen: rolls initiative now; the id of another fighter strikes that one at DF −2",
    ),
    _answer("checks", "makes the checks after damage by hand"),
    _answer("none", "makes no checks after damage by hand"),
    _answer(FEND, "keeps off who closes in", "H-DEF-9", with_weapon=True),
    _answer(HEED, "heeds a fend that would hit"),
    _answer(IGNORE, "ignores a fend that would hit"),
    _answer(LEAVE, "the result of a fumble"),
    _answer(SELF, "the result of a fumble"),
    HybridVerb("activity", activities.declare, (), "", (Activity(),), typed=False),
    HybridVerb(preset_triggers.FAILED, preset_triggers.fail, (), "", (Text(),), typed=False),
)
TABLE_VERBS = tuple(name for name, row in VERBS.items() if row.of_table is not None)
"""The verbs of lines without a fighter in front: about no fighter, or one named after the verb."""
