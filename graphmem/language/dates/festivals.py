"""Days that have a name (春节, Thanksgiving), in any year."""

import tomllib
from datetime import datetime, timedelta
from functools import cache, lru_cache
from importlib.resources import files

from graphmem.language.dates.lunar import lunar_day, solar_term
from graphmem.language.dates.span import Span, day_of, month_of, nth_weekday
from graphmem.language.script import Language


@cache
def festivals(language: Language) -> tuple[tuple[str, str], ...]:
    """Return the expressions of a language, longest first, each with the rule for its day."""
    table = tomllib.loads(files("graphmem.language.dates").joinpath("festivals.toml").read_text(encoding="utf-8"))
    named = [(expression, entry["day"]) for entry in table["festivals"] for expression in entry[language.value]]
    return tuple(sorted(named, key=lambda pair: -len(pair[0])))


@lru_cache(maxsize=1024)
def festival_day(rule: str, year: int) -> Span | None:
    """Return the day that a rule of `festivals.toml` gives for a year."""
    kind, _, value = rule.partition(" ")
    match kind:
        case "solar":
            month, day = map(int, value.split("-"))
            return day_of(datetime(year, month, day))
        case "lunar":
            month, day = map(int, value.split("-"))
            return day_of(lunar_day(year, month, day))
        case "lunar_eve":
            return day_of(lunar_day(year, 1, 1), ahead=-1)
        case "nth":
            month, place, weekday = map(int, value.split())
            return nth_weekday(month_of(datetime(year, month, 1)), place, weekday - 1)
        case "easter":
            return day_of(_easter(year) + timedelta(days=int(value)))
        case _:
            return day_of(solar_term(year, value))


def _easter(year: int) -> datetime:
    """Return Easter Sunday of the Gregorian calendar (the anonymous algorithm, Nature 1876)."""
    century, rest = divmod(year, 100)
    golden = year % 19
    epact = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    shift = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * shift + 114, 31)
    return datetime(year, month, day + 1)
