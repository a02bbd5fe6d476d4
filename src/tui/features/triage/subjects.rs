//! Whom a triage key applies to: the marked candidates of the list, or else the selected one. For a
//! verdict, only those whose stage allows it.

use std::collections::HashSet;

use super::selectors::candidate_at_cursor;
use super::transaction::refuse_until_open;
use crate::keymap::action::Pane;
use crate::recruiting::stage::{self, StageRef};
use crate::recruiting::triage::{Snapshot, Subject, Verdict, refusal};
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::prompt::state::PromptSubjects;
use crate::wire::CandidateId;

pub(crate) fn has_marked_candidates(state: &State) -> bool {
    state.inbox.is_none() && state.focus == Pane::Candidates && state.has_marks()
}

/// All marked candidates of the focused list, if any are marked.
pub(super) fn marked_subjects(state: &State) -> Option<PromptSubjects> {
    let open = state.open_job().filter(|_| has_marked_candidates(state))?;
    let rows = open.list.marks.iter();
    let all = rows.map(|row| (open.subject(*row), state.snapshot(open, *row))).collect();
    Some(PromptSubjects { all, hidden: state.hidden_marks(), ..PromptSubjects::default() })
}

/// The selected candidate; tells the user if there is none.
pub(super) fn selected_subjects(state: &mut State) -> Option<PromptSubjects> {
    let all = vec![candidate_at_cursor(state)?];
    Some(PromptSubjects { all, ..PromptSubjects::default() })
}

/// The candidates that may get the verdict. Leaves out those whose stage rules it out, and tells
/// the user why if none is left.
pub(super) fn verdict_subjects(state: &mut State, verdict: Verdict) -> Option<PromptSubjects> {
    if refuse_until_open(state) {
        return None;
    }
    let marked = marked_subjects(state);
    let mut subjects = marked.or_else(|| selected_subjects(state))?;
    let name_of = |subject: &Subject, snapshot: &Snapshot| state.display_name_of(subject, snapshot);
    let refuse = |(subject, snapshot): &(Subject, Snapshot)| {
        let stages = state.stages_of_job(&subject.job);
        refusal(verdict, &name_of(subject, snapshot), stage_ref(snapshot), &stages)
    };
    let reason = subjects.all.first().and_then(refuse);
    let all = std::mem::take(&mut subjects.all);
    (subjects.excluded, subjects.all) = all.into_iter().partition(|pair| refuse(pair).is_some());
    if subjects.all.is_empty() {
        let message = match (subjects.excluded.len(), reason) {
            (0 | 1, reason) => reason.unwrap_or_default(),
            (count, _) => {
                let participle = if verdict == Verdict::Decline { "declined" } else { "advanced" };
                let stages = subjects.excluded_stages();
                format!(
                    "None of the {count} marked candidates can be {participle}: all are in {stages}"
                )
            }
        };
        state.notify(Severity::Info, message);
        return None;
    }
    count_warnings(state, verdict, &mut subjects);
    Some(subjects)
}

/// Counts what the user should know before the verdict.
fn count_warnings(state: &State, verdict: Verdict, subjects: &mut PromptSubjects) {
    let hidden: HashSet<CandidateId> = match state.open_job() {
        Some(open) if subjects.hidden > 0 => {
            let rows = open.list.hidden_marked_rows();
            rows.iter().map(|row| open.list.pages.rows.id(*row).into()).collect()
        }
        _ => HashSet::new(),
    };
    let is_final = |subject: &Subject, snapshot: &Snapshot| {
        let stages = state.stages_of_job(&subject.job);
        let current = stages.iter().find(|stage| stage_ref(snapshot).matches(stage));
        current.is_some_and(|stage| stage::is_final(stage, &stages))
    };
    let has_other_verdict = |subject: &Subject| {
        let triage = state.triage.candidate(subject.candidate.as_str());
        let current = triage.and_then(|triage| triage.verdict.as_ref());
        current.is_some_and(|current| current.verdict != verdict)
    };
    let count = |test: &dyn Fn(&Subject, &Snapshot) -> bool| {
        subjects.all.iter().filter(|(subject, snapshot)| test(subject, snapshot)).count()
    };
    let hidden = count(&|subject, _| hidden.contains(&subject.candidate));
    let in_final_stage = count(&is_final);
    let with_other_verdict = count(&|subject, _| has_other_verdict(subject));
    (subjects.hidden, subjects.in_final_stage, subjects.with_other_verdict) =
        (hidden, in_final_stage, with_other_verdict);
}

fn stage_ref(snapshot: &Snapshot) -> StageRef<'_> {
    StageRef::new(&snapshot.stage_id, &snapshot.stage_name)
}
