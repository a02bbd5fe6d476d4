//! The records and pages that are read all the time, each in one statement: one
//! snapshot and one round trip.

use std::pin::pin;
use std::sync::LazyLock;

use deadpool_postgres::Object;
use futures_util::TryStreamExt;
use serde::de::DeserializeOwned;
use tokio_postgres::Row as PostgresRow;

use super::Postgres;
use super::session::Session;
use super::tags::{JOBS, LIST_TAG};
use crate::service::store::error::{RecordKind, StoreError};
use crate::service::store::model::{ListState, Pagination};
use crate::service::store::sql::Row;
use crate::service::store::sql::candidates::StoredCandidate;
use crate::service::store::sql::persons::CurrentPerson;
use crate::service::store::sql::rows::{self, JOB_COLUMNS, PERSON_COLUMNS};
use crate::service::store::values::Value;
use crate::wire::record::Extra;
use crate::wire::{
    CandidateId, Job, JobAssociation, JobId, JobItem, Person, PersonId, PipelineStage,
};

/// The last position that fits beside the key of a job.
const MAX_POSITION: i64 = 1 << 32;

/// Each page is one range of a tree by dense position. The tag is computed once, not for each row.
static CANDIDATES: LazyLock<String> = LazyLock::new(|| {
    format!(
        "SELECT j.candidate_count, j.tag, i.item
         FROM (SELECT job_pk, candidate_count, {LIST_TAG} AS tag FROM job WHERE id = $1 OFFSET 0) j
         LEFT JOIN candidate_item i
           ON i.place >= (j.job_pk << 32) + $2 AND i.place < (j.job_pk << 32) + $3
         ORDER BY i.place"
    )
});
static CANDIDATES_TAG: LazyLock<String> =
    LazyLock::new(|| format!("SELECT {LIST_TAG} FROM job WHERE id = $1"));

impl Postgres {
    /// Passes each row to `visit` as it comes, so that its memory is free for the next ones.
    async fn each_row(
        &self,
        sql: &str,
        params: &[Value<'_>],
        mut visit: impl FnMut(&Row<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.read_with(async |client: &Object| {
            let statement = client.prepare_cached(sql).await?;
            let mut rows = pin!(client.query_raw(&statement, params.iter().copied()).await?);
            while let Some(row) = rows.try_next().await? {
                visit(&Row::Postgres(&row))?;
            }
            Ok(())
        })
        .await
    }

    async fn first(
        &self,
        sql: &str,
        params: &[Value<'_>],
    ) -> Result<Option<PostgresRow>, StoreError> {
        self.read_with(async |client: &Object| {
            let statement = client.prepare_cached(sql).await?;
            let rows = client.query_raw(&statement, params.iter().copied()).await?;
            Ok(pin!(rows).try_next().await?)
        })
        .await
    }

    pub(crate) async fn candidate_json(
        &self,
        id: &CandidateId,
        out: &mut Vec<u8>,
    ) -> Result<(), StoreError> {
        let missing = || StoreError::not_found(RecordKind::Candidate, id.as_str());
        let key = Value::Text(id.as_str());
        let sql = "SELECT shown FROM candidate WHERE id = $1";
        let row = self.first(sql, &[key]).await?.ok_or_else(missing)?;
        out.extend_from_slice(Row::Postgres(&row).str(0)?.as_bytes());
        Ok(())
    }

    pub(crate) async fn job(&self, id: &JobId) -> Result<Job, StoreError> {
        let missing = || StoreError::not_found(RecordKind::Job, id.as_str());
        let sql = format!(
            "SELECT {JOB_COLUMNS},
                 (SELECT json_agg(json_build_array(s.id, s.name, s.stage_order, s.is_rejection,
                      s.is_interviewing) ORDER BY s.stage_order, s.name, s.id)::text
                  FROM stage s WHERE s.job_pk = j.job_pk)
             FROM job j JOIN client cl USING (client_pk) WHERE j.id = $1"
        );
        let key = Value::Text(id.as_str());
        let row = self.first(&sql, &[key]).await?.ok_or_else(missing)?;
        let row = Row::Postgres(&row);
        let (_, job) = rows::job(&row)?;
        let stages = list::<(String, String, Option<i64>, i64, i64)>(&row, 10)?;
        let stage =
            |(id, name, stage_order, is_rejection, is_interviewing): (String, _, _, i64, i64)| {
                PipelineStage {
                    id: id.into(),
                    name,
                    stage_order,
                    is_rejection_stage: is_rejection != 0,
                    is_interviewing_stage: is_interviewing != 0,
                    extra: Extra::new(),
                }
            };
        Ok(Job { pipeline_stages: stages.into_iter().map(stage).collect(), ..job })
    }

    pub(crate) async fn person(&self, id: &PersonId) -> Result<Person, StoreError> {
        let key = Value::Text(id.as_str());
        let Some(row) = self.first(&PERSON, &[key]).await? else {
            let missing = || StoreError::not_found(RecordKind::Person, id.as_str());
            let sql =
                "SELECT merged_into FROM deleted_person WHERE id = $1 AND merged_into IS NOT NULL";
            let row = self.first(sql, &[key]).await?.ok_or_else(missing)?;
            let into = rows::text(&Row::Postgres(&row), 0)?;
            return Err(StoreError::PersonMerged { id: id.clone(), into });
        };
        let row = Row::Postgres(&row);
        let jobs = list::<(AssociationColumns,)>(&row, 19)?;
        let jobs = jobs.into_iter().map(|(columns,)| association(columns)).collect();
        Ok(rows::person(&row)?.1.into_person(jobs))
    }

    pub(crate) async fn jobs_tag(&self) -> Result<i64, StoreError> {
        let sql = "SELECT coalesce(bit_xor(value), 0) FROM list_tag WHERE job_pk = $1";
        let row = self.first(sql, &[Value::Integer(JOBS)]).await?;
        row.map_or(Ok(0), |row| Row::Postgres(&row).get(0))
    }

    pub(crate) async fn candidates_tag(&self, job: &JobId) -> Result<i64, StoreError> {
        let missing = || StoreError::not_found(RecordKind::Job, job.as_str());
        let key = Value::Text(job.as_str());
        let row = self.first(&CANDIDATES_TAG, &[key]).await?.ok_or_else(missing)?;
        Row::Postgres(&row).get(0)
    }

    pub(crate) async fn jobs_page(
        &self,
        page: Pagination,
        out: &mut Vec<u8>,
    ) -> Result<ListState, StoreError> {
        let sql = format!(
            "SELECT {JOB_COLUMNS}, t.total, t.tag
             FROM (SELECT (SELECT coalesce(max(position) + 1, 0) FROM job) AS total,
                       (SELECT coalesce(bit_xor(value), 0) FROM list_tag
                        WHERE job_pk = {JOBS}) AS tag) t
             LEFT JOIN job j ON j.position >= $1 AND j.position < $2
             LEFT JOIN client cl ON cl.client_pk = j.client_pk
             ORDER BY j.position"
        );
        let end = page.offset.saturating_add(page.limit);
        let (mut state, mut jobs) = (ListState::default(), Vec::new());
        self.each_row(&sql, &[Value::Integer(page.offset), Value::Integer(end)], |row| {
            state = ListState { total: row.get(10)?, tag: row.get(11)? };
            if row.value(0)? != Value::Null {
                jobs.push(JobItem::from(rows::job(row)?.1));
            }
            Ok(())
        })
        .await?;
        serde_json::to_writer(out, &jobs)?;
        Ok(state)
    }

    pub(crate) async fn candidates_page(
        &self,
        job: &JobId,
        page: Pagination,
        out: &mut Vec<u8>,
    ) -> Result<ListState, StoreError> {
        let missing = || StoreError::not_found(RecordKind::Job, job.as_str());
        let start = page.offset.min(MAX_POSITION);
        let end = start.saturating_add(page.limit).min(MAX_POSITION);
        let key = Value::Text(job.as_str());
        let mut state = None;
        out.push(b'[');
        self.each_row(&CANDIDATES, &[key, Value::Integer(start), Value::Integer(end)], |row| {
            let is_first = state.is_none();
            if is_first {
                state = Some(ListState { total: row.get(0)?, tag: row.get(1)? });
            }
            if let Value::Text(item) = row.value(2)? {
                if !is_first {
                    out.push(b',');
                }
                out.extend_from_slice(item.as_bytes());
            }
            Ok(())
        })
        .await?;
        out.push(b']');
        state.ok_or_else(missing)
    }
}

/// The columns of an association, of `candidate c`, its job, client and stage.
const ASSOCIATION: &str = "c.id, j.name, j.id, cl.name, s.name, s.id";
type AssociationColumns = (String, String, String, String, String, String);

static PERSON: LazyLock<String> = LazyLock::new(|| person_query(""));
static CURRENT_PERSON: LazyLock<String> =
    LazyLock::new(|| person_query(", c.candidate_pk, c.job_pk, c.position, c.shown"));

/// A person with a list of their candidates: [`ASSOCIATION`], and more columns.
fn person_query(more: &str) -> String {
    format!(
        "SELECT {PERSON_COLUMNS},
             (SELECT json_agg(json_build_array(json_build_array({ASSOCIATION}){more})
                  ORDER BY c.created_at, c.id)::text
              FROM candidate c JOIN job j ON j.job_pk = c.job_pk
              JOIN client cl USING (client_pk) JOIN stage s USING (stage_pk)
              WHERE c.person_pk = person.person_pk)
         FROM person WHERE id = $1"
    )
}

fn association(columns: AssociationColumns) -> JobAssociation {
    let (candidate_id, job_name, job_id, client, stage_name, stage_id) = columns;
    JobAssociation {
        candidate_id: candidate_id.into(),
        job_name,
        job_id: job_id.into(),
        job_client_company_name: client,
        current_pipeline_stage_name: stage_name,
        current_pipeline_stage_id: stage_id.into(),
        extra: Extra::new(),
    }
}

impl Session {
    /// A person whom an update is about, in one statement.
    pub(crate) fn current_person(
        &self,
        id: &PersonId,
    ) -> Result<Option<CurrentPerson>, StoreError> {
        let found = self.query(&CURRENT_PERSON, &[Value::Text(id.as_str())])?;
        let Some(row) = found.first().map(Row::Postgres) else { return Ok(None) };
        let (person_pk, record) = rows::person(&row)?;
        let (mut jobs, mut candidates) = (Vec::new(), Vec::new());
        for (columns, candidate_pk, job_pk, position, shown) in
            list::<(AssociationColumns, i64, i64, i64, String)>(&row, 19)?
        {
            jobs.push(association(columns));
            let candidate = serde_json::from_str(&shown)?;
            candidates.push(StoredCandidate { candidate_pk, job_pk, position, candidate });
        }
        Ok(Some(CurrentPerson { person_pk, record, jobs, candidates }))
    }
}

/// The rows that a column holds as a JSON array. Without rows, it is null.
fn list<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> Result<Vec<T>, StoreError> {
    match row.value(column)? {
        Value::Null => Ok(Vec::new()),
        _ => rows::json(row, column),
    }
}
