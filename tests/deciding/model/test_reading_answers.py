"""What a model proposes becomes candidates only as far as the words bear it; each in English and Chinese."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.deciding.decider import Decider, Known
from graphmem.deciding.model import ModelDecider
from graphmem.deciding.rules import RuleDecider
from graphmem.domain.candidate import Candidate, Extraction, Intent, MessageRole, Turn
from graphmem.domain.claim import Claim, Polarity
from graphmem.domain.memory import Flag, MemoryType, Source
from graphmem.ids import MemoryId
from tests.deciding.model.stub import Stub, proposal

AT = datetime(2031, 5, 20, 9, tzinfo=UTC)


def said(content: str, role: MessageRole = MessageRole.USER) -> Turn:
    return Turn(role=role, content=content, at=AT)


def known(memory_id: str, content: str, claim: Claim, kind: MemoryType = MemoryType.DECISION) -> Known:
    return Known(id=MemoryId(memory_id), type=kind, content=content, claim=claim)


async def reads(decider: ModelDecider, *texts: str, shown: Sequence[Known] = ()) -> Extraction:
    return await decider.extract([said(text) for text in texts], recent=[], known=shown)


async def only(
    decider: ModelDecider, stub: Stub, text: str, *found: dict[str, Any], shown: Sequence[Known] = ()
) -> Candidate:
    stub.memories = list(found)
    extraction = await reads(decider, text, shown=shown)
    assert extraction.notices == ()
    (candidate,) = extraction.candidates
    return candidate


def test_it_is_a_decider(decider: ModelDecider) -> None:
    as_decider: Decider = decider
    assert as_decider.wants_known


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Well, no spicy food for me please.",
            proposal(
                "no spicy food for me", "User does not accept spicy food", polarity="negative", topic="spicy food"
            ),
        ),
        ("哎，辣的我可真不行。", proposal("辣的我可真不行", "用户不吃辣", polarity="negative", topic="辣")),
        (
            "Since May I've been calling Oslo home.",
            proposal("I've been calling Oslo home", "User lives in Oslo", "profile", attribute="city", value="Oslo"),
        ),
        (
            "打五月起杭州就是我的家了。",
            proposal("杭州就是我的家", "用户住在杭州", "profile", attribute="city", value="杭州"),
        ),
    ],
)
async def test_a_proposal_has_the_claim_that_the_rules_give_the_same_statement(
    decider: ModelDecider, stub: Stub, text: str, found: dict[str, Any]
) -> None:
    candidate = await only(decider, stub, text, found)
    by_rules = await RuleDecider().read_statement(found["content"], said(found["content"]))
    assert not by_rules.claim.is_empty
    assert (candidate.claim, candidate.type) == (by_rules.claim, by_rules.type)
    assert candidate.content == found["content"]
    assert candidate.source is Source.USER_STATED
    assert candidate.search_phrases == by_rules.search_phrases
    assert candidate.span is not None
    assert text[candidate.span.start : candidate.span.end] == found["fragment"]


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        (
            "Peanuts send me to hospital.",
            proposal("Peanuts send me to hospital", "Peanuts make user ill", polarity="negative", value="peanuts"),
            "peanut",
        ),
        (
            "花生会让我进医院。",
            proposal("花生会让我进医院", "花生会让用户进医院", polarity="negative", value="花生"),
            "peanut",
        ),
    ],
)
async def test_where_the_rules_read_nothing_the_fields_are_folded_by_the_same_tables(
    decider: ModelDecider, stub: Stub, text: str, found: dict[str, Any], expected: str
) -> None:
    claim = (await only(decider, stub, text, found)).claim
    assert (claim.value, claim.polarity) == (expected, Polarity.NEGATIVE)


@pytest.mark.parametrize(
    ("text", "fragment", "content"),
    [
        ("I like tea.", "I like green tea", "User likes green tea"),
        ("我喜欢茶。", "我喜欢绿茶", "用户喜欢绿茶"),
        ("I like tea.", "i like tea", "User likes tea"),
        ("I like tea.", " . ", "User likes tea"),
        ("I like tea.", "", "User likes tea"),
    ],
)
async def test_what_the_user_did_not_say_word_for_word_is_dropped_and_told(
    decider: ModelDecider, stub: Stub, text: str, fragment: str, content: str
) -> None:
    stub.memories = [proposal(fragment, content)]
    extraction = await reads(decider, text)
    assert extraction.candidates == ()
    assert [n.code for n in extraction.notices] == ["MODEL_PROPOSALS_DROPPED"]
    assert [i.rule for i in extraction.ignored] == ["W3"]
    assert decider.usage.dropped == 1


@pytest.mark.parametrize("words", ["You like jazz, don't you?", "你喜欢爵士乐吧？"])
async def test_the_words_of_the_assistant_are_no_evidence(decider: ModelDecider, stub: Stub, words: str) -> None:
    stub.memories = [proposal(words, "User likes jazz")]
    extraction = await decider.extract([said(words, MessageRole.ASSISTANT), said("Hm.")], recent=[])
    assert extraction.candidates == ()


@pytest.mark.parametrize(
    ("text", "found", "rule"),
    [
        ("I like tea.", proposal("I like tea", "x" * 501), "P3"),
        ("I like tea.", proposal("I like tea", "…"), "P3"),
        ("I like tea.", proposal("I like tea", "用户喜欢茶"), "W5"),
        ("我喜欢茶。", proposal("我喜欢茶", "User likes tea"), "W5"),
        ("I like tea.", proposal("I like tea", "User is an administrator"), "W5"),
        ("我喜欢茶。", proposal("我喜欢茶", "用户是系统管理员"), "W5"),
        ("I like tea.", proposal("I like tea", "User likes tea and has the card 4111111111"), "W5"),
        ("My number is [PHONE_1].", proposal("My number is [PHONE_1]", "User's number is [PHONE_2]"), "W5"),
        (
            "我的电话是[PHONE]。",
            proposal("我的电话是[PHONE]", "用户的电话是[PHONE]", attribute="phone", value="[PHONE]"),
            "W1",
        ),
        ("I like tea.", proposal("I like tea", "User likes tea", "outcome"), "W4"),
    ],
)
async def test_what_can_not_stand_is_ignored_with_its_rule(
    decider: ModelDecider, stub: Stub, text: str, found: dict[str, Any], rule: str
) -> None:
    stub.memories = [found]
    extraction = await reads(decider, text)
    assert extraction.candidates == ()
    assert [i.rule for i in extraction.ignored] == [rule]
    assert text not in extraction.ignored[0].reason


@pytest.mark.parametrize(
    ("text", "fragment"),
    [("Thanks! I like tea. How are you? Bye.", "I like tea"), ("谢谢！我喜欢茶。你好吗？再见。", "我喜欢茶")],
)
async def test_every_sentence_ends_as_a_candidate_or_as_ignored(
    decider: ModelDecider, stub: Stub, text: str, fragment: str
) -> None:
    stub.memories = [proposal(fragment, fragment.replace("I like", "User likes").replace("我", "用户"))]
    extraction = await reads(decider, text)
    pieces = [c.span for c in extraction.candidates] + [i.span for i in extraction.ignored]
    covered = {place for span in pieces if span for place in range(span.start, span.end)}
    missing = "".join(letter for place, letter in enumerate(text) if place not in covered)
    assert not any(letter.isalpha() for letter in missing)
    assert len(extraction.ignored) == 2


@pytest.mark.parametrize(
    ("text", "content"), [("Maybe I like tea.", "User likes tea"), ("我可能喜欢茶。", "用户喜欢茶")]
)
async def test_a_hedge_cuts_the_certainty_whatever_the_model_says(
    decider: ModelDecider, stub: Stub, text: str, content: str
) -> None:
    candidate = await only(decider, stub, text, proposal(text.rstrip(".。"), content, certainty=7))
    assert candidate.certainty < 0.6


async def test_what_is_inferred_is_no_statement_of_the_user(decider: ModelDecider, stub: Stub) -> None:
    found = proposal("tea at five", "User likes tea", is_inferred=True, certainty=-1)
    candidate = await only(decider, stub, "Time for tea at five again.", found)
    assert (candidate.source, candidate.certainty) == (Source.AGENT_INFERRED, 0.0)


@pytest.mark.parametrize(
    ("text", "content"),
    [("I'm rather an impatient person.", "User is an impatient person"), ("我这人急性子。", "用户是急性子")],
)
async def test_personality_is_subjective(decider: ModelDecider, stub: Stub, text: str, content: str) -> None:
    found = proposal(text.rstrip(".。"), content, "fact", attribute="personality", value=content)
    assert Flag.SUBJECTIVE in (await only(decider, stub, text, found)).flags


@pytest.mark.parametrize(
    ("text", "content", "held"),
    [
        ("Scrap that cup idea.", "User gave up the titanium cup", "User chose the titanium cup"),
        ("那个杯子算了。", "用户放弃了钛杯", "用户选了钛杯"),
    ],
)
async def test_a_memory_that_was_shown_says_what_a_change_is_about(
    decider: ModelDecider, stub: Stub, text: str, content: str, held: str
) -> None:
    claim = Claim(topic="cup", value="titanium cup")
    found = proposal(text.rstrip(".。"), content, "decision", intent="finish", related_ids=["m-1"])
    candidate = await only(decider, stub, text, found, shown=[known("m-1", held, claim)])
    assert candidate.intent is Intent.FINISH
    assert (candidate.claim.topic, candidate.claim.value) == ("cup", "titanium cup")


@pytest.mark.parametrize(
    ("text", "content"),
    [("Never mind that cup.", "User dropped that cup"), ("那个杯子就算了吧。", "用户不要那个杯子了")],
)
async def test_an_id_that_was_not_shown_says_nothing(
    decider: ModelDecider, stub: Stub, text: str, content: str
) -> None:
    found = proposal(
        text.rstrip(".。"), content, "decision", intent="deny", related_ids=["m-of-somebody", "m-1' OR 1=1"]
    )
    with_id = await only(decider, stub, text, found)
    without = await only(decider, stub, text, found | {"related_ids": []})
    assert with_id == without


async def test_a_change_of_nothing_in_particular_is_ignored(decider: ModelDecider, stub: Stub) -> None:
    stub.memories = [proposal("not so", "User says not so", "correction", intent="deny")]
    extraction = await reads(decider, "No, not so.")
    assert (extraction.candidates, extraction.ignored[0].rule) == ((), "W5")


@pytest.mark.parametrize(
    ("words", "year"),
    [
        ("2031-05-20", 2031),
        ("2031-05-20T10:00:00+02:00", 2031),
        ("soon", None),
        ("9999-12-31", None),
        ("0001-01-01T00:00:00+14:00", None),
        ("2031-05-20" * 9, None),
    ],
)
async def test_dates_are_read_or_left_out(decider: ModelDecider, stub: Stub, words: str, year: int | None) -> None:
    found = proposal("visit Oslo", "User will visit Oslo", "plan", valid_from=words)
    valid_from = (await only(decider, stub, "So I'll visit Oslo.", found)).valid_from
    assert (valid_from.year if valid_from else None) == year
    assert valid_from is None or valid_from.tzinfo is UTC


@pytest.mark.parametrize(
    ("text", "fragment", "content", "reason"),
    [
        ("I skip milk because it hurts my stomach.", "I skip milk", "User skips milk", "it hurts my stomach"),
        ("我不喝牛奶，因为胃疼。", "我不喝牛奶", "用户不喝牛奶", "胃疼"),
    ],
)
async def test_a_reason_is_kept_where_it_was_said(
    decider: ModelDecider, stub: Stub, text: str, fragment: str, content: str, reason: str
) -> None:
    kept = await only(decider, stub, text, proposal(fragment, content, reason=reason))
    assert kept.reason == reason
    assert kept.reason_span is not None
    assert text[kept.reason_span.start : kept.reason_span.end] == reason
    made_up = await only(decider, stub, text, proposal(fragment, content, reason="milk is evil"))
    assert (made_up.reason, made_up.reason_span) == (None, None)


async def test_no_more_than_twenty_proposals_are_read(decider: ModelDecider, stub: Stub) -> None:
    things = [f"tea{number}" for number in range(30)]
    stub.memories = [proposal(f"I like {thing}.", f"User likes {thing}") for thing in things]
    extraction = await reads(decider, " ".join(f"I like {thing}." for thing in things))
    assert len(extraction.candidates) == 20
    assert decider.usage.dropped == 10


async def test_the_same_proposal_twice_is_one(decider: ModelDecider, stub: Stub) -> None:
    twice = proposal("I like tea", "User likes tea")
    assert (await only(decider, stub, "I like tea.", twice, twice)).content == "User likes tea"


async def test_candidates_come_in_the_order_of_the_words(decider: ModelDecider, stub: Stub) -> None:
    stub.memories = [proposal("I like jazz", "User likes jazz"), proposal("I like tea", "User likes tea")]
    extraction = await reads(decider, "I like tea.", "I like jazz.")
    assert [c.content for c in extraction.candidates] == ["User likes tea", "User likes jazz"]


async def test_json_in_a_fence_of_markdown_is_read(decider: ModelDecider, stub: Stub) -> None:
    stub.text = (
        '```json\n{"memories": [{"fragment": "I like tea", "content": "User likes tea", "type": "preference"}]}\n```'
    )
    assert len((await reads(decider, "I like tea.")).candidates) == 1


async def test_a_statement_given_as_such_is_read_without_the_model(decider: ModelDecider, stub: Stub) -> None:
    candidate = await decider.read_statement("User likes tea", said("User likes tea"))
    assert (candidate.claim.topic, stub.asked) == ("tea", [])


async def test_nobody_is_asked_where_the_user_says_nothing(decider: ModelDecider, stub: Stub) -> None:
    assert await decider.extract([said("Hello!", MessageRole.ASSISTANT)], recent=[]) == Extraction()
    assert stub.asked == []
