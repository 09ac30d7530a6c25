// Named things and their names. An entity and an alias carry the key of the user they belong to, or of the tenant that
// shares them; an alias is unique by that key, its kind and its folded form.

CREATE CONSTRAINT entity_id IF NOT EXISTS FOR (n:Entity) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT alias_id IF NOT EXISTS FOR (n:Alias) REQUIRE n.id IS UNIQUE;

CREATE INDEX entity_time IF NOT EXISTS FOR (n:Entity) ON (n.owner_key, n.created_at, n.id);
CREATE INDEX alias_key IF NOT EXISTS FOR (n:Alias) ON (n.owner_key, n.key);
CREATE INDEX alias_time IF NOT EXISTS FOR (n:Alias) ON (n.owner_key, n.since);
CREATE INDEX merge_owner IF NOT EXISTS FOR ()-[r:MERGED_INTO]-() ON (r.owner_key);
CREATE INDEX event_entity IF NOT EXISTS FOR (n:Event) ON (n.owner_key, n.entity_id);
