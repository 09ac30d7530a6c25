// Remove every miss of an owner.
// params: owner
// returns: erased
MATCH (miss:Miss {owner_key: $owner}) WHERE miss.at IS NOT NULL AND miss.id IS NOT NULL
DELETE miss
RETURN count(*) AS erased
