"""What every resolver can reach: the caller, the services and the loaders of its operation."""

from dataclasses import dataclass, field

import strawberry
from graphql import GraphQLError

from graphmem.api.loaders import Loaders
from graphmem.api.metrics import Metrics
from graphmem.api.options import Limits
from graphmem.api.principals import Principals
from graphmem.api.scope import Scope
from graphmem.api.survey import Survey
from graphmem.domain.access import NOTHING, Access
from graphmem.domain.owner import Owner, SharedSpace, check_id
from graphmem.domain.principal import ALLOWED, Operation, Principal
from graphmem.ids import OwnerKey
from graphmem.pipelines.requests import Call
from graphmem.pipelines.services import Services
from graphmem.pipelines.shared_spaces import reach


@dataclass(slots=True, kw_only=True)
class Context:
    """Made for each request, used by its one operation."""

    services: Services
    principal: Principal
    principals: Principals
    loaders: Loaders
    metrics: Metrics
    limits: Limits
    operation_name: str | None = None
    """The operation of the document that was asked for; Strawberry itself would take the first of several."""
    survey: Survey | None = None
    """What the document asks for; null until it was read."""
    nodes: int = 0
    """Objects given out in lists so far."""
    reached: dict[OwnerKey, Access] = field(default_factory=dict[OwnerKey, Access])
    """What the caller may do in the shared spaces that this request named."""

    def spend(self, count: int) -> None:
        """Count objects of a list that is about to be given out; a GraphQLError past the limit."""
        self.nodes += count
        if self.nodes > self.limits.nodes:
            raise GraphQLError(
                f"The answer holds more than {self.limits.nodes} objects. Ask for smaller pages or fewer nested lists.",
                extensions={"code": "TOO_EXPENSIVE"},
            )

    def scope(self, owner: Owner) -> Scope:
        """The owner as the caller sees it, now; of a shared space that was not reached it sees nothing."""
        sees_sensitive = Operation.READ_SENSITIVE in ALLOWED[self.principal.role]
        shared = self.reached.get(owner.key, NOTHING)
        access = self.principal.access if owner.space is None else shared
        return Scope(owner=owner, sees_sensitive=sees_sensitive, types=access.reads)

    async def reach(self, name: str) -> SharedSpace:
        """A shared space that the caller may read or write; NotFound for any other (rule L2)."""
        space, access = await reach(self.services, self.principal, name)
        self.reached[space.key] = access
        return space

    def call(self, owner: Owner, *, idempotency_key: str | None, agent_id: str | None = None) -> Call:
        """A write of the caller about an owner; a caller without an agent of its own may name one."""
        principal = self.principal
        if principal.agent_id is None and agent_id is not None:
            check_id(agent_id, "agentId")
            principal = principal.speaking_for(agent_id)
        return Call(principal=principal, owner=owner, idempotency_key=idempotency_key)


Info = strawberry.Info[Context, None]
