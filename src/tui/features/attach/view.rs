//! The attach dialog: progress, a row per person, and the outcome of the selected one.

#[cfg(test)]
pub(crate) mod tests;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::outcome::AttachOutcome;
use super::state::{AttachBatch, AttachCounts, AttachProgress};
use crate::keymap::action::{Action, AttachAction};
use crate::text;
use crate::text::Align;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::widgets::line_writer::{LineWriter, below, line};
use crate::tui::widgets::pick_list::{DETAILS_HEAD, list_above_details};
use crate::tui::widgets::pick_list_view::draw_rows;
use crate::tui::widgets::render_context::RenderContext;

const MAX_NAME: usize = 30;
const NAME: usize = 32;

pub(crate) fn title(batch: Option<&AttachBatch>) -> String {
    let Some(batch) = batch else { return "Adding people".to_owned() };
    match batch.progress {
        AttachProgress::Unconfirmed => format!("Add to {}?", batch.job.name),
        AttachProgress::Finished => format!("Added to {}", batch.job.name),
        _ => format!("Adding to {}", batch.job.name),
    }
}

/// Empty if the key has no effect now.
pub(crate) fn action_label(batch: Option<&AttachBatch>, at: usize, action: Action) -> &'static str {
    let Some(batch) = batch else { return "" };
    match (action, &batch.progress) {
        (Action::Open, AttachProgress::Unconfirmed) => "add",
        (Action::Open, _) if batch.rows.get(at).is_some_and(|row| row.report.is_some()) => {
            "details"
        }
        (Action::Attach(AttachAction::Pause), AttachProgress::Running) => "pause",
        (Action::Attach(AttachAction::Pause), AttachProgress::Paused(_)) => "resume",
        (
            Action::Attach(AttachAction::Cancel),
            AttachProgress::Running | AttachProgress::Paused(_),
        ) => "cancel",
        (Action::Attach(AttachAction::Retry), _)
            if batch.rows.iter().any(|row| row.outcome.can_retry()) =>
        {
            "retry"
        }
        _ => "",
    }
}

/// Returns the hidden rows above and below.
pub(crate) fn batch(
    state: &State,
    at: usize,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let Some(batch) = &state.attach_batch else { return (0, 0) };
    if batch.progress == AttachProgress::Unconfirmed {
        question(batch, state, context, area, buf);
    } else {
        progress(batch, context, line(area, 0), buf);
        let (role, message) = status(batch, state, context);
        LineWriter::new(context, line(area, 1), buf).write(role, &message);
    }
    LineWriter::new(context, line(area, usize::from(DETAILS_HEAD) - 1), buf).rule();
    let list = list_above_details(area);
    let hidden = draw_rows(batch.rows.iter(), at, "", context, list, buf, |row, writer| {
        let (role, sign) = sign(&row.outcome, context);
        writer.cell(role, sign, 1, Align::Left);
        let name = NAME.min(writer.remaining() / 2);
        writer.cell(Role::Text, &row.name, name, Align::Left);
        writer.write(role, row.outcome.describe());
    });
    let rest = below(area, list.bottom() - area.y);
    if let Some(row) = batch.rows.get(at.min(batch.rows.len().saturating_sub(1))) {
        LineWriter::new(context, line(rest, 0), buf).rule();
        let (role, _) = sign(&row.outcome, context);
        // On a narrow screen the name is in the row already.
        let name = if area.width < 50 { String::new() } else { format!("{}: ", row.name) };
        let message = name + row.outcome.describe();
        let words = text::wrap(&message, usize::from(rest.width).max(1));
        for (at, words) in words.into_iter().enumerate() {
            LineWriter::new(context, line(rest, at + 1), buf).write(role, words);
        }
    }
    hidden
}

