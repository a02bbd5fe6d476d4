//! How candidates get through a job.

use super::go;
use crate::app::action::{Action, Pane, Triage};
use crate::app::effect::Effect;
use crate::app::funnel::{self, Facts, Funnel, Passage, of};
use crate::app::history::Place;
use crate::app::limits::limit_of;
use crate::app::notice::Weight;
use crate::app::over::{Over, stepped};
use crate::app::paper::{Format, Paper};
use crate::app::sheet::format::day;
use crate::app::state::State;
use crate::wire::{Candidate, JobId, Timestamp};

/// Shows the funnel of the job that is looked at.
pub(super) fn open(state: &mut State) {
    let shown = state.inbox.as_ref().and_then(|inbox| inbox.job());
    let job = shown.map(|group| group.id.clone()).or_else(|| state.job.clone());
    match job.filter(|job| state.open.contains_key(job)) {
        Some(job) => {
            state.over = Some(Over::Funnel(Box::new(Funnel { job, scroll: 0, at: None })));
        }
        None => state.tell(Weight::Info, "no job is selected yet"),
    }
}

pub(super) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(Over::Funnel(funnel)) = &state.over else { return };
    let funnel = Funnel::clone(funnel);
    match action {
        Action::Back | Action::Quit => state.over = None,
        Action::Copy => {
            let text = paper(state, &funnel).render(Format::Markdown);
            effects.push(Effect::Copy(text));
            state.tell(Weight::Info, "copied the funnel as Markdown");
        }
        Action::Triage(Triage::Export) => {
            let paper = paper(state, &funnel);
            super::export::ask(state, paper, "funnel");
        }
        Action::Open => go_to(state, &funnel, effects),
        action => step(state, funnel, action),
    }
}

/// Moves over those who are stuck as soon as they are seen; before, it scrolls.
fn step(state: &mut State, mut funnel: Funnel, action: Action) {
    let Some(over) = &state.over else { return };
    let inner = over.inner(&state.layout);
    let height = usize::from(inner.height).max(1);
    let sheet = state.funnel_sheet(&funnel, inner.width);
    let last = sheet.lines.len().saturating_sub(height);
    let count = sheet.stuck.len();
    let is_seen = sheet.stuck.start < funnel.scroll + height;
    funnel.at = match (action, funnel.at.filter(|at| *at < count)) {
        (Action::Down, None) if count > 0 && is_seen => Some(0),
        (Action::Down, Some(at)) => Some((at + 1).min(count - 1)),
        (Action::Up, Some(at)) => at.checked_sub(1),
        (action, _) => {
            funnel.scroll = stepped(funnel.scroll.min(last), last, height, action);
            None
        }
    };
    if let Some(at) = funnel.at {
        let line = sheet.stuck.start + at;
        funnel.scroll = funnel.scroll.min(line).max((line + 1).saturating_sub(height));
    }
    state.over = Some(Over::Funnel(Box::new(funnel)));
}

/// To the selected one of those who are stuck.
fn go_to(state: &mut State, funnel: &Funnel, effects: &mut Vec<Effect>) {
    let facts = state.open.get(&funnel.job).and_then(|open| open.figures.facts());
    let picked = funnel.at.and_then(|at| facts?.stuck.get(at));
    let Some(stuck) = picked.cloned() else {
        return state.tell(Weight::Info, "nobody is selected; go down to those who are stuck");
    };
    let here = super::panes::here(state);
    state.history.leave(here);
    (state.over, state.inbox) = (None, None);
    let place = Place {
        pane: Pane::Candidates,
        job: Some(funnel.job.clone()),
        candidate: Some(stuck.candidate),
        filter: String::new(),
        board: false,
        told: stuck.name,
    };
    go::go_to(state, place, effects);
}

fn paper(state: &State, funnel: &Funnel) -> Paper {
    let none = Facts::default();
    let figures = state.open.get(&funnel.job).and_then(|open| open.figures.facts());
    let job = state.named_job(&funnel.job);
    funnel::paper(figures.unwrap_or(&none), &state.basis(funnel), &job, &day(state.clock.date))
}

/// The cache tells how candidates came through their stages.
pub(super) fn recalled(state: &mut State, job: &JobId, records: Vec<(Box<Candidate>, Timestamp)>) {
    let Some(open) = state.open.get_mut(job) else { return };
    for (record, _) in records {
        open.recall(&record);
    }
    super::triage::learned(state);
}

/// Counts anew what is shown, if it is time.
pub(super) fn follow(state: &mut State) {
    let (now, date) = (state.clock.moment, state.clock.date);
    let jobs: Vec<JobId> = state.counted().cloned().collect();
    for job in jobs {
        let State { open, rules, .. } = state;
        let limits = &rules.limits;
        let Some(open) = open.get_mut(&job) else { continue };
        if open.figures.due_at(&open.histories, date).is_none_or(|due| due > now) {
            continue;
        }
        let rows = &open.list.roll.rows;
        let passages = open.histories.all().map(|(row, steps)| Passage {
            candidate: rows.id(row),
            name: rows.name(row),
            steps,
        });
        let pipeline = open.job.record.as_ref().map_or(&[][..], |job| &job.pipeline_stages);
        let limit = |stage: &str| limit_of(limits, stage);
        let facts = of(open.histories.stages(), passages, pipeline, &limit, date);
        open.figures.take(facts, open.histories.version, (now, date));
    }
}
