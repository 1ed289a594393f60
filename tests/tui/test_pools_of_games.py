"""The pools of every game that ships, on the screen: in words above bars that can be read, folded until touched."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.lanes import one_a_game, sample
from tests.tui.opening import declaring
from tests.tui.paper import Paper
from tests.tui.playing import SIZES, every_size
from tracker.campaign.reinforcements import stock
from tracker.dice.source import SeededDice
from tracker.session import Session
from tracker.storage.preparation import read_encounter
from tracker.tui.widgets.fighters import FightersPane
from tracker.tui.widgets.timeline import TimelinePane
from tracker.views.pools import word

SAVES = Path(__file__).parents[2] / "saves"
EXAMPLES = sorted(path for path in SAVES.glob("*.toml") if not path.name.endswith(".fight.toml"))
BAR = re.compile("[▂█◂▸▒░]+")
LEAST, MOST = 6, 4
"""The cells of a bar where a game has so many pools in play; of more pools bars have half of them."""


def session_of(path: Path) -> Session:
    fight = read_encounter(path)
    return Session(fight.encounter, fight.rules, SeededDice(5), None, stock(fight))


def rows(session: Session, size: tuple[int, int]) -> tuple[str, dict[str, list[str]]]:
    """The heading of the page of all pools, and the lines of each who is in sight."""
    player = Paper(session, size)
    player.press("f")
    drawn = player.screen.query_one(FightersPane).drawn
    assert drawn is not None
    lines = ["".join(span.text for span in line).rstrip() for line in drawn.lines]
    own: dict[str, list[str]] = {}
    for line, who in zip(lines[1:], drawn.rows[1:], strict=True):
        own.setdefault(who, []).append(line)
    return lines[0], own


@every_size
@pytest.mark.parametrize("path", sample(one_a_game(EXAMPLES), 4), ids=lambda path: path.stem)
def test_pools_in_play_are_named_in_words_above_bars_of_six_cells_or_more(path: Path, size: tuple[int, int]) -> None:
    session = session_of(path)
    heading, own = rows(session, size)
    columns = len({pool.name for one in session.encounter for pool in one.profile.pools if not pool.group})
    for who, lines in own.items():
        if not who:
            continue
        in_play = [pool for pool in session.encounter[who].profile.pools if not (pool.group or pool.lacking)]
        bars = BAR.findall(lines[0])
        assert len(bars) >= len(in_play) and min(map(len, bars)) >= (LEAST if columns <= MOST else LEAST // 2), lines[0]
        for pool in in_play:
            assert (pool.short or pool.label) in heading or (columns > MOST and pool.name in heading)


def test_six_with_eight_pools_each_stand_in_a_row_each_at_80_by_24() -> None:
    session = session_of(SAVES / "phases-corridor.toml")
    _, own = rows(session, (80, 24))
    assert len(own) == 6 and all(len(lines) == 1 and lines[0].endswith("+") for lines in own.values())


@every_size
def test_a_limb_unfolds_when_it_is_hit_and_all_of_them_where_their_owner_is_selected(
    size: tuple[int, int],
) -> None:
    session = session_of(SAVES / "phases-corridor.toml")
    for line in ("begin", "roll", "roll", "vos damage 2 left arm", "fix vos prone on"):
        session.say(line)
    _, own = rows(session, size)
    prone = "" if own["vos"][0].endswith(" prone") else "  prone"
    assert re.fullmatch(rf" {{5}}limbs +LA █+▒*░+ +2/4{prone}", own["vos"][1]), own["vos"]
    assert len(own["vos"]) == 2
    player = Paper(session, size)
    player.press("f")
    player.controller.view.select("vos")
    player.screen.draw()
    drawn = player.screen.query_one(FightersPane).drawn
    assert drawn is not None
    whole = " ".join(
        "".join(span.text for span in line) for line, who in zip(drawn.lines, drawn.rows, strict=True) if who == "vos"
    )
    if size == (80, 24):
        assert re.search(r"limbs +LA █+▒*░+ +2/4  prone", whole), "in little room nobody gives way to whole limbs"
        assert all(who in drawn.rows for who in own)
    else:
        assert re.search(r"RA ▂+ +4/4 +LA .* +2/4 +RL ▂+ +7/7 +LL ▂+ +7/7", whole), whole


def test_a_layer_of_armour_has_a_bar_beside_its_name() -> None:
    session = session_of(SAVES / "prism-armour.toml")
    for size in SIZES:
        _, own = rows(session, size)
        armour = " ".join(own["wren"][1:])
        assert re.search(r"[Pp]adding (AC )?██+░+ +7/12", armour), armour


def test_what_finds_no_room_leaves_a_mark() -> None:
    """With a third fighter's layers unfolded at 80 by 24, the touched layers of the first two fold into a +."""
    session = session_of(SAVES / "prism-armour.toml")
    player = Paper(session, (80, 24))
    player.press("3")
    drawn = player.screen.query_one(FightersPane).drawn
    assert drawn is not None
    lines = {
        who: "".join(span.text for span in line).rstrip()
        for line, who in reversed(list(zip(drawn.lines, drawn.rows, strict=True)))
    }
    assert drawn.rows.count("sir-odo") == 1 and lines["sir-odo"].endswith(" +")


def test_pools_once_touched_stay_in_sight_on_a_wide_terminal_until_that_is_undone() -> None:
    session = declaring("brawl", "hanna")
    full = session.encounter["hanna"].full("MFT")
    player = Paper(session, (200, 50))
    player.press("f")

    def minds() -> list[str]:
        return [line for line in player.screen._fighters.text() if f"{full}/{full}" in line and " mind" in line]

    assert not minds()
    session.say("fix hanna MFT 5")
    session.say(f"fix hanna MFT {full}")
    player.screen.draw()
    assert len(minds()) == 1, "full again, and still there"
    player.resize(120, 36)
    assert not minds(), "where room is dear it folds"
    player.resize(200, 50)
    session.say("undo")
    session.say("undo")
    player.screen.draw()
    assert not minds(), "what was undone never happened"


@every_size
@pytest.mark.parametrize("name", sample([path.stem for path in EXAMPLES], 4))
def test_no_pool_is_called_by_a_name_that_only_its_game_knows(name: str, size: tuple[int, int]) -> None:
    session = session_of(SAVES / f"{name}.toml")
    unheard = {
        pool.name
        for fighter in session.encounter
        for pool in fighter.profile.pools
        if not pool.name.isupper() and pool.name not in word(pool)
    }
    board = Paper(session, size).screen.query_one(TimelinePane)
    labels = {span.text.strip() for line in board.lines for span in line if span.role == "dim"}
    assert not unheard & labels
    assert size[0] < 110 or board.text()[0].partition(" f ")[2].strip(), "the key of the pools has a heading"
