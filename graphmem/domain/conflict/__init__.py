"""Deciding a candidate against what is known: the rules of spec §4 in their order; the first that holds wins.

Each rule is one small pure function named after its id: `d5_newer_slot_value` is rule D5. `unfit` holds W2, W9 and W11,
`answered` W10 and D16, `repeated` D1 and D2 with what they end (D13), `changed` D3, D4, D5, W6 and D10,
`contradicting` D6 to D9, `new` D11; D12 is `reliability`, and D14 is `graphmem.domain.contradiction`.
"""

from graphmem.domain.conflict.answered import d16_denied, w10_confirmed
from graphmem.domain.conflict.case import Case, Decision, Related, Rule, reliability
from graphmem.domain.conflict.changed import (
    d3_one_off_exception,
    d4_takes_back,
    d5_newer_slot_value,
    d10_done,
    w6_same_session,
)
from graphmem.domain.conflict.contradicting import d6_often_used, d7_surer_and_newer, d8_both_unsure, d9_keep_both
from graphmem.domain.conflict.new import d11_nothing_related
from graphmem.domain.conflict.repeated import d1_says_the_same, d2_adds_to_it
from graphmem.domain.conflict.unfit import w2_tries_to_instruct, w9_inferred_too_unsure, w11_repeats_the_agent

__all__ = ["RULES", "Case", "Decision", "Related", "Rule", "decide", "reliability"]

RULES: tuple[Rule, ...] = (
    w2_tries_to_instruct,
    w9_inferred_too_unsure,
    w11_repeats_the_agent,
    # What is said about a memory, not about the world, goes by what the speaker does with it.
    w10_confirmed,
    d10_done,
    d16_denied,
    d1_says_the_same,
    d2_adds_to_it,
    d3_one_off_exception,
    d4_takes_back,
    d5_newer_slot_value,
    w6_same_session,
    d6_often_used,
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
