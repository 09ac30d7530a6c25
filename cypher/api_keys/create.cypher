// Keep a key by its hash.
// params: id, hash, tenant, role, subject, name, reads, writes, at
// returns: id
CREATE (k:ApiKey {id: $id, hash: $hash, tenant: $tenant, role: $role, subject: $subject, name: $name, reads: $reads,
                  writes: $writes, created_at: $at})
RETURN k.id AS id
