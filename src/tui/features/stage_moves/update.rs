//! Opens the stage picker, and handles its keys. The dispatcher calls this.

pub(crate) mod moves;

use std::collections::BTreeSet;

use super::state::StagePicker;
use super::targets::{Pipeline, common_next, moves_to, stage_targets};
use crate::keymap::action::TextEdit;
use crate::text::pluralize;
use crate::tui::app::dialog::Dialog;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::prompt::state::PromptSubjects;
use crate::tui::features::triage::subjects::has_marked_candidates;
use crate::tui::widgets::pick_list;
use crate::wire::JobId;

/// Opens the picker, or says why the candidates cannot be moved.
pub(crate) fn open(state: &mut State, subjects: PromptSubjects) {
    let message = if !state.local_data.is_restored {
        "The workspace is still opening; try again in a moment".to_owned()
    } else if !state.local_data.can_apply {
        "Candidates can be moved only in a workspace on this machine; on this server, move them in \
         the ATS"
            .to_owned()
    } else {
        let jobs: BTreeSet<JobId> =
            subjects.all.iter().map(|(subject, _)| subject.job.clone()).collect();
        let pipelines: Vec<Pipeline<'_>> =
            jobs.into_iter().map(|job| (job.clone(), state.stages_of_job(&job))).collect();
        let targets = stage_targets(&pipelines, &subjects.all);
        let unread = pipelines.iter().filter(|(_, stages)| stages.is_empty());
        let unread: Vec<JobId> = unread.map(|(job, _)| job.clone()).collect();
        if unread.is_empty() && !targets.is_empty() {
            let picker = StagePicker { subjects, targets, ..StagePicker::default() };
            state.dialogs.open(Dialog::PickStage(Box::new(picker)));
            return search(state);
        }
        let jobs = pluralize(pipelines.len(), "job", "jobs");
        for job in &unread {
            state.open_in_background(job);
        }
        match (unread.as_slice(), jobs) {
            ([], jobs) => format!("No stage has the same name in all {jobs}: mark one job's only"),
            ([job], _) => {
                format!("The stages of {} are not loaded yet", state.job_display_name(job))
            }
            (jobs, _) => format!("The stages of {} jobs are not loaded yet", jobs.len()),
        }
    };
    state.notify(Severity::Info, message);
}

/// All stages while nothing is typed.
pub(crate) fn search(state: &mut State) {
    let Some(Dialog::PickStage(picker)) = state.dialogs.top_mut() else { return };
    let words = picker.field.text().trim();
    // From the start of a word: `j`, meant as "down", must not select "Rejected".
    let is_match = |at: &usize| pick_list::starts_words(&picker.targets[*at].name, words);
    picker.matches = (0..picker.targets.len()).filter(is_match).collect();
    let choice = if words.is_empty() {
        common_next(&picker.targets, picker.subjects.all.len())
    } else {
        let can_move = |at: &usize| !picker.has_all(&picker.targets[*at]);
        Some(picker.matches.iter().position(can_move).unwrap_or(0))
    };
    (picker.at, picker.has_choice) = (choice.unwrap_or(0), choice.is_some());
}

/// An editing key.
pub(crate) fn edit(state: &mut State, edit: TextEdit) {
    let Some(Dialog::PickStage(picker)) = state.dialogs.top_mut() else { return };
    match edit {
        TextEdit::Next | TextEdit::Complete if !picker.has_choice => picker.has_choice = true,
        _ if pick_list::step_while_typing(&mut picker.at, picker.matches.len(), edit) => {
            picker.has_choice = true;
        }
        TextEdit::Cancel => state.dialogs.close(),
        TextEdit::Accept => accept(state),
        _ => {
            picker.field.edit(edit);
            search(state);
        }
    }
}

/// A digit typed first picks the stage of that number. Returns whether it did.
pub(crate) fn pick_number(state: &mut State, letter: char) -> bool {
    let Some(Dialog::PickStage(picker)) = state.dialogs.top_mut() else { return false };
    let at = letter.to_digit(10).and_then(|number| number.checked_sub(1)).map(|at| at as usize);
    let Some(at) = at.filter(|at| picker.field.text().is_empty() && *at < picker.targets.len())
    else {
        return false;
    };
    (picker.at, picker.has_choice) = (at, true);
    accept(state);
    true
}

fn accept(state: &mut State) {
    let Some(Dialog::PickStage(picker)) = state.dialogs.top() else { return };
    let message = match picker.target() {
        Some(target) if picker.has_all(target) => match picker.subjects.all.as_slice() {
            [(subject, snapshot)] => {
                format!(
                    "{} is already in {}",
                    state.display_name_of(subject, snapshot),
                    target.name
                )
            }
            all => format!("All {} candidates are already in {}", all.len(), target.name),
        },
        Some(_) => return send(state),
        None if picker.has_choice => "No stage matches: type fewer letters".to_owned(),
        None => "Choose a stage: press its number, type part of its name or move to it".to_owned(),
    };
    state.notify(Severity::Info, message);
}

/// Closes the picker and moves the candidates; the marks have served their purpose.
fn send(state: &mut State) {
    let Some(Dialog::PickStage(picker)) = state.dialogs.pop() else { return };
    let Some(target) = picker.target().cloned() else { return };
    let moves = moves_to(&target, picker.subjects.all);
    if has_marked_candidates(state)
        && let Some(open) = state.open_job_mut()
    {
        open.list.marks.clear();
    }
    let ticket = state.next_ticket();
    state.follow_up(FollowUp::SendMoves(ticket, moves));
}
