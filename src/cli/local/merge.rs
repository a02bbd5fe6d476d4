//! `shortlist local merge`: a colleague's export beside one's own.

mod read;
mod weigh;

use std::path::{Path, PathBuf};

use chrono::Utc;
use clap::Args;

use super::kept::{Kept, counted, failed};
use crate::cli::exit::Exit;
use crate::cli::out::Out;
use crate::cli::workspace::WorkspaceArgs;
use read::Theirs;
use weigh::{Keep, Weighed, weigh};

/// Add a colleague's export: their verdicts, notes, tags, stars and snoozes
#[derive(Debug, Args)]
#[command(
    after_help = "The file is what `shortlist local export` wrote on the colleague's machine, on the same\nworkspace. Their entries carry their name, and a key never takes them back. Candidates on whom\nyou and they decided differently are listed, with whose verdict stands. All of it is added or\nnone; adding it twice adds nothing.\n\nExample:\n  shortlist local merge eva.jsonl\n  shortlist local merge eva.jsonl --dry-run\n  shortlist local merge eva.jsonl --keep mine"
)]
pub(super) struct Merge {
    /// The file, or - for stdin
    file: PathBuf,
    /// Whose verdict stands where two differ
    #[arg(long, value_enum, value_name = "WHOSE", default_value = "newest")]
    keep: Keep,
    /// What the colleague is called [default: what the file says, or its name]
    #[arg(long, value_name = "NAME")]
    from: Option<String>,
    /// Also a file about another server, which has the same candidates
    #[arg(long)]
    any_server: bool,
    /// Add nothing: tell what would be
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl Merge {
    pub(super) fn run(self, out: &Out) -> Result<(), Exit> {
        let now = Utc::now().into();
        let Theirs { by, server, entries, unread } = read::read(&self.file, self.from, now)?;
        let memories = self.workspace.memories()?;
        let mut kept = Kept::open(&memories)?;
        if !self.any_server && !is_same(&server, &kept.server) {
            return Err(Exit::conflict(format!(
                "nothing was merged: the file is about {server}, and this workspace is {}; name theirs with --url, --profile or --database, or say --any-server if both have the same candidates",
                kept.server
            )));
        }
        if unread > 0 {
            out.say(&format!(
                "{} of a newer shortlist left out; update this one to have them",
                counted(unread, "line", "lines")
            ));
        }
        let Weighed { rows, known, conflicts } =
            weigh(&kept.entries(out)?, &entries, self.keep, now);
        for conflict in &conflicts {
            out.line(conflict)?;
        }
        if !self.dry_run {
            kept.local.append(&kept.server, &rows, None).map_err(failed)?;
        }
        let would = if self.dry_run { "would be " } else { "" };
        out.say(&format!(
            "{} of {by} {would}added, {} known already, {}",
            counted(rows.len(), "entry", "entries"),
            counted(known, "entry", "entries"),
            counted(conflicts.len(), "conflict", "conflicts")
        ));
        Ok(())
    }
}

/// Whether a file is about this workspace. A database has another folder on every
/// machine, so of those only the name is told.
fn is_same(theirs: &str, ours: &str) -> bool {
    let is_database = |server: &str| !server.contains("://");
    let name = |path| Path::new(path).file_name();
    theirs.is_empty()
        || theirs == ours
        || is_database(theirs) && is_database(ours) && name(theirs) == name(ours)
}
