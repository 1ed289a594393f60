"""Result: a forecast as a plain value, and its words: words first, the policy beside every number."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.clock.spans import WHOLE, TimeUnit
from tracker.model.lazy_dataclass import dataclass
from tracker.odds.tally import Interval, Paired, Tally, difference
from tracker.text.cells import clean, fit, width

SURE = 5.0
"""The percent around one half that are called even."""


@dataclass(frozen=True, slots=True)
class Fighter:
    """A fighter as a forecast names it."""

    id: str
    name: str
    side: str
    able: bool
    """True if it stood when the forecast began."""


@dataclass(frozen=True, slots=True)
class Row:
    """The result of a policy."""

    policy: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class Helped:
    """The effect of one change on the chances of a side, from the same fights with the same dice."""

    change: str
    paired: Paired
    likely: bool = False
    """True if it is likely to help: chance alone would hardly show as much among everything tried."""


@dataclass(frozen=True, slots=True)
class Odds:
    """A forecast. `str` gives the words that `tracker odds` prints."""

    title: str
    moment: str
    """The state it begins from: `from the start`, `at count 40`."""
    seed: str
    side: str
    """The side whose chances are shown."""
    fighters: tuple[Fighter, ...]
    rows: tuple[Row, ...]
    helped: tuple[Helped, ...] = ()
    """The first row with one thing changed, the most helpful first."""
    unit: TimeUnit = WHOLE
    began: int = 0

    def __str__(self) -> str:
        return "\n".join(lines(self))

    @property
    def fights(self) -> int:
        """The number of fights played, without those of `helped`."""
        return sum(row.tally.fights for row in self.rows)

    @property
    def sides(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(fighter.side for fighter in self.fighters))

    @property
    def chances(self) -> tuple[Interval, ...]:
        """The chance of the side by each policy that was played."""
        return tuple(row.tally.won(self.side) for row in self.rows if row.tally.fights)

    @property
    def range(self) -> tuple[float, float]:
        """The least and the greatest chance of the side over the policies, from 0 to 1."""
        shares = [chance.share for chance in self.chances]
        return (min(shares), max(shares)) if shares else (0.0, 1.0)

    @property
    def ahead(self) -> str:
        """Return `ahead`, `behind` or `even` for the side, or `ahead or behind`."""
        low, high = (100 * share for share in self.range)
        # Chances within `SURE` points of percent around 50 are called even.
        if not self.chances:
            return "unknown"
        if low > 50 - SURE and high < 50 + SURE:
            return "even"
        if low >= 50 - SURE:
            return "ahead"
        return "behind" if high <= 50 + SURE else "ahead or behind"

    @property
    def best(self) -> Row | None:
        """The policy by which the side wins most often."""
        played = [row for row in self.rows if row.tally.fights]
        return max(played, key=lambda row: row.tally.won(self.side).share, default=None)


WALKOVER, EASY, EVEN, HARD, SLAUGHTER = "Walkover", "Easy", "Even", "Hard", "Slaughter"
_FROM = ((0.9, WALKOVER), (0.65, EASY), (0.35, EVEN), (0.1, HARD), (0.0, SLAUGHTER))
"""The least chance of the side for each word."""


def difficulty(odds: Odds) -> str:
    """Return the difficulty of a fight for the side, with a question mark where policies or few fights leave it open.

    One question mark: one other word is possible. Two: more than one. Empty where nothing was played.
    """
    if not odds.chances:
        return ""
    low, high = odds.range
    words = _between(min(chance.low for chance in odds.chances), max(chance.high for chance in odds.chances))
    return _grade((low + high) / 2) + "?" * min(2, len(words) - 1)


def _grade(share: float) -> str:
    """Return the word for a chance of victory from 0 to 1."""
    return next(word for least, word in _FROM if share >= least)


def _between(low: float, high: float) -> Sequence[str]:
    """Return all words for chances from `low` to `high`."""
    words = [word for _, word in _FROM]
    return words[words.index(_grade(high)) : words.index(_grade(low)) + 1]


LONG = 120
"""The longest length, in seconds, that is written in seconds. A longer one in minutes or hours."""
MOST_HELP = 3
"""The number of changes shown."""


def percent(share: float) -> str:
    """Return a share from 0 to 1 in percent, such as `68`.

    A chance that is neither never nor always is neither `0` nor `100`.
    """
    whole = round(100 * share)
    if whole == 0 and share > 0:
        return "<1"
    return ">99" if whole == 100 and share < 1 else str(whole)


def interval(of: Interval) -> str:
    """Return `68 % (65–71)`."""
    return f"{percent(of.share)} % ({round(100 * of.low)}–{round(100 * of.high)})"


def headline(odds: Odds) -> str:
    """Return the forecast in one line for a screen: `heroes ahead · 35–80 %`."""
    if not odds.chances:
        return "nothing played yet"
    low, high = (percent(share) for share in odds.range)
    share = f"{low if low == high else f'{low}–{high}'} %"
    if odds.ahead == "even":
        return f"an even fight · {side(odds.side)} {share}"
    return f"{side(odds.side)} {odds.ahead} · {share}"


def what_if(name: str, before: Interval, after: Interval) -> str:
    """Return the effect of a choice on the chance of a side, words first: `heroes better off · 71 → 82 %`.

    Where chance may have done all of the difference, it says so.
    """
    change = difference(before, after)
    shares = f"{percent(before.share)} → {percent(after.share)} %"
    if change.low <= 0 <= change.high:
        return f"no clear change · {shares}"
    return f"{side(name)} {'better' if change.share > 0 else 'worse'} off · {shares}"


def side(name: str) -> str:
    """Return the name of a side in a line."""
    return clean(name) or "those on no side"


def lines(odds: Odds, cells: int = 0) -> list[str]:
    """Return the forecast as `tracker odds` prints it, in lines of `cells` if that is not 0 and words allow it."""
    printed = _joined_lines(
        (f"{clean(odds.title)}, {odds.moment}", f"{odds.fights:,} fights, seed {clean(odds.seed)}"), cells, 2
    )
    printed.append(_summary(odds))
    wide = max((width(clean(row.policy)) for row in odds.rows), default=0)
    for row in odds.rows:
        policy, parts = clean(row.policy), row_parts(odds, row)
        row_line = f"  {fit(policy, wide)}  {_GAP.join(parts)}"
        below = wide + _INDENT * 2
        if cells and width(row_line) > cells:
            below = _INDENT * 2
            printed += _joined_lines(
                (f"  {fit(policy, min(wide, max(1, cells // 2)))}  {parts[0]}", *parts[1:]), cells, below
            )
        else:
            printed.append(row_line)
        if row.tally.stopped():
            printed.append(f"{' ' * below}{stopped_text(row.tally)}")
        if row.tally.assumed:
            printed.append(f"{' ' * below}{assumed_text(row.tally)}")
    if odds.helped:
        printed.append(helped_text(odds.helped))
    return printed


_GAP = "   "
_INDENT = 2


def _joined_lines(parts: Sequence[str], cells: int, indent: int) -> list[str]:
    """Return parts joined into lines of `cells`, broken only between them. All but the first line are indented."""
    broken: list[str] = [parts[0]]
    for part in parts[1:]:
        joined = f"{broken[-1]}{_GAP}{part}"
        if cells and width(joined) > cells:
            broken.append(f"{' ' * indent}{part}")
        else:
            broken[-1] = joined
    return broken


def _summary(odds: Odds) -> str:
    """Return in one line the leading side, and its lead under the policies."""
    if not odds.chances:
        return "nothing played yet"
    low, high = (percent(share) for share in odds.range)
    share = f"{low} %" if low == high else f"{low} to {high} %"
    if odds.ahead == "ahead or behind" and odds.best is not None:
        return f'{side(odds.side)} ahead by "{clean(odds.best.policy)}": {share} by how everybody fights'
    how = " by how everybody fights" if len(odds.rows) > 1 else ""
    if odds.ahead == "even":
        return f"an even fight: {side(odds.side)} {share}{how}"
    return f"{side(odds.side)} {odds.ahead}: {share}{how}"


def row_parts(odds: Odds, row: Row) -> tuple[str, ...]:
    """Return the parts of a policy's line: `80 % (77–82)`, `over at 31 s (18–52)`, `Brann falls 98 %`."""
    tally = row.tally
    if not tally.fights:
        return ("not played yet",)
    parts = (interval(tally.won(odds.side)), over_text(tally, odds.unit), _most_often_fallen(odds, tally))
    return tuple(part for part in parts if part)


