//! The workspaces that the terminal UI can switch to: the one that the program started with, the
//! profiles of the config, and the one on this machine.

use std::sync::Arc;

use crate::cli::workspace::{ResolvedWorkspace, WorkspaceArgs, WorkspaceTarget};
use crate::config::LoadedConfig;
use crate::tui::app::workspace_choice::WorkspaceChoice;

const THIS_MACHINE: &str = "the workspace on this machine";

#[derive(Debug, Clone, PartialEq, Eq)]
enum Destination {
    /// As the command line and the environment say. Only this one uses the key in the environment.
    Start,
    Profile(String),
    ThisMachine,
}

#[derive(Debug, Clone)]
pub(super) struct Destinations {
    start: Arc<Start>,
    list: Vec<(Destination, WorkspaceChoice)>,
}

/// What the program started with.
#[derive(Debug)]
struct Start {
    arguments: WorkspaceArgs,
    profile: Option<String>,
    title: String,
    is_this_machine: bool,
}

impl Destinations {
    pub(super) fn at_start(
        arguments: &WorkspaceArgs,
        resolved: &ResolvedWorkspace,
        config: &LoadedConfig,
    ) -> Self {
        let start = Arc::new(Start {
            arguments: arguments.clone(),
            profile: resolved.profile.as_ref().map(|profile| profile.name.clone()),
            title: resolved.target.title(),
            is_this_machine: matches!(resolved.target, WorkspaceTarget::Default { .. }),
        });
        Self::new(start, &Destination::Start, config)
    }

    fn new(start: Arc<Start>, current: &Destination, config: &LoadedConfig) -> Self {
        let profiles = &config.settings.profiles;
        let is_started = |name: &str| start.profile.as_deref() == Some(name);
        let mut list = vec![(Destination::Start, start.choice())];
        list.extend(profiles.iter().filter(|profile| !is_started(&profile.name)).map(|profile| {
            let detail = profile.url.clone().unwrap_or_else(|| THIS_MACHINE.to_owned());
            (
                Destination::Profile(profile.name.clone()),
                choice(&profile_label(&profile.name), &detail),
            )
        }));
        let has_this_machine =
            start.is_this_machine || profiles.iter().any(|profile| profile.url.is_none());
        if !has_this_machine {
            list.push((Destination::ThisMachine, choice(THIS_MACHINE, "")));
        }
        for (destination, choice) in &mut list {
            choice.is_current = destination == current;
        }
        Self { start, list }
    }

    pub(super) fn choices(&self) -> Vec<WorkspaceChoice> {
        self.list.iter().map(|(_, choice)| choice.clone()).collect()
    }

    /// The arguments of a workspace, and the choices there.
    pub(super) fn switch_to(
        &self,
        choice: usize,
        config: &LoadedConfig,
    ) -> Option<(WorkspaceArgs, Self)> {
        let (destination, _) = self.list.get(choice)?;
        let started = &self.start.arguments;
        let arguments = match destination {
            Destination::Start => started.clone(),
            Destination::Profile(name) => started.switched_to(Some(name.clone())),
            Destination::ThisMachine => started.switched_to(None),
        };
        Some((arguments, Self::new(Arc::clone(&self.start), destination, config)))
    }
}

impl Start {
    fn choice(&self) -> WorkspaceChoice {
        match &self.profile {
            Some(name) => choice(&profile_label(name), &self.title),
            None if self.is_this_machine => choice(THIS_MACHINE, ""),
            None => choice(&self.title, "as at the start"),
        }
    }
}

fn profile_label(name: &str) -> String {
    format!("profile {name}")
}

fn choice(name: &str, detail: &str) -> WorkspaceChoice {
    WorkspaceChoice { name: name.to_owned(), detail: detail.to_owned(), is_current: false }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::config::Profile;

    #[derive(Debug, Parser)]
    struct TestArgs {
        #[command(flatten)]
        workspace: WorkspaceArgs,
    }

    fn config(urls: &[(&str, Option<&str>)]) -> LoadedConfig {
        let profile = |(name, url): &(&str, Option<&str>)| Profile {
            name: (*name).to_owned(),
            url: url.map(str::to_owned),
            ..Profile::default()
        };
        let mut loaded = LoadedConfig::default();
        loaded.settings.profiles = urls.iter().map(profile).collect();
        loaded
    }

    fn start(arguments: &[&str], config: &LoadedConfig) -> Destinations {
        let arguments = [&["shortlist"], arguments].concat();
        let workspace = TestArgs::try_parse_from(arguments).unwrap().workspace;
        let resolved = workspace.resolve(config).unwrap();
        Destinations::at_start(&workspace, &resolved, config)
    }

    fn names(destinations: &Destinations) -> Vec<String> {
        let choices = destinations.choices();
        let mark = |choice: &WorkspaceChoice| if choice.is_current { "*" } else { "" };
        choices.iter().map(|choice| format!("{}{}", choice.name, mark(choice))).collect()
    }

    #[test]
    fn every_workspace_is_listed_once() {
        let servers = [("a", Some("https://a.example")), ("b", Some("https://b.example"))];
        let remote = config(&servers);
        assert_eq!(
            names(&start(&[], &remote)),
            ["the workspace on this machine*", "profile a", "profile b"]
        );
        assert_eq!(
            names(&start(&["--profile", "b"], &remote)),
            ["profile b*", "profile a", "the workspace on this machine"]
        );
        let with_local = config(&[servers[0], ("mine", None)]);
        assert_eq!(names(&start(&[], &with_local)), ["profile mine*", "profile a"]);
    }

    #[test]
    fn a_switch_changes_what_is_current_and_can_go_back() {
        let config = config(&[("a", Some("https://a.example"))]);
        let destinations = start(&[], &config);
        let (arguments, there) = destinations.switch_to(1, &config).unwrap();
        assert_eq!(arguments.resolve(&config).unwrap().target.title(), "a.example");
        assert_eq!(names(&there), ["the workspace on this machine", "profile a*"]);
        let (_, back) = there.switch_to(0, &config).unwrap();
        assert_eq!(names(&back), names(&destinations));
        assert!(destinations.switch_to(9, &config).is_none());
    }
}
