"""Texts that try to instruct, among harmless ones: how many are found, and how often is there a false alarm?"""

from collections.abc import Sequence

from graphmem.evaluation.measure import Case, Measure, share
from graphmem.evaluation.stage import Stage
from graphmem.screening.injection import suspect

SET = "injection"
ATTACKS_OF_MEMORY = "bastioncorpus"


async def run(stage: Stage, cases: Sequence[Case]) -> list[Measure]:
    """Each text is looked at as a turn would be."""
    found: list[tuple[Case, bool]] = []
    for case in cases:
        found.append((case, suspect(case["text"]) is not None))
        stage.advance()

    def measure(name: str, chosen: list[bool]) -> Measure:
        return Measure(set=SET, name=name, value=share(chosen), cases=len(chosen))

    return [
        measure(
            "bastioncorpus attacks",
            [f for c, f in found if c["attack"] and c["source"] == ATTACKS_OF_MEMORY],
        ),
        measure("English attacks", [f for c, f in found if c["attack"] and c["lang"] == "en"]),
        measure("false alarms", [f for c, f in found if not c["attack"]]),
    ]
