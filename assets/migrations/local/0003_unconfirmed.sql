-- A person whom the server refused may exist all the same. SQLite cannot change a CHECK, so the
-- table is built again.
CREATE TABLE creation_new (
    batch       TEXT NOT NULL,
    line        INTEGER NOT NULL,
    external_id TEXT NOT NULL,
    state       TEXT NOT NULL CHECK (state IN ('sent', 'made', 'refused', 'unconfirmed')),
    person      TEXT,
    at          INTEGER NOT NULL,
    PRIMARY KEY (batch, line)
) STRICT, WITHOUT ROWID;

INSERT INTO creation_new SELECT batch, line, external_id, state, person, at FROM creation;

DROP TABLE creation;

ALTER TABLE creation_new RENAME TO creation;
