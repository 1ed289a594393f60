"""`tracker join`: steps that were put aside while a fight could not be written go back into it."""

from __future__ import annotations

import argparse
from pathlib import Path

from tracker.cli.streams import tell
from tracker.storage.fight_log.spill_recovery import join


def carry_out(options: argparse.Namespace) -> int:
    """Join spilled steps to their fight and return the exit code.

    Raises StorageError, and changes nothing, when they do not follow its last step.
    """
    tell(str(join(Path(options.file), Path(options.tail))))
    return 0
