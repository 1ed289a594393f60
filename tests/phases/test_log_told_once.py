"""What a fighter declares and is in at once is told by one line of the log, and a summary counts a hit once."""

from __future__ import annotations

from tests.phases.table import KANE, VOS, begun
from tracker.narration.summary import account
from tracker.views.log.roll_log import RollLog


def test_whoever_defends_has_one_line_of_it() -> None:
    table = begun(KANE, VOS)
    table.until("vos", "1.2")
    table.say("vos defend")
    log = RollLog(lambda who: table.now[who].name)
    log.follow(table.session.journal)
    told = [log.entry(at).words.text for at in range(log.count())]
    assert "Vos: defend" in told and "Vos: defending" not in told
    assert table.now["vos"].condition("defending") is not None


def test_a_hit_that_takes_hit_factors_and_shock_factors_is_counted_once_in_the_summary() -> None:
    table = begun(KANE, VOS)
    table.until("vos", "1.2")
    before = table.pools("kane")
    table.fall(30, 30, 4, 4, 4, 4)
    table.say("vos strike kane")
    while table.asked()[0]:
        table.say("roll")
    lost = before["HF"] - table.pools("kane")["HF"]
    kane, vos = account([*table.session.journal], table.now, table.session.rules).paragraphs
    assert lost > 0 and kane.deeds.harm_taken == lost == vos.deeds.harm_dealt
