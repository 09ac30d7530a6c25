"""What a model is told: instructions from files, and the words of people as fenced data (rule W4)."""

import json
import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from graphmem.deciding.decider import Known
from graphmem.deciding.model.echo import repeats
from graphmem.deciding.model.proposal import answer_schema
from graphmem.domain.candidate import MessageRole, Turn
from graphmem.language.cues import cues
from graphmem.language.script import Language, detect_language

LONGEST_RECENT: Final = 1_000
"""Characters of an earlier message that are shown."""
LONGEST_KNOWN: Final = 300
"""Characters of a memory that are shown."""
_BOUNDARY_BYTES: Final = 12
_PLACE: Final = re.compile(r"\{([a-z]+)\}")
_MARKUP: Final = re.compile(r"<|\[(?=/?(?:INST|SYS))")
"""Begins what some servers read as the start of a role; JSON can write it otherwise."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """Two messages, and the word that fences the second's data."""

    system: str
    user: str
    boundary: str
    instructions: str
    """The part of `system` that no answer has a reason to repeat; answers look like the example and the schema."""

    def is_repeated_in(self, *texts: str) -> bool:
        """Tell whether one of the texts gives away the boundary or a run of the instructions."""
        return any(self.boundary in text or repeats(text, self.instructions) for text in texts)


def write_prompt(turns: Sequence[Turn], recent: Sequence[Turn], known: Sequence[Known], *, with_schema: bool) -> Prompt:
    """Write the messages of one call, the instructions in the language that the user speaks."""
    said = "\n".join(turn.content for turn in turns if turn.role is MessageRole.USER)
    language = detect_language(said)
    instructions = _instructions(language)
    # Random for each call: nobody who writes the data can know it and close the fence.
    boundary = secrets.token_hex(_BOUNDARY_BYTES)
    parts = {
        "boundary": boundary,
        "known": _lines({"id": k.id, "type": k.type.value, "content": k.content[:LONGEST_KNOWN]} for k in known),
        "recent": _lines({"role": t.role.value, "content": t.content[:LONGEST_RECENT]} for t in recent),
        "turns": _lines(
            {"turn": number, "role": t.role.value, "at": t.at.isoformat(timespec="seconds"), "content": t.content}
            for number, t in enumerate(turns)
        ),
    }
    schema = _filled("schema.md", {"schema": json.dumps(answer_schema())}) if with_schema else ""
    return Prompt(
        system=instructions + _filled(f"example.{language.value}.md", {}) + schema,
        user=_filled("exchange.md", parts),
        boundary=boundary,
        instructions=instructions,
    )


@lru_cache(maxsize=len(Language))
def _instructions(language: Language) -> str:
    words = cues(language)
    slots = ", ".join(f"{name} ({slot.label})" for name, slot in words.slots.items())
    return _filled(f"system.{language.value}.md", {"slots": slots})


def _filled(name: str, parts: Mapping[str, str]) -> str:
    """Put the parts into a file's places, in one pass: what a part holds is never a place."""
    template = files("graphmem.deciding.model").joinpath("prompts", name).read_text("utf-8")
    return _PLACE.sub(lambda place: parts.get(place[1], place[0]), template)


def _lines(rows: Iterable[Mapping[str, Any]]) -> str:
    return "\n".join(_MARKUP.sub(_escaped, json.dumps(row, ensure_ascii=False)) for row in rows)


def _escaped(mark: re.Match[str]) -> str:
    return f"\\u{ord(mark[0]):04x}"
