"""What the user allows once, takes back, replaces or is done with (D3, D4, D5, W6, D10)."""

from collections.abc import Sequence
from dataclasses import replace

from graphmem.domain.candidate import Intent
from graphmem.domain.claim import ADDITIVE_SLOTS, Claim, Polarity
from graphmem.domain.conflict.case import Case, Decision, Related
from graphmem.domain.contradiction import adds_nothing
from graphmem.domain.event import Action
from graphmem.domain.memory import Flag, MemoryType
from graphmem.domain.status import Status
from graphmem.domain.things import JOURNEY, is_about_itself, names_less, overlap, words_of
from graphmem.language.concepts import PLACES
from graphmem.language.topics import concepts_in

_CHANGES = frozenset({Intent.REVISE, Intent.CONFIRM})
_STATEMENTS = frozenset({Intent.STATE, Intent.REVISE, Intent.CONFIRM})
_CAN_BE_DONE = frozenset({MemoryType.PLAN, MemoryType.DECISION, MemoryType.OUTCOME})


def d3_one_off_exception(case: Case) -> Decision | None:
    """D3: a one-off licence stands beside the standing memory, which stays untouched."""
    if case.candidate.intent is not Intent.EXCEPT:
        return None
    target = case.contradicted
    if target is None:
        return Decision(
            action=Action.IGNORE, rule="D3", reason="a one-off remark about nothing held", status=case.gated
        )
    earlier = next((r for r in case.related if _is_same_exception(case, r)), None)
    return Decision(
        action=Action.EXCEPTION, rule="D3", reason="allowed once, the standing statement stays",
        status=case.gated, target=target, others=() if earlier is None else (earlier,),
    )  # fmt: skip


def _is_same_exception(case: Case, related: Related) -> bool:
    """Whether the same was allowed before and still holds: the new licence takes its place."""
    memory = related.memory
    is_open = memory.state.is_live and Flag.EXCEPTION in memory.flags
    return is_open and memory.claim == case.candidate.claim


def d4_takes_back(case: Case) -> Decision | None:
    """D4: the user takes back or changes what was said, or says yes to the change; the new statement replaces it."""
    if case.candidate.intent not in _CHANGES:
        return None
    target = case.contradicted or _about_the_same(case)
    if target is None or not (case.is_firm or _is_guess_for_guess(case, target)):
        return None
    return Decision(
        action=Action.SUPERSEDE, rule="D4", reason="the user changed or took back the earlier statement",
        status=case.gated, target=target, others=_exceptions_to(case, target), fate=Status.EXPIRED,
    )  # fmt: skip


def _exceptions_to(case: Case, target: Related) -> tuple[Related, ...]:
    """What was allowed once against a statement that holds no more: there is nothing left to except from."""
    held = target.memory.claim
    return tuple(
        r
        for r in case.related
        if Flag.EXCEPTION in r.memory.flags
        and r.memory.state.is_live
        and (r.memory.claim.subject, r.memory.claim.topic) == (held.subject, held.topic)
    )


def _is_guess_for_guess(case: Case, target: Related) -> bool:
    """Whether an unsure change only touches what is unsure itself, and no side of an open conflict."""
    return case.is_of_the_user and target.memory.status is Status.OBSERVED and not target.rivals


def _about_the_same(case: Case) -> Related | None:
    """A live head with the candidate's slot or topic: what an explicit change is about."""
    claim = case.candidate.claim
    for r in case.related:
        held = r.memory.claim
        if not r.memory.stands or held.subject != claim.subject:
            continue
        if claim.condition != held.condition or denies_another_value(claim, held):
            continue
        if claim.attribute in ADDITIVE_SLOTS and claim.value != held.value:
            continue
        if claim.attribute is not None and claim.attribute == held.attribute and claim.topic == held.topic:
            return r
        if claim.topic is not None and claim.topic == held.topic and claim.attribute == held.attribute:
            return r
    return next((r for r in case.related if r.memory.stands and _takes_back_thing(case, r)), None)


def _takes_back_thing(case: Case, related: Related) -> bool:
    """Whether what the user no longer wants is what is held, named in more or fewer words."""
    new, held, policy = case.candidate.claim, related.memory.claim, case.policy.conflict
    if new.polarity is not Polarity.NEGATIVE or held.polarity is not Polarity.POSITIVE:
        return False
    if new.subject != held.subject or new.condition not in {None, held.condition}:
        return False
    if not (is_about_itself(new) and is_about_itself(held)):
        return False
    if names_less(held, new) or names_less(new, held):
        return related.similarity >= policy.related_similarity
    return overlap(new, held) >= policy.same_thing_overlap and related.similarity >= policy.same_similarity


