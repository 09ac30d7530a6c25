"""Chinese phrases of time and the moment they are said: is exactly the interval meant found?"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

from graphmem.evaluation.measure import Case, Measure, share
from graphmem.evaluation.stage import Stage
from graphmem.language.dates import OPEN_FUTURE, OPEN_PAST, Choice, find_dates

SET = "time-zh"
ZONE = ZoneInfo("Asia/Shanghai")
INTERVALS = frozenset({"time_point", "time_span"})
FORMAT = "%Y-%m-%d %H:%M:%S"
OPEN = {"-inf": OPEN_PAST, "inf": OPEN_FUTURE}
SECOND = timedelta(seconds=1)
ANY_MOMENT = datetime(2021, 6, 14, tzinfo=ZONE)


async def run(stage: Stage, cases: Sequence[Case]) -> list[Measure]:
    """Only phrases that mean one interval count; a phrase alone shows no tense, so it means the year it is said in."""
    hits: list[bool] = []
    for case in cases:
        phrase, said, meant, *_ = case["case"]
        if isinstance(meant, dict) and meant["type"] in INTERVALS:
            hits.append(_is_exact(phrase, _moment(said), cast("Case", meant)["time"]))
        stage.advance()
    return [Measure(set=SET, name="exact interval", value=share(hits), cases=len(hits))]


def _is_exact(phrase: str, said_at: datetime, meant: Sequence[str]) -> bool:
    found = find_dates(phrase, said_at=said_at, zone=ZONE, unmarked=Choice.THIS)
    if len(found) != 1:
        return False
    begins, ends = (_instant(text) for text in meant)
    # The set ends an interval within its last second; ours end where the next begins.
    return found[0].begins == begins and found[0].ends in {ends, ends if ends == OPEN_FUTURE else ends + SECOND}


def _instant(text: str) -> datetime:
    if text in OPEN:
        return OPEN[text]
    return datetime.strptime(text, FORMAT).replace(tzinfo=ZONE)


def _moment(said: Any) -> datetime:
    """The moment in any of the set's forms: seconds since 1970, parts of a date, or none for any moment."""
    if isinstance(said, int | float):
        return datetime.fromtimestamp(said, UTC).astimezone(ZONE)
    if isinstance(said, list):
        parts = [int(part) for part in cast("list[int]", said)]
        return datetime(*[*parts, 1, 1][: max(3, len(parts))], tzinfo=ZONE)
    if isinstance(said, dict):
        named = cast("dict[str, int]", said)
        return datetime(named["year"], named.get("month", 1), named.get("day", 1), named.get("hour", 0), tzinfo=ZONE)
    return ANY_MOMENT
