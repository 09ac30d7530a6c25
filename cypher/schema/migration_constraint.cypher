// A migration is recorded once.
// params:
// returns:
CREATE CONSTRAINT migration_version IF NOT EXISTS FOR (n:SchemaMigration) REQUIRE n.version IS UNIQUE
