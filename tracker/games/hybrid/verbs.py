"""The verbs of Hybrid: a row for each; two at once, presets, and what a held fighter cannot do (H-ACT-1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tracker.encounter.engine.step import StepBuilder
from tracker.game_api.values import Choice, Menu
from tracker.games.hybrid.actions import (
    draw,
    experience,
    familiarity,
    first_aid,
    gm_damage,
    look,
    simple_actions,
    social_checks,
    tasks,
    verb_dispatch,
)
from tracker.games.hybrid.actions.verb_dispatch import AND, why_held
from tracker.games.hybrid.blows import attack_declaration
from tracker.games.hybrid.blows.fumbles import LEAVE, SELF
from tracker.games.hybrid.body import scene_changes
from tracker.games.hybrid.body.conditions import HELD
from tracker.games.hybrid.body.passive_defence import BLOCK, DISARM, PARRY
from tracker.games.hybrid.book.rulebook import Rulebook
from tracker.games.hybrid.close_quarters import closing_in, disarm_and_feint, grapples
from tracker.games.hybrid.language import parser, verb_arguments
from tracker.games.hybrid.modifiers import florentine, option_parser
from tracker.games.hybrid.timing import (
    dodge_and_drop,
    free_actions,
    initiative,
    movement,
    preset_triggers,
    weapon_binds,
)
from tracker.games.hybrid.timing.ordered_attack import FEND, HEED, IGNORE
from tracker.games.toolkit.arguments import Line, Read, Words
from tracker.games.toolkit.verbs import Verb, Verbs
from tracker.model.combatant import Combatant
from tracker.model.commands import Choose, Command, Do
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.model.state import Encounter


@dataclass(frozen=True, slots=True)
class HybridVerb(Verb):
    """A verb of Hybrid, and when it may be used."""

    free_body: bool = False
    """Whether it needs a free body: a held fighter cannot use it (ruling 46)."""
    together: bool = False
    """Whether it may be one of two actions at once (H-ACT-5)."""
    preset: bool = False
    """Whether it may wait for a trigger (H-INIT-7)."""
    answers: bool = False
    """Whether it answers a question with a weapon."""
    of_table: bool = False
    """Whether its line begins with no fighter."""
    typed: bool = True
    """Whether a line may begin with it; else only a command has it."""


def _second(line: Line) -> Words:
    """Read the second of two actions; raises Refused."""
    words = line.rest()
    if not words:
        raise Refused(f"Name the second action: {line.who} and attack goblin2 dagger")
    verb = words[0].casefold()
    known = verb in VERBS.names
    second = VERBS.parse(line.encounter, line.who, verb, words[1:], line.options) if known else None
    if not isinstance(second, Do) or not VERBS[second.verb].together:
        raise Refused(f"`{words[0]}` cannot be one of two actions at once; there are {', '.join(VERBS.together)}.")
    return (second.verb, *second.words)


def _preset(line: Line) -> Words:
    """Read `preset attack goblin1 bow if door opens`; the target may be left to the trigger. Raises Refused."""
    words = line.rest()
    lowered = [word.casefold() for word in words]
    if_at = lowered.index("if") if "if" in lowered else len(words)
    action, trigger = words[:if_at], " ".join(words[if_at + 1 :])
    if not action or not trigger:
        raise Refused(f"Name the action and its trigger: {line.who} preset attack goblin1 if the door opens")
    row = VERBS.get(action[0].casefold())
    if row is None or not row.preset:
        raise Refused(f'"{action[0]}" cannot be preset; attack, dodge, draw, task and the like can.')
    words_typed = " ".join([row.name, *action[1:]])
    aimed = len(action) > 1 and parser.names_somebody(line.encounter, action[1:])
    if row.name in preset_triggers.AT_SOMEBODY and not aimed:
        return (words_typed, trigger)
    read = VERBS.parse(line.encounter, line.who, row.name, action[1:], line.options)
    if isinstance(read, Do) and read.verb in preset_triggers.AT_SOMEBODY:
        beside = action[1 + (_beside(action[1:]) or 0) :] if read.beside else []
        return (" ".join([read.verb, *read.words, *beside]), trigger)
    return (words_typed, trigger)


def _beside(words: Sequence[str]) -> int | None:
    """Return where a second action begins, at an `and` with a fitting verb after it; None without one."""
    for index, word in enumerate(words[:-1]):
        row = VERBS.get(words[index + 1].casefold())
        if word.casefold() == AND and row is not None and row.together:
            return index
    return None


def _attacks(who: str, words: Words) -> Do:
    """Return the attack that a technique of close combat is."""
    return Do(who, "attack", words)


def _begins(who: str, words: Words) -> Do:
    """Return the command that begins an activity."""
    return Do(who, "activity", words)


def _of_the_table(who: str, words: Words) -> Do:
    """Return a change of the scene, which is about no fighter."""
    return Do("", "scene", words)


def _of_the_fighter_named(who: str, words: Words) -> Do:
    """Return a modifier of the initiative of the fighter that the line names."""
    named, *rest = words
    return Do(named, "initiative", tuple(rest))


class HybridVerbs(Verbs[HybridVerb]):
    """The verbs of Hybrid: a command holds their words."""

    @property
    def together(self) -> list[str]:
        """The verbs that may be one of two actions at once."""
        return [name for name, row in self.items() if row.together]

    @property
    def names(self) -> tuple[str, ...]:
        """The verbs of lines, then their other names."""
        return tuple(name for name in (*self, *self.aliases) if self[name].typed)

    def parse(self, encounter: Encounter, who: str, verb: str, words: Sequence[str], options: Any = None) -> Command:
        """Turn the words after `who verb` into a command; raises Refused with an example line."""
        row, question = self[verb], encounter.question
        if row.answers and question is not None and question.ask is Ask.CHOOSE and question.who == who:
            return Choose(who, parser.answer_with(encounter, options, question, row.name, list(words)))
        split_at = None if row.name in (AND, "preset") else _beside(words)
        if split_at is not None:
            return self._both(encounter, who, row, words, split_at, options)
        (values,) = row.read(encounter, who, words, options)
        return Do(who, row.name, values) if row.command is None else row.command(who, values)

    def _both(
        self, encounter: Encounter, who: str, row: HybridVerb, words: Sequence[str], split_at: int, options: Any
    ) -> Command:
        """Read two actions in one line, `attack goblin1 sword and attack goblin2 dagger` (H-ACT-5); raises Refused."""
        first = self.parse(encounter, who, row.name, words[:split_at], options)
        second = self.parse(encounter, who, AND, words[split_at + 1 :], options)
        if not isinstance(first, Do) or not isinstance(second, Do) or not self[first.verb].together:
            raise Refused(f"`{row.name}` cannot be one of two actions at once; there are {', '.join(self.together)}.")
        if first.verb == florentine.ACCELERATE:
            return Do(who, second.words[0], second.words[1:], beside=(first.verb, *first.words))
        return replace(first, beside=second.words)

    def as_text(self, command: Do) -> Do:
        """Return the command, whose words are text."""
        return command


def decide(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Carry out a verb; raises Refused."""
    row, hold = VERBS[command.verb], draft[command.who].condition(HELD) if command.who else None
    two_at_once = (bool(command.beside) or command.verb == AND) and not _gets_free(draft, command)
    if hold is not None and (two_at_once or row.free_body):
        raise Refused(why_held(draft[command.who], "do two things at once" if two_at_once else command.verb))
    assert row.do is not None
    row.do(draft, rules, command)
    if command.beside:
        _and(draft, rules, Do(command.who, AND, command.beside))


