//! The mistakes that other modules define: keys that conflict, and filters and sort orders of views.

use std::path::Path;

use super::mistake::MistakeKind;
use super::mistake::join;
use super::rules::check_sort;
use super::{ConfigSource, Mistake, Rejected, SavedView, Settings, ViewPane};
use crate::keymap::Keymap;
use crate::recruiting::query::parse;
use crate::recruiting::table::{CANDIDATE_FIELDS, JOB_FIELDS};

/// What is wrong with settings whose form is right.
pub(super) fn mistakes(
    settings: &Settings,
    rejected: &Rejected,
    source: &ConfigSource,
    file: &Path,
) -> Vec<Mistake> {
    let mut mistakes = key_mistakes(settings, source, file);
    for view in settings.views.iter().chain(&rejected.views) {
        mistakes.extend(view_mistakes(view, source, file));
    }
    mistakes
}

fn key_mistakes(settings: &Settings, source: &ConfigSource, file: &Path) -> Vec<Mistake> {
    let (_, mistakes) = Keymap::with_bindings(&settings.keys);
    let positioned = mistakes.iter().map(|mistake| {
        let path = join("keys", &mistake.action);
        let (kind, at) = match mistake.key {
            None => (MistakeKind::Unknown, source.key_position(&path)),
            Some(key) => {
                let item = source.position_in(&format!("{path}[{key}]"), 0);
                (MistakeKind::Setting, item.or_else(|| source.position_in(&path, 0)))
            }
        };
        let message = mistake.problem.to_string();
        Mistake::in_setting(file, kind, &path, at.unwrap_or_default(), &message)
    });
    positioned.collect()
}

fn view_mistakes(view: &SavedView, source: &ConfigSource, file: &Path) -> Vec<Mistake> {
    let fields = match view.pane {
        ViewPane::Jobs => JOB_FIELDS,
        ViewPane::Candidates => CANDIDATE_FIELDS,
    };
    let mistake = |field: &str, offset, message: &str| {
        let path = format!("{}.{field}", join("views", &view.name));
        let at = source.position_in(&path, offset).unwrap_or_default();
        Mistake::in_setting(file, MistakeKind::Setting, &path, at, message)
    };
    let parsed = parse(&view.filter, fields);
    let filter = parsed.mistakes.iter();
    let filter = filter.map(|error| mistake("filter", error.range.start, &error.describe()));
    let sort = check_sort(&view.sort, fields).err();
    let sort = sort.map(|problem| mistake("sort", problem.offset, &problem.message));
    filter.chain(sort).collect()
}
