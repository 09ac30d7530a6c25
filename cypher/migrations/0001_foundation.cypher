// Keys of every label, and the range indexes behind lists, slots and look-ups. An index of several properties holds only
// nodes that have them all. Vector indexes depend on the embedding space and are made with it
// (spaces/create_vector_index).

CREATE CONSTRAINT tenant_key IF NOT EXISTS FOR (n:Tenant) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT user_owner_key IF NOT EXISTS FOR (n:User) REQUIRE n.owner_key IS UNIQUE;
CREATE CONSTRAINT owner_lock_key IF NOT EXISTS FOR (n:OwnerLock) REQUIRE n.owner_key IS UNIQUE;
CREATE CONSTRAINT session_key IF NOT EXISTS FOR (n:Session) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT message_id IF NOT EXISTS FOR (n:Message) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT memory_id IF NOT EXISTS FOR (n:Memory) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT memory_head_key IF NOT EXISTS FOR (n:Memory) REQUIRE n.head_key IS UNIQUE;
CREATE CONSTRAINT event_id IF NOT EXISTS FOR (n:Event) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT idempotency_key IF NOT EXISTS FOR (n:IdempotencyRecord) REQUIRE n.key IS UNIQUE;
CREATE CONSTRAINT api_key_id IF NOT EXISTS FOR (n:ApiKey) REQUIRE n.id IS UNIQUE;
CREATE CONSTRAINT api_key_hash IF NOT EXISTS FOR (n:ApiKey) REQUIRE n.hash IS UNIQUE;
CREATE CONSTRAINT embedding_space_slot IF NOT EXISTS FOR (n:EmbeddingSpace) REQUIRE n.slot IS UNIQUE;

CREATE INDEX user_tenant IF NOT EXISTS FOR (n:User) ON (n.tenant, n.id);
CREATE INDEX memory_time IF NOT EXISTS FOR (n:Memory) ON (n.owner_key, n.recorded_at, n.id);
CREATE INDEX memory_lineage IF NOT EXISTS FOR (n:Memory) ON (n.owner_key, n.lineage_id);
CREATE INDEX memory_attribute IF NOT EXISTS FOR (n:Memory) ON (n.owner_key, n.attribute);
CREATE INDEX memory_topic IF NOT EXISTS FOR (n:Memory) ON (n.owner_key, n.topic);
CREATE INDEX memory_session IF NOT EXISTS FOR (n:Memory) ON (n.owner_key, n.session_key);
CREATE INDEX memory_external_id IF NOT EXISTS FOR (n:Memory) ON (n.owner_key, n.external_id);
CREATE INDEX event_time IF NOT EXISTS FOR (n:Event) ON (n.owner_key, n.at, n.id);
CREATE INDEX event_lineage IF NOT EXISTS FOR (n:Event) ON (n.owner_key, n.lineage_id, n.at);
CREATE INDEX message_place IF NOT EXISTS FOR (n:Message) ON (n.session_key, n.position);
CREATE INDEX idempotency_age IF NOT EXISTS FOR (n:IdempotencyRecord) ON (n.at);

CREATE FULLTEXT INDEX memory_text IF NOT EXISTS FOR (n:Memory) ON EACH [n.search_text, n.owner_key, n.recall_key]
OPTIONS { indexConfig: { `fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false } };
