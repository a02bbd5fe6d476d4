-- What the recruiter decides and jots down, and the records that were read.
-- The same id may be somebody else on another server.

-- What was done, in the order it was written. It only grows; a purge aside.
CREATE TABLE entry (
    -- Never given twice: another window reads on from the last one it has.
    seq        INTEGER PRIMARY KEY AUTOINCREMENT,
    server     TEXT NOT NULL,
    id         TEXT NOT NULL,
    -- What was done at once is taken back at once.
    step       TEXT NOT NULL,
    at         INTEGER NOT NULL,
    candidate  TEXT NOT NULL,
    person     TEXT NOT NULL,
    job        TEXT NOT NULL,
    -- As they were then.
    name       TEXT NOT NULL,
    job_name   TEXT NOT NULL,
    title      TEXT NOT NULL,
    company    TEXT NOT NULL,
    stage_id   TEXT NOT NULL,
    stage_name TEXT NOT NULL,
    -- No list of kinds here: a newer shortlist may know more.
    kind       TEXT NOT NULL,
    text       TEXT,
    beside     TEXT,
    until      TEXT,
    -- Whose it is, when it came from a colleague.
    source     TEXT,
    UNIQUE (id, server)
) STRICT;

-- Who was looked at, and when first.
CREATE TABLE looked (
    server    TEXT NOT NULL,
    candidate TEXT NOT NULL,
    person    TEXT NOT NULL,
    at        INTEGER NOT NULL,
    PRIMARY KEY (server, candidate)
) STRICT, WITHOUT ROWID;

-- Where one is in the inbox.
CREATE TABLE place (
    server TEXT NOT NULL PRIMARY KEY,
    body   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Records as they were read: of a candidate the one in the stage they had last.
CREATE TABLE cache (
    server  TEXT NOT NULL,
    kind    TEXT NOT NULL CHECK (kind IN ('candidate', 'person')),
    id      TEXT NOT NULL,
    stage   TEXT NOT NULL,
    person  TEXT NOT NULL,
    job     TEXT NOT NULL,
    read_at INTEGER NOT NULL,
    body    TEXT NOT NULL,
    UNIQUE (server, kind, id)
) STRICT;
CREATE INDEX cache_job ON cache (server, job, kind);
