// Conflicts by owner and time: contexts look for open ones at each call.

MATCH (newer:Memory)-[r:CONFLICT_WITH]->(:Memory) WHERE r.owner_key IS NULL SET r.owner_key = newer.owner_key;
CREATE INDEX conflict_time IF NOT EXISTS FOR ()-[r:CONFLICT_WITH]-() ON (r.owner_key, r.at);
