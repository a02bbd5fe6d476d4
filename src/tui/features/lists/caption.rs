//! The caption of a list: how much is loaded, its filter, sort and errors.
//!
//! An incomplete list says so at any width.

use std::fmt::Write as _;

use super::columns::ColumnSource;
use crate::keymap::action::{Action, Pane};
use crate::recruiting::coverage::{Coverage, Share};
use crate::recruiting::table::ListField;
use crate::theme::Role;
use crate::tui::app::all_candidates::{ListBasis, TITLE};
use crate::tui::app::list::List;
use crate::tui::app::list_status::LoadProgress;
use crate::tui::app::state::State;
use crate::tui::widgets::format::{age, count};
use crate::tui::widgets::frame::{Caption, facts_width, position_text, warnings_width};
use crate::tui::widgets::render_context::RenderContext;
use crate::tui::widgets::shorten::{TextVariants, shorten, single_variant};
use crate::wire::Timestamp;

pub(crate) fn list_caption<S: ColumnSource>(
    state: &State,
    context: &RenderContext<'_>,
    pane: Pane,
    list: &List<S>,
    (width, headings): (u16, &[ListField]),
) -> Caption {
    let mut progress = state.load_progress(list);
    let all = (pane == Pane::Candidates && state.is_all_selected()).then(|| state.all_coverage());
    let name = match pane {
        Pane::Jobs => "Jobs",
        _ if all.is_some() => TITLE,
        _ => "Candidates",
    };
    progress.is_partial |= all.is_some_and(|all| all.read < all.jobs);
    let at = (!list.is_empty()).then(|| list.index());
    let mut position = position_text(context, at, list.len(), &list.window());
    if !list.marks.is_empty() {
        let mut message =
            format!("{} {} marked", context.symbols.mark, count(list.marks.len() as u64));
        let hidden = list.hidden_marks();
        if hidden > 0 {
            let _ = write!(message, " ({} hidden)", count(hidden as u64));
        }
        if let Some(key) = list.range.and_then(|_| context.key(state, Action::MarkRange)) {
            let _ = write!(message, ", {key} ends");
        }
        position = if position.is_empty() { message } else { context.join(&[message, position]) };
    }
    let has_bounds = pane == Pane::Candidates && state.has_estimated_ages();
    let mut facts = facts(context, list, progress, has_bounds, headings);
    if let Some(all) = all {
        let at = facts.len().min(1);
        facts.insert(at, coverage_fact(all));
        if list.is_grouped() {
            let noun = if list.exact() == 1 { "person" } else { "people" };
            let people = format!("{} {noun}", count(list.exact() as u64));
            facts.insert(at + 1, (Role::Notice, vec![people, "by person".to_owned()]));
        }
    }
    let mut warnings = warnings(state, context, progress);
    if pane == Pane::Jobs {
        warnings.extend(coverage(state));
    }
    Caption {
        name: name.to_owned(),
        facts: shorten(&facts, facts_width(width, name)),
        warnings: shorten(&warnings, warnings_width(width, &position)),
        position,
    }
}

/// How many rows match with typos.
pub(crate) fn similar_rows<S: ColumnSource>(
    context: &RenderContext<'_>,
    list: &List<S>,
    near: usize,
) -> String {
    let least = if list.has_most_near_matches() { context.symbols.at_least } else { "" };
    format!("{least}{} similar", count(near as u64))
}

fn facts<S: ColumnSource>(
    context: &RenderContext<'_>,
    list: &List<S>,
    progress: LoadProgress,
    has_bounds: bool,
    headings: &[ListField],
) -> Vec<TextVariants> {
    let mut facts = Vec::new();
    if list.pages.is_known() {
        facts.push(loaded_fact(progress));
    }
    if !list.filter.is_empty() {
        let (exact, near) = (list.exact(), list.len() - list.exact());
        let similar = similar_rows(context, list, near);
        let least = if progress.is_partial { context.symbols.at_least } else { "" };
        let shown = format!("{least}{}", count(exact as u64));
        let [full, short] = match (exact, near) {
            (0, 1..) if !progress.is_partial => [similar.clone(), similar],
            (_, 1..) => [format!("{shown} shown ({similar})"), format!("{shown} ({similar})")],
            _ => [format!("{shown} shown"), shown.clone()],
        };
        let variants = [
            full,
            short,
            shown,
            // The filter line says it.
            String::new(),
        ];
        facts.push((Role::Notice, variants.into()));
    }
    let closed = count(list.closed.count as u64);
    if list.closed.count > 0 && list.leaves_out_closed() {
        let hidden = format!("{closed} {} hidden", S::CLOSED);
        facts.push((Role::Notice, vec![hidden, format!("{closed} hidden")]));
    } else if (1..list.exact()).contains(&list.closed.count) {
        // The rows are dim at the end of the list.
        let variants = vec![format!("{closed} {} last", S::CLOSED), String::new()];
        facts.push((Role::Dim, variants));
    }
    // The arrow at the column heading says it.
    if let Some(sort) = list.sort.filter(|sort| !headings.contains(&sort.field)) {
        let field = S::FIELDS.iter().find(|column| column.field == sort.field);
        let name = field.map_or("", |column| column.heading);
        let variants = vec![format!("sorted by {name}"), format!("by {name}")];
        facts.push((Role::Dim, variants));
    }
    if has_bounds {
        let most = context.symbols.at_most;
        let variants = vec![
            format!("{most} until the history is loaded"),
            format!("{most} not read yet"),
            most.to_owned(),
        ];
        facts.push((Role::Warning, variants));
    }
    facts
}

