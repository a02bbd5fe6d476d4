//! The keys of the list of all candidates. The dispatcher calls this.

use crate::keymap::action::{Action, CopyField, Pane};
use crate::recruiting::query::QueryContext;
use crate::recruiting::table::store::RowStore;
use crate::text::pluralize;
use crate::tui::app::all_candidates::{self, ALL_JOBS};
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::list::List;
use crate::tui::app::list::tasks::{Task, note_cursor_jump, with_list};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::state::Location;

/// Runs an action in the panes. Returns false if it does nothing special here.
pub(crate) fn act(state: &mut State, action: Action) -> bool {
    match action {
        Action::AllCandidates => open(state),
        Action::GroupByPerson => toggle_groups(state),
        // An open link comes first.
        Action::Open => {
            let has_link = state.open_job().is_some_and(|open| open.detail.link.is_some());
            return !has_link && go_to_job(state);
        }
        _ if state.inbox.is_none() && needs_job(state, action) => {
            state.notify(Severity::Info, "Select a job first");
        }
        _ => return false,
    }
    true
}

/// Whether the action needs a job under the cursor, and the row for all candidates is selected.
fn needs_job(state: &State, action: Action) -> bool {
    let is_of_job = matches!(
        action,
        Action::Mark
            | Action::MarkRange
            | Action::LikeThis
            | Action::Json
            | Action::CopyField(CopyField::Name | CopyField::Id)
    );
    is_of_job && state.is_all_selected() && matches!(state.focus, Pane::Jobs | Pane::Job)
}

/// Goes to the list; its filter stays.
fn open(state: &mut State) {
    let job = ALL_JOBS.into();
    let filter = state.list_of_job(&job).map_or("", |all| all.list.field.text()).to_owned();
    let location = Location {
        pane: Pane::Candidates,
        job: Some(job),
        candidate: None,
        filter,
        board: state.board && state.is_all_selected(),
        name: String::new(),
    };
    state.follow_up(FollowUp::GoTo(location));
}

/// Goes from the details of a candidate to the list of their job. Returns false elsewhere.
fn go_to_job(state: &mut State) -> bool {
    let is_here = state.is_all_selected() && state.focus == Pane::Candidate;
    let Some((open, row)) = state.current_row().filter(|_| is_here && state.inbox.is_none()) else {
        return false;
    };
    let subject = open.subject(row);
    let location = Location::record(Pane::Candidate, subject.job, Some(subject.candidate));
    state.follow_up(FollowUp::GoTo(location));
    true
}

/// One row for each person, or for each candidacy again.
fn toggle_groups(state: &mut State) {
    struct Toggle;
    impl Task for Toggle {
        type Out = bool;

        fn run<S: RowStore>(self, list: &mut List<S>, context: &QueryContext<'_>) -> bool {
            list.toggle_groups(context)
        }
    }
    if !state.is_all_selected() {
        let all = state.key_of(Action::AllCandidates);
        let message = format!("Only All candidates groups by person: press {all}");
        return state.notify(Severity::Info, message);
    }
    let message = if with_list(state, Pane::Candidates, Toggle) {
        "One row per person: keys act on the most advanced active candidacy"
    } else {
        "One row per candidacy"
    };
    note_cursor_jump(state);
    state.notify(Severity::Info, message);
}

/// Reads the jobs that were not read yet, or all of them again.
pub(crate) fn read_jobs(state: &mut State) {
    let unread = state.all_coverage();
    let is_again = unread.read == unread.jobs;
    let count = pluralize(all_candidates::read_jobs(state), "job", "jobs");
    let again = if is_again { " again" } else { "" };
    state.notify(Severity::Info, format!("Reading the candidates of {count}{again}"));
}
