//! Remembers the quirks of a server between two commands.

use crate::cli::exit::Exit;
use crate::cli::output::Output;
use crate::cli::workspace::OpenWorkspace;
use crate::recruiting::person::ServerQuirks;
use crate::storage::Storage;
use crate::tui::runtime::storage_thread::local_store::LocalStore;

#[derive(Debug)]
pub(super) struct QuirkStore {
    local_store: LocalStore,
    local: Result<Storage, String>,
    habits: ServerQuirks,
}

impl QuirkStore {
    /// Reads the known quirks. A storage error does not stop the command; `learn` reports it.
    pub(super) fn open(workspace: &OpenWorkspace) -> Self {
        let local_store = workspace.local_store();
        let local = local_store.open();
        let known = local.as_ref().map(|local| local_store.habits(local).unwrap_or_default());
        let habits = known.unwrap_or_default();
        Self { local_store, local, habits }
    }

    pub(super) const fn habits(&self) -> ServerQuirks {
        self.habits
    }

    /// Stores and prints new quirks.
    pub(super) fn learn(&mut self, seen: ServerQuirks, out: &Output) {
        let known = self.habits.and(seen);
        if known == self.habits {
            return;
        }
        if known.extends_lists && !self.habits.extends_lists {
            out.say("this server adds to a list instead of replacing it");
        }
        if known.clears_omitted && !self.habits.clears_omitted {
            out.say("this server clears what a change leaves out");
        }
        self.habits = known;
        let local = self.local.as_ref().map_err(Clone::clone);
        match local.and_then(|local| self.local_store.learn(local, known)) {
            Ok(()) => out.say("this is remembered for the next time"),
            Err(why) => out.say(&format!("this cannot be remembered: {why}")),
        }
    }

    pub(super) fn into_local(self) -> Result<(Storage, LocalStore), Exit> {
        let local_store = self.local_store;
        self.local.map(|local| (local, local_store)).map_err(|why| {
            Exit::failure(format!("nothing was sent: what is sent must be written down, and {why}"))
        })
    }
}
