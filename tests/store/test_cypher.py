"""Statements by name."""

import pytest

from graphmem.store.cypher import SLOTS, folder, statement


@pytest.mark.parametrize("slot", SLOTS)
def test_a_statement_is_its_file_in_cypher_25_for_one_slot(slot: str) -> None:
    text = statement("memories/create", slot)
    assert text.startswith("CYPHER 25\n// Write new versions with their vectors; those of a session")
    assert f"'embedding_{slot}'" in text
    assert "_SLOT" not in text


@pytest.mark.parametrize("slot", ["", "c", "a; MATCH (n) DETACH DELETE n", "A"])
def test_no_other_text_gets_into_a_statement(slot: str) -> None:
    with pytest.raises(ValueError, match="slot must be one of"):
        statement("memories/create", slot)


def test_an_unknown_statement_is_a_missing_file() -> None:
    with pytest.raises(FileNotFoundError):
        statement("memories/absent")


def test_the_statements_lie_in_a_folder_of_their_own() -> None:
    assert (folder() / "memories" / "create.cypher").is_file()
