"""Recaps: who won, how, and what turned the fight stand there at a glance, as the players saw it and in any page."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from tests.cli.calling import ROOT, call
from tests.export.pages import HOSTILE, alone, printed
from tests.lanes import drawing, sample
from tests.leaks.fights import EDITIONS, document, line_now
from tests.leaks.twins import Twin
from tests.leaks.ways_out import Onlooker
from tests.player_screen.table import AMBUSH, Table, leaks
from tracker.dice.source import SeededDice
from tracker.export.recap import Curve, Recap, recap_of
from tracker.export.recap_pages import as_markdown, as_text
from tracker.model.refusals import Refused
from tracker.narration.facts import Blow
from tracker.player_screen.spectator import Spectator
from tracker.players.chronicle import Chronicle
from tracker.players.log import Line
from tracker.session import Session
from tracker.storage.preparation import prepare
from tracker.text import extras

SAVES = ROOT / "saves"
SVG = "{http://www.w3.org/2000/svg}"
RECAP = ("--for", "players", "--recap", "--format")
ENDED = {
    "chase": "Watch holds the field, both fighters; Nim has surrendered. It lasted 181 counts, 18.1 seconds.",
    "duel": "Brann holds the field; Gruk is down. It lasted 117 counts, 11.7 seconds.",
    "feats-drowning": "Everybody stands: Nell, Hob and Old Tom. It lasted 10 minutes 26 seconds.",
    "goblin-warren": "The heroes hold the field, all 5 fighters; the raiders: 4 down, 3 gone, 5 surrendered.",
    "gunfight": "Law holds the field, both fighters; gang: 1 down, 1 surrendered.",
    "phases-corridor": "The boarders hold the field, 2 of 3, 1 down; crew are all down. It lasted 18 sub-phases, 36 s",
    "prism-armour": "The guards hold the field, 2 of 3, 1 down; the robbers are all down. It lasted 56 ticks, 56 s",
    "psychic-duel": "Ilva holds the field; Morn is down. It lasted 151 counts, 15.1 seconds.",
    "ticks-ford": "The travellers hold the field, both fighters; the raiders are all down. It lasted 73 ticks, 36.5",
    "passes-vault": "Security holds the field, 2 of 4, 2 down; crew are all down. It lasted 3 turns, 7.8 seconds.",
    "segments-gatehouse": "The wardens hold the field, 4 of 5, 1 down; the intruders are all down. It lasted 49",
    "shots-warehouse": "The heroes hold the field, both fighters; syndicate are all down. It lasted 4 sequences, 18.6",
    "ranks-bridge": "The pilgrims hold the field, 1 of 2, 1 down; the cutters are all down. It lasted 16 rounds",
    "countup-bridge": "The wardens hold the field, 1 of 2, 1 down; the raiders are all down. It lasted 96 seconds.",
    "d20-lair": "The heroes hold the field, all 4 fighters; lair are all down. It lasted 4 rounds, 21.6 seconds.",
    "percent-crypt": "Town holds the field, 2 of 3, 1 down; crypt are all down. It lasted 6 rounds, 60 seconds.",
    "wrestling": "Tomas holds the field; The Bear has surrendered. It lasted 126 counts, 12.6 seconds.",
}
TURNED = {
    "chase": "Close quarters 167 Nim closes in with Sergeant Holt",
    "duel": "Biggest hit 117 Brann hits Gruk, left foot: badly hurt",
    "feats-drowning": "Done 25 Nell succeeds: rescue Old Tom",
    "goblin-warren": "Half of the raiders out of the fight 100 Goblin 6 leaves: 6 of 12 are left",
    "gunfight": "First out of the fight 50 Black Jack goes down under a blow of Kit, chest",
    "phases-corridor": "Biggest hit 3.3 Vos hits Thug 2, head: badly hurt",
    "prism-armour": "First out of the fight 28 Guard 1 goes down under a blow of Sir Odo, head",
    "psychic-duel": "Out of the fight 151 Morn goes down under a blow of Ilva",
    "ticks-ford": "Narrow escape 14 Ysolde is down to 5 of 16 life and still stands",
    "passes-vault": "Half of the security out of the fight 3.1:21 Corridor Guard 2 goes down: 2 of 4 are left",
    "segments-gatehouse": "Biggest hit 36 Tamsin hits Gate Warden 1: badly hurt",
    "shots-warehouse": "Half of the syndicate out of the fight 2:13 Dock Tough 3 goes down: 2 of 5 are left",
    "ranks-bridge": "Narrow escape 2.rank-5 Harmast is badly hurt and still stands",
    "countup-bridge": "Last out of the fight 96 Wolf goes down under a blow of Ulf",
    "d20-lair": "Half of the lair out of the fight 1:8 Kobold 5 goes down: 4 of 9 are left",
    "percent-crypt": "Biggest hit 3.3 Ghoul 3 hits Ines, body (hit points −12)",
    "wrestling": "Out of the fight 126 The Bear surrenders after a hit by Tomas",
}
every_fight = pytest.mark.parametrize("name", sample(ENDED, 3))


@cache
def chronicle_of(name: str) -> Chronicle:
    spectator = Spectator(SAVES / f"finished-{name}.fight.toml")
    spectator.look()
    chronicle = spectator.chronicle()
    assert chronicle is not None
    return chronicle


@cache
def recapped(name: str) -> Recap:
    """The recap of a fight that ships; nothing of it ever changes."""
    return recap_of(chronicle_of(name))


@every_fight
def test_who_won_and_what_turned_it_stand_at_the_top(name: str) -> None:
    recap = recapped(name)
    assert f"{recap.ended} It lasted {recap.lasted}.".startswith(ENDED[name].rstrip("."))
    turns = [f"{turn.heading} {recap.unit.text(turn.at)} {turn.text}" for turn in recap.turns]
    assert TURNED[name] in turns
    assert 2 < len(turns) <= 5 and [turn.at for turn in recap.turns] == sorted(turn.at for turn in recap.turns)
    page = "\n".join(as_markdown(recap))
    assert page.index("**It lasted" if "**It lasted" in page else "It lasted") < page.index("## Turning points")


def test_every_finished_fight_is_read() -> None:
    assert {path.name for path in SAVES.glob("finished-*.fight.toml")} == {f"finished-{n}.fight.toml" for n in ENDED}


def test_what_each_did_is_a_row_and_a_group_of_strangers_one_together() -> None:
    rows = {row.name: row for row in recapped("goblin-warren").rows}
    assert list(rows) == ["Brann", "Odo", "Sela", "Hild", "Wat", "12 goblins"]
    assert rows["12 goblins"].ended == "4 fell, 3 left, 5 surrendered"
    duel = {row.name: row for row in recapped("duel").rows}
    brann = duel["Brann"]
    assert (brann.player, brann.blows, brann.hits, brann.was_hit) == ("Ana", 5, 4, 1)
    assert brann.lost == "fatigue 11, exhaustion 1" and brann.ended == "stands"
    odo = next(row for row in recapped("prism-armour").rows if row.name == "Sir Odo")
    assert odo.lost == "stamina 13, trauma 20", "armour is no measure of the whole"
    assert duel["Gruk"].lost == "" and duel["Gruk"].ended == "fell at count 117", "players see no points of a stranger"


def test_a_round_with_a_name_is_told_by_it() -> None:
    recap = recapped("passes-vault")
    headings = [scene.heading for scene in recap.scenes]
    assert [heading.partition(":")[0] for heading in headings] == ["Turns 1–2", "Turn 2", "Turn 3"]
    assert {row.name: row.ended for row in recap.rows}["Slab"] == "fell in turn 3, pass 2, point 11"
    assert dict(recap.sides)["security"] == "Corridor Guard 1–3, Wired Blade"
    rounds = recapped("ranks-bridge")
    assert rounds.scenes[0].heading == "Rounds 1–2: Reed Cutter 1 goes down"
    assert "(round 2, rank 5)" in "\n".join(as_markdown(rounds)), "a name of the clock is words, and no word typed"


def test_a_column_without_anything_in_it_is_left_out() -> None:
    def heads(name: str) -> str:
        return next(line for line in as_markdown(recapped(name)) if line.startswith("| fighter"))

    assert heads("duel") == "| fighter | player | blows | hits | times hit | lost to blows | in the end |"
    assert heads("gunfight") == "| fighter | blows | hits | times hit | in the end |"
    assert heads("feats-drowning") == "| fighter | player | in the end |"


@every_fight
def test_no_scene_is_the_beginning_alone(name: str) -> None:
    scenes = recapped(name).scenes
    assert [line.text for _, moment in scenes[0].moments for line in moment] != ["The fight begins"]


@every_fight
def test_no_line_says_a_thing_twice_or_in_a_word_that_is_typed(name: str) -> None:
    for scene in recapped(name).scenes:
        for _, moment in scene.moments:
            texts = [line.text for line in moment]
            assert len(set(texts)) == len(texts), texts
            assert not any(re.search(r"answers .*: .*-", text) for text in texts), texts


def test_what_is_still_under_way_is_told_in_words() -> None:
    told = "\n".join(as_markdown(recapped("wrestling")))
    assert "The Bear: getting free from Tomas" in told and "**74** The Bear: still held" in told
    assert "Sir Odo: defensive" not in "\n".join(as_markdown(recapped("prism-armour")))


def test_the_fight_lasts_as_long_as_anything_that_is_seen_of_it() -> None:
    spectator = Spectator(ROOT / "tests" / "old_fights" / "0.3.0" / "feats-drowning.fight.toml")
    spectator.look()
    chronicle = spectator.chronicle()
    assert chronicle is not None
    recap = recap_of(chronicle)
    assert recap.last == max(at for curve in recap.curves for at, _ in curve.steps) > chronicle.now


def test_curves_hold_the_two_measures_of_which_most_was_lost() -> None:
    curves = {(curve.name, curve.what): curve for curve in recapped("phases-corridor").curves}
    assert ("Kane", "hit factors") in curves and ("Kane", "vitals") in curves
    assert not any("arm" in what or "leg" in what for _, what in curves), "a limb is no measure of the whole"
    kane: Curve = curves["Kane", "hit factors"]
    assert kane.steps[0] == (0, 1.0) and kane.steps[-1][1] == 0 and kane.left == "−4/30"
    assert curves["Thug 1", ""].left == "down"
    goblins = next(curve for curve in recapped("goblin-warren").curves if curve.what == "standing")
    assert goblins.steps[0][1] == 1 and goblins.steps[-1][1] == 0


def test_the_log_is_told_by_scenes_with_groups_folded() -> None:
    recap = recapped("goblin-warren")
    assert recap.scenes[0].heading == "Count 0–34: Goblin 2 leaves; Goblin 1 goes down"
    told = [line for scene in recap.scenes for _, moment in scene.moments for line in moment]
    texts = [line.text for line in told]
    assert "Goblin 1, 3, 4, 6–9 and 12: short sword on Wat, Hild, Sela and Brann, lands at 23" in texts
    assert sum("lands at 23" in text for text in texts) == 1, "in the same moment, whatever landed between"
    assert {line.quiet for line in told if line.text.startswith("Odo hits")} == {False}
    assert {line.quiet for line in told if "answers" in line.text} == {True}
    ats = [at for scene in recap.scenes for at, _ in scene.moments]
    assert ats == sorted(ats)


def test_the_page_needs_nothing_else_and_has_a_chart() -> None:
    tree = alone(printed("log", SAVES / "finished-duel.fight.toml", *RECAP, "html"))
    assert tree.count("svg") == 1 and tree.count("path") == 3 and tree.count("table") == 1
    heads = ["Turning points", "Who did what", "How they fared", "What happened"]
    assert [line for line in tree.text.split("\n") if line in heads] == heads


def test_markdown_has_a_chart_of_blocks_as_wide_for_everybody() -> None:
    text = printed("log", SAVES / "finished-duel.fight.toml", *RECAP, "markdown")
    blocks = re.findall(r"[▁-█·]{3,}", text)
    assert len(blocks) == 3 and {len(bar) for bar in blocks} == {40}
    assert re.search(r"Gruk +█+▆+· +down", text)


@pytest.mark.parametrize("form", ["markdown", "html", "text"])
def test_hostile_names_stay_text(tmp_path: Path, form: str) -> None:
    table = Table(tmp_path, text=AMBUSH.replace('"Sela"', f'"{HOSTILE}"'))
    table.begin()
    page = printed("log", table.path, *RECAP, form)
    if form == "html":
        assert HOSTILE in alone(page).text and "<b onload" not in page
    elif form == "markdown":
        assert "<b" not in page
        bare = re.sub(r"```text.*?```", "", page, flags=re.S)
        assert not re.search(r"(?<!\\)[`*_\[\]]", bare.replace("**", ""))
    table.close()


@drawing
def test_no_recap_has_a_byte_of_the_hidden(tmp_path: Path) -> None:
    for seed in sample(range(3)):
        table = Table(tmp_path, seed, name=f"recap{seed}")
        table.play(24)
        if table.hidden:
            for form in ("markdown", "html", "text"):
                reply = call("log", table.path, *RECAP, form)
                assert reply.code == 0 and leaks((reply.out + reply.err).encode()) == []
        table.close()


def test_a_fight_that_has_not_begun_has_a_recap_too(tmp_path: Path) -> None:
    table = Table(tmp_path)
    assert "The fight has not begun." in printed("log", table.path, *RECAP, "markdown")
    table.close()


def test_the_summary_for_players_is_the_head_of_the_recap() -> None:
    text = printed("log", SAVES / "finished-duel.fight.toml", "--for", "players", "--summary")
    assert text.splitlines() == list(as_text(recapped("duel"), whole=False))
    assert "lands" not in text and "Brann (Ana): 4 of 5 blows hit, was hit once, lost fatigue 11" in text


def test_the_summary_is_the_one_of_the_fight() -> None:
    text = printed("log", SAVES / "finished-duel.fight.toml", "--summary")
    assert text.startswith("Brann holds the field; Gruk is down.") and "Blows: 5, 4 hit" in text
    assert '"holds": "heroes"' in printed("log", SAVES / "finished-duel.fight.toml", "--summary", "--format", "json")


# A part of the log


@pytest.mark.parametrize("form", sample(["text", "markdown", "html", "json"], 2))
@pytest.mark.parametrize("audience", ["master", "players"])
def test_a_log_may_begin_later_and_keep_only_some_lines(form: str, audience: str) -> None:
    duel = (SAVES / "finished-duel.fight.toml", "--for", audience, "--format", form)
    whole, since = printed("log", *duel), printed("log", *duel, "--since", "97")
    began = '"Began"' if (form, audience) == ("json", "master") else "The fight begins"
    assert began in whole and began not in since
    some = printed("log", *duel, "--since", "97", "--only", "gruk", "--only", "foot")
    assert 0 < len(some) < len(since) < len(whole)


def test_a_recap_of_the_end_still_tells_the_whole_head() -> None:
    text = printed("log", SAVES / "finished-duel.fight.toml", *RECAP, "markdown", "--since", "107")
    assert "(count 25): Gruk hits Brann" in text and "short sword on Brann, lands at 25" not in text


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--recap",), "add --for players"),
        (
            ("--for", "players", "--recap", "--format", "json"),
            "A recap is a page: --format markdown or html",
        ),
        (("--for", "players", "--format", "csv"), "secret ones too; it cannot be --for players"),
        (("--summary", "--format", "html"), "A summary is text or json, not html"),
        (("--for", "players", "--summary", "--format", "json"), "The players' summary is text"),
        (("--format", "lines", "--since", "3"), "needs all of them"),
        (("--summary", "--only", "Gruk"), "needs all of them"),
        (("--since", "soon"), "--since takes a count such as 45, not 'soon'."),
    ],
)
def test_what_does_not_fit_together_is_refused(words: tuple[str, ...], sentence: str) -> None:
    reply = call("log", SAVES / "finished-duel.fight.toml", *words)
    assert (reply.code, reply.out) == (2, "") and sentence in reply.err, reply.err


# A file of its own


def test_a_page_is_written_into_a_new_file_and_never_over_one(tmp_path: Path) -> None:
    out, fight = tmp_path / "duel.html", SAVES / "finished-duel.fight.toml"
    reply = call("log", fight, *RECAP, "html", "--out", out)
    assert (reply.code, reply.out, reply.err) == (0, "", f"Written: {out}\n")
    assert out.read_text("utf-8") == printed("log", fight, *RECAP, "html")
    out.write_text("mine", encoding="utf-8")
    again = call("log", fight, *RECAP, "html", "--out", out)
    assert again.code == 2 and "exists already and was not changed" in again.err
    assert out.read_text("utf-8") == "mine"
    assert call("log", fight, *RECAP, "html", "--out", out, "--replace").code == 0
    assert out.read_text("utf-8").startswith("<!doctype html>")


def pictured(fight: Path, folder: Path) -> str:
    """The picture of a recap, and nothing else, beside the text."""
    out = folder / "recap.svg"
    reply = call("log", fight, "--for", "players", "--recap", "--svg", out)
    assert (reply.code, reply.err) == (0, "") and reply.out == printed("log", fight, "--for", "players", "--recap")
    return out.read_text("utf-8")


@every_fight
def test_the_recaps_picture_has_the_end_the_turning_points_and_the_chart(name: str, tmp_path: Path) -> None:
    recap = recapped(name)
    picture = ET.fromstring(pictured(SAVES / f"finished-{name}.fight.toml", tmp_path))
    texts = [text.text or "" for text in picture.iter(f"{SVG}text")]
    words = " ".join(texts)
    assert recap.title in texts and recap.ended in words and recap.lasted in words
    assert all(turn.heading in words and turn.text in words for turn in recap.turns)
    assert len(list(picture.iter(f"{SVG}path"))) == len(recap.curves)
    high = int(picture.attrib["height"])
    assert all(float(text.attrib["y"]) < high for text in picture.iter(f"{SVG}text")), "nothing is cut off"


def test_a_hostile_name_is_only_text_in_the_recaps_picture(tmp_path: Path) -> None:
    table = Table(tmp_path, text=AMBUSH.replace('"Sela"', f"'{HOSTILE}'"))
    table.begin()
    picture = ET.fromstring(pictured(table.path, tmp_path))
    assert leaks(ET.tostring(picture)) == [] and not list(picture.iter("img"))
    table.close()


def test_a_png_is_written_where_its_library_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fight, out = SAVES / "finished-duel.fight.toml", tmp_path / "duel.PNG"
    drawn: list[str] = []

    def svg_to_bytes(svg_string: str, zoom: float) -> list[int]:
        drawn.append(svg_string)
        return [*b"\x89PNG", int(zoom)]

    monkeypatch.setattr(extras, "find_spec", lambda name: name)
    monkeypatch.setitem(sys.modules, "resvg_py", SimpleNamespace(svg_to_bytes=svg_to_bytes))
    assert call("log", fight, *RECAP, "text", "--svg", out).code == 0
    assert out.read_bytes() == b"\x89PNG\x02" and [f"{svg}\n" for svg in drawn] == [pictured(fight, tmp_path)]


def test_without_its_library_a_png_names_the_command_and_what_works_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None if name == "resvg_py" else name)
    reply = call("log", SAVES / "finished-duel.fight.toml", *RECAP, "text", "--svg", tmp_path / "duel.png")
    assert (reply.code, reply.out) == (2, "") and not list(tmp_path.iterdir())
    assert f"{sys.executable} -m pip install 'combat-tracker[png]'" in reply.err and ".svg needs nothing" in reply.err


def test_the_library_draws_a_picture_of_twice_the_size(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py", reason="the extra `png` is not installed")
    out = tmp_path / "duel.png"
    assert call("log", SAVES / "finished-duel.fight.toml", *RECAP, "text", "--svg", out).code == 0
    data = out.read_bytes()
    assert data.startswith(b"\x89PNG") and int.from_bytes(data[16:20], "big") == 1600


def test_a_picture_is_written_over_nothing_and_drawn_of_nothing_but_a_recap(tmp_path: Path) -> None:
    fight, out = SAVES / "finished-duel.fight.toml", tmp_path / "duel.svg"
    out.write_text("mine", encoding="utf-8")
    for name, why in (
        ("duel.svg", "exists already"),
        ("a.toml", "give the picture a name such as a.svg"),
        ("none/x.svg", "there is no folder"),
    ):
        reply = call("log", fight, *RECAP, "text", "--svg", tmp_path / name)
        assert reply.code == 2 and why in reply.err and reply.out == "", name
    reply = call("log", fight, "--for", "players", "--svg", tmp_path / "b.svg")
    assert reply.code == 2 and "--svg draws a recap: add --for players --recap." in reply.err
    assert [path.name for path in tmp_path.iterdir()] == ["duel.svg"] and out.read_text("utf-8") == "mine"


@pytest.mark.parametrize("command", [("sheet",), ("log", "--format", "csv")])
def test_sheets_and_rolls_are_written_too(tmp_path: Path, command: tuple[str, ...]) -> None:
    out, fight = tmp_path / "page", SAVES / "finished-duel.fight.toml"
    assert call(command[0], fight, *command[1:], "--out", out).code == 0
    assert out.read_text("utf-8") == printed(command[0], fight, *command[1:])


def test_nothing_is_written_over_a_fight_nor_where_nothing_can_be(tmp_path: Path) -> None:
    table = Table(tmp_path)
    before = table.path.read_bytes()
    for out, why in (
        (table.path, "a .toml file is an encounter or a fight"),
        (tmp_path, "is no ordinary file"),
        (tmp_path / "none" / "x.html", f"cannot be written: there is no folder {tmp_path / 'none'}"),
        ("-", "- is no name for a file; give the page a name such as fight.html."),
    ):
        reply = call("log", table.path, "--out", out, "--replace")
        assert reply.code == 2 and why in reply.err, reply.err
    assert table.path.read_bytes() == before and not list(tmp_path.glob("*.html"))
    table.close()


def test_a_fault_leaves_no_file(tmp_path: Path) -> None:
    broken, out = tmp_path / "broken.fight.toml", tmp_path / "x.html"
    broken.write_text("nothing", encoding="utf-8")
    assert call("log", broken, "--for", "players", "--out", out).code == 2
    assert not out.exists()


# Rolls for a spreadsheet


def test_every_roll_is_a_row() -> None:
    rows = printed("log", SAVES / "finished-duel.fight.toml", "--format", "csv").splitlines()
    assert rows[0].startswith(
        "step,count,at,who,player,what,label,target,dice,faces,total,chance,tier,margin,by,secret"
    )
    log = printed("log", SAVES / "finished-duel.fight.toml", "--format", "json")
    assert len(rows) - 1 == log.count('"kind": "Rolled"') > 30
    assert "2,0,0,Brann,Ana,perception,perception,,d100!,46,46,39,Failure,-7,rolled,," in rows
    only = printed("log", SAVES / "finished-duel.fight.toml", "--format", "csv", "--since", "97", "--only", "Gruk")
    assert all("Gruk" in row for row in only.splitlines()[1:]) and 1 < len(only.splitlines()) < len(rows)


def test_a_name_is_no_formula_in_a_spreadsheet(tmp_path: Path) -> None:
    table = Table(tmp_path, text=AMBUSH.replace('"Sela"', '"=1+2,\\"x\\""'))
    table.begin()
    rows = printed("log", table.path, "--format", "csv")
    assert '"\'=1+2,""x"""' in rows and ",=1" not in rows
    table.close()


