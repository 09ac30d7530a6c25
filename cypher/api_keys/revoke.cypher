// End a key of a tenant.
// params: id, tenant, at
// returns: id
MATCH (k:ApiKey {id: $id, tenant: $tenant}) WHERE k.revoked_at IS NULL
SET k.revoked_at = $at
RETURN k.id AS id
