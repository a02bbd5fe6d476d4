-- The walk and the time in which rows were last deleted from a list, for the user or for their age;
-- 0 if all are there. The server still lists them, and a walk that meets them again must not call
-- them new.
ALTER TABLE mirror_list ADD COLUMN deleted_in INTEGER NOT NULL DEFAULT 0;
ALTER TABLE mirror_list ADD COLUMN deleted_at INTEGER NOT NULL DEFAULT 0;

-- When the list was read for the first time: what changed before that is not known.
ALTER TABLE mirror_list ADD COLUMN first_at INTEGER;
