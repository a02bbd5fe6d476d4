//! What the palette finds: recent records, jobs and candidates by the filter language, actions and
//! saved views by their words.

use std::collections::HashSet;

use super::state::{PaletteHit, PaletteTarget};
use crate::config::SavedView;
use crate::keymap::action::Action;
use crate::keymap::group::{ActionGroup, ActionInfo};
use crate::recruiting::coverage::Share;
use crate::recruiting::query::{Filter, QueryContext, parse};
use crate::recruiting::search::SearchWords;
use crate::recruiting::table::{CANDIDATE_FIELDS, CandidateTable, JOB_FIELDS, Row, Table};
use crate::text::{group_digits, sanitize};
use crate::tui::app::all_candidates::{ALL_JOBS, ListBasis, is_all};
use crate::tui::app::open_job::OpenJob;
use crate::tui::app::state::State;
use crate::tui::widgets::pick_list::contains_words;
use crate::wire::{CandidateId, JobId};

/// Maximum hits of one kind.
const MAX_PER_KIND: usize = 8;
/// Matches of a list that are looked at, and of them those that are ranked.
const MAX_MATCHES: usize = 20_000;
const MAX_RANKED: usize = 500;
/// Maximum recent records of one kind.
const MAX_RECENT: usize = 5;
/// Entries of the triage log in which recent people are looked for.
const MAX_LOG_ENTRIES: usize = 200;

/// Without a text: recent people and jobs, then what can be done here.
pub(crate) fn hits(state: &State, text: &str) -> Vec<PaletteHit> {
    if text.trim().is_empty() {
        let recent = recent_people(state).into_iter().chain(recent_jobs(state));
        let mut doable: Vec<&ActionInfo> = actions(state).collect();
        let is_small_step = |info: &ActionInfo| {
            info.group() == ActionGroup::Move || matches!(info.action, Action::MoveBorder(_))
        };
        doable.retain(|info| !is_small_step(info));
        // Screens first: enter alone changes nothing.
        doable.sort_by_key(|info| info.group() != ActionGroup::Screens);
        let here = doable.into_iter().map(action_hit);
        return recent.chain(views(state, "")).chain(here).chain(workspaces(state, "")).collect();
    }
    let records = jobs(state, text).chain(candidates(state, text));
    // By description and group, or by the name in the config.
    let matches = |info: &&ActionInfo| {
        let (group, description) = (info.group().title(), &info.description);
        contains_words(&format!("{group} {description} {}", info.name), text)
    };
    let here = actions(state).filter(matches).map(action_hit).take(MAX_PER_KIND);
    let rest = read_the_rest(state);
    // Whoever types the name of a profile wants it, and not one of many similar records.
    let (named, elsewhere): (Vec<_>, Vec<_>) =
        workspaces(state, text).partition(|hit| is_named(state, &hit.target, text));
    let found = named.into_iter().chain(views(state, text)).chain(records);
    found.chain(here).chain(elsewhere).chain(rest).collect()
}

/// Whether the text is the beginning of the name of a workspace.
fn is_named(state: &State, target: &PaletteTarget, text: &str) -> bool {
    let PaletteTarget::Workspace(at) = *target else { return false };
    let (text, name) = (text.trim().to_lowercase(), state.workspaces[at].name.to_lowercase());
    let name = name.strip_prefix("profile ").unwrap_or(&name);
    name == text || text.len() > 1 && name.starts_with(&text)
}

/// The other workspaces.
fn workspaces(state: &State, text: &str) -> impl Iterator<Item = PaletteHit> {
    let text = text.to_owned();
    let others = state.workspaces.iter().enumerate().filter(|(_, choice)| !choice.is_current);
    let hits = others.map(|(at, choice)| PaletteHit {
        target: PaletteTarget::Workspace(at),
        name: sanitize(&format!("Switch to {}", choice.name)).into_owned(),
        detail: sanitize(&choice.detail).into_owned(),
    });
    hits.filter(move |hit| contains_words(&format!("{} {}", hit.name, hit.detail), &text))
}

