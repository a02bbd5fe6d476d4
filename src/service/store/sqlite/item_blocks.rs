//! The table `candidate_block`: 32 consecutive items of a list in one row, for `pages` to read. `sqlite`
//! and `group_commit` write stale blocks before each commit.
//!
//! When an item changes, moves or is deleted, a trigger deletes its block and adds it to `stale_block`. So
//! a stored block is up to date, and a missing one only costs time.

use rusqlite::Connection;

use crate::service::store::error::StoreError;

/// The low bits of a place: the index within its block.
pub(super) const BLOCK_BITS: u32 = 5;
/// How many items a block has.
pub(super) const BLOCK_ITEMS: i64 = 1 << BLOCK_BITS;

/// The items of block `?1` in one row.
const BLOCK: &str =
    "SELECT group_concat(format('%08d', octet_length(item)), '' ORDER BY place) AS sizes,
        group_concat(item, ',' ORDER BY place) AS items
    FROM candidate_item WHERE place >= ?1 << 5 AND place < (?1 + 1) << 5 HAVING count(*) = 32";

/// Writes the blocks that the transaction made stale, if they are full.
pub(super) fn refill(db: &Connection) -> Result<(), StoreError> {
    let mut next = db.prepare_cached("SELECT min(block) FROM stale_block")?;
    let mut insert = db.prepare_cached(&format!(
        "INSERT OR REPLACE INTO candidate_block (block, sizes, items) SELECT ?1, sizes, items FROM ({BLOCK})"
    ))?;
    let mut delete = db.prepare_cached("DELETE FROM stale_block WHERE block = ?1")?;
    while let Some(block) = next.query_row([], |row| row.get::<_, Option<i64>>(0))? {
        insert.execute([block])?;
        delete.execute([block])?;
    }
    Ok(())
}

/// Reports each block that differs from its items.
pub(super) fn check(db: &Connection, report: &mut dyn FnMut(String)) -> Result<(), StoreError> {
    let mut blocks = db.prepare("SELECT block, sizes, items FROM candidate_block")?;
    let mut expected = db.prepare(BLOCK)?;
    let mut blocks = blocks.query([])?;
    while let Some(row) = blocks.next()? {
        let block: i64 = row.get(0)?;
        let mut expected = expected.query([block])?;
        let is_same = match expected.next()? {
            Some(items) => (1..=2).try_fold(true, |is_same, column| {
                Ok::<_, StoreError>(is_same && row.get_ref(column)? == items.get_ref(column - 1)?)
            })?,
            None => false,
        };
        if !is_same {
            let (job, position) = place(block);
            report(format!(
                "job row {job}: the block of its list at positions {position} to {} is outdated; \
                 `DELETE FROM candidate_block WHERE block = {block}` repairs it",
                position + BLOCK_ITEMS - 1
            ));
        }
    }
    Ok(())
}

/// The key of the job and the position of the first item of a block.
const fn place(block: i64) -> (i64, i64) {
    let first = block << BLOCK_BITS;
    (first >> 32, first & 0xffff_ffff)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::store::sqlite::private_database;

    /// Two jobs with 100 items each.
    fn database() -> Connection {
        let db = private_database().unwrap();
        db.execute_batch(
            "WITH RECURSIVE n(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n < 99)
             INSERT INTO candidate_item SELECT (job << 32) + n, 'item ' || job || ' ' || n
             FROM n, (SELECT 1 AS job UNION SELECT 2) ORDER BY 1",
        )
        .unwrap();
        refill(&db).unwrap();
        db
    }

    fn outdated(db: &Connection) -> Vec<String> {
        let mut found = Vec::new();
        check(db, &mut |report| found.push(report)).unwrap();
        found
    }

    /// The number of blocks before and after `refill`.
    fn refilled(db: &Connection) -> [i64; 2] {
        let count = || {
            assert_eq!(outdated(db), [""; 0]);
            db.query_row("SELECT count(*) FROM candidate_block", [], |row| row.get(0)).unwrap()
        };
        let before = count();
        refill(db).unwrap();
        let stale: i64 =
            db.query_row("SELECT count(*) FROM stale_block", [], |row| row.get(0)).unwrap();
        assert_eq!(stale, 0);
        [before, count()]
    }

    #[test]
    fn a_changed_item_removes_its_block_until_the_refill() {
        let db = database();
        assert_eq!(refilled(&db), [6, 6]);
        for (change, blocks) in [
            ("UPDATE candidate_item SET item = 'changed' WHERE place % 7 = 0", [0, 6]),
            ("UPDATE candidate_item SET item = 'x' WHERE place = (1 << 32) + 99", [6, 6]),
            ("DELETE FROM candidate_item WHERE place = (2 << 32) + 95", [5, 5]),
            ("INSERT INTO candidate_item VALUES ((2 << 32) + 95, 'back')", [5, 6]),
            ("DELETE FROM candidate_item WHERE place = (1 << 32) + 40", [5, 5]),
            (
                "UPDATE candidate_item SET place = -place WHERE place BETWEEN (1 << 32) + 41 AND (2 << 32) - 1",
                [4, 4],
            ),
            ("UPDATE candidate_item SET place = -place - 1 WHERE place < 0", [4, 4]),
        ] {
            db.execute(change, []).unwrap();
            assert_eq!(refilled(&db), blocks, "{change}");
        }
    }

    #[test]
    fn items_that_move_up_in_one_transaction_get_new_blocks() {
        let db = database();
        db.execute_batch(
            "DELETE FROM candidate_item WHERE place = (1 << 32) + 40;
             UPDATE candidate_item SET place = -place WHERE place BETWEEN (1 << 32) + 41 AND (2 << 32) - 1;
             UPDATE candidate_item SET place = -place - 1 WHERE place < 0",
        )
        .unwrap();
        assert_eq!(refilled(&db), [4, 6], "99 and 100 items fill three blocks each");
    }

    #[test]
    fn an_outdated_block_is_reported_with_its_position_and_a_repair() {
        let db = database();
        for (block, column) in [(1, "items"), (2, "sizes")] {
            let sql =
                format!("UPDATE candidate_block SET {column} = 'x' WHERE block = (2 << 27) + ?1");
            db.execute(&sql, [block]).unwrap();
        }
        let found = outdated(&db);
        let starts = ["32 to 63", "64 to 95"].map(|positions| {
            format!("job row 2: the block of its list at positions {positions} is outdated; `")
        });
        assert!(found.len() == 2 && found[0].starts_with(&starts[0]), "{found:?}");
        assert!(found[1].starts_with(&starts[1]), "{found:?}");
        for report in found {
            db.execute(report.split('`').nth(1).unwrap(), []).unwrap();
        }
        assert_eq!(outdated(&db), [""; 0]);
    }
}
