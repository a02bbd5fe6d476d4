//! Interface between the runtime and `cli`, which knows where workspaces are and opens them.

use std::any::Any;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::client::{Client, SecretString};
use crate::config::LoadedConfig;
use crate::recruiting::failure::Failure;
use crate::recruiting::job_change::{ChangedJob, JobRequest, JobTemplate};
use crate::recruiting::triage::StageMove;
use crate::storage::LocalStore;
use crate::tui::app::connection::status::ReadOnlyReason;
use crate::tui::app::workspace_choice::WorkspaceChoice;
use crate::wire::CandidateId;

pub struct Workspace {
    pub client: Client,
    pub title: String,
    /// Lines to show at the start.
    pub welcome: Vec<String>,
    /// Whether no server is asked; the client refuses every request.
    pub is_offline: bool,
    pub local_store: LocalStore,
    /// Only for the user's own database.
    pub own_database: Option<Arc<dyn OwnDatabase>>,
    /// Dropped with the workspace, for example an embedded server.
    pub guard: Box<dyn Any + Send>,
}

pub enum OpenError {
    /// The text says why.
    NeedsKey(String),
    Failed(Failure),
}

/// Another workspace, and the config as it is now.
pub struct NextWorkspace {
    pub config: LoadedConfig,
    pub opener: Arc<dyn WorkspaceOpener>,
}

/// Opens a workspace; may be called again after a failure.
pub trait WorkspaceOpener: Send + Sync + 'static {
    /// The local storage of the workspace, if that is known before it is open.
    fn local_store(&self) -> Option<LocalStore> {
        None
    }

    /// Why nothing may be changed on the server.
    fn read_only(&self) -> Option<ReadOnlyReason> {
        None
    }

    /// The workspaces that the user can open, this one included.
    fn choices(&self) -> Vec<WorkspaceChoice> {
        Vec::new()
    }

    /// What opens one of the choices, by its index; on failure, the reason.
    fn switch_to(&self, _choice: usize) -> Result<NextWorkspace, String> {
        Err("There is no other workspace".to_owned())
    }

    /// `key` is what the user typed; `progress` receives progress texts.
    fn open(
        &self,
        key: Option<SecretString>,
        progress: Box<dyn Fn(String) + Send + Sync>,
    ) -> Pin<Box<dyn Future<Output = Result<Workspace, OpenError>> + Send>>;
}

pub type MoveResults = Vec<(CandidateId, Result<(), String>)>;

pub type MoveFuture = Pin<Box<dyn Future<Output = MoveResults> + Send>>;

/// Takes how many of the moves are done.
pub type MoveProgressFn = Box<dyn Fn(usize) + Send>;

pub type JobChangeFuture = Pin<Box<dyn Future<Output = Result<ChangedJob, String>> + Send>>;

/// Changes the user's own database. The API has no such operations.
pub trait OwnDatabase: Send + Sync + 'static {
    /// Moves each candidate that is still in the expected stage, all in one transaction.
    fn move_all(&self, moves: Vec<StageMove>, on_progress: MoveProgressFn) -> MoveFuture;

    /// The pipelines that a new job can start with.
    fn job_templates(&self) -> Vec<JobTemplate>;

    /// Adds a job, or changes it or its pipeline. On failure, the reason.
    fn change_job(&self, request: JobRequest) -> JobChangeFuture;
}
