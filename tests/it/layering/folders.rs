//! The folders inside `recruiting` and `tui`: which may import which, that a feature
//! changes the state of another one only through the dispatcher, and that nothing but
//! the dispatcher calls a feature's update.
//!
//! Test code is left out: it may build its fixtures with any folder.

use std::collections::BTreeSet;

use super::graph::{Graph, Import, Module};

/// A folder, or a file without one, and the siblings that it may import. Lowest first.
#[rustfmt::skip]
const FOLDERS: &[(&str, &[&str])] = &[
    ("recruiting::stage", &[]),
    ("recruiting::failure", &[]),
    ("recruiting::job_change", &[]),
    ("recruiting::date_text", &[]),
    ("recruiting::mirror_settings", &[]),
    ("recruiting::document", &[]),
    ("recruiting::parallel", &[]),
    ("recruiting::table", &[]),
    ("recruiting::triage", &["recruiting::stage"]),
    ("recruiting::paging", &["recruiting::failure", "recruiting::table"]),
    ("recruiting::query", &["recruiting::parallel", "recruiting::stage", "recruiting::table", "recruiting::triage"]),
    ("recruiting::funnel", &["recruiting::date_text", "recruiting::stage", "recruiting::table"]),
    ("recruiting::person", &["recruiting::date_text", "recruiting::failure", "recruiting::query"]),
    ("recruiting::changes", &["recruiting::date_text", "recruiting::document", "recruiting::person", "recruiting::stage", "recruiting::table"]),
    ("recruiting::coverage", &["recruiting::table"]),
    ("recruiting::search", &["recruiting::table"]),
    ("recruiting::today", &["recruiting::changes", "recruiting::date_text", "recruiting::document", "recruiting::funnel", "recruiting::stage", "recruiting::table", "recruiting::triage"]),
    ("recruiting::mail", &["recruiting::person"]),
    ("recruiting::duplicates", &["recruiting::parallel", "recruiting::person", "recruiting::query", "recruiting::table", "recruiting::triage"]),
    ("tui::widgets", &[]),
    // The state holds the features' states and the features read the state: only
    // the search for cycles orders their files.
    ("tui::features", &["tui::app", "tui::widgets"]),
    ("tui::app", &["tui::features", "tui::widgets"]),
    ("tui::runtime", &["tui::app", "tui::features", "tui::widgets"]),
    ("tui::linear", &["tui::app", "tui::features", "tui::runtime", "tui::widgets"]),
];

/// A feature may read another one: its state, its selectors, its texts. It may not
/// import its `update`, nor call a function of it that takes `&mut State`; it queues
/// a follow-up for the dispatcher instead.
#[rustfmt::skip]
const FEATURES: &[&str] = &[
    "all_candidates", "attach", "board", "candidate", "card", "changes", "compare", "copy", "duplicates", "edit_log", "editor", "export", "filter",
    "funnel", "help", "inbox", "job", "job_editor", "job_picker", "json", "key_prompt", "lists", "mail", "messages", "navigation", "notes",
    "palette", "prompt", "requests", "saved_views", "shortlist", "stage_moves", "sync", "today", "todo", "triage",
];

/// The only folder outside a feature that may import its `update` or call a function of it
/// that takes `&mut State`. No feature may import the dispatcher.
const DISPATCHER: &str = "tui::app::update";

/// Exceptions to the rules: the importing module, the imported module, and the reason.
#[rustfmt::skip]
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    ("tui::widgets::frame", "tui::app::state", "the frame shows the keys of the current context"),
    ("tui::widgets::render_context", "tui::app", "the keys of the current context, the time of the spinner"),
];

