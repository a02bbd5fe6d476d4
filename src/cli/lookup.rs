//! Finds the record that an argument means: by its ID, or by a part of a name that only one record
//! has. Every command that takes the ID of a job, a candidate or a person calls it.
//!
//! A text that looks like an ID is taken as one without a request: the command reads it anyway, and
//! [`Lookup::explain`] says what is wrong with it. Names of jobs come from the server; names of
//! people from the lists on this machine, or, in the user's own database, from the database.

mod messages;
mod names;
mod sources;
#[cfg(test)]
mod tests;

use super::exit::Exit;
use super::output::Output;
use super::workspace::OpenWorkspace;
use crate::storage::mirror::records::RecordKind;
use crate::wire::{CandidateId, JobId, PersonId};
use messages::{list_hint, with_article};

pub(super) use names::looks_like_id;

pub(super) use sources::find_stored;

pub(super) struct Lookup<'a> {
    workspace: &'a OpenWorkspace,
    out: &'a Output,
}

impl<'a> Lookup<'a> {
    pub(super) const fn new(workspace: &'a OpenWorkspace, out: &'a Output) -> Self {
        Self { workspace, out }
    }

    pub(super) async fn job(&self, text: &str) -> Result<JobId, Exit> {
        Ok(JobId::new(self.find(RecordKind::Job, text).await?))
    }

    pub(super) async fn candidate(&self, text: &str) -> Result<CandidateId, Exit> {
        Ok(CandidateId::new(self.find(RecordKind::Candidate, text).await?))
    }

    pub(super) async fn person(&self, text: &str) -> Result<PersonId, Exit> {
        Ok(PersonId::new(self.find(RecordKind::Person, text).await?))
    }

    async fn find(&self, kind: RecordKind, text: &str) -> Result<String, Exit> {
        if looks_like_id(text) || text.trim().is_empty() {
            return Ok(text.to_owned());
        }
        let (records, coverage) = match kind {
            RecordKind::Job => sources::jobs(self.workspace).await?,
            RecordKind::Candidate | RecordKind::Person => {
                sources::people(self.workspace, kind).await?
            }
        };
        sources::resolve(kind, text, (&records, coverage), self.out)
    }

    /// Explains why a record was not found. Other errors stay as they are.
    pub(super) async fn explain(&self, kind: RecordKind, id: &str, exit: Exit) -> Exit {
        // The path is wrong, not the ID.
        if !exit.is_not_found() || exit.message().contains("/v1/v1/") {
            return exit;
        }
        for other in KINDS.into_iter().filter(|other| *other != kind) {
            if !self.workspace.is_offline() && self.exists(other, id).await {
                let (is, wanted) = (with_article(other), with_article(kind));
                return exit.with_message(format!(
                    "{id} is the ID of {is}, not of {wanted}; `shortlist {} {id}` shows it",
                    other.as_str()
                ));
            }
        }
        // What does not look like an ID was looked for among the names first.
        let name = if looks_like_id(id) { "" } else { ", and no name matches" };
        let (kind, hint) = (kind.as_str(), list_hint(kind));
        exit.with_message(format!("no {kind} has the ID {id}{name}; {hint}"))
    }

    async fn exists(&self, kind: RecordKind, id: &str) -> bool {
        let client = &self.workspace.client;
        match kind {
            RecordKind::Job => client.read_job(&id.into()).await.is_ok(),
            RecordKind::Candidate => client.read_candidate(&id.into()).await.is_ok(),
            RecordKind::Person => client.read_person(&id.into()).await.is_ok(),
        }
    }
}

const KINDS: [RecordKind; 3] = [RecordKind::Job, RecordKind::Candidate, RecordKind::Person];
