"""What every resolver can reach: the caller, the services and the loaders of its operation."""

from dataclasses import dataclass, replace

import strawberry
from graphql import GraphQLError

from graphmem.api.loaders import Loaders
from graphmem.api.metrics import Metrics
from graphmem.api.options import Limits
from graphmem.api.principals import Principals
from graphmem.api.scope import Scope
from graphmem.api.survey import Survey
from graphmem.domain.owner import Owner, check_id
from graphmem.domain.principal import ALLOWED, Operation, Principal
from graphmem.pipelines.requests import Call
from graphmem.pipelines.services import Services


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

    def spend(self, count: int) -> None:
        """Count objects of a list that is about to be given out; a GraphQLError past the limit."""
        self.nodes += count
        if self.nodes > self.limits.nodes:
            raise GraphQLError(
                f"The answer holds more than {self.limits.nodes} objects. Ask for smaller pages or fewer nested lists.",
                extensions={"code": "TOO_EXPENSIVE"},
            )

    def scope(self, owner: Owner) -> Scope:
        """The owner as the caller sees it, now."""
        sees_sensitive = Operation.READ_SENSITIVE in ALLOWED[self.principal.role]
        return Scope(owner=owner, sees_sensitive=sees_sensitive)

    def call(self, owner: Owner, *, idempotency_key: str | None, agent_id: str | None = None) -> Call:
        """A write of the caller about an owner; a caller without an agent of its own may name one."""
        principal = self.principal
        if principal.agent_id is None and agent_id is not None:
            check_id(agent_id, "agentId")
            principal = replace(principal, agent_id=agent_id)
        return Call(principal=principal, owner=owner, idempotency_key=idempotency_key)


Info = strawberry.Info[Context, None]
