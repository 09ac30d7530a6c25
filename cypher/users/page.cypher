// Users of a tenant whose id begins with some text, in the order of their ids.
// params: tenant, prefix, after_id, limit
// returns: id, created_at
MATCH (u:User {tenant: $tenant})
WHERE u.id > $after_id AND ($prefix IS NULL OR u.id STARTS WITH $prefix)
WITH u ORDER BY u.tenant, u.id LIMIT $limit
RETURN u.id AS id, u.created_at.epochSeconds * 1000000 + u.created_at.microsecond AS created_at