/// The text for an empty result.
pub(crate) fn describe_search(state: &State) -> String {
    coverage(state).map_or("No match".to_owned(), |coverage| format!("No match ({coverage})"))
}

/// How much of the workspace is searched, unless all of it is.
pub(crate) fn coverage(state: &State) -> Option<String> {
    let jobs = searched_jobs(state);
    (!jobs.is_all()).then(|| format!("searched {}", jobs.describe("job", "jobs")))
}

/// How many jobs are searched: those in the list of all candidates.
fn searched_jobs(state: &State) -> Share {
    let ListBasis { read, jobs, .. } = state.all_coverage();
    Share { part: read as u64, whole: jobs as u64 }
}

/// Reads the jobs that are not searched, with one key.
fn read_the_rest(state: &State) -> Option<PaletteHit> {
    // Without a copy there is nothing to sync.
    state.sync.settings?;
    let jobs = searched_jobs(state);
    if jobs.is_all() || !state.can(Action::Sync) {
        return None;
    }
    let rest = jobs.whole - jobs.part;
    let (count, noun) = (group_digits(rest), if rest == 1 { "job" } else { "jobs" });
    Some(PaletteHit {
        target: PaletteTarget::Action(Action::Sync),
        name: format!("Read the other {count} {noun}"),
        detail: format!("searched {}", jobs.describe("job", "jobs")),
    })
}

pub(crate) fn views(state: &State, text: &str) -> impl Iterator<Item = PaletteHit> {
    let text = text.to_owned();
    let hit = |view: &SavedView| PaletteHit {
        target: PaletteTarget::View(view.name.clone()),
        name: view.name.clone(),
        detail: describe_view(view),
    };
    state.views.iter().filter(move |view| contains_words(&view.name, &text)).map(hit)
}

fn describe_view(view: &SavedView) -> String {
    let is_of_all = view.job.as_deref() == Some(ALL_JOBS);
    let place = if is_of_all { "all candidates" } else { "" };
    sanitize(&join(&[place, &view.filter])).into_owned()
}

/// The actions that work in the place below the palette, by task.
fn actions(state: &State) -> impl Iterator<Item = &ActionInfo> {
    let contexts = state.lower_contexts();
    let works = |info: &&ActionInfo| contexts.contains(&info.context) && state.can(info.action);
    ActionGroup::ALL.into_iter().flat_map(move |group| {
        state.actions.iter().filter(works).filter(move |info| info.group() == group)
    })
}

fn action_hit(info: &ActionInfo) -> PaletteHit {
    PaletteHit {
        target: PaletteTarget::Action(info.action),
        name: format!("{}: {}", info.group().title(), info.description),
        detail: info.keys.clone(),
    }
}

fn jobs(state: &State, text: &str) -> impl Iterator<Item = PaletteHit> {
    let rows = &state.jobs.pages.rows;
    let found = matching(rows, &parse(text, JOB_FIELDS).filter, state).take(MAX_PER_KIND);
    found.map(|row| job_hit(state, row))
}

fn job_hit(state: &State, row: Row) -> PaletteHit {
    let rows = &state.jobs.pages.rows;
    let status = if rows.is_archived(row) { "archived" } else { rows.status(row) };
    PaletteHit {
        target: PaletteTarget::Job(rows.id(row).clone()),
        name: rows.name(row).to_owned(),
        detail: join(&[rows.client(row), status]),
    }
}

/// Candidates of all opened jobs, most recent job first, then of jobs that earlier sessions read.
fn candidates(state: &State, text: &str) -> Vec<PaletteHit> {
    // Blind mode hides names.
    if state.is_blind() {
        return Vec::new();
    }
    let filter = parse(text, CANDIDATE_FIELDS).filter;
    let recent = state.recent.iter().rev().filter_map(|id| state.open.get(id));
    let all = state.all_candidates.list.as_deref();
    let mut hits = Vec::new();
    for open in recent.chain(all) {
        let rows = &open.list.pages.rows;
        // Rows of an opened job are newer there.
        let is_elsewhere =
            |row: &Row| is_all(&open.id) && state.open.contains_key(rows.job_id(*row));
        let found = matching(rows, &filter, state).filter(|row| !is_elsewhere(row));
        let found = best(rows, text, found.take(MAX_RANKED)).into_iter().take(MAX_PER_KIND);
        hits.extend(found.map(|row| candidate_hit(state, open, row)));
    }
    hits.truncate(MAX_PER_KIND * 2);
    hits
}

