// Every merge that the user or the tenant made, ended ones too.
// params: owner, tenant
// returns: rows of part, whole, at, until
MATCH (part:Entity)-[r:MERGED_INTO]->(whole:Entity)
WHERE r.owner_key IN [$owner, $tenant] AND part.owner_key IN [$owner, $tenant] AND whole.owner_key IN [$owner, $tenant]
RETURN collect({
  part: part.id, whole: whole.id, at: r.at.epochSeconds * 1000000 + r.at.microsecond,
  until: r.until.epochSeconds * 1000000 + r.until.microsecond
}) AS rows
