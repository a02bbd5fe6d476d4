//! What would be moved in one's own database, before it is and after.

use super::list::{TodoList, TodoRow, rejections, target};
use crate::recruiting::triage::Verdict;
use crate::tui::app::effect::StageMove;
use crate::tui::app::request::Ticket;
use crate::tui::app::state::State;
use crate::wire::{CandidateId, JobId, StageId};

/// What would be moved.
#[derive(Debug, Clone, Default)]
pub struct ApplyPreview {
    /// The selected row.
    pub at: usize,
    /// Everybody to be moved, by job; also who cannot be.
    pub steps: Vec<ApplyStep>,
    /// Which count of changes they are from.
    pub seen: u64,
    /// Whether it was told that not all lists are read, and enter moves these alone.
    pub is_warned: bool,
    /// The asking that is out.
    pub sent: Option<Ticket>,
    /// Whether it was carried out, be it in part.
    pub is_over: bool,
    /// Whether one came from the list of what is to do.
    pub from_todo: bool,
}

/// One candidate, from where, to where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplyStep {
    /// Who.
    pub name: String,
    /// The id.
    pub candidate: CandidateId,
    /// Their job.
    pub job: JobId,
    /// What it is called.
    pub job_name: String,
    /// The stage they are in.
    pub stage: String,
    /// The stage they go to with what is to be sent, or why they cannot go.
    pub to: Result<(String, StageMove), &'static str>,
    /// The stages that it may be instead, this one among them; none where it is clear.
    pub choices: Vec<(StageId, String)>,
    /// Left out by hand.
    pub is_left_out: bool,
    /// What became of it.
    pub outcome: Option<Result<(), String>>,
}

impl ApplyStep {
    /// What is to be sent.
    #[must_use]
    pub fn sends(&self) -> Option<&StageMove> {
        self.to.as_ref().ok().filter(|_| !self.is_left_out).map(|(_, step)| step)
    }

    /// Another of the stages that it may be. Whether there is one.
    pub fn turn(&mut self, back: bool) -> bool {
        let (Ok((name, step)), count) = (&mut self.to, self.choices.len()) else { return false };
        let Some(at) = self.choices.iter().position(|(id, _)| *id == step.to) else {
            return false;
        };
        let next = if back { at + count - 1 } else { at + 1 } % count;
        (step.to, *name) = self.choices[next].clone();
        count > 1
    }
}

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

    /// All that is to be sent.
    #[must_use]
    pub fn moves(&self) -> Vec<StageMove> {
        self.steps.iter().filter_map(ApplyStep::sends).cloned().collect()
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
