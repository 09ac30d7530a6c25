"""How well vectors tell names of one thing from others, on pairs of our own (rules E2, R5)."""

from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest

from graphmem.domain.name_meaning import is_han, may_mean_one
from graphmem.domain.names import EntityKind
from graphmem.domain.policy import EntityPolicy
from graphmem.embedding import CentredEmbedder, Vector, cosine

LEAST = EntityPolicy().maybe_same_meaning


@dataclass(frozen=True)
class Pair:
    is_one: bool
    is_held_out: bool
    kind: EntityKind
    one: str
    other: str


def pairs() -> list[Pair]:
    lines = (Path(__file__).parent / "name_pairs.tsv").read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [Pair(a == "same", b == "held_out", EntityKind(kind), one, other) for a, b, kind, one, other in rows]


PAIRS = pairs()
ACROSS = [p for p in PAIRS if is_han(p.one) is not is_han(p.other)]


@pytest.fixture
async def vectors(use: CentredEmbedder) -> dict[str, Vector]:
    names = list({name for p in PAIRS for name in (p.one, p.other)})
    return dict(zip(names, await use.embed_passages(names), strict=True))


def is_found(use: CentredEmbedder, vectors: dict[str, Vector], one: str, other: str, kind: EntityKind) -> bool:
    likeness = use.calibration.similarity(cosine(vectors[one], vectors[other]))
    return may_mean_one(one, other, kind) and likeness >= LEAST


@pytest.mark.parametrize("is_held_out", [False, True])
def test_half_of_what_is_one_is_found_across_scripts_and_little_else(
    use: CentredEmbedder, vectors: dict[str, Vector], *, is_held_out: bool
) -> None:
    half = [p for p in ACROSS if p.is_held_out is is_held_out]
    found = [p for p in half if is_found(use, vectors, p.one, p.other, p.kind)]
    same, other = [p for p in found if p.is_one], [p for p in found if not p.is_one]
    assert len(same) >= 0.5 * sum(p.is_one for p in half), same
    assert len(other) <= 0.08 * sum(not p.is_one for p in half), other


def test_a_name_is_hardly_ever_taken_for_any_of_many_others(use: CentredEmbedder, vectors: dict[str, Vector]) -> None:
    one = {frozenset({p.one, p.other}) for p in PAIRS if p.is_one}
    wrong = looked_at = 0
    for kind in EntityKind:
        names = sorted({name for p in PAIRS if p.kind is kind for name in (p.one, p.other)})
        for latin, han in product([n for n in names if not is_han(n)], [n for n in names if is_han(n)]):
            if frozenset({latin, han}) not in one:
                looked_at += 1
                wrong += is_found(use, vectors, latin, han, kind)
    assert looked_at > 5_000
    assert wrong / looked_at < 0.003


def test_within_one_script_vectors_do_not_tell_names_apart(use: CentredEmbedder, vectors: dict[str, Vector]) -> None:
    within = [p for p in PAIRS if is_han(p.one) is is_han(p.other)]
    likenesses = [(use.calibration.similarity(cosine(vectors[p.one], vectors[p.other])), p) for p in within]
    wrong = [p for likeness, p in likenesses if likeness >= LEAST and not p.is_one]
    right = [p for likeness, p in likenesses if likeness >= LEAST and p.is_one]
    assert len(wrong) > len(right)
    assert not any(may_mean_one(p.one, p.other, p.kind) for p in within)
