"""How much or how often something is done in a time, in both languages ("two cups of coffee a day", 每天喝两杯咖啡)."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

from pydantic import BaseModel, ConfigDict

from graphmem.language.dates.numbers import ENGLISH, number
from graphmem.language.script import Language

TIMES: Final = "time"
"""The unit of how often."""
_HALF: Final = {"half a": "0.5", "half an": "0.5", "半": "0.5"}
_OFTEN: Final = {"once": "1", "twice": "2"}
_ADVERBS: Final = {"daily": "day", "nightly": "night", "weekly": "week", "monthly": "month", "yearly": "year"}
_LONGEST: Final = 100


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    about: str
    number: str
    times: str
    per: str
    of: str
    verbs: dict[str, tuple[str, ...]]
    units: dict[str, tuple[str, ...]]
    periods: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A number of units of a thing, in a time; names are shared by both languages, the thing is in its own words."""

    verb: str
    """Empty where only the amount was said ("three cups a day")."""
    thing: str
    number: str
    unit: str
    period: str
    """Empty where it was not said."""
    start: int
    """Where the words of the number begin in the text."""
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lookup:
    forms: tuple[re.Pattern[str], ...]
    """With a verb; tried in order."""
    bare: tuple[re.Pattern[str], ...]
    verbs: Mapping[str, str]
    units: Mapping[str, str]
    periods: tuple[tuple[re.Pattern[str], str], ...]


def amount_in(text: str, language: Language) -> Amount | None:
    """Read a statement without its subject ("drink two cups of coffee a day", 每天喝两杯咖啡)."""
    return _read(text, language, _lookup(language).forms)


def bare_amount(text: str, language: Language) -> Amount | None:
    """Read an amount that nothing else is said of ("three cups a day", 每天三杯)."""
    return _read(text, language, _lookup(language).bare)


def _read(text: str, language: Language, forms: tuple[re.Pattern[str], ...]) -> Amount | None:
    if len(text) > _LONGEST:
        return None
    for form in forms:
        if (match := form.fullmatch(text)) is not None and (found := _amount(match, language)) is not None:
            return found
    return None


def _amount(match: re.Match[str], language: Language) -> Amount | None:
    lookup, parts = _lookup(language), match.groupdict()
    is_often = bool(parts.get("often"))
    counted = _number(parts["often"] if is_often else parts["number"])
    if counted is None:
        return None
    start, end = match.span("often" if is_often else "number")
    if parts.get("half"):
        counted, end = counted + ".5", match.end("half")
    adverb = (parts.get("adverb") or "").lower()
    said = (parts.get("period") or "").lower()
    period = _ADVERBS.get(adverb) or next((name for words, name in lookup.periods if words.fullmatch(said)), "")
    return Amount(
        verb=lookup.verbs.get((parts.get("verb") or "").lower(), ""),
        thing=(parts.get("thing") or parts.get("on") or "").strip(),
        number=counted,
        unit=TIMES if is_often else lookup.units.get((parts.get("unit") or "").lower(), ""),
        period=period,
        start=start,
        end=end,
    )


def _number(words: str) -> str | None:
    """Digits for what was counted; None for no number."""
    bare = re.sub(r"(?: times|[次遍回])$", "", words.lower().strip())
    if (found := _OFTEN.get(bare) or _HALF.get(bare)) is not None:
        return found
    if bare in {"a", "an"}:
        return "1"
    if bare[:1].isdigit():
        return bare.replace(",", "") if re.fullmatch(r"\d+(?:,\d{3})+", bare) else bare.replace(",", ".")
    value = number(bare)
    return None if value is None else str(value)


def _alternatives(table: Mapping[str, tuple[str, ...]]) -> str:
    return "|".join(sorted((word for words in table.values() for word in words), key=len, reverse=True))


@lru_cache(maxsize=len(Language))
def _lookup(language: Language) -> _Lookup:
    document = tomllib.loads(files("graphmem.language").joinpath("amounts.toml").read_text("utf-8"))
    words = _Words.model_validate(document[language.value])
    any_number = f"(?:{words.number.replace('@english', ENGLISH)})"
    parts = {
        "about": words.about,
        "number": f"(?P<number>{any_number})",
        "often": words.times.replace("@number", any_number),
        "unit": f"(?P<unit>{_alternatives(words.units)})",
        "verb": f"(?P<verb>{_alternatives(words.verbs)})",
        "per": f"(?:{words.per.replace('@period', _alternatives(words.periods))})",
        "of": words.of,
    }
    forms, bare = (_ZH_FORMS, _ZH_BARE) if language is Language.CHINESE else (_EN_FORMS, _EN_BARE)
    return _Lookup(
        forms=tuple(_compiled(form, parts) for form in forms),
        bare=tuple(_compiled(form, parts) for form in bare),
        verbs={word: name for name, group in words.verbs.items() for word in group},
        units={word: name for name, group in words.units.items() for word in group},
        periods=tuple((re.compile("|".join(group)), name) for name, group in words.periods.items()),
    )


def _compiled(form: str, parts: Mapping[str, str]) -> re.Pattern[str]:
    return re.compile(re.sub(r"@([a-z]+)", lambda name: parts[name[1]], form), re.IGNORECASE)


_EN_FORMS: Final = (
    r"@verb(?: @about)? @number ?@unit@of(?: (?P<thing>(?!on |for )[\w' -]+?))? @per(?: (?:on|for) (?P<on>[\w' -]+))?",
    r"@verb(?: (?P<thing>[\w' -]+?))?(?: @about)? @often @per",
    r"@verb(?: @about)? (?!an? )@number (?P<thing>[\w' -]+?) @per",
)
_EN_BARE: Final = (
    r"(?:it is |make it |make that |now |@about )*@number ?@unit(?: of (?P<thing>[\w' -]+?))?(?: @per)?",
    r"(?:it is |make it |make that |now |@about )*@often @per",
)
_ZH_FORMS: Final = (
    r"(?:@about)*@per(?:@about)*@verb(?:@about)*@number(?:个(?=半))?(?P<half>半)?@unit@of(?P<thing>[^，,。]*?)(?:左右|吧)?",
    r"(?:@about)*@per(?:@about)*@verb(?:@about)*@often@of(?P<thing>[^，,。]*?)(?:左右|吧)?",
)
_ZH_BARE: Final = (
    r"(?:是|改成|变成|@about)*(?:@per)?(?:@about)*@number(?:个(?=半))?(?P<half>半)?@unit(?:@of(?P<thing>[^，,。]{1,8}?))?(?:左右|吧|了)?",
    r"(?:是|改成|变成|@about)*@per(?:@about)*@often(?:左右|吧|了)?",
)
