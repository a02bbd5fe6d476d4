//! Keys of the funnel dialog, and the computation of its figures.

use super::document;
use super::selectors::{basis, funnel_details};
use super::state::Funnel;
use crate::keymap::action::{Action, Pane, TriageAction};
use crate::recruiting::document::{Document, DocumentFormat};
use crate::recruiting::funnel::count::{CandidatePath, compute};
use crate::recruiting::funnel::figures::FunnelFigures;
use crate::recruiting::funnel::overdue::limit_of;
use crate::tui::app::all_candidates::{feed_figures, feed_history};
use crate::tui::app::dialog::Dialog;
use crate::tui::app::effect::Effect;
use crate::tui::app::follow_up::FollowUp;
use crate::tui::app::state::State;
use crate::tui::features::messages::state::Severity;
use crate::tui::features::navigation::state::Location;
use crate::tui::widgets::format::day;
use crate::tui::widgets::pick_list;
use crate::wire::{Candidate, JobId, Timestamp};

/// Opens the funnel of the selected job.
pub(crate) fn open(state: &mut State) {
    let inbox_job = state.inbox.as_ref().and_then(|inbox| inbox.job());
    let job = inbox_job.map(|group| group.id.clone()).or_else(|| state.job.clone());
    match job.filter(|job| state.open.contains_key(job)) {
        Some(job) => {
            state.dialogs.open(Dialog::Funnel(Box::new(Funnel { job, scroll: 0, at: None })));
        }
        None if state.is_all_selected() => {
            state.notify(Severity::Info, "The funnel shows one job. Open a job first");
        }
        None => state.notify(Severity::Info, "No job is selected"),
    }
}

pub(crate) fn act(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Some(Dialog::Funnel(funnel)) = state.dialogs.top() else { return };
    let funnel = Funnel::clone(funnel);
    match action {
        Action::Back | Action::Quit => state.dialogs.close(),
        Action::Copy => {
            let text = document(state, &funnel).render(DocumentFormat::Markdown);
            effects.push(Effect::copy(text));
            state.notify(Severity::Info, "Copied the funnel as Markdown");
        }
        Action::Triage(TriageAction::Export) => {
            let document = document(state, &funnel);
            state.follow_up(FollowUp::Export { document, name: "funnel".to_owned() });
        }
        Action::Open => go_to_selected(state, &funnel),
        action => step(state, funnel, action),
    }
}

/// Moves over the overdue candidates where they are visible, and scrolls elsewhere.
fn step(state: &mut State, mut funnel: Funnel, action: Action) {
    let Some(dialog) = state.dialogs.top() else { return };
    let inner = state.dialog_inner(dialog);
    let height = usize::from(inner.height).max(1);
    let details = funnel_details(state, &funnel, inner.width);
    let last = details.lines.len().saturating_sub(height);
    funnel.at = match (action, funnel.selected(&details.stuck, height)) {
        (Action::Down, Some(at)) => Some((at + 1).min(details.stuck.len() - 1)),
        (Action::Up, Some(at @ 1..)) => Some(at - 1),
        (action, _) => {
            funnel.scroll = pick_list::step(funnel.scroll.min(last), last, height, action);
            None
        }
    };
    if let Some(at) = funnel.at {
        let line = details.stuck.start + at;
        funnel.scroll = funnel.scroll.min(line).max((line + 1).saturating_sub(height));
    }
    if let Some(Dialog::Funnel(open)) = state.dialogs.top_mut() {
        **open = funnel;
    }
}

/// Goes to the selected overdue candidate.
fn go_to_selected(state: &mut State, funnel: &Funnel) {
    let facts = state.open.get(&funnel.job).and_then(|open| open.figures.facts());
    let inner = state.dialogs.top().map(|dialog| state.dialog_inner(dialog)).unwrap_or_default();
    let lines = funnel_details(state, funnel, inner.width).stuck;
    let selected = funnel.selected(&lines, inner.height.into());
    let Some(stuck) = selected.and_then(|at| facts?.stuck.get(at)).cloned() else {
        let message = if facts.is_some_and(|facts| !facts.stuck.is_empty()) {
            "Scroll down to the overdue candidates"
        } else {
            "No candidate to go to"
        };
        return state.notify(Severity::Info, message);
    };
    state.dialogs.clear();
    state.follow_up(FollowUp::CloseInbox);
    let location = Location {
        pane: Pane::Candidates,
        job: Some(funnel.job.clone()),
        candidate: Some(stuck.candidate),
        filter: String::new(),
        board: false,
        name: stuck.name,
    };
    state.follow_up(FollowUp::GoTo(location));
}

fn document(state: &State, funnel: &Funnel) -> Document {
    let none = FunnelFigures::default();
    let figures = state.open.get(&funnel.job).and_then(|open| open.figures.facts());
    let job = state.job_display_name(&funnel.job);
    document::document(
        figures.unwrap_or(&none),
        &basis(state, funnel),
        &job,
        &day(state.clock.date),
    )
}

/// Takes stage histories from the local cache. Returns whether the job is open.
pub(crate) fn restore_histories(
    state: &mut State,
    job: &JobId,
    records: Vec<(Box<Candidate>, Timestamp)>,
) -> bool {
    for (record, _) in &records {
        feed_history(state, record);
    }
    let Some(open) = state.open.get_mut(job) else { return false };
    for (record, _) in records {
        open.restore_history(&record);
    }
    true
}

/// Computes the figures again, where due. The job list shows those of every loaded job.
pub(crate) fn refresh_figures(state: &mut State) {
    let State { open, all_candidates, rules, clock, .. } = state;
    let (limits, now, date) = (&rules.limits, clock.moment, clock.date);
    for open in open.values_mut() {
        if open.figures.due_at(&open.histories, date).is_none_or(|due| due > now) {
            continue;
        }
        let rows = &open.list.pages.rows;
        let passages = open.histories.all_visits().map(|(row, steps)| CandidatePath {
            candidate: rows.id(row),
            name: rows.name(row),
            visits: steps,
        });
        let pipeline = open.pipeline();
        let limit = |stage: &str| limit_of(limits, stage);
        let facts = compute(open.histories.stages(), passages, pipeline, &limit, date);
        feed_figures(all_candidates, &open.id, &facts);
        open.figures.set(facts, open.histories.version, (now, date));
        if open.list.filter.has_kind(&["overdue"]) {
            open.list.invalidate();
        }
    }
}
