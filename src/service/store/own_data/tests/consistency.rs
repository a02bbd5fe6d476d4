//! What must hold in every database, computed anew from its tables.

use rusqlite::{Connection, Row};

use crate::service::store::candidate::{copy_person, list_item};
use crate::service::store::ids::name_key;
use crate::service::store::record::PersonRecord;
use crate::wire::{Candidate, CandidateItem, Timestamp};

fn rows<T>(
    db: &Connection,
    query: &str,
    mut read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Vec<T> {
    let mut query = db.prepare(query).unwrap();
    query.query_map([], |row| read(row)).unwrap().map(Result::unwrap).collect()
}

/// Every value of every table.
pub(super) fn contents(db: &Connection) -> Vec<String> {
    let tables: Vec<String> = rows(
        db,
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
        |row| row.get(0),
    );
    let table = |name: &String| {
        let query = format!("SELECT * FROM {name} ORDER BY 1");
        rows(db, &query, |row| {
            let count = row.as_ref().column_count();
            let values = (0..count).map(|column| format!("{:?}", row.get_ref(column)));
            Ok(format!("{name} {}", values.collect::<Vec<_>>().join(" ")))
        })
    };
    tables.iter().flat_map(table).collect()
}

pub(super) fn check(db: &Connection) {
    let broken = rows(db, "PRAGMA foreign_key_check", |row| row.get::<_, String>(0));
    assert!(broken.is_empty(), "rows without a parent: {broken:?}");
    check_jobs(db);
    check_stages(db);
    check_candidates(db);
    check_people(db);
    check_blocks(db);
}

/// Every full block of a list is stored and equals its items.
fn check_blocks(db: &Connection) {
    let sql = "SELECT (SELECT count(*) FROM candidate_block),
        (SELECT coalesce(sum(candidate_count / 32), 0) FROM job)";
    let counts = rows(db, sql, |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)));
    assert!(counts.iter().all(|(stored, full)| stored == full), "{counts:?}");
    let sql = "SELECT count(*) FROM candidate_block b WHERE items IS NOT (
            SELECT group_concat(item, ',' ORDER BY place) FROM candidate_item WHERE place >> 5 = block)";
    assert_eq!(rows(db, sql, |row| row.get::<_, i64>(0)), [0]);
}

fn check_jobs(db: &Connection) {
    let jobs = rows(
        db,
        "SELECT position, name, name_key, candidate_count,
             (SELECT count(*) FROM candidate c WHERE c.job_pk = job.job_pk)
         FROM job ORDER BY created_at, id",
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)),
    );
    for (index, job) in (0..).zip(jobs) {
        let (position, name, key, count, counted): (i64, String, String, i64, i64) = job;
        assert_eq!((position, key), (index, name_key(&name)), "{name}");
        assert_eq!(count, counted, "the number of candidates of {name}");
    }
}

fn check_stages(db: &Connection) {
    let orders = rows(
        db,
        "SELECT stage_order, row_number() OVER (PARTITION BY job_pk ORDER BY stage_order),
             (SELECT count(*) FROM stage o WHERE o.job_pk = stage.job_pk AND o.is_rejection = 0)
         FROM stage",
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
    );
    for (order, expected, open) in orders {
        let (order, expected, open): (i64, i64, i64) = (order, expected, open);
        assert_eq!(order, expected, "stages are numbered from 1 without gaps");
        assert!(open > 0, "every pipeline has a stage to start in");
    }
}

struct StoredCandidate {
    shown: Candidate,
    item: Option<CandidateItem>,
    expected: Candidate,
    position: i64,
    place: i64,
}

fn check_candidates(db: &Connection) {
    let candidates = rows(
        db,
        "SELECT c.shown, i.item, c.id, p.id, j.id, s.id, s.name, c.created_at, p.name,
             p.current_job_title, p.current_company_name, c.position,
             row_number() OVER (PARTITION BY c.job_pk ORDER BY c.created_at, c.id) - 1
         FROM candidate c JOIN person p USING (person_pk) JOIN stage s USING (stage_pk)
         JOIN job j ON j.job_pk = c.job_pk AND j.job_pk = s.job_pk
         LEFT JOIN candidate_item i ON i.place = (c.job_pk << 32) + c.position",
        read_candidate,
    );
    let count = |table: &str| -> i64 {
        db.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap()
    };
    let total = i64::try_from(candidates.len()).unwrap();
    assert_eq!((count("candidate"), count("candidate_item")), (total, total));
    for StoredCandidate { shown, item, mut expected, position, place } in candidates {
        assert_eq!(position, place, "positions are dense and in order");
        assert_eq!(item, Some(list_item(&shown)), "the list shows what the record says");
        let last = shown.pipeline_stage_history.last().unwrap();
        assert_eq!(last.stage_id, shown.current_pipeline_stage_id);
        assert_eq!(last.stage_date, shown.current_pipeline_stage_date);
        assert!(shown.pipeline_stage_history.is_sorted_by_key(|entry| entry.stage_date));
        expected.pipeline_stage_history.clone_from(&shown.pipeline_stage_history);
        expected.current_pipeline_stage_date = shown.current_pipeline_stage_date;
        assert_eq!(shown, expected, "the record is what the tables say");
    }
}

fn read_candidate(row: &Row<'_>) -> rusqlite::Result<StoredCandidate> {
    let text = |column: usize| row.get::<_, String>(column);
    let mut expected = Candidate {
        id: text(2)?.into(),
        person_id: text(3)?.into(),
        job_id: text(4)?.into(),
        current_pipeline_stage_id: text(5)?.into(),
        current_pipeline_stage_name: text(6)?,
        created_at: Timestamp::from_micros(row.get(7)?),
        ..Candidate::default()
    };
    let person = PersonRecord {
        name: text(8)?,
        current_job_title: text(9)?,
        current_company_name: text(10)?,
        ..PersonRecord::default()
    };
    copy_person(&mut expected, &person);
    let item: Option<String> = row.get(1)?;
    Ok(StoredCandidate {
        shown: serde_json::from_str(&text(0)?).unwrap(),
        item: item.map(|item| serde_json::from_str(&item).unwrap()),
        expected,
        position: row.get(11)?,
        place: row.get(12)?,
    })
}

/// An external ID finds one person, and a merged person is found in one step.
fn check_people(db: &Connection) {
    let wrong = rows(
        db,
        "SELECT external_source_id FROM external_alias
         WHERE external_source_id IN (SELECT external_source_id FROM person)
         UNION ALL
         SELECT id FROM deleted_person
         WHERE id IN (SELECT id FROM person)
            OR (merged_into IS NOT NULL AND merged_into NOT IN (SELECT id FROM person))",
        |row| row.get::<_, String>(0),
    );
    assert!(wrong.is_empty(), "{wrong:?}");
}
