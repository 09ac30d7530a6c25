"""Reads which of the agent's alternatives an answer takes: "the second one", 后者, "steel", 两个都要 (rules W3, W5)."""

from typing import Final

from graphmem.language.alternatives import Offer, offer_in
from graphmem.language.concepts import lexicon

_DAY: Final = "weekday"


def as_chosen_by_user(agent_text: str, answer: str) -> str | None:
    """Write the answer to a question between things as a statement of the user's; None where it is no such answer.

    Which of two days suits is no decision that lasts.
    """
    offer = offer_in(agent_text)
    if offer is None or _is_of_days(offer):
        return None
    places = offer.chosen(answer)
    return offer.statement(places) if places else None


def _is_of_days(offer: Offer) -> bool:
    return all(any(m.concept.kind == _DAY for m in lexicon().mentions(thing)) for thing in offer.things)
