//! `shortlist person`: one person shown, changed, made, or put forward for a job.
//!
//! The commands are the headless twins of the terminal's editor: what they send
//! and what they tell comes from the same forms, plans and reports (`app::edit`),
//! carried out by the same sagas (`worker::people`).

pub(crate) mod attach;
mod care;
mod checks;
mod create;
mod edit;
mod ends;
mod fields;
mod input;
mod memory;
mod report;

use clap::{Args, Subcommand};

use super::exit::Exit;
use super::one::How;
use super::out::Out;
use super::workspace::ENVIRONMENT;

/// Show a person, or change, make or attach one
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = format!("Example:\n  shortlist person PERSON\n  shortlist person PERSON --json | jq '.emails[].value'\n  shortlist person edit PERSON --set title='Staff Engineer' --email work:ada@kestrel.example\n\n{ENVIRONMENT}")
)]
pub(super) struct Person {
    /// Their id; `shortlist candidate CANDIDATE` shows it
    #[arg(required = true)]
    id: Option<String>,
    #[command(flatten)]
    how: How,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Edit(Box<edit::Edit>),
    Create(Box<create::Create>),
    Attach(Box<attach::Attach>),
}

impl Person {
    pub(super) async fn run(self, out: &Out) -> Result<(), Exit> {
        match self.command {
            Some(Command::Edit(edit)) => edit.run(out).await,
            Some(Command::Create(create)) => create.run(out).await,
            Some(Command::Attach(attach)) => attach.run(out).await,
            None => {
                let workspace = self.how.workspace.open(out).await?;
                let id = self.id.unwrap_or_default().into();
                self.how.write(&workspace.client, workspace.client.read_person(&id), out).await
            }
        }
    }
}
