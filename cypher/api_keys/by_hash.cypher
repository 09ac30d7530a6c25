// The key with a hash, unless it was revoked.
// params: hash
// returns: id, tenant, role, subject, reads, writes
MATCH (k:ApiKey {hash: $hash}) WHERE k.revoked_at IS NULL
RETURN k.id AS id, k.tenant AS tenant, k.role AS role, k.subject AS subject, k.reads AS reads, k.writes AS writes
