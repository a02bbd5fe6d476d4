//! How candidates get through a job.

use super::document;
use super::state::Funnel;
use crate::keymap::action::{Action, Pane, TriageAction};
use crate::recruiting::document::{Document, DocumentFormat};
use crate::recruiting::funnel::count::{Passage, of};
use crate::recruiting::funnel::figures::FunnelFigures;
use crate::tui::app::dialog::{Dialog, stepped};
use crate::tui::app::effect::Effect;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::places;
use crate::tui::features::navigation::state::Location;
use crate::tui::features::triage::limits::limit_of;
use crate::tui::widgets::format::day;
use crate::wire::{Candidate, JobId, Timestamp};

/// Shows the funnel of the job that is looked at.
pub(crate) fn open(state: &mut State) {
    let shown = state.inbox.as_ref().and_then(|inbox| inbox.job());
    let job = shown.map(|group| group.id.clone()).or_else(|| state.job.clone());
    match job.filter(|job| state.open.contains_key(job)) {
        Some(job) => {
            state.over = Some(Dialog::Funnel(Box::new(Funnel { job, scroll: 0, at: None })));
        }
        None => state.tell(Severity::Info, "no job is selected yet"),
    }
}

pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(Dialog::Funnel(funnel)) = &state.over else { return };
    let funnel = Funnel::clone(funnel);
    match action {
        Action::Back | Action::Quit => state.over = None,
        Action::Copy => {
            let text = paper(state, &funnel).render(DocumentFormat::Markdown);
            effects.push(Effect::Copy(text));
            state.tell(Severity::Info, "copied the funnel as Markdown");
        }
        Action::Triage(TriageAction::Export) => {
            let paper = paper(state, &funnel);
            crate::tui::features::export::update::ask(state, paper, "funnel");
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
    state.over = Some(Dialog::Funnel(Box::new(funnel)));
}

/// To the selected one of those who are stuck.
fn go_to(state: &mut State, funnel: &Funnel, effects: &mut Vec<Effect>) {
    let facts = state.open.get(&funnel.job).and_then(|open| open.figures.facts());
    let picked = funnel.at.and_then(|at| facts?.stuck.get(at));
    let Some(stuck) = picked.cloned() else {
        return state.tell(Severity::Info, "nobody is selected; go down to those who are stuck");
    };
    let here = crate::tui::features::navigation::panes::here(state);
    state.history.leave(here);
    (state.over, state.inbox) = (None, None);
    let place = Location {
        pane: Pane::Candidates,
        job: Some(funnel.job.clone()),
        candidate: Some(stuck.candidate),
        filter: String::new(),
        board: false,
        told: stuck.name,
    };
    places::go_to(state, place, effects);
}

fn paper(state: &State, funnel: &Funnel) -> Document {
    let none = FunnelFigures::default();
    let figures = state.open.get(&funnel.job).and_then(|open| open.figures.facts());
    let job = state.named_job(&funnel.job);
    document::paper(figures.unwrap_or(&none), &state.basis(funnel), &job, &day(state.clock.date))
}

/// The cache tells how candidates came through their stages.
pub(crate) fn recalled(state: &mut State, job: &JobId, records: Vec<(Box<Candidate>, Timestamp)>) {
    let Some(open) = state.open.get_mut(job) else { return };
    for (record, _) in records {
        open.recall(&record);
    }
    crate::tui::features::inbox::queue::learned(state);
}

/// Counts anew what is shown, if it is time.
pub(crate) fn follow(state: &mut State) {
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
