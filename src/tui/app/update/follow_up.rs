//! Carries out what features and responses queued.

use crate::recruiting::triage::Subject;
use crate::tui::app::effect::Effect;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::inbox::{queue, scope};
use crate::tui::features::job_picker::state::{PickPurpose, PickedJob};
use crate::tui::features::navigation::locations;
use crate::tui::features::navigation::panes::current_location;
use crate::tui::features::{
    attach, board, compare, duplicates, editor, export, job_picker, triage,
};

/// Runs until the queue is empty: a follow-up may queue others.
pub(crate) fn run_all(state: &mut State, effects: &mut Vec<Effect>) {
    while let Some(follow_up) = state.follow_ups.pop_front() {
        run(state, follow_up, effects);
    }
}

fn run(state: &mut State, follow_up: FollowUp, effects: &mut Vec<Effect>) {
    match follow_up {
        FollowUp::Export { document, name } => export::update::open(state, document, &name),
        FollowUp::CompareDuplicates(pair) => compare::update::show(state, pair.to_vec(), true),
        FollowUp::GoTo(location) => {
            let here = current_location(state);
            state.navigation.history.leave(here);
            locations::go_to(state, location, effects);
        }
        FollowUp::GiveVerdict(verdict, subjects) => {
            triage::update::give_to_marked(state, verdict, subjects, effects);
        }
        FollowUp::ToggleStars(subjects) => triage::update::toggle_stars(state, subjects, effects),
        FollowUp::Annotate(subjects, entries) => {
            let entries_of =
                |subject: &Subject| entries.get(&subject.candidate).cloned().unwrap_or_default();
            triage::update::log_annotation(state, subjects, &entries_of, effects);
        }
        FollowUp::Snooze(subjects, entry) => {
            triage::update::log_decision(state, subjects, &|_| vec![entry.clone()], effects);
        }
        FollowUp::StoreReasons => scope::store_reasons(state, effects),
        FollowUp::StepOnBoard(step) => board::update::step_on_board(state, step),
        FollowUp::PickJob(purpose) => job_picker::update::open(state, purpose),
        FollowUp::JobPicked(PickedJob { job, purpose: PickPurpose::Attach(people) }) => {
            attach::update::request_confirmation(state, job, people);
        }
        FollowUp::JobPicked(PickedJob { job, purpose: PickPurpose::Form }) => {
            editor::update::fill::set_job(state, job);
        }
        FollowUp::OpenReport(report) => editor::update::open::open_report(state, report),
        FollowUp::SendForm(form, origin) => {
            editor::update::open::send_form(state, *form, origin, effects);
        }
        FollowUp::IndexContacts(person) => duplicates::update::index_contacts(state, &person),
        FollowUp::ContactsFailed(person, failure) => {
            duplicates::update::handle_failure(state, &person, &failure);
        }
        FollowUp::HistoryChanged => queue::on_history(state),
    }
}
