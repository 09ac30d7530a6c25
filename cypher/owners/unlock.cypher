// Note the last instant used within the locked transaction, so that the next write comes after it.
// params: owner, last_at
// returns: last_at
MATCH (lock:OwnerLock {owner_key: $owner})
SET lock.last_at = $last_at
RETURN lock.last_at.epochSeconds * 1000000 + lock.last_at.microsecond AS last_at
