"""A fight of ten thousand steps on the real screen: what a key takes and how much memory is used, at both ends."""

from __future__ import annotations

import os
import time
from pathlib import Path

from tests.campaign.tally import Tally
from tests.tui.terminal import LONG, Terminal, terminal
from tracker.storage.fight_log.opening import open_fight

STEPS, SHORT = 10_000, 400
SAMPLES = 30
KEYS = ("1", "2")
"""Selecting one fighter and another draws all panes; nothing is recorded by it."""
QUIET = 0.12
"""Seconds without a byte, after which the next key is pressed; on a busy machine a frame may go on into the next."""
SLOWER, LARGER = 2.0, 60
"""The key at the end may take so many times as long, and the process have so many MiB more than at the beginning."""
FIGHTER = """\
[[combatant]]
name = "Fighter {number}"
side = "{side}"
orders = "attack again"
stats = {{ PEN = 40, MEN = 40 }}
skill = [{{ name = "Sword", basis = ["PCA"], rank = 3 }}]
weapon = [{{ name = "Short Sword", skill = "Sword", speed = 7, damage = 1, type = "cutting" }}]
"""
ENCOUNTER = 'title = "A long evening"\nhouse_rules = { fumble = "note" }\n' + "".join(
    FIGHTER.format(number=number, side="reds" if number % 2 else "blues") for number in range(1, 13)
)
PROGRAM = """
import sys
from tracker.cli import main
from tracker.tui.screens import fight as room

TO = {steps}

def on_mount(self):
    self.set_interval(0.005, lambda: on(self))

def on(self):
    session = self.controller.session
    last = session.journal.last
    if not on.going:
        on.going = 0 < last < TO and session.journal.steps[last].line == "note go"
    if not on.going:
        return
    for _ in range(20):
        question, last = session.encounter.question, session.journal.last
        if last >= TO:
            on.going = False
            self.controller.say("note and that is the last")
            break
        self.controller.say("next" if question is None else question.who + " wait")
        if session.journal.last == last:
            self.controller.say(f"note line {{last}}")
    self.draw()

on.going = False
room.FightScreen.on_mount = on_mount
sys.exit(main(["play", {file!r}, "--seed", "1"]))
"""
"""From the note on the screen plays by itself, twenty steps a frame, until so many."""


def ten_thousand_steps(tally: Tally, folder: Path) -> None:
    """One fight from its beginning to step 10,000 on one screen; the tries are what must hold at its end."""
    steps = SHORT if tally.short else STEPS
    encounter = folder / "long.toml"
    encounter.write_text(ENCOUNTER, "utf-8")
    with terminal(PROGRAM.format(steps=steps, file=str(encounter))) as own:
        own.until("saved")
        own.note("at the beginning")
        own.send(":begin\r")
        own.until("count")
        first, small = work(own), memory(own)
        began = time.monotonic()
        own.send(":note go\r")
        own.until("and that is the last", max(LONG, 6 * tally.seconds))
        took = time.monotonic() - began
        last, large = work(own), memory(own)
        own.send("\x1b\x11")
        code = own.ended()
    opened = open_fight(encounter.with_name("long.fight.toml"), look=True)
    kept = opened.journal.last
    tally.held("every step is in the file", "" if kept >= steps else f"{kept} are")
    tally.held("left in order", "" if code == 0 else f"exit code {code}")
    slow = last > SLOWER * first + 0.02
    tally.held("a key at the end is as quick", f"{last * 1000:.0f} ms instead of {first * 1000:.0f}" if slow else "")
    grown = large - small
    tally.held("memory stays bounded", f"{grown} MiB more" if grown > LARGER else "")
    tally.note(
        f"{kept:,} steps in {took:.0f} s; a key {first * 1000:.0f} ms at the beginning, {last * 1000:.0f} at the end"
    )
    tally.note(f"{small} MiB at the beginning, {large} at the end")


def work(own: Terminal) -> float:
    """Seconds that the program works on a key and what it draws, on average: its own, however busy the machine is."""
    _drained(own)
    before = _worked(own)
    for number in range(SAMPLES):
        own.send(KEYS[number % len(KEYS)])
        own.answered(QUIET)
    return (_worked(own) - before) / SAMPLES


def _worked(own: Terminal) -> float:
    """Seconds that it has been working so far, in its own code and for it in the system's."""
    after_its_name = Path(f"/proc/{own.process.pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, after_its_name[11:13])) / os.sysconf("SC_CLK_TCK")


def _drained(own: Terminal) -> None:
    end = time.monotonic() + 5
    while own._read(QUIET) and time.monotonic() < end:
        pass


def memory(own: Terminal) -> int:
    """MiB that the process holds."""
    status = Path(f"/proc/{own.process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) // 1024
