//! `shortlist local merge`: adds a colleague's export to the local log.

mod conflicts;
mod read;

use std::path::{Path, PathBuf};

use chrono::Utc;
use clap::Args;

use crate::cli::exit::Exit;
use crate::cli::local_store::{OpenLocalStore, storage_error};
use crate::cli::output::Output;
use crate::cli::workspace::WorkspaceArgs;
use crate::text::pluralize;
use conflicts::{ConflictPolicy, MergeResult, resolve_conflicts};
use read::ColleagueExport;

/// Add a colleague's export: their verdicts, notes, tags, stars and snoozes
#[derive(Debug, Args)]
#[command(
    after_help = "The file is what `shortlist local export` wrote on the colleague's machine, on the same\nworkspace. Their entries carry their name; undo skips them, and they cannot change your notes.\nLists the candidates with different verdicts and says whose verdict applies. Adds everything or\nnothing; merging twice adds nothing.\n\nExamples:\n  shortlist local merge eva.jsonl\n  shortlist local merge eva.jsonl --dry-run\n  shortlist local merge eva.jsonl --keep mine"
)]
pub(super) struct Merge {
    /// File to read, or - for stdin
    file: PathBuf,
    /// Whose verdict applies where two differ
    #[arg(long, value_enum, value_name = "WHOSE", default_value = "newest")]
    keep: ConflictPolicy,
    /// The name of the colleague [default: as in the file, or the name of the file]
    #[arg(long, value_name = "NAME")]
    from: Option<String>,
    /// Also accept a file about another server with the same candidates
    #[arg(long)]
    any_server: bool,
    /// Add nothing; only say what would be added
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl Merge {
    pub(super) fn run(self, out: &Output) -> Result<(), Exit> {
        let now = Utc::now().into();
        let ColleagueExport { by, server, entries, unread } =
            read::read(&self.file, self.from, now)?;
        let local_store = self.workspace.local_store()?;
        let mut local_data = OpenLocalStore::open(&local_store)?;
        if !self.any_server && !is_same_server(&server, &local_data.server) {
            return Err(Exit::conflict(format!(
                "nothing was merged: the file is about {server}, and this workspace is {}; choose that workspace with --url, --profile or --database, or pass --any-server if both have the same candidates",
                local_data.server
            )));
        }
        if unread > 0 {
            out.print_message(&format!(
                "left out {} of a newer version of shortlist; update yours to merge them",
                pluralize(unread, "line", "lines")
            ));
        }
        let MergeResult { rows, already_known, conflicts } =
            resolve_conflicts(&local_data.entries(out)?, &entries, self.keep, now);
        for conflict in &conflicts {
            out.print_line(conflict)?;
        }
        if !self.dry_run {
            local_data.storage.append(&local_data.server, &rows, None).map_err(storage_error)?;
        }
        let prefix = if self.dry_run { "would be " } else { "" };
        out.print_message(&format!(
            "{} from {by} {prefix}added, {} already known, {}",
            pluralize(rows.len(), "entry", "entries"),
            pluralize(already_known, "entry", "entries"),
            pluralize(conflicts.len(), "conflict", "conflicts")
        ));
        Ok(())
    }
}

/// Whether a file is about this workspace. The folder of a database differs between machines, so
/// only its file name is compared.
fn is_same_server(theirs: &str, ours: &str) -> bool {
    let is_database = |server: &str| !server.contains("://");
    let name = |path| Path::new(path).file_name();
    theirs.is_empty()
        || theirs == ours
        || is_database(theirs) && is_database(ours) && name(theirs) == name(ours)
}