def test_a_recap_as_text_has_the_chart_and_the_log_by_scenes_as_the_other_forms_have() -> None:
    recap = recapped("duel")
    lines = list(as_text(recap))
    assert "How they fared" in lines
    for scene in recap.scenes:
        told = lines[lines.index(scene.heading) :]
        assert all(any(line.text in row for row in told) for _, moment in scene.moments for line in moment)
    assert recap.scenes and lines[: len(list(as_text(recap, whole=False)))] == list(as_text(recap, whole=False))


def points_of(line: Line) -> int:
    """Return the points that a line says a blow took."""
    return line.fact.points if isinstance(line.fact, Blow) else 0


@pytest.mark.parametrize("edition", sample(EDITIONS, 2))
@pytest.mark.parametrize("seed", sample(range(6)))
def test_no_blow_takes_more_points_than_the_one_that_is_called_the_biggest(edition: str, seed: int) -> None:
    """Where all points are shown, in fights of every game and pack."""
    made = document(edition, Random(f"biggest {edition} {seed}"))
    made["players"] = {"health": "exact"}
    prepared = prepare(made)
    session, onlooker = Session(prepared.encounter, prepared.rules, SeededDice(seed)), Onlooker(Twin(prepared, ()))
    random = Random(seed)
    for _ in range(120):
        with suppress(Refused):
            session.say(line_now(edition, session, random, frozenset()))
    for n in session.journal.done:
        onlooker._enter(session.journal.steps[n])
    chronicle = onlooker.chronicle()
    assert chronicle is not None
    points = [points_of(line) for line in chronicle.lines]
    named = [turn.text for turn in recap_of(chronicle).turns if "iggest hit" in turn.heading]
    if max(points, default=0):
        assert [
            told for line in chronicle.lines if points_of(line) == max(points) for told in named if told == line.text
        ]


def test_a_blow_counts_once_though_two_pools_lose_by_it() -> None:
    chronicle = chronicle_of("phases-corridor")
    told = {line.text: points_of(line) for line in chronicle.lines if points_of(line)}
    assert told["Rook hits Kane, right arm (hit factors −10, right arm −6)"] == 10
    assert told["Rook hits Kane, chest (hit factors −7, chest −7)"] == 7
