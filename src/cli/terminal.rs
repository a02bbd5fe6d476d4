//! `shortlist` alone: the terminal, on whichever workspace is meant.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use super::exit::Exit;
use super::stage_mover::DatabaseMover;
use super::workspace::{Aim, Opening, Target, WorkspaceArgs};
use crate::client::SecretString;
use crate::config;
use crate::recruiting::failure::{Failure, FailureKind};
use crate::tui::runtime::run::Screen;
use crate::tui::runtime::terminal::TerminalError;
use crate::tui::runtime::workspace::{OpenError, StageMover, Workspace, WorkspaceOpener};

/// Opens the terminal and draws the first frame.
pub(super) fn open(workspace: WorkspaceArgs) -> Result<Screen, Exit> {
    // What was typed wrong is told in the shell, not on a screen that goes away.
    let loaded = config::load();
    let aim = workspace.aim(&loaded)?;
    let door = Entrance { workspace: Arc::new(workspace), aim };
    let reports = config::data_directory().unwrap_or_else(|_none| std::env::temp_dir());
    Screen::open(loaded, door, reports).map_err(|error| exit(&error))
}

/// Goes on with it. The exit code.
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

/// The way into a workspace, for a screen that tells what happens.
struct Entrance {
    workspace: Arc<WorkspaceArgs>,
    aim: Aim,
}

impl WorkspaceOpener for Entrance {
    fn open(
        &self,
        key: Option<SecretString>,
        tell: Box<dyn Fn(String) + Send + Sync>,
    ) -> Pin<Box<dyn Future<Output = Result<Workspace, OpenError>> + Send>> {
        let workspace = Arc::clone(&self.workspace);
        let mut aim = self.aim.clone();
        if let (Target::Server { key, .. }, Some(typed)) = (&mut aim.target, key) {
            *key = Some(typed);
        }
        Box::pin(enter(workspace, aim, tell))
    }
}

async fn enter(
    workspace: Arc<WorkspaceArgs>,
    aim: Aim,
    tell: Box<dyn Fn(String) + Send + Sync>,
) -> Result<Workspace, OpenError> {
    if let Target::Server { address, key: None } = &aim.target {
        return Err(OpenError::NeedsKey(format!("{address} asks for a key")));
    }
    tell(String::new());
    let (say, said) = std::sync::mpsc::channel();
    let opened = workspace.open_quietly(aim, move |opening| match opening {
        Opening::Filling { done, of } => {
            tell(format!("making the demo: {done} of {of} candidates"));
        }
        Opening::Welcome { jobs, candidates } => {
            let _ = say.send(format!(
                "welcome to the demo: {jobs} jobs and {candidates} candidates, all invented; help shows the keys, --url opens a server"
            ));
        }
        Opening::Note(note) => _ = say.send(note),
    });
    let open = opened
        .await
        .map_err(|exit| OpenError::Failed(Failure::new(FailureKind::Server, exit.message())))?;
    let welcome = said.try_iter().collect();
    let (client, title) = (open.client.clone(), open.title().to_owned());
    let memory = open.memories();
    let mover =
        open.store().cloned().map(|store| Arc::new(DatabaseMover(store)) as Arc<dyn StageMover>);
    Ok(Workspace { client, title, welcome, memory, mover, guard: Box::new(open) })
}
