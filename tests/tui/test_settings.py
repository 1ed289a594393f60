"""Settings: read from one's own file, located where they are wrong, changed on a page and kept with comments."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.plain_fights import fight, rolled
from tests.tui.playing import Player, clicked, every_size, playing
from tracker.controller.user_settings import ON_PAGE, SETTINGS, Settings, read_settings, turned, with_value
from tracker.games import registry
from tracker.session import Session
from tracker.storage.settings_file import Value, changed, set_in
from tracker.storage.toml.diagnostics import StorageError
from tracker.text.cells import line_width
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.tui.screens.settings import settings_lines
from tracker.tui.theme import CONTRAST, LIGHT

OWN = 'theme = "light"  # the lamp\n\n# no player types here\ndice = "rolled"\nguard = 0.5\n'


def read(tmp_path: Path, text: str) -> tuple[Settings, list[str]]:
    path = tmp_path / "config.toml"
    path.write_text(text, encoding="utf-8")
    settings, diagnostics = read_settings(path)
    return settings, [f"{diagnostic.line}:{diagnostic.column} {diagnostic.text}" for diagnostic in diagnostics]


def test_settings_are_read_and_what_is_left_out_is_as_usual(tmp_path: Path) -> None:
    assert read(tmp_path, OWN) == (Settings("light", "rolled", 0.5), [])
    assert read(tmp_path, "zoom = 4\nsecret_perceptions = false\n") == (
        Settings(zoom="4", preferences={"secret_perceptions": False}),
        [],
    )
    assert read_settings(tmp_path / "absent.toml") == (Settings(), ())


def test_a_mistake_is_located_and_the_rest_holds(tmp_path: Path) -> None:
    settings, diagnostics = read(tmp_path, 'theem = "light"\ndice = "rooled"\nguard = 9\nzoom = "1/2"\ntheme = 3\n')
    assert diagnostics == [
        '1:1 there is no setting "theem"; did you mean "theme"?',
        '2:1 dice is one of "typed", "rolled", not "rooled"; did you mean "rolled"?',
        "3:1 guard is a number of seconds from 0 to 2, not 9",
        '5:1 theme is one of "dark", "light", "contrast", not 3',
    ]
    assert settings == Settings(zoom="1/2")
    assert read(tmp_path, "theme = \n")[1][0].startswith("1:")


@pytest.mark.parametrize("setting", ON_PAGE, ids=lambda setting: setting.key)
def test_every_value_of_every_setting_is_one_that_can_be_read_back(setting: object, tmp_path: Path) -> None:
    settings = Settings()
    path = tmp_path / "config.toml"
    for own in ON_PAGE:
        for _ in own.values:
            value = turned(settings, own, 1)
            settings = with_value(settings, own.key, value)
            set_in(path, own.key, value)
            assert read_settings(path) == (settings, ())


def test_what_a_game_leaves_to_a_game_master_is_an_option_of_its_encounters_and_of_no_other_game() -> None:
    own = Settings(preferences={"secret_perceptions": False, "order_fumbles": "note"})
    assert own.options("hybrid") == {"perception": "typed", "order_fumbles": "note"}
    assert own.options("plain") == Settings().options("hybrid") == {}
    for game, preferences in registry.preferences().items():
        for preference in preferences:
            usual, *others = [option for _, _, option in preference.values]
            rules = registry.find(game).options
            assert getattr(rules(), preference.option) == usual, "which is then left unsaid"
            assert [getattr(rules(**{preference.option: option}), preference.option) for option in others] == others


def test_what_each_value_of_a_setting_means_has_room_in_80_columns() -> None:
    app = Settings()
    for setting in ON_PAGE:
        for value, _ in setting.values:
            shown = settings_lines(setting, with_value(app, setting.key, value), True, 200)
            assert max(map(line_width, shown)) <= 80, setting.key


def test_a_setting_is_changed_in_its_place_and_comments_stay(tmp_path: Path) -> None:
    assert changed(OWN, "theme", "dark") == OWN.replace('"light"', '"dark"')
    assert changed(OWN, "guard", 0.1) == OWN.replace("0.5", "0.1")
    assert changed(OWN, "secret_perceptions", False) == f"{OWN}secret_perceptions = false\n"
    assert changed("[later]\nx = 1\n", "theme", "dark") == 'theme = "dark"\n\n[later]\nx = 1\n'
    assert changed("guard = 0.2 # theme = 1", "theme", "dark") == 'guard = 0.2 # theme = 1\ntheme = "dark"\n'


def test_a_file_that_is_no_toml_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("theme = \n", encoding="utf-8")
    with pytest.raises(StorageError, match="put it right first"):
        set_in(path, "guard", 0.1)
    assert path.read_text(encoding="utf-8") == "theme = \n"


class Keeper:
    def __init__(self) -> None:
        self.kept: list[tuple[str, Value]] = []
        self.why = ""

    def __call__(self, key: str, value: Value) -> None:
        if self.why:
            raise StorageError(self.why)
        self.kept.append((key, value))


def begun() -> Session:
    session = rolled(fight())
    session.say("begin")
    return session


async def marked(player: Player, key: str) -> None:
    """Press down until this setting is marked."""
    while not any(line.startswith(f" ▸ {key.replace('_', ' ')} ") for line in player.seen()):
        await player.press("down")


@every_size
async def test_the_page_changes_each_by_key_at_once_and_keeps_it(size: tuple[int, int]) -> None:
    keeper = Keeper()
    app = TrackerApp(AppConfig(begun(), colour=True, settings=Settings("light"), keep=keeper))
    async with app.run_test(size=size):
        player = Player(app)
        await player.drawn()
        assert app.palette is LIGHT and player.screen.debounce.within == 0.2
        await player.press("ctrl+o", "right")
        assert app.palette is CONTRAST and keeper.kept == [("theme", "contrast")]
        turned_to = {
            "dice": "rolled", "guard": 0.1, "zoom": "1", "press_twice": True, "play_on": True, "motion": False,
            "secret_perceptions": False,
        }  # fmt: skip
        for key in turned_to:
            await marked(player, key)
            await player.press("left" if key == "guard" else "enter" if key == "dice" else "right")
        assert "are typed by the players" in player.text()
        await marked(player, "dice")
        assert "rolled by the tracker" in player.text()
        await player.press("escape")
        assert keeper.kept[1:] == [*turned_to.items()]
        assert player.screen.debounce.within == 0.1 and player.screen.controller.view.settings.press_twice
        assert player.screen.controller.view.scale == Settings(zoom="1").scale


async def test_a_line_opens_the_page_a_click_turns_each_setting_and_what_cannot_be_kept_holds_all_the_same() -> None:
    keeper = Keeper()
    app = TrackerApp(AppConfig(begun(), colour=True, keep=keeper))
    async with app.run_test(size=(80, 24)):
        player = Player(app)
        await player.drawn()
        await player.press("colon")
        await player.type("settings")
        await player.press("enter")
        for setting in ON_PAGE:
            await marked(player, setting.key)
            row = next(at for at, line in enumerate(player.seen()) if line.startswith(" ▸ "))
            await player.pilot.click(offset=(5, row))
            await player.drawn()
        for (key, value), setting in zip(keeper.kept, ON_PAGE, strict=True):
            values = [value for value, _ in setting.values]
            assert (key, value) == (setting.key, values[(values.index(Settings().value(key)) + 1) % len(values)])
        await player.press("escape", "ctrl+t")
        assert keeper.kept[-1] == ("theme", "contrast") and app.palette is CONTRAST
        keeper.why = "config.toml cannot be written: No space left on device."
        await player.press("ctrl+o", "left")
        assert "No space left on device" in player.text() and app.palette is LIGHT


async def test_without_a_file_nothing_is_kept_and_the_page_says_so() -> None:
    async with playing(begun()) as player:
        await player.press("ctrl+o")
        assert "Kept until you leave" in player.text()


async def test_where_not_all_settings_have_room_the_marked_one_the_number_hidden_and_what_is_kept_are_seen() -> None:
    async with playing(begun(), (80, 12)) as player:
        await player.press("ctrl+o")
        for setting in (*ON_PAGE, ON_PAGE[0]):
            marked = next(line for line in player.seen() if line.startswith(" ▸ "))
            assert setting.key.replace("_", " ") in marked and "Kept until you leave" in player.text()
            assert re.search(r"[↑↓]\d+ settings", player.seen()[0])
            await player.press("down")
        await player.press("up", "up", "up")
        await clicked(player, ON_PAGE[-1].key.replace("_", " "))
        await player.press("escape")
        assert player.screen.controller.view.settings.value(ON_PAGE[-1].key) == ON_PAGE[-1].values[1][0]


def test_the_example_on_the_page_of_files_has_every_setting_with_its_usual_value(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "files.md").read_text(encoding="utf-8")
    example = page.partition("## config.toml\n")[2].partition("```toml\n")[2].partition("```")[0]
    path = tmp_path / "config.toml"
    path.write_text(example, encoding="utf-8")
    assert read_settings(path) == (Settings(game="hybrid"), ())
    assert set(re.findall(r"^(\w+) = ", example, re.M)) == {setting.key for setting in SETTINGS}
