//! Remembers the quirks of a server between two commands.

use crate::cli::exit::Exit;
use crate::cli::local_store::report_rescue;
use crate::cli::output::Output;
use crate::cli::workspace::OpenWorkspace;
use crate::recruiting::person::ServerQuirks;
use crate::storage::{LocalStore, Storage};

#[derive(Debug)]
pub(super) struct QuirkStore {
    local_store: LocalStore,
    storage: Result<Storage, String>,
    quirks: ServerQuirks,
}

impl QuirkStore {
    /// Reads the known quirks. A storage error does not stop the command; `update` reports it.
    pub(super) fn open(workspace: &OpenWorkspace) -> Self {
        let local_store = workspace.local_store();
        let storage = local_store.open().inspect(report_rescue);
        let loaded =
            storage.as_ref().map(|storage| local_store.quirks(storage).unwrap_or_default());
        let quirks = loaded.unwrap_or_default();
        Self { local_store, storage, quirks }
    }

    pub(super) const fn quirks(&self) -> ServerQuirks {
        self.quirks
    }

    /// Stores and prints the quirks that a save showed or disproved.
    pub(super) fn update(&mut self, learned: ServerQuirks, refuted: ServerQuirks, out: &Output) {
        let quirks = self.quirks.union(learned).without(refuted);
        if quirks == self.quirks {
            return;
        }
        for message in quirks.without(self.quirks).describe().chain(refuted.describe_refuted()) {
            out.print_message(message);
        }
        self.quirks = quirks;
        let storage = self.storage.as_ref().map_err(Clone::clone);
        let stored = storage.and_then(|storage| {
            self.local_store.learn(storage, quirks)?;
            self.local_store.unlearn(storage, refuted)
        });
        match stored {
            Ok(()) => out.print_message("remembered for the next time"),
            Err(reason) => out.print_message(&format!("cannot remember this: {reason}")),
        }
    }

    pub(super) fn into_parts(self) -> Result<(Storage, LocalStore), Exit> {
        let local_store = self.local_store;
        self.storage.map(|storage| (storage, local_store)).map_err(|reason| {
            Exit::failure(format!("nothing was sent: it could not be recorded: {reason}"))
        })
    }
}
