"""Working memory as text for a prompt, within its budget (rules M1, Q6, Q7)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from graphmem.domain.candidate import MessageRole
from graphmem.domain.summary import Sentence, topics_of
from graphmem.language.context_words import context_words
from graphmem.language.script import Language
from graphmem.language.token_count import count_tokens

_BLANKS: Final = re.compile(r"\s+")
_MARKUP: Final = str.maketrans({"<": "‹", ">": "›", "`": "'", "{": "(", "}": ")", "|": "¦", "#": "＃"})
_SHORTENED: Final = "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message to render, as the sentences of it that may be shown."""

    role: MessageRole
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """Everything that working memory has to show; turns oldest first."""

    goal: str | None = None
    summary: tuple[Sentence, ...] = ()
    facts: tuple[str, ...] = ()
    open_items: tuple[str, ...] = ()
    questions: tuple[tuple[str, str, str], ...] = ()
    """Id, and what the newer and the older of two memories say."""
    turns: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Rendered:
    """A text and its tokens."""

    text: str
    tokens: int
    left_out: int = 0
    """Lines there was no room for."""


@dataclass(frozen=True, slots=True)
class _Line:
    section: str
    text: str
    need: tuple[int, int]
    """The smaller, the sooner it is given room."""


_ORDER: Final = ("goal", "summary", "facts", "items", "questions", "turns")


def render(parts: Parts, language: Language, *, budget: int, turn_tokens: int) -> Rendered:
    """Write as much as `budget` tokens hold; whatever has nothing to do with the goal gives way first.

    A sentence is never cut, a long message loses its last sentences. What is written is history: each item stands on
    one line, without anything that could end its block.
    """
    titles = context_words(language).working
    lines = _lines(parts, titles, turn_tokens)
    room = budget - count_tokens(titles["head"]) - 2
    kept: set[int] = set()
    opened: set[str] = set()
    for place in sorted(range(len(lines)), key=lambda i: lines[i].need):
        line = lines[place]
        cost = count_tokens(line.text) + 1
        if line.section not in opened and line.section != "goal":
            cost += count_tokens(titles[line.section]) + 1
        if cost <= room:
            room -= cost
            kept.add(place)
            opened.add(line.section)
    if not kept:
        return Rendered("", 0, len(lines))
    text = _written([line for place, line in enumerate(lines) if place in kept], titles)
    return Rendered(text, count_tokens(text), len(lines) - len(kept))


def neutral(text: str) -> str:
    """The text on one line, without the marks that could end a block or begin another role (rule Q7)."""
    return _BLANKS.sub(" ", text).strip().translate(_MARKUP)


def _lines(parts: Parts, titles: Mapping[str, str], turn_tokens: int) -> list[_Line]:
    aim = topics_of(parts.goal) if parts.goal else frozenset[str]()

    def far(text: str) -> int:
        """Whether a text has nothing to do with the goal."""
        return int(bool(aim) and not (aim & topics_of(text)))

    found: list[_Line] = []
    if parts.goal:
        found.append(_Line("goal", f"{titles['goal']} {neutral(parts.goal)}", (0, 0)))
    found += [_Line("summary", f"- {neutral(s.text)}", (3 + 4 * far(s.text), -i)) for i, s in enumerate(parts.summary)]
    found += [_Line("facts", f"- {neutral(t)}", (3 + 4 * far(t), i)) for i, t in enumerate(parts.facts)]
    found += [_Line("items", f"- {neutral(t)}", (1 + 4 * far(t), i)) for i, t in enumerate(parts.open_items)]
    found += [_Line("questions", _asked(q, titles), (1, i)) for i, q in enumerate(parts.questions)]
    last = len(parts.turns) - 1
    for i, turn in enumerate(parts.turns):
        text = _shortened([neutral(s) for s in turn.sentences], turn_tokens)
        if text:
            need = 2 if last - i <= 1 else 4 + 4 * far(text)
            found.append(_Line("turns", f"- {titles[turn.role.value]}: {text}", (need, last - i)))
    return found


def _asked(question: tuple[str, str, str], titles: Mapping[str, str]) -> str:
    key, newer, older = question
    return f"- [{key}] {neutral(newer)} ⇄ {neutral(older)}"


def _shortened(sentences: Sequence[str], most: int) -> str:
    """As many of the first sentences as have room."""
    kept: list[str] = []
    spent = 0
    for sentence in sentences:
        spent += count_tokens(sentence) + 1
        if spent > most:
            return " ".join([*kept, _SHORTENED]) if kept else ""
        kept.append(sentence)
    return " ".join(kept)


def _written(lines: Sequence[_Line], titles: Mapping[str, str]) -> str:
    written = [titles["head"]]
    for section in _ORDER:
        here = [line.text for line in lines if line.section == section]
        if here and section != "goal":
            written.append(titles[section])
        written.extend(here)
    return "\n".join(written)
