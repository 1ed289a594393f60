"""`config.toml` where it is played: read, kept, told when it is wrong, and what it makes of a new fight."""

from __future__ import annotations

from pathlib import Path

from tests.cli.calling import call
from tests.cli.showing import Shown
from tracker.controller.user_settings import Settings
from tracker.storage.fight_log.opening import open_fight
from tracker.storage.paths import config_dir


def test_the_screen_is_given_the_settings_and_where_they_are_kept(config: Path, shown: Shown, duel: Path) -> None:
    path = config / "config.toml"
    path.write_text('theme = "light" # mine\nguard = 0.4\nzooom = 2\n', encoding="utf-8")
    assert call("play", duel).code == 0
    assert shown.given["settings"] == Settings("light", guard=0.4)
    assert shown.given["kept_in"] == str(path)
    assert shown.given["remarks"] == (f'{path}:3:1: there is no setting "zooom"; did you mean "zoom"?',)
    shown.given["keep"]("theme", "dark")
    assert path.read_text(encoding="utf-8").startswith('theme = "dark" # mine\n')


def test_dice_are_rolled_in_a_new_fight_of_who_wants_it_so(config: Path, shown: Shown, duel: Path) -> None:
    (config / "config.toml").write_text('dice = "rolled"\n', encoding="utf-8")
    call("play", duel)
    assert shown.session is not None and not shown.session.encounter["brann"].typed
    fight = duel.with_name("duel.fight.toml")
    assert not open_fight(fight, look=True).encounter["brann"].typed
    shown.session = None
    (config / "config.toml").unlink()
    call("play", fight)
    assert shown.session is not None and not shown.session.encounter["brann"].typed, "a fight keeps what it was"


def test_perceptions_are_typed_where_the_encounter_leaves_it_open(config: Path, shown: Shown, duel: Path) -> None:
    (config / "config.toml").write_text("secret_perceptions = false\n", encoding="utf-8")
    call("play", duel)
    fight = duel.with_name("duel.fight.toml")
    assert 'perception = "typed"' in fight.read_text(encoding="utf-8")
    assert call("check", fight).code == 0
    stated = duel.with_name("stated.toml")
    text = duel.read_text(encoding="utf-8")
    stated.write_text(text.replace("\n[", '\nperception = "secret"\n\n[', 1), encoding="utf-8")
    call("play", stated)
    assert 'perception = "secret"' in duel.with_name("stated.fight.toml").read_text(encoding="utf-8")


def test_fumbles_by_orders_go_as_one_wants_them_where_the_encounter_leaves_it_open(
    config: Path, shown: Shown, duel: Path
) -> None:
    (config / "config.toml").write_text('order_fumbles = "note"\nsecret_perceptions = false\n', encoding="utf-8")
    call("play", duel)
    text = duel.with_name("duel.fight.toml").read_text(encoding="utf-8")
    assert 'order_fumbles = "note"' in text and 'perception = "typed"' in text
    stated = duel.with_name("stated.toml")
    stated.write_text(
        duel.read_text(encoding="utf-8").replace("\n[", '\norder_fumbles = "ask"\n\n[', 1), encoding="utf-8"
    )
    call("play", stated)
    assert 'order_fumbles = "ask"' in duel.with_name("stated.fight.toml").read_text(encoding="utf-8")


def test_both_files_can_be_checked_like_any_other(config: Path) -> None:
    path = config / "config.toml"
    path.write_text("guard = 9\n", encoding="utf-8")
    reply = call("check", path)
    assert reply.code == 2 and reply.lines == [f"{path}:1:1: guard is a number of seconds from 0 to 2, not 9"]
    path.write_text("guard = 1\n", encoding="utf-8")
    assert call("check", path).lines == [f"{path}: no mistakes"]
    assert call("check", config / "keys.toml").code == 2, "it is not there"


def test_the_folder_is_where_the_environment_says(config: Path) -> None:
    assert config_dir() == config
