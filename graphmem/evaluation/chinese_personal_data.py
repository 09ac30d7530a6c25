"""A recogniser's cases of Chinese personal data: is all found, and nothing in what only looks like it?"""

from collections.abc import Sequence

from graphmem.evaluation.measure import Case, Measure, share
from graphmem.evaluation.stage import Stage
from graphmem.screening.personal_data import find

SET = "pii-zh"
COUNTED = "text,expected_count"


async def run(stage: Stage, cases: Sequence[Case]) -> list[Measure]:
    """A case gives a text with a count, or a value that is valid or not."""
    hits: list[bool] = []
    for case in cases:
        hits.append(_passes(case))
        stage.advance()
    return [Measure(set=SET, name="cases passed", value=share(hits), cases=len(hits))]


def _passes(case: Case) -> bool:
    if case["fields"] == COUNTED:
        text, count = case["values"]
        return len(find(text)) == count
    return bool(find(case["values"])) is not case["fields"].startswith("invalid")
