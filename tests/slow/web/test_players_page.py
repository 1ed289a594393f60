"""The page of a player in a real browser: whose turn it is, what is new, silence, a television, and an answer."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.player_screen.table import Table
from tests.tui.terminal import LONG
from tests.web.driven import Browser
from tests.web.serving import Shared, shared
from tests.web.table import Master, master

SIZES = ((320, 640), (390, 844), (768, 1024), (1024, 768), (1280, 800), (1920, 1080))
FITS = "return document.documentElement.scrollWidth <= document.documentElement.clientWidth"
STANDS = "return document.documentElement.scrollHeight <= document.documentElement.clientHeight"
LATER = "const now = Date.now; Date.now = () => now() + {}; return 0"
PRESS = (
    "const one = [...document.querySelectorAll('#seat button')].find(b => b.textContent.startsWith({!r}));"
    "if (one) one.click(); return Boolean(one)"
)


def page_of(share: Shared, player: str) -> str:
    """The address of a player's page."""
    return f"http://127.0.0.1:{share.port}{share.paths[player]}"


def test_ones_own_fighter_comes_first_with_what_is_aimed_at_it(table: Table, window: Browser) -> None:
    table.until_declares("goblin-1")
    with shared(table.path) as share:
        window.open(page_of(share, "Ana"), 390, 844)
        window.until("return document.querySelector('#you').innerText.includes('You act')")
        table.say("goblin-1 close brann")
        window.until("return document.querySelector('#you .aimed')?.innerText.includes('Goblin 1')")
        assert "lands" in window.run("return document.querySelector('#you .aimed').innerText")
        assert "Sela" in window.run("return document.querySelector('#fighters').innerText")
        assert "Brann" not in window.run("return document.querySelector('#fighters').innerText")
        assert window.run("return document.querySelectorAll('.axis .mine').length") == 1


def test_what_is_aimed_at_a_fighter_has_room_on_a_small_phone(table: Table, window: Browser) -> None:
    table.until_declares("goblin-1")
    table.say("goblin-1 close brann")
    with shared(table.path) as share:
        for wide, high in SIZES:
            window.open(page_of(share, "Ana"), wide, high)
            window.until("return document.querySelector('#you .aimed') !== null")
            rooms = window.run("return [...document.querySelectorAll('.deeds .words')].map(one => one.clientWidth)")
            assert rooms and min(rooms) >= 180, (wide, rooms)


def test_a_turn_is_in_the_title_and_the_colour_and_goes_again(table: Table, window: Browser) -> None:
    table.until_declares("brann")
    with shared(table.path) as share:
        window.open(page_of(share, "Ana"), 390, 844)
        window.until("return document.title.startsWith('► Your turn')")
        assert "Your turn" in window.run("return document.querySelector('#now .yours').innerText")
        table.say("brann wait")
        window.until("return document.title === 'At the ford' && !document.querySelector('.yours')")


def test_on_the_colour_of_a_turn_the_moments_to_come_have_the_colour_of_its_words(
    window: Browser, tmp_path: Path
) -> None:
    text = (Path(__file__).parents[3] / "saves" / "plain-skirmish.toml").read_text("utf-8")
    table = Table(tmp_path, text=text, name="plain")
    table.begin()
    table.until_declares("ann")
    with shared(table.path) as share:
        window.open(page_of(share, "Ada"), 390, 844)
        window.until("return document.querySelector('.yours .next .at') !== null")
        colour = "return getComputedStyle(document.querySelector({!r})).color"
        assert window.run(colour.format(".yours .next .at")) == window.run(colour.format(".yours .call"))
    table.close()


def test_a_phone_that_was_touched_shakes_when_the_turn_comes_and_only_then(table: Table, window: Browser) -> None:
    with shared(table.path) as share:
        window.open(page_of(share, "Ana"), 390, 844)
        window.until("return document.querySelector('#happened li') !== null")
        window.run("window.shaken = []; navigator.vibrate = pattern => shaken.push(pattern); return 0")
        window.tap(200, 20)
        table.until_declares("brann")
        window.until("return shaken.length > 0")
        assert window.run("return shaken") == [[200, 100, 200]]
        table.say("brann wait")
        window.until("return !document.querySelector('.yours')")
        assert len(window.run("return shaken")) == 1


def test_the_axis_of_a_phone_is_scrolled_to_now_with_the_names_in_sight(table: Table, window: Browser) -> None:
    table.play(40)
    with shared(table.path) as share:
        window.open(page_of(share, "Ana"), 320, 640)
        window.until("return document.querySelector('.roll line.now') !== null")
        within = (
            "const roll = document.querySelector('.roll').getBoundingClientRect();"
            "return [...document.querySelectorAll('.roll {}')].every(one => {{"
            "const box = one.getBoundingClientRect(); return box.left >= roll.left && box.left <= roll.right }})"
        )
        assert window.run("return document.querySelector('.roll').scrollWidth > 320"), "there is more than is seen"
        assert window.run(within.format("line.now")) and window.run(within.format(".name"))


