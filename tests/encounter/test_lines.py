"""Lines in every game: what cannot be meant is told with what would work, in the words of the game at hand."""

from __future__ import annotations

import pytest

from tests.encounter.skirmish import refused, skirmish
from tracker.encounter.language.parser import LONGEST_LINE, parse
from tracker.encounter.names import free_id, written
from tracker.model import commands as cmd
from tracker.model import queries

REFUSED = {
    "": "The line is empty; try `next`.",
    "x" * (LONGEST_LINE + 1): f"A line has at most {LONGEST_LINE} characters.",
    'ann does "climbs 3': 'A quote " is open; close it.',
    "next bob": "`next` takes no words; bob is too much.",
    "to": "Give the round, for example: to 45",
    "to x": "A round is written such as 45, from 0 on, not x.",
    "why": "Give a fighter: why ann, why ann HP",
    "keep": "Give the fighter to put into your own library: keep ann",
    "keep ann now": '"now" is too much after Ann.',
    "back": "Give the step of the log: back 12",
    "veto now": "Use `veto` or `veto anyway`; now is too much.",
    "note": "Give the text: note The rain begins",
    "summary bob": "Use `summary`, or `summary each` for each fighter of a group; bob is too much.",
    "secret ann": "Give the roll, or nothing to let the tracker roll: secret 37; ann is no die.",
    "only": "After `only` comes the declaration or answer of one fighter of a group: only ann attack",
    "only ann leaves": "After `only` comes the declaration or answer of one fighter of a group: only ann attack",
    "everybody": 'Give the command for all of them, for example: 1-4,7 leaves, raiders is "half blind"',
    "1,2 alias Tom": "`alias Tom` takes one fighter at a time, such as ann.",
    "ann": "What does Ann do? For example: ann attack, ann wait.",
    "ann atack bob": 'Ann: "atack" is no action here. Did you mean "attack"?',
    "ann xyz": 'Ann: "xyz" is no action here. There are ',
    "nex": '"nex" is neither a command nor a combatant. Did you mean "next"?',
    "ann orders": "Give the orders: ann orders attack weakest, or: ann orders none",
    "fix": (
        "Give the fighter, the number and its value: "
        "fix ann HP 20 · fix ann HP +2 · fix ann count 45 · fix ann guarding off"
    ),
    "fix die": "Give the right roll: fix die 46, or of the second roll: fix die roll 2 46",
    "fix ann": "Give what to correct of Ann: fix ann HP 20 · fix ann HP +2 · fix ann count 45 · fix ann guarding off",
    "fix ann round": "Give the new time: fix ann round 45",
    "fix ann HP": "Give the new value, or by how much: fix ann HP 20 · fix ann HP +2",
    "fix ann HP 3 4": "4 is too much, as in: fix ann HP 20",
    "fix ann HP many": "The points of a pool is a whole number, not many.",
    "fix ann AP 3": "Ann has no AP; the pools are HP.",
    "fix bob guarding off": "Bob is not guarding; it has nothing.",
    "fix ann guarding on until 0": "The fight is at 0 already; nothing can end at 0.",
    "fix ann flying on": 'flying is not a condition; there are guarding. In your own words: ann is "flying"',
    "ann is": 'Name the condition, for example: ann is "half blind"',
    "ann is not": "Name the condition that ends, for example: ann is",
    f"ann is {'x' * 61}": "A condition has at most 60 characters; this one has 61.",
    "ann is dazed -90": "The modifier on the rolls of Ann is from -20 to 20.",
    "ann is dazed until acts": "Name the fighter whose next action ends it, for example: until ann acts",
    "ann is dazed until bob twice acts": '"twice" is too much after Bob.',
    "ann is dazed until": "Give the round, for example: until 45",
    "ann is dazed until 4 or so": '"or so" is too much after until 4.',
    "ann is dazed for 3 moons": '"moons" is no span of time; there are rounds, s and min.',
    "ann group": "Give the group: ann group goblins, or: ann group none",
    f"ann group {'x' * 61}": "The name of a group has at most 60 characters; this one has 61.",
    "ann group none": "Ann is of no group already.",
    "group": "Give the group and how the GM plays it: group goblins together; there are no groups",
    "ann rename Ann": "Ann has that name already.",
    "ann side heroes": "Ann is on the side heroes already.",
    "ann aware of ann": "Ann is always aware of itself.",
    "ann revealed": "Ann is known to every other side already.",
    "ann returns": "Ann is in the fight already.",
    "mod 0 dark": "An extra modifier is from -20 to 20 and not 0, as in: mod -2 bad light",
    "event": 'Give time and text: event 45 "The gate falls"',
    "event move": "Give the event and its new time: event move 1 45, or: event move 1 in 6s",
    "event strike": "Give the event: event strike 1",
    "event in": 'Give time and text: event in 6s "The fuse burns down" (while ann poisoned)',
    "event while ann": "Give the condition and the time after its beginning: event while ann poisoned in 12",
    "event 9": 'Give time and text: event 9 "The gate falls" (every 30) (stop)',
    "event strike 1  ": "No event is set",
    'event 5 "Bites" while ann guarding': "An event on a condition needs the time after its beginning: event in 5",
    'event in 5 "Bites" while ann': "Give the fighter and the condition",
    "dodge": "There is no combatant",
    "ann mod": "Give the amount and the reason, for example: mod -2 bad light",
    "ann waits now": "`wait` takes an end or nothing, not now: ann wait, or: ann wait until 45",
    "ann does sleep": 'Give the action and its time: ann does "kicks the table" 12',
    'ann does "lies low" 3 or 4': 'Only the time follows the words in quotes: ann does "lies low" 3',
    "ann aware of": "Give the other fighter: ann aware of archer",
    "ann unaware of bob now": '"now" is too much after Bob.',
    "ann alias": 'Give the name for players: ann alias "the cloaked man", or: ann alias none',
    f"ann alias {'x' * 61}": "An alias has at most 60 characters; this one has 61.",
    "ann rename": 'Give the name, at most 60 characters: ann rename "Old Varga"',
    "ann side": "Give the side, at most 60 characters: ann side raiders, or: ann side none",
    "ann note": "Give the text of the note, for the GM only: ann note limps since the bridge",
    "ann retarget": "Give the target: ann retarget ",
    "ann retarget bob now": '"now" is too much; retarget changes only the target, abort to do something else.',
    'ann does " " 3': 'Put the action in quotes: ann does "kicks the table" 12',
    "join": "Give the creature that joins: join goblin x3 raiders, or: join new Thug raiders",
    "join wolf": "This fight has no library, so no creature can join from it.",
    "5": "A die (5) answers no open question now. No question is open; `next` goes on.",
    "roll": "A roll answers no open question now. No question is open; `next` goes on.",
    "reckon atack": '"atack" is no number here; did you mean "attack"?',
}


