"""Which names of a write have vectors: those that the lexicon does not know in both languages (rule E2)."""

from collections.abc import Iterable, Mapping, Sequence

from graphmem.domain.candidate import Candidate
from graphmem.domain.entity import Mention, NameVector, concept_of
from graphmem.domain.entity_mentions import mentions
from graphmem.domain.memory import Flag
from graphmem.pipelines.services import Services


def names_in(candidate: Candidate) -> tuple[Mention, ...]:
    """The names in a candidate, as far as rules see them without knowing any; none of what tries to instruct."""
    if Flag.SUSPECTED_INJECTION in candidate.flags:
        return ()
    return mentions(candidate.content, candidate.claim, found=())


def has_vector(name: str) -> bool:
    """Whether a name is to have one; Hangzhou and 杭州 have one key, and are one without."""
    return concept_of(name) is None


def with_vectors(names: Sequence[Mention], vectors: Mapping[str, list[float]]) -> tuple[NameVector, ...]:
    """The names with their vectors, as far as there are any by the name as it was written."""
    return tuple(
        NameVector(kind=n.kind, key=n.key, name=n.name, vector=vectors[n.name]) for n in names if n.name in vectors
    )


async def vectors_of(services: Services, names: Iterable[str]) -> dict[str, list[float]]:
    """Embed those of some names that are to have a vector, in one batch; EmbeddingFailed where the model fails."""
    wanted = list(dict.fromkeys(name for name in names if has_vector(name)))
    return dict(zip(wanted, await services.embedder.embed_passages(wanted) if wanted else [], strict=True))