def _gets_free(draft: StepBuilder, command: Do) -> bool:
    """Whether one of two actions at once is an escape from a hold (ruling 95)."""
    first = (command.verb,) if command.verb != AND else tuple(action.verb for action in draft[command.who].actions)
    second = command.beside[:1] or (command.words[:1] if command.verb == AND else ())
    return grapples.ESCAPE in (*first, *second)


def _and(draft: StepBuilder, rules: Rulebook, command: Do) -> None:
    """Carry out a second action on the same count (H-ACT-5); the words are its verb and words."""
    florentine.check(draft, command.who, VERBS.together)
    draft.beside = True
    decide(draft, rules, Do(command.who, command.words[0], command.words[1:]))
    florentine.join(draft, command.who)


def of_held(combatant: Combatant, menu: Menu) -> Menu:
    """Return a menu in which what needs a free body says that its fighter is held (ruling 46)."""

    def refused(choice: Choice) -> Choice:
        """Return the choice with that reason, where it has a line of such a verb."""
        verb = choice.line.split()[1] if len(choice.line.split()) > 1 else ""
        row = VERBS.get(verb)
        return replace(choice, refused=why_held(combatant, verb)) if row is not None and row.free_body else choice

    choices, options, absent = (tuple(map(refused, part)) for part in (menu.choices, menu.options, menu.absent))
    return replace(menu, choices=choices, options=options, absent=absent)


