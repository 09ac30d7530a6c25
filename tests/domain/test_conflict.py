"""The table of spec §4, rule by rule: what a statement does to what is held."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from graphmem.domain.candidate import Candidate, Intent
from graphmem.domain.claim import Claim, Polarity
from graphmem.domain.conflict import RULES, Case, Decision, Related, decide, reliability
from graphmem.domain.event import Action
from graphmem.domain.memory import Flag, Memory, MemoryType, Source
from graphmem.domain.policy import Policy
from graphmem.domain.status import LIVE, Status
from tests.domain.factories import AT, candidate, memory

NO_SPICY = Claim(topic="spicy", value="spicy", polarity=Polarity.NEGATIVE)
SPICY = replace(NO_SPICY, polarity=Polarity.POSITIVE)
HANGZHOU = Claim(attribute="city", value="hangzhou")
BEIJING = Claim(attribute="city", value="beijing")
TITANIUM = Claim(topic="cup", value="titanium")
STEEL = Claim(topic="cup", value="steel")
TABOO = memory("User does not accept spicy food", claim=NO_SPICY)
LIKES_SPICY = candidate("User likes spicy food", claim=SPICY)


def related(held: Memory, similarity: float = 0.7, *, is_same_session: bool = False) -> Related:
    return Related(memory=held, similarity=similarity, is_same_session=is_same_session)


def decided(
    said: Candidate,
    *held: Related | Memory,
    confidence: float = 1.0,
    gated: Status = Status.ACTIVE,
    policy: Policy | None = None,
    occurred_at: datetime | None = None,
    said_at: datetime | None = None,
    session_id: str | None = None,
    is_worth_writing: bool = True,
    echo: float | None = None,
) -> Decision:
    around = sorted((r if isinstance(r, Related) else related(r) for r in held), key=lambda r: -r.similarity)
    return decide(
        Case(
            candidate=said,
            confidence=confidence,
            importance=0.6,
            gated=gated,
            related=tuple(around),
            occurred_at=occurred_at or datetime.now(UTC),
            policy=policy or Policy(),
            said_at=said_at or AT + timedelta(hours=1),
            session_id=session_id,
            is_worth_writing=is_worth_writing,
            echo=echo,
        )
    )


def told(decision: Decision) -> tuple[Action, str, Status, Memory | None]:
    return decision.action, decision.rule, decision.status, decision.target.memory if decision.target else None


def test_d1_the_same_statement_again_reinforces_what_is_held() -> None:
    again = candidate("User can't take spicy food", claim=NO_SPICY)
    assert told(decided(again, TABOO)) == (Action.REINFORCE, "D1", Status.ACTIVE, TABOO)


@pytest.mark.parametrize(
    ("held", "after"),
    [
        (Status.ACTIVE, Status.ACTIVE),
        (Status.OBSERVED, Status.OBSERVED),
        (Status.NEEDS_REVIEW, Status.NEEDS_REVIEW),
        (Status.INACTIVE, Status.ACTIVE),
        (Status.ARCHIVED, Status.ACTIVE),
    ],
)
def test_w12_saying_a_dormant_memory_again_wakes_it(held: Status, after: Status) -> None:
    dormant = memory(claim=NO_SPICY, status=held)
    assert told(decided(candidate(claim=NO_SPICY), dormant)) == (Action.REINFORCE, "D1", after, dormant)


@pytest.mark.parametrize("gone", sorted(set(Status) - LIVE - {Status.ARCHIVED}))
def test_d11_what_was_superseded_or_expired_is_not_reinforced_but_said_anew(gone: Status) -> None:
    assert told(decided(candidate(claim=NO_SPICY), memory(claim=NO_SPICY, status=gone)))[:2] == (Action.ADD, "D11")


def test_d1_words_that_nobody_understood_are_the_same_when_they_are_alike_enough() -> None:
    held = memory("User keeps a bonsai")
    said = candidate("User has a bonsai")
    assert told(decided(said, related(held, 0.85)))[:2] == (Action.REINFORCE, "D1")
    assert told(decided(said, related(held, 0.84)))[:2] == (Action.ADD, "D11")


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ("The shed is behind the red barn", "The shed is behind the red mill"),
        ("仓库在红色的谷仓后面", "仓库在红色的磨坊后面"),
        ("User's locker code is 4711", "User's locker code is 4712"),
        ("用户的储物柜密码是4711", "用户的储物柜密码是4712"),
    ],
)
def test_d1_one_frame_with_a_part_swapped_is_no_duplicate_however_alike(held: str, said: str) -> None:
    assert decided(candidate(said), related(memory(held), 0.99)).rule != "D1"


def test_d1_likeness_alone_is_not_enough_against_another_claim_or_type() -> None:
    tea = memory("User likes tea", claim=Claim(topic="tea", value="tea"))
    coffee = candidate("User likes coffee", claim=Claim(topic="coffee", value="coffee"))
    assert told(decided(coffee, related(tea, 0.99)))[:2] == (Action.ADD, "D11")
    plan = candidate("User keeps a bonsai", type=MemoryType.PLAN)
    assert told(decided(plan, related(memory("User keeps a bonsai"), 0.99)))[:2] == (Action.ADD, "D11")


def test_d14_what_holds_under_another_condition_neither_contradicts_nor_repeats() -> None:
    morning = Claim(topic="coffee", value="coffee", condition="morning")
    at_night = Claim(topic="coffee", value="coffee", polarity=Polarity.NEGATIVE, condition="night")
    held = memory("User drinks coffee in the morning", claim=morning)
    assert told(decided(candidate("User drinks no coffee at night", claim=at_night), held))[:2] == (Action.ADD, "D11")


def test_d3_a_one_off_licence_stands_beside_the_taboo_which_stays() -> None:
    today = candidate("User is fine with spicy food today", claim=SPICY, intent=Intent.EXCEPT)
    assert told(decided(today, TABOO)) == (Action.EXCEPTION, "D3", Status.ACTIVE, TABOO)


def test_d3_a_one_off_remark_about_nothing_held_is_ignored() -> None:
    today = candidate("User is fine with spicy food today", claim=SPICY, intent=Intent.EXCEPT)
    assert told(decided(today)) == (Action.IGNORE, "D3", Status.ACTIVE, None)


def test_d3_an_exception_is_never_the_standing_side() -> None:
    exception = memory("User is fine with spicy food today", claim=SPICY, flags=frozenset({Flag.EXCEPTION}))
    said = candidate("User does not accept spicy food", claim=NO_SPICY)
    assert told(decided(said, exception))[:2] == (Action.ADD, "D11")


def test_d4_taking_back_supersedes_what_is_contradicted() -> None:
    actually = candidate("User likes spicy food now", claim=SPICY, intent=Intent.REVISE)
    assert told(decided(actually, TABOO)) == (Action.SUPERSEDE, "D4", Status.ACTIVE, TABOO)


def test_d4_a_change_finds_what_it_is_about_by_slot_or_topic_where_nothing_contradicts() -> None:
    invoice = memory("User wants an invoice", claim=Claim(topic="invoice", value="paper"))
    other = memory("User wants a receipt", claim=Claim(topic="receipt", value="paper"))
    change = candidate("User wants an e-invoice", claim=Claim(topic="invoice"), intent=Intent.REVISE)
    assert told(decided(change, related(other, 0.9), related(invoice, 0.5))) == (
        Action.SUPERSEDE,
        "D4",
        Status.ACTIVE,
        invoice,
    )


def test_d1_words_of_change_that_say_what_is_held_change_nothing() -> None:
    held = memory("User likes spicy food", claim=SPICY)
    assert told(decided(replace(LIKES_SPICY, intent=Intent.REVISE), held))[:2] == (Action.REINFORCE, "D1")
    assert told(decided(replace(LIKES_SPICY, intent=Intent.REVISE), held, TABOO))[:2] == (Action.SUPERSEDE, "D4")


def test_d4_a_change_of_nothing_held_is_simply_new() -> None:
    assert told(decided(replace(LIKES_SPICY, intent=Intent.REVISE)))[:2] == (Action.ADD, "D11")


def test_d4_an_unsure_change_replaces_nothing() -> None:
    maybe = replace(LIKES_SPICY, intent=Intent.REVISE)
    decision = decided(maybe, TABOO, confidence=0.5, gated=Status.OBSERVED)
    assert told(decision) == (Action.KEEP_BOTH, "D9", Status.OBSERVED, TABOO)


def test_d5_a_newer_value_of_a_slot_replaces_the_older() -> None:
    held = memory("User lives in Hangzhou", claim=HANGZHOU, type=MemoryType.PROFILE)
    moved = candidate("User lives in Beijing", claim=BEIJING, type=MemoryType.PROFILE)
    assert told(decided(moved, held)) == (Action.SUPERSEDE, "D5", Status.ACTIVE, held)


def test_d5_of_several_values_the_newest_active_one_is_replaced() -> None:
    old = memory(claim=HANGZHOU)
    newer = memory(claim=Claim(attribute="city", value="shanghai"), at=AT + timedelta(days=1))
    observed = memory(claim=HANGZHOU, at=AT + timedelta(days=2), status=Status.OBSERVED)
    moved = candidate(claim=BEIJING)
    assert told(decided(moved, related(old, 0.9), newer, observed))[3] == newer


def test_d5_a_slot_that_held_once_only_keeps_its_exceptions_apart() -> None:
    standing = memory("User's address is 1 Elm Street", claim=Claim(attribute="shipping_address", value="1 elm street"))
    today = memory(
        "This parcel goes to the office",
        claim=Claim(attribute="shipping_address", value="office"),
        at=AT + timedelta(days=1),
        flags=frozenset({Flag.EXCEPTION}),
    )
    moved = candidate(claim=Claim(attribute="shipping_address", value="9 oak road"))
    assert told(decided(moved, today, standing)) == (Action.SUPERSEDE, "D5", Status.ACTIVE, standing)


def test_d5_speaks_of_the_user_only_where_the_subject_is_the_same() -> None:
    mother = memory(claim=replace(HANGZHOU, subject="mother"))
    assert told(decided(candidate(claim=BEIJING), mother))[:2] == (Action.ADD, "D11")


def test_d5_is_for_the_users_own_words() -> None:
    held = memory(claim=HANGZHOU)
    inferred = candidate(claim=BEIJING, source=Source.AGENT_INFERRED)
    assert told(decided(inferred, held, confidence=0.85)) == (Action.KEEP_BOTH, "D9", Status.OBSERVED, held)


def test_w6_the_last_word_of_a_session_on_one_subject_is_the_decision() -> None:
    held = memory("User decided on the titanium cup", claim=TITANIUM, type=MemoryType.DECISION)
    steel = candidate("User decided on the steel cup", claim=STEEL, type=MemoryType.DECISION)
    assert told(decided(steel, related(held, is_same_session=True))) == (
        Action.SUPERSEDE,
        "W6",
        Status.ACTIVE,
        held,
    )
    assert told(decided(steel, related(held)))[:2] == (Action.KEEP_BOTH, "D9")


def test_w6_holds_for_every_kind_of_statement() -> None:
    assert told(decided(LIKES_SPICY, related(TABOO, is_same_session=True)))[:2] == (Action.SUPERSEDE, "W6")


@pytest.mark.parametrize(("later_by", "rule"), [(timedelta(days=1), "D5"), (timedelta(days=-1), "D9")])
def test_d5_an_address_said_before_the_one_held_is_not_newer(later_by: timedelta, rule: str) -> None:
    held = memory(claim=HANGZHOU)
    moved = candidate(claim=BEIJING)
    assert decided(moved, held, occurred_at=held.occurred_at + later_by).rule == rule


@pytest.mark.parametrize(("held_at", "rule"), [(0.85, "D7"), (0.86, "D9")])
def test_d7_a_clearly_surer_statement_replaces_a_less_sure_one(held_at: float, rule: str) -> None:
    held = memory(claim=NO_SPICY, confidence=held_at)
    assert decided(LIKES_SPICY, held).rule == rule


@pytest.mark.parametrize(("hits", "rule"), [(4, "D9"), (5, "D6"), (50, "D6")])
def test_d6_what_is_used_often_counts_less_but_stays_until_the_user_confirms(hits: int, rule: str) -> None:
    held = Related(memory=TABOO, similarity=0.7, recent_hits=hits)
    decision = decided(LIKES_SPICY, held)
    assert (decision.action, decision.rule, decision.status) == (Action.KEEP_BOTH, rule, Status.OBSERVED)
    assert (decision.target_state.weight if decision.target_state else 1.0) == (0.7 if rule == "D6" else 1.0)


def test_d6_an_explicit_correction_overturns_even_what_is_used_often() -> None:
    held = Related(memory=TABOO, similarity=0.7, recent_hits=50)
    assert decided(replace(LIKES_SPICY, intent=Intent.REVISE), held).rule == "D4"


def test_d6_a_new_address_replaces_even_what_is_used_often() -> None:
    held = Related(memory=memory(claim=HANGZHOU, type=MemoryType.PROFILE), similarity=0.7, recent_hits=50)
    assert decided(candidate(claim=BEIJING, type=MemoryType.PROFILE), held).rule == "D5"


def test_w9_what_is_not_worth_writing_is_ignored_whatever_is_held() -> None:
    inferred = replace(LIKES_SPICY, source=Source.AGENT_INFERRED)
    for held in ((), (TABOO,), (memory(claim=SPICY),)):
        assert told(decided(inferred, *held, is_worth_writing=False))[:2] == (Action.IGNORE, "W9")


def test_w11_an_echo_of_the_agent_neither_adds_nor_reinforces_but_a_yes_does() -> None:
    held = memory(claim=SPICY, status=Status.OBSERVED)
    assert told(decided(LIKES_SPICY, echo=0.9))[:2] == (Action.IGNORE, "W11")
    assert told(decided(LIKES_SPICY, held, echo=0.9))[:2] == (Action.IGNORE, "W11")
    yes = replace(LIKES_SPICY, intent=Intent.CONFIRM, source=Source.USER_CONFIRMED)
    assert told(decided(yes, held, echo=0.9)) == (Action.REINFORCE, "W10", Status.ACTIVE, held)
    asked = replace(LIKES_SPICY, is_explicit=True)
    assert told(decided(asked, echo=0.9))[:2] == (Action.ADD, "D11")


def test_d4_what_is_no_longer_wanted_may_be_named_in_more_words() -> None:
    held = memory("User likes velvet curtains", claim=Claim(topic="velvet curtain", value="velvet curtain"))
    longer = Claim(topic="velvet curtain attic corner", value="velvet curtain attic corner")
    back = candidate(claim=replace(longer, polarity=Polarity.NEGATIVE), intent=Intent.REVISE)
    assert told(decided(back, related(held, 0.6)))[:2] == (Action.SUPERSEDE, "D4")
    assert told(decided(back, related(held, 0.59)))[:2] == (Action.ADD, "D11")
    other = candidate(claim=Claim(topic="velvet", value="velvet", polarity=Polarity.NEGATIVE), intent=Intent.REVISE)
    coffee = memory("User likes coffee", claim=Claim(topic="coffee", value="coffee"))
    assert told(decided(other, related(coffee, 0.99)))[:2] == (Action.ADD, "D11")


def test_d7_a_less_reliable_source_replaces_nothing_however_sure_it_is() -> None:
    held = memory(claim=NO_SPICY, confidence=0.6, source=Source.USER_STATED)
    inferred = replace(LIKES_SPICY, source=Source.SYSTEM_EVENT)
    assert told(decided(inferred, held))[:2] == (Action.KEEP_BOTH, "D9")
    same = memory(claim=NO_SPICY, confidence=0.6, source=Source.SYSTEM_EVENT)
    assert told(decided(inferred, same))[:2] == (Action.SUPERSEDE, "D7")


def test_d8_two_unsure_sides_both_wait_for_evidence() -> None:
    held = memory(claim=NO_SPICY, confidence=0.5)
    decision = decided(LIKES_SPICY, held, confidence=0.55, gated=Status.OBSERVED)
    assert told(decision) == (Action.KEEP_BOTH, "D8", Status.OBSERVED, held)


@pytest.mark.parametrize(("said", "held"), [(0.6, 0.5), (0.5, 0.6)])
def test_d9_one_sure_side_is_no_case_of_d8(said: float, held: float) -> None:
    decision = decided(LIKES_SPICY, memory(claim=NO_SPICY, confidence=held), confidence=said, gated=Status.OBSERVED)
    assert decision.rule == "D9"


def test_d9_two_firm_statements_that_contradict_are_both_kept() -> None:
    assert told(decided(LIKES_SPICY, TABOO)) == (Action.KEEP_BOTH, "D9", Status.OBSERVED, TABOO)


def test_d9_takes_the_active_side_before_a_more_similar_observed_one() -> None:
    observed = memory(claim=NO_SPICY, status=Status.OBSERVED)
    assert told(decided(LIKES_SPICY, related(observed, 0.9), related(TABOO, 0.7)))[3] == TABOO


@pytest.mark.parametrize("gone", sorted(set(Status) - LIVE))
def test_d11_what_is_no_longer_live_contradicts_nothing(gone: Status) -> None:
    assert told(decided(LIKES_SPICY, replace(TABOO, state=replace(TABOO.state, status=gone)))) == (
        Action.ADD,
        "D11",
        Status.ACTIVE,
        None,
    )


def test_d11_something_new_is_added_and_w9_observes_what_the_gate_holds_back() -> None:
    assert told(decided(LIKES_SPICY)) == (Action.ADD, "D11", Status.ACTIVE, None)
    assert told(decided(LIKES_SPICY, gated=Status.OBSERVED)) == (Action.OBSERVE, "W9", Status.OBSERVED, None)


def test_d12_reliability_rises_as_the_specification_orders_it() -> None:
    rising = [
        Source.AGENT_GENERATED,
        Source.AGENT_INFERRED,
        Source.IMPORTED,
        Source.BEHAVIOUR_INFERRED,
        Source.SYSTEM_EVENT,
        Source.USER_STATED,
    ]
    ranks = [reliability(source) for source in rising]
    assert ranks == sorted(set(ranks))
    assert reliability(Source.USER_CONFIRMED) == reliability(Source.USER_STATED)
    assert all(isinstance(reliability(source), int) for source in Source)


def test_the_table_tries_its_rules_in_the_order_of_the_specification() -> None:
    order = [rule.__name__.split("_")[0].upper() for rule in RULES]
    by_intent = ["W2", "W9", "W11", "W10", "D10", "D16"]
    assert order == [*by_intent, "D1", "D2", "D3", "D4", "D5", "W6", "D6", "D7", "D8", "D9", "D11"]


def test_a_rule_is_found_by_its_id() -> None:
    assert all(rule.__doc__ and rule.__doc__.startswith(rule.__name__.split("_")[0].upper()) for rule in RULES)


def test_the_first_rule_that_holds_wins() -> None:
    held = memory(claim=HANGZHOU, confidence=0.5, type=MemoryType.PROFILE)
    revised = candidate(claim=BEIJING, intent=Intent.REVISE, type=MemoryType.PROFILE)
    assert decided(revised, held).rule == "D4"
    assert decided(replace(revised, intent=Intent.STATE), held).rule == "D5"
    assert decided(replace(revised, claim=HANGZHOU, intent=Intent.STATE), held).rule == "D1"


STATEMENTS: Sequence[Candidate] = [
    candidate(claim=claim, intent=intent, source=source)
    for claim in (SPICY, NO_SPICY, HANGZHOU, STEEL, Claim())
    for intent in Intent
    for source in Source
]


@pytest.mark.parametrize("gated", [Status.ACTIVE, Status.OBSERVED])
def test_every_case_is_decided_and_every_decision_says_why(gated: Status) -> None:
    surroundings = [(), (TABOO,), (TABOO, memory(claim=BEIJING), memory(claim=TITANIUM), memory())]
    for said in STATEMENTS:
        for held in surroundings:
            decision = decided(said, *held, gated=gated)
            assert decision.rule
            assert decision.reason
            needs_target = decision.action in {Action.SUPERSEDE, Action.REINFORCE, Action.EXCEPTION, Action.KEEP_BOTH}
            assert not needs_target or decision.target is not None
            assert gated is Status.ACTIVE or decision.action is not Action.SUPERSEDE


def test_d4_taking_back_a_refusal_leaves_nothing_to_except_from() -> None:
    exception = memory("User accepts spicy food this time", claim=SPICY, flags=frozenset({Flag.EXCEPTION}))
    said = candidate("User eats spicy food now", claim=SPICY, intent=Intent.REVISE)
    decision = decided(said, TABOO, exception)
    assert told(decision) == (Action.SUPERSEDE, "D4", Status.ACTIVE, TABOO)
    assert [r.memory for r in decision.others] == [exception]
    assert decision.fate is Status.EXPIRED
