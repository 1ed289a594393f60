"""`tracker odds`: how a fight will end from its present moment, by how all fighters fight."""

from __future__ import annotations

import argparse
import csv
import io
import sys
from pathlib import Path

from tracker.api.fight import Fight, fight_at
from tracker.api.odds import forecast_fight, swing_of
from tracker.cli.opening import fight_meant
from tracker.cli.streams import cells_of_terminal, say, tell, tell_json, tell_progress, tell_wrapped
from tracker.cli.written_pages import refuse_old_picture, write_picture
from tracker.model.refusals import Refused
from tracker.odds.blocks import bar, page
from tracker.odds.plain_data import as_record, as_table
from tracker.odds.result import Odds, headline
from tracker.odds.setup import NothingToForecast
from tracker.odds.worker_pool import cores
from tracker.storage.toml.diagnostics import StorageError

_BAR = 20
SWING_FIGHTS = 60
"""The fights of each moment, when the odds of many are computed."""


def carry_out(options: argparse.Namespace) -> int:
    """Play the fights and print what they say. Return the exit code."""
    picture = Path(options.svg) if options.svg else None
    if picture is not None:
        if options.swing:
            raise StorageError("--svg draws a forecast, and --swing prints none; leave one of them out.")
        refuse_old_picture(picture)
    with fight_meant(options.file) as path:
        fight = fight_at(path, options.at, options.seed)
        if options.swing:
            return _swing(fight, options)
        odds = _forecast(fight, options)
    _print(odds, options)
    if picture is not None:
        from tracker.export.odds_svg import picture as drawn

        write_picture(picture, drawn(odds).encode())
    return 0


def _forecast(fight: Fight, options: argparse.Namespace) -> Odds:
    """Return the forecast, and show its progress meanwhile. Raises Refused for a fight that is over."""
    steps = fight.session.journal.done
    earlier = f" `--at STEP` forecasts from an earlier step, 0 to {steps[-1]}." if steps else ""
    try:
        return forecast_fight(
            fight.encounter,
            fight.rules,
            fight.prepared,
            options.fights,
            within=options.within,
            orders=options.orders or (),
            seed=options.seed,
            workers=options.workers or cores(),
            progress=_told,
            remark=say,
        )
    except NothingToForecast as nothing:
        raise Refused(f"{nothing.sentence}{earlier}") from nothing
    finally:
        tell_progress("")


def _swing(fight: Fight, options: argparse.Namespace) -> int:
    """Print the steps at which the odds moved most, and return the exit code."""
    orders = (options.orders or [""])[0]
    fights, workers = options.fights or SWING_FIGHTS, options.workers or cores()
    moves = swing_of(fight.session, fight.prepared, fights, orders, options.seed, workers, say)
    tell("Where the odds moved most:" if moves else "The odds never moved.")
    for move in moves:
        tell(f"  {move.text}")
    return 0


def _told(done: int, total: int, odds: Odds) -> None:
    """Show how many of `total` fights are played, and the odds so far."""
    tell_progress(f"{bar(done / total, _BAR)} {done:,} of {total:,} fights   {headline(odds)}")


def _print(odds: Odds, options: argparse.Namespace) -> None:
    """Print a forecast as JSON, as a table, or as text with bars."""
    if options.json:
        tell_json(as_record(odds))
    elif options.csv:
        table = io.StringIO()
        csv.writer(table, lineterminator="\n").writerows(as_table(odds))
        sys.stdout.write(table.getvalue())
    else:
        for line in page(odds, cells_of_terminal()):
            tell_wrapped(line) if line else tell()
