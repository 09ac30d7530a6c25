// The first thing in an empty database: leases must be unique before any is taken.
// params:
// returns:
CREATE CONSTRAINT lease_name IF NOT EXISTS FOR (n:Lease) REQUIRE n.name IS UNIQUE
