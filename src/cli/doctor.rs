//! `shortlist doctor`: checks this machine, the terminal, the configuration, the server and the data.
//!
//! Every check has a time limit and none stops the others. It creates and changes nothing, and prints no
//! key and no data of candidates: the report can go into a bug report.

mod api;
mod data;
mod machine;
mod report;
mod server;
mod terminal;

use clap::Args;

use super::config::check::all_mistakes;
use super::exit::Exit;
use super::output::Output;
use super::workspace::{
    ENVIRONMENT, Interaction, ResolvedWorkspace, WorkspaceArgs, WorkspaceTarget,
};
use crate::client::SecretString;
use crate::config;
use crate::config::{LoadedConfig, Mistake};
use crate::text::pluralize;
use report::{Check, Report};

/// Check the terminal, the configuration, the server and the data
#[derive(Debug, Args)]
#[command(
    after_help = format!("Changes nothing. The report contains no keys and no data of candidates, so you can paste it into\na bug report. It names your servers, profiles and folders. The exit code is 1 if there is a problem;\nwarnings do not count.\n\nExamples:\n  shortlist doctor\n  shortlist doctor --json | jq -r '.sections[].checks[] | select(.status == \"problem\").name'\n\n{ENVIRONMENT}")
)]
pub(super) struct Doctor {
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    workspace: WorkspaceArgs,
}

impl Doctor {
    pub(super) async fn run(self, out: &Output) -> Result<(), Exit> {
        let mut report = Report::default();
        report.add("machine", machine::checks());
        report.add("terminal", terminal::checks());
        let loaded = config::load();
        report.add("config", config_checks(&loaded));
        match self.workspace.resolve(&loaded) {
            Ok(resolved) => self.check_workspace(&resolved, &mut report).await,
            Err(exit) => {
                let advice = "correct the arguments, the environment or the config";
                report.add("workspace", vec![Check::problem("workspace", exit.message(), advice)]);
            }
        }
        let home = std::env::var("HOME").unwrap_or_default();
        report.print(self.json, &home, out)?;
        // The error comes after the report, also when both go to the same place.
        out.flush()?;
        match report.problems() {
            0 => Ok(()),
            count => Err(Exit::failure(pluralize(count, "problem found", "problems found"))),
        }
    }

    async fn check_workspace(&self, resolved: &ResolvedWorkspace, report: &mut Report) {
        let (key_check, key) = find_key(&resolved.target).await;
        report.add("workspace", workspace_checks(resolved, key_check));
        let mut data = Vec::new();
        let can_open = match &resolved.target {
            WorkspaceTarget::Server { address, .. } => {
                let ca_file = self.workspace.ca_file(resolved.profile.as_ref());
                report.add("server", server::network(address, ca_file.as_deref()).await);
                key.is_some()
            }
            WorkspaceTarget::Database(_) | WorkspaceTarget::Default { .. } => {
                data = data::own_database(self.workspace.database()).await;
                // Otherwise opening it would create or upgrade it, or fail again.
                data.iter().any(|check| check.name == "schema")
            }
        };
        if self.workspace.is_offline() {
            report.add("api", vec![Check::skipped("api", "--offline was given")]);
        } else if can_open {
            match self.workspace.open_observed(resolved.clone(), key, |_progress| {}).await {
                Ok(open) => report.add("api", server::api(&open.client).await),
                Err(exit) => {
                    let problem = Check::problem("api", exit.message(), "see the other sections");
                    report.add("api", vec![problem]);
                }
            }
        }
        match self.workspace.local_store_of(resolved) {
            Ok(local_store) => data.extend(data::local_file(&local_store)),
            Err(exit) => data.push(Check::problem("local file", exit.message(), "")),
        }
        report.add("data", data);
    }
}

fn config_checks(loaded: &LoadedConfig) -> Vec<Check> {
    let file = match &loaded.file {
        None => Check::skipped("file", "the home directory is unknown"),
        Some(file) if file.exists() => Check::ok("file", file.display().to_string()),
        Some(file) => Check::ok("file", format!("{}, not created yet", file.display())),
    };
    let advice = |mistake: &Mistake| {
        if mistake.is_of_file() {
            "commands stop with an error until you correct it"
        } else if mistake.is_in("profiles") {
            "the profile is not used, and its server is read-only, until you correct it"
        } else {
            "shortlist ignores this setting until you correct it"
        }
    };
    let mistakes = all_mistakes(loaded).into_iter();
    let mistakes =
        mistakes.map(|mistake| Check::problem("mistake", mistake.to_string(), advice(&mistake)));
    std::iter::once(file).chain(mistakes).collect()
}

/// Where the key comes from, and the key itself if it can be had without asking.
async fn find_key(target: &WorkspaceTarget) -> (Check, Option<SecretString>) {
    let WorkspaceTarget::Server { key, .. } = target else {
        return (Check::ok("key", "not needed on this machine"), None);
    };
    match key.find(Interaction::None).await {
        Ok(Some(found)) => (Check::ok("key", format!("from {}", key.describe())), Some(found)),
        Ok(None) => {
            let advice =
                "run `shortlist login`, or set SHORTLIST_KEY; without a key, no data is read";
            (Check::warning("key", "none", advice), None)
        }
        Err(error) => (
            Check::problem("key", error.to_string(), "correct that, or run `shortlist login`"),
            None,
        ),
    }
}

fn workspace_checks(resolved: &ResolvedWorkspace, key: Check) -> Vec<Check> {
    let profile = resolved.profile_name().unwrap_or("none");
    vec![Check::ok("workspace", resolved.target.title()), Check::ok("profile", profile), key]
}
