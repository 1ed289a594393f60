"""The worked moment: two blows land on one count, one is parried at the price of its owner's own blow."""

from tests.hybrid.table import BRANN, GOBLIN, Table, at_once
from tracker.model import events as ev


def prepared() -> Table:
    """Brann and Goblin 1 are both due at 11, each has struck at the other before; Goblin 2 is dodging."""
    return at_once(BRANN, GOBLIN, {**GOBLIN, "name": "Goblin 2"}, count=11, house_rules={"must_close": False})


def test_the_worked_moment_from_declaration_to_unconscious() -> None:
    table = prepared()
    table.say("fix goblin-2 count 40", "next")
    assert table.asked() == ("brann", "declaration")
    table.say("brann attack goblin1")
    assert table.now["brann"].actions[0].lands == 17
    assert table.asked() == ("goblin-1", "declaration")
    table.say("goblin1 attack brann")
    assert table.now["goblin-1"].actions[0].lands == 17
    assert table.now.question is None
    table.fall(15)
    table.say("next")
    assert table.now.count == 17
    assert table.asked() == ("brann", "defence")
    table.say("brann parry")
    assert table.now["brann"].actions[0].lands == 18
    assert table.asked() == ("brann", "parry")
    rolled = next(e for e in reversed(table.events()) if isinstance(e, ev.Rolled))
    assert (rolled.what, rolled.chance, rolled.margin) == ("attack", 28, 13)
    table.fall(3, 4)
    table.say("30")
    parry = next(e for e in reversed(table.events()) if isinstance(e, ev.Rolled) and e.what == "parry")
    assert parry.chance == 44 - 13
    assert table.due("goblin-1") == 17 + 7 + 8 - 2
    table.say("next")
    assert (table.now.count, table.asked()) == (18, ("goblin-1", "defence"))
    table.say("goblin1 nothing")
    assert table.asked() == ("brann", "attack")
    table.say("01")
    assert table.asked() == ("brann", "location")
    table.fall(90, 99, 5, 6)
    table.say("01")
    goblin = table.now["goblin-1"]
    assert goblin.pool("PFT") == 36 - 13, "ordinary damage comes off fatigue"
    assert goblin.pool("PEX") == 60 - 1, "ten fatigue lost cost one exhaustion"
    assert goblin.pool("PBD") == 24 - 13, "critical damage comes straight off the body"
    bleeding = next(e for e in reversed(table.events()) if isinstance(e, ev.Rolled) and e.what == "bleeding")
    assert bleeding.chance == 3 * 12 - 15
    shock = next(e for e in reversed(table.events()) if isinstance(e, ev.Rolled) and e.what == "shock")
    assert shock.chance == 3 * 12 - 30
    assert {"unconscious", "prone", "bleeding-1"} <= {c.key for c in goblin.conditions}
    assert table.due("goblin-1", "recover") == 18 + 11 + 45
    assert table.due("goblin-1") is None, "what it had pending is lost"
    assert table.due("goblin-1", "bleed") == 38
    assert table.asked() == ("brann", "initiative"), "the attacker's initiative comes last"
    table.say("35")
    assert table.due("brann") == 18 + 8 + 8 - 2
    assert table.now.question is None


def test_taking_the_worked_moment_back_and_redoing_it_gives_equal_states() -> None:
    table = prepared()
    table.fall(15, 3, 4, 90, 99, 5, 6)
    table.say("fix goblin-2 count 40", "next", "brann attack goblin1", "goblin1 attack brann", "next", "brann parry")
    table.say("30", "next", "goblin1 nothing", "01", "01", "35")
    states = [table.now]
    while table.session.journal.done:
        table.say("undo")
        states.append(table.now)
    assert states[-1].count == 0 and not states[-1].began
    for state in reversed(states[:-1]):
        table.say("redo")
        assert table.now == state
