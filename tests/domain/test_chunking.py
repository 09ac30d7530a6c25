"""K1 and K5: what a document is cut into, in both languages."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphmem.domain.chunking import ChunkSize, DocumentChunk, chunk_markdown, chunk_text
from graphmem.language.token_count import count_tokens

SMALL = ChunkSize(most=40, whole=120, overlap=15)
LONG = {
    "en": " ".join(f"Parcel {n} is returned within {n + 7} days." for n in range(30)),
    "zh": "".join(f"第{n}号包裹可在{n + 7}天内退回。" for n in range(30)),
}


@pytest.mark.parametrize(
    ("text", "path", "body"),
    [
        ("# Shop\n\n## Returns\n\nSend it back.\n\n## Hours\n\nNine to five.", ("Shop", "Returns"), "Send it back."),
        ("# 商店\n\n## 退货\n\n请寄回。\n\n## 时间\n\n九点到五点。", ("商店", "退货"), "请寄回。"),
    ],
)
def test_a_chunk_is_cut_by_heading_and_keeps_the_path(text: str, path: tuple[str, ...], body: str) -> None:
    first, second = chunk_markdown(text)
    assert first == DocumentChunk(heading_path=path, text=body)
    assert second.heading_path[0] == path[0]
    assert len(second.heading_path) == 2


@pytest.mark.parametrize("language", ["en", "zh"])
def test_long_prose_is_cut_at_sentences_within_the_size(language: str) -> None:
    chunks = chunk_text(LONG[language], SMALL)
    assert len(chunks) > 5
    assert all(count_tokens(chunk.text) <= SMALL.most + 10 for chunk in chunks)
    assert all(chunk.text[-1] in ".。" for chunk in chunks)


@pytest.mark.parametrize(("language", "mark"), [("en", "."), ("zh", "。")])
def test_a_chunk_repeats_the_end_of_the_one_before_within_the_limit(language: str, mark: str) -> None:
    first, second = chunk_text(LONG[language], SMALL)[:2]
    last = first.text.rstrip(mark).rsplit(mark, 1)[-1].strip() + mark
    assert second.text.startswith(last)
    assert count_tokens(last) <= SMALL.overlap


def test_nothing_is_repeated_across_a_heading() -> None:
    first, second = chunk_markdown("# A\n\nOne is here. Two is here.\n\n# B\n\nThree is here.", SMALL)
    assert (first.text, second.text) == ("One is here. Two is here.", "Three is here.")


@pytest.mark.parametrize(
    "block",
    [
        "\n".join(f"- item {n} of the list" for n in range(12)),
        "\n".join(f"{n + 1}. 清单的第{n}项" for n in range(9)),
        "| city | days |\n|---|---|\n" + "\n".join(f"| 城市{n} | {n} |" for n in range(8)),
        "```\n" + "\n\n".join(f"# line {n}" for n in range(10)) + "\n```",
    ],
)
def test_lists_tables_and_code_stay_in_one_piece(block: str) -> None:
    assert SMALL.most < count_tokens(block) <= SMALL.whole
    chunks = chunk_markdown(f"# Head\n\nBefore it stands a sentence.\n\n{block}\n\nAfter it another one.", SMALL)
    assert [block in chunk.text for chunk in chunks].count(True) == 1
    assert {chunk.heading_path for chunk in chunks} == {("Head",)}


def test_a_list_past_every_limit_is_cut_between_its_lines() -> None:
    lines = [f"- item {n} of a very long list" for n in range(100)]
    chunks = chunk_markdown("\n".join(lines), SMALL)
    assert len(chunks) > 5
    assert [line for chunk in chunks for line in chunk.text.split("\n") if line] == lines


@pytest.mark.parametrize("run", ["字" * 3_000, "x" * 3_000])
def test_a_run_without_an_end_is_cut_all_the_same(run: str) -> None:
    chunks = chunk_text(run, ChunkSize(most=40, overlap=0))
    assert "".join(chunk.text for chunk in chunks) == run
    assert all(count_tokens(chunk.text) <= 40 for chunk in chunks)


@pytest.mark.parametrize("text", ["", "  \n\n", "# Only a heading"])
def test_what_says_nothing_has_no_chunks(text: str) -> None:
    assert chunk_markdown(text) == []


def test_a_digest_tells_path_and_text_apart() -> None:
    chunks = [
        DocumentChunk(heading_path=("a", "b"), text="c"),
        DocumentChunk(heading_path=("a",), text="bc"),
        DocumentChunk(heading_path=("ab",), text="c"),
    ]
    assert len({chunk.digest for chunk in chunks}) == 3
    assert chunks[0].digest == DocumentChunk(heading_path=("a", "b"), text="c").digest


def test_a_change_in_one_section_leaves_the_digests_of_the_others() -> None:
    text = "# A\n\n{}\n\n# B\n\n" + LONG["en"]
    old, new = (chunk_markdown(text.format(word), SMALL) for word in ("One day.", "Two days."))
    assert old[0].digest != new[0].digest
    assert [chunk.digest for chunk in old[1:]] == [chunk.digest for chunk in new[1:]]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["我住在杭州。", "It is far. ", "# 标题\n", "\n\n", "- a\n", "```\n", "| a |\n", "x"])))
def test_any_text_is_cut_without_an_error_and_without_empty_chunks(parts: list[str]) -> None:
    for chunks in (chunk_markdown("".join(parts), SMALL), chunk_text("".join(parts), SMALL)):
        assert all(chunk.text.strip() for chunk in chunks)
