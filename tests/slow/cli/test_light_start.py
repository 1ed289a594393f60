"""The list of fights waits for nothing that only a fight needs, a fight for no course, and lines for no screen."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.cli.calling import DUEL, ROOT

SHOWN = """
import tracker.cli.play, tracker.cli.user_files, tracker.tui.app, tracker.tui.screens.start, sys
from pathlib import Path
from tracker.storage.fight_log.glimpse import glimpse
assert glimpse(Path(sys.argv[1])).title == "Duel"
print(*sys.modules)
"""
HEAVY = (
    "argparse",
    "importlib.metadata",
    "pydantic",
    "tomli",
    "tracker.encounter",
    "tracker.model.events",
    "tracker.narration",
    "tracker.odds",
)


def test_the_list_is_drawn_without_reader_rules_or_kernel(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_text('format = 1\ntitle = "Duel"\nsystem = "plain"\n', encoding="utf-8")
    words = [sys.executable, "-c", SHOWN, str(path)]
    loaded = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    assert "tracker.tui.screens.start" in loaded
    assert not [name for name in loaded if name in HEAVY]


def test_nothing_of_courses_is_loaded_before_it_is_asked_for() -> None:
    script = (
        "import sys\nfrom pathlib import Path\nimport tracker.cli.play\nimport tracker.tui.app\n"
        "import tracker.tui.screens.fight\nimport tracker.tui.screens.start\nfrom tracker.cli import arguments\n"
        "from tracker.controller.input import keys\nfrom tracker.controller.controller import Controller\n"
        "from tracker.controller.input.default_keys import usual_keymap\n"
        "from tracker.dice.source import SeededDice\nfrom tracker.session.opening import look, session_of\n"
        "arguments.parser_of_all()\n"
        f"session = session_of(look(Path({str(ROOT / 'saves' / 'duel.toml')!r})), SeededDice(1))\n"
        "controller = Controller(session, usual_keymap())\n"
        "keys.press(controller, 'enter')\nkeys.press(controller, 'left_square_bracket')\n"
        "words = ('learn', 'course')\n"
        "loaded = [n for n in sys.modules if n.startswith('tracker.') and n.rpartition('.')[2] in words]\n"
        "sys.exit(f'loaded: {loaded}' if loaded else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_fight_that_is_opened_loads_neither_other_games_nor_library_and_party_before_they_are_asked_for() -> None:
    script = (
        "import sys\nfrom pathlib import Path\n"
        "from tracker.cli.opening import look, session_of\nfrom tracker.dice.source import SeededDice\n"
        f"session = session_of(look(Path({str(DUEL)!r})), SeededDice(1))\n"
        "systems = {name.split('.')[2] for name in sys.modules if name.startswith('tracker.games.')}\n"
        "assert systems == {'registry', 'toolkit', 'hybrid'}, systems\n"
        "assert not {'tracker.campaign.library_access', 'tracker.campaign.party'} & set(sys.modules)\n"
        "assert session.shelf is session.shelf and 'Goblin' in {item.name for item in session.shelf.items()}\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_dumb_terminal_gets_lines_without_one_escape_and_no_screen_library_is_loaded(duel: Path) -> None:
    probe = "import sys; from tracker.cli import main; code = main(['play', 'duel.toml', '--seed', '4']); "
    probe += "assert not {'textual', 'rich'} & set(sys.modules); sys.exit(code)"
    done = subprocess.run(
        [sys.executable, "-c", probe],
        input=b"\n\n\nn\n1\n1\nn\n\n\n\nd\nh\n",
        capture_output=True,
        env={**os.environ, "TERM": "dumb", "PYTHONPATH": str(ROOT)},
        cwd=duel.parent,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr.decode()
    assert b"\x1b" not in done.stdout + done.stderr
    text = done.stdout.decode()
    assert not re.search("[\u2190-\u21ff\u2500-\u27bf]", text)
    assert "Brann may declare." in text.splitlines()


OPENED = """
import sys
from pathlib import Path
import tracker.cli.play, tracker.tui.app, tracker.tui.screens.fight
from tracker.cli.opening import look, session_of
from tracker.controller.controller import Controller
from tracker.controller.input.default_keys import usual_keymap
from tracker.dice.source import SeededDice
from tracker.storage.toml.diagnostics import InvalidFile
try:
    session = session_of(look(Path(sys.argv[1])), SeededDice(1))
    Controller(session, usual_keymap()).prompt
except InvalidFile as invalid:
    print(invalid.diagnostics[0].text.replace(" ", "_"))
print(*sys.modules)
"""


def test_a_fight_that_fits_is_opened_without_the_library_that_words_mistakes(tmp_path: Path) -> None:
    fight = ROOT / "saves" / "finished-duel.fight.toml"
    wrong = tmp_path / "wrong.toml"
    text = (ROOT / "saves" / "duel.toml").read_text(encoding="utf-8")
    wrong.write_text(text.replace("[[combatant]]", "[[combatant]]\nwings = 2", 1), encoding="utf-8")
    loaded = {}
    for path in (fight, wrong):
        words = [sys.executable, "-c", OPENED, str(path)]
        loaded[path] = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    assert "tracker.games.hybrid.game" in loaded[fight]
    assert not {"pydantic", "pydantic_core", "annotated_types"} & {*loaded[fight]}
    assert "pydantic" in loaded[wrong] and "unknown_key_" in loaded[wrong][0]
