"""`tracker play`: what is opened for the screen, what is offered to choose from, and what is refused before it."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.calling import DUEL, call
from tests.cli.showing import Shown
from tracker.dice.source import SeededDice
from tracker.session.onlooker import Onlooker
from tracker.session.opening import session_of
from tracker.storage import paths
from tracker.storage.fight_log.opening import open_fight
from tracker.storage.paths import fight_path_for


def test_an_encounter_starts_its_fight_beside_it(shown: Shown, duel: Path) -> None:
    def fight(shown: Shown) -> None:
        assert shown.session is not None and shown.given["trouble"]() == ""
        shown.session.say("begin")

    shown.meanwhile = fight
    assert call("play", duel).code == 0
    assert len(open_fight(duel.with_name("duel.fight.toml"), look=True).journal.done) == 1


def test_an_encounter_played_before_asks_whether_to_go_on_or_to_start_anew(shown: Shown, duel: Path) -> None:
    call("run", duel, "--save", duel.with_name("duel.fight.toml"), given="begin\n")

    def begin(shown: Shown) -> None:
        assert shown.entries() == ["Go on with duel.fight.toml", "Start again"]
        assert shown.given["words"] == "This encounter has a fight already."
        assert shown.given["entries"][1].detail == "duel.toml as it is now; the old fight stays in a file"
        shown.choose(1)[0].say("begin")

    shown.meanwhile = begin
    assert call("play", duel).code == 0
    assert duel.with_name("duel-2.fight.toml").exists()


def test_who_leaves_a_fight_is_told_how_it_goes_on_and_nothing_where_no_step_was_made(shown: Shown, duel: Path) -> None:
    assert call("play", duel).err == ""

    def begin(shown: Shown) -> None:
        assert shown.session is not None
        shown.session.say("begin")

    shown.meanwhile = begin
    assert call("play", duel).err == f"Saved. `tracker play {duel.with_name('duel.fight.toml')}` goes on.\n"


def test_what_was_only_opened_and_left_counts_as_not_played(shown: Shown, duel: Path) -> None:
    fight = duel.with_name("duel.fight.toml")
    call("play", duel)
    assert fight.exists() and shown.session is not None
    duel.write_text(duel.read_text(encoding="utf-8").replace('"Gruk"', '"Grak"'), encoding="utf-8")
    call("play", duel)
    assert not shown.given.get("entries") and shown.session.encounter["grak"].name == "Grak", "as the encounter is now"
    assert sorted(path.name for path in duel.parent.iterdir()) == ["duel.fight.toml", "duel.toml"]
    assert call().code == 0
    assert shown.entries()[0] == "Begin: duel" and "Go on: duel" not in shown.entries()
    duel.unlink()
    assert call().code == 0
    assert shown.entries()[0] == "Begin: duel" and shown.given["entries"][0].path.resolve() == fight


def test_what_was_made_ready_but_not_begun_is_gone_on_with_and_not_called_played(shown: Shown, duel: Path) -> None:
    fight = duel.with_name("duel.fight.toml")
    call("run", duel, "--save", fight, given="fix brann PFT 20\n")
    call("play", duel)
    assert shown.entries() == ["Go on with duel.fight.toml", "Start again"]
    assert shown.given["words"].endswith("a fight that has not begun.")
    assert call().code == 0
    assert shown.entries()[0] == "Go on: duel" and shown.given["entries"][0].detail.endswith("not begun yet")


def test_a_fight_left_before_it_began_makes_no_way_while_it_is_open_or_changed(shown: Shown, duel: Path) -> None:
    fight = duel.with_name("duel.fight.toml")
    call("play", duel)
    opened = open_fight(fight)
    assert opened.fight_file is not None
    with closing(opened.fight_file):
        call("play", duel)
        assert shown.entries() == ["Only watch", "Start again"] and fight.exists()
        shown.choose(1)
        assert duel.with_name("duel-2.fight.toml").exists()
    changed = fight.read_text(encoding="utf-8").replace('"Gruk"', '"Grak"')
    fight.write_text(changed, encoding="utf-8")
    call("play", duel)
    assert fight.read_text(encoding="utf-8") == changed


def test_a_fight_is_resumed(shown: Shown, duel: Path) -> None:
    fight = duel.with_name("f.fight.toml")
    call("run", duel, "--save", fight, given="begin\n")
    assert call("play", fight).code == 0
    assert shown.session is not None and shown.session.encounter.began


def test_without_a_file_fights_and_encounters_are_offered_the_examples_too(shown: Shown, duel: Path) -> None:
    call("run", duel, "--save", duel.with_name("f.fight.toml"), given="begin\n")
    assert call().code == 0
    assert shown.entries()[:2] == ["Go on: f", "Begin: duel"]
    assert {"Begin: ambush", "Begin: brawl"} <= set(shown.entries())


def test_a_file_that_cannot_be_opened_is_a_sentence_in_the_choice(shown: Shown, duel: Path) -> None:
    duel.with_name("bad.toml").write_text("title = 3\n", encoding="utf-8")

    def choose(shown: Shown) -> None:
        with pytest.raises(ValueError, match=r"bad\.toml:1:1: "):
            shown.choose(shown.entries().index("Begin: bad"))

    shown.meanwhile = choose
    assert call().code == 0


def test_a_bad_file_is_told_before_the_screen_comes(shown: Shown, duel: Path) -> None:
    bad = duel.with_name("bad.toml")
    bad.write_text("title = 3\n", encoding="utf-8")
    reply = call("play", bad)
    assert reply.code == 2 and reply.err.startswith(f"{bad}:1:1: ")
    assert call("play", duel.with_name("absent.fight.toml")).code == 2
    assert shown.given == {}


def test_a_fight_open_elsewhere_can_be_looked_at(shown: Shown, duel: Path) -> None:
    fight = duel.with_name("f.fight.toml")
    call("run", duel, "--save", fight, given="begin\n")
    opened = open_fight(fight)
    assert opened.fight_file is not None
    with closing(opened.fight_file):
        call("play", fight)
        assert shown.entries() == ["Only watch"]
        assert "is already open" in shown.given["words"]
        session, trouble = shown.choose(0)
        assert session.recorder is None and "nothing is saved" in trouble()


def test_an_encounter_whose_fight_is_played_elsewhere_offers_to_look_on(shown: Shown, duel: Path) -> None:
    for given in ("", "begin\n"):  # one that was only opened there, and one that was begun
        fight = fight_path_for(duel)
        fight.unlink(missing_ok=True)
        call("run", duel, "--save", fight, given=given)
        opened = open_fight(fight)
        assert opened.fight_file is not None
        with closing(opened.fight_file):
            call("play", duel)
            assert shown.entries() == ["Only watch", "Start again"]
            assert "is already open" in shown.given["words"]
            session, _ = shown.choose(0)
            playing = session_of(opened, SeededDice(1))
            playing.say("note from the other side")
            assert isinstance(session, Onlooker) and session.catch_up()
            assert session.encounter == playing.encounter and session.journal.last == playing.journal.last


def test_a_fight_with_a_broken_seal_can_be_opened_up_to_there(shown: Shown, duel: Path) -> None:
    fight = duel.with_name("f.fight.toml")
    call("run", duel, "--save", fight, "--seed", 1, given="begin\nroll\nroll\n")
    text = fight.read_text(encoding="utf-8")
    before, _, after = text.rpartition("[[step]]")
    fight.write_text(before + "[[step]]" + after.replace("brann", "brunn", 1), encoding="utf-8")

    def choose(shown: Shown) -> None:
        assert shown.entries() == ["Open it up to that step"]
        session, _ = shown.choose(0)
        assert len(session.journal.done) == 2

    shown.meanwhile = choose
    assert call("play", fight).code == 0


def test_without_a_terminal_no_fight_is_begun(duel: Path) -> None:
    reply = call("play", duel)
    assert (reply.code, reply.out) == (2, "") and "needs a terminal" in reply.err
    assert [path.name for path in duel.parent.iterdir()] == ["duel.toml"]


def test_nothing_opened_stays_open(shown: Shown, duel: Path) -> None:
    def fail(shown: Shown) -> None:
        raise KeyboardInterrupt

    shown.meanwhile = fail
    assert call("play", duel).code == 130
    open_fight(duel.with_name("duel.fight.toml")).fight_file.close()  # type: ignore[union-attr]


def test_steps_that_were_put_aside_are_offered_and_joined(shown: Shown, duel: Path) -> None:
    fight = duel.with_name("duel.fight.toml")
    call("run", duel, "--save", fight, given="note one\nnote two\n")
    data = fight.read_bytes()
    at = data.rindex(b"\n[[step]]\n")
    tail = fight.with_name("duel.fight.toml.unsaved.tail")
    tail.write_bytes(data[at:])
    fight.write_bytes(data[:at])

    def choose(shown: Shown) -> None:
        assert shown.entries() == ["Join 1 step and go on", "Go on with duel.fight.toml", "Start again"]
        session, _ = shown.choose(0)
        assert [step.line for step in session.journal] == ["note one", "note two"]

    shown.meanwhile = choose
    assert call("play", duel).code == 0
    assert fight.read_bytes() == data
    shown.meanwhile = lambda shown: None
    assert call("play", fight).code == 0 and shown.session is not None


def test_join_appends_or_says_what_differs(duel: Path) -> None:
    fight = duel.with_name("duel.fight.toml")
    call("run", duel, "--save", fight, given="note one\nnote two\n")
    data = fight.read_bytes()
    at = data.rindex(b"\n[[step]]\n")
    tail = fight.with_name("my.unsaved.tail")
    tail.write_bytes(data[at:])
    fight.write_bytes(data[:at])
    reply = call("join", fight, tail)
    assert (reply.code, reply.out.startswith(f"{fight}: 1 step joined from {tail}.")) == (0, True)
    again = call("join", fight, tail)
    assert (again.code, again.err) == (
        2,
        f"{fight} has the steps of {tail} already, up to step 2. Nothing was changed.\n",
    )


def seen(folder: Path) -> dict[str, tuple[int, int, int]]:
    """Every file and folder in a folder, with what tells that it was touched."""
    return {
        str(path): (state.st_mtime_ns, state.st_ctime_ns, state.st_size)
        for path in [folder, *folder.rglob("*")]
        if (state := path.stat())
    }


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the examples within an installed package, and a working folder with nothing in it."""
    package = tmp_path / "site-packages" / "tracker"
    package.mkdir(parents=True)
    shutil.copytree(DUEL.parent, package / "saves", ignore=shutil.ignore_patterns(".*", "[!f]*.fight.toml"))
    monkeypatch.setattr(paths, "_package", lambda: package)
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    return package / "saves"


