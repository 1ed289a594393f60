"""What a choice would do stands on the axis before it is taken: by arrows, by the mouse, by a first press."""

from __future__ import annotations

from tests.hybrid.kit import ANNA
from tests.hybrid.table import BRANN, GOBLIN, at_once
from tests.tui.opening import declaring, due, warren
from tests.tui.paper import Paper
from tests.tui.playing import Player, every_size, playing
from tracker.controller.user_settings import Settings
from tracker.session import Session
from tracker.text.cells import words
from tracker.tui.app import TrackerApp
from tracker.tui.app_config import AppConfig
from tracker.tui.widgets.timeline import TimelinePane


def lanes(player: Paper | Player) -> list[str]:
    return player.screen.query_one("#timeline", TimelinePane).text()


def ghost(player: Paper | Player) -> str:
    """The lane on which a ghost stands; empty: none does."""
    return next((line for line in lanes(player) if "○" in line), "")


def aimed_at() -> Session:
    """Gruk's blow on Brann comes at 15, Brann's own at 19 and Sela's at 20; Brann is asked how to defend."""
    sela = {**ANNA, "name": "Sela"}
    table = at_once({**BRANN, "player": ""}, sela, {**GOBLIN, "name": "Gruk"}, house_rules={"must_close": False})
    table.say("next", "brann attack gruk", "gruk attack brann", "sela attack gruk")
    table.say("fix gruk count 15", "fix brann count 19", "fix sela count 20", "next")
    return table.session


@every_size
def test_arrows_in_the_list_of_targets_move_the_ghost_and_esc_takes_it_away(size: tuple[int, int]) -> None:
    session = due(warren())
    player = Paper(session, size)
    player.press("space", "a")
    before, steps = session.encounter, len(session.journal.done)
    way = "·" * (23 if size[0] == 200 else 11)  # four columns a count on the widest screen
    assert f"┊{way}○26 short sword Brann" in ghost(player)
    player.press("down")
    assert f"┊{way}○26 short sword Odo" in ghost(player)
    assert session.encounter is before and len(session.journal.done) == steps, "nothing is written"
    player.press("enter")
    landed = next(iter(session.encounter["goblin-1"].actions))
    assert (landed.target, landed.lands) == ("odo", 26) and not ghost(player)
    player.press("u", "a", "down", "escape", "escape")
    assert not ghost(player) and session.encounter["goblin-1"].actions == ()


@every_size
async def test_the_mouse_over_a_target_draws_its_ghost(size: tuple[int, int]) -> None:
    session = due(warren())
    async with playing(session, size) as player:
        await player.press("space", "a")
        row = next(y for y, line in enumerate(player.seen()) if "3 Sela" in line)
        column = player.seen()[row].index("3 Sela")
        await player.pilot.hover(offset=(column, row))
        await player.drawn()
        assert "short sword Sela" in ghost(player)
        await player.pilot.hover(offset=(2, 3))
        await player.drawn()
        assert "short sword Brann" in ghost(player), "gone with the mouse: the marked one again"


def test_a_marked_defence_draws_the_slip_of_ones_own_bar_and_lights_what_lands_meanwhile() -> None:
    session = aimed_at()
    player = Paper(session, (120, 36))
    controller = player.controller
    while controller.looked_at is None or controller.looked_at.word != "crouch":
        player.press("down")
    (slip,) = player.controller.ghosts.ghosts
    assert slip.at == 24 and "●→19 ┄┄┄┄┄○24 bastard sword Gruk" in ghost(player), ghost(player)
    timeline = player.screen.query_one("#timeline", TimelinePane)
    sela = next(line for line in timeline.lines if "Sela" in words(line))
    assert [span.text for span in sela if span.role == "lit"] == ["●→20"]
    player.press("escape")
    assert not ghost(player)


async def test_where_it_is_set_the_first_press_of_a_key_marks_and_the_second_takes() -> None:
    session = due(warren())
    app = TrackerApp(AppConfig(session, colour=True, settings=Settings(press_twice=True)))
    async with app.run_test(size=(120, 36)):
        player = Player(app)
        await player.drawn()
        await player.press("space", "a", "2")
        assert "short sword Odo" in ghost(player) and not session.encounter["goblin-1"].actions
        await player.press("3")
        assert "short sword Sela" in ghost(player) and not session.encounter["goblin-1"].actions
        await player.press("3")
        assert session.encounter["goblin-1"].actions[0].target == "sela"


def test_usually_a_key_takes_its_choice_at_once() -> None:
    session = declaring("brawl", "hanna")
    player = Paper(session, (120, 36))
    player.press("a", "1", "5")
    assert session.encounter["hanna"].actions


def test_what_enter_repeats_is_shown_before_it_is_taken() -> None:
    session = declaring("brawl", "hanna")
    session.say("hanna attack brawler-1")
    session.say("fix hanna count 5")
    while session.encounter.question is None or session.encounter.question.ask.value != "declare":
        question = session.encounter.question
        session.say("next" if question is None else f"{question.who} {question.choices[0]}")
    who = session.encounter.question.who
    player = Paper(session, (120, 36))
    controller = player.controller
    assert controller.prompt.likely is not None and controller.view.highlight < 0
    assert controller.ghosts.of(who) and ghost(player)