/// Best first: those whose name begins with the words before those who only have them in a title.
fn best(rows: &CandidateTable, text: &str, found: impl Iterator<Item = Row>) -> Vec<Row> {
    let search = SearchWords::parse(text);
    let mut found: Vec<Row> = found.collect();
    found.sort_by_cached_key(|row| {
        let texts = [rows.title(*row), rows.company(*row)];
        // A filter with field names has no words to rank by.
        search.rank(rows.name(*row), &texts).map_or((true, None), |rank| (false, Some(rank)))
    });
    found
}

fn candidate_hit(state: &State, open: &OpenJob, row: Row) -> PaletteHit {
    let rows = &open.list.pages.rows;
    let job = if is_all(&open.id) { rows.job_id(row) } else { &open.id };
    PaletteHit {
        target: PaletteTarget::Candidate(job.clone(), rows.id(row).into()),
        name: rows.name(row).to_owned(),
        detail: join(&[rows.stage_name(row), &state.job_display_name(job)]),
    }
}

/// The people at the visited locations and in the triage log, newest first.
fn recent_people(state: &State) -> Vec<PaletteHit> {
    if state.is_blind() {
        return Vec::new();
    }
    let visited = state.navigation.history.newest_first().filter_map(|location| {
        let (job, candidate) = (location.job.as_ref()?, location.candidate.as_ref()?);
        loaded_candidate(state, job, candidate)
    });
    let logged = state.triage.log().iter().rev().take(MAX_LOG_ENTRIES).filter_map(|entry| {
        let (subject, snapshot) = (&entry.subject, &entry.snapshot);
        let hit = || PaletteHit {
            target: PaletteTarget::Candidate(subject.job.clone(), subject.candidate.clone()),
            name: sanitize(&snapshot.name).into_owned(),
            detail: sanitize(&join(&[&snapshot.stage_name, &snapshot.job_name])).into_owned(),
        };
        // An undo has no subject.
        let is_named = !snapshot.name.is_empty();
        let loaded = loaded_candidate(state, &subject.job, &subject.candidate);
        loaded.or_else(|| is_named.then(hit))
    });
    let mut seen = HashSet::new();
    let new = visited.chain(logged).filter(|hit| match &hit.target {
        PaletteTarget::Candidate(_, candidate) => seen.insert(candidate.clone()),
        _ => false,
    });
    new.take(MAX_RECENT).collect()
}

fn loaded_candidate(state: &State, job: &JobId, candidate: &CandidateId) -> Option<PaletteHit> {
    let open = state.open.get(job)?;
    let row = open.list.pages.rows.find(candidate.as_str())?;
    Some(candidate_hit(state, open, row))
}

fn recent_jobs(state: &State) -> impl Iterator<Item = PaletteHit> {
    let rows = &state.jobs.pages.rows;
    let is_visited = |id: &JobId| state.open.get(id).is_some_and(|open| open.is_visited);
    let others = state.recent.iter().rev();
    let others = others.filter(move |id| is_visited(id) && state.job.as_ref() != Some(id));
    others.filter_map(|id| Some(job_hit(state, rows.find(id)?))).take(MAX_RECENT)
}

fn join(facts: &[&str]) -> String {
    let facts: Vec<&str> = facts.iter().copied().filter(|fact| !fact.is_empty()).collect();
    facts.join(", ")
}

fn matching<T: Table>(
    table: &T,
    filter: &Filter,
    state: &State,
) -> impl Iterator<Item = Row> + use<T> {
    let context =
        QueryContext { triage: Some(&state.triage), ..QueryContext::at(state.clock.date) };
    let matches = if filter.is_empty() {
        Vec::new()
    } else {
        let matches = filter.matches(table, &context);
        matches.iter().take(MAX_MATCHES).collect()
    };
    matches.into_iter()
}
