"""The rule-based decider: what it promises beside the golden set of tests/quality."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.deciding.decider import Decider
from graphmem.deciding.rules import RuleDecider
from graphmem.domain.candidate import Candidate, Extraction, Intent, MessageRole, Turn
from graphmem.domain.claim import Polarity
from graphmem.domain.memory import Flag, MemoryType, Source

NOW = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)


def said(text: str, role: MessageRole = MessageRole.USER) -> Turn:
    return Turn(role=role, content=text, at=NOW)


async def read(*texts: str, recent: tuple[str, ...] = ()) -> Extraction:
    return await RuleDecider().extract([said(text) for text in texts], recent=[said(text) for text in recent])


async def only(text: str) -> Candidate:
    extraction = await read(text)
    assert len(extraction.candidates) == 1, extraction
    return extraction.candidates[0]


def test_it_is_a_decider() -> None:
    decider: Decider = RuleDecider()
    assert decider is not None


async def test_a_span_is_exactly_the_clause() -> None:
    text = "Hi! I live in Hangzhou, but I work at Tencent."
    extraction = await read(text)
    spans = [text[c.span.start : c.span.end] for c in extraction.candidates if c.span]
    assert spans == ["I live in Hangzhou", "I work at Tencent."]


async def test_a_chinese_span_is_exactly_the_clause() -> None:
    text = "你好！我住在杭州，在腾讯上班。"
    extraction = await read(text)
    spans = [text[c.span.start : c.span.end] for c in extraction.candidates if c.span]
    assert spans == ["我住在杭州", "在腾讯上班。"]


async def test_a_turn_may_change_its_language_between_sentences() -> None:
    extraction = await read("I live in London. 我不吃辣。 I like tea.")
    assert [(c.language, c.claim.attribute or c.claim.topic) for c in extraction.candidates] == [
        ("en", "city"),
        ("zh", "spicy"),
        ("en", "tea"),
    ]


async def test_a_second_statement_of_the_same_speaker_is_not_lost() -> None:
    for text, expected in (
        ("I'm vegetarian and allergic to peanuts.", ["vegetarian", "peanut"]),
        ("I live in Boston and work at Google.", ["city", "employer"]),
    ):
        found = [c.claim.attribute or c.claim.topic for c in (await read(text)).candidates]
        assert found == expected, text
    parents = await read("My parents live in Boston and work at Google.")
    assert [c.claim.attribute for c in parents.candidates if c.claim.subject == "user"] == []


async def test_what_only_points_back_is_no_memory() -> None:
    for text in ("I'm vegetarian, always remember that.", "我吃素，千万要记住哦。"):
        assert [c.claim.topic for c in (await read(text)).candidates] == ["vegetarian"]


async def test_candidates_come_in_the_order_in_which_they_were_said() -> None:
    extraction = await read("I like tea.", "I hate durian.", "I live in Paris.")
    assert [c.claim.value for c in extraction.candidates] == ["tea", "durian", "paris"]
    assert [c.span.turn for c in extraction.candidates if c.span] == [0, 1, 2]


async def test_every_sentence_of_a_user_ends_as_a_candidate_or_as_ignored() -> None:
    text = "Good morning! I like tea. What time is it? Thanks."
    extraction = await read(text)
    assert len(extraction.candidates) == 1
    assert [i.reason for i in extraction.ignored] == ["small talk", "a question", "thanks"]
    assert {i.rule for i in extraction.ignored} == {"W3"}


@pytest.mark.parametrize("role", [MessageRole.ASSISTANT, MessageRole.TOOL, MessageRole.SYSTEM])
async def test_only_the_user_gives_candidates(role: MessageRole) -> None:
    extraction = await RuleDecider().extract([said("I like tea.", role)], recent=[])
    assert extraction == Extraction()


async def test_the_same_words_always_read_the_same() -> None:
    text = "我不吃辣，但是这次可以放一点。I like tea and jazz."
    assert await read(text) == await read(text)


async def test_a_hedge_halves_the_certainty() -> None:
    sure, unsure = await only("I like tea."), await only("Perhaps I like tea.")
    assert (sure.certainty, unsure.certainty) == (1.0, 0.5)


async def test_laughter_makes_a_statement_unsure_and_a_joke_is_none() -> None:
    assert (await only("I hate mango haha")).certainty == 0.5
    extraction = await read("I hate mango. Just kidding!")
    assert not extraction.candidates


async def test_a_reason_stays_with_what_it_is_given_for() -> None:
    assert (await only("I don't drink coffee because it keeps me awake.")).reason == "it keeps me awake"
    assert (await only("因为胃不好，我不喝咖啡。")).reason == "胃不好"


async def test_a_reason_that_is_a_statement_itself_is_read_too() -> None:
    extraction = await read("I don't eat cheese because I'm allergic to dairy.")
    assert [c.claim.topic for c in extraction.candidates] == ["cheese", "dairy"]
    assert extraction.candidates[0].reason == "I'm allergic to dairy"


async def test_a_clause_that_names_nobody_is_about_whom_the_clause_before_it_named() -> None:
    extraction = await read("我妈妈住在苏州，不吃羊肉。")
    assert [(c.claim.subject, c.claim.value) for c in extraction.candidates] == [
        ("mother", "suzhou"),
        ("mother", "lamb"),
    ]


async def test_one_of_several_friends_is_told_by_the_name() -> None:
    extraction = await read("My friend's name is Tom.", "My friend's name is Amy.")
    assert [c.claim.subject for c in extraction.candidates] == ["tom", "amy"]


async def test_what_others_say_is_not_the_users_statement() -> None:
    extraction = await read("My doctor said I am allergic to nuts, but I like them.")
    assert not extraction.candidates


@pytest.mark.parametrize("text", ["I love your turtles!", "I like it.", "我最喜欢那张。", "I love this series."])
async def test_a_thing_that_is_not_named_is_not_remembered(text: str) -> None:
    assert not (await read(text)).candidates


@pytest.mark.parametrize("text", ["My phone number is [PHONE]", "我的手机号是[PHONE]", "My address is [ADDRESS]"])
async def test_a_placeholder_fills_no_slot(text: str) -> None:
    assert not (await read(text)).candidates


@pytest.mark.parametrize("text", ["我對花生過敏", "我对花生过敏"])
async def test_traditional_and_simplified_characters_say_the_same(text: str) -> None:
    assert (await only(text)).claim.topic == "peanut"


async def test_a_plan_carries_its_period() -> None:
    plan = await only("I'm going to Tokyo next week.")
    assert plan.valid_from == datetime(2026, 12, 7, tzinfo=UTC)
    assert plan.valid_to == datetime(2026, 12, 14, tzinfo=UTC)
    assert plan.content == "User is going to Tokyo (2026-12-07/2026-12-13)"


async def test_an_exception_of_today_ends_with_the_day() -> None:
    exception = await only("Just for today, spicy is fine.")
    assert exception.intent is Intent.EXCEPT
    assert exception.valid_to == datetime(2026, 12, 1, tzinfo=UTC)
    assert Flag.EXCEPTION in exception.flags


async def test_an_ellipsis_takes_its_sentence_from_earlier_turns_of_the_session() -> None:
    extraction = await read("No, steel.", recent=("I need a cup.", "I'll take the titanium one."))
    (revision,) = extraction.candidates
    assert revision.content == "User decided on the steel cup"
    assert (revision.type, revision.intent) == (MemoryType.DECISION, Intent.REVISE)
    assert revision.certainty == 1.0


async def test_an_ellipsis_without_anything_before_it_stays_below_the_gate() -> None:
    extraction = await read("不对，还是钢的吧。")
    assert all(c.certainty < 0.6 for c in extraction.candidates)


async def test_a_second_thought_does_not_cross_classes() -> None:
    extraction = await read("No, steel.", recent=("I live in Hangzhou.",))
    assert all(c.claim.attribute is None for c in extraction.candidates)


@pytest.mark.parametrize(
    ("content", "topic", "polarity"),
    [
        ("User likes tea", "tea", Polarity.POSITIVE),
        ("用户喜欢茶", "tea", Polarity.POSITIVE),
        ("The user is allergic to peanuts", "peanut", Polarity.NEGATIVE),
        ("用户不吃辣", "spicy", Polarity.NEGATIVE),
        ("I don't drink coffee", "coffee", Polarity.NEGATIVE),
    ],
)
async def test_a_statement_to_remember_is_understood_in_either_person(
    content: str, topic: str, polarity: Polarity
) -> None:
    candidate = await RuleDecider().read_statement(content, said(content))
    assert (candidate.claim.topic, candidate.claim.polarity) == (topic, polarity)
    assert candidate.content == content
    assert candidate.is_explicit
    assert candidate.span is None


async def test_a_statement_that_is_not_understood_is_a_fact_with_its_topic() -> None:
    content = "The spare titanium cup is in the cupboard"
    candidate = await RuleDecider().read_statement(content, said(content))
    assert candidate.type is MemoryType.FACT
    assert candidate.claim.topic == "titanium cup"
    assert candidate.claim.value is None


@pytest.mark.parametrize(
    ("role", "source"),
    [
        (MessageRole.USER, Source.USER_STATED),
        (MessageRole.ASSISTANT, Source.AGENT_GENERATED),
        (MessageRole.TOOL, Source.SYSTEM_EVENT),
    ],
)
async def test_a_statement_has_the_source_of_its_speaker(role: MessageRole, source: Source) -> None:
    candidate = await RuleDecider().read_statement("User likes tea", said("User likes tea", role))
    assert candidate.source is source


_WORDS = st.sampled_from(
    ["I", "like", "don't", "tea", "no", "actually", "my", "address is", "12", ",", "我", "不", "吃", "辣", "，", "。",
     "下周", "去", "就买", "钛的", "还是", "吧", "remember that", "这次", "也行", "\u200d", "\ud800", "İ", "ﬁ", "１２"]
)  # fmt: skip
_TEXTS = st.one_of(st.text(max_size=300), st.lists(_WORDS, max_size=40).map(" ".join), st.lists(_WORDS).map("".join))


@settings(max_examples=150)
@given(texts=st.lists(_TEXTS, min_size=1, max_size=3))
async def test_any_text_is_read_and_every_span_lies_inside_its_turn(texts: list[str]) -> None:
    extraction = await read(*texts)
    for item in (*extraction.candidates, *extraction.ignored):
        assert item.span is not None
        assert 0 <= item.span.start < item.span.end <= len(texts[item.span.turn])
    for candidate in extraction.candidates:
        assert candidate.content
        assert 0.0 < candidate.certainty <= 1.0
        assert candidate.language in {"en", "zh"}


@settings(max_examples=100)
@given(content=_TEXTS)
async def test_any_statement_is_accepted(content: str) -> None:
    candidate = await RuleDecider().read_statement(content, said(content))
    assert candidate.content == content


@pytest.mark.parametrize("text", ["a" * 20_000, "我" * 20_000, "I like " * 3_000, "不吃，" * 5_000, "no, " * 5_000])
async def test_a_very_long_text_is_read_in_bounded_work(text: str) -> None:
    extraction = await read(text)
    assert len(extraction.candidates) + len(extraction.ignored) <= 201
