//! Gives verdicts and stars, opens the prompts for notes, tags and snoozes, and moves on to the
//! next candidate. The dispatcher calls this for keys and for accepted prompts.

use super::refresh::refilter;
use super::selectors::candidate_at_cursor;
use super::transaction::{self, refuse_until_open};
use super::{missing, seen_marks};
use crate::keymap::action::Pane;
use crate::recruiting::table::Row;
use crate::recruiting::triage::{EntryKind, LogEntry, Snapshot, Subject, Verdict};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::list::CursorStep;
use crate::tui::app::list::tasks::note_cursor_step;
use crate::tui::app::open_job::DetailPosition;
use crate::tui::app::state::State;
use crate::tui::features::inbox::reason::ReasonFinder;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::prompt::state::{Prompt, PromptKind, PromptSubjects};

/// Runs after every message.
pub(crate) fn after_update(state: &mut State, effects: &mut Vec<Effect>) {
    if state.is_selection_at_rest() {
        seen_marks::mark_selected(state, effects);
        missing::warn(state);
    }
}

/// Gives a verdict to the selected candidate, or asks first if candidates are marked.
pub(crate) fn give_verdict(state: &mut State, verdict: Verdict, effects: &mut Vec<Effect>) {
    if refuse_until_open(state) {
        return;
    }
    if let Some(subjects) = marked_subjects(state) {
        return confirm_verdict(state, verdict, subjects);
    }
    let Some(subjects) = selected_subjects(state) else { return };
    decide(state, verdict, subjects, effects);
    if state.inbox.is_none() {
        select_next_row(state);
    }
}

/// Asks whether to give the verdict to all marked candidates. Advancing leaves out those whose
/// stage is the last one.
fn confirm_verdict(state: &mut State, verdict: Verdict, mut subjects: PromptSubjects) {
    let Some(open) = state.open_job() else { return };
    let reasons = ReasonFinder::new(state, open);
    let is_at_end = |subject: &Subject| {
        let row = open.list.pages.rows.find(subject.candidate.as_str());
        row.is_some_and(|row| reasons.is_final(row))
    };
    let has_other = |subject: &Subject| {
        let triage = state.triage.candidate(subject.candidate.as_str());
        let current = triage.and_then(|triage| triage.verdict.as_ref());
        current.is_some_and(|current| current.verdict != verdict)
    };
    if verdict == Verdict::Advance {
        let all = subjects.all.into_iter();
        (subjects.excluded, subjects.all) = all.partition(|(subject, _)| is_at_end(subject));
    } else {
        subjects.in_final_stage =
            subjects.all.iter().filter(|(subject, _)| is_at_end(subject)).count();
    }
    let counts = |row: &Row| verdict != Verdict::Advance || !reasons.is_final(*row);
    subjects.hidden = open.list.hidden_marked_rows().iter().filter(|row| counts(row)).count();
    subjects.with_other_verdict =
        subjects.all.iter().filter(|(subject, _)| has_other(subject)).count();
    if subjects.all.is_empty() {
        let stages = subjects.excluded_stages();
        let message = format!("nobody can be advanced: no stage comes after {stages}");
        return state.notify(Severity::Info, message);
    }
    open_prompt(state, PromptKind::Verdict(verdict), subjects);
}

/// Gives the verdict to all marked candidates in one undo group, and clears the marks.
pub(crate) fn give_to_marked(
    state: &mut State,
    verdict: Verdict,
    subjects: PromptSubjects,
    effects: &mut Vec<Effect>,
) {
    decide(state, verdict, subjects, effects);
    if let Some(open) = state.open_job_mut() {
        open.list.marks.clear();
    }
}

fn decide(
    state: &mut State,
    verdict: Verdict,
    subjects: PromptSubjects,
    effects: &mut Vec<Effect>,
) {
    let reason = state.triage_session.default_reasons[verdict as usize].clone();
    if state.inbox.is_none() {
        let message = match subjects.all.as_slice() {
            [(_, snapshot)] => format!("{}, on this machine: {}", verdict.as_str(), snapshot.name),
            all => format!("{}, on this machine: {} candidates", verdict.as_str(), all.len()),
        };
        state.notify(Severity::Info, message);
    }
    let kinds_of = |_: &Subject| vec![EntryKind::Verdict { verdict, reason: reason.clone() }];
    log_decision(state, subjects, &kinds_of, effects);
}

