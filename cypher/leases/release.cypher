// Give a lease back.
// params: name, holder
// returns: name
MATCH (lease:Lease {name: $name, holder: $holder})
SET lease.until = null
RETURN lease.name AS name
