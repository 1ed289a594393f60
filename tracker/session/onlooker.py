"""Onlooker: a fight that another program plays. It follows what is recorded, and nothing is done in it."""

from __future__ import annotations

from tracker.encounter.engine.evolve import fold
from tracker.encounter.engine.journal import Block, Step
from tracker.model import commands as cmd
from tracker.model.lazy_dataclass import dataclass
from tracker.model.refusals import Refused
from tracker.session.fight import Session
from tracker.session.outcome import Outcome
from tracker.storage.fight_log.follower import Follower
from tracker.storage.fight_log.reader import FightText
from tracker.storage.fight_log.replay import current_state

READ_ONLY = "Another tracker plays this fight; this view only follows it."


@dataclass
class Onlooker(Session):
    """A session that changes only with the file."""

    follower: Follower | None = None

    def dispatch(self, command: cmd.Command | cmd.Request, line: str = "") -> Outcome:
        """Raise Refused."""
        raise Refused(READ_ONLY)

    def undo(self) -> tuple[Step, ...]:
        """Raise Refused."""
        raise Refused(READ_ONLY)

    def redo(self) -> tuple[Step, ...]:
        """Raise Refused."""
        raise Refused(READ_ONLY)

    def catch_up(self) -> bool:
        """Read the blocks recorded since the last time. Return whether there were any."""
        news = self.follower.look() if self.follower is not None else None
        if news is None:
            return False
        before = self.journal.last, self.encounter
        if news.fight is not None:
            self._read_anew(news.fight)
        for block in news.blocks:
            self._enter(block)
        if before == (self.journal.last, self.encounter):
            return False
        self._tell(news.blocks)
        return True

    def _read_anew(self, fight: FightText) -> None:
        """Read the fight from its beginning, for the first time or because the file is another one."""
        self.journal, self.earlier = fight.journal()
        self.rules = fight.prepared.rules
        self.encounter = current_state(self.journal, self._read_step, fight.shown)

    def _enter(self, block: Block) -> None:
        """Enter a block that another program recorded: a step, an undo or a redo."""
        journal = self.journal
        if isinstance(block, Step):
            self.encounter = fold(self.encounter, block.events)
            journal.append(block, self.encounter)
            return
        self._read_step(block.undo or block.redo)
        if block.undo:
            journal.undo(block.n, block.follows or block.n)
        else:
            journal.redo(block.n)
        self.encounter = self.state_after(journal.done[-1] if journal.done else 0)
