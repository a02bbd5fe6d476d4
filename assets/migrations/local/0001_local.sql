-- What this machine remembers of one workspace. Times are microseconds since
-- 1970, UTC. The bodies are JSON: no query looks inside.

-- "slcl": the file is ours. In the same transaction as the tables, so that no
-- other process ever sees the one without the other.
PRAGMA application_id = 1936483180;

-- Edits that are not saved yet.
CREATE TABLE draft (
    id         TEXT NOT NULL PRIMARY KEY,
    -- The window that has it open, or had it when it ended.
    session    TEXT NOT NULL,
    -- What it is sent to: the same id is somebody else on another server.
    server     TEXT NOT NULL,
    -- None while somebody new is made.
    person     TEXT,
    name       TEXT NOT NULL,
    at         INTEGER NOT NULL,
    body       TEXT NOT NULL,
    -- Not wanted any more; it can be had back for a while.
    dropped_at INTEGER
) STRICT;

-- What was learned of a server.
CREATE TABLE habit (
    server TEXT NOT NULL PRIMARY KEY,
    body   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The lines of a file of people, so that going on with it makes nobody twice.
CREATE TABLE creation (
    batch       TEXT NOT NULL,
    line        INTEGER NOT NULL,
    external_id TEXT NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('sent', 'made', 'refused')),
    person      TEXT,
    at          INTEGER NOT NULL,
    PRIMARY KEY (batch, line)
) STRICT, WITHOUT ROWID;
