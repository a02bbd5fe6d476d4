-- What an operator needs: tags of lists, an audit log, keys that expire, and what remains of deleted people.

-- A random number, replaced with every change of the job's list: the tag of its pages. Numbers are random
-- so that a restored database never repeats the tag of another state.
ALTER TABLE job ADD COLUMN list_tag INTEGER NOT NULL DEFAULT 0;
UPDATE job SET list_tag = random();

-- The ID of the job in the system that it was imported from.
ALTER TABLE job ADD COLUMN external_source_id TEXT;
CREATE UNIQUE INDEX job_by_external_id ON job (external_source_id);

-- jobs_tag: as list_tag, for the list of jobs. last_backup_at: microseconds.
CREATE TABLE meta (
    name  TEXT PRIMARY KEY,
    value ANY
) STRICT, WITHOUT ROWID;
INSERT INTO meta (name, value) VALUES ('jobs_tag', random());

ALTER TABLE api_key ADD COLUMN expires_at INTEGER;
ALTER TABLE api_key ADD COLUMN last_used_at INTEGER;
-- The secret before the last rotation, valid until then.
ALTER TABLE api_key ADD COLUMN previous_digest BLOB;
ALTER TABLE api_key ADD COLUMN previous_until INTEGER;

-- A person who was deleted, or merged into another one.
CREATE TABLE deleted_person (
    id          TEXT PRIMARY KEY,
    at          INTEGER NOT NULL,
    merged_into TEXT
) STRICT, WITHOUT ROWID;

-- The external IDs of people who were merged, with who has their records now.
CREATE TABLE external_alias (
    external_source_id TEXT PRIMARY KEY,
    person_pk          INTEGER NOT NULL REFERENCES person
) STRICT, WITHOUT ROWID;
CREATE INDEX alias_by_person ON external_alias (person_pk);

-- Every accepted write, in the transaction of the write.
CREATE TABLE audit (
    audit_pk     INTEGER PRIMARY KEY,
    at           INTEGER NOT NULL,
    -- The name of the key, or the operator's name on this machine.
    actor        TEXT NOT NULL,
    request_id   TEXT,
    address      TEXT,
    operation    TEXT NOT NULL,
    record_id    TEXT NOT NULL,
    -- Whom the record is about.
    person_id    TEXT,
    -- JSON: the names of the fields, and their values if the operator wants them.
    fields       TEXT NOT NULL,
    field_values TEXT
) STRICT;
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX audit_by_person ON audit (person_id) WHERE person_id IS NOT NULL;
