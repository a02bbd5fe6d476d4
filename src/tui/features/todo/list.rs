//! What is to do, job by job; where the server disagrees; what is not read yet.

use crate::recruiting::triage::{Subject, Verdict};
use crate::wire::JobId;

/// The list on the screen.
#[derive(Debug, Default)]
pub struct TodoDialog {
    /// The selected row.
    pub at: usize,
    /// What it shows.
    pub todos: TodoList,
    /// Which count of changes that is from.
    pub seen: u64,
}

/// What is to do.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TodoList {
    /// By the names of the jobs.
    pub jobs: Vec<TodoJob>,
    /// Where the server did something else.
    pub disagrees: Vec<TodoRow>,
    /// Whose list is not read yet: nobody knows whether it was done.
    pub unread: Vec<TodoRow>,
}

/// A job with something to do in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TodoJob {
    /// Which job.
    pub id: JobId,
    /// What it is called.
    pub name: String,
    /// Whose it is.
    pub client: String,
    /// Those to be moved or rejected: who goes on first, then who was decided first.
    pub rows: Vec<TodoRow>,
}

/// One candidate who was decided on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TodoRow {
    /// Who.
    pub subject: Subject,
    /// What they are called.
    pub name: String,
    /// What their job is called.
    pub job_name: String,
    /// Whose job it is.
    pub client: String,
    /// What was decided.
    pub verdict: Verdict,
    /// The stage they are in; where the server disagrees or they are not read yet,
    /// the one in which that was decided.
    pub stage: String,
    /// What to do, or what the server did.
    pub what: String,
    /// Why it was decided, if that was said.
    pub reason: Option<String>,
    /// How many days ago.
    pub days: i64,
    /// What was jotted down, the oldest first.
    pub notes: Vec<String>,
}

impl TodoList {
    /// How many are to do.
    #[must_use]
    pub fn count(&self) -> usize {
        self.jobs.iter().map(|job| job.rows.len()).sum()
    }

    /// All rows, in the order in which they are shown.
    pub fn rows(&self) -> impl Iterator<Item = &TodoRow> {
        let jobs = self.jobs.iter().flat_map(|job| &job.rows);
        jobs.chain(&self.disagrees).chain(&self.unread)
    }
}

impl TodoJob {
    /// The job with whose it is.
    #[must_use]
    pub fn heading(&self) -> String {
        if self.client.is_empty() {
            return self.name.clone();
        }
        format!("{}, {}", self.name, self.client)
    }
}

/// How a verdict stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TodoStatus {
    ToDo,
    Disagrees(String),
    Unread,
}
