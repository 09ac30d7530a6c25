"""Our own hundred questions in one language about memories in the other (`bilingual.toml`)."""

import tomllib
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, TypeAdapter

from graphmem.evaluation.measure import Case

SET = "bilingual"
DIRECTION = {"en": "Chinese about English", "zh": "English about Chinese"}


class _Memory(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    said: str
    asked: str | None = None


class _Person(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    says: str
    domains: dict[str, tuple[_Memory, ...]]


_PEOPLE = TypeAdapter(dict[str, tuple[_Person, ...]])


def cases() -> list[Case]:
    """One case a person, in the form of the public sets; a question is of its direction and of its domain."""
    text = files("graphmem.evaluation").joinpath("bilingual.toml").read_text("utf-8")
    return [_case(person) for person in _PEOPLE.validate_python(tomllib.loads(text))["person"]]


def _case(person: _Person) -> Case:
    said = {
        f"{domain}-{number}": (domain, memory)
        for domain, held in person.domains.items()
        for number, memory in enumerate(held)
    }
    return {
        "user": person.name,
        "items": [{"id": name, "text": memory.said, "time": None} for name, (_, memory) in said.items()],
        "queries": [
            {"text": memory.asked, "gold": [name], "category": [DIRECTION[person.says], domain], "time": None}
            for name, (domain, memory) in said.items()
            if memory.asked is not None
        ],
    }
