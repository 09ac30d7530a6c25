// Keep what a call did under its idempotency key; the key is unique, so a second writer fails.
// params: owner, key, input_hash, result, at
// returns: nothing
CREATE (record:IdempotencyRecord {key: $key, owner_key: $owner, input_hash: $input_hash, result: $result, at: $at})
