// What a role and subject was granted on the shared spaces of a tenant, on all or on those of some names; in their order.
// params: tenant, role, subject, names, limit
// returns: name, reads, writes
MATCH (g:SpaceGrant {tenant: $tenant, role: $role})
WHERE g.subject IN ['', $subject] AND ($names IS NULL OR g.space IN $names)
RETURN g.space AS name, g.reads AS reads, g.writes AS writes ORDER BY name LIMIT $limit
