//! Every entry, streamed from one moment in time.

use rusqlite::Connection;

use super::super::StoreError;
use super::read;
use super::rows::{self, moment, stored, text};
use crate::service::store::record::{CandidateRecord, Entry, JobRecord};
use crate::wire::Candidate;
use crate::wire::record::Extra;

pub(in super::super) fn export<E: From<StoreError>>(
    db: &Connection,
    mut each: impl FnMut(Entry) -> Result<(), E>,
) -> Result<(), E> {
    // One read transaction around the three walks: a writer in between must
    // not put a candidate into the file whose person is not there.
    let snapshot = db.unchecked_transaction().map_err(StoreError::from)?;
    for job in jobs(&snapshot)? {
        each(Entry::Job(job))?;
    }
    rows::each_person(&snapshot, |person| each(Entry::Person(Box::new(person))))?;
    candidates(&snapshot, &mut each)
}

fn jobs(db: &Connection) -> Result<Vec<JobRecord>, StoreError> {
    let mut query = db.prepare(
        "SELECT j.job_pk, j.id, j.name, j.created_at, j.is_archived, cl.name, cl.id,
                j.status_name, j.status_id
         FROM job j JOIN client cl USING (client_pk) ORDER BY j.position",
    )?;
    let jobs = query
        .query_map([], |row| {
            let job = JobRecord {
                id: text(row, 1)?,
                name: row.get(2)?,
                created_at: moment(row, 3)?,
                is_archived: row.get(4)?,
                client_company_name: row.get(5)?,
                client_company_id: text(row, 6)?,
                job_status_name: row.get(7)?,
                job_status_id: text(row, 8)?,
                ..JobRecord::default()
            };
            Ok((row.get(0)?, job))
        })?
        .collect::<Result<Vec<(i64, JobRecord)>, _>>()?;
    let with_stages = |(job_pk, mut job): (i64, JobRecord)| {
        job.pipeline_stages = read::stages(db, job_pk)?;
        Ok(job)
    };
    jobs.into_iter().map(with_stages).collect()
}

fn candidates<E: From<StoreError>>(
    db: &Connection,
    each: &mut impl FnMut(Entry) -> Result<(), E>,
) -> Result<(), E> {
    let mut query = db
        .prepare(
            "SELECT c.shown FROM job j JOIN candidate c ON c.job_pk = j.job_pk
             ORDER BY j.position, c.position",
        )
        .map_err(StoreError::from)?;
    let mut rows = query.query([]).map_err(StoreError::from)?;
    while let Some(row) = rows.next().map_err(StoreError::from)? {
        let shown: Candidate = stored(row, 0).map_err(StoreError::from)?;
        each(Entry::Candidate(CandidateRecord {
            id: shown.id,
            person_id: shown.person_id,
            job_id: shown.job_id,
            current_pipeline_stage_id: shown.current_pipeline_stage_id,
            current_pipeline_stage_date: shown.current_pipeline_stage_date,
            created_at: shown.created_at,
            pipeline_stage_history: shown.pipeline_stage_history,
            extra: Extra::new(),
        }))?;
    }
    Ok(())
}
