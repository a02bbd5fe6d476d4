//! The preview of the moves, made from the to-do list.

use super::apply::{ApplyPreview, ApplyStep};
use super::list::{TodoList, TodoRow};
use super::selectors::{rejections, target};
use crate::recruiting::triage::Verdict;
use crate::tui::app::effect::StageMove;
use crate::tui::app::state::State;
use crate::wire::StageId;

impl ApplyPreview {
    /// The preview of what is to do.
    #[must_use]
    pub fn new(state: &State, todos: &TodoList) -> Self {
        let rows = todos.jobs.iter().flat_map(|job| &job.rows);
        let steps = rows.filter_map(|row| step(state, row)).collect();
        Self { steps, seen: state.tally.changes, ..Self::default() }
    }

    /// The same after more was read: what was left out or chosen by hand stays so,
    /// and the cursor stays on whom it was.
    pub(crate) fn grown(&self, state: &State, todos: &TodoList) -> Self {
        let mut now = Self { from_todo: self.from_todo, ..Self::new(state, todos) };
        for step in &mut now.steps {
            let is_it = |old: &&ApplyStep| old.candidate == step.candidate;
            let Some(old) = self.steps.iter().find(is_it) else { continue };
            step.is_left_out = old.is_left_out;
            let to = old.to.as_ref().ok().map(|(_, sent)| &sent.to);
            let chosen = step.choices.iter().find(|(id, _)| Some(id) == to).cloned();
            if let (Ok((name, sent)), Some((id, chosen))) = (&mut step.to, chosen) {
                (sent.to, *name) = (id, chosen);
            }
        }
        let selected = self.steps.get(self.at).map(|step| &step.candidate);
        let place = now.steps.iter().position(|step| Some(&step.candidate) == selected);
        now.at = place.unwrap_or(self.at).min(now.steps.len().saturating_sub(1));
        now.is_warned = self.is_warned && now.steps == self.steps;
        now
    }
}

fn step(state: &State, row: &TodoRow) -> Option<ApplyStep> {
    let open = state.open.get(&row.subject.job)?;
    let rows = &open.list.roll.rows;
    let at = rows.find(row.subject.candidate.as_str())?;
    let from = rows.stage_id(at);
    let to = match target(row.verdict, open, at) {
        _ if from.is_empty() => Err("this stage has no id"),
        Ok(next) => {
            let candidate = row.subject.candidate.clone();
            let step = StageMove { candidate, from: from.into(), to: next.id.clone() };
            Ok((next.name.clone(), step))
        }
        Err(why) => Err(why),
    };
    let choices = if row.verdict == Verdict::Decline { rejections(open) } else { Vec::new() };
    let choices = choices.into_iter().map(|stage| (stage.id.clone(), stage.name.clone()));
    let mut choices: Vec<(StageId, String)> = choices.collect();
    if choices.len() < 2 {
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
