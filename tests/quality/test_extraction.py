"""The golden set of extraction: each story in English and in Chinese, read alike."""

import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.deciding.rules import RuleDecider
from graphmem.domain.candidate import Candidate, MessageRole, Turn

NOW = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)
GATE = 0.6
STORIES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("extraction.toml").read_text("utf-8"))["story"]


def turn(text: str) -> Turn:
    is_assistant = text.startswith("A: ")
    role = MessageRole.ASSISTANT if is_assistant else MessageRole.USER
    return Turn(role=role, content=text.removeprefix("A: "), at=NOW)


def as_told(candidate: Candidate) -> dict[str, Any]:
    """The fields of a candidate under the names the stories use."""
    claim = candidate.claim
    return {
        "type": candidate.type.value,
        "subject": claim.subject,
        "attribute": claim.attribute,
        "topic": claim.topic,
        "value": claim.value,
        "polarity": claim.polarity.value,
        "condition": claim.condition,
        "intent": candidate.intent.value,
        "emphasised": candidate.is_emphasised,
        "explicit": candidate.is_explicit,
        "below_gate": candidate.certainty < GATE,
        "has_reason": candidate.reason is not None,
        "flag": next((flag.value for flag in candidate.flags), None),
        "ends": candidate.valid_to.date().isoformat() if candidate.valid_to else None,
    }


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("story", STORIES, ids=[story["name"] for story in STORIES])
async def test_a_story_is_read_as_told(story: dict[str, Any], language: str) -> None:
    *recent, last = [turn(text) for text in story[language]]
    extraction = await RuleDecider().extract([last], recent=recent)
    found = [as_told(candidate) for candidate in extraction.candidates]
    reasons = {ignored.reason for ignored in extraction.ignored}
    message = f"{last.content!r} was read as {found}, ignored for {reasons or 'nothing'}"
    if "ignored" in story:
        assert not found, message
        assert story["ignored"] in reasons, message
        return
    assert len(found) == len(story["expect"]), message
    for told, expected in zip(found, story["expect"], strict=True):
        wanted = {"below_gate": False, "condition": None, "subject": "user"} | expected
        assert {name: told[name] for name in wanted} == wanted, message
    if "content" in story:
        assert extraction.candidates[0].content == story["content"][language], message
    for candidate in extraction.candidates:
        assert candidate.language == language
        assert 2 <= len(candidate.search_phrases) <= 4, message
