"""Pairs of sentences that say the same or not: how many duplicates are found, and how many others would be merged?"""

from collections.abc import Sequence

from graphmem.domain.near_duplicate import is_near_duplicate
from graphmem.evaluation.measure import Case, Measure, share
from graphmem.evaluation.stage import Stage

SET = "zh-pairs"
BATCH = 200


async def run(stage: Stage, cases: Sequence[Case]) -> list[Measure]:
    """Two sentences are merged where rule D1 would say that they are one statement, by their words and likeness."""
    services = stage.services
    merged: list[tuple[Case, bool]] = []
    for start in range(0, len(cases), BATCH):
        some = cases[start : start + BATCH]
        vectors = await services.embedder.embed_passages([text for case in some for text in (case["a"], case["b"])])
        for case, a, b in zip(some, vectors[::2], vectors[1::2], strict=True):
            cosine = sum(x * y for x, y in zip(a, b, strict=True))
            similarity = services.embedder.calibration.similarity(cosine)
            merged.append((case, is_near_duplicate(case["a"], case["b"], similarity, services.policy.conflict)))
            stage.advance()
    same, other = ([m for case, m in merged if bool(case["same"]) is wanted] for wanted in (True, False))
    return [
        Measure(set=SET, name="duplicates found", value=share(same), cases=len(same)),
        Measure(set=SET, name="wrong merges", value=share(other), cases=len(other)),
    ]
