// Take a lease by name, or renew one's own; no row while another holder's lease runs.
// params: name, holder, now, until
// returns: holder
MERGE (lease:Lease {name: $name})
SET lease.touched = $now
WITH lease WHERE lease.until IS NULL OR lease.until < $now OR lease.holder = $holder
SET lease.holder = $holder, lease.until = $until
RETURN lease.holder AS holder
