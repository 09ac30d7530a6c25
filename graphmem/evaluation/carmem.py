"""A preference told in a conversation, then said again, taken back or changed: is the right thing done with it?"""

import itertools
from collections.abc import Sequence

from graphmem.domain.candidate import MessageRole
from graphmem.domain.event import Action
from graphmem.domain.owner import Owner
from graphmem.evaluation.measure import Case, Measure, share
from graphmem.evaluation.stage import Stage
from graphmem.pipelines.requests import SaidTurn
from graphmem.pipelines.written import MadeDecision

SET = "carmem"
ROLES = {"USER": MessageRole.USER, "ASSISTANT": MessageRole.ASSISTANT}
SAID_AGAIN = frozenset({Action.REINFORCE, Action.MERGE})
TAKEN_BACK = frozenset({Action.SUPERSEDE, Action.EXPIRE})
CHANGED = frozenset({Action.SUPERSEDE})
ONE_MORE = frozenset({Action.SUPERSEDE, Action.ADD, Action.OBSERVE})
"""Where several may hold, another one may stand beside the first."""


async def run(stage: Stage, cases: Sequence[Case]) -> list[Measure]:
    """Each line is three users with one conversation behind them, each of whom says one more thing.

    For hit@1, all conversations of one user are behind it, and the first memory recalled must stand on the conversation
    that the question is about.
    """
    hits: dict[str, list[bool]] = {"equal": [], "negate": [], "different": []}
    recalled: list[bool] = []
    for name, lines in itertools.groupby(sorted(cases, key=_user), key=_user):
        recalled += await _recalled(stage, stage.user(f"carmem-{name}"), list(lines))
    for number, case in enumerate(cases):
        wanted = {"equal": SAID_AGAIN, "negate": TAKEN_BACK, "different": ONE_MORE if case["multi"] else CHANGED}
        for kind, actions in wanted.items():
            user = stage.user(f"carmem-{number}-{kind}")
            await stage.talk(user, _turns(case))
            decisions = await stage.say(user, case[kind])
            hits[kind].append(_is_right(decisions, actions))
        stage.advance()
    measures = [
        Measure(set=SET, name=f"right action, {kind}", value=share(found), cases=len(found))
        for kind, found in hits.items()
    ]
    return [*measures, Measure(set=SET, name="hit@1", value=share(recalled), cases=len(recalled))]


def _turns(case: Case) -> tuple[SaidTurn, ...]:
    return tuple(
        SaidTurn(role=ROLES[role], content=text) for turn in case["conversation"] for role, text in turn.items()
    )


def _is_right(decisions: Sequence[MadeDecision], actions: frozenset[Action]) -> bool:
    return any(decision.action in actions for decision in decisions)


def _user(case: Case) -> str:
    return case["user"]


async def _recalled(stage: Stage, user: Owner, cases: Sequence[Case]) -> list[bool]:
    made: list[set[str]] = []
    for case in cases:
        decisions = await stage.talk(user, _turns(case))
        made.append({decision.memory_id for decision in decisions if decision.memory_id is not None})
    best = [await stage.ask(user, case["query"], tentative=1) for case in cases]
    return [bool(found) and found[0].memory.id in ids for found, ids in zip(best, made, strict=True)]
