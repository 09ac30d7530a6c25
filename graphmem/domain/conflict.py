"""Deciding a candidate against what is known: the rules of spec §4 in their order; the first that holds wins.

Each rule is one small pure function named after its id; `RULES` is the table. D2, D6, D10 and D16 join it with the
deepening of the write pipeline; their places are kept by the order of the tuple.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from graphmem.domain.candidate import Candidate, Intent
from graphmem.domain.claim import Claim, Polarity
from graphmem.domain.contradiction import contradicts, same_claim
from graphmem.domain.event import Action
from graphmem.domain.memory import Flag, Memory, Source
from graphmem.domain.policy import ConflictPolicy
from graphmem.domain.status import LIVE, Status

SOURCE_ORDER: tuple[Source, ...] = (
    Source.AGENT_GENERATED,
    Source.AGENT_INFERRED,
    Source.CONVERSATION_SUMMARY,
    Source.CONSOLIDATION,
    Source.IMPORTED,
    Source.BEHAVIOUR_INFERRED,
    Source.SYSTEM_EVENT,
    Source.USER_STATED,
)
"""Reliability, rising (rule D12); what the user confirmed weighs as what the user stated."""


def reliability(source: Source) -> int:
    """Place of a source in the order of rule D12; a greater number is more reliable."""
    return SOURCE_ORDER.index(Source.USER_STATED if source is Source.USER_CONFIRMED else source)


@dataclass(frozen=True, slots=True, kw_only=True)
class Related:
    """A head of the same owner that may have to do with the candidate (rule W12)."""

    memory: Memory
    similarity: float
    """Calibrated similarity of the contents, 0 to 1 (rule R5)."""
    is_same_session: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A candidate, already assessed, and what it may have to do with; `related` is the most similar first."""

    candidate: Candidate
    confidence: float
    importance: float
    gated: Status
    """Active or observed: where the gate would put it by itself (rule W9)."""
    related: tuple[Related, ...]
    occurred_at: datetime
    """When the candidate was said; an old statement that comes late is not newer."""
    policy: ConflictPolicy


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What to do with a candidate, and why (rule W14)."""

    action: Action
    rule: str
    reason: str
    status: Status
    """Status of the version to be written; of the target where none is."""
    target: Related | None = None


Rule = Callable[[Case], Decision | None]


def _contradicted(case: Case) -> Related | None:
    """The live head that the candidate contradicts: active before the rest, then the most similar."""
    c = case.candidate
    found = [
        r
        for r in case.related
        if r.memory.stands and contradicts(c.claim, r.memory.claim, c.content, r.memory.content) is not None
    ]
    return min(found, key=lambda r: (r.memory.status is not Status.ACTIVE, -r.similarity), default=None)


def d1_says_the_same(case: Case) -> Decision | None:
    """D1: the same statement again reinforces what is held."""
    c = case.candidate
    if c.intent is not Intent.STATE:
        return None
    for r in case.related:
        m = r.memory
        if m.status not in LIVE | {Status.ARCHIVED} or Flag.EXCEPTION in m.flags:
            continue
        if contradicts(c.claim, m.claim, c.content, m.content) is not None:
            continue
        says_same = same_claim(c.claim, m.claim) and (m.type is c.type or c.claim.attribute is not None)
        if says_same or (m.type is c.type and r.similarity >= case.policy.same_similarity and _may_be_same(c, m)):
            status = Status.ACTIVE if m.status in {Status.INACTIVE, Status.ARCHIVED} else m.status
            return Decision(action=Action.REINFORCE, rule="D1", reason="says the same again", status=status, target=r)
    return None


def _may_be_same(candidate: Candidate, memory: Memory) -> bool:
    """Likeness alone decides only where neither side has a claim that says otherwise (rule D1)."""
    return candidate.claim.is_empty or memory.claim.is_empty or same_claim(candidate.claim, memory.claim)


def d3_one_off_exception(case: Case) -> Decision | None:
    """D3: a one-off licence stands beside the standing memory, which stays untouched."""
    if case.candidate.intent is not Intent.EXCEPT:
        return None
    target = _contradicted(case)
    if target is None:
        return Decision(
            action=Action.IGNORE, rule="D3", reason="a one-off remark about nothing held", status=case.gated
        )
    return Decision(
        action=Action.EXCEPTION, rule="D3", reason="allowed once, the standing statement stays",
        status=case.gated, target=target,
    )  # fmt: skip


def d4_takes_back(case: Case) -> Decision | None:
    """D4: the user takes back or changes what was said; the new statement replaces it."""
    if case.candidate.intent is not Intent.REVISE or case.gated is not Status.ACTIVE:
        return None
    target = _contradicted(case) or _about_the_same(case)
    if target is None:
        return None
    return Decision(
        action=Action.SUPERSEDE, rule="D4", reason="the user changed or took back the earlier statement",
        status=Status.ACTIVE, target=target,
    )  # fmt: skip


def _about_the_same(case: Case) -> Related | None:
    """A live head with the candidate's slot or topic: what an explicit change is about."""
    claim = case.candidate.claim
    for r in case.related:
        held = r.memory.claim
        if not r.memory.stands or held.subject != claim.subject:
            continue
        if claim.condition != held.condition or _denies_another_value(claim, held):
            continue
        if claim.attribute is not None and claim.attribute == held.attribute:
            return r
        if claim.topic is not None and claim.topic == held.topic and claim.attribute == held.attribute:
            return r
    return None


