"""Scripts of statements about oneself: is the latest value answered, and are all earlier ones still there?"""

from collections.abc import Sequence

from graphmem.evaluation.measure import Case, Measure, share
from graphmem.evaluation.stage import Stage
from graphmem.pipelines.reading import versions_of

SET = "goodai"


async def run(stage: Stage, cases: Sequence[Case]) -> list[Measure]:
    """Colours: the first memory recalled holds the latest value. Names: its versions hold every one."""
    colours = [await _case(stage, c, n, every=False) for n, c in enumerate(cases) if c["task"] == "Colours"]
    names = [await _case(stage, c, n, every=True) for n, c in enumerate(cases) if c["task"] == "NameList"]
    return [
        Measure(set=SET, name="latest colour", value=share(colours), cases=len(colours)),
        Measure(set=SET, name="all names, from versions", value=share(names), cases=len(names)),
    ]


async def _case(stage: Stage, case: Case, number: int, *, every: bool) -> bool:
    user = stage.user(f"goodai-{number}")
    *said, question = case["script"]
    for text in said:
        await stage.say(user, text)
    best = await stage.ask(user, question)
    stage.advance()
    if not best:
        return False
    memory = best[0].memory
    if not every:
        return case["expected_responses"][0] in memory.content
    versions = (await versions_of(stage.services, user, [memory.id], as_of=None))[memory.id]
    return all(any(name in version.content for version in versions) for name in case["expected_responses"])
