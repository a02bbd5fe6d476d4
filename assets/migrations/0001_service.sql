-- The service's database. Times are microseconds since 1970, UTC.
-- Nested parts of a person (contacts, career) are JSON: no query looks inside.

-- "slst": the file is ours. In the same transaction as the tables, so that no
-- other process ever sees the one without the other.
PRAGMA application_id = 1936487284;

CREATE TABLE client (
    client_pk INTEGER PRIMARY KEY,
    id        TEXT NOT NULL UNIQUE,
    name      TEXT NOT NULL,
    name_key  TEXT NOT NULL
) STRICT;
CREATE INDEX client_by_name ON client (name_key);

CREATE TABLE job (
    job_pk            INTEGER PRIMARY KEY,
    id                TEXT NOT NULL UNIQUE,
    -- Dense place in the order (created_at, id): a page is a range, however deep.
    position          INTEGER NOT NULL,
    name              TEXT NOT NULL,
    name_key          TEXT NOT NULL,
    created_at        INTEGER NOT NULL,
    is_archived       INTEGER NOT NULL,
    client_pk         INTEGER NOT NULL REFERENCES client,
    status_id         TEXT NOT NULL,
    status_name       TEXT NOT NULL,
    -- Kept with each insert, so that no list is ever counted.
    candidate_count   INTEGER NOT NULL DEFAULT 0,
    last_candidate_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX job_by_position ON job (position);
CREATE INDEX job_by_name ON job (name_key);

CREATE TABLE stage (
    stage_pk        INTEGER PRIMARY KEY,
    job_pk          INTEGER NOT NULL REFERENCES job,
    id              TEXT NOT NULL,
    name            TEXT NOT NULL,
    stage_order     INTEGER NOT NULL,
    is_rejection    INTEGER NOT NULL,
    is_interviewing INTEGER NOT NULL,
    UNIQUE (job_pk, id)
) STRICT;

CREATE TABLE person (
    person_pk            INTEGER PRIMARY KEY,
    id                   TEXT NOT NULL UNIQUE,
    name                 TEXT NOT NULL,
    first_name           TEXT NOT NULL,
    last_name            TEXT NOT NULL,
    social_url           TEXT NOT NULL,
    social_public_id     TEXT NOT NULL,
    social_location      TEXT NOT NULL,
    social_headline      TEXT NOT NULL,
    current_job_title    TEXT NOT NULL,
    current_company_name TEXT NOT NULL,
    address              TEXT NOT NULL,
    notes                TEXT NOT NULL,
    external_source_id   TEXT UNIQUE,
    emails               TEXT NOT NULL,
    phones               TEXT NOT NULL,
    work_experience      TEXT NOT NULL,
    education_experience TEXT NOT NULL,
    certifications       TEXT NOT NULL
) STRICT;

CREATE TABLE client_contact (
    contact_pk INTEGER PRIMARY KEY,
    id         TEXT NOT NULL UNIQUE,
    person_pk  INTEGER NOT NULL REFERENCES person,
    client_pk  INTEGER NOT NULL REFERENCES client,
    UNIQUE (person_pk, client_pk)
) STRICT;

CREATE TABLE candidate (
    candidate_pk INTEGER PRIMARY KEY,
    id           TEXT NOT NULL UNIQUE,
    person_pk    INTEGER NOT NULL REFERENCES person,
    job_pk       INTEGER NOT NULL REFERENCES job,
    position     INTEGER NOT NULL,
    stage_pk     INTEGER NOT NULL REFERENCES stage,
    created_at   INTEGER NOT NULL,
    -- The candidate as a single read serves it, its history included: written
    -- anew with every change, so that reading is one look-up.
    shown        TEXT NOT NULL,
    UNIQUE (person_pk, job_pk),
    UNIQUE (job_pk, position)
) STRICT;

-- A job's list as it is served. The place is (job_pk << 32) + position: one
-- number, so that the tree above the items is small and a page is one short
-- walk along its leaves.
CREATE TABLE candidate_item (
    place INTEGER PRIMARY KEY,
    item  TEXT NOT NULL
) STRICT;

CREATE TABLE api_key (
    name       TEXT PRIMARY KEY,
    digest     BLOB NOT NULL,
    read_only  INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
