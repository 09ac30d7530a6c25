"""D4 among guesses, and what is said of the very thing that is a favourite."""

from datetime import timedelta

from graphmem.domain.candidate import Intent
from graphmem.domain.claim import Claim, Polarity
from graphmem.domain.conflict import Case, Decision, Related, decide
from graphmem.domain.contradiction import adds_nothing, contradicts
from graphmem.domain.event import Action
from graphmem.domain.memory import Memory
from graphmem.domain.policy import Policy
from graphmem.domain.status import Status
from tests.domain.factories import AT, candidate, memory

LOW = Claim(topic="fan_speed", value="low")
HIGH = Claim(topic="fan_speed", value="high")


def unsure_change(held: Memory) -> Decision:
    later = AT + timedelta(hours=1)
    said = candidate("User may like fan speed: high", claim=HIGH, intent=Intent.REVISE)
    return decide(
        Case(
            candidate=said,
            confidence=0.5,
            importance=0.6,
            gated=Status.OBSERVED,
            related=(Related(memory=held, similarity=0.7),),
            occurred_at=later,
            said_at=later,
            policy=Policy(),
        )
    )


def test_d4_a_newer_guess_takes_the_place_of_an_older_one() -> None:
    decision = unsure_change(memory("User may like fan speed: low", claim=LOW, status=Status.OBSERVED))
    assert (decision.action, decision.rule, decision.status) == (Action.SUPERSEDE, "D4", Status.OBSERVED)


def test_d4_a_guess_replaces_nothing_that_is_sure() -> None:
    assert unsure_change(memory("User wants fan speed: low", claim=LOW)).action is Action.KEEP_BOTH


def test_d14_refusing_the_favourite_itself_contradicts_it() -> None:
    favourite = Claim(attribute="favourite band", topic="favourite band", value="bluepeak")
    refused = Claim(topic="bluepeak", value="bluepeak", polarity=Polarity.NEGATIVE)
    liked = Claim(topic="bluepeak", value="bluepeak")
    assert contradicts(refused, favourite, "no", "yes") is not None
    assert contradicts(liked, favourite, "yes", "yes") is None
    assert adds_nothing(favourite, liked)
