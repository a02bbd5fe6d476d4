//! The way into a workspace, and what is behind it. Made in `cli`, which knows
//! where workspaces are.

use std::any::Any;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use super::storage_thread::LocalStore;
use crate::client::{Client, SecretString};
use crate::recruiting::failure::Failure;
use crate::tui::app::effect::StageMove;
use crate::wire::CandidateId;

/// A workspace that was opened.
pub struct Workspace {
    /// The way to its server.
    pub client: Client,
    /// What it is called.
    pub title: String,
    /// What there is to say at the door, a welcome the first time.
    pub welcome: Vec<String>,
    /// Where this machine remembers it.
    pub memory: LocalStore,
    /// Who moves candidates there, if it is one's own database.
    pub mover: Option<Arc<dyn StageMover>>,
    /// What must live as long as it is used.
    pub guard: Box<dyn Any + Send>,
}

/// Why a workspace is not open.
pub enum OpenError {
    /// It needs a key, because of this.
    NeedsKey(String),
    /// It cannot be opened.
    Failed(Failure),
}

/// The way into a workspace, tried as often as need be.
pub trait WorkspaceOpener: Send + Sync + 'static {
    /// Opens it, with a key if one was typed; what happens meanwhile is told.
    fn open(
        &self,
        key: Option<SecretString>,
        tell: Box<dyn Fn(String) + Send + Sync>,
    ) -> Pin<Box<dyn Future<Output = Result<Workspace, OpenError>> + Send>>;
}

/// What became of each move, or why it did not come about.
pub type MoveResults = Vec<(CandidateId, Result<(), String>)>;

/// Moves candidates in one's own database. There is no such way over a network.
pub trait StageMover: Send + Sync + 'static {
    /// Moves each who is still where they are expected.
    fn move_all(&self, moves: Vec<StageMove>) -> Pin<Box<dyn Future<Output = MoveResults> + Send>>;
}