def over_text(tally: Tally, unit: TimeUnit) -> str:
    """Return the count by which half of the fights are over, and the range of four in five: `over at 31 s (18–52)`.

    Where they last longer than two minutes: `over after 5 h 27 min (2 h to 9 h 3 min)`.
    """
    half, first, last = tally.over_at(5), tally.over_at(1), tally.over_at(9)
    if half is None or first is None or last is None:
        return ""
    if unit.seconds(last) <= LONG:
        return f"over at {in_seconds(unit, half)} s ({in_seconds(unit, first)}–{in_seconds(unit, last)})"
    return f"over after {how_long(unit, half)} ({how_long(unit, first)} to {how_long(unit, last)})"


def how_long(unit: TimeUnit, count: int) -> str:
    """Return the length of a fight at a moment: `31 s`, above two minutes `4 min 10 s`, `27 min` or `5 h 27 min`."""
    seconds = unit.seconds(count)
    if seconds <= LONG:
        return f"{in_seconds(unit, count)} s"
    # From ten minutes on seconds do not matter.
    if round(seconds) < 5 * LONG:
        minutes, rest = divmod(round(seconds), 60)
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    hours, minutes = divmod(round(seconds / 60), 60)
    words = (f"{hours:,} h" if hours else "", f"{minutes} min" if minutes else "")
    return " ".join(word for word in words if word)


