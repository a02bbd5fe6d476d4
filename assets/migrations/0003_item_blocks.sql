-- 32 consecutive items of a list in one row, as JSON for a page: a page of 100 reads four or five rows instead
-- of 100. The number of a block is place >> 5, so no block spans two jobs. A trigger deletes the block of a
-- changed item; the service writes it again before the commit. Items without a block are read one by one.
CREATE TABLE candidate_block (
    block INTEGER PRIMARY KEY,
    -- The size of each item in bytes, eight digits each, to find where a page begins or ends in the block.
    sizes TEXT NOT NULL,
    -- The items, separated by commas.
    items TEXT NOT NULL
) STRICT;

-- Blocks to rewrite before the commit. Each is written once, however many of its items changed.
CREATE TABLE stale_block (
    block INTEGER PRIMARY KEY
) STRICT;
INSERT INTO stale_block SELECT DISTINCT place >> 5 FROM candidate_item;

-- Lists grow at their end, so the last place of a block is filled last.
CREATE TRIGGER block_after_insert AFTER INSERT ON candidate_item WHEN new.place & 31 = 31
BEGIN
    INSERT OR IGNORE INTO stale_block VALUES (new.place >> 5);
END;

CREATE TRIGGER block_after_update AFTER UPDATE ON candidate_item
WHEN EXISTS (SELECT 1 FROM candidate_block WHERE block = old.place >> 5)
BEGIN
    DELETE FROM candidate_block WHERE block = old.place >> 5;
    INSERT OR IGNORE INTO stale_block VALUES (old.place >> 5);
END;

CREATE TRIGGER block_after_delete AFTER DELETE ON candidate_item
WHEN EXISTS (SELECT 1 FROM candidate_block WHERE block = old.place >> 5)
BEGIN
    DELETE FROM candidate_block WHERE block = old.place >> 5;
    INSERT OR IGNORE INTO stale_block VALUES (old.place >> 5);
END;
