// Note the last instant used within the locked transaction, so that the next write comes after it.
// params: owner, last_at
// returns: nothing
MATCH (lock:OwnerLock {owner_key: $owner})
SET lock.last_at = $last_at
