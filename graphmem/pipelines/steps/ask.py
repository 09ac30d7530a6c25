"""A query made ready for the indexes: vectors and words of its parts, the periods and the things it names (Q1)."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from graphmem.domain.entity_mentions import phrases
from graphmem.errors import EmbeddingFailed, InvalidInput
from graphmem.ids import OwnerKey
from graphmem.language.day_keys import period_keys
from graphmem.language.questions import Period, Question, periods, read_question
from graphmem.language.tokens import lucene_query, tokens
from graphmem.pipelines.services import Services
from graphmem.store.candidates import Probe, Within

SHORT_QUERY = 500
MOST_NAMES = 200
"""Keys of things that a query may name; a longer query is a text, and names what its first words name."""


@dataclass(frozen=True, slots=True)
class RecallWarning:
    """Something that made an answer poorer without failing it (rule Q8)."""

    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is looked for; the first probe is the whole query, the others its parts."""

    question: Question
    probes: tuple[Probe, ...]
    within: tuple[Within, ...]
    periods: tuple[Period, ...]
    names: tuple[str, ...]
    warnings: tuple[RecallWarning, ...] = ()


async def look_for(services: Services, key: OwnerKey, query: str, *, asked_at: datetime, every: bool) -> Asked:
    """Analyse and embed a query; dates in it are relative to `asked_at`, `every` reaches versions of every status."""
    question, named = await _analysed(services, query, asked_at)
    names = tuple(dict.fromkeys(p.key for p in phrases(query)))[:MOST_NAMES]
    texts = (question.text, *question.parts)
    vectors, warnings = await _vectors(services, texts)
    words = [await _words(text, key, every=every) for text in texts]
    within = [
        Within(
            begins=period.begins,
            ends=period.ends,
            words=await _words(query, key, every=every, days=period_keys(period.begins, period.ends)),
        )
        for period in named
    ]
    return Asked(
        question=question,
        probes=tuple(Probe(vector=v, words=w) for v, w in zip(vectors, words, strict=True)),
        within=tuple(within),
        periods=named,
        names=names,
        warnings=warnings,
    )


async def _analysed(services: Services, query: str, asked_at: datetime) -> tuple[Question, tuple[Period, ...]]:
    def analyse() -> tuple[Question, tuple[Period, ...]]:
        margin = services.policy.ranking.date_margin_days
        zone = asked_at.tzinfo or UTC
        return read_question(query), periods(query, asked_at=asked_at, zone=zone, margin_days=margin)

    return analyse() if len(query) <= SHORT_QUERY else await asyncio.to_thread(analyse)


async def _vectors(
    services: Services, texts: tuple[str, ...]
) -> tuple[list[list[float] | None], tuple[RecallWarning, ...]]:
    try:
        return [await services.embedder.embed_query(text) for text in texts], ()
    except (EmbeddingFailed, InvalidInput) as error:
        warning = RecallWarning(error.code, f"Only words were compared, not meaning: {error.message}")
        return [None] * len(texts), (warning,)


async def _words(text: str, key: OwnerKey, *, every: bool, days: Sequence[str] = ()) -> str | None:
    """The full-text query; a long one is analysed beside the event loop, which a short one is not worth."""

    def analyse() -> str | None:
        return lucene_query(tokens(text), key, every_version=every, days=days)

    return analyse() if len(text) <= SHORT_QUERY else await asyncio.to_thread(analyse)
