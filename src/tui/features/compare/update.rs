//! Keys of the comparison.

use super::layout::{columns, laid};
use super::state::{Compare, HEAD, MOST};
use crate::keymap::action::{Action, TriageAction};
use crate::recruiting::document::DocumentFormat;
use crate::recruiting::triage::Subject;
use crate::tui::app::dialog::{Dialog, stepped};
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;

/// Compares the marked candidates.
pub(crate) fn open(state: &mut State) {
    let whom: Vec<Subject> = state.opened().map_or_else(Vec::new, |open| {
        let shown = (0..open.list.len()).filter_map(|at| open.list.at(at));
        let marks = &open.list.marks;
        // Candidates hidden by the filter come last.
        let hidden = open.list.hidden();
        let seen = shown.filter(|row| marks.contains(row)).take(MOST + 1);
        let rows: Vec<_> = seen.chain(hidden).collect();
        rows.into_iter().map(|row| open.subject(row)).collect()
    });
    if (2..=MOST).contains(&whom.len()) {
        show(state, whom, false);
        return;
    }
    let marked = state.opened().map_or(0, |open| open.list.marks.len());
    let mark = state.key_of(Action::Mark);
    let told = format!("two to four are laid side by side; {marked} are marked, {mark} marks");
    state.tell(Severity::Info, told);
}

/// Opens the comparison over the current dialog.
pub(crate) fn show(state: &mut State, whom: Vec<Subject>, contacts: bool) {
    let compare = Compare { whom, contacts, ..Compare::default() };
    state.push_dialog(Dialog::Compare(Box::new(compare)));
}

pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(Dialog::Compare(compare)) = &state.over else { return };
    match action {
        Action::Copy => {
            let paper = state.compared_paper(compare);
            effects.push(Effect::Copy(paper.render(DocumentFormat::Markdown)));
            state.tell(Severity::Info, "copied as Markdown");
        }
        Action::Triage(TriageAction::Export) => {
            let paper = state.compared_paper(compare);
            crate::tui::features::export::update::ask(state, paper, "compare");
        }
        Action::Back | Action::Quit => state.pop_dialog(),
        action => go(state, action),
    }
}

/// Scrolls all columns up and down, and left and right to hidden columns.
fn go(state: &mut State, action: Action) {
    let Some(over @ Dialog::Compare(compare)) = &state.over else { return };
    let inner = over.inner(&state.layout);
    let (count, _) = columns(compare.whom.len(), inner.width.into());
    let last = compare.whom.len().saturating_sub(count);
    let first = match action {
        Action::Left => compare.first.saturating_sub(1),
        Action::Right => compare.first + 1,
        _ => compare.first,
    }
    .min(last);
    let height = usize::from(inner.height.saturating_sub(HEAD));
    let lines = laid(&state.compared(compare), first..first + count, inner.width.into()).len();
    let most = lines.saturating_sub(height);
    let scroll = stepped(compare.scroll.min(most), most, height.max(1), action);
    if let Some(Dialog::Compare(compare)) = &mut state.over {
        (compare.first, compare.scroll) = (first, scroll);
    }
}