@pytest.mark.parametrize("name", ["duel", "duel.toml"])
def test_a_bare_name_finds_the_example_from_any_folder_and_plays_a_copy_in_the_data_folder(
    shown: Shown, installed: Path, tmp_path: Path, name: str
) -> None:
    before = seen(installed)
    reply = call("play", name)
    copy = tmp_path / "data" / "duel.toml"
    assert reply.code == 0 and copy.read_bytes() == DUEL.read_bytes() and str(copy) in reply.err
    assert shown.session is not None and (tmp_path / "data" / "duel.fight.toml").is_file()
    assert seen(installed) == before and not list((tmp_path / "empty").iterdir())
    copy.write_text(copy.read_text(encoding="utf-8").replace('"Gruk"', '"Grak"'), encoding="utf-8")
    assert call("play", name).err == "", "the copy is made once"
    assert shown.session.encounter["grak"].name == "Grak", "and is the game master's own from then on"
    assert call().code == 0 and shown.entries().count("Begin: duel") == 1, "the copy stands for the example"


def test_a_file_here_goes_before_the_example_of_its_name(shown: Shown, duel: Path, tmp_path: Path) -> None:
    duel.write_text(duel.read_text(encoding="utf-8").replace('"Gruk"', '"Grak"'), encoding="utf-8")
    assert call("play", "duel").code == 0
    assert shown.session is not None and shown.session.encounter["grak"].name == "Grak"
    assert duel.with_name("duel.fight.toml").is_file() and not (tmp_path / "data").exists()


