//! Gives verdicts and stars, opens the prompts for notes, tags and snoozes, and moves on to the next
//! candidate. The dispatcher calls this for keys, `prompt::update` when a prompt is accepted.

use super::refresh::refresh_candidates;
use super::transaction::{self, refuse_until_open};
use super::{missing, seen_marks, stale_key_guard};
use crate::keymap::action::Pane;
use crate::recruiting::table::Row;
use crate::recruiting::triage::{EntryKind, Snapshot, Subject, Verdict};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::list::CursorStep;
use crate::tui::app::state::State;
use crate::tui::app::update::lists::{moved, stepped};
use crate::tui::features::board;
use crate::tui::features::inbox::state::LastVerdict;
use crate::tui::features::inbox::why::ReasonFinder;
use crate::tui::features::inbox::{queue, scope};
use crate::tui::features::messages::state::Severity;
use crate::tui::features::prompt::state::{Prompt, PromptKind, PromptSubject};

/// Runs after every message.
pub(crate) fn follow(state: &mut State, effects: &mut Vec<Effect>) {
    let now = state.clock.moment;
    stale_key_guard::rebuild_queue(state);
    if state.rests_at.is_none_or(|at| at <= now) {
        seen_marks::mark_selected(state, effects);
        missing::warn(state);
        scope::keep_place(state, effects);
    }
    state.bound_card();
}

/// The program ends.
pub(crate) fn ending(state: &mut State, effects: &mut Vec<Effect>) {
    scope::keep_place(state, effects);
}

/// Gives a verdict to the selected candidate, or asks first if candidates are marked.
pub(crate) fn give(state: &mut State, verdict: Verdict, effects: &mut Vec<Effect>) {
    if refuse_until_open(state) {
        return;
    }
    if let Some(subjects) = marked(state) {
        return confirm_verdict(state, verdict, subjects);
    }
    let Some(subjects) = selected(state) else { return };
    decide(state, verdict, subjects, effects);
    if state.inbox.is_none() {
        next_row(state);
    }
}

/// Asks whether to give the verdict to all marked candidates. Advancing leaves out those whose stage is
/// the last one.
fn confirm_verdict(state: &mut State, verdict: Verdict, mut subjects: PromptSubject) {
    let Some(open) = state.opened() else { return };
    let reasons = ReasonFinder::new(state, open);
    let is_at_end = |subject: &Subject| {
        let row = open.list.roll.rows.find(subject.candidate.as_str());
        row.is_some_and(|row| reasons.is_over(row))
    };
    let has_other = |subject: &Subject| {
        let own = state.book.own(subject.candidate.as_str());
        let current = own.and_then(|own| own.verdict.as_ref());
        current.is_some_and(|current| current.verdict != verdict)
    };
    if verdict == Verdict::Advance {
        let all = subjects.all.into_iter();
        (subjects.out, subjects.all) = all.partition(|(subject, _)| is_at_end(subject));
    } else {
        subjects.ended = subjects.all.iter().filter(|(subject, _)| is_at_end(subject)).count();
    }
    let counts = |row: &Row| verdict != Verdict::Advance || !reasons.is_over(*row);
    subjects.hidden = open.list.hidden().iter().filter(|row| counts(row)).count();
    subjects.others = subjects.all.iter().filter(|(subject, _)| has_other(subject)).count();
    if subjects.all.is_empty() {
        let mut stages: Vec<&str> =
            subjects.out.iter().map(|(_, seen)| seen.stage_name.as_str()).collect();
        stages.sort_unstable();
        stages.dedup();
        let stages = stages.join(", ");
        let message = format!("nobody can be advanced: no stage comes after {stages}");
        return state.tell(Severity::Info, message);
    }
    open_prompt(state, PromptKind::Verdict(verdict), subjects);
}

/// Gives the verdict to all marked candidates in one undo group, and clears the marks.
pub(crate) fn give_to_marked(
    state: &mut State,
    verdict: Verdict,
    subjects: PromptSubject,
    effects: &mut Vec<Effect>,
) {
    decide(state, verdict, subjects, effects);
    if let Some(open) = state.opened_mut() {
        open.list.marks.clear();
    }
}

fn decide(state: &mut State, verdict: Verdict, subjects: PromptSubject, effects: &mut Vec<Effect>) {
    let reason = state.deciding.sticky[verdict as usize].clone();
    if state.inbox.is_none() {
        let message = match subjects.all.as_slice() {
            [(_, seen)] => format!("{}, kept here: {}", verdict.as_str(), seen.name),
            all => format!("{}, kept here: {} candidates", verdict.as_str(), all.len()),
        };
        state.tell(Severity::Info, message);
    }
    let act = |_: &Subject| vec![EntryKind::Verdict { verdict, reason: reason.clone() }];
    log_decision(state, subjects, &act, effects);
}