def test_only_what_is_new_is_said(table: Table, window: Browser) -> None:
    with shared(table.path) as share:
        window.open(page_of(share, ""), 390, 844)
        window.until("return document.body.innerText.includes('The fight begins')")
        assert window.run("return document.querySelector('#said').textContent") == ""
        table.say("fix sela prone on")
        window.until("return document.querySelector('#said').textContent !== ''")
        spoken = window.run("return document.querySelector('#said').textContent")
        assert "prone" in spoken and "The fight begins" not in spoken


def test_a_server_that_stands_still_is_told_of_after_25_seconds(table: Table, window: Browser) -> None:
    with shared(table.path) as share:
        window.open(page_of(share, "Ana"), 390, 844)
        window.until("return document.body.innerText.includes('Goblin 2')")
        os.kill(share.process.pid, signal.SIGSTOP)
        window.run(LATER.format(20_000))
        time.sleep(1.2)
        assert "Last heard" not in window.text()
        window.run(LATER.format(6_000))
        window.until("return document.querySelector('#link').textContent.startsWith('Last heard 25 s ago')")
        os.kill(share.process.pid, signal.SIGCONT)
        window.until("return document.querySelector('#link').textContent === ''")


def test_a_revoked_link_says_whom_to_ask_and_a_full_house_says_so(table: Table, window: Browser) -> None:
    from tests.cli.calling import call

    with shared(table.path) as share:
        window.open(page_of(share, "Ana"), 390, 844)
        window.until("return document.body.innerText.includes('Goblin 2')")
        assert call("share", table.path, "--revoke", "Ana").code == 0
        window.until("return document.querySelector('#link').textContent.includes('Ask your game master')")
        assert share.get(share.paths["Ana"]).status == 404 and share.get(share.paths["Ben"]).status == 200


@pytest.mark.parametrize("fight", ["goblin-warren", "phases-ambush", "prism-corridor", "plain-skirmish"])
def test_a_television_shows_everybody_without_scrolling(window: Browser, tmp_path: Path, fight: str) -> None:
    text = (Path(__file__).parents[3] / "saves" / f"{fight}.toml").read_text("utf-8")
    table = Table(tmp_path, text=text, name=fight)
    table.begin()
    table.play(20)
    with shared(table.path) as share:
        window.open(page_of(share, ""), 1920, 1080)
        window.until("return document.body.classList.contains('wall')")
        assert window.run(STANDS) and window.run(FITS)
        cards = window.run(
            "return [...document.querySelectorAll('#fighters .fighter')].every("
            "one => one.getBoundingClientRect().bottom <= innerHeight)"
        )
        assert cards, "everybody is in"
    table.close()


@pytest.mark.parametrize("fighters", [5, 7])
def test_on_a_television_no_card_stands_alone_below_a_full_row(window: Browser, tmp_path: Path, fighters: int) -> None:
    more = "".join(f'[[combatant]]\nname = "Hero {n}"\n' for n in range(fighters - 1))
    table = Table(tmp_path, text=f'{more}[[combatant]]\nfrom = "goblin"\nside = "raiders"\n', name="many")
    table.begin()
    with shared(table.path) as share:
        window.open(page_of(share, ""), 1920, 1080)
        window.until("return document.body.classList.contains('wall')")
        tops = window.run(
            "return [...document.querySelectorAll('#fighters .fighter')].map(one => one.getBoundingClientRect().top)"
        )
        rows = [tops.count(top) for top in sorted(set(tops))]
        assert len(tops) == fighters and max(rows) - min(rows) <= 1, rows
        assert window.run(STANDS) and window.run(FITS)
    table.close()


def test_twice_as_large_text_fits_a_small_phone(still: Shared, window: Browser) -> None:
    for wide, high in ((320, 640), (390, 844)):
        window.open(page_of(still, "Ana"), wide, high)
        window.until("return document.body.innerText.includes('Bastard Sword')")
        window.run("document.documentElement.style.fontSize = '200%'; return 0")
        assert window.run(FITS), wide


