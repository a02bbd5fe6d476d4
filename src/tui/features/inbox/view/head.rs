//! The line above queue and card: scope, loaded jobs, order and progress.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::text::width;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::features::inbox::state::{Inbox, InboxScope};
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, right};
use crate::tui::widgets::render_context::RenderContext;

pub(crate) fn head(
    state: &State,
    inbox: &Inbox,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let room = usize::from(area.width).saturating_sub(2);
    let forms = progress(state, inbox);
    let (read, jobs, ..) = state.inbox_coverage();
    // While jobs are missing, that matters more than the pace; on a narrow line, progress matters more
    // than the scope.
    let is_whole = read == jobs;
    let fits = |told: &&String| is_whole && width(told) <= room * 3 / 5;
    let done = forms.iter().find(fits).or(forms.last());
    let done = done.map_or("", String::as_str);
    let place = right(area, width(done) + 1);
    LineWriter::new(look, place, buf).write(Role::Title, done);
    let left = Rect { width: area.width.saturating_sub(place.width + 2), ..area };
    let mut pen = LineWriter::new(look, left, buf);
    pen.skip(1);
    let mut facts = vec![(Role::Header, "Inbox".to_owned()), (Role::Text, scope(state, inbox))];
    facts.push((Role::Dim, inbox.order.told().to_owned()));
    if inbox.blind {
        facts.insert(1, (Role::Warning, "blind".to_owned()));
    }
    if is_whole {
        facts.push((Role::Dim, coverage(state)));
    } else {
        facts.insert(
            1,
            (Role::Warning, format!("{} of {} jobs read", count(read as u64), count(jobs as u64))),
        );
    }
    for (at, (role, fact)) in facts.iter().enumerate() {
        let between = if at == 0 { String::new() } else { format!(" {} ", look.symbols.dot) };
        if at > 1 && width(&between) + width(fact) > pen.room() {
            break;
        }
        pen.write(Role::Dim, &between).write(*role, fact);
    }
}

fn scope(state: &State, inbox: &Inbox) -> String {
    match &inbox.scope {
        InboxScope::Open => "all open jobs".to_owned(),
        InboxScope::Jobs(jobs) => match jobs.as_slice() {
            [job] => state.named_job(job),
            jobs => format!("{} jobs", count(jobs.len() as u64)),
        },
        InboxScope::View(name) => format!("view {name}"),
    }
}

pub(crate) fn coverage(state: &State) -> String {
    let (read, jobs, loaded, total) = state.inbox_coverage();
    let [read, jobs, loaded] = [read, jobs, loaded].map(|number| count(number as u64));
    let word = if jobs == "1" { "job" } else { "jobs" };
    let of = total.map_or_else(String::new, |total| format!(" of {}", count(total)));
    format!("{read} of {jobs} {word} read, {loaded}{of} candidates")
}

/// The wordings of the progress, longest first.
fn progress(state: &State, inbox: &Inbox) -> Vec<String> {
    let progress = inbox.progress(state.clock.moment);
    let [done, total] = [progress.done, progress.total].map(|number| count(number as u64));
    let short = format!("{done} of {total}");
    let mut forms = vec![short.clone()];
    if let Some(pace) = progress.per_minute {
        let pace = format!("{short}, {pace} a minute");
        if let Some(left) = progress.left {
            let left = match left.as_secs().div_ceil(60) {
                0 | 1 => "about a minute left".to_owned(),
                minutes @ 2..120 => format!("about {minutes} min left"),
                minutes => format!("about {} h left", minutes.div_ceil(60)),
            };
            forms.insert(0, format!("{pace}, {left}"));
        }
        forms.insert(forms.len() - 1, pace);
    }
    forms
}
