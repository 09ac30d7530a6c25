"""The root of mutations."""

import strawberry

from graphmem.api.mutations.add_alias import AddAliasResult, add_alias
from graphmem.api.mutations.confirm_memory import ConfirmMemoryResult, confirm_memory
from graphmem.api.mutations.correct_memory import CorrectMemoryResult, correct_memory
from graphmem.api.mutations.create_api_key import CreateApiKeyResult, create_api_key
from graphmem.api.mutations.end_session import EndSessionResult, end_session
from graphmem.api.mutations.forget_memory import ForgetMemoryResult, forget_memory
from graphmem.api.mutations.import_aliases import ImportAliasesResult, import_aliases
from graphmem.api.mutations.import_memories import ImportMemoriesResult, import_memories
from graphmem.api.mutations.merge_entities import MergeEntitiesResult, merge_entities
from graphmem.api.mutations.observe import ObserveResult, observe
from graphmem.api.mutations.recall_feedback import RecallFeedbackResult, recall_feedback
from graphmem.api.mutations.record_outcome import RecordOutcomeResult, record_outcome
from graphmem.api.mutations.remember import RememberResult, remember
from graphmem.api.mutations.resolve_conflict import ResolveConflictResult, resolve_conflict
from graphmem.api.mutations.review_memory import ReviewMemoryResult, review_memory
from graphmem.api.mutations.revoke_api_key import RevokeApiKeyResult, revoke_api_key
from graphmem.api.mutations.rollback_memory import RollbackMemoryResult, rollback_memory
from graphmem.api.mutations.share_space import ShareSpaceResult, share_space
from graphmem.api.mutations.split_entity import SplitEntityResult, split_entity
from graphmem.api.mutations.split_memory import SplitMemoryResult, split_memory
from graphmem.api.mutations.start_session import StartSessionResult, start_session
from graphmem.api.mutations.unshare_space import UnshareSpaceResult, unshare_space
from graphmem.api.mutations.update_working_memory import UpdateWorkingMemoryResult, update_working_memory
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
    record_outcome: RecordOutcomeResult = strawberry.mutation(
        resolver=record_outcome,
        metadata=needs(Operation.RECORD_OUTCOME),
        description="Keep what a tool reports of a task, by kind and key; the memory linked to it is versioned.",
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
    confirm_memory: ConfirmMemoryResult = strawberry.mutation(
        resolver=confirm_memory,
        metadata=needs(Operation.CONFIRM_MEMORY),
        description="Say the user's yes to a memory: it becomes active and sure, and wins its conflict.",
    )
    resolve_conflict: ResolveConflictResult = strawberry.mutation(
        resolver=resolve_conflict,
        metadata=needs(Operation.RESOLVE_CONFLICT),
        description="Say which side of an open conflict holds; the other ends in it.",
    )
    split_memory: SplitMemoryResult = strawberry.mutation(
        resolver=split_memory,
        metadata=needs(Operation.SPLIT_MEMORY),
        description="Divide the current version of a memory into finer statements.",
    )
    review_memory: ReviewMemoryResult = strawberry.mutation(
        resolver=review_memory,
        metadata=needs(Operation.REVIEW_MEMORY),
        description="Keep a verdict on a memory; what is wrong, outdated or unsafe expires.",
    )
    forget_memory: ForgetMemoryResult = strawberry.mutation(
        resolver=forget_memory,
        metadata=needs(Operation.FORGET_MEMORY),
        description="Remove a memory with all its versions for good; it is absent under every `asOf`.",
    )
    start_session: StartSessionResult = strawberry.mutation(
        resolver=start_session,
        metadata=needs(Operation.KEEP_SESSION),
        description="Begin a session, with its goal; `observe` with a new id begins one, too.",
    )
    update_working_memory: UpdateWorkingMemoryResult = strawberry.mutation(
        resolver=update_working_memory,
        metadata=needs(Operation.KEEP_SESSION),
        description="Say what a session is about, what holds in it and what is open.",
    )
    end_session: EndSessionResult = strawberry.mutation(
        resolver=end_session,
        metadata=needs(Operation.KEEP_SESSION),
        description="End a session; its working memory is left out from now on.",
    )
    recall_feedback: RecallFeedbackResult = strawberry.mutation(
        resolver=recall_feedback,
        metadata=needs(Operation.GIVE_FEEDBACK),
        description="Say whether a recall helped: memories that did stay fresh, what did not is kept as a miss.",
    )
    merge_entities: MergeEntitiesResult = strawberry.mutation(
        resolver=merge_entities,
        metadata=needs(Operation.EDIT_ENTITIES),
        description="Say that entities are one thing; `splitEntity` takes it back.",
    )
    split_entity: SplitEntityResult = strawberry.mutation(
        resolver=split_entity,
        metadata=needs(Operation.EDIT_ENTITIES),
        description="Take a merge of entities back: everything is as it was before.",
    )
    add_alias: AddAliasResult = strawberry.mutation(
        resolver=add_alias,
        metadata=needs(Operation.EDIT_ENTITIES),
        description="Give an entity one more name.",
    )
    import_aliases: ImportAliasesResult = strawberry.mutation(
        resolver=import_aliases,
        metadata=needs(Operation.EDIT_ENTITIES),
        description="Make things known by their names, up to 1,000 names a call, for a user or for the tenant.",
    )
    share_space: ShareSpaceResult = strawberry.mutation(
        resolver=share_space,
        metadata=needs(Operation.SHARE_SPACES),
        description="Make a shared space, and grant others to read and write it.",
    )
    unshare_space: UnshareSpaceResult = strawberry.mutation(
        resolver=unshare_space,
        metadata=needs(Operation.SHARE_SPACES),
        description="End a grant on a shared space, at once.",
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
