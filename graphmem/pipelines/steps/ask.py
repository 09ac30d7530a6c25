"""A query made ready for the indexes: vectors and words of its parts, the periods and the things it names (Q1)."""

import asyncio
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from graphmem.domain.entity_mentions import phrases
from graphmem.errors import EmbeddingFailed, InvalidInput
from graphmem.ids import OwnerKey
from graphmem.language.day_keys import period_keys
from graphmem.language.questions import Period, Question, periods, read_question
from graphmem.language.tokens import lucene_query, query_terms, tokens
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
    """What is looked for: a query and its parts, each with its vector and its terms, the query itself first."""

    question: Question
    periods: tuple[Period, ...]
    names: tuple[str, ...]
    terms: tuple[tuple[str, ...], ...]
    vectors: tuple[list[float] | None, ...] = ()
    warnings: tuple[RecallWarning, ...] = ()

    def probes(self, key: OwnerKey, *, every: bool) -> tuple[Probe, ...]:
        """Ways of looking among what is recallable, or with `every` among versions of every status."""
        return tuple(
            Probe(vector=vector, words=lucene_query(terms, key, every_version=every))
            for vector, terms in zip(self.vectors, self.terms, strict=True)
        )

    def within(self, key: OwnerKey, *, every: bool) -> tuple[Within, ...]:
        """The same for the whole query inside each period that it names."""
        return tuple(
            Within(
                begins=period.begins,
                ends=period.ends,
                words=lucene_query(
                    self.terms[0], key, every_version=every, days=period_keys(period.begins, period.ends)
                ),
            )
            for period in self.periods
        )


async def look_for(services: Services, query: str, *, asked_at: datetime) -> Asked:
    """Analyse and embed a query, once; dates in it are relative to `asked_at`.

    A long query is analysed beside the event loop, which a short one is not worth.
    """
    margin = services.policy.ranking.date_margin_days
    if len(query) <= SHORT_QUERY:
        asked = _analysed(query, asked_at, margin)
    else:
        asked = await asyncio.to_thread(_analysed, query, asked_at, margin)
    vectors, warnings = await _vectors(services, (asked.question.text, *asked.question.parts))
    return replace(asked, vectors=vectors, warnings=warnings)


def _analysed(query: str, asked_at: datetime, margin_days: int) -> Asked:
    question = read_question(query)
    return Asked(
        question=question,
        periods=periods(query, asked_at=asked_at, zone=asked_at.tzinfo or UTC, margin_days=margin_days),
        names=tuple(dict.fromkeys(p.key for p in phrases(query)))[:MOST_NAMES],
        terms=tuple(query_terms(tokens(text)) for text in (question.text, *question.parts)),
    )


async def _vectors(
    services: Services, texts: tuple[str, ...]
) -> tuple[tuple[list[float] | None, ...], tuple[RecallWarning, ...]]:
    within = services.policy.ranking.embedding_seconds
    try:
        async with asyncio.timeout(within):
            return tuple(await asyncio.gather(*(services.embedder.embed_query(text) for text in texts))), ()
    except TimeoutError:
        code, reason = EmbeddingFailed.code, f"the embedding model did not answer within {within:g} s."
    except (EmbeddingFailed, InvalidInput) as error:
        code, reason = error.code, error.message
    return (None,) * len(texts), (RecallWarning(code, f"Only words were compared, not meaning: {reason}"),)
