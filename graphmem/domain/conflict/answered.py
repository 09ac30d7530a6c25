"""What the user says about a memory itself: yes to it (W10, D13), or that it was never said (D16)."""

from dataclasses import replace

from graphmem.domain.candidate import Intent
from graphmem.domain.claim import Polarity
from graphmem.domain.conflict.case import Case, Decision, Related
from graphmem.domain.conflict.repeated import said_before
from graphmem.domain.contradiction import adds_nothing, says_nothing
from graphmem.domain.event import Action
from graphmem.domain.memory import State
from graphmem.domain.promotion import confirmed, mentioned
from graphmem.domain.status import Status


def w10_confirmed(case: Case) -> Decision | None:
    """W10: a yes to what is held makes it active and sure; the other sides of its conflict end in it (D13)."""
    if case.candidate.intent is not Intent.CONFIRM:
        return None
    target = next(iter(said_before(case)), None)
    if target is None:
        return None
    memory = target.memory
    said = mentioned(
        memory, confidence=case.confidence, session_id=case.session_id, said_at=case.said_at, supports=True
    )
    state = confirmed(replace(memory, state=said), case.policy)
    is_active = state.status is Status.ACTIVE
    return Decision(
        action=Action.REINFORCE, rule="W10", reason="the user said yes to it", status=state.status,
        target=target, target_state=state, others=case.rivals_of(target) if is_active else (),
    )  # fmt: skip


def d16_denied(case: Case) -> Decision | None:
    """D16: what the user denies to have said is only observed, with its evidence offered; denied again, it expires."""
    if case.candidate.intent is not Intent.DENY:
        return None
    target = _denied(case)
    if target is None:
        return Decision(action=Action.IGNORE, rule="D16", reason="denies nothing that is held", status=case.gated)
    state = denied(target.memory.state)
    if state.status is Status.EXPIRED:
        action, reason = Action.EXPIRE, "denied again"
    else:
        action, reason = Action.OBSERVE, "the user says it was never said; its evidence is offered"
    return Decision(action=action, rule="D16", reason=reason, status=state.status, target=target, target_state=state)


def denied(state: State) -> State:
    """The state after one denial more."""
    status = Status.EXPIRED if state.denial_count else Status.OBSERVED
    return replace(state, status=status, denial_count=state.denial_count + 1)


def _denied(case: Case) -> Related | None:
    """What the denial is about: what says it in the same sense first; by its words where nothing was understood."""
    claim = case.candidate.claim
    live = [r for r in case.related if r.memory.state.is_live and r.memory.claim.subject == claim.subject]
    if says_nothing(claim) and claim.topic is None:
        return next((r for r in live if r.similarity >= case.policy.conflict.related_similarity), None)
    bare = replace(claim, polarity=Polarity.POSITIVE)
    found = [
        r
        for r in live
        if adds_nothing(held := replace(r.memory.claim, polarity=Polarity.POSITIVE), bare)
        or adds_nothing(bare, held)
        or (claim.topic is not None and says_nothing(claim) and held.topic == claim.topic)
    ]
    return min(found, key=lambda r: r.memory.claim.polarity is not claim.polarity, default=None)
