//! The line above queue and card: scope, loaded jobs, order and progress.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::text::width;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::features::inbox::progress::pending_decisions;
use crate::tui::features::inbox::state::{Inbox, InboxScope};
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, right};
use crate::tui::widgets::render_context::RenderContext;

pub(crate) fn head(
    state: &State,
    inbox: &Inbox,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let available = usize::from(area.width).saturating_sub(2);
    let forms = progress(state, inbox);
    let (read, jobs, ..) = state.inbox_coverage();
    // While jobs are missing, that matters more than the pace; on a narrow line, progress matters
    // more than the scope.
    let is_complete = read == jobs;
    let fits = |text: &&String| is_complete && width(text) <= available * 3 / 5;
    let text = forms.iter().find(fits).or(forms.last());
    let text = text.map_or("", String::as_str);
    let place = right(area, width(text) + 1);
    LineWriter::new(context, place, buf).write(Role::Title, text);
    let left = Rect { width: area.width.saturating_sub(place.width + 2), ..area };
    let mut writer = LineWriter::new(context, left, buf);
    writer.skip(1);
    let mut facts = vec![(Role::Header, "Inbox".to_owned()), (Role::Text, scope(state, inbox))];
    facts.push((Role::Dim, inbox.order.label().to_owned()));
    if inbox.blind {
        facts.insert(1, (Role::Warning, "blind".to_owned()));
    }
    if is_complete {
        facts.push((Role::Dim, coverage(state)));
    } else {
        facts.insert(
            1,
            (
                Role::Warning,
                format!("{} of {} jobs loaded", count(read as u64), count(jobs as u64)),
            ),
        );
    }
    for (at, (role, fact)) in facts.iter().enumerate() {
        let separator = if at == 0 { String::new() } else { format!(" {} ", context.symbols.dot) };
        if at > 1 && width(&separator) + width(fact) > writer.remaining() {
            break;
        }
        writer.write(Role::Dim, &separator).write(*role, fact);
    }
}

fn scope(state: &State, inbox: &Inbox) -> String {
    match &inbox.scope {
        InboxScope::Open => "all open jobs".to_owned(),
        InboxScope::Jobs(jobs) => match jobs.as_slice() {
            [job] => state.job_display_name(job),
            jobs => format!("{} jobs", count(jobs.len() as u64)),
        },
        InboxScope::View(name) => format!("view {name}"),
    }
}

pub(crate) fn coverage(state: &State) -> String {
    let (read, jobs, loaded, total) = state.inbox_coverage();
    let [read, jobs, loaded] = [read, jobs, loaded].map(|number| count(number as u64));
    let word = if jobs == "1" { "job" } else { "jobs" };
    let suffix = total.map_or_else(String::new, |total| format!(" of {}", count(total)));
    format!("{read} of {jobs} {word} loaded, {loaded}{suffix} candidates")
}

/// The wordings of the progress, longest first.
fn progress(state: &State, inbox: &Inbox) -> Vec<String> {
    let progress = inbox.progress(state.clock.moment);
    let pending = pending_decisions(state, inbox).count();
    let decided = progress.decided.saturating_sub(pending);
    let [decided, total] = [decided, progress.total].map(|number| count(number as u64));
    let short = match pending {
        0 => format!("{decided} of {total}"),
        _ => format!("{decided} of {total}, {} not saved yet", count(pending as u64)),
    };
    let mut forms = vec![short.clone()];
    if let Some(pace) = progress.per_minute {
        let pace = format!("{short}, {pace} a minute");
        if let Some(remaining) = progress.remaining {
            let remaining = match remaining.as_secs().div_ceil(60) {
                0 | 1 => "about a minute left".to_owned(),
                minutes @ 2..120 => format!("about {minutes} min left"),
                minutes => format!("about {} h left", minutes.div_ceil(60)),
            };
            forms.insert(0, format!("{pace}, {remaining}"));
        }
        forms.insert(forms.len() - 1, pace);
    }
    forms
}
