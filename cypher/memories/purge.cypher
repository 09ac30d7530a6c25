// Remove every version of a lineage with its vectors and edges; its events stay as tombstones.
// params: owner, lineage_id
// returns: purged
MATCH (m:Memory {owner_key: $owner, lineage_id: $lineage_id})
DETACH DELETE m
RETURN count(*) AS purged
