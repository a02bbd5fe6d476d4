//! Every entry, streamed from one moment in time.

use rusqlite::Connection;

use super::super::StoreError;
use super::read;
use super::rows::{self, stored};
use crate::service::store::record::{CandidateRecord, JobRecord, StoreRecord};
use crate::wire::record::Extra;
use crate::wire::{Candidate, Job};

pub(in super::super) fn export<E: From<StoreError>>(
    db: &Connection,
    mut each: impl FnMut(StoreRecord) -> Result<(), E>,
) -> Result<(), E> {
    // One read transaction around the three walks: a writer in between must
    // not put a candidate into the file whose person is not there.
    let snapshot = read::snapshot(db)?;
    for job in jobs(&snapshot)? {
        each(StoreRecord::Job(job))?;
    }
    rows::each_person(&snapshot, |person| each(StoreRecord::Person(Box::new(person))))?;
    candidates(&snapshot, &mut each)
}

fn jobs(db: &Connection) -> Result<Vec<JobRecord>, StoreError> {
    let mut query = db.prepare(&format!(
        "SELECT {} FROM job j JOIN client cl USING (client_pk) ORDER BY j.position",
        rows::JOB
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
    each: &mut impl FnMut(StoreRecord) -> Result<(), E>,
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
        each(StoreRecord::Candidate(CandidateRecord {
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
