//! Keys of the comparison.

use super::document::document;
use super::facts::facts;
use super::layout::{columns, lay_out};
use super::state::{Comparison, HEADER_HEIGHT, MAX_CANDIDATES};
use crate::keymap::action::{Action, TriageAction};
use crate::recruiting::document::DocumentFormat;
use crate::recruiting::triage::Subject;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::widgets::pick_list;

/// Compares the marked candidates.
pub(crate) fn open(state: &mut State) {
    let subjects: Vec<Subject> = state.open_job().map_or_else(Vec::new, |open| {
        let visible = (0..open.list.len()).filter_map(|at| open.list.at(at));
        let marks = &open.list.marks;
        // Candidates hidden by the filter come last.
        let hidden = open.list.hidden_marked_rows();
        let selected = visible.filter(|row| marks.contains(row)).take(MAX_CANDIDATES + 1);
        let rows: Vec<_> = selected.chain(hidden).collect();
        rows.into_iter().map(|row| open.subject(row)).collect()
    });
    if (2..=MAX_CANDIDATES).contains(&subjects.len()) {
        show(state, subjects, false);
        return;
    }
    let marked = state.open_job().map_or(0, |open| open.list.marks.len());
    let mark = state.key_of(Action::Mark);
    let message =
        format!("Mark two to four candidates to compare them ({mark} marks): {marked} marked");
    state.notify(Severity::Info, message);
}

/// Opens the comparison over the current dialog.
pub(crate) fn show(state: &mut State, subjects: Vec<Subject>, is_duplicate_check: bool) {
    let compare = Comparison { subjects, is_duplicate_check, ..Comparison::default() };
    state.dialogs.push(Dialog::Compare(Box::new(compare)));
}

pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(Dialog::Compare(compare)) = state.dialogs.top() else { return };
    match action {
        Action::Copy => {
            let document = document(state, compare);
            effects.push(Effect::copy(document.render(DocumentFormat::Markdown)));
            state.notify(Severity::Info, "Copied as Markdown");
        }
        Action::Triage(TriageAction::Export) => {
            let document = document(state, compare);
            state.follow_up(FollowUp::Export { document, name: "compare".to_owned() });
        }
        Action::Back | Action::Quit => state.dialogs.close(),
        action => navigate(state, action),
    }
}

/// Scrolls all columns up and down, and left and right to hidden columns.
fn navigate(state: &mut State, action: Action) {
    let Some(dialog @ Dialog::Compare(compare)) = state.dialogs.top() else { return };
    let inner = state.dialog_inner(dialog);
    let (count, _) = columns(compare.subjects.len(), inner.width.into());
    let last = compare.subjects.len().saturating_sub(count);
    let first = match action {
        Action::Left => compare.first.saturating_sub(1),
        Action::Right => compare.first + 1,
        _ => compare.first,
    }
    .min(last);
    let height = usize::from(inner.height.saturating_sub(HEADER_HEIGHT));
    let lines = lay_out(&facts(state, compare), first..first + count, inner.width.into()).len();
    let max_scroll = lines.saturating_sub(height);
    let scroll = pick_list::step(compare.scroll.min(max_scroll), max_scroll, height.max(1), action);
    if let Some(Dialog::Compare(compare)) = state.dialogs.top_mut() {
        (compare.first, compare.scroll) = (first, scroll);
    }
}
