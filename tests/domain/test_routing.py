"""Where a question is put first, and whether the past answers too, in both languages (rule Q5)."""

import pytest

from graphmem.domain.routing import RouteKind, route
from graphmem.language.routes import signs


@pytest.mark.parametrize(
    ("query", "kind", "reaches_past"),
    [
        ("What is your return policy?", RouteKind.FACTUAL, False),
        ("你们的退货政策是什么？", RouteKind.FACTUAL, False),
        ("Which cup do I like?", RouteKind.PERSONAL, False),
        ("我喜欢什么杯子？", RouteKind.PERSONAL, False),
        ("Does my warranty cover the cup?", RouteKind.MIXED, False),
        ("我买的杯子保修多久？", RouteKind.MIXED, False),
        ("Where did I live before?", RouteKind.PERSONAL, True),
        ("我之前的地址是哪里？", RouteKind.PERSONAL, True),
        ("What phone did I use to have?", RouteKind.PERSONAL, True),
        ("我有没有说过不吃香菜？", RouteKind.PERSONAL, True),
        ("titanium", RouteKind.PERSONAL, False),
        ("", RouteKind.PERSONAL, False),
    ],
)
def test_a_question_shows_where_its_answer_lies(query: str, kind: RouteKind, reaches_past: bool) -> None:
    found = route(signs(query), has_session=False)
    assert (found.kind, found.reaches_past) == (kind, reaches_past)
    assert found.reason


@pytest.mark.parametrize("query", ["And the second one?", "那第二个呢？"])
def test_what_goes_on_with_a_session_is_looked_for_there_first(query: str) -> None:
    assert route(signs(query), has_session=True).kind is RouteKind.CONTINUATION
    assert route(signs(query), has_session=False).kind is RouteKind.PERSONAL


def test_the_caller_has_the_last_word() -> None:
    found = route(signs("Where did I live before?"), has_session=False, chosen=RouteKind.FACTUAL, past=False)
    assert (found.kind, found.reaches_past, found.is_chosen_by_caller) == (RouteKind.FACTUAL, False, True)
