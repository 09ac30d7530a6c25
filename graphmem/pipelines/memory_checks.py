"""What each stage of a recall made of one memory, in words (rule Q11).

What recall did decides; a rule is looked at here only to say why a memory is missing where recall has left it out.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.explanation import Check, ListPlace, Outcome, Stage, Standing
from graphmem.domain.explanation_words import against_last, ways_in, ways_out
from graphmem.domain.memory import Flag, Memory
from graphmem.domain.ranking import Ranked, Score, slot_of
from graphmem.domain.status import Status
from graphmem.ids import MemoryId
from graphmem.pipelines.recall import Recalled, Working
from graphmem.pipelines.requests import RecallRequest
from graphmem.store.vectors import StoredVector

_PAST = "Only a question about the past, or `includeArchived: true`, reaches it."
_LEFT_OUT = {
    Status.OBSERVED: "It is only observed: not sure enough, or in a conflict. `tentative: 1` asks for one.",
    Status.SUPERSEDED: f"It was superseded by a newer version. {_PAST}",
    Status.EXPIRED: f"It is expired: done, taken back or no longer true. {_PAST}",
    Status.ARCHIVED: f"It is archived. {_PAST}",
    Status.INACTIVE: "It was not used for long, and such memories answer only where nothing relevant is found.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One memory, the recall that was made, and what is known of the two."""

    memory: Memory
    request: RecallRequest
    vector: StoredVector
    dimension: int
    """Of the vectors that recall compares."""
    recalled: Recalled | None = None
    """None where the memory's vector is so damaged that recall fails on it."""
    lists: tuple[ListPlace, ...] = ()

    @property
    def working(self) -> Working | None:
        return None if self.recalled is None else self.recalled.working

    @property
    def is_candidate(self) -> bool:
        return self.ranked is not None

    @property
    def ranked(self) -> Ranked | None:
        """The memory with its score; none where it was no candidate."""
        return None if self.working is None else _of(self.memory.id, self.working.ranked)

    @property
    def score(self) -> Score | None:
        return None if self.ranked is None else self.ranked.score

    @property
    def standing(self) -> Standing | None:
        """None where it was no candidate, or an older value of a slot."""
        working, recalled = self.working, self.recalled
        if working is None or recalled is None or _of(self.memory.id, working.kept) is None:
            return None
        held = [r.memory.id for r in working.kept if r.memory.status is not Status.OBSERVED]
        order = held + [r.memory.id for r in working.kept if r.memory.status is Status.OBSERVED]
        hits = {r.memory.id: r for r in recalled.hits}
        return Standing(
            place=order.index(self.memory.id) + 1,
            place_by_score=[r.memory.id for r in working.ranked].index(self.memory.id) + 1,
            count=len(order),
            limit=working.limit,
            last=next((hits[i] for i in reversed(order) if i in hits), None),
        )


def checks_of(case: Case) -> tuple[Check, ...]:
    """Every stage in its order; those behind the one where the memory dropped out are not reached."""
    made: list[Check] = []
    for stage, look in _STAGES.items():
        has_failed = any(c.outcome is Outcome.FAILED for c in made)
        is_reached = stage in _OF_THE_MEMORY or not has_failed
        found = look(case) if is_reached else None
        made.append(found or Check(stage=stage, outcome=Outcome.NOT_REACHED, detail="Recall does not come to this."))
    return tuple(made)


def flaw_of(vector: StoredVector, dimension: int) -> str | None:
    """What is wrong with a stored vector, where something is that recall fails on; none where it has none at all."""
    values = vector.values
    if values is None:
        return None
    if len(values) != dimension:
        return f"Its vector has {len(values)} dimensions, those of the embedding space have {dimension}"
    if not all(math.isfinite(v) for v in values):
        return "Its vector holds numbers that are not finite"
    return None if any(values) else "Its vector is all zeros"


def _owner(_: Case) -> Check:
    return _passed(Stage.OWNER, "It is a memory of this user.")


def _status(case: Case) -> Check | None:
    status, working = case.memory.status, case.working
    if working is None:
        return None
    if case.is_candidate or status in working.search.statuses:
        return _passed(Stage.STATUS, f"It is {status.replace('_', ' ')}, which this recall reaches.")
    more = ""
    if status is Status.INACTIVE and case.recalled is not None:
        more = f" The best of the others has relevance {case.recalled.best_relevance:.2f}."
    return _failed(Stage.STATUS, _LEFT_OUT[status] + more)


def _type(case: Case) -> Check:
    types, kind = case.request.types, case.memory.type
    if types is None:
        return _passed(Stage.TYPE, "Memories of every type are asked for.")
    if kind in types:
        return _passed(Stage.TYPE, f"It is a memory of type {kind}, which is asked for.")
    return _failed(Stage.TYPE, f"It is of type {kind}; asked for is {', '.join(sorted(types)) or 'no type at all'}.")


