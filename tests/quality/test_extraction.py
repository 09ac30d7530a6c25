"""The golden set of extraction: each story in English and in Chinese, read alike."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from graphmem.deciding.rules import RuleDecider
from tests.deciding.telling import as_told, turn

STORIES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("extraction.toml").read_text("utf-8"))["story"]


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
