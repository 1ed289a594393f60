"""Logs and sheets handed round: whole in one file, told to whom they are for, and safe with any name."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calling import ROOT, call
from tests.export.pages import HOSTILE, alone, printed
from tests.lanes import drawing, sample
from tests.player_screen.table import AMBUSH, Table, leaks
from tracker.export.html import markup, node, plain
from tracker.export.log_pages import escaped
from tracker.export.tables import chances
from tracker.game_api.values import Card, Strike
from tracker.model.questions import Ask

FINISHED = ROOT / "saves" / "finished-duel.fight.toml"
FORMS = ("text", "json", "markdown", "html")


def test_the_log_as_a_page_has_an_axis_and_sums_that_unfold() -> None:
    tree = alone(printed("log", FINISHED, "--format", "html"))
    assert tree.count("svg") == 1 and tree.count("details") > 20
    assert "Brann perception 46 against 39: Failure" in tree.text and "3 × PAW 13 (H-CHECK-1): 39" in tree.text
    bars = [attributes for tag, attributes in tree.tags if tag == "line" and "bar" in (attributes.get("class") or "")]
    plain_log = printed("log", FINISHED)
    assert "32 \n" in tree.text or "32\n" in tree.text, "Brann's first blow was put off from 27 by his parry"
    assert not re.search(r"(?m)^27 ?$", tree.text[: tree.text.index("The fight begins")])
    assert len(bars) == len(re.findall(r"(?m)^ +\d+  .*, lands \d+", plain_log))


def test_the_log_as_markdown_has_a_list_for_each_count() -> None:
    text = printed("log", FINISHED, "--format", "markdown")
    assert text.startswith("# A duel at the mill\n\n**count 0**\n\n- The fight begins\n")
    assert "    - 3 × PAW 13 (H-CHECK-1): 39\n" in text


@drawing
def test_no_log_for_players_has_a_byte_of_the_hidden(tmp_path: Path) -> None:
    """The forms take turns, and every fight begins with another one."""
    crawled = dict.fromkeys(FORMS, 0)
    seeds = sample(range(6))
    for seed in seeds:
        table = Table(tmp_path, seed, name=f"crawl{seed}")
        for turn in range(30):
            if not table.hidden:
                break
            form = FORMS[(seed + turn) % len(FORMS)]
            reply = call("log", table.path, "--for", "players", "--format", form)
            assert leaks((reply.out + reply.err).encode()) == []
            crawled[form] += 1
            table.play(2)
        table.close()
    assert min(crawled.values()) >= len(seeds), crawled
    for form in FORMS:
        assert leaks(call("log", table.path, "--format", form).out.encode()), "the game master reads of them"


def test_what_is_wrong_with_a_fight_is_told_to_players_without_a_word_of_it(table: Table) -> None:
    whole = table.path.read_text("utf-8")
    for broken in (whole.replace("speed = 9", "sped = 9"), whole.replace("987", "-987"), whole[:300]):
        table.path.write_text(broken, encoding="utf-8")
        for form in ("text", "json", "markdown", "html"):
            reply = call("log", table.path, "--for", "players", "--format", form)
            assert reply.code == 2 and reply.err == f"{table.path}: The fight cannot be read just now.\n"
            assert leaks((reply.out + reply.err).encode()) == []


def test_what_was_taken_back_is_marked_for_the_game_master_and_not_told_to_players(table: Table) -> None:
    table.say("fix sela prone on", "undo")
    master = alone(printed("log", table.path, "--format", "html"))
    assert "(undone)" in master.text
    players = alone(printed("log", table.path, "--format", "html", "--for", "players"))
    assert "taken back" not in players.text and "prone" not in players.text


def test_combat_sheets_have_a_box_for_every_point() -> None:
    tree = alone(printed("sheet", ROOT / "saves" / "ambush.toml", "Brann", "--format", "html"))
    assert tree.count("article") == 1
    assert "Bastard Sword" in tree.text and "Mail Shirt" in tree.text and "strike 46" in tree.text
    boxes = sum(tag == "rect" for tag, _ in tree.tags)
    assert boxes == sum(int(full) for full in re.findall(r"\b[PM](?:FT|EX|BD) [^\n]* (\d+)\n", tree.text)) > 200
    everyone = alone(printed("sheet", ROOT / "saves" / "ambush.toml", "--format", "html"))
    assert everyone.count("article") == 8


@pytest.mark.parametrize("path", sample(sorted((ROOT / "saves").glob("*.toml")), 5), ids=lambda path: path.stem)
def test_every_sheet_of_every_game_is_told_in_every_form(path: Path) -> None:
    records = json.loads(printed("sheet", path, "--json"))
    text, tree = printed("sheet", path), alone(printed("sheet", path, "--format", "html"))
    assert tree.count("article") == len(records)
    for record in records:
        told = [row for value in record.values() if isinstance(value, list) for row in value if isinstance(row, str)]
        for words in (record["name"], *told):
            assert words in text and words in tree.text


def test_points_that_are_gone_are_crossed_out(table: Table) -> None:
    table.say("fix brann PFT 30")
    tree = alone(printed("sheet", table.path, "Brann", "--format", "html"))
    full = table.session.encounter["brann"].full("PFT")
    assert sum(tag == "rect" and attributes.get("class") == "gone" for tag, attributes in tree.tags) == full - 30


def test_a_sheet_says_how_its_fighter_stands_and_each_weapon_once(table: Table) -> None:
    before = alone(printed("sheet", table.encounter, "Brann", "--format", "html")).text
    assert "Conditions" not in before and "count " not in before
    while (asked := table.session.encounter.question) is None or (asked.who, asked.ask) != ("brann", Ask.DECLARE):
        table.say("next" if asked is None else "roll" if asked.ask is Ask.DICE else f"{asked.who} wait")
    table.say("brann attack goblin-1", "brann is lame", "fix brann PFT 30")
    text = alone(printed("sheet", table.path, "Brann", "--format", "html")).text
    count = table.session.encounter.count
    assert f"count {count} · bastard sword on Goblin 1, lands" in text and re.search("Conditions: .*lame", text)
    assert "PFT physical fatigue 30 of 36" in text
    assert text.count("Bastard Sword") == before.count("Bastard Sword") == 1 and "hands" in text


def test_hostile_names_change_no_tag(tmp_path: Path) -> None:
    counts: list[Any] = []
    for name in ("Sela", HOSTILE):
        table = Table(tmp_path, text=AMBUSH.replace('"Sela"', f'"{name}"'), name=f"t{len(counts)}")
        table.begin()
        pages = [printed("log", table.path, "--format", "html"), printed("sheet", table.path, "--format", "html")]
        pages.append(printed("log", table.path, "--format", "html", "--for", "players"))
        trees = [alone(page) for page in pages]
        counts.append([tree.tags for tree in trees])
        assert name in trees[0].text and name in trees[1].text
        markdown = printed("log", table.path, "--format", "markdown")
        assert "<b" not in markdown and not re.search(r"(?<!\\)[\]`*]", markdown.replace("**", ""))
        table.close()
    assert [[tag for tag, _ in tags] for tags in counts[0]] == [[tag for tag, _ in tags] for tags in counts[1]]


def test_text_is_only_text_and_carries_no_control_or_bidi_signs() -> None:
    tree = node("p", {"title": '"><script>'}, "a\u202eb\x1b[31m</p>")
    assert markup(tree) == '<p title="&quot;&gt;&lt;script&gt;">ab[31m&lt;/p&gt;</p>'
    assert plain(tree) == ["p", {"title": '"><script>'}, "ab[31m</p>"]
    assert escaped("1. *x* http://y <z>") == "1\\. \\*x\\* http\\://y &lt;z&gt;"


def test_a_chance_stands_apart_from_a_name_that_ends_in_a_number() -> None:
    strike = Strike("Heavy Pistol", (("Corridor Guard 2", 76), ("parry", 51)))
    assert "Corridor Guard 2: 76 · parry 51" in markup(chances(Card("ann", "Ann", (strike,), ())))
