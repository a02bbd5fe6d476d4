-- Where the program reopens on a server.
CREATE TABLE screen (
    server      TEXT NOT NULL PRIMARY KEY,
    -- How the screen is divided: sizes of the panes, board or list.
    arrangement TEXT NOT NULL,
    -- Job, candidate, filters and sorts; empty after a person was purged.
    place       TEXT NOT NULL,
    at          INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
