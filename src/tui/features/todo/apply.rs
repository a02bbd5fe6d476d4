//! Builds the preview of the moves that carry out the to-do list.

use super::list::target;
use super::state::{ApplyPreview, ApplyStep, TodoList, TodoRow};
use crate::recruiting::triage::{StageMove, Verdict, rejection_stages};
use crate::tui::app::state::State;
use crate::wire::StageId;

/// Leaves out verdicts that are not on disk yet: they may still be withdrawn.
pub(crate) fn preview(state: &State, todos: &TodoList) -> ApplyPreview {
    let rows = todos.jobs.iter().flat_map(|job| &job.rows).filter(|row| !row.is_pending);
    let steps = rows.filter_map(|row| step(state, row)).collect();
    ApplyPreview { steps, changes: state.todo_counter.changes, ..ApplyPreview::default() }
}

/// Builds the preview again after more lists were loaded. Choices of the user and the cursor stay.
pub(crate) fn rebuild(old: &ApplyPreview, state: &State, todos: &TodoList) -> ApplyPreview {
    let mut new = preview(state, todos);
    for step in &mut new.steps {
        let is_same = |old: &&ApplyStep| old.candidate == step.candidate;
        let Some(old) = old.steps.iter().find(is_same) else { continue };
        step.is_left_out = old.is_left_out;
        let to = old.to.as_ref().ok().map(|(_, stage_move)| &stage_move.to);
        let choice = step.choices.iter().find(|(id, _)| Some(id) == to).cloned();
        if let (Ok((name, stage_move)), Some((id, choice))) = (&mut step.to, choice) {
            (stage_move.to, *name) = (id, choice);
        }
    }
    let selected = old.steps.get(old.at).map(|step| &step.candidate);
    let index = new.steps.iter().position(|step| Some(&step.candidate) == selected);
    new.at = index.unwrap_or(old.at).min(new.steps.len().saturating_sub(1));
    new.is_warned = old.is_warned && new.steps == old.steps;
    new
}

fn step(state: &State, row: &TodoRow) -> Option<ApplyStep> {
    let open = state.open.get(&row.subject.job)?;
    let rows = &open.list.pages.rows;
    let at = rows.find(row.subject.candidate.as_str())?;
    let from = rows.stage_id(at);
    let to = match target(row.verdict, open, at) {
        _ if from.is_empty() => Err("this stage has no id"),
        Ok(next) => {
            let candidate = row.subject.candidate.clone();
            let step = StageMove { candidate, from: from.into(), to: next.id.clone() };
            Ok((next.name.clone(), step))
        }
        Err(error) => Err(error),
    };
    let mut choices: Vec<(StageId, String)> = rejection_stages(&open.stages())
        .map(|stage| (stage.id.clone(), stage.name.clone()))
        .collect();
    if row.verdict != Verdict::Decline || choices.len() < 2 {
        choices.clear();
    }
    Some(ApplyStep {
        name: row.name.clone(),
        candidate: row.subject.candidate.clone(),
        job: row.subject.job.clone(),
        job_name: row.job_name.clone(),
        stage: row.stage.clone(),
        to,
        choices,
        is_left_out: false,
        outcome: None,
    })
}
