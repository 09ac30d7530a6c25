// Shared spaces of a tenant with their grants, all or those of some names, in the order of their names, after a given one.
// params: tenant, names, after_name, limit
// returns: name, created_at, grants
MATCH (s:Space {tenant: $tenant})
WHERE s.name > $after_name AND ($names IS NULL OR s.name IN $names)
WITH s ORDER BY s.tenant, s.name LIMIT $limit
WITH s, COLLECT {
  MATCH (g:SpaceGrant {owner_key: s.owner_key})
  RETURN g {.role, .subject, .reads, .writes} ORDER BY g.role, g.subject
} AS grants
RETURN s.name AS name, s.created_at.epochSeconds * 1000000 + s.created_at.microsecond AS created_at, grants
ORDER BY name
