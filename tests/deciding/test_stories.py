"""Golden stories of the rule decider, rule by rule: what is said in English and in Chinese is read alike."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from graphmem.deciding.rules import RuleDecider
from graphmem.language.script import detect_language
from tests.deciding.telling import as_told, turn

FILES = sorted(Path(__file__).with_name("stories").glob("*.toml"))
STORIES: list[tuple[str, dict[str, Any]]] = [
    (file.stem, story) for file in FILES for story in tomllib.loads(file.read_text("utf-8"))["story"]
]


def wanted_of(expected: dict[str, Any], language: str) -> dict[str, Any]:
    """What is expected in one language: what both share, and a table of its own."""
    shared = {name: value for name, value in expected.items() if name not in {"en", "zh"}}
    return {"below_gate": False, "condition": None, "subject": "user"} | shared | expected.get(language, {})


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("file", "story"), STORIES, ids=[f"{file}: {story['name']}" for file, story in STORIES])
async def test_a_story_is_read_as_told(file: str, story: dict[str, Any], language: str) -> None:
    *recent, last = [turn(text) for text in story[language]]
    extraction = await RuleDecider().extract([last], recent=recent)
    found = [as_told(candidate) for candidate in extraction.candidates]
    reasons = [ignored.reason for ignored in extraction.ignored]
    message = f"{file}: {last.content!r} was read as {found}, ignored for {reasons or 'nothing'}"
    assert len(found) == len(story.get("expect", [])), message
    for told, expected in zip(found, story.get("expect", []), strict=True):
        wanted = wanted_of(expected, language)
        assert {name: told[name] for name in wanted} == wanted, message
    if "ignored" in story:
        assert story["ignored"] in reasons, message
    if "content" in story:
        assert [c.content for c in extraction.candidates] == story["content"][language], message


def test_every_story_is_told_in_both_languages() -> None:
    for file, story in STORIES:
        for language in ("en", "zh"):
            assert detect_language(story[language][-1]).value == language, f"{file}: {story['name']}"
