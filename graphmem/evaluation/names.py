"""Pairs of names of persons and organisations: are those of one told from those of two?"""

from collections.abc import Sequence

from graphmem.domain.names import EntityKind, similarity
from graphmem.evaluation.measure import Case, Measure
from graphmem.evaluation.stage import Stage

SET = "names"
KINDS = {"Person": EntityKind.PERSON, "Vessel": EntityKind.PRODUCT}


async def run(stage: Stage, cases: Sequence[Case]) -> list[Measure]:
    """Precision, recall and F1 of the pairs found to be one."""
    found = wrong = missed = 0
    for case in cases:
        kind = KINDS.get(case["schema"], EntityKind.ORGANISATION)
        says = similarity(case["name1"], case["name2"], kind) >= stage.services.policy.entities.maybe_same_name
        is_one = case["is_match"] == "true"
        found += says and is_one
        wrong += says and not is_one
        missed += is_one and not says
        stage.advance()
    precision = found / (found + wrong) if found else 0.0
    recall = found / (found + missed) if found else 0.0
    f1 = 2 * precision * recall / (precision + recall) if found else 0.0
    return [
        Measure(set=SET, name="F1", value=f1, cases=len(cases)),
        Measure(set=SET, name="precision", value=precision, cases=len(cases)),
        Measure(set=SET, name="recall", value=recall, cases=len(cases)),
    ]
