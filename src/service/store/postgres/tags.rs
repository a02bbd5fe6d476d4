//! The tags of lists: which lists a transaction changed, and the random numbers that it writes for them.
//! `sql` says what has changed, `session` writes the tags of lists of candidates before it commits, and `reads`
//! reads them.

use std::iter;

use super::session::Session;
use crate::service::store::error::StoreError;
use crate::service::store::values::Value;

/// The list of jobs, among the tags of the lists of candidates.
pub(super) const JOBS: i64 = 0;

/// The tag of the list of candidates of `job`. A new candidate changes the column of their job, which is
/// written anyway; all other changes write a row of `list_tag`.
pub(super) const LIST_TAG: &str = "job.list_tag # coalesce(
    (SELECT bit_xor(t.value) FROM list_tag t WHERE t.job_pk = job.job_pk), 0)";

/// At least as many bits as the random number has.
pub(super) const NEW_TAG: &str = "(random() * 9007199254740992)::bigint";

/// Writers whose connections share a row of `list_tag` wait for each other. A read adds up all rows of a
/// list.
const LIST_SHARDS: i64 = 16;
/// More, because all who add a candidate write this tag, and keep its row while they wait for the list: a
/// long queue for one list must not hold up many writers of others.
const JOBS_SHARDS: i64 = 512;

/// The statement that writes the tags of these lists, which are numbers or parameters in the order of their
/// keys.
fn write_statement(lists: impl Iterator<Item = String>, shards: i64) -> String {
    let row = |list: String| format!("({list}, pg_backend_pid() % {shards}, {NEW_TAG})");
    let rows: Vec<String> = lists.map(row).collect();
    format!(
        "INSERT INTO list_tag (job_pk, shard, value) VALUES {}
         ON CONFLICT (job_pk, shard) DO UPDATE SET value = excluded.value",
        rows.join(", ")
    )
}

impl Session {
    pub(crate) fn renew_list_tag(&self, job_pk: i64) {
        self.changed_lists.borrow_mut().insert(job_pk);
    }

    /// A writer does so before it locks a list, so that two cannot deadlock.
    pub(crate) fn renew_jobs_tag(&self) -> Result<(), StoreError> {
        if self.has_jobs_tag.replace(true) {
            return Ok(());
        }
        let statement = write_statement(iter::once(JOBS.to_string()), JOBS_SHARDS);
        self.together(|| self.write(&statement, &[]))
    }

    /// Writes the tags of lists of candidates in the order of their keys, so that two writers cannot
    /// deadlock.
    pub(super) fn write_tags(&self) -> Result<(), StoreError> {
        let lists: Vec<Value<'_>> =
            self.changed_lists.take().into_iter().map(Value::Integer).collect();
        // Each number of lists is a statement of its own for the server.
        lists.chunks(4).try_for_each(|lists| {
            let parameters = (1..=lists.len()).map(|number| format!("?{number}"));
            let statement = write_statement(parameters, LIST_SHARDS);
            self.together(|| self.write(&statement, lists))?;
            // In order: within one statement, the server would choose.
            self.send_batch()
        })
    }
}
