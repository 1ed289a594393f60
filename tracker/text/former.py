"""Former names: what an earlier release had and this one has not, each with a sentence that says what to use now."""

from __future__ import annotations

from collections.abc import Mapping

COMMANDS: Mapping[str, str] = {
    "replay": "`tracker replay` is gone: open the fight with `tracker play FIGHT`; there } plays its steps from the "
    "beginning, [ and ] go a step back or on. A film of it is made by a recorder of terminals, such as asciinema.",
    "card": "`tracker card` is gone: `tracker log FIGHT --for players --recap --svg FILE` draws the recap, and "
    "`tracker watch` and `tracker share` show players the moment.",
}
"""The former subcommands by name."""
DICE_FROM: Mapping[str, str] = {
    "-": "dice come from a pipe or a file now: name one, such as --dice-from <(dice-program) where the shell makes it",
    "tcp:": "dice come from a pipe or a file now: `mkfifo -m 600 dice`, --dice-from dice, and "
    "`socat -u TCP-LISTEN:8041,bind=127.0.0.1,fork OPEN:dice` for programs that connect to a port",
}
"""The former sources of `--dice-from`, by their beginning."""
CHANCE = "`tracker chance` is `tracker reckon chance` now; the old name goes after two releases."
"""The notice when a command goes by its old name."""
