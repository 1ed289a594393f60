"""What players see at a moment: whom the table waits for and for what, never that it waits for somebody hidden."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from tests.player_screen.table import AMBUSH, PLAYERS, Table
from tracker.cli.opening import begin_fight
from tracker.dice.source import ScriptedDice
from tracker.model import events as ev
from tracker.model.questions import Ask
from tracker.model.refusals import Refused
from tracker.player_screen.spectator import Scene, Spectator, showing_of
from tracker.players.log import Tale, told
from tracker.players.stops import Pace, Progress
from tracker.players.view import UNTITLED, Showing
from tracker.storage.preparation import prepare, read_encounter

TIE = """\
[[combatant]]
name = "Ann"
player = "Ada"
hit_points = 20
[[combatant.weapon]]
name = "Sword"
[[combatant]]
name = "Creeper"
side = "foes"
hidden = true
hit_points = 20
[[combatant]]
name = "Bob"
side = "foes"
hit_points = 20
[[combatant.weapon]]
name = "Club"
"""


def scene(spectator: Spectator) -> Scene:
    spectator.look()
    shown = spectator.scene()
    assert shown is not None
    return shown


def plain_table(folder: Path, head: str = "") -> Table:
    return Table(folder, text=f'system = "plain"\ntitle = "The ogre ambush"\n{head}{TIE}')


def to_a_question_of(table: Table, who: str) -> None:
    while (asked := table.session.encounter.question) is None or (asked.who, asked.ask) != (who, Ask.DECLARE):
        table.say("next" if asked is None else "roll" if asked.ask is Ask.DICE else f"{asked.who} wait")


def test_the_headline_names_who_must_roll_and_what(tmp_path: Path) -> None:
    table = plain_table(tmp_path)
    spectator = Spectator(table.path)
    table.say("begin")
    assert (scene(spectator).view.turn, scene(spectator).view.asked) == ("Ann", "Ann: roll initiative")
    to_a_question_of(table, "ann")
    assert scene(spectator).view.asked == "Ann declares"
    table.say("ann attack bob")
    while table.session.encounter.question is None:
        table.say("next")
    table.close()


def test_while_somebody_hidden_is_asked_players_see_what_stood_before(tmp_path: Path) -> None:
    table = plain_table(tmp_path)
    spectator = Spectator(table.path)
    table.say("begin")
    before = scene(spectator)
    seen = {repr(before)}
    for _ in range(12):
        asked = table.session.encounter.question
        line = f"{asked.who} {'attack ann' if asked.who == 'bob' else 'wait'}" if asked is not None else "next"
        with suppress(Refused):  # in the end everybody waits
            table.say("roll" if asked is not None and asked.ask is Ask.DICE else line)
        after, question = scene(spectator), table.session.encounter.question
        if question is not None and question.who == "creeper":
            assert after == before, "nothing tells that the table waits for the hidden one"
        seen.add(repr(after))
        before = after
    assert len(seen) > 2
    table.close()


def test_what_orders_declare_is_shown_with_its_blow_though_a_hidden_fighter_is_asked_before(tmp_path: Path) -> None:
    ambush = f'system = "plain"\ntitle = "The ogre ambush"\n{TIE}'
    table = Table(tmp_path, text=ambush.replace('name = "Bob"', 'name = "Bob"\norders = "attack nearest"'))
    ann, creeper, bob = 1, 20, 10
    table.session.dice = ScriptedDice([ann, creeper, bob, *[9] * 40])
    spectator = Spectator(table.path)
    table.say("begin", "roll", "next")
    assert (question := table.session.encounter.question) is not None and question.who == "creeper"
    before = scene(spectator)
    table.say("creeper wait")
    assert table.session.encounter["bob"].actions, "its orders have declared on the same count"
    assert scene(spectator) == before, "no fight without the creeper stops here"
    table.say("next")
    assert [text for text in scene(spectator).view.outcomes if "Bob" in text] == ["Bob: attack Ann", "Bob misses Ann"]
    table.close()


def test_when_one_who_is_asked_leaves_what_the_next_declares_by_orders_is_shown_as_without_the_hidden(
    tmp_path: Path,
) -> None:
    ordered = TIE.replace('name = "Bob"', 'name = "Bob"\norders = "attack nearest"')
    table = Table(
        tmp_path, text=f'system = "plain"\n{ordered}[[combatant]]\nname = "Cid"\nside = "heroes"\nhit_points = 20\n'
    )
    ann, creeper, bob, cid = 20, 15, 10, 1
    table.session.dice = ScriptedDice([ann, creeper, bob, cid])
    spectator = Spectator(table.path)
    table.say("begin", "roll", "next", "ann leaves")
    assert table.session.encounter.question is not None and table.session.encounter.question.who == "creeper"
    assert scene(spectator).view.asked == "Ann declares", "a fight without the creeper goes on to Bob at once"
    table.say("creeper wait")
    assert scene(spectator).view.outcomes == ("The fight begins", "Ann leaves", "Bob: attack Cid")
    table.close()


def test_a_blow_at_a_hidden_fighter_is_no_reason_to_show_the_moment(tmp_path: Path) -> None:
    table = plain_table(tmp_path)
    fight, showing = table.session.encounter, Showing()
    unseen = Tale(progress=Progress(Pace.GOES_ON, disturbed=True), in_sight=False)
    for target, in_sight in (("creeper", False), ("bob", True)):
        blow = ev.Struck(who="ann", target=target, outcome="missed", label="Sword")
        tale, _ = told(unseen, fight, (blow,), table.session.rules, showing)
        assert tale.in_sight is in_sight, target
    table.close()


def test_an_event_that_players_are_not_told_of_shows_them_no_blow_whose_target_is_gone(tmp_path: Path) -> None:
    goblin = '[[combatant]]\nfrom = "goblin"\nside = "raiders"\norders = "attack sela"\n'
    table = Table(tmp_path, text=f'title = "At the ford"\n{PLAYERS}\n{goblin}')
    spectator = Spectator(table.path)
    table.say("begin")
    while (land := table.session.encounter.agenda.find("goblin", "land")) is None or table.session.encounter.question:
        asked = table.session.encounter.question
        table.say("next" if asked is None else "roll" if asked.ask is Ask.DICE else f"{asked.who} wait")
    table.say("sela leaves")
    before = scene(spectator).view.now
    table.say(f"event {land.count + 1} The bribed ferryman comes", "next")
    assert table.session.encounter.count == land.count + 1 > before
    assert scene(spectator).view.now == before, "without the event the line would go on to Brann"
    table.close()


def test_undo_shows_again_what_stood_before(tmp_path: Path) -> None:
    table = plain_table(tmp_path)
    spectator = Spectator(table.path)
    table.say("begin")
    first = scene(spectator)
    to_a_question_of(table, "bob")
    while table.session.journal.done != table.session.journal.done[:1]:
        table.say("undo")
    assert scene(spectator) == first
    table.close()


def test_what_others_do_says_at_whom(table: Table) -> None:
    spectator = Spectator(table.path)
    while (asked := table.session.encounter.question) is None or (asked.who, asked.ask) != ("brann", Ask.DECLARE):
        table.say("next" if asked is None else "roll" if asked.ask is Ask.DICE else f"{asked.who} wait")
    table.say('goblin-2 alias "the brute"', "brann attack goblin-2")
    brann = next(one for one in scene(spectator).view.fighters if one.name == "Brann")
    assert [(act.words, act.target) for act in brann.actions] == [("bastard sword on the brute", "the brute")]
    assert scene(spectator).view.outcomes[-1].startswith("Brann: bastard sword on the brute, lands ")


def test_the_title_stands_there_once_the_fight_has_begun(tmp_path: Path) -> None:
    table = plain_table(tmp_path)
    spectator = Spectator(table.path)
    assert scene(spectator).view.title == UNTITLED
    table.say("begin")
    assert scene(spectator).view.title == "The ogre ambush"
    table.close()


def test_players_may_read_another_title(tmp_path: Path) -> None:
    table = plain_table(tmp_path, '[players]\ntitle = "On the road"\nhealth = "exact"\n')
    spectator = Spectator(table.path)
    assert scene(spectator).view.title == "On the road"
    table.say("begin")
    assert scene(spectator).view.title == "On the road"
    bob = next(one for one in scene(spectator).view.fighters if one.name == "Bob")
    assert [pool.now for pool in bob.pools] == [20], "the whole table of the encounter is kept with the fight"
    table.close()


def test_what_players_are_shown_is_kept_with_the_fight(tmp_path: Path) -> None:
    path = tmp_path / "ford.toml"
    head = '[players]\nhealth = "nothing"\nactions = false\ntitle = "Rain"\n'
    path.write_text(AMBUSH.replace("[[combatant]]", head + "[[combatant]]", 1), encoding="utf-8")
    prepared = read_encounter(path)
    showing = showing_of(prepared)
    assert (showing.health, showing.actions, showing.title) == ("nothing", False, "Rain")
    assert showing_of(prepare(prepared.document)) == showing
    fight = begin_fight(prepared, tmp_path / "ford.fight.toml")
    assert fight.fight_file is not None
    fight.fight_file.close()
    spectator = Spectator(tmp_path / "ford.fight.toml")
    spectator.look()
    assert spectator.showing == showing


def test_of_a_stranger_players_read_that_it_answers_what_their_own_do_and_no_more(table: Table) -> None:
    spectator = Spectator(table.path)
    seen: set[str] = set()
    while (asked := table.session.encounter.question) is None or (asked.who, asked.ask) != ("brann", Ask.DECLARE):
        table.say("next" if asked is None else "roll" if asked.ask is Ask.DICE else f"{asked.who} wait")
    table.say("goblin-2 orders none", "brann attack goblin-2")
    while (asked := table.session.encounter.question) is None or (asked.who, asked.about) != ("goblin-2", "brann"):
        match None if asked is None else asked.ask:
            case None:
                table.say("next")
            case Ask.DICE:
                table.say("roll")
            case Ask.CHOOSE:
                table.say(asked.choices[0] if asked is not None else "")
            case _:
                table.say(f"{asked.who if asked is not None else ''} wait")
        seen.add(scene(spectator).view.asked)
    assert scene(spectator).view.asked == "Goblin 2 answers Brann"
    assert scene(spectator).view.now == table.session.encounter.count, "the count goes on to it"
    assert not any("choose" in text or "roll" in text for text in seen if text.startswith("Goblin"))
