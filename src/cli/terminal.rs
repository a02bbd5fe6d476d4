//! `shortlist` without a subcommand: starts the terminal UI, on a screen or as lines.

mod destinations;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use super::exit::Exit;
use super::log;
use super::own_database::StoreDatabase;
use super::workspace::{
    Interaction, OpenProgress, ResolvedWorkspace, ServerKey, WorkspaceArgs, WorkspaceTarget,
};
use crate::client::SecretString;
use crate::config::{self, LoadedConfig};
use crate::recruiting::failure::{Failure, FailureKind};
use crate::storage::LocalStore;
use crate::text::{self, group_digits, variant_name};
use crate::tui::app::connection::status::ReadOnlyReason;
use crate::tui::app::workspace_choice::WorkspaceChoice;
use crate::tui::linear;
use crate::tui::runtime::crash::ReportFiles;
use crate::tui::runtime::run::Screen;
use crate::tui::runtime::terminal::TerminalError;
use crate::tui::runtime::workspace::{
    NextWorkspace, OpenError, OwnDatabase, Workspace, WorkspaceOpener,
};
use destinations::Destinations;

/// Runs the terminal UI. Returns the exit code.
pub(super) async fn run(workspace: WorkspaceArgs, is_linear: bool) -> Result<u8, Exit> {
    // Wrong arguments are reported in the shell, before the screen opens.
    let loaded = config::load();
    let resolved = workspace.resolve(&loaded)?;
    tracing::info!(target: "command", workspace = variant_name(&resolved.target), "workspace");
    let opener = CliWorkspaceOpener::start(workspace, resolved, &loaded);
    let directory = config::data_directory().unwrap_or_else(|_none| std::env::temp_dir());
    let reports = ReportFiles { directory, log: log::file() };
    if is_linear {
        let ended = linear::session::run(loaded, opener, reports, std::io::stdout());
        return Box::pin(ended).await.map_err(|error| Exit::failure(error.to_string()));
    }
    let screen = Screen::open(loaded, opener, reports).map_err(|error| exit(&error))?;
    screen.run().await.map_err(|error| exit(&error))
}

fn exit(error: &TerminalError) -> Exit {
    match error {
        TerminalError::NoTerminal(_) | TerminalError::Dumb => Exit::usage(format!(
            "{error}: the terminal UI needs one; `shortlist --linear` and commands such as `shortlist jobs` do not (see shortlist --help)"
        )),
        TerminalError::Io(_) => Exit::failure(error.to_string()),
    }
}

/// Opens the workspace of the command line for the terminal.
struct CliWorkspaceOpener {
    workspace: Arc<WorkspaceArgs>,
    resolved: ResolvedWorkspace,
    destinations: Destinations,
}

impl CliWorkspaceOpener {
    fn start(workspace: WorkspaceArgs, resolved: ResolvedWorkspace, config: &LoadedConfig) -> Self {
        let destinations = Destinations::at_start(&workspace, &resolved, config);
        Self { workspace: Arc::new(workspace), resolved, destinations }
    }
}

impl WorkspaceOpener for CliWorkspaceOpener {
    fn local_store(&self) -> Option<LocalStore> {
        self.workspace.local_store_of(&self.resolved).ok()
    }

    fn read_only(&self) -> Option<ReadOnlyReason> {
        self.resolved.read_only()
    }

    fn choices(&self) -> Vec<WorkspaceChoice> {
        self.destinations.choices()
    }

    fn switch_to(&self, choice: usize) -> Result<NextWorkspace, String> {
        let config = config::load();
        let (workspace, destinations) =
            self.destinations.switch_to(choice, &config).ok_or("it no longer exists")?;
        let resolved = workspace.resolve(&config).map_err(|exit| exit.message().to_owned())?;
        let opener = Self { workspace: Arc::new(workspace), resolved, destinations };
        Ok(NextWorkspace { config, opener: Arc::new(opener) })
    }

    fn open(
        &self,
        key: Option<SecretString>,
        on_progress: Box<dyn Fn(String) + Send + Sync>,
    ) -> Pin<Box<dyn Future<Output = Result<Workspace, OpenError>> + Send>> {
        let workspace = Arc::clone(&self.workspace);
        Box::pin(open_workspace(workspace, self.resolved.clone(), key, on_progress))
    }
}

/// The key of a server from its source. The user is asked for one that is not found.
async fn find_key(
    target: &WorkspaceTarget,
    on_progress: &(dyn Fn(String) + Send + Sync),
) -> Result<Option<SecretString>, OpenError> {
    let WorkspaceTarget::Server { address, key } = target else { return Ok(None) };
    if matches!(key, ServerKey::Profile(..)) {
        on_progress(format!("Looking up the API key: {}", key.describe()));
    }
    match key.find(Interaction::None).await {
        Ok(None) => Err(OpenError::NeedsKey(format!("{address} needs an API key"))),
        Ok(found) => Ok(found),
        Err(error) => Err(OpenError::NeedsKey(text::sanitize(&error.to_string()).into_owned())),
    }
}

async fn open_workspace(
    workspace: Arc<WorkspaceArgs>,
    resolved: ResolvedWorkspace,
    entered_key: Option<SecretString>,
    on_progress: Box<dyn Fn(String) + Send + Sync>,
) -> Result<Workspace, OpenError> {
    let key = match entered_key {
        Some(key) => Some(key),
        None => find_key(&resolved.target, &*on_progress).await?,
    };
    on_progress(String::new());
    let is_read_only = resolved.read_only().is_some();
    let (sender, receiver) = std::sync::mpsc::channel();
    let opened = workspace.open_observed(resolved, key, move |progress| match progress {
        OpenProgress::Filling { count, total } => {
            let [count, total] = [count, total].map(|number| group_digits(number as u64));
            on_progress(format!("Creating the demo: {count} of {total} candidates"));
        }
        OpenProgress::Welcome { jobs, candidates } => {
            let _ = sender.send(format!(
                "Welcome to the demo: {} jobs and {} invented candidates. ? shows the keys; --url opens a server",
                group_digits(jobs.unsigned_abs()),
                group_digits(candidates.unsigned_abs())
            ));
        }
        OpenProgress::Note(note) => _ = sender.send(note),
    });
    let open = opened
        .await
        .map_err(|exit| OpenError::Failed(Failure::new(FailureKind::Server, exit.message())))?;
    let welcome = receiver.try_iter().collect();
    let (client, title) = (open.client.clone(), open.title().to_owned());
    let local_store = open.local_store();
    let store = open.store().cloned().filter(|_| !is_read_only);
    let own_database = store.map(|store| Arc::new(StoreDatabase(store)) as Arc<dyn OwnDatabase>);
    let is_offline = workspace.is_offline();
    Ok(Workspace {
        client,
        title,
        welcome,
        is_offline,
        local_store,
        own_database,
        guard: Box::new(open),
    })
}