/// On two lines where one is too narrow.
fn question(
    batch: &AttachBatch,
    state: &State,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let subject = match batch.rows.as_slice() {
        [row] => row.name.clone(),
        rows => format!("{} people", rows.len()),
    };
    let subject = match batch.hidden {
        0 => subject,
        hidden => format!("{subject} ({hidden} hidden by the filter)"),
    };
    let key = context.key(state, Action::Open).unwrap_or_default();
    let is_offline = state.connection.offline.is_some();
    let effect = match batch.rows.len() {
        _ if is_offline => "saves it for later",
        1 => "adds the person",
        _ => "adds them",
    };
    let start_hint = format!(" {} {key} {effect}", context.symbols.dot);
    let whole = format!("{subject} to {}", batch.job.name);
    let width = usize::from(area.width);
    let (first, role, second) = if text::width(&whole) + text::width(&start_hint) <= width {
        let warning = if is_offline {
            "Offline: nothing is sent until you review it."
        } else {
            "This cannot be undone."
        };
        (whole + &start_hint, Role::Dim, warning.to_owned())
    } else {
        let job = format!("to {}", batch.job.name);
        let job = context.cut(&job, width.saturating_sub(text::width(&start_hint))).into_owned();
        (subject, Role::Text, job + &start_hint)
    };
    LineWriter::new(context, line(area, 0), buf).write(Role::Text, &first);
    LineWriter::new(context, line(area, 1), buf).write(role, &second);
}

fn progress(batch: &AttachBatch, context: &RenderContext<'_>, area: Rect, buf: &mut Buffer) {
    let AttachCounts { finished, attached, already, not_started, .. } = batch.counts();
    let all = batch.rows.len();
    let cells = (usize::from(area.width) / 5).min(MAX_NAME);
    let full = cells * finished / all.max(1);
    let mut writer = LineWriter::new(context, area, buf);
    writer.write(Role::Bar, &context.symbols.bar.repeat(full));
    writer.write(Role::Border, &context.symbols.rule.repeat(cells - full));
    writer.write(Role::Text, &format!(" {finished} of {all}"));
    let counts = [(attached, "added"), (already, "already there"), (not_started, "not started")];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts = counts.map(|(count, word)| (Role::Text, format!("{count} {word}")));
    let problems = batch.problems().into_iter().map(|message| (Role::Warning, message));
    for (role, message) in problems.chain(counts) {
        if text::width(&message) + 3 > writer.remaining() {
            break;
        }
        writer.write(Role::Dim, &format!(" {} ", context.symbols.dot)).write(role, &message);
    }
}

fn status(batch: &AttachBatch, state: &State, context: &RenderContext<'_>) -> (Role, String) {
    let key = |action| context.key(state, Action::Attach(action)).unwrap_or_default();
    let counts = batch.counts();
    match &batch.progress {
        AttachProgress::Paused(why) => {
            (Role::Warning, format!("{} resumes; paused: {why}", key(AttachAction::Pause)))
        }
        AttachProgress::Cancelled => {
            (Role::Warning, format!("Canceled; {} still in progress", counts.in_flight))
        }
        AttachProgress::Finished if counts.failed + counts.unknown > 0 => (
            Role::Text,
            format!("Done; {} retries what failed or is unknown", key(AttachAction::Retry)),
        ),
        AttachProgress::Finished => (Role::Text, "Done".to_owned()),
        AttachProgress::Running | AttachProgress::Unconfirmed => {
            let (in_flight, waiting) = (counts.in_flight, counts.waiting);
            (
                Role::Dim,
                format!("{in_flight} in progress, {waiting} waiting; you can keep browsing"),
            )
        }
    }
}

const fn sign(outcome: &AttachOutcome, context: &RenderContext<'_>) -> (Role, &'static str) {
    match outcome {
        AttachOutcome::Waiting => (Role::Dim, " "),
        AttachOutcome::InFlight(..) => (Role::Spinner, context.symbols.step),
        AttachOutcome::Attached => (Role::Good, context.symbols.success),
        AttachOutcome::Already | AttachOutcome::NotStarted => (Role::Dim, context.symbols.dot),
        AttachOutcome::Other(_) | AttachOutcome::Unknown(_) => {
            (Role::Warning, context.symbols.warning)
        }
        AttachOutcome::Failed(_) => (Role::Error, context.symbols.error),
    }
}
