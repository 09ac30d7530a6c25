// Note a migration as applied.
// params: version, name, checksum, at
// returns: version
MERGE (m:SchemaMigration {version: $version})
ON CREATE SET m.name = $name, m.checksum = $checksum, m.applied_at = $at
RETURN m.version AS version
