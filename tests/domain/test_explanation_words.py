"""Sentences about places in lists and scores (rule Q11)."""

from graphmem.domain.explanation import ListKind, ListPlace
from graphmem.domain.explanation_words import against_last, ways_in, ways_out
from graphmem.domain.ranking import Relevance, Score


def place(kind: ListKind, at: int | None, *, length: int = 50) -> ListPlace:
    return ListPlace(kind=kind, place=at, length=length)


def score(*, total: float = 0.5, relevance: float = 0.5, importance: float = 0.5, weight: float = 1.0) -> Score:
    parts = Relevance(
        value=relevance, order=relevance, cosine=0.0, coverage=0.0, fit=0.0, slot=0.0, nearness=0.0, context=0.0
    )
    return Score(total=total, relevance=parts, importance=importance, recency=1.0, decay=1.0, weight=weight)


def test_a_candidate_names_every_list_it_is_in() -> None:
    lists = (place(ListKind.VECTOR, 3), place(ListKind.TEXT, 51), place(ListKind.ENTITY, 2, length=20))
    assert ways_in(lists) == "by meaning (place 3 of 50), by what it names"


def test_a_candidate_of_a_list_that_was_written_to_meanwhile_says_so() -> None:
    assert ways_in((place(ListKind.VECTOR, None),)) == "by a list that has changed since"


def test_what_is_in_no_list_says_how_far_down_it_is() -> None:
    assert ways_out((place(ListKind.VECTOR, 73), place(ListKind.TEXT, None))) == (
        "by meaning it has place 73, of which 50 are taken; it shares no telling word with the query"
    )
    assert ways_out((place(ListKind.VECTOR, None), place(ListKind.TEXT, 60))) == (
        "by its words it has place 60, of which 50 are taken; its meaning is too far from the query"
    )


def test_a_query_of_nothing_finds_nothing() -> None:
    assert ways_out(()) == "there was nothing to look for"


def test_only_what_the_last_result_is_ahead_in_is_said() -> None:
    told = against_last(score(total=0.4, relevance=0.3, importance=0.8), score(total=0.6, relevance=0.7, weight=1.0))
    assert told == "It scores 0.400, the last result 0.600: relevance 0.300 against 0.700."


def test_scores_that_are_equal_need_no_reason() -> None:
    assert against_last(score(), score()) == "It scores 0.500, the last result 0.500."
