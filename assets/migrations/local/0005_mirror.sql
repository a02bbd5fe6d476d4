-- The mirror: what was read from a server, so that the program starts without it, searches
-- everyone and knows what changed. Everything here can be read again from the server, apart from
-- the changes.

-- The lists. `job` is empty for the list of jobs.
CREATE TABLE mirror_list (
    id         INTEGER PRIMARY KEY,
    server     TEXT NOT NULL,
    job        TEXT NOT NULL,
    -- Counts the walks over the list. Pages of earlier walks stay until a walk is complete: by
    -- them a row that moved to another page is recognized.
    walk       INTEGER NOT NULL DEFAULT 0,
    -- As the server counts.
    total      INTEGER,
    -- When the last complete walk began; NULL before the first one.
    read_at    INTEGER,
    -- When the current walk began.
    begun_at   INTEGER,
    -- When the user last looked at it: synced first.
    used_at    INTEGER,
    UNIQUE (server, job)
) STRICT;

-- The pages of a list. A page read again and found unchanged changes only here.
CREATE TABLE mirror_page (
    list     INTEGER NOT NULL REFERENCES mirror_list (id),
    -- The position of its first row; -1 for rows that the server no longer lists, until a single
    -- read shows why.
    position INTEGER NOT NULL,
    -- Grows: of two pages at a position the later one counts.
    body     INTEGER NOT NULL,
    walk     INTEGER NOT NULL,
    read_at  INTEGER NOT NULL,
    rows     INTEGER NOT NULL,
    digest   INTEGER NOT NULL,
    PRIMARY KEY (list, position, body)
) STRICT, WITHOUT ROWID;

-- The rows of a page, compressed.
CREATE TABLE mirror_body (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    body BLOB NOT NULL
) STRICT;

-- Records as they were read, with the server's entity tag. SQLite cannot change a CHECK, so the
-- table of earlier versions is built again. `key` is the row of the search index.
CREATE TABLE record (
    key     INTEGER PRIMARY KEY,
    server  TEXT NOT NULL,
    kind    TEXT NOT NULL CHECK (kind IN ('job', 'candidate', 'person')),
    id      TEXT NOT NULL,
    -- Of a candidate: the stage they had then.
    stage   TEXT NOT NULL,
    person  TEXT NOT NULL,
    job     TEXT NOT NULL,
    read_at INTEGER NOT NULL,
    tag     TEXT,
    body    TEXT NOT NULL,
    UNIQUE (server, kind, id)
) STRICT;
INSERT INTO record (server, kind, id, stage, person, job, read_at, body)
    SELECT server, kind, id, stage, person, job, read_at, body FROM cache;
DROP TABLE cache;
CREATE INDEX record_job ON record (server, job, kind);
CREATE INDEX record_person ON record (person);

-- The words of people: folded, so that accents do not matter. Without a copy of the texts; a
-- deleted person leaves no word behind.
CREATE VIRTUAL TABLE person_words USING fts5 (
    name, contact, career, content = '', prefix = '2 3', tokenize = 'ascii'
);
INSERT INTO person_words (person_words, rank) VALUES ('secure-delete', 1);

-- What changed on the server, in the order in which it was noticed.
CREATE TABLE change (
    seq          INTEGER PRIMARY KEY AUTOINCREMENT,
    server       TEXT NOT NULL,
    -- No list of kinds here: a newer shortlist may know more.
    kind         TEXT NOT NULL,
    job          TEXT NOT NULL,
    job_name     TEXT NOT NULL,
    candidate    TEXT NOT NULL,
    person       TEXT NOT NULL,
    name         TEXT NOT NULL,
    field        TEXT NOT NULL,
    before       TEXT NOT NULL,
    after        TEXT NOT NULL,
    own          INTEGER NOT NULL,
    last_read_at INTEGER,
    read_at      INTEGER NOT NULL
) STRICT;
CREATE INDEX change_read_at ON change (server, read_at);
CREATE INDEX change_person ON change (server, person, field) WHERE person <> '';

-- Writes of this machine that a later reading will show: a candidate who moved, or a person who was
-- added to a job.
CREATE TABLE own_write (
    server TEXT NOT NULL,
    id     TEXT NOT NULL,
    job    TEXT NOT NULL,
    at     INTEGER NOT NULL,
    PRIMARY KEY (server, id, job)
) STRICT, WITHOUT ROWID;

-- When the user last opened the program, and the time before that.
CREATE TABLE visit (
    server TEXT NOT NULL PRIMARY KEY,
    at     INTEGER NOT NULL,
    before INTEGER
) STRICT, WITHOUT ROWID;
