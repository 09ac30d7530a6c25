// Make a shared space known, and say what some may do in it; a grant takes the place of the one its grantee had.
// params: owner, tenant, name, grants, at
// returns: created_at
MERGE (s:Space {owner_key: $owner})
ON CREATE SET s.tenant = $tenant, s.name = $name, s.created_at = $at
FOREACH (row IN $grants |
  MERGE (g:SpaceGrant {owner_key: $owner, role: row.role, subject: row.subject})
  SET g.tenant = $tenant, g.space = $name, g.reads = row.reads, g.writes = row.writes, g.at = $at
)
RETURN s.created_at.epochSeconds * 1000000 + s.created_at.microsecond AS created_at
