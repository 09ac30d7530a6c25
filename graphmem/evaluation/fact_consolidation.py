"""Facts of which later ones overwrite earlier ones, told one by one: is the current value answered?"""

from collections.abc import Sequence

from graphmem.evaluation.measure import Case, Measure, share
from graphmem.evaluation.stage import Stage

SET = "factconsolidation"
SINGLE_HOP = "sh"


async def run(stage: Stage, cases: Sequence[Case]) -> list[Measure]:
    """Each line is a user who tells its facts; a question is answered by the first memory recalled."""
    found: list[Measure] = []
    for case in cases:
        user = stage.user(case["set"])
        for fact in case["facts"]:
            await stage.say(user, fact)
        is_single = f"_{SINGLE_HOP}_" in case["set"]
        hits = [await _is_answered(stage, case["set"], q["question"], q["answers"]) for q in case["questions"]]
        stage.advance()
        found.append(
            Measure(
                set=SET,
                name="current value answered, " + ("single hop" if is_single else "several hops, by one memory"),
                value=share(hits),
                cases=len(hits),
            )
        )
    return found


async def _is_answered(stage: Stage, user: str, question: str, answers: Sequence[str]) -> bool:
    best = await stage.ask(stage.user(user), question)
    return bool(best) and any(answer.casefold() in best[0].memory.content.casefold() for answer in answers)