/// The imports that break the rules, and the exceptions that no import needs.
pub(super) fn violations(graph: &Graph) -> Vec<String> {
    let imports = graph.imports();
    let broken: Vec<&Import<'_>> = imports.iter().filter(|import| is_broken(import)).collect();
    let is_exception =
        |import: &Import<'_>| EXCEPTIONS.iter().any(|exception| is_covered(import, exception));
    let reports = broken.iter().filter(|import| !is_exception(import)).map(|import| {
        let [from, to] = [import.from, import.to].map(|module| module.join("::"));
        let verb = if import.is_mutator { "call" } else { "import" };
        format!("{from} may not {verb} {to}::{}", import.item)
    });
    let is_unused = |exception: &&(&str, &str, &str)| {
        !broken.iter().any(|import| is_covered(import, exception))
    };
    let unused = EXCEPTIONS.iter().filter(is_unused);
    let unused = unused.map(|(from, to, _)| format!("EXCEPTIONS: {from} needs {to} no longer"));
    reports.chain(unused).collect()
}

/// The folders without a row, and the rows without a folder.
pub(super) fn unlisted(graph: &Graph) -> Vec<String> {
    let listed = FOLDERS.iter().map(|(folder, _)| (*folder).to_owned());
    let features = FEATURES.iter().map(|feature| format!("tui::features::{feature}"));
    let listed: BTreeSet<String> = listed.chain(features).collect();
    let found = graph.modules().flat_map(|module| match module.as_slice() {
        [top, folder, inner @ ..] if top == "recruiting" || top == "tui" => {
            let feature = inner.first().filter(|_| folder == "features");
            let feature = feature.map(|feature| format!("{top}::{folder}::{feature}"));
            [Some(format!("{top}::{folder}")), feature]
        }
        _ => [None, None],
    });
    let found: BTreeSet<String> = found.flatten().collect();
    let added = found.difference(&listed).map(|name| format!("{name} has no row"));
    let removed = listed.difference(&found).map(|name| format!("{name} does not exist"));
    added.chain(removed).collect()
}

fn is_broken(import: &Import<'_>) -> bool {
    let is_change = import.is_mutator || is_update(import.to);
    match (feature(import.from), feature(import.to)) {
        (Some(from), Some(to)) => from != to && is_change,
        (Some(_), None) if is_within(import.to, DISPATCHER) => true,
        (None, Some(_)) if is_change && !is_within(import.from, DISPATCHER) => true,
        _ => match (folder(import.from), folder(import.to)) {
            (Some((from, may)), Some((to, _))) => {
                from != to && top(import.from) == top(import.to) && !may.contains(to)
            }
            _ => false,
        },
    }
}

fn is_covered(import: &Import<'_>, (from, to, _): &(&str, &str, &str)) -> bool {
    is_within(import.from, from) && is_within(import.to, to)
}

fn is_within(module: &Module, folder: &str) -> bool {
    format!("{}::", module.join("::")).starts_with(&format!("{folder}::"))
}

fn folder(module: &Module) -> Option<&'static (&'static str, &'static [&'static str])> {
    FOLDERS.iter().find(|(folder, _)| is_within(module, folder))
}

fn feature(module: &Module) -> Option<&str> {
    is_within(module, "tui::features").then(|| module.get(2).map(String::as_str))?
}

fn is_update(module: &Module) -> bool {
    module.get(3).is_some_and(|part| part == "update")
}

