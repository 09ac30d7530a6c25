// Migrations that were applied, in order.
// params:
// returns: version, checksum
MATCH (m:SchemaMigration)
RETURN m.version AS version, m.checksum AS checksum ORDER BY m.version
