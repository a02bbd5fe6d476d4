//! Pages of lists that consist of blocks and single items.

use rusqlite::Connection;
use serde_json::{Value, json};

use super::*;
use crate::service::store::sqlite::{item_blocks, private_database};

fn item(number: usize) -> Value {
    json!({"number": number, "text": "a line\n},{ and \"quotes\""})
}

/// A job with this many items.
fn database(count: usize) -> Connection {
    let db = private_database().unwrap();
    db.execute_batch("INSERT INTO client VALUES (1, 'cli', 'Client', 'client')").unwrap();
    let sql = "INSERT INTO job (job_pk, id, position, name, name_key, created_at, is_archived,
            client_pk, status_id, status_name, candidate_count)
        VALUES (3, 'job', 0, '', '', 0, 0, 1, '', '', ?1)";
    db.execute(sql, [i64::try_from(count).unwrap()]).unwrap();
    for number in 0..count {
        let place = 3 * POSITIONS + i64::try_from(number).unwrap();
        let sql = "INSERT INTO candidate_item VALUES (?1, ?2)";
        db.execute(sql, (place, item(number).to_string())).unwrap();
    }
    item_blocks::refill(&db).unwrap();
    db
}

fn page(db: &Connection, offset: usize, limit: usize) -> Vec<Value> {
    let pagination =
        Pagination { offset: i64::try_from(offset).unwrap(), limit: i64::try_from(limit).unwrap() };
    let mut out = b"before".to_vec();
    candidates(db, &"job".into(), pagination, &mut out).unwrap();
    serde_json::from_slice(out.strip_prefix(b"before").unwrap()).unwrap()
}

fn check_all_pages(db: &Connection, expected: &[Value]) {
    for offset in 0..expected.len() + 2 {
        for limit in [1, 2, 31, 32, 33, 64, 100] {
            let start = offset.min(expected.len());
            let end = (start + limit).min(expected.len());
            assert_eq!(page(db, offset, limit), expected[start..end], "{offset} {limit}");
        }
    }
}

#[test]
fn a_page_has_its_items_at_any_block_boundary() {
    for count in [0, 1, 31, 32, 33, 64, 150] {
        let expected: Vec<Value> = (0..count).map(item).collect();
        check_all_pages(&database(count), &expected);
    }
}

#[test]
fn missing_blocks_do_not_change_a_page() {
    let db = database(150);
    let expected: Vec<Value> = (0..150).map(item).collect();
    for missing in [1, 3, 0, 2] {
        let block = ((3 * POSITIONS) >> BLOCK_BITS) + missing;
        db.execute("DELETE FROM candidate_block WHERE block = ?1", [block]).unwrap();
        check_all_pages(&db, &expected);
    }
}

#[test]
fn a_page_shows_changed_items() {
    let db = database(150);
    let mut expected: Vec<Value> = (0..150).map(item).collect();
    for number in [0, 31, 32, 77, 149] {
        let place = 3 * POSITIONS + i64::try_from(number).unwrap();
        expected[number] = json!({"changed": number});
        let sql = "UPDATE candidate_item SET item = ?2 WHERE place = ?1";
        db.execute(sql, (place, expected[number].to_string())).unwrap();
        check_all_pages(&db, &expected);
    }
    item_blocks::refill(&db).unwrap();
    check_all_pages(&db, &expected);
}

#[test]
fn a_damaged_block_is_read_item_by_item() {
    let db = database(150);
    let expected: Vec<Value> = (0..150).map(item).collect();
    let damages = ["sizes = 'x'", "items = ''", "sizes = '', items = ''"];
    for (damage, number) in damages.into_iter().zip(0..) {
        let block = ((3 * POSITIONS) >> BLOCK_BITS) + number;
        let sql = format!("UPDATE candidate_block SET {damage} WHERE block = ?1");
        assert_eq!(db.execute(&sql, [block]).unwrap(), 1);
    }
    check_all_pages(&db, &expected);
}
