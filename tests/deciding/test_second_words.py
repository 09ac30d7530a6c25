"""What a second statement does to a first one: both read by rules, then decided by the table, in both languages."""

import tomllib
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from graphmem.deciding.rules import RuleDecider
from graphmem.domain.assessment import confidence, gate, importance
from graphmem.domain.candidate import Candidate
from graphmem.domain.conflict import Case, Decision, Related, decide
from graphmem.domain.policy import Policy
from tests.deciding.telling import NOW, turn
from tests.domain.factories import memory

STORIES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("second_words.toml").read_text("utf-8"))["story"]
POLICY = Policy()
LIKENESS = 0.7
"""What statements about one subject reach; that of identical ones is 1."""


def decided(said: Candidate, held: list[Candidate]) -> Decision:
    sure = confidence(said.source, said.certainty, POLICY)
    weight = importance(said.type, is_emphasised=said.is_emphasised, is_situational=said.is_situational, policy=POLICY)
    later = NOW + timedelta(days=1)
    return decide(
        Case(
            candidate=said,
            confidence=sure,
            importance=weight,
            gated=gate(said, sure, weight, POLICY),
            related=tuple(around(said, c) for c in held),
            occurred_at=later,
            said_at=later,
            policy=POLICY,
            session_id="second",
        )
    )


def around(said: Candidate, held: Candidate) -> Related:
    as_held = memory(held.content, type=held.type, claim=held.claim, at=NOW, session_id="first", flags=held.flags)
    likeness = 1.0 if said.content == held.content else LIKENESS
    return Related(memory=replace(as_held, language=held.language), similarity=likeness)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("story", STORIES, ids=[story["name"] for story in STORIES])
async def test_second_words_do_to_the_first_what_the_table_says(story: dict[str, Any], language: str) -> None:
    *first, second = [turn(text) for text in story[language]]
    held = list((await RuleDecider().extract(first, recent=[])).candidates)
    said = (await RuleDecider().extract([second], recent=[])).candidates
    decisions = [decided(candidate, held) for candidate in said]
    told = [f"{d.action.name} {d.rule}" for d in decisions]
    assert told == [story["decided"]], f"{[c.content for c in held]} and {[c.content for c in said]}: {told}"
