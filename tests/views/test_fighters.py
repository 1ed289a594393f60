"""The fighters' pane: bars in columns, what matters unfolded, whoever matters in sight, all that is hidden counted."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from tests.hybrid.kit import ANNA, GRUK, SEER
from tests.hybrid.table import at_once
from tests.lanes import sample
from tests.plain_fights import DUEL, crowd, fight
from tests.random_play import ONE_OF_EACH, kind
from tests.tui.opening import example, warren
from tracker.games.packs.sheet import BESIDE
from tracker.model.combatant import Combatant, Pool, Presence, Profile
from tracker.model.state import Encounter
from tracker.session import Session
from tracker.text.cells import width, words
from tracker.views.fighters.collapsed_groups import folded
from tracker.views.fighters.fighters import Fighters, LineCache, Seen, lay_fighters
from tracker.views.focus import last_losses
from tracker.views.numbers import bar

BAR = re.compile("[▂█◂▸▒░]+")


def laid(session: Session, cells: int, height: int, **seen: object) -> Fighters:
    return lay_fighters(session.encounter, session.rules, cells=cells, height=height, seen=Seen(**seen))  # type: ignore[arg-type]


def text(fighters: Fighters) -> list[str]:
    return [words(line).rstrip() for line in fighters.lines]


def counted(fighters: Fighters) -> int:
    """How many are hidden by the lines that say so."""
    return sum(int(match[1]) for line in text(fighters) if (match := re.match(r" [↑…↓↕] (\d+) more", line)))


def seats_told(fighters: Fighters, session: Session) -> list[int]:
    """The seats in the order of the lines; a line about hidden ones stands for as many seats."""
    seats: list[int] = []
    for line, who in zip(text(fighters), fighters.rows, strict=True):
        if match := re.match(r" [↑…↓] (\d+) more", line):
            seats += range(len(seats), len(seats) + int(match[1]))
        elif who and session.encounter.seats[who] not in seats[-1:]:
            seats.append(session.encounter.seats[who])
    return seats


@pytest.mark.parametrize(("cells", "height"), [(54, 10), (90, 40)])
def test_what_is_kept_from_one_drawing_to_the_next_changes_nothing(cells: int, height: int) -> None:
    session, kept = crowd(30), LineCache()
    fixes = ("fix fighter-20 HP 3", "fix fighter-20 guarding on", "fighter-21 rename Old Varga", "fighter-19 leaves")
    drawn = []
    for line in ("begin", *fixes, *["undo"] * len(fixes)):
        session.say(line)
        for top in (0, 7):
            seen = Seen("fighter-20", top=top)
            once = lay_fighters(session.encounter, session.rules, cells=cells, height=height, seen=seen)
            again = lay_fighters(session.encounter, session.rules, cells=cells, height=height, seen=seen, kept=kept)
            assert again == once, line
            drawn.append(once.lines)
    assert len(set(drawn)) > len(fixes), "the lines do change meanwhile"


def test_pools_are_named_once_and_the_mental_ones_fold_until_they_matter() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix gruk PFT 12", "fix gruk prone on", "fix anna MFT 10")
    fighters = laid(table.session, 68, 9, title="Fighters", lost=last_losses(table.session.journal))
    assert text(fighters)[1:] == [
        " 1▲Anna      ▂▂▂▂▂▂▂▂▂▂ 36/36  ▂▂▂▂▂▂▂▂▂▂ 60/60  ▂▂▂▂▂▂▂▂▂▂ 24/24",
        "     mind    ███▒▒▒▒▒▒▒ 10/36  ▂▂▂▂▂▂▂▂▂▂ 60/60  ▂▂▂▂▂▂▂▂▂▂ 24/24",
        " 2▼Gruk      ███░░░░░░░ 12/36  ▂▂▂▂▂▂▂▂▂▂ 60/60  ▂▂▂▂▂▂▂▂▂▂ 24/24 +",
        "     prone",
    ]
    heading = text(fighters)[0]
    for at, word in zip((13, 31, 49), ("fatigue", "exhaustion", "body"), strict=True):
        assert heading.index(word) == at, "above its bars"


def test_what_the_last_step_took_is_shaded_until_the_next() -> None:
    table = at_once(ANNA, GRUK)
    table.say("gruk damage 12 crushing chest")
    lost = last_losses(table.session.journal)
    assert lost["gruk"]["PFT"] == 12
    assert "▒" in text(laid(table.session, 66, 9, lost=lost))[2]
    table.say("next")
    assert not last_losses(table.session.journal).get("gruk")


def test_an_arrow_at_the_edge_says_where_the_clock_takes_a_pool_and_words_say_when() -> None:
    table = at_once(ANNA, GRUK)
    table.say("fix anna PEX 20", "anna dashes")
    shown = text(laid(table.session, 66, 9))
    assert re.search("█◂░+ 20/60", shown[1]), shown
    assert "out of breath at 100" in shown[2]


def test_minds_unfold_when_they_are_aimed_at_or_asked_for() -> None:
    table = at_once(SEER, GRUK)
    table.say("fix gruk count 60", "next")
    assert not any("mind" in line for line in text(laid(table.session, 80, 9)))
    assert sum("mind" in line for line in text(laid(table.session, 80, 9, selected="gruk"))) == 1
    table.say("anna attack gruk")
    assert sum("mind" in line for line in text(laid(table.session, 80, 9))) == 2, "both minds are at stake"


@pytest.mark.parametrize(("cells", "least"), [(64, 8), (80, 12), (90, 12), (120, 15), (200, 32)])
def test_bars_are_long_enough_and_grow_with_what_is_free(cells: int, least: int) -> None:
    table = at_once(ANNA, GRUK)
    line = text(laid(table.session, cells, 9))[1]
    assert min(map(len, BAR.findall(line))) >= least


@pytest.mark.parametrize("cells", [40, 48, 60, 80, 120])
def test_every_pool_in_play_has_bar_and_number_at_every_width(cells: int) -> None:
    table = at_once(ANNA, GRUK)
    table.say(*(f"fix {who} {pool} 10" for who in ("anna", "gruk") for pool in ("MFT", "MEX", "MBD")))
    fighters = laid(table.session, cells, 60)
    assert all(width(words(line)) <= cells for line in fighters.lines)
    for combatant in table.now:
        own = " ".join(
            words(line) for line, who in zip(fighters.lines, fighters.rows, strict=True) if who == combatant.id
        )
        assert len(BAR.findall(own)) == 6
        for pool in combatant.profile.pools:
            assert f"{combatant.pool(pool.name)}/{pool.full}" in own


def test_names_of_any_kind_leave_the_columns_where_they_are() -> None:
    names = ("[bold]Gruk[/bold]", "大きな鬼の王さま", "Ann\u202ea", "e\u0301e\u0301e\u0301", "Bo")
    table = at_once(*({**ANNA, "name": name} for name in names))
    shown = text(laid(table.session, 80, 12))[1:]
    assert len({width(line[: BAR.search(line).start()]) for line in shown}) == 1  # type: ignore[union-attr]


def test_whoever_is_asked_or_aimed_at_is_in_sight_and_every_hidden_one_is_counted() -> None:
    table = at_once(*({**(ANNA if n % 2 else GRUK), "name": f"Fighter {n}"} for n in range(1, 41)), count=60)
    table.say("fix fighter-2 count 11", "next", "fighter-2 attack fighter-39", "next")
    session, question = table.session, table.now.question
    assert question is not None and (question.who, question.about) == ("fighter-39", "fighter-2")
    for height in (4, 6, 9, 14):
        fighters = laid(session, 120, height)
        assert {question.who, question.about} <= set(fighters.rows)
        hidden = fighters.above + fighters.below
        assert hidden + len(set(fighters.rows) - {""}) == 40
        assert counted(fighters) == hidden
        assert len(fighters.lines) <= height


def test_of_those_who_are_tied_the_one_the_rules_put_first_is_in_sight() -> None:
    session = fight(
        [(f"Fighter {n}", "heroes", "") for n in range(1, 41)], dice=[20 if n == 33 else 5 for n in range(1, 41)]
    )
    session.say("begin")
    assert "fighter-33" in laid(session, 120, 7).rows


@pytest.mark.parametrize("selected", [8, 9, 10, 30])
def test_no_name_around_the_selected_one_is_shortened_where_there_is_room(selected: int) -> None:
    shown = text(laid(crowd(30), 80, 7, selected=f"fighter-{selected}"))
    assert any(f"Fighter {selected} " in line for line in shown)
    assert not [line for line in shown if "Fight." in line]


@pytest.mark.parametrize("selected", [1, 4, 20, 39, 40])
@pytest.mark.parametrize("height", [7, 10, 13])
def test_a_list_that_is_cut_says_at_each_gap_how_many_are_hidden_there(height: int, selected: int) -> None:
    session = crowd(40)
    fighters = laid(session, 120, height, selected=f"fighter-{selected}")
    assert seats_told(fighters, session) == list(range(40))
    own = [session.encounter.seats[who] for who in dict.fromkeys(fighters.rows) if who]
    block = [seat for seat in own if abs(seat - selected + 1) < height - 3]
    assert block == list(range(block[0], block[-1] + 1)), "around the selected one nobody is left out"
    assert len(block) >= min(height - 5, 40 - selected + 1)


def test_the_further_lines_of_the_selected_one_give_way_before_anybody_is_hidden() -> None:
    table = at_once(*({**ANNA, "name": f"Anna {n}"} for n in range(1, 6)))
    fighters = laid(table.session, 80, 6, selected="anna-3")
    assert set(fighters.rows) - {""} == {f"anna-{n}" for n in range(1, 6)}
    assert sum("mind" in line for line in text(laid(table.session, 80, 7, selected="anna-3"))) == 1


def test_scrolled_by_hand_what_is_above_is_counted_too() -> None:
    session = crowd(40)
    fighters = laid(session, 120, 10, top=20)
    assert counted(fighters) == fighters.above + fighters.below
    assert fighters.above + fighters.below + len(set(fighters.rows) - {""}) == 40


def test_the_fallen_fold_first_into_one_line_that_names_them() -> None:
    session = crowd(9)
    encounter = session.encounter
    for who in ("fighter-2", "fighter-3"):
        encounter = encounter.with_combatant(replace(encounter[who], presence=Presence.DOWN))
    fighters = lay_fighters(encounter, session.rules, cells=120, height=9)
    assert not {"fighter-2", "fighter-3"} & set(fighters.rows)
    assert fighters.rows[1:3] == ("fighter-1", "fighter-4") and "fighter-9" in fighters.rows
    assert text(fighters)[-1] == " 2 down: Fighter 2 and 3" and fighters.below == 2
    fewer = lay_fighters(encounter, session.rules, cells=120, height=7)
    assert text(fewer)[-2:] == [" ↓ 3 more", " 2 down: Fighter 2 and 3"]
    everyone = lay_fighters(encounter, session.rules, cells=120, height=10)
    assert set(encounter.seats) <= set(everyone.rows), "with room for them they keep their seats"


def test_who_stands_is_in_sight_before_the_fallen() -> None:
    """Eight in seven lines; the first, fourth and fifth are down, the second bleeds."""
    session = crowd(8)
    session.say("begin")
    for line in ("fighter-1 falls", "fighter-4 falls", "fighter-5 falls", 'fighter-2 is "bleeding chest"'):
        session.say(line)
    seen = text(laid(session, 80, 7, selected="fighter-2"))
    assert [line[1:2] for line in seen[1:]] == ["2", "3", "6", "7", "8", "3"], seen
    assert seen[-1] == " 3 down: Fighter 1, 4 and 5" and "bleeding chest" not in seen[2]


def test_standing_orders_take_no_line_of_their_own_but_are_said_beside_conditions() -> None:
    table = at_once(ANNA, {**GRUK, "orders": "attack again"})
    assert table.now["gruk"].orders
    assert len(text(laid(table.session, 62, 9))) == 3
    assert text(laid(table.session, 120, 9))[2].endswith("orders")
    table.say("fix gruk prone on")
    assert text(laid(table.session, 62, 9))[3].strip() == "prone, orders"


def tenant(pools: int, group: int) -> Encounter:
    """Six fighters with so many pools, of which those from number `group` on fold; one has less than nothing left."""
    made = tuple(Pool(f"P{n}", f"pool {n}", 30 + n, "deep" if n >= group else "") for n in range(pools))
    encounter = Encounter("another game")
    for seat in range(6):
        points = tuple(-4 if n == 0 and seat == 1 else pool.full for n, pool in enumerate(made))
        profile = Profile(f"f{seat}", f"Fighter {seat}", "one" if seat % 2 else "two", seat, "", made, None)
        encounter = encounter.seated(Combatant(profile, points))
    return encounter


@pytest.mark.parametrize("cells", [62, 80, 90])
@pytest.mark.parametrize(("pools", "group"), [(1, 1), (3, 3), (5, 3), (6, 6), (8, 3), (10, 10), (2, 0)])
def test_any_list_of_pools_in_groups_is_shown(pools: int, group: int, cells: int) -> None:
    encounter = tenant(pools, group)
    fighters = lay_fighters(encounter, fight(DUEL).rules, cells=cells, height=60)
    assert all(width(words(line)) <= cells for line in fighters.lines)
    assert "−4/30" in " ".join(text(fighters)) and fighters.below == 0
    for who in encounter.seats:
        own = [words(line) for line, row in zip(fighters.lines, fighters.rows, strict=True) if row == who]
        bars = [len(bar) for line in own for bar in BAR.findall(line)]
        assert len(bars) == (group or pools) and min(bars) >= 4
        assert (" +" in own[0]) == (0 < group < pools)


def test_conditions_that_find_no_room_leave_a_mark_and_never_hide_anybody() -> None:
    table = at_once(*({**ANNA, "name": f"Anna {n}"} for n in range(1, 6)))
    table.say("fix anna-4 prone on", "fix anna-5 bleeding on")
    shown = text(laid(table.session, 64, 6))
    assert [line[2:9] for line in shown[1:]] == [f"▲Anna {n}" for n in range(1, 6)]
    assert [line[-1] for line in shown[1:]] == ["+", "+", "+", "*", "*"]
    assert "prone" in text(laid(table.session, 64, 9))[5]


@pytest.mark.parametrize(
    ("selected", "marks"), [("brann", ()), ("odo", ()), ("", ("brann", "odo", "sela")), ("hild", ("brann", "odo"))]
)
def test_further_lines_of_those_selected_or_marked_push_nobody_who_stands_out_of_sight(
    selected: str, marks: tuple[str, ...]
) -> None:
    """Six rows and two lines over: whoever is in focus unfolds only as far as the others keep their row."""
    session = warren()
    for line in ("begin", "fix goblin-1 bleeding on", "brann,odo,sela damage 8", "brann,odo,sela is blinded"):
        session.say(line)
    whole = session.encounter
    fighters = lay_fighters(
        folded(whole, ()), session.rules, cells=80, height=9, seen=Seen(selected, marks), whole=whole
    )
    assert not counted(fighters) and len(set(fighters.rows) - {""}) == 6
    assert sum("blinded, orders" in line for line in text(fighters)) >= 1


def test_whoever_is_selected_shows_its_conditions_before_pools_nobody_has_touched() -> None:
    session = warren()
    for line in ("begin", "fix brann count 10", "brann,odo is blinded"):
        session.say(line)
    whole = session.encounter
    fighters = lay_fighters(folded(whole, ()), session.rules, cells=80, height=8, seen=Seen("brann"), whole=whole)
    lines = text(fighters)
    at = next(at for at, line in enumerate(lines) if "Brann" in line)
    assert lines[at + 1].strip() == "blinded, orders" and not any("mind" in line for line in lines)


@pytest.mark.parametrize("name", sample([*ONE_OF_EACH, "goblin-warren"], each=kind))
@pytest.mark.parametrize("cells", [70, 120, 200])
def test_the_bars_of_a_folded_group_have_a_tick_in_the_cell_where_the_points_of_each_member_end(
    name: str, cells: int
) -> None:
    random = Random(f"{name} {cells}")
    session = example(name)
    for one in session.encounter:
        if one.profile.side == session.encounter.combatants[-1].profile.side:
            session.say(f"{one.id} group pack")
            for pool in one.profile.pools:
                if not pool.lacking and random.random() < 0.7:
                    session.say(f"fix {one.id} {pool.name} {random.randint(1, max(1, pool.full))}")
    whole = session.encounter
    standing = [one for one in whole if one.group == "pack" and one.able]
    shown = folded(whole, ())
    if len(standing) < 2:
        assert "┃" not in "".join(map(words, lay_fighters(shown, session.rules, cells=cells, height=60).lines))
        return
    pack = shown[standing[0].id]
    drawn = lay_fighters(shown, session.rules, cells=cells, height=60, seen=Seen(pack.id), whole=whole)
    rows = " ".join(words(line) for line, who in zip(drawn.lines, drawn.rows, strict=True) if who == pack.id)
    bars = re.findall(r"[█▂░▒◂▸┃]{4,}", rows)
    pools = sorted((pool for pool in pack.profile.pools if not pool.lacking), key=lambda pool: pool.group == BESIDE)
    assert len(bars) == len(pools), rows
    for pool, blocks in zip(pools, bars, strict=True):
        theirs = [(own, one) for one in standing for own in one.profile.pools if own.name == pool.name]
        each = {(own.left(one.pool(own.name)), own.full) for own, one in theirs}
        ends = {max(0, len("".join(bar(now, full, len(blocks))).rstrip("░")) - 1) for now, full in each}
        ticks = {at for at, sign in enumerate(blocks) if sign == "┃"}
        arrows = {at for at, sign in enumerate(blocks) if sign in "◂▸"}
        assert ticks == (ends - arrows if len(each) > 1 else set()), (pool.name, each, blocks)


def test_a_group_of_which_one_is_hurt_has_two_ticks_and_one_that_is_whole_has_none() -> None:
    session = example("goblin-warren")
    assert "┃" not in goblins_drawn(session)
    session.say("fix goblin-4 PBD 5")
    drawn = goblins_drawn(session)
    assert drawn.count("┃") == 2 and "┃ " in drawn, "the hurt one, and at the end the whole ones"


def goblins_drawn(session: Session) -> str:
    """The rows of the folded goblins at 80 columns."""
    whole = session.encounter
    drawn = lay_fighters(folded(whole, ()), session.rules, cells=80, height=20, whole=whole)
    return " ".join(words(line) for line, who in zip(drawn.lines, drawn.rows, strict=True) if who.startswith("goblin"))
