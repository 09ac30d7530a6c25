// Take the owner's lock for this transaction, on a node without relationships, and make the user known, where the owner is one.
// params: owner, tenant, user_id, at
// returns: last_at
MERGE (lock:OwnerLock {owner_key: $owner})
SET lock.revision = coalesce(lock.revision, 0) + 1
FOREACH (id IN [i IN [$user_id] WHERE i IS NOT NULL] |
  MERGE (user:User {owner_key: $owner})
  ON CREATE SET user.tenant = $tenant, user.id = id, user.created_at = $at
)
RETURN lock.last_at.epochSeconds * 1000000 + lock.last_at.microsecond AS last_at
