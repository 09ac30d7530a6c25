"""Documents are kept parsed and validated, but none that may hold words of a person (rule P4)."""

import secrets
from functools import _CacheInfo  # pyright: ignore[reportPrivateUsage] - the type of a cache's figures

from graphmem.api.document_cache import ParsedDocuments, ValidatedDocuments
from tests.api.calling import Caller


def figures() -> tuple[_CacheInfo, _CacheInfo]:
    """Hits and misses of the two caches, which all requests share."""
    parsed, validated = ParsedDocuments(), ValidatedDocuments()
    return parsed.cached_parse_document.cache_info(), validated.cached_validate_document.cache_info()  # pyright: ignore[reportFunctionMemberAccess]


async def test_a_document_with_variables_is_parsed_and_validated_once(admin: Caller) -> None:
    text = f"query Q{secrets.token_hex(4)}($id: ID!) {{ user(id: $id) {{ userId }} }}"
    before = figures()
    for user_id in ("ada", "bob", "eve"):
        assert (await admin.ask(text, id=user_id)).data == {"user": {"userId": user_id}}
    after = figures()
    assert [a.misses - b.misses for a, b in zip(after, before, strict=True)] == [1, 1]
    assert [a.hits - b.hits for a, b in zip(after, before, strict=True)] == [2, 2]


async def test_a_document_with_words_in_it_is_not_kept(admin: Caller) -> None:
    before = figures()
    for text in (
        '{ user(id: "ada") { recall(input: {query: "words of Ada"}) { bestRelevance } } }',
        '{ user(id: "ada") { recall(input: {query: """words of Ada"""}) { bestRelevance } } }',
        "{ viewer { role } } # words of Ada",
    ):
        assert (await admin.ask(text)).status == 200
    after = figures()
    assert [a.currsize for a in after] == [b.currsize for b in before]
    assert [a.misses for a in after] == [b.misses for b in before]
