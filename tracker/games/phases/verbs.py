"""The verbs of phases: a row for each, with the function that carries it out."""

from __future__ import annotations

from tracker.games.phases import explain, initiative
from tracker.games.phases.actions import attacks, tasks
from tracker.games.phases.actions.turns import Turn
from tracker.games.phases.arguments import GUN, Attacked, Blow, Metres, Place, Tested
from tracker.games.phases.menus import Menus
from tracker.games.toolkit.arguments import Amount, LastAmount, LastWord, Text
from tracker.games.toolkit.menus import WAIT
from tracker.games.toolkit.verbs import Entry, Verb, Verbs, nothing
from tracker.model.commands import Wait

VERBS = Verbs(
    Verb(
        attacks.FIRE,
        attacks.fire,
        examples=("fire goblin 3 at head level -1", 'fire goblin "Laser pistol"', "fire goblin 3 and thug 2"),
        does="shots at a target, with the weapon used last or the first; without a number the program asks how many; "
        "`level` is for range, cover…, `and` for further shots at another",
        arguments=(Attacked("ranged"),),
        rule="P-FIRE",
        each=Menus.firing,
        leads=Menus.attacking,
        explain=explain.attack,
        stages=dict.fromkeys(attacks.STAGES, attacks.resume),
    ),
    Verb(
        attacks.STRIKE,
        attacks.strike,
        examples=("strike goblin knife at left arm level -1",),
        does="a blow",
        arguments=(Blow(),),
        rule="P-HIT-1",
        each=Menus.striking,
        leads=Menus.attacking,
        explain=explain.attack,
    ),
    Verb(
        "move",
        Turn.move,
        examples=("move 4",),
        does="so many metres; without a number as far as it goes",
        arguments=(Metres(),),
        rule="P-MOVE",
        entries=(Entry("m", "move", Menus.reach, refused=Menus.why_no_move),),
    ),
    Verb(
        "load",
        Turn.load,
        examples=("load",),
        does="a weapon is full again, `load bow` that one",
        arguments=(GUN,),
        rule="P-FIRE-4",
        each=Menus.loading,
    ),
    Verb(
        "defend",
        Turn.defend,
        examples=("defend",),
        does="blows at it are contests",
        rule="P-HIT-2",
        entries=(Entry("d", "defend", refused=Menus.why_no_defence, risk=Menus.surest_blow),),
        explain=explain.defence,
    ),
    Verb(
        tasks.TRY,
        tasks.attempt,
        examples=("try climb level -2",),
        does="a skill as the action of its two seconds",
        arguments=(Tested(),),
        rule="P-SUB-1",
        entries=(Entry("t", "try a skill"),),
        leads=Menus.skills,
        explain=explain.task,
    ),
    Verb(
        "other",
        Turn.other,
        examples=('other "opens the hatch"', 'other "climbs the ladder" 3'),
        does="anything of 2 s; of so many sub-phases, which `abort` gives up",
        arguments=(
            Text("Describe the action, and if it takes more than 2 s, give its sub-phases"),
            LastAmount(1, 1000, 1),
        ),
        rule="P-SUB-2",
        entries=(Entry("o", "other, in words", "draw, get up…", line='other "'),),
    ),
    Verb(
        "hold",
        None,
        examples=("hold",),
        does="declares in the next sub-phase, as `wait` does",
        rule="P-SUB",
        entries=(Entry(WAIT, "hold", Menus.held_until, nothing, "wait"),),
        command=Wait,
    ),
    Verb(
        "rest",
        Turn.rest,
        examples=("rest",),
        does="declares nothing more in this phase, so that shock recovers",
        rule="P-DMG-8",
        entries=(Entry("r", "rest this phase", Menus.recovery, Menus.why_no_rest),),
    ),
    Verb(
        tasks.TASK,
        tasks.task,
        examples=("task climb level -2", "task hide against vos perceive", "task hide unless vos perceive"),
        does="a skill at any time; against another; another may notice when it fails; `bonus 10` may follow a skill",
        arguments=(Tested(),),
        rule="P-VS",
        explain=explain.task,
        stages=dict.fromkeys(tasks.STAGES, tasks.resume),
    ),
    Verb(
        "damage",
        Turn.damage,
        examples=("damage 6 chest", "damage 4 head shock", "damage 3"),
        does="by hand",
        arguments=(Amount(0, 1000), Place(), LastWord("lethal", "shock")),
    ),
    Verb(
        "initiative",
        initiative.set_level,
        examples=("initiative -2",),
        does="the level of its Initiative roll, before the fight",
        arguments=(Amount(-4, 4),),
        rule="P-INIT-2",
        explain=explain.initiative,
    ),
)
