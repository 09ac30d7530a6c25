"""What the documentation promises is what the code has: settings, errors, commands."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from pydantic import BaseModel, SecretStr
from pydantic.fields import FieldInfo

from graphmem import errors
from graphmem.api.errors import STATUS
from graphmem.domain.policy import Policy
from graphmem.errors import GraphmemError
from graphmem.settings import Settings
from tests.architecture.modules import REPOSITORY

DOCS = REPOSITORY / "docs"
ROW = re.compile(r"^\| `([A-Z_0-9]+)` \|(.+)\|$", re.MULTILINE)
FAMILIES = {"USER_ERROR", "ACCESS", "UNAVAILABLE", "STARTUP"}
MADE_AT_START = {
    "data_dir": "the user's data folder",
    "cache_dir": "the user's cache folder",
    "policy": "the numbers below",
}


def rows(document: str) -> dict[str, list[str]]:
    """The cells after the first of every table row whose first cell is a name in capitals."""
    found = ROW.findall((DOCS / document).read_text(encoding="utf-8"))
    assert len(found) == len({name for name, _ in found}), f"docs/{document} has a row twice"
    return {name: [cell.strip() for cell in rest.split("|")] for name, rest in found}


def written(default: object) -> str:
    """A default as the table of settings has it."""
    if isinstance(default, SecretStr):
        default = default.get_secret_value()
    if isinstance(default, dict):
        table = cast("dict[str, float]", default)
        return " · ".join(f"{key} {value}" for key, value in table.items())
    if isinstance(default, frozenset):
        return " · ".join(sorted(cast("frozenset[str]", default)))
    if default is None or default in ((), ""):
        return "unset" if default is None else "empty"
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    return f"`{default}`".replace(".0`", "`") if isinstance(default, float) and default >= 10 else f"`{default}`"


def variable(name: str, field: FieldInfo) -> str:
    return str(field.validation_alias) if field.validation_alias else f"GRAPHMEM_{name.upper()}"


def settings_and_defaults() -> Iterator[tuple[str, str]]:
    for name, field in Settings.model_fields.items():
        default = MADE_AT_START.get(name) or written(field.get_default())
        yield variable(name, field), default
    yield from numbers_and_defaults("GRAPHMEM_POLICY", Policy())


def numbers_and_defaults(prefix: str, group: BaseModel) -> Iterator[tuple[str, str]]:
    for name in type(group).model_fields:
        value: Any = getattr(group, name)
        if isinstance(value, BaseModel):
            yield from numbers_and_defaults(f"{prefix}__{name.upper()}", value)
        else:
            yield f"{prefix}__{name.upper()}", written(value)


def test_every_setting_is_documented_with_its_default_and_nothing_else_is() -> None:
    documented = {name: cells[0] for name, cells in rows("settings.md").items()}
    assert documented == dict(settings_and_defaults())


def test_every_setting_is_explained() -> None:
    for name, (_, meaning) in rows("settings.md").items():
        assert len(meaning) > 4, name
        assert meaning.endswith("."), name


def test_every_setting_says_in_the_code_what_it_is() -> None:
    assert [name for name, field in Settings.model_fields.items() if not field.description] == []


def error_classes(root: type[GraphmemError] = GraphmemError) -> list[type[GraphmemError]]:
    ours = [c for c in root.__subclasses__() if c.__module__ == errors.__name__]
    return [root, *(found for c in ours for found in error_classes(c))]


def test_every_error_has_a_code_of_its_own_in_the_form_of_its_name() -> None:
    codes = [c.code for c in error_classes()]
    assert len(set(codes)) == len(codes)
    for c in error_classes():
        in_capitals = re.sub(r"(?<!^)(?=[A-Z])", "_", c.__name__).upper()
        assert c.code == in_capitals or c.code in FAMILIES | {"INTERNAL"}, c


def test_every_error_is_documented_with_its_class_its_remedy_and_whether_to_try_again() -> None:
    documented = {code: cells for code, cells in rows("errors.md").items() if len(cells) == 4}
    expected = {c.code: c for c in error_classes() if c.code not in FAMILIES}
    assert set(documented) == set(expected)
    for code, (name, when, what_to_do, is_retryable) in documented.items():
        assert name == f"`{expected[code].__name__}`"
        assert is_retryable == ("yes" if expected[code].retryable else "no"), code
        assert when.endswith("."), code
        assert what_to_do.endswith("."), code


def test_every_family_of_errors_is_named() -> None:
    text = (DOCS / "errors.md").read_text(encoding="utf-8")
    for c in error_classes():
        assert c.code not in FAMILIES or f"`{c.__name__}` (`{c.code}`)" in text


def test_every_code_of_a_request_that_was_not_executed_is_documented_with_its_http_status() -> None:
    documented = {code: cells for code, cells in rows("errors.md").items() if len(cells) == 2}
    known_elsewhere = {c.code for c in error_classes()}
    assert {code: int(status) for code, (status, _) in documented.items()} == {
        code: status for code, status in STATUS.items() if code not in known_elsewhere
    }


def test_every_error_is_drawn_in_the_tree_of_its_module() -> None:
    tree = errors.__doc__ or ""
    missing = [c.__name__ for c in error_classes() if not re.search(rf"\b{c.__name__}\b", tree)]
    assert missing == []


def commands(document: Path) -> set[str]:
    """The targets of make that a document tells its reader to run."""
    text = document.read_text(encoding="utf-8")
    blocks = re.findall(r"```(?:sh|bash|console|shell)\n(.*?)```", text, re.DOTALL)
    return {target for block in blocks for target in re.findall(r"(?:^|&&|;)\s*make ([a-z-]+)", block, re.MULTILINE)}


def targets() -> set[str]:
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z][a-z-]*):", makefile, re.MULTILINE))


@pytest.mark.parametrize("document", [REPOSITORY / "README.md", *sorted(DOCS.glob("**/*.md"))], ids=lambda p: p.name)
def test_a_command_that_a_document_names_is_there(document: Path) -> None:
    assert commands(document) <= targets()


@pytest.mark.parametrize("document", [REPOSITORY / "README.md", *sorted(DOCS.glob("**/*.md"))], ids=lambda p: p.name)
def test_a_link_to_a_file_leads_somewhere(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#|mailto:)([^)#]+)", document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []
