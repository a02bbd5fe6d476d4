//! The tags of lists: which lists a transaction changed, and the random numbers that it writes for
//! them last. `sql` says what has changed, and `session` writes the tags before it commits.

use super::session::Session;
use crate::service::store::error::StoreError;
use crate::service::store::values::Value;

/// The list of jobs, among the tags of the lists of candidates.
pub(super) const JOBS: i64 = 0;

/// Writers whose connections share a row of `list_tag` wait for each other.
const TAG_SHARDS: i64 = 16;

impl Session {
    pub(crate) fn renew_list_tag(&self, job_pk: i64) {
        self.changed_lists.borrow_mut().insert(job_pk);
    }

    pub(crate) fn renew_jobs_tag(&self) {
        self.renew_list_tag(JOBS);
    }

    pub(super) fn write_tags(&self) -> Result<(), StoreError> {
        let lists: Vec<Value<'_>> =
            self.changed_lists.take().into_iter().map(Value::Integer).collect();
        // Most writes change two: that of a job, and that of all jobs.
        lists.chunks(2).try_for_each(|lists| {
            let row = |number| {
                format!(
                    "(?{number}, pg_backend_pid() % {TAG_SHARDS},
                        hashtextextended(gen_random_uuid()::text, 0))"
                )
            };
            let rows: Vec<String> = (1..=lists.len()).map(row).collect();
            let sql = format!(
                "INSERT INTO list_tag (job_pk, shard, value) VALUES {}
                 ON CONFLICT (job_pk, shard) DO UPDATE SET value = excluded.value",
                rows.join(", ")
            );
            self.write(&sql, lists)
        })
    }
}
