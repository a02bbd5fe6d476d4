//! Streams every record of one snapshot.

use rusqlite::Connection;

use super::read;
use super::rows::{self, json};
use crate::service::store::error::StoreError;
use crate::service::store::record::{JobRecord, StoreRecord};
use crate::wire::record::Extra;
use crate::wire::{Candidate, Job};

pub(crate) fn export<E: From<StoreError>>(
    db: &Connection,
    mut visit: impl FnMut(StoreRecord) -> Result<(), E>,
) -> Result<(), E> {
    // One read transaction for the three queries: without it, a concurrent
    // write could export a candidate whose person is missing.
    let snapshot = read::snapshot(db)?;
    for job in jobs(&snapshot)? {
        visit(StoreRecord::Job(job))?;
    }
    rows::each_person(&snapshot, |person| visit(StoreRecord::Person(Box::new(person))))?;
    candidates(&snapshot, &mut visit)
}

fn jobs(db: &Connection) -> Result<Vec<JobRecord>, StoreError> {
    let mut query = db.prepare(&format!(
        "SELECT {} FROM job j JOIN client cl USING (client_pk) ORDER BY j.position",
        rows::JOB_COLUMNS
    ))?;
    let jobs = query.query_map([], rows::job)?.collect::<Result<Vec<_>, _>>()?;
    let record = |(job_pk, job): (i64, Job)| {
        Ok(JobRecord {
            id: job.id,
            name: job.name,
            created_at: job.created_at,
            is_archived: job.is_archived,
            client_company_name: job.client_company_name,
            client_company_id: job.client_company_id,
            job_status_name: job.job_status_name,
            job_status_id: job.job_status_id,
            pipeline_stages: read::stages(db, job_pk)?,
            extra: Extra::new(),
        })
    };
    jobs.into_iter().map(record).collect()
}

fn candidates<E: From<StoreError>>(
    db: &Connection,
    visit: &mut impl FnMut(StoreRecord) -> Result<(), E>,
) -> Result<(), E> {
    let mut query = db
        .prepare(
            "SELECT c.shown FROM job j JOIN candidate c ON c.job_pk = j.job_pk
             ORDER BY j.position, c.position",
        )
        .map_err(StoreError::from)?;
    let mut rows = query.query([]).map_err(StoreError::from)?;
    while let Some(row) = rows.next().map_err(StoreError::from)? {
        let candidate: Candidate = json(row, 0).map_err(StoreError::from)?;
        visit(StoreRecord::Candidate(candidate.into()))?;
    }
    Ok(())
}
