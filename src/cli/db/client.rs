//! `shortlist db client`: the companies that jobs are for.

use clap::{Args, Subcommand};

use super::change::{ChangeArgs, Effect, ListArgs};
use crate::cli::exit::Exit;
use crate::cli::output::{Output, aligned};
use crate::service::store::ClientSummary;
use crate::text::pluralize;

/// Add, rename, merge and list clients
#[derive(Debug, Args)]
#[command(
    after_help = "Give a CLIENT by its ID, or by its name if no other client has it. A running service shows a\nchange at once.\n\nExamples:\n  shortlist db client add Northwind\n  shortlist db client rename Northwind 'Northwind Group'\n  shortlist db client merge 'Northwind Ltd' 'Northwind Group'\n  shortlist db client list"
)]
pub(crate) struct ClientCommand {
    #[command(subcommand)]
    command: ClientSubcommand,
}

#[derive(Debug, Subcommand)]
enum ClientSubcommand {
    /// List all clients
    #[command(after_help = "Example:\n  shortlist db client list")]
    List {
        #[command(flatten)]
        list: ListArgs,
    },
    /// Add a client and print its ID
    #[command(
        after_help = "If a client with this name exists, the command prints its ID.\n\nExample:\n  shortlist db client add Northwind"
    )]
    Add {
        /// Name of the client
        name: String,
        #[command(flatten)]
        change: ChangeArgs,
    },
    /// Rename a client; all its jobs and contacts show the new name
    #[command(after_help = "Example:\n  shortlist db client rename Northwind 'Northwind Group'")]
    Rename {
        /// Client ID or name
        client: String,
        /// New name
        name: String,
        #[command(flatten)]
        change: ChangeArgs,
    },
    /// Move the jobs and contacts of a client to another client, and delete it
    #[command(
        after_help = "A person who is a contact of both becomes one contact. The ID of FROM is\ngone. Give FROM by its ID if you may have to repeat the command.\n\nExample:\n  shortlist db client merge 'Northwind Ltd' Northwind --dry-run"
    )]
    Merge {
        /// Client to delete, by ID or name
        from: String,
        /// Client that gets its jobs and contacts, by ID or name
        into: String,
        #[command(flatten)]
        change: ChangeArgs,
    },
}

impl ClientCommand {
    pub(crate) async fn run(self, out: &Output) -> Result<(), Exit> {
        match self.command {
            ClientSubcommand::List { list } => {
                let clients = list.open().await?.clients().await?;
                list.print(out, &clients, |all| aligned(&all.iter().map(row).collect::<Vec<_>>()))
            }
            ClientSubcommand::Add { name, change } => {
                let outcome =
                    change.open_or_create().await?.add_client(name, change.context()).await?;
                change.print(out, &outcome, |client, effect| {
                    vec![match effect {
                        Effect::WouldChange => format!("would add the client {}", client.name),
                        Effect::Changed | Effect::Unchanged => client.id.to_string(),
                    }]
                })
            }
            ClientSubcommand::Rename { client, name, change } => {
                let store = change.open().await?;
                let outcome = store.rename_client(client, name, change.context()).await?;
                change.print(out, &outcome, |client, effect| {
                    let plan = format!("would rename {} to {}", client.id, client.name);
                    lines(client, effect, plan)
                })
            }
            ClientSubcommand::Merge { from, into, change } => {
                let store = change.open().await?;
                let outcome = store.merge_clients(from.clone(), into, change.context()).await?;
                change.print(out, &outcome, |client, effect| {
                    let [id, name, jobs, contacts] = row(client);
                    let plan = format!(
                        "would merge {from} into {name} ({id}), which would have {jobs} and {contacts}"
                    );
                    lines(client, effect, plan)
                })
            }
        }
    }
}

fn lines(client: &ClientSummary, effect: Effect, plan: String) -> Vec<String> {
    match effect {
        Effect::WouldChange => vec![plan],
        Effect::Changed | Effect::Unchanged => aligned(&[row(client)]),
    }
}

fn row(client: &ClientSummary) -> [String; 4] {
    [
        client.id.to_string(),
        client.name.clone(),
        pluralize(client.jobs, "job", "jobs"),
        pluralize(client.contacts, "contact", "contacts"),
    ]
}
