//! What is remembered of a server between two commands.

use crate::cli::exit::Exit;
use crate::cli::out::Out;
use crate::cli::workspace::Open;
use crate::recruiting::person::ServerQuirks;
use crate::storage::Storage;
use crate::tui::runtime::storage_thread::local_store::LocalStore;

/// What is known of the server of a workspace, and where that is kept.
#[derive(Debug)]
pub(super) struct Memory {
    memories: LocalStore,
    local: Result<Storage, String>,
    habits: ServerQuirks,
}

impl Memory {
    /// Recalls it. Where nothing can be remembered the work goes on, and that is
    /// said when there is something to remember.
    pub(super) fn open(workspace: &Open) -> Self {
        let memories = workspace.memories();
        let local = memories.open();
        let known = local.as_ref().map(|local| memories.habits(local).unwrap_or_default());
        let habits = known.unwrap_or_default();
        Self { memories, local, habits }
    }

    /// What the server is known to do.
    pub(super) const fn habits(&self) -> ServerQuirks {
        self.habits
    }

    /// Remembers what was seen, and says it.
    pub(super) fn learn(&mut self, seen: ServerQuirks, out: &Out) {
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
        match local.and_then(|local| self.memories.learn(local, known)) {
            Ok(()) => out.say("this is remembered for the next time"),
            Err(why) => out.say(&format!("this cannot be remembered: {why}")),
        }
    }

    /// The file, and where it is; why there is none.
    pub(super) fn into_local(self) -> Result<(Storage, LocalStore), Exit> {
        let memories = self.memories;
        self.local.map(|local| (local, memories)).map_err(|why| {
            Exit::failure(format!("nothing was sent: what is sent must be written down, and {why}"))
        })
    }
}
