//! Passes what comes from the mirror to the feature that shows it.

use super::{dialog, reopen};
use crate::tui::app::effect::Effect;
use crate::tui::app::mirror_message::MirrorMessage;
use crate::tui::app::mirrored::MirroredJob;
use crate::tui::app::state::State;
use crate::tui::app::{all_candidates, first_screen};
use crate::tui::features::sync::state::SyncFailure;
use crate::tui::features::{palette, sync, today};

/// Candidates of jobs that earlier sessions read.
pub(super) fn take_all(state: &mut State, jobs: Vec<MirroredJob>, is_done: bool) {
    all_candidates::take_mirrored(state, jobs, is_done);
    dialog::search_soon(state);
    if is_done {
        today::update::rebuild(state);
    }
}

pub(super) fn handle(state: &mut State, message: MirrorMessage, effects: &mut Vec<Effect>) {
    match message {
        MirrorMessage::FirstScreen(mut first) => {
            reopen::restore(state, std::mem::take(&mut first.screen), effects);
            first_screen::restore(state, *first);
        }
        MirrorMessage::Jobs(jobs) => first_screen::restore_jobs(state, &jobs),
        MirrorMessage::Job(job) => first_screen::restore_job(state, *job),
        MirrorMessage::Candidate(record, at) => {
            first_screen::restore_candidate(state, *record, at);
        }
        MirrorMessage::PeopleFound { ticket, people } => {
            palette::update::take_people(state, ticket, people);
        }
        MirrorMessage::Coverage(coverage) => state.sync.coverage = Some(coverage),
        MirrorMessage::Synced(result) => {
            let is_busy = matches!(result, Err(SyncFailure::Busy));
            sync::update::finish(state, result);
            // While another window syncs, this one asks every few seconds.
            if !is_busy {
                today::update::load_changes(effects);
                all_candidates::reload(state);
            }
        }
    }
}
