"""Role × operation, cell by cell (rule P2), and whom a caller may name (rule L3)."""

import pytest

from graphmem.domain.event import Actor
from graphmem.domain.owner import Owner
from graphmem.domain.principal import Operation, Principal, Role
from graphmem.errors import Forbidden

TABLE = """
                 agent  user  analyst  reviewer  editor  admin
read_memory      yes    yes   yes      yes       no      yes
read_sensitive   yes    yes   no       no        no      yes
observe          yes    yes   no       no        no      yes
remember         yes    yes   no       no        no      yes
import_memories  yes    yes   no       no        no      yes
record_outcome   yes    no    no       no        no      yes
correct_memory   yes    yes   no       yes       no      yes
rollback_memory  yes    yes   no       yes       no      yes
confirm_memory   yes    yes   no       no        no      yes
resolve_conflict yes    yes   no       yes       no      yes
split_memory     yes    yes   no       yes       no      yes
review_memory    yes    yes   no       yes       no      yes
forget_memory    yes    yes   no       yes       no      yes
edit_entities    yes    yes   no       yes       no      yes
keep_session     yes    yes   no       no        no      yes
set_plan         yes    no    no       no        no      yes
give_feedback    yes    yes   no       no        no      yes
read_misses      no     no    yes      yes       no      yes
share_entities   no     no    no       no        no      yes
share_spaces     no     no    no       no        no      yes
read_audit       yes    yes   yes      yes       no      yes
list_users       no     no    yes      yes       no      yes
manage_keys      no     no    no       no        no      yes
read_operations  no     no    yes      yes       no      yes
"""


def cells() -> list[tuple[Role, Operation, bool]]:
    head, *rows = [line.split() for line in TABLE.strip().splitlines()]
    roles = [Role(name) for name in head]
    return [
        (role, Operation(name), cell == "yes") for name, *marks in rows for role, cell in zip(roles, marks, strict=True)
    ]


def caller(role: Role, subject: str = "ada") -> Principal:
    return Principal(subject=subject, tenant="acme", role=role)


def test_the_table_has_a_cell_for_every_role_and_operation() -> None:
    named = [(role, operation) for role, operation, _ in cells()]
    assert sorted(named) == sorted((role, operation) for role in Role for operation in Operation)


@pytest.mark.parametrize(("role", "operation", "is_allowed"), cells(), ids=str)
def test_a_role_does_what_its_cell_says(role: Role, operation: Operation, is_allowed: bool) -> None:
    if is_allowed:
        caller(role).require(operation)
    else:
        with pytest.raises(Forbidden, match=f"The role {role} does not include {operation}"):
            caller(role).require(operation)


def test_a_user_names_itself_only() -> None:
    assert caller(Role.USER).owner("ada") == Owner("acme", "ada")
    with pytest.raises(Forbidden, match="can only name itself"):
        caller(Role.USER).owner("bob")


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.USER])
def test_other_roles_name_any_user_of_their_own_tenant(role: Role) -> None:
    assert caller(role, "staff").owner("bob") == Owner("acme", "bob")


def test_the_audit_records_subject_role_and_agent() -> None:
    principal = Principal(subject="key-1", tenant="acme", role=Role.AGENT, agent_id="shopper")
    assert principal.actor == Actor(subject="key-1", role="agent", agent_id="shopper")