def in_seconds(unit: TimeUnit, count: int) -> str:
    """Return a moment in seconds, as `31` or `8.4`."""
    seconds = unit.seconds(count)
    return f"{seconds:.0f}" if seconds >= 10 else f"{seconds:g}"


def _most_often_fallen(odds: Odds, tally: Tally) -> str:
    """Return the fighter of the side that falls most often: `Brann falls 98 %`. Empty when none falls."""
    own_seats = [seat for seat, fighter in enumerate(odds.fighters) if fighter.side == odds.side and fighter.able]
    seat = max(own_seats, key=lambda seat: tally.falls[seat], default=None)
    if seat is None or not tally.falls[seat]:
        return ""
    return f"{clean(odds.fighters[seat].name)} falls {percent(tally.fell(seat).share)} %"


def stopped_text(tally: Tally) -> str:
    """Return the share of fights without a winner, and their commonest reason: `undecided 4 %: only time passes`."""
    why = max(tally.undecided, key=lambda reason: tally.undecided[reason])
    others = "" if len(tally.undecided) == 1 else ", mostly"
    reason = "" if why == "undecided" else f"{others}: {clean(why)}"
    return f"undecided {percent(tally.stopped() / tally.fights)} %{reason}"


def assumed_text(tally: Tally) -> str:
    """Return the question that no orders answer: `no orders cover fumble (in 42 % of the fights)`.

    The least costly answer is taken.
    """
    shares = [
        f"{clean(what)} (in {percent(many / tally.fights)} % of the fights)" for what, many in tally.assumed.items()
    ]
    return f"no orders cover {', '.join(shares)}"


def helped_text(helped: Sequence[Helped]) -> str:
    """Return the changes that likely help the side most: `what would likely help most:  one goblin fewer +6 (2–10)`."""
    likely = [change for change in helped if change.likely][:MOST_HELP]
    if not likely:
        return "what would likely help most:  nothing that was tried"
    return "what would likely help most:  " + " · ".join(
        f"{clean(change.change)} {_points(change.paired.difference)}" for change in likely
    )


def _points(difference: Interval) -> str:
    """Return a gain in points of percent with its bounds: `+6 (2–10)`."""
    low, high = round(100 * difference.low), round(100 * difference.high)
    return f"+{round(100 * difference.share)} ({low}–{high})"