/// What the list of all candidates is based on.
fn coverage_fact(all: ListBasis) -> TextVariants {
    let (read, jobs) = (count(all.read as u64), count(all.jobs as u64));
    let role = if all.read < all.jobs { Role::Warning } else { Role::Dim };
    (role, vec![format!("{read} of {jobs} jobs read"), format!("{read}/{jobs} jobs")])
}

fn loaded_fact(progress: LoadProgress) -> TextVariants {
    let read = count(progress.loaded as u64);
    if let Some(total) = progress.total.filter(|_| progress.is_short) {
        let (sent, total) = (count((progress.loaded + progress.unreadable) as u64), count(total));
        let variants = vec![format!("{sent}/{total} sent"), format!("{sent}/{total}")];
        return (Role::Warning, variants);
    }
    let total = match progress.total {
        Some(total) if total == progress.loaded as u64 && !progress.is_loading => None,
        // The other rows are repetitions of these.
        Some(total)
            if total == (progress.loaded + progress.repeated) as u64 && !progress.is_partial =>
        {
            None
        }
        Some(total) => Some(count(total)),
        None => {
            let has_more = progress.is_loading || progress.is_partial && progress.stopped.is_some();
            has_more.then(|| "?".to_owned())
        }
    };
    match total {
        None => single_variant(Role::Text, read),
        Some(total) => {
            (Role::Warning, vec![format!("{read}/{total} loaded"), format!("{read}/{total}")])
        }
    }
}

fn warnings(
    state: &State,
    context: &RenderContext<'_>,
    progress: LoadProgress,
) -> Vec<TextVariants> {
    let mut warnings = Vec::new();
    // An empty list says so in its body.
    let key = context.key(state, Action::Refresh).map(|key| format!(": {key}")).unwrap_or_default();
    for (count, role, sign, what) in [
        (progress.gaps, Role::Error, context.symbols.error, "failed"),
        (progress.cancelled, Role::Warning, context.symbols.warning, "canceled"),
    ] {
        if count == 0 || progress.loaded == 0 {
            continue;
        }
        let (pages, them) = if count == 1 { ("page", "it") } else { ("pages", "them") };
        let hint = if key.is_empty() { String::new() } else { format!("{key} fills {them}") };
        let variants = vec![
            format!("{sign} {count} {pages} {what}{hint}"),
            format!("{sign} {count} {pages} {what}{key}"),
            format!("{sign} {count} {what}{key}"),
        ];
        warnings.push((role, variants));
    }
    if let Some(read_at) = progress.stale {
        let old = describe_age(read_at, state.clock.date);
        let old = old.map_or_else(String::new, |old| format!(", {old} old"));
        let as_of = format!("as of {}", state.clock.time_of(read_at));
        warnings.push((Role::Warning, vec![format!("{as_of}{old}"), as_of]));
    }
    if let Some(reason) = progress.stopped.filter(|_| progress.loaded > 0) {
        let warning = context.symbols.warning;
        let variants = [
            format!("{warning} stopped: {reason}"),
            format!("{warning} stopped: {}", reason.brief()),
            format!("{warning} stopped"),
        ];
        warnings.push((Role::Warning, variants.into()));
    } else if progress.is_short && progress.loaded > 0 {
        let warning = context.symbols.warning;
        let variants = ["the server reports more rows than it sent", "not all sent"];
        warnings.push((Role::Warning, variants.map(|text| format!("{warning} {text}")).into()));
    }
    if progress.repeated > 0 {
        let (warning, rows) = (context.symbols.warning, count(progress.repeated as u64));
        let noun = if progress.repeated == 1 { "row" } else { "rows" };
        let variants = [format!("{rows} duplicate {noun}"), format!("{rows} duplicate")];
        warnings.push((Role::Warning, variants.map(|text| format!("{warning} {text}")).into()));
    }
    for (number, what) in [
        (progress.unreadable - progress.foreign, "unreadable"),
        (progress.foreign, "from another job"),
    ] {
        if number > 0 {
            let message = format!("{} {} {what}", context.symbols.warning, count(number as u64));
            warnings.push(single_variant(Role::Warning, message));
        }
    }
    warnings
}

/// `None` below a minute.
fn describe_age(then: Timestamp, now: Timestamp) -> Option<String> {
    let minutes = (now.to_utc() - then.to_utc()).num_minutes();
    match minutes {
        ..1 => None,
        1..120 => Some(format!("{minutes} min")),
        120..2880 => Some(format!("{} h", minutes / 60)),
        _ => Some(age(minutes / 1440)),
    }
}

/// How much of the server is stored on this machine.
fn coverage(state: &State) -> Option<TextVariants> {
    let coverage = state.sync.coverage?;
    let prefix = if state.sync.is_running { "syncing: " } else { "" };
    let of_lists = Coverage { people: Share::default(), ..coverage };
    let [full, lists] =
        [coverage, of_lists].map(|coverage| coverage.describe(|at| state.clock.time_of(at)));
    let jobs = coverage.open_jobs.describe("open job", "open jobs");
    let variants = [&full, &lists, &jobs].map(|text| format!("{prefix}{text}"));
    Some((Role::Dim, variants.into_iter().chain([jobs, String::new()]).collect()))
}
