//! `shortlist person`: shows, edits, creates or attaches a person.
//!
//! The commands use the same forms, plans and reports as the terminal's editor
//! (`recruiting::person`) and the same use cases (`usecases`).

mod attach;
mod batch_errors;
mod create;
mod edit;
mod fields;
mod input;
mod interrupt_handler;
mod quirk_store;
mod report;

use clap::{Args, Subcommand};
use clap_complete::ArgValueCompleter;

use super::completions::values;
use super::exit::Exit;
use super::lookup::Lookup;
use super::output::Output;
use super::record::RecordArgs;
use super::workspace::ENVIRONMENT;
use crate::storage::mirror::records::RecordKind;

/// Show, edit, create or attach a person
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = format!("Examples:\n  shortlist person PERSON\n  shortlist person PERSON --json | jq '.emails[].value'\n  shortlist person edit PERSON --set title='Staff Engineer' --email work:ada@kestrel.example\n\n{ENVIRONMENT}")
)]
pub(super) struct PersonCommand {
    /// Person: the ID, or part of the name
    #[arg(required = true, value_name = "PERSON", add = ArgValueCompleter::new(values::people))]
    id: Option<String>,
    #[command(flatten)]
    args: RecordArgs,
    #[command(subcommand)]
    command: Option<PersonSubcommand>,
}

#[derive(Debug, Subcommand)]
enum PersonSubcommand {
    Edit(Box<edit::Edit>),
    Create(Box<create::Create>),
    Attach(Box<attach::Attach>),
}

impl PersonCommand {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        match self.command {
            Some(PersonSubcommand::Edit(edit)) => edit.run(out).await,
            Some(PersonSubcommand::Create(create)) => create.run(out).await,
            Some(PersonSubcommand::Attach(attach)) => attach.run(out).await,
            None => {
                let workspace = self.args.workspace.open(out).await?;
                let text = self.id.unwrap_or_default();
                let id = Lookup::new(&workspace, out).person(&text).await?;
                let read = workspace.client.read_person(&id);
                self.args.write(&workspace, (RecordKind::Person, id.as_str()), read, out).await
            }
        }
    }
}