@pytest.mark.parametrize("name", ["finished-duel", "finished-duel.fight.toml"])
def test_opening_a_finished_example_writes_nothing_at_all(
    shown: Shown, installed: Path, tmp_path: Path, name: str
) -> None:
    before = seen(tmp_path)

    def go_on(shown: Shown) -> None:
        assert shown.session is not None and shown.session.recorder is None
        assert shown.given["trouble"]() == "only watched, nothing is saved"
        shown.session.say("undo")

    shown.meanwhile = go_on
    assert call("play", name).code == 0
    assert call("play", installed / "finished-duel.fight.toml").code == 0
    assert seen(tmp_path) == before


def test_in_a_checkout_too_a_finished_example_is_only_looked_at_and_a_fight_beside_it_is_played(
    shown: Shown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves = tmp_path / "checkout" / "saves"
    (tmp_path / "checkout" / "tracker").mkdir(parents=True)
    shutil.copytree(DUEL.parent, saves, ignore=shutil.ignore_patterns(".*", "[!f]*.fight.toml"))
    monkeypatch.setattr(paths, "_package", lambda: tmp_path / "checkout" / "tracker")
    before = seen(tmp_path)
    assert call("play", saves / "finished-duel.fight.toml").code == 0 and seen(tmp_path) == before
    monkeypatch.chdir(saves.parent)

    def choose(shown: Shown) -> None:
        session, _ = shown.choose(shown.entries().index("Look at: finished-duel"))
        assert session.recorder is None

    shown.meanwhile = choose
    assert call().code == 0 and seen(tmp_path) == before, "from the list as well"
    shown.meanwhile = lambda shown: None
    assert call("play", saves / "duel.toml").code == 0 and (saves / "duel.fight.toml").is_file()
    assert call("play", saves / "duel.fight.toml").code == 0
    assert shown.session is not None and shown.session.recorder is not None


def test_a_name_that_nothing_has_is_told_with_those_there_are(shown: Shown, installed: Path) -> None:
    assert 'did you mean "duel"?' in call("play", "duell").err
    reply = call("play", "xyzzyq")
    assert reply.code == 2 and "the examples are ambush, brawl, " in reply.err
    assert call("play", "no/duel").code == 2, "only a bare name is looked for"
    assert shown.given == {}


def test_where_the_data_folder_cannot_be_made_the_copy_is_refused_in_a_sentence(
    shown: Shown, installed: Path, tmp_path: Path
) -> None:
    (tmp_path / "data").write_text("", encoding="utf-8")
    reply = call("play", "duel")
    assert reply.code == 2 and "cannot be copied into your data folder: " in reply.err


def test_a_new_fight_of_one_line_is_written_and_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    reply = call("play", "--plain", "--new", "Ann, Bo vs 3 goblin", "--system", "plain", given="q\n")
    assert (tmp_path / "3-goblin.toml").exists() and "goblin" in reply.out.casefold()
    reply = call("play", "--plain", "--new", "Ann vs 3 gobblin", "--system", "plain")
    assert reply.code == 1 and 'did you mean "Goblin"?' in reply.err
    assert call("play", "duel.toml", "--new", "Ann vs Bo").code == 1, "either a file or a line"
