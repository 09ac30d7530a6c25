"""Whether words speak of one person or of a group; the data is `persons.toml`."""

import re
import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Final

from pydantic import BaseModel, ConfigDict

from graphmem.language.script import Language

_FOLDED: Final = re.IGNORECASE


class _Persons(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    one: re.Pattern[str]
    """Somebody: the speaker, or who was spoken of."""
    user: re.Pattern[str]
    """The user, as memories name it."""
    group: re.Pattern[str]


def names_one(text: str) -> bool:
    """Whether a word of the text stands for one person: I, she, 我; 我们 and 我司 do not."""
    return any(words.one.search(text) for words in _persons().values())


def speaks_of_user(text: str) -> bool:
    """Whether the text begins as a memory of a user does: "User likes …", 用户喜欢…."""
    return any(words.user.search(text) for words in _persons().values())


def speaks_of_group(text: str) -> bool:
    """Whether a word of the text stands for several as a whole: we, the team, 我们, 公司."""
    return any(words.group.search(text) for words in _persons().values())


@lru_cache(maxsize=1)
def _persons() -> dict[Language, _Persons]:
    table = tomllib.loads(files("graphmem.language").joinpath("persons.toml").read_text("utf-8"))
    return {
        Language(name): _Persons(**{part: re.compile(pattern, _FOLDED) for part, pattern in parts.items()})
        for name, parts in table.items()
    }