def _validity(case: Case) -> Check | None:
    if case.working is None:
        return None
    valid_at, ends = case.working.search.valid_at, case.memory.valid_to
    if valid_at is None:
        return _passed(Stage.VALIDITY, "What is over answers too: the question reaches the past.")
    if ends is None:
        return _passed(Stage.VALIDITY, "It has no end.")
    if case.is_candidate or ends > valid_at:
        return _passed(Stage.VALIDITY, f"It is true until {_time(ends)}.")
    what = "It is a one-off exception whose time" if Flag.EXCEPTION in case.memory.flags else "Its time"
    return _failed(
        Stage.VALIDITY,
        f"{what} was over at {_time(ends)}; asked for is what is true at {_time(valid_at)}. {_PAST}",
    )


def _permission(case: Case) -> Check:
    if case.memory.may_be_given(sees_sensitive=case.request.sees_sensitive):
        return _passed(Stage.PERMISSION, "The caller may be given it.")
    if Flag.SUSPECTED_INJECTION in case.memory.flags:
        return _failed(Stage.PERMISSION, "It tries to instruct an agent, and is never given.")
    return _failed(
        Stage.PERMISSION,
        "It is sensitive and the caller may not read such memories; how well it fits the query is not told either.",
    )


def _vector(case: Case) -> Check:
    if flaw := flaw_of(case.vector, case.dimension):
        return _failed(Stage.VECTOR, f"{flaw}: it is in no vector list, and a recall that comes upon it fails.")
    if case.vector.values is None:
        lack = "It has no vector"
        if case.vector.is_in_a_slot:
            lack = "It has a vector of another embedding space, and none of the one that is in use"
        if case.is_candidate:
            return Check(stage=Stage.VECTOR, outcome=Outcome.WEAKENED, detail=f"{lack}; other ways lead to it.")
        return _failed(Stage.VECTOR, f"{lack}, and neither its words nor what it names lead to it.")
    if case.working is not None and case.working.asked.vectors[0] is None:
        return Check(
            stage=Stage.VECTOR, outcome=Outcome.WEAKENED, detail="The query has no vector: meaning was not compared."
        )
    return _passed(Stage.VECTOR, "It has a vector of the embedding space that is in use.")


def _candidates(case: Case) -> Check:
    if case.is_candidate:
        return _passed(Stage.CANDIDATES, f"It is a candidate {ways_in(case.lists)}.")
    return _failed(Stage.CANDIDATES, f"It is in none of the lists of candidates: {ways_out(case.lists)}.")


def _slot(case: Case) -> Check | None:
    if case.working is None or case.ranked is None:
        return None
    slot = slot_of(case.ranked)
    if slot is None:
        return _passed(Stage.SLOT, "It fills no slot that holds one value at a time.")
    if case.recalled is not None and case.recalled.route.reaches_past:
        return _passed(Stage.SLOT, "Older values of a slot answer too: the question reaches the past.")
    if _of(case.memory.id, case.working.kept) is not None:
        return _passed(Stage.SLOT, "It is the newest value of its slot among the candidates.")
    newest = next((r.memory.id for r in case.working.kept if slot_of(r) == slot), None)
    detail = "Another memory holds a newer value of the same slot, and only the newest is given."
    return Check(stage=Stage.SLOT, outcome=Outcome.FAILED, detail=detail, beaten_by=newest)


def _limit(case: Case) -> Check | None:
    standing, ranked, recalled = case.standing, case.ranked, case.recalled
    if standing is None or ranked is None or recalled is None:
        return None
    place = f"Place {standing.place} of {standing.count}"
    if standing.place_by_score != standing.place:
        place += f" (by score alone {standing.place_by_score})"
    if _of(case.memory.id, recalled.hits) is not None:
        return _passed(Stage.LIMIT, f"{place}, the limit is {standing.limit}.")
    if case.memory.status is Status.OBSERVED:
        rule = f"at most {case.request.tentative} that are only observed follow what is held"
        return _failed(Stage.LIMIT, f"{place}, the limit is {standing.limit}, and {rule}.")
    last = standing.last
    detail = f"{place}, the limit is {standing.limit}."
    if last is not None:
        detail += f" {against_last(ranked.score, last.score)}"
    beaten_by = None if last is None else last.memory.id
    return Check(stage=Stage.LIMIT, outcome=Outcome.FAILED, detail=detail, beaten_by=beaten_by)


_STAGES: dict[Stage, Callable[[Case], Check | None]] = {
    Stage.OWNER: _owner,
    Stage.STATUS: _status,
    Stage.TYPE: _type,
    Stage.VALIDITY: _validity,
    Stage.PERMISSION: _permission,
    Stage.VECTOR: _vector,
    Stage.CANDIDATES: _candidates,
    Stage.SLOT: _slot,
    Stage.LIMIT: _limit,
}
_OF_THE_MEMORY = frozenset({Stage.OWNER, Stage.STATUS, Stage.TYPE, Stage.VALIDITY, Stage.PERMISSION})
"""What can be told of the memory alone, whether or not something else keeps it out already."""


def _time(at: datetime) -> str:
    return at.isoformat(timespec="seconds")


def _passed(stage: Stage, detail: str) -> Check:
    return Check(stage=stage, outcome=Outcome.PASSED, detail=detail)


def _failed(stage: Stage, detail: str) -> Check:
    return Check(stage=stage, outcome=Outcome.FAILED, detail=detail)


def _of(memory_id: MemoryId, ranked: tuple[Ranked, ...]) -> Ranked | None:
    return next((r for r in ranked if r.memory.id == memory_id), None)
