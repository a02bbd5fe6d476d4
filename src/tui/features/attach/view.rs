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
use crate::tui::app::dialog::{BATCH_HEAD, batch_list};
use crate::tui::app::state::State;
use crate::tui::widgets::line_writer::{LineWriter, below, line};
use crate::tui::widgets::pick_list::rows;
use crate::tui::widgets::render_context::RenderContext;

const LONGEST: usize = 30;
const NAME: usize = 32;

pub(crate) fn title(batch: Option<&AttachBatch>) -> String {
    let Some(batch) = batch else { return "Attaching".to_owned() };
    match batch.progress {
        AttachProgress::Unconfirmed => format!("Attach to {}?", batch.job.name),
        AttachProgress::Finished => format!("Attached to {}", batch.job.name),
        _ => format!("Attaching to {}", batch.job.name),
    }
}

/// Empty if the key has no effect now.
pub(crate) fn does(batch: Option<&AttachBatch>, at: usize, action: Action) -> &'static str {
    let Some(batch) = batch else { return "" };
    match (action, &batch.progress) {
        (Action::Open, AttachProgress::Unconfirmed) => "begin",
        (Action::Open, _) if batch.rows.get(at).is_some_and(|row| row.report.is_some()) => "more",
        (Action::Batch(AttachAction::Pause), AttachProgress::Running) => "pause",
        (Action::Batch(AttachAction::Pause), AttachProgress::Paused(_)) => "go on",
        (
            Action::Batch(AttachAction::Cancel),
            AttachProgress::Running | AttachProgress::Paused(_),
        ) => "cancel",
        (Action::Batch(AttachAction::Retry), _) if batch.counts().failed > 0 => "retry",
        _ => "",
    }
}

/// Returns the hidden rows above and below.
pub(crate) fn batch(
    state: &State,
    at: usize,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let Some(batch) = &state.batch else { return (0, 0) };
    if batch.progress == AttachProgress::Unconfirmed {
        question(batch, state, look, area, buf);
    } else {
        progress(batch, look, line(area, 0), buf);
        let (role, message) = status(batch, state, look);
        LineWriter::new(look, line(area, 1), buf).write(role, &message);
    }
    LineWriter::new(look, line(area, usize::from(BATCH_HEAD) - 1), buf).rule();
    let list = batch_list(area);
    let hidden = rows(batch.rows.iter(), at, look, list, buf, |row, writer| {
        let (role, sign) = sign(&row.outcome, look);
        writer.cell(role, sign, 1, Align::Left);
        let name = NAME.min(writer.room() / 2);
        writer.cell(Role::Text, &row.name, name, Align::Left);
        writer.write(role, row.outcome.describe());
    });
    let rest = below(area, list.bottom() - area.y);
    if let Some(row) = batch.rows.get(at.min(batch.rows.len().saturating_sub(1))) {
        LineWriter::new(look, line(rest, 0), buf).rule();
        let (role, _) = sign(&row.outcome, look);
        // On a narrow screen the name is in the row already.
        let name = if area.width < 50 { String::new() } else { format!("{}: ", row.name) };
        let message = name + row.outcome.describe();
        let words = text::wrap(&message, usize::from(rest.width).max(1));
        for (at, words) in words.into_iter().enumerate() {
            LineWriter::new(look, line(rest, at + 1), buf).write(role, words);
        }
    }
    hidden
}

/// On two lines where one is too narrow.
fn question(
    batch: &AttachBatch,
    state: &State,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) {
    let who = match batch.rows.as_slice() {
        [row] => row.name.clone(),
        rows => format!("{} people", rows.len()),
    };
    let of_them = if area.width < 50 { "" } else { " of them" };
    let who = match batch.hidden {
        0 => who,
        hidden => format!("{who}, {hidden}{of_them} hidden by the filter"),
    };
    let key = look.key(state, Action::Open).unwrap_or_default();
    let ends = format!(" {} {key} begins", look.symbols.dot);
    let whole = format!("{who}, to {}", batch.job.name);
    let room = usize::from(area.width);
    let (first, role, second) = if text::width(&whole) + text::width(&ends) <= room {
        let warns = "What is attached cannot be taken back from here.";
        (whole + &ends, Role::Dim, warns.to_owned())
    } else {
        let job = format!("to {}", batch.job.name);
        let job = look.cut(&job, room.saturating_sub(text::width(&ends))).into_owned();
        (who, Role::Text, job + &ends)
    };
    LineWriter::new(look, line(area, 0), buf).write(Role::Text, &first);
    LineWriter::new(look, line(area, 1), buf).write(role, &second);
}

fn progress(batch: &AttachBatch, look: &RenderContext<'_>, area: Rect, buf: &mut Buffer) {
    let AttachCounts { done, attached, already, left, .. } = batch.counts();
    let all = batch.rows.len();
    let cells = (usize::from(area.width) / 5).min(LONGEST);
    let full = cells * done / all.max(1);
    let mut writer = LineWriter::new(look, area, buf);
    writer.write(Role::Bar, &look.symbols.bar.repeat(full));
    writer.write(Role::Border, &look.symbols.rule.repeat(cells - full));
    writer.write(Role::Text, &format!(" {done} of {all}"));
    let fared = [(attached, "attached"), (already, "already in"), (left, "not begun")];
    let fared = fared.into_iter().filter(|(count, _)| *count > 0);
    let fared = fared.map(|(count, word)| (Role::Text, format!("{count} {word}")));
    let troubles = batch.troubles().into_iter().map(|message| (Role::Warning, message));
    for (role, message) in troubles.chain(fared) {
        if text::width(&message) + 3 > writer.room() {
            break;
        }
        writer.write(Role::Dim, &format!(" {} ", look.symbols.dot)).write(role, &message);
    }
}

fn status(batch: &AttachBatch, state: &State, look: &RenderContext<'_>) -> (Role, String) {
    let key = |step| look.key(state, Action::Batch(step)).unwrap_or_default();
    let counts = batch.counts();
    match &batch.progress {
        AttachProgress::Paused(why) => {
            (Role::Warning, format!("{} goes on; paused: {why}", key(AttachAction::Pause)))
        }
        AttachProgress::Cancelled => {
            (Role::Warning, format!("cancelled; {} still out", counts.out))
        }
        AttachProgress::Finished if counts.failed > 0 => {
            (Role::Text, format!("done; {} tries the failed again", key(AttachAction::Retry)))
        }
        AttachProgress::Finished => (Role::Text, "done".to_owned()),
        AttachProgress::Running | AttachProgress::Unconfirmed => {
            let (out, waiting) = (counts.out, counts.waiting);
            (Role::Dim, format!("{out} out, {waiting} waiting; you can browse on"))
        }
    }
}

const fn sign(outcome: &AttachOutcome, look: &RenderContext<'_>) -> (Role, &'static str) {
    match outcome {
        AttachOutcome::Waiting => (Role::Dim, " "),
        AttachOutcome::Out(..) => (Role::Spinner, look.symbols.step),
        AttachOutcome::Attached => (Role::Good, look.symbols.done),
        AttachOutcome::Already | AttachOutcome::Left => (Role::Dim, look.symbols.dot),
        AttachOutcome::Other(_) | AttachOutcome::Unknown(_) => {
            (Role::Warning, look.symbols.warning)
        }
        AttachOutcome::Failed(_) => (Role::Error, look.symbols.error),
    }
}