/// Logs entries that take the candidates out of the queue for now; the inbox moves to the next
/// candidate.
pub(crate) fn log_decision(
    state: &mut State,
    subjects: PromptSubjects,
    kinds_of: &dyn Fn(&Subject) -> Vec<EntryKind>,
    effects: &mut Vec<Effect>,
) {
    let seen_subjects = subjects.all.iter().map(|(subject, _)| subject.clone()).collect();
    seen_marks::mark(state, seen_subjects, effects);
    let entries = append(state, subjects, kinds_of);
    state.follow_up(FollowUp::StoreDecision(entries));
}

/// Logs entries that leave the candidates where they are: notes, tags, stars.
pub(crate) fn log_annotation(
    state: &mut State,
    subjects: PromptSubjects,
    kinds_of: &dyn Fn(&Subject) -> Vec<EntryKind>,
) {
    let entries = append(state, subjects, kinds_of);
    state.follow_up(FollowUp::StoreAnnotation(entries));
}

/// Adds the entries to the log, and refilters the lists.
fn append(
    state: &mut State,
    subjects: PromptSubjects,
    kinds_of: &dyn Fn(&Subject) -> Vec<EntryKind>,
) -> Vec<LogEntry> {
    let candidates = subjects.candidates();
    let changes = subjects.all.into_iter().flat_map(|(subject, snapshot)| {
        let kinds = kinds_of(&subject);
        kinds.into_iter().map(move |kind| (subject.clone(), snapshot.clone(), kind))
    });
    let entries = transaction::append(state, changes.collect());
    for candidate in candidates {
        refilter(state, candidate.as_str());
    }
    entries
}

/// Sets the reason given with a verdict from now on.
pub(crate) fn set_reason(state: &mut State, verdict: Verdict, reason: Option<String>) {
    state.triage_session.default_reasons[verdict as usize] = reason;
}

/// Toggles the star of the selected candidate, or asks first if candidates are marked.
pub(crate) fn star(state: &mut State) {
    if refuse_until_open(state) {
        return;
    }
    if let Some(subjects) = marked_subjects(state) {
        return open_prompt(state, PromptKind::Star, subjects);
    }
    if let Some(subjects) = selected_subjects(state) {
        toggle_stars(state, subjects);
    }
}

/// Gives all of them a star; takes it off if all have one.
pub(crate) fn toggle_stars(state: &mut State, mut subjects: PromptSubjects) {
    let has_star = |(subject, _): &(Subject, Snapshot)| {
        state.triage.candidate(subject.candidate.as_str()).is_some_and(|triage| triage.starred)
    };
    let kind = if subjects.all.iter().all(has_star) {
        EntryKind::Unstar
    } else {
        subjects.all.retain(|subject| !has_star(subject));
        EntryKind::Star
    };
    log_annotation(state, subjects, &|_| vec![kind.clone()]);
}

/// Opens a prompt about the marked candidates, or about the selected one.
pub(crate) fn prompt(state: &mut State, kind: PromptKind) {
    if refuse_until_open(state) {
        return;
    }
    if let Some(subjects) = marked_subjects(state).or_else(|| selected_subjects(state)) {
        open_prompt(state, kind, subjects);
    }
}

/// Opens the prompt for the reason that goes with verdicts.
pub(crate) fn prompt_for_reason(state: &mut State) {
    open_prompt(state, PromptKind::Reason(Verdict::Decline), PromptSubjects::default());
}

fn open_prompt(state: &mut State, kind: PromptKind, subjects: PromptSubjects) {
    state.dialogs.open(Dialog::Prompt(Box::new(Prompt::new(kind, subjects))));
}

fn selected_subjects(state: &mut State) -> Option<PromptSubjects> {
    let all = vec![candidate_at_cursor(state)?];
    Some(PromptSubjects { all, ..PromptSubjects::default() })
}

/// All marked candidates of the focused list, if any are marked.
fn marked_subjects(state: &State) -> Option<PromptSubjects> {
    if state.inbox.is_some() || state.focus != Pane::Candidates || !state.has_marks() {
        return None;
    }
    let open = state.open_job()?;
    let rows = open.list.marks.iter();
    let all = rows.map(|row| (open.subject(*row), state.snapshot(open, *row))).collect();
    Some(PromptSubjects { all, hidden: state.hidden_marks(), ..PromptSubjects::default() })
}

fn select_next_row(state: &mut State) {
    if state.layout.board {
        return state.follow_up(FollowUp::StepOnBoard(CursorStep::By(1)));
    }
    if let Some(open) = state.open_job_mut() {
        open.list.step(CursorStep::By(1));
        open.detail = DetailPosition::default();
    }
    note_cursor_step(state);
}