/// Logs entries that take the candidates out of the queue for now, and moves to the next candidate.
pub(crate) fn log_decision(
    state: &mut State,
    subjects: PromptSubject,
    act: &dyn Fn(&Subject) -> Vec<EntryKind>,
    effects: &mut Vec<Effect>,
) {
    let candidates = subjects.candidates();
    let now = state.clock.moment;
    let last = subjects.all.last().cloned().map(|(subject, seen)| {
        let verdict = act(&subject).iter().find_map(|act| match act {
            EntryKind::Verdict { verdict, .. } => Some(*verdict),
            _ => None,
        });
        LastVerdict { verdict, subject, seen }
    });
    if let Some(inbox) = state.inbox.as_deref_mut() {
        inbox.just = last;
        inbox.sitting.extend(candidates.iter().map(|id| id.as_str().to_owned()));
        inbox.pace.push(now);
    }
    let seen = subjects.all.iter().map(|(subject, _)| subject.clone()).collect();
    seen_marks::mark(state, seen, effects);
    let entries = transaction::append(state, acts(subjects, act));
    refresh_candidates(state, &candidates);
    if state.inbox.is_some() {
        queue::go_on(state);
        moved(state);
    }
    // Last, so that the stored position is the next candidate.
    transaction::write(state, entries, effects);
}

/// Logs entries that leave the candidates where they are: notes, tags, stars.
pub(crate) fn log_annotation(
    state: &mut State,
    subjects: PromptSubject,
    act: &dyn Fn(&Subject) -> Vec<EntryKind>,
    effects: &mut Vec<Effect>,
) {
    let candidates = subjects.candidates();
    if let Some(inbox) = state.inbox.as_deref_mut() {
        inbox.just = None;
    }
    let entries = transaction::append(state, acts(subjects, act));
    transaction::write(state, entries, effects);
    refresh_candidates(state, &candidates);
}

fn acts(
    subjects: PromptSubject,
    act: &dyn Fn(&Subject) -> Vec<EntryKind>,
) -> Vec<(Subject, Snapshot, EntryKind)> {
    let all = subjects.all.into_iter().flat_map(|(subject, seen)| {
        let acts = act(&subject);
        acts.into_iter().map(move |act| (subject.clone(), seen.clone(), act))
    });
    all.collect()
}

/// Toggles the star of the selected candidate, or asks first if candidates are marked.
pub(crate) fn star(state: &mut State, effects: &mut Vec<Effect>) {
    if refuse_until_open(state) {
        return;
    }
    if let Some(subjects) = marked(state) {
        return open_prompt(state, PromptKind::Star, subjects);
    }
    if let Some(subjects) = selected(state) {
        toggle_stars(state, subjects, effects);
    }
}

/// Gives all of them a star; takes it off if all have one.
pub(crate) fn toggle_stars(
    state: &mut State,
    mut subjects: PromptSubject,
    effects: &mut Vec<Effect>,
) {
    let has_star = |(subject, _): &(Subject, Snapshot)| {
        state.book.own(subject.candidate.as_str()).is_some_and(|own| own.starred)
    };
    let act = if subjects.all.iter().all(has_star) {
        EntryKind::Unstar
    } else {
        subjects.all.retain(|subject| !has_star(subject));
        EntryKind::Star
    };
    log_annotation(state, subjects, &|_| vec![act.clone()], effects);
}

/// Opens a prompt about the marked candidates, or about the selected one.
pub(crate) fn prompt(state: &mut State, kind: PromptKind) {
    if refuse_until_open(state) {
        return;
    }
    if let Some(subjects) = marked(state).or_else(|| selected(state)) {
        open_prompt(state, kind, subjects);
    }
}

/// Opens the prompt for the reason that goes with verdicts.
pub(crate) fn prompt_for_reason(state: &mut State) {
    open_prompt(state, PromptKind::Reason(Verdict::Decline), PromptSubject::default());
}

fn open_prompt(state: &mut State, kind: PromptKind, subjects: PromptSubject) {
    state.over = Some(Dialog::Asking(Box::new(Prompt::new(kind, subjects))));
}

fn selected(state: &mut State) -> Option<PromptSubject> {
    let all = vec![state.candidate_at_cursor()?];
    Some(PromptSubject { all, ..PromptSubject::default() })
}

/// All marked candidates of the focused list, if any are marked.
fn marked(state: &State) -> Option<PromptSubject> {
    if state.inbox.is_some() || state.focus != Pane::Candidates || !state.has_marks() {
        return None;
    }
    let open = state.opened()?;
    let rows = open.list.marks.iter();
    let all = rows.map(|row| (open.subject(*row), state.as_seen(open, *row))).collect();
    Some(PromptSubject { all, hidden: state.hidden_marks(), ..PromptSubject::default() })
}

fn next_row(state: &mut State) {
    if state.layout.board {
        return board::update::step_on_board(state, CursorStep::By(1));
    }
    if let Some(open) = state.opened_mut() {
        open.list.step(CursorStep::By(1));
        open.detail_scroll = 0;
    }
    stepped(state);
}
