//! What a refresh changed: the rows of the lists in view, compared with those before it.
//!
//! The refresh key begins a report; `response` finishes it when the last page has arrived. A list that
//! was not complete before has nothing to be compared with.

use crate::keymap::action::Pane;
use crate::recruiting::table::Row;
use crate::tui::app::fetch::state::RowsBefore;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::wire::JobId;

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct RowChanges {
    new: usize,
    moved: usize,
    gone: usize,
}

/// The message when a refresh begins.
pub(crate) const STARTED: &str = "Refreshing";

/// Remembers the rows of the focused list, or of the jobs in the inbox.
pub(crate) fn begin(state: &mut State) {
    let jobs: Vec<&JobId> = match &state.inbox {
        Some(inbox) => inbox.jobs.iter().map(|job| &job.id).collect(),
        None if state.focus == Pane::Jobs => Vec::new(),
        None => state.job.iter().collect(),
    };
    let candidates = jobs.iter().filter_map(|id| state.open.get(*id));
    let complete = candidates.filter(|open| open.list.pages.is_complete());
    let mut report: Vec<RowsBefore> = complete
        .map(|open| {
            let rows = &open.list.pages.rows;
            let stages = rows.rows().map(|row| (row, rows.stage(row))).collect();
            RowsBefore::Candidates(open.id.clone(), stages)
        })
        .collect();
    if jobs.is_empty() && state.jobs.pages.is_complete() {
        let rows = &state.jobs.pages.rows;
        report.push(RowsBefore::Jobs(rows.rows().map(|row| (row, rows.kind(row))).collect()));
    }
    state.fetching.refresh_report = report;
}

/// Reports the changes once all lists are read again.
pub(crate) fn finish(state: &mut State) {
    let lists = &state.fetching.refresh_report;
    if lists.is_empty() || !lists.iter().all(|list| is_read(state, list)) {
        return;
    }
    let changes = lists.iter().map(|list| changes_in(state, list));
    let sum = changes.fold(RowChanges::default(), |sum, list| RowChanges {
        new: sum.new + list.new,
        moved: sum.moved + list.moved,
        gone: sum.gone + list.gone,
    });
    state.fetching.refresh_report = Vec::new();
    state.notices.dismiss_text(STARTED, state.clock.moment);
    state.notify(Severity::Info, describe(sum));
}

fn is_read(state: &State, list: &RowsBefore) -> bool {
    match list {
        RowsBefore::Jobs(_) => state.jobs.pages.is_complete(),
        RowsBefore::Candidates(job, _) => {
            state.open.get(job).is_none_or(|open| open.list.pages.is_complete())
        }
    }
}

fn changes_in(state: &State, list: &RowsBefore) -> RowChanges {
    match list {
        RowsBefore::Jobs(before) => {
            let rows = &state.jobs.pages.rows;
            compare(before, rows.rows().map(|row| (row, rows.kind(row))))
        }
        RowsBefore::Candidates(job, before) => {
            state.open.get(job).map_or_else(Default::default, |open| {
                let rows = &open.list.pages.rows;
                compare(before, rows.rows().map(|row| (row, rows.stage(row))))
            })
        }
    }
}

fn compare<K: PartialEq>(before: &[(Row, K)], now: impl Iterator<Item = (Row, K)>) -> RowChanges {
    let mut changes = RowChanges::default();
    let mut before = before.iter().peekable();
    for (row, key) in now {
        while before.next_if(|(old, _)| *old < row).is_some() {
            changes.gone += 1;
        }
        match before.next_if(|(old, _)| *old == row) {
            Some((_, old)) => changes.moved += usize::from(*old != key),
            None => changes.new += 1,
        }
    }
    changes.gone += before.count();
    changes
}

fn describe(changes: RowChanges) -> String {
    let counts = [(changes.new, "new"), (changes.moved, "moved"), (changes.gone, "removed")];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, word)| format!("{count} {word}")).collect();
    if counts.is_empty() {
        return "Refreshed: no changes".to_owned();
    }
    format!("Refreshed: {}", counts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keymap::action::Action;
    use crate::tui::app::fixture::FakeServer;

    #[test]
    fn rows_are_compared_by_their_record() {
        let row = Row::at;
        let before = [(row(0), 'a'), (row(1), 'a'), (row(2), 'b'), (row(4), 'b')];
        let now = [(row(1), 'b'), (row(2), 'b'), (row(5), 'a'), (row(6), 'a')];
        let changes = compare(&before, now.into_iter());
        assert_eq!(changes, RowChanges { new: 2, moved: 1, gone: 2 });
        assert_eq!(describe(changes), "Refreshed: 2 new, 1 moved, 2 removed");
        assert_eq!(describe(compare(&before, before.into_iter())), "Refreshed: no changes");
    }

    fn last_message(server: &FakeServer) -> String {
        server.state.notices.newest_first().next().unwrap().text.clone()
    }

    #[test]
    fn a_refresh_reports_what_changed_in_the_list_in_view() {
        let mut server = FakeServer::loaded(120, 40);
        server.act(&[Action::Go(Pane::Candidates), Action::Refresh]).settle();
        assert_eq!(last_message(&server), "Refreshed: no changes");
        let other = server.candidates[0].current_pipeline_stage_id.clone();
        let moved = server.candidates.iter_mut().find(|one| one.current_pipeline_stage_id != other);
        let moved = moved.unwrap();
        moved.current_pipeline_stage_id = other;
        let mut new = server.candidates[0].clone();
        new.id = "cand_new".into();
        server.candidates.push(new);
        server.act(&[Action::Refresh]).settle();
        assert_eq!(last_message(&server), "Refreshed: 1 new, 1 moved");
    }
}