@pytest.mark.parametrize(("line", "sentence"), REFUSED.items())
def test_a_line_that_cannot_be_meant_says_what_would_work(line: str, sentence: str) -> None:
    assert refused(skirmish(), line).startswith(sentence)


MEANT = {
    "ann orders attack ; bob orders attack weakest": cmd.Together(
        (cmd.GiveOrders("ann", "attack"), cmd.GiveOrders("bob", "attack weakest"))
    ),
    "everybody orders none ; ann orders attack": cmd.Together(
        (cmd.GiveOrders("ann", ""), cmd.GiveOrders("bob", ""), cmd.GiveOrders("ann", "attack"))
    ),
    "+3": cmd.Advance(3),
    "to 7": cmd.Advance(7),
    "reckon ann attack": queries.Reckon("ann", ("attack",)),
    "why an HP": queries.Why("ann", ("HP",)),
    "secret note the door is locked": cmd.Note("the door is locked", True),
    "secret 7": cmd.GiveDice("7", secret=True),
    "summary each": queries.Summary(each=True),
    "fix die 7": cmd.FixDie("7"),
    "fix 1-2 HP 3": cmd.Together((cmd.FixPool("ann", "HP", 3), cmd.FixPool("bob", "HP", 3))),
    "fix ann guarding 2 on until 9": cmd.FixCondition("ann", "guarding", True, 2, 9),
    "ann is dazed -2 for 3 rounds": cmd.FixCondition("ann", "dazed", True, -2, 3, own=True),
    "ann is dazed for 12 s": cmd.FixCondition("ann", "dazed", True, 0, 2, own=True),
    "ann is dazed until she acts": cmd.FixCondition("ann", "dazed", True, acts="ann", own=True),
    "ann is secretly dazed until bob acts": cmd.FixCondition("ann", "dazed", True, acts="bob", own=True, secret=True),
    'ann is "on guard"': cmd.FixCondition("ann", "guarding", True),
    "event 6s Rain": cmd.SetEvent(1, "Rain", 0, False, "", ""),
    "event in 2 Rain every 3 stop": cmd.SetEvent(2, "Rain", 3, True, "", ""),
    "event while ann guarding in 2 Rain": cmd.SetEvent(2, "Rain", 0, False, "ann", "guarding"),
    "event in 2 Rain while ann guarding every 3 stop": cmd.SetEvent(2, "Rain", 3, True, "ann", "guarding"),
    "only ann waits": cmd.Alone(cmd.Wait("ann")),
    "only ann attack bob": cmd.Alone(cmd.Do("ann", "attack", ("bob", ""))),
}


@pytest.mark.parametrize(("line", "meant"), MEANT.items())
def test_a_line_means_the_same_in_every_game(line: str, meant: cmd.Command) -> None:
    session = skirmish()
    assert parse(session.encounter, session.rules, line) == meant


def test_only_orders_may_stand_beside_orders() -> None:
    why = refused(skirmish(), "ann orders attack ; bob note orders a beer")
    assert why == "`bob note orders a beer` gives no orders; a line with orders takes only orders."


def test_a_verb_is_somebodys_where_somebody_is_called_like_a_word_of_the_fight() -> None:
    session = skirmish(name="Next")
    assert parse(session.encounter, session.rules, "next waits") == cmd.Wait("next")
    assert parse(session.encounter, session.rules, "next") == cmd.Advance()


def test_a_beginning_is_enough_and_two_that_fit_are_told() -> None:
    session = skirmish(name="Old Bobbin")
    assert parse(session.encounter, session.rules, "bobb waits") == cmd.Wait("old-bobbin"), "a later word of its name"
    assert parse(session.encounter, session.rules, "Old Bobbin waits") == cmd.Wait("old-bobbin")
    session.stock = lambda encounter, wish: (cmd.Join("bobo", "Bobo", 'name = "Bobo"\nside = "foes"\n'),)
    session.say("join thug")
    assert refused(session, "b waits") == '"b" could be Bob, Bobo; type more letters.'


def test_a_name_that_a_line_would_not_take_is_written_as_its_id() -> None:
    session = skirmish(name="Ann; the Tall")
    assert [written(session.encounter, who) for who in ("ann-the-tall", "bob", "nobody")] == [
        "ann-the-tall",
        "Bob",
        "nobody",
    ]


def test_two_of_one_name_have_ids_of_their_own() -> None:
    assert [free_id("Wolf", taken) for taken in ((), ("wolf",), ("wolf", "wolf-2"))] == ["wolf", "wolf-2", "wolf-3"]
