"""The root of mutations."""

import strawberry

from graphmem.api.mutations.correct_memory import CorrectMemoryResult, correct_memory
from graphmem.api.mutations.create_api_key import CreateApiKeyResult, create_api_key
from graphmem.api.mutations.forget_memory import ForgetMemoryResult, forget_memory
from graphmem.api.mutations.import_memories import ImportMemoriesResult, import_memories
from graphmem.api.mutations.observe import ObserveResult, observe
from graphmem.api.mutations.remember import RememberResult, remember
from graphmem.api.mutations.revoke_api_key import RevokeApiKeyResult, revoke_api_key
from graphmem.api.mutations.rollback_memory import RollbackMemoryResult, rollback_memory
from graphmem.api.permissions import needs
from graphmem.domain.principal import Operation


@strawberry.type(description="What can be changed. Mutations of one document run one after the other.")
class Mutation:
    """Root fields; each names the operation of the role table that it needs."""

    observe: ObserveResult = strawberry.mutation(
        resolver=observe,
        metadata=needs(Operation.OBSERVE),
        description="Send turns of a conversation; what is worth it becomes memories, decided against what is known.",
    )
    remember: RememberResult = strawberry.mutation(
        resolver=remember,
        metadata=needs(Operation.REMEMBER),
        description="Remember one statement on purpose, in its own words.",
    )
    import_memories: ImportMemoriesResult = strawberry.mutation(
        resolver=import_memories,
        metadata=needs(Operation.IMPORT_MEMORIES),
        description="Store memories from elsewhere, up to 100 in one transaction.",
    )
    correct_memory: CorrectMemoryResult = strawberry.mutation(
        resolver=correct_memory,
        metadata=needs(Operation.CORRECT_MEMORY),
        description="Give the current version of a memory new words, as a new version that counts as confirmed.",
    )
    rollback_memory: RollbackMemoryResult = strawberry.mutation(
        resolver=rollback_memory,
        metadata=needs(Operation.ROLLBACK_MEMORY),
        description="Bring an old version's content back, as a new version; nothing is rewritten.",
    )
    forget_memory: ForgetMemoryResult = strawberry.mutation(
        resolver=forget_memory,
        metadata=needs(Operation.FORGET_MEMORY),
        description="Remove a memory with all its versions for good; it is absent under every `asOf`.",
    )
    create_api_key: CreateApiKeyResult = strawberry.mutation(
        resolver=create_api_key,
        metadata=needs(Operation.MANAGE_KEYS),
        description="Make an API key; its secret is shown once.",
    )
    revoke_api_key: RevokeApiKeyResult = strawberry.mutation(
        resolver=revoke_api_key,
        metadata=needs(Operation.MANAGE_KEYS),
        description="End an API key: at once in the process that answers, within five minutes in its replicas.",
    )
