"""K1: one question with its answer is one chunk."""

import pytest

from graphmem.domain.faq import faq_from_csv, faq_from_json
from graphmem.errors import InvalidInput


@pytest.mark.parametrize(
    ("question", "answer"),
    [("How long do returns take?", "Seven days.\nThen we pay."), ("退货要多久？", "七天。\n然后退款。")],
)
def test_json_and_csv_say_the_same(question: str, answer: str) -> None:
    as_json = f'[{{"question": "{question}", "answer": "{answer}"}}]'.replace("\n", "\\n")
    as_csv = f'question,answer\r\n"{question}","{answer}"\r\n'
    assert [chunk.text for chunk in faq_from_json(as_json)] == [f"{question}\n{answer}"]
    assert faq_from_csv(as_csv) == faq_from_json(as_json) == faq_from_csv("\ufeff" + as_csv)


def test_a_long_answer_stays_one_chunk() -> None:
    assert len(faq_from_csv(f"Why?,{'Because it is so. ' * 500}")) == 1


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '[{"question": "a"}]', '[{"question": " ", "answer": "b"}]', "[" * 5_000]
)
def test_json_of_another_form_is_refused_with_the_way_to_write_it(text: str) -> None:
    with pytest.raises(InvalidInput, match="Write it as a list"):
        faq_from_json(text)


@pytest.mark.parametrize("row", ["only one", "a,b,c", "a,", 'a,"b'])
def test_csv_of_another_form_is_refused_with_its_line(row: str) -> None:
    with pytest.raises(InvalidInput, match="at line 2"):
        faq_from_csv(f"Q,A\n{row}")
