// How many misses of a tenant are new, where there are enough for a notice, which ends their being new.
// params: tenant, least
// returns: noticed
MATCH (miss:Miss {new_of: $tenant})
WITH collect(miss) AS new WHERE size(new) >= $least
UNWIND new AS miss
REMOVE miss.new_of
RETURN count(miss) AS noticed