fn top(module: &Module) -> Option<&String> {
    module.first()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(files: &[(&str, &str)]) -> Graph {
        let owned = |(file, text): &(&str, &str)| ((*file).to_owned(), (*text).to_owned());
        Graph::read(&files.iter().map(owned).collect::<Vec<_>>())
    }

    fn broken(files: &[(&str, &str)]) -> Vec<String> {
        let mut found = violations(&graph(files));
        found.retain(|line| !line.starts_with("EXCEPTIONS"));
        found
    }

    #[test]
    fn a_folder_may_not_import_a_sibling_above_it() {
        let files = [
            ("src/recruiting/table.rs", "use super::query::Filter; pub struct Row;"),
            ("src/recruiting/query.rs", "use super::table::Row; pub struct Filter;"),
            ("src/tui/widgets/list.rs", "use crate::tui::app::state::State;"),
            (
                "src/tui/app/state.rs",
                "use crate::tui::runtime; fn f() { runtime::run() } pub struct State;",
            ),
            ("src/tui/runtime.rs", "use super::app::state::State; pub fn run() {}"),
        ];
        assert_eq!(
            broken(&files),
            [
                "recruiting::table may not import recruiting::query::Filter",
                "tui::app::state may not import tui::runtime::run",
                "tui::widgets::list may not import tui::app::state::State",
            ]
        );
    }

    #[test]
    fn a_feature_reads_another_one_and_does_not_change_it() {
        let help = "pub(crate) mod update; pub(crate) use update::open; pub(crate) struct Help;";
        let update = "use crate::tui::app::state::State;
            pub(crate) fn open(state: &mut State, at: usize) {}";
        let texts =
            "pub(crate) fn lines(state: &State) {} pub(crate) fn open(state: &mut State) {}";
        let calls = [
            ("use crate::tui::features::help; fn f() { help::update::open() }", Some("update")),
            ("use crate::tui::features::help; fn f() { help::open() }", Some("update")),
            ("use crate::tui::features::help::update as it; fn f() { it::open() }", Some("update")),
            ("use super::super::help::open;", Some("update")),
            ("use crate::tui::features::help::rich_text::open;", Some("rich_text")),
            ("use crate::tui::features::help::{Help, rich_text::lines};", None),
            ("#[cfg(test)] mod tests { use crate::tui::features::help::open; }", None),
        ];
        for (source, called) in calls {
            let files = [
                ("src/tui/features/help.rs", help),
                ("src/tui/features/help/update.rs", update),
                ("src/tui/features/help/rich_text.rs", texts),
                ("src/tui/features/todo/update.rs", source),
            ];
            let expected = called.map(|file| {
                format!(
                    "tui::features::todo::update may not call tui::features::help::{file}::open"
                )
            });
            assert_eq!(broken(&files), expected.into_iter().collect::<Vec<_>>(), "{source}");
        }
    }

    #[test]
    fn only_the_dispatcher_calls_an_update_and_no_feature_calls_the_dispatcher() {
        let change = "pub(crate) fn open(state: &mut State) {}";
        let files = [
            ("src/tui/features/help/update.rs", change),
            ("src/tui/features/help/texts.rs", change),
            ("src/tui/app/update/action.rs", "use crate::tui::features::help::update::open;"),
            ("src/tui/app/update.rs", "use crate::tui::features::help::texts::open;"),
            ("src/tui/app/fetch.rs", "use crate::tui::features::help::update::open;"),
            ("src/tui/app/view.rs", "fn f() { crate::tui::features::help::texts::open() }"),
            ("src/tui/runtime/run.rs", "use crate::tui::features::help::update::OPENED;"),
            ("src/tui/features/todo/view.rs", "use crate::tui::app::update::action::ACTIONS;"),
        ];
        assert_eq!(
            broken(&files),
            [
                "tui::app::fetch may not call tui::features::help::update::open",
                "tui::app::view may not call tui::features::help::texts::open",
                "tui::features::todo::view may not import tui::app::update::action::ACTIONS",
                "tui::runtime::run may not import tui::features::help::update::OPENED",
            ]
        );
    }

    #[test]
    fn a_new_folder_needs_a_row() {
        let files = [
            ("src/recruiting/offers/model.rs", ""),
            ("src/tui/features/calendar.rs", ""),
            ("src/tui/features/todo/view.rs", ""),
            ("src/service/offers.rs", ""),
        ];
        let mut found = unlisted(&graph(&files));
        found.retain(|line| line.ends_with("has no row"));
        assert_eq!(found, ["recruiting::offers has no row", "tui::features::calendar has no row"]);
    }
}
