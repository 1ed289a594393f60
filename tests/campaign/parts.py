"""The parts of the campaign in their order, the time each may take, and how many tries are too few."""

from __future__ import annotations

from tests.campaign import (
    any_bytes,
    calls,
    damage,
    endings,
    files,
    kills,
    long_fight,
    monkey,
    mutants,
    names,
    neighbours,
    opening,
    releases,
)
from tests.campaign.tally import Part

PARTS = (
    Part("kills", "kills −9 headless", kills.headless, (6, 120), (8, 150)),
    Part("pty-kills", "kills −9 in a terminal", kills.in_a_terminal, (4, 110), (2, 30)),
    Part("damage", "damaged fights opened up to the damage or refused", damage.cuts_and_flips, (4, 100), (100, 3000)),
    Part("calls", "failing file calls survived", calls.failing_calls, (6, 90), (40, 700)),
    Part(
        "opening",
        "calls failing while a file is looked at, read or locked",
        opening.failing_to_open,
        (6, 90),
        (15, 300),
    ),
    Part("leaving", "fights left on a failing disk and joined again", calls.leaving, (6, 90), (40, 700)),
    Part(
        "sick-disks", "times left from the screen on a failing disk and joined", endings.sick_disks, (6, 150), (1, 20)
    ),
    Part("endings", "endings of the screen in order", endings.told_to_end, (6, 120), (3, 25)),
    Part("run-endings", "signalled runs ended between two steps", endings.runs_told_to_end, (3, 60), (3, 60)),
    Part("two", "times two programs on one fight", neighbours.two_programs, (4, 45), (2, 20)),
    Part("edits", "edits from outside noticed and left as they are", neighbours.outside_edits, (4, 45), (20, 250)),
    Part(
        "files", "writings into party, library or settings that lost nothing", files.kept_files, (12, 150), (150, 900)
    ),
    Part("mutants", "mistaken encounters judged in a second", mutants.mutated_files, (5, 90), (50, 1000)),
    Part("names", "times a hostile name on a surface", names.every_surface, (10, 90), (40, 1500)),
    Part("monkey", "monkeys at controller and screen", monkey.at_every_game, (6, 100), (3, 25)),
    Part("bytes", "programs sent bytes that are no text", any_bytes.every_screen, (20, 120), (8, 24)),
    Part("long", "things that hold after a long fight", long_fight.ten_thousand_steps, (20, 180), (4, 4)),
    Part("releases", "checks of fights of older releases", releases.old_fights, (15, 90), (20, 60)),
)
