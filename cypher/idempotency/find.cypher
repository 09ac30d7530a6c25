// The record of an earlier call with the same idempotency key.
// params: owner, key
// returns: input_hash, result
MATCH (record:IdempotencyRecord {key: $key}) WHERE record.owner_key = $owner
RETURN record.input_hash AS input_hash, record.result AS result
