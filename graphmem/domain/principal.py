"""Who calls, and what each role may do (rule P2): one table of role × operation."""

from dataclasses import dataclass, replace
from enum import StrEnum

from graphmem.domain.access import EVERYTHING, Access
from graphmem.domain.event import Actor
from graphmem.domain.owner import Commons, Owner
from graphmem.errors import Forbidden


class Role(StrEnum):
    """What a key or token is for."""

    AGENT = "agent"
    USER = "user"
    ANALYST = "analyst"
    REVIEWER = "reviewer"
    EDITOR = "editor"
    ADMIN = "admin"


class Operation(StrEnum):
    """What a caller can do; GraphQL fields name the one they need."""

    READ_MEMORY = "read_memory"
    READ_SENSITIVE = "read_sensitive"
    """Content of memories flagged sensitive (rule P5)."""
    OBSERVE = "observe"
    REMEMBER = "remember"
    IMPORT_MEMORIES = "import_memories"
    RECORD_OUTCOME = "record_outcome"
    CORRECT_MEMORY = "correct_memory"
    ROLLBACK_MEMORY = "rollback_memory"
    CONFIRM_MEMORY = "confirm_memory"
    """Say yes in the user's name (rule W10)."""
    RESOLVE_CONFLICT = "resolve_conflict"
    SPLIT_MEMORY = "split_memory"
    REVIEW_MEMORY = "review_memory"
    FORGET_MEMORY = "forget_memory"
    EDIT_ENTITIES = "edit_entities"
    """Say which names are one thing, and give names, for one user (rule E3)."""
    SHARE_ENTITIES = "share_entities"
    """The same for what the whole tenant shares."""
    KEEP_SESSION = "keep_session"
    """Start and end sessions, and note what holds in them (rule M1)."""
    SET_PLAN = "set_plan"
    """Say which plan a user is on (rule M3)."""
    GIVE_FEEDBACK = "give_feedback"
    """Say whether a recall helped (rule Q10)."""
    READ_MISSES = "read_misses"
    """See what recall did not answer, of every user (rule Q10)."""
    SHARE_SPACES = "share_spaces"
    """Make shared spaces, and say who may read and write them (rule L2)."""
    READ_AUDIT = "read_audit"
    LIST_USERS = "list_users"
    MANAGE_KEYS = "manage_keys"
    READ_OPERATIONS = "read_operations"


_WRITE = {
    Operation.OBSERVE,
    Operation.REMEMBER,
    Operation.IMPORT_MEMORIES,
    Operation.CORRECT_MEMORY,
    Operation.ROLLBACK_MEMORY,
    Operation.CONFIRM_MEMORY,
    Operation.RESOLVE_CONFLICT,
    Operation.SPLIT_MEMORY,
    Operation.REVIEW_MEMORY,
    Operation.FORGET_MEMORY,
    Operation.EDIT_ENTITIES,
    Operation.KEEP_SESSION,
    Operation.GIVE_FEEDBACK,
}
_READ = {Operation.READ_MEMORY, Operation.READ_AUDIT}
_OWN = _READ | _WRITE | {Operation.READ_SENSITIVE}
_LOOK = _READ | {Operation.LIST_USERS, Operation.READ_OPERATIONS, Operation.READ_MISSES}
_OF_SYSTEMS = {Operation.RECORD_OUTCOME, Operation.SET_PLAN}
"""What tools and applications report, which a user can't say for itself."""

ALLOWED: dict[Role, frozenset[Operation]] = {
    Role.AGENT: frozenset(_OWN | _OF_SYSTEMS),
    Role.USER: frozenset(_OWN),
    Role.ANALYST: frozenset(_LOOK),
    Role.REVIEWER: frozenset(
        _LOOK
        | {
            Operation.CORRECT_MEMORY,
            Operation.ROLLBACK_MEMORY,
            Operation.RESOLVE_CONFLICT,
            Operation.SPLIT_MEMORY,
            Operation.REVIEW_MEMORY,
            Operation.FORGET_MEMORY,
            Operation.EDIT_ENTITIES,
        }
    ),
    Role.EDITOR: frozenset(),
    Role.ADMIN: frozenset(Operation),
}
"""Role × operation; a `user` acts for itself only, which `Principal.owner` enforces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Principal:
    """An authenticated caller."""

    subject: str
    tenant: str
    role: Role
    agent_id: str | None = None
    access: Access = EVERYTHING
    """Types of memories that its key lets it read and write, of users and of shared spaces alike (rule L2)."""
    known_as: str | None = None
    """Whom its key or token proves it to be, where it names an agent of its own accord."""

    @property
    def grantee(self) -> str:
        """Whom a grant names: the agent of its token, else its subject; never an agent that it only says it is."""
        return self.known_as or self.agent_id or self.subject

    def speaking_for(self, agent_id: str) -> "Principal":
        """The same caller on behalf of an agent that it names; its grants stay its own."""
        return replace(self, agent_id=agent_id, known_as=self.grantee)

    def require(self, operation: Operation) -> None:
        """Raise Forbidden unless the role includes the operation."""
        if operation not in ALLOWED[self.role]:
            raise Forbidden(f"The role {self.role} does not include {operation}. Use a key whose role does.")

    def owner(self, user_id: str) -> Owner:
        """The user of the caller's tenant it names; Forbidden where a `user` names another than itself (rule L3)."""
        if self.role is Role.USER and user_id != self.subject:
            raise Forbidden("A caller of role user can only name itself.")
        return Owner(self.tenant, user_id)

    @property
    def uses_answers(self) -> bool:
        """Whether what it recalls counts as used: those who only look at others' memories don't use them (rule Q4)."""
        return Operation.GIVE_FEEDBACK in ALLOWED[self.role]

    @property
    def commons(self) -> Commons:
        """What the caller's tenant shares; Forbidden for a role that may not change it."""
        self.require(Operation.SHARE_ENTITIES)
        return Commons(self.tenant)

    @property
    def actor(self) -> Actor:
        """The caller as the audit records it."""
        return Actor(subject=self.subject, role=self.role, agent_id=self.agent_id)
