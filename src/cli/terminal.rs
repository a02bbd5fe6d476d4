//! `shortlist` without a subcommand: starts the terminal UI.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use super::exit::Exit;
use super::stage_mover::DatabaseMover;
use super::workspace::{OpenProgress, ResolvedWorkspace, Target, WorkspaceArgs};
use crate::client::SecretString;
use crate::config;
use crate::recruiting::failure::{Failure, FailureKind};
use crate::tui::runtime::run::Screen;
use crate::tui::runtime::terminal::TerminalError;
use crate::tui::runtime::workspace::{OpenError, StageMover, Workspace, WorkspaceOpener};

/// Opens the terminal and draws the first frame.
pub(super) fn open(workspace: WorkspaceArgs) -> Result<Screen, Exit> {
    // Wrong arguments are reported in the shell, before the screen opens.
    let loaded = config::load();
    let resolved = workspace.resolve(&loaded)?;
    let door = CliWorkspaceOpener { workspace: Arc::new(workspace), resolved };
    let reports = config::data_directory().unwrap_or_else(|_none| std::env::temp_dir());
    Screen::open(loaded, door, reports).map_err(|error| exit(&error))
}

/// Runs the terminal; the exit code.
pub(super) async fn run(screen: Screen) -> Result<u8, Exit> {
    screen.run().await.map_err(|error| exit(&error))
}

fn exit(error: &TerminalError) -> Exit {
    match error {
        TerminalError::NoTerminal(_) | TerminalError::Dumb => Exit::usage(format!(
            "{error}: the screen needs one; shortlist jobs and its siblings print instead (shortlist --help)"
        )),
        TerminalError::Io(_) => Exit::failure(error.to_string()),
    }
}

/// Opens the workspace of the command line for the terminal.
struct CliWorkspaceOpener {
    workspace: Arc<WorkspaceArgs>,
    resolved: ResolvedWorkspace,
}

impl WorkspaceOpener for CliWorkspaceOpener {
    fn open(
        &self,
        key: Option<SecretString>,
        tell: Box<dyn Fn(String) + Send + Sync>,
    ) -> Pin<Box<dyn Future<Output = Result<Workspace, OpenError>> + Send>> {
        let workspace = Arc::clone(&self.workspace);
        let mut resolved = self.resolved.clone();
        if let (Target::Server { key, .. }, Some(typed)) = (&mut resolved.target, key) {
            *key = Some(typed);
        }
        Box::pin(enter(workspace, resolved, tell))
    }
}

async fn enter(
    workspace: Arc<WorkspaceArgs>,
    resolved: ResolvedWorkspace,
    tell: Box<dyn Fn(String) + Send + Sync>,
) -> Result<Workspace, OpenError> {
    if let Target::Server { address, key: None } = &resolved.target {
        return Err(OpenError::NeedsKey(format!("{address} asks for a key")));
    }
    tell(String::new());
    let (say, said) = std::sync::mpsc::channel();
    let opened = workspace.open_observed(resolved, move |opening| match opening {
        OpenProgress::Filling { done, of } => {
            tell(format!("making the demo: {done} of {of} candidates"));
        }
        OpenProgress::Welcome { jobs, candidates } => {
            let _ = say.send(format!(
                "welcome to the demo: {jobs} jobs and {candidates} candidates, all invented; help shows the keys, --url opens a server"
            ));
        }
        OpenProgress::Note(note) => _ = say.send(note),
    });
    let open = opened
        .await
        .map_err(|exit| OpenError::Failed(Failure::new(FailureKind::Server, exit.message())))?;
    let welcome = said.try_iter().collect();
    let (client, title) = (open.client.clone(), open.title().to_owned());
    let memory = open.local_store();
    let mover =
        open.store().cloned().map(|store| Arc::new(DatabaseMover(store)) as Arc<dyn StageMover>);
    Ok(Workspace { client, title, welcome, memory, mover, guard: Box::new(open) })
}
