//! Candidates side by side.

use crate::app::action::{Action, Triage};
use crate::app::compare::{Compare, HEAD, MOST, columns, laid};
use crate::app::effect::Effect;
use crate::app::notice::Weight;
use crate::app::over::{Over, stepped};
use crate::app::paper::Format;
use crate::app::state::State;
use crate::app::triage::Subject;

pub(super) use super::shortlist::shortlist;

/// Lays those side by side who are marked.
pub(super) fn open(state: &mut State) {
    let whom: Vec<Subject> = state.opened().map_or_else(Vec::new, |open| {
        let shown = (0..open.list.len()).filter_map(|at| open.list.at(at));
        let marks = &open.list.marks;
        // Those that the filter hides come last.
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
    state.tell(Weight::Info, told);
}

/// Lays these side by side, over what is there.
pub(super) fn show(state: &mut State, whom: Vec<Subject>, contacts: bool) {
    let below = state.over.take().map(Box::new);
    let compare = Compare { whom, contacts, below, ..Compare::default() };
    state.over = Some(Over::Compare(Box::new(compare)));
}

pub(super) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(Over::Compare(compare)) = &state.over else { return };
    match action {
        Action::Copy => {
            let paper = state.compared_paper(compare);
            effects.push(Effect::Copy(paper.render(Format::Markdown)));
            state.tell(Weight::Info, "copied as Markdown");
        }
        Action::Triage(Triage::Export) => {
            let paper = state.compared_paper(compare);
            super::export::ask(state, paper, "compare");
        }
        Action::Back | Action::Quit => {
            if let Some(Over::Compare(compare)) = state.over.take() {
                state.over = compare.below.map(|below| *below);
            }
        }
        action => go(state, action),
    }
}

/// Up and down for all of them; left and right to those who have no room.
fn go(state: &mut State, action: Action) {
    let Some(over @ Over::Compare(compare)) = &state.over else { return };
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
    if let Some(Over::Compare(compare)) = &mut state.over {
        (compare.first, compare.scroll) = (first, scroll);
    }
}