def denies_another_value(claim: Claim, held: Claim) -> bool:
    """Whether a denial is of another value than the one held: "no longer in Paris" says nothing against Rome."""
    if claim.polarity is not Polarity.NEGATIVE or claim.value == held.value:
        return False
    is_one_of_many = claim.value != claim.topic and held.value != held.topic and None not in {claim.value, held.value}
    return claim.attribute is not None or is_one_of_many


def d5_newer_slot_value(case: Case) -> Decision | None:
    """D5: a single-valued slot stated anew by the user takes the newer value."""
    c = case.candidate
    if not c.claim.is_single_valued or not case.is_firm or c.intent not in _STATEMENTS or not case.is_of_the_user:
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
        and r.memory.claim.topic == claim.topic
        and r.memory.claim.subject == claim.subject
        and r.memory.claim.condition == claim.condition
        and not denies_another_value(claim, r.memory.claim)
    ]
    return min(
        held, key=lambda r: (r.memory.status is not Status.ACTIVE, -r.memory.recorded_at.timestamp()), default=None
    )


def w6_same_session(case: Case) -> Decision | None:
    """W6: a session never leaves two live sides of one subject; the later turn versions the earlier memory."""
    if not case.is_firm or case.candidate.intent not in _STATEMENTS:
        return None
    target = case.contradicted
    if target is None or not target.is_same_session:
        return None
    return Decision(
        action=Action.SUPERSEDE, rule="W6", reason="later words of one session about one subject",
        status=Status.ACTIVE, target=target,
    )  # fmt: skip


def d10_done(case: Case) -> Decision | None:
    """D10: what is done, or no longer true, expires; it stays for questions about the past."""
    if case.candidate.intent is not Intent.FINISH:
        return None
    target = _finished(case)
    if target is None:
        return Decision(action=Action.IGNORE, rule="D10", reason="ends nothing that is held", status=case.gated)
    return Decision(
        action=Action.EXPIRE, rule="D10", reason="done, or no longer true", status=Status.EXPIRED,
        target=target, target_state=replace(target.memory.state, status=Status.EXPIRED),
    )  # fmt: skip


def _finished(case: Case) -> Related | None:
    """What the words say is over: the same thing first, then a plan or decision about it, then a very like one."""
    said = case.candidate.claim
    standing = [
        r
        for r in case.related
        if r.memory.stands
        and r.memory.claim.subject == said.subject
        # who is said not to like tea is no end to not liking it
        and (said.value is None or r.memory.claim.polarity is said.polarity)
    ]
    claim = replace(case.candidate.claim, polarity=Polarity.POSITIVE)
    known = [(r, replace(r.memory.claim, polarity=Polarity.POSITIVE)) for r in standing]
    same = [r for r, held in known if adds_nothing(held, claim) or adds_nothing(claim, held)]
    about = [r for r, held in known if _shares_its_thing(held, claim) and r.memory.type in _CAN_BE_DONE]
    alike = [
        r for r in standing if r.memory.type in _CAN_BE_DONE and r.similarity >= case.policy.conflict.related_similarity
    ]
    return next(iter([*same, *about, *(_only_journey(claim, standing)), *alike]), None)


def _only_journey(claim: Claim, standing: Sequence[Related]) -> tuple[Related, ...]:
    """The plan that leads to a place, where "the trip" can mean no other."""
    if claim.topic != JOURNEY or claim.value is not None:
        return ()
    leading = [
        r
        for r in standing
        if r.memory.type is MemoryType.PLAN and any(c.kind in PLACES for c in concepts_in(r.memory.claim.topic))
    ]
    return tuple(leading) if len(leading) == 1 else ()


def _shares_its_thing(held: Claim, claim: Claim) -> bool:
    """Whether both name one thing, as what they are about or as what they say of it."""
    things = {claim.topic, claim.value} - {None}
    if things & {held.topic, held.value}:
        return True
    # "the meeting" is the meeting with Tom
    return claim.value is None and claim.topic is not None and words_of(claim) <= words_of(held)