def test_how_a_phone_calls_is_chosen_on_it_and_kept(still: Shared, window: Browser) -> None:
    window.open(page_of(still, "Ana"), 390, 844)
    kept = "return Object.entries(JSON.parse(localStorage.getItem('attention') || '{}')).flat().join(' ')"
    for at in (1, 2):
        window.until(f"document.querySelectorAll('.settings input')[{at}].click(); return true")
    assert window.run(kept) == "buzz true sound true awake true"
    window.open(page_of(still, "Ana"), 390, 844)
    window.until("return document.querySelectorAll('.settings input:checked').length === 3")
    window.run("document.querySelectorAll('.settings input')[0].click(); return 0")
    assert window.run(kept) == "buzz false sound true awake true"


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[Master]:
    """The duel, played by a game master who shares it."""
    path = tmp_path / "duel.toml"
    path.write_text((Path(__file__).parents[3] / "saves" / "duel.toml").read_text("utf-8"), encoding="utf-8")
    with master(path) as own:
        yield own


def until_step(own: Master, line: str) -> None:
    """Wait until a line is in the fight's file."""
    end = time.monotonic() + LONG
    while line not in own.steps_by("Ana"):
        assert time.monotonic() < end, ([block.get("line") for block in own.blocks()], own.terminal.written[-600:])
        time.sleep(0.05)


def test_dice_and_a_declaration_from_a_phone_in_as_many_taps_as_promised(duel: Master, window: Browser) -> None:
    link = duel.links.of("Ana")
    assert link is not None
    window.open(f"http://127.0.0.1:{duel.shared.port}{link.address}", 390, 844)
    window.until("return document.body.innerText.includes('has not begun')")
    duel.terminal.send("\r")
    for what, keys, line in (("perception", ("4", "2", "Send"), "42"), ("initiative", ("6", "5", "Send"), "6 5")):
        window.until(f"return document.querySelector('#seat').innerText.includes('roll {what}')")
        for key in keys:
            window.until(PRESS.format(key))
        duel.terminal.until("Enter takes it")
        duel.terminal.quiet()
        duel.terminal.send("\r")
        until_step(duel, line)
    duel.terminal.send(" ")
    duel.terminal.quiet()
    duel.terminal.send(":gruk wait\r")
    duel.terminal.quiet()
    while "What does Brann do" not in window.run("return document.querySelector('#seat').innerText"):
        duel.terminal.send(" ")
        duel.terminal.quiet()
    for wide, high in SIZES:
        window.open(f"http://127.0.0.1:{duel.shared.port}{link.address}", wide, high, dark=wide % 3 == 0)
        window.until("return document.querySelector('#seat').innerText.includes('What does Brann do')")
        assert window.run(FITS) and window.faults() == [], (wide, high)
    window.open(f"http://127.0.0.1:{duel.shared.port}{link.address}", 320, 640)
    window.until("return document.querySelector('#seat').innerText.includes('What does Brann do')")
    window.run("scrollTo(0, document.body.scrollHeight); return 0")
    window.until("return !document.querySelector('#call').hidden")
    assert "What does Brann do" in window.run("return document.querySelector('#call').innerText")
    window.run("document.querySelector('#call').click(); return 0")
    window.until("return document.querySelector('#call').hidden")
    assert window.run("return document.querySelector('#seat').contains(document.activeElement)")
    taps = ("attack", "Gruk", "Send")
    for tap in taps:
        window.until(PRESS.format(tap))
    assert len(taps) <= 4
    duel.terminal.until("Enter takes it")
    duel.terminal.quiet()
    duel.terminal.send("\r")
    until_step(duel, "brann attack gruk bastard-sword")
    assert not any("Content Security Policy" in text for text in window.complaints())


def test_a_page_opened_while_its_question_is_open_asks_it_at_once(duel: Master, window: Browser) -> None:
    link = duel.links.of("Ana")
    assert link is not None
    duel.terminal.send("\r")
    asked = duel.phone("Ana").asked("dice")
    assert asked["text"] in duel.shared.get(link.path).body.decode().partition("<script>")[0], "also without script"
    window.open(f"http://127.0.0.1:{duel.shared.port}{link.address}", 390, 844)
    window.until("return document.querySelector('#seat').innerText.includes('Roll for me')")
    assert window.run("return document.title").startswith("► Your dice")
    window.run("location.reload(); return 0")
    window.until("return [...document.querySelectorAll('#seat button')].some(key => key.innerText === 'Roll for me')")


def test_a_page_opened_without_the_part_behind_the_hash_only_reads(duel: Master, window: Browser) -> None:
    link = duel.links.of("Ana")
    assert link is not None
    duel.terminal.send("\r")
    duel.phone("Ana").asked("dice")
    window.open(f"http://127.0.0.1:{duel.shared.port}{link.path}", 390, 844)
    window.until("return document.querySelector('#seat').innerText.includes('This address only reads')")
    assert window.run("return document.querySelectorAll('#seat button').length") == 0
    window.open(f"http://127.0.0.1:{duel.shared.port}{link.address}", 390, 844)
    window.until("return document.querySelector('#seat').innerText.includes('Roll for me')")
