// Shared spaces of a tenant, listed by name, and who may read and write them: found by role and subject, where an empty
// subject is everybody of the role.

CREATE CONSTRAINT space_owner_key IF NOT EXISTS FOR (n:Space) REQUIRE n.owner_key IS UNIQUE;
CREATE INDEX space_name IF NOT EXISTS FOR (n:Space) ON (n.tenant, n.name);
CREATE CONSTRAINT space_grant_key IF NOT EXISTS FOR (n:SpaceGrant) REQUIRE (n.owner_key, n.role, n.subject) IS UNIQUE;
CREATE INDEX space_grantee IF NOT EXISTS FOR (n:SpaceGrant) ON (n.tenant, n.role, n.subject);