def _denies_another_value(claim: Claim, held: Claim) -> bool:
    """Whether a denial is of another value than the one held: "no longer in Paris" says nothing against Rome."""
    return claim.polarity is Polarity.NEGATIVE and claim.attribute is not None and claim.value != held.value


def d5_newer_slot_value(case: Case) -> Decision | None:
    """D5: a single-valued slot stated anew by the user takes the newer value."""
    c = case.candidate
    if not c.claim.is_single_valued or case.gated is not Status.ACTIVE:
        return None
    if c.source not in {Source.USER_STATED, Source.USER_CONFIRMED}:
        return None
    held = _slot_head(case)
    if held is None or held.memory.occurred_at > case.occurred_at:
        return None
    return Decision(
        action=Action.SUPERSEDE, rule="D5", reason=f"newer value of the slot {c.claim.attribute}",
        status=Status.ACTIVE, target=held,
    )  # fmt: skip


def _slot_head(case: Case) -> Related | None:
    claim = case.candidate.claim
    held = [
        r
        for r in case.related
        if r.memory.stands
        and r.memory.claim.attribute == claim.attribute
        and r.memory.claim.subject == claim.subject
        and r.memory.claim.condition == claim.condition
        and not _denies_another_value(claim, r.memory.claim)
    ]
    return min(
        held, key=lambda r: (r.memory.status is not Status.ACTIVE, -r.memory.recorded_at.timestamp()), default=None
    )


def w6_same_session(case: Case) -> Decision | None:
    """W6: a session never leaves two live sides of one subject; the later turn versions the earlier memory."""
    if case.gated is not Status.ACTIVE:
        return None
    target = _contradicted(case)
    if target is None or not target.is_same_session:
        return None
    return Decision(
        action=Action.SUPERSEDE, rule="W6", reason="later words of one session about one subject",
        status=Status.ACTIVE, target=target,
    )  # fmt: skip


def d7_surer_and_newer(case: Case) -> Decision | None:
    """D7: a contradiction that is clearly surer, from a source at least as reliable, replaces the old."""
    target = _contradicted(case)
    if target is None or case.gated is not Status.ACTIVE:
        return None
    if reliability(case.candidate.source) < reliability(target.memory.source):
        return None
    if target.memory.occurred_at > case.occurred_at:
        return None
    if case.confidence < target.memory.state.confidence + case.policy.surer_by:
        return None
    return Decision(
        action=Action.SUPERSEDE, rule="D7", reason="newer, surer and from a source at least as reliable",
        status=Status.ACTIVE, target=target,
    )  # fmt: skip


def d8_both_unsure(case: Case) -> Decision | None:
    """D8: two unsure sides of a contradiction both wait for evidence."""
    target = _contradicted(case)
    unsure = case.policy.unsure_below
    if target is None or case.confidence >= unsure or target.memory.state.confidence >= unsure:
        return None
    return Decision(
        action=Action.KEEP_BOTH, rule="D8", reason="contradicts, and neither side is sure",
        status=Status.OBSERVED, target=target,
    )  # fmt: skip


def d9_keep_both(case: Case) -> Decision | None:
    """D9: any other contradiction keeps both sides and waits for the user (also D15)."""
    target = _contradicted(case)
    if target is None:
        return None
    return Decision(
        action=Action.KEEP_BOTH, rule="D9", reason="contradicts what is held; both are kept until it is resolved",
        status=Status.OBSERVED, target=target,
    )  # fmt: skip


def d11_nothing_related(case: Case) -> Decision:
    """D11: something new is added, or observed where the gate holds it back."""
    if case.gated is Status.ACTIVE:
        return Decision(action=Action.ADD, rule="D11", reason="nothing held says this", status=Status.ACTIVE)
    return Decision(action=Action.OBSERVE, rule="W9", reason="not sure or important enough yet", status=Status.OBSERVED)


RULES: tuple[Rule, ...] = (
    d1_says_the_same,
    d3_one_off_exception,
    d4_takes_back,
    d5_newer_slot_value,
    w6_same_session,
    d7_surer_and_newer,
    d8_both_unsure,
    d9_keep_both,
    d11_nothing_related,
)


def decide(case: Case) -> Decision:
    """Try the rules in order and return the first decision (spec §4)."""
    for rule in RULES:
        decision = rule(case)
        if decision is not None:
            return decision
    raise AssertionError("D11 decides every case")
