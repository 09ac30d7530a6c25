// Remove every miss of an owner.
// params: owner
// returns: erased
MATCH (miss:Miss {owner_key: $owner})
DELETE miss
RETURN count(*) AS erased
