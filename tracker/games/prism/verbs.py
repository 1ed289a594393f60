"""The verbs of Prism: a row for each, with its arguments and its choices in the menu of a turn."""

from __future__ import annotations

from tracker.games.prism.actions import contests, declarations, improvement, turns, wounds
from tracker.games.prism.actions.action_options import ATTACK, DEFEND, DOUBLE, MOVE, USE
from tracker.games.prism.actions.attempts import COMPLEX, CONTEST, TASK
from tracker.games.prism.actions.contests import CONCLUDED, OPPOSED, PAID, REACTED, TRIED
from tracker.games.prism.actions.improvement import IMPROVE, IMPROVED, TAUGHT
from tracker.games.prism.actions.turns import CARDS, PUT_FIRST
from tracker.games.prism.actions.wounds import DAMAGE
from tracker.games.prism.arguments import (
    Contested,
    Described,
    Directed,
    Doubling,
    HarmKind,
    Improving,
    Moving,
    Planned,
    Tried,
    WeaponNamed,
)
from tracker.games.prism.menus import Declaring
from tracker.games.toolkit.arguments import Amount, Target, Text
from tracker.games.toolkit.verbs import Entry, Verb, Verbs, always, nothing

VERBS = Verbs(
    Verb(
        ATTACK,
        declarations.attack,
        ("attack dan pistol",),
        "an attack, with the first weapon when none is named; `move`, `after`, `slow` and `slow-after`: moving first, "
        "moving after it, either slowly for nothing; `second` pays for a second action, `energy 4` goes into the "
        "target number, `burn` asks for how much, `aim head` is at a part of the body",
        (Target(), WeaponNamed(), Planned(ATTACK)),
        "S-TURN",
        each=Declaring.attacks,
        leads=Declaring.attacking,
        stages={declarations.HOW_MUCH: declarations.with_energy},
    ),
    Verb(
        DEFEND,
        declarations.defend,
        ("defend",),
        "on the defensive; with movement and `second` as an attack",
        (Planned(DEFEND),),
        "S-TURN",
        each=Declaring.defences,
    ),
    Verb(
        USE,
        declarations.use,
        ('use "opens the door"', 'use "grabs the lamp" at eve with Brawl'),
        "something neutral, with movement and `second`; directed at another fighter, who may react first, it succeeds "
        "without a skill unless it is resisted",
        (Described(), Directed(USE)),
        "S-TURN",
        entries=(Entry("e", "use, do", line="use "),),
    ),
    Verb(
        DOUBLE,
        declarations.double,
        ("double",),
        "double time",
        (Doubling(DOUBLE),),
        "S-TURN",
        each=Declaring.double_times,
    ),
    Verb(
        MOVE,
        declarations.move,
        ("move", "move at eve"),
        "only moving; at another fighter, who may react first",
        (Moving(MOVE),),
        "S-TURN",
        each=Declaring.moves,
    ),
    Verb(
        TASK,
        contests.task,
        ("task Pistol energy 4 +10 with Sight at eve",),
        "an unopposed roll with energy and a modifier; with gear, whose success modifier multiplies the quality; at "
        "another fighter, who may react first",
        (Tried(),),
        "S-TN-1",
        entries=(Entry("t", "try a skill", "no time", nothing),),
        leads=Declaring.trying,
        at_any_time=always,
        stages={TRIED: contests.tried, REACTED: contests.reacted, PAID: contests.paid},
    ),
    Verb(
        CONTEST,
        contests.contest,
        ("contest Brawl eve Dodge energy 4", "contest Brawl eve Dodge and dan Brawl"),
        "an opposed roll, simple, against one or several",
        (Contested(),),
        "S-OPP-2",
        at_any_time=always,
        stages={OPPOSED: contests.answered, CONCLUDED: contests.concluded},
    ),
    Verb(
        COMPLEX,
        contests.complex_contest,
        ("complex Brawl eve Dodge energy 4",),
        "an opposed roll, complex",
        (Contested(),),
        "S-OPP-3",
        at_any_time=always,
    ),
    Verb(
        IMPROVE,
        improvement.improve,
        ("improve Pistol practice", "improve Pistol training by kel"),
        "`chance`, `practice`, `training` under a teacher with the higher skill or `by hand`, `teaching`",
        (Improving(),),
        "S-GROW-1",
        leads=Declaring.improving,
        at_any_time=always,
        stages={IMPROVED: improvement.raised, TAUGHT: improvement.taught},
    ),
    Verb(
        DAMAGE,
        wounds.damage,
        ("damage 12", "damage 12 vitality", "damage 12 trauma torso"),
        "by hand: past the armour, or through it at a part of the body",
        (Amount(1, 10_000), HarmKind(), Text()),
        at_any_time=always,
    ),
    Verb(
        CARDS,
        turns.show_cards,
        (CARDS,),
        "allies who share a tick show intents as opponents do",
        rule="S-CHAIN-5",
        each=Declaring.cards,
    ),
    Verb(
        PUT_FIRST,
        turns.put_first,
        (PUT_FIRST,),
        "of allies who share a tick it declares first",
        rule="S-CHAIN-5",
        each=Declaring.firsts,
        leads=Declaring.allies,
    ),
)