_PLAIN, _SIMPLE = (Read(verb_arguments.nothing),), (Read(verb_arguments.simple, *option_parser.WORDS),)
_ATTACK = (Read(parser.attack, *option_parser.WORDS),)


def _technique(name: str) -> HybridVerb:
    """Return the row of a technique of close combat, which is an attack."""
    arguments = (Read(parser.technique, *option_parser.WORDS),)
    does = "close combat, once closed in; a technique by its name, as in `throw goblin1 hip throw`"
    return HybridVerb(name, None, (f"{name} goblin1",), does, arguments, "H-ATK-8", command=_attacks, preset=True)


def _activity(name: str) -> HybridVerb:
    """Return the row of an activity."""
    arguments = (Read(verb_arguments.activity),)
    does = "does so from now on, until something else or `idles`; what costs or restores energy with the clock"
    return HybridVerb(name, None, (name,), does, arguments, "H-NRG-5", command=_begins)


def _answer(name: str, does: str, rule: str = "", *, with_weapon: bool = False) -> HybridVerb:
    """Return the row of a word that only answers a question."""
    return HybridVerb(name, None, (name,), does, (Read(parser.not_asked),), rule, answers=with_weapon)


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
        _ATTACK,
        "H-ATK-1",
        together=True,
        preset=True,
        aliases=("attacks",),
    ),
    *(_technique(name) for name in verb_arguments.TECHNIQUES),
    HybridVerb(
        "close",
        closing_in.declare_close,
        ("close goblin1",),
        "closes in, 10 counts; a target with a longer weapon may `fend`, `fend spear` or `retreat`; the closer may "
        "`heed` or `ignore` a fend that would hit",
        (Read(parser.close, "speed"),),
        "H-ATK-7",
        free_body=True,
        together=True,
        preset=True,
        aliases=("closes",),
    ),
    HybridVerb(
        "escape",
        grapples.declare_escape,
        ("escape",),
        "out of a hold",
        (Read(parser.escape, *option_parser.WORDS),),
        "H-ATK-8",
        together=True,
        preset=True,
    ),
    HybridVerb("release", grapples.let_go, ("release",), "lets go of a fighter held", _PLAIN, "H-ATK-8"),
    HybridVerb(
        DISARM,
        disarm_and_feint.declare_trick,
        ("disarm goblin1",),
        "an opposed check at the weapon's speed; answers a blow, too",
        _ATTACK,
        "H-ATK-6",
        free_body=True,
        together=True,
        preset=True,
        answers=True,
    ),
    HybridVerb(
        "feint",
        disarm_and_feint.declare_trick,
        ("feint goblin1",),
        "an opposed check at the weapon's speed",
        _ATTACK,
        "H-ATK-6",
        free_body=True,
        together=True,
        preset=True,
    ),
    HybridVerb(
        AND,
        _and,
        ("and look",),
        "puts a second action beside what was just declared",
        (Read(_second),),
        "H-ACT-5",
    ),
    HybridVerb(
        "dodge",
        dodge_and_drop.declare_manoeuvre,
        ("dodge",),
        "a dodge",
        _PLAIN,
        "H-DEF-4",
        free_body=True,
        preset=True,
        aliases=("dodges",),
    ),
    HybridVerb(
        "drop",
        dodge_and_drop.declare_manoeuvre,
        ("drop",),
        "drops prone",
        _PLAIN,
        "H-DEF-5",
        free_body=True,
        preset=True,
        aliases=("drops", "prone"),
    ),
    HybridVerb(
        "evade",
        free_actions.evade,
        ("evade",),
        "evades from its count until given up, without using the count",
        _PLAIN,
        "H-DEF-3",
        free_body=True,
        preset=True,
        aliases=("evades",),
    ),
    HybridVerb(
        "retreat",
        closing_in.retreat,
        ("retreat",),
        "gives ground until the next declaration, without using the count",
        _PLAIN,
        "H-DEF-2",
        free_body=True,
        aliases=("retreats",),
    ),
    HybridVerb(
        "advance",
        free_actions.advance,
        ("advance", "advance goblin1"),
        "presses in until the next declaration, without using the count",
        (Read(parser.advance),),
        "H-ATK-3",
        free_body=True,
        aliases=("advances",),
    ),
    HybridVerb("unbind", weapon_binds.unbind, ("unbind",), "tries to free a bound weapon", _PLAIN, "H-DEF-7"),
    HybridVerb(
        "discard",
        disarm_and_feint.discard,
        ("discard", "discard bastard"),
        "drops what is in hand, at its own count and taking no time: close combat needs empty hands",
        (Read(parser.discard),),
        "H-ATK-7",
        aliases=("discards",),
    ),
    HybridVerb(
        florentine.ACCELERATE,
        movement.accelerate,
        ("accelerate run",),
        "gets up to a pace by checks, where short distances matter",
        (Read(verb_arguments.accelerate),),
        "H-MOVE",
        free_body=True,
        together=True,
        preset=True,
        aliases=("accelerates",),
    ),
    HybridVerb(
        "stand",
        simple_actions.stand,
        ("stand",),
        "gets up",
        _SIMPLE,
        "H-ACT-2",
        free_body=True,
        together=True,
        preset=True,
        aliases=("stands", "rises"),
    ),
    HybridVerb(
        "draw",
        draw.declare_draw,
        ("draw dagger",),
        "gets a weapon in hand",
        _SIMPLE,
        "H-ACT-2",
        free_body=True,
        together=True,
        preset=True,
        aliases=("draws",),
    ),
    HybridVerb(
        "fastdraw",
        draw.declare_draw,
        ("fastdraw dagger",),
        "gets a weapon in hand by a check",
        _SIMPLE,
        "H-ACT-2",
        free_body=True,
        preset=True,
    ),
    HybridVerb(
        "look",
        look.declare_look,
        ("look", "look mental", "look general"),
        "an active perception, 8 counts",
        _SIMPLE,
        "H-PERC-1",
        free_body=True,
        together=True,
        preset=True,
        aliases=("looks",),
    ),
    HybridVerb(
        "aids",
        first_aid.declare_aid,
        ("aids sela",),
        "first aid, 10 counts and a check, stops one bleeding wound",
        _SIMPLE,
        "H-DMG-7",
        free_body=True,
        together=True,
        preset=True,
        aliases=("aid",),
    ),
    HybridVerb(
        "act",
        simple_actions.act,
        ("act lift heavy",),
        "a simple action of the table: sit, rise, kneel one knee, rise from one knee, kneel both knees, rise from both "
        "knees, lift light, lift heavy, turn, act",
        _SIMPLE,
        "H-ACT-2",
        free_body=True,
        together=True,
        preset=True,
    ),
    HybridVerb(
        "familiarise",
        familiarity.declare_familiarise,
        ("familiarise bow",),
        "a check that makes a strange weapon more familiar",
        _SIMPLE,
        "H-SKILL-5",
        free_body=True,
        together=True,
        preset=True,
    ),
    HybridVerb(
        "task",
        tasks.declare_task,
        ("task climbing difficult", "task stealth against goblin1 perception"),
        "a check with a skill or a stat (`PAG`, `PAG/DEX unranked`), 10 counts; difficulties by word or number, the "
        "mean of several; `takes 20`, `takes 5 min` or `now`; `similar`: a related skill; `unfamiliar`: a strange "
        "tool; `judge`: what kind of action; opposed",
        (Read(parser.task, *option_parser.WORDS),),
        "H-CHECK-1",
        together=True,
        preset=True,
        aliases=("tries",),
    ),
    HybridVerb(
        "preset",
        preset_triggers.preset,
        ("preset attack goblin1 bow if the door opens",),
        "a reaction with its trigger; the target may be left to the trigger",
        (Read(_preset),),
        "H-INIT-7",
        free_body=True,
    ),
    HybridVerb(
        "trigger",
        preset_triggers.trigger,
        ("trigger", "trigger goblin1"),
        "the trigger happens: perception, and on a success initiative with twice the reaction",
        (Read(parser.trigger),),
        "H-INIT-7",
    ),
    HybridVerb(
        "alertness",
        verb_dispatch.set_alertness,
        ("alertness drunk, not alert",),
        "before the fight: words that change its perception; without one they are cleared",
        (Read(verb_arguments.alertness),),
        "H-PERC-2",
    ),
    HybridVerb(
        "intent",
        verb_dispatch.set_intent,
        ("intent mental",),
        "decides the next initiative, until its next declaration",
        (Read(verb_arguments.intent, "mental", "physical"),),
        "H-INIT-1",
    ),
    HybridVerb(
        "scene",
        scene_changes.change,
        ("scene light poor", "scene gravity none", "scene df -2", "scene filter Swimming"),
        "changes the scene for everyone from now on; `full`, `0` and `off` end it",
        (Read(verb_arguments.scene),),
        command=_of_the_table,
        of_table=True,
    ),
    HybridVerb(
        "initiative",
        initiative.modify,
        ("initiative brann -3 wet stairs",),
        "a modifier to the next roll for initiative, once: −3 is three counts later",
        (Read(verb_arguments.initiative),),
        command=_of_the_fighter_named,
        of_table=True,
    ),
    HybridVerb(
        "filter",
        verb_dispatch.set_filter,
        ("filter Riding", "filter off"),
        "a filter skill for one fighter",
        (Read(verb_arguments.filter_skill),),
        "H-SKILL-3",
    ),
    HybridVerb(
        "notices",
        look.notice,
        ("notices", "notices mental"),
        'a passive perception, which takes no time; rolled in secret unless the encounter says `perception = "typed"`',
        (Read(verb_arguments.notices),),
        "H-PERC-3",
    ),
    HybridVerb(
        social_checks.REACTION,
        social_checks.meet,
        ("reaction goblin1",),
        "meeting people: a secret reaction to that fighter",
        (Read(parser.met),),
        "H-NPC",
    ),
    *(
        HybridVerb(
            verb,
            social_checks.meet,
            (verb, f"{verb} PAW"),
            f"meeting people: {verb}, on another stat if one is named",
            (Read(verb_arguments.stat_check),),
            "H-NPC",
        )
        for verb in (social_checks.PRESENCE, social_checks.MORALE)
    ),
    HybridVerb(
        "gains", experience.gains, ("gains 3",), "experience points", (Read(verb_arguments.gains),), "H-SKILL-9"
    ),
    HybridVerb(
        "trains",
        experience.trains,
        ("trains 40 teacher",),
        "training with a `teacher`, a `partner` or `alone`",
        (Read(verb_arguments.trains, "teacher", "partner", "alone"),),
        "H-SKILL-10",
    ),
    HybridVerb(
        "damage",
        gm_damage.damage,
        ("damage 12 cutting chest",),
        "damage by hand; `half` or `double` may follow; the program then offers the checks: `checks`, `none`",
        (Read(verb_arguments.damage),),
    ),
    HybridVerb(
        "spends",
        gm_damage.spends,
        ("spends 5 PFT",),
        "fatigue for an activity; points that are missing come off exhaustion",
        (Read(verb_arguments.spends),),
        "H-NRG-3",
    ),
    *(_activity(name) for name in verb_arguments.ACTIVITIES),
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
    HybridVerb("activity", verb_dispatch.begin_activity, (), "", (Read(verb_arguments.nothing),), typed=False),
    HybridVerb(preset_triggers.FAILED, preset_triggers.fail, (), "", (Read(verb_arguments.nothing),), typed=False),
)
TABLE_VERBS = tuple(name for name, row in VERBS.items() if row.of_table)
"""Verbs of lines without a fighter in front: they are about none, or name it after the verb."""
