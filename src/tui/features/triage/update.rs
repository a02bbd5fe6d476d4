//! Gives verdicts and stars, opens the prompts for notes, tags and snoozes, and moves on to the
//! next candidate. The dispatcher calls this for keys and for accepted prompts.

use super::refresh::refilter;
use super::subjects::{
    has_marked_candidates, marked_subjects, selected_subjects, verdict_subjects,
};
use super::transaction::{self, refuse_until_open};
use super::{missing, seen_marks};
use crate::keymap::action::{Action, TriageAction};
use crate::recruiting::triage::{EntryKind, LogEntry, Snapshot, Subject, Verdict};
use crate::text::{pluralize, sanitize};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::list::CursorStep;
use crate::tui::app::list::tasks::note_cursor_step;
use crate::tui::app::open_job::DetailPosition;
use crate::tui::app::state::State;
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
    let Some(subjects) = verdict_subjects(state, verdict) else { return };
    if has_marked_candidates(state) {
        return open_prompt(state, PromptKind::Verdict(verdict), subjects);
    }
    decide(state, verdict, None, subjects, effects);
}

/// Asks for the reason to decline the selected candidate, or all marked ones.
pub(crate) fn prompt_for_reason(state: &mut State) {
    if let Some(subjects) = verdict_subjects(state, Verdict::Decline) {
        open_prompt(state, PromptKind::Reason, subjects);
    }
}

/// Declines with the reason that was given last in the job.
pub(crate) fn decline_again(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(subjects) = verdict_subjects(state, Verdict::Decline) else { return };
    let job = subjects.all.first().map(|(subject, _)| &subject.job);
    let reason = job.and_then(|job| state.triage_session.last_reasons.get(job)).cloned();
    let Some(reason) = reason else {
        let key = state.key_of(Action::Triage(TriageAction::DeclineWithReason));
        let message = format!("No reason given in this job yet. Press {key} to choose one");
        return state.notify(Severity::Info, message);
    };
    if state.inbox.is_some() {
        // The panes show this for every verdict.
        let message = describe_decision(state, Verdict::Decline, Some(&reason), &subjects);
        state.notify(Severity::Info, message);
    }
    decide(state, Verdict::Decline, Some(&reason), subjects, effects);
}

/// Gives the verdict to all subjects in one undo group, and moves on.
pub(crate) fn decide(
    state: &mut State,
    verdict: Verdict,
    reason: Option<&str>,
    subjects: PromptSubjects,
    effects: &mut Vec<Effect>,
) {
    if let (Some(reason), Some((subject, _))) = (reason, subjects.all.first()) {
        state.triage_session.last_reasons.insert(subject.job.clone(), reason.to_owned());
    }
    if state.inbox.is_none() {
        let message = describe_decision(state, verdict, reason, &subjects);
        state.notify(Severity::Info, message);
    }
    let is_marked = has_marked_candidates(state);
    let kinds_of =
        |_: &Subject| vec![EntryKind::Verdict { verdict, reason: reason.map(str::to_owned) }];
    log_decision(state, subjects, &kinds_of, effects);
    if is_marked {
        if let Some(open) = state.open_job_mut() {
            open.list.marks.clear();
        }
    } else if state.inbox.is_none() {
        select_next_row(state);
    }
}

fn describe_decision(
    state: &State,
    verdict: Verdict,
    reason: Option<&str>,
    subjects: &PromptSubjects,
) -> String {
    let verb = verdict.done();
    let name = match subjects.all.as_slice() {
        [(subject, snapshot)] => state.display_name_of(subject, snapshot),
        all => pluralize(all.len(), "candidate", "candidates"),
    };
    let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
    let excluded = match subjects.excluded.len() {
        0 => String::new(),
        count => format!(", left out {count} in {}", subjects.excluded_stages()),
    };
    let key = state.key_of(Action::Undo);
    sanitize(&format!("{verb} {name}{reason}{excluded} · {key} undoes")).into_owned()
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
        state.triage_of_subject(subject).is_some_and(|triage| triage.starred)
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

/// Asks for the stage to move the marked candidates to, or the selected one.
pub(crate) fn pick_stage(state: &mut State) {
    if let Some(subjects) = marked_subjects(state).or_else(|| selected_subjects(state)) {
        state.follow_up(FollowUp::PickStage(subjects));
    }
}

/// Asks to confirm that all local data about the selected person is deleted.
pub(crate) fn prompt_to_forget(state: &mut State) {
    let Some(subjects) = selected_subjects(state) else { return };
    if subjects.all.iter().any(|(subject, _)| subject.person.is_empty()) {
        return state.notify(Severity::Info, "The server does not say which person this is");
    }
    open_prompt(state, PromptKind::Forget, subjects);
}

fn open_prompt(state: &mut State, kind: PromptKind, subjects: PromptSubjects) {
    let mut prompt = Prompt::new(kind, subjects);
    if let (PromptKind::Note, [(subject, _)], Some((candidate, text))) =
        (prompt.kind, prompt.subjects.all.as_slice(), &state.unsaved_note)
        && subject.candidate == *candidate
    {
        prompt.field.set(text);
    }
    state.dialogs.open(Dialog::Prompt(Box::new(prompt)));
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
