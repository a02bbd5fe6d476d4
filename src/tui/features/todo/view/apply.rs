//! Draws the preview of the moves, and their outcome.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::keymap::action::Action;
use crate::text;
use crate::text::Align;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::features::todo::state::{ApplyPreview, ApplyStep};
use crate::tui::features::todo::todo_counts::{todo_counts, todo_reading};
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, line};
use crate::tui::widgets::pick_list_view::{draw_footer, draw_groups};
use crate::tui::widgets::render_context::RenderContext;

/// The hint for a key; empty if it does nothing.
pub(crate) fn apply_key_hint(apply: &ApplyPreview, action: Action) -> &'static str {
    let selected = apply.steps.get(apply.at);
    match (action, apply.is_finished, apply.in_flight) {
        (Action::Open, true, _) => "done",
        (Action::Open, false, None)
            if apply.steps.iter().any(|step| step.stage_move().is_some()) =>
        {
            "move"
        }
        (Action::Mark, false, None) if selected.is_some() => "leave out",
        (Action::Right, false, None) if selected.is_some_and(|step| !step.choices.is_empty()) => {
            "other stage"
        }
        _ => "",
    }
}

pub(crate) fn apply_title(apply: &ApplyPreview) -> String {
    let moves = apply.steps.iter().filter(|step| step.stage_move().is_some()).count();
    if apply.is_finished {
        let failed = |step: &&ApplyStep| matches!(step.outcome, Some(Err(_)));
        let failed = apply.steps.iter().filter(failed).count();
        return format!("Moved candidates in your database; {failed} could not be moved");
    }
    match moves {
        0 => "No candidates to move".to_owned(),
        1 => "Move 1 candidate in your database?".to_owned(),
        moves => format!("Move {} candidates in your database?", count(moves as u64)),
    }
}

pub(crate) fn apply(
    state: &State,
    apply: &ApplyPreview,
    context: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let Some(selected) = apply.steps.get(apply.at) else {
        let message = match (todo_reading(state), unloaded(state)) {
            ((0, 0), 0) => "No candidates to move.".to_owned(),
            (reading, unread) => format!("No candidates yet. {}", coverage(reading, unread)),
        };
        for (at, words) in text::wrap(&message, usize::from(area.width).max(1)).iter().enumerate() {
            LineWriter::new(context, line(area, at), buf).write(Role::Dim, words);
        }
        return (0, 0);
    };
    let (role, message) = if apply.in_flight.is_some() {
        (Role::Spinner, "Moving…".to_owned())
    } else if let Some((role, text)) = outcome_text(selected) {
        (role, format!("{}: {text}", selected.name))
    } else {
        instructions(state, apply, context)
    };
    let message = text::sanitize(&message);
    let list = draw_footer(&message, role, context, area, buf);
    let jobs = apply.steps.chunk_by(|left, right| left.job == right.job);
    let groups = jobs.map(|job| (job[0].job_name.clone(), job.len()));
    draw_groups(groups, apply.at, context, list, buf, |at, writer| {
        if let Some(step) = apply.steps.get(at) {
            step_row(step, context, writer);
        }
    })
}

/// The question at the bottom, and what is missing.
fn instructions(
    state: &State,
    apply: &ApplyPreview,
    context: &RenderContext<'_>,
) -> (Role, String) {
    let key = |action| context.key(state, action).unwrap_or_default();
    let (send, skip, leave) = (key(Action::Open), key(Action::Mark), key(Action::Back));
    let reading = todo_reading(state);
    let coverage = coverage(reading, unloaded(state));
    if apply.is_warned && reading.0 > 0 {
        let moves = count(apply.moves().len() as u64);
        return (
            Role::Warning,
            format!("{coverage} Press {send} again to move only these {moves}."),
        );
    }
    let coverage = if coverage.is_empty() { coverage } else { format!("{coverage} ") };
    let other = match apply.steps.get(apply.at) {
        Some(step) if !step.choices.is_empty() => {
            format!(" {} chooses another rejection stage.", key(Action::Right))
        }
        _ => String::new(),
    };
    let undo = state.key_of(Action::Undo);
    let text = format!(
        "{coverage}{send} moves them, {skip} leaves a candidate out, {leave} cancels.{other} Each \
         move is recorded in the history; {undo} undoes it."
    );
    (Role::Text, text)
}

/// The number of verdicts whose lists are not loaded.
const fn unloaded(state: &State) -> usize {
    let counts = todo_counts(state);
    counts.unchecked + counts.unread
}

/// Which lists are missing, and whether they still load.
fn coverage((reading, failed): (usize, usize), unread: usize) -> String {
    let lists = |number: usize| match number {
        1 => "1 list".to_owned(),
        number => format!("{} lists", count(number as u64)),
    };
    let verb = |number: usize| if number == 1 { "is" } else { "are" };
    let verdicts = match unread {
        1 => "1 verdict".to_owned(),
        unread => format!("{} verdicts", count(unread as u64)),
    };
    let suffix = if unread == 0 { String::new() } else { format!(", with {verdicts}") };
    match (reading, failed) {
        (0, 0) if unread > 0 => format!("Left out, because not loaded: {verdicts}."),
        (0, 0) => String::new(),
        (0, failed) => format!("Left out, because not loaded: {}{suffix}.", lists(failed)),
        (reading, 0) => format!("{} {} still loading{suffix}.", lists(reading), verb(reading)),
        (reading, failed) => format!(
            "{} {} still loading, {} could not be loaded{suffix}.",
            lists(reading),
            verb(reading),
            lists(failed)
        ),
    }
}

fn step_row(step: &ApplyStep, context: &RenderContext<'_>, writer: &mut LineWriter<'_>) {
    let (role, sign) = match (&step.outcome, &step.to) {
        (Some(Ok(())), _) => (Role::Good, context.symbols.success),
        (Some(Err(_)), _) => (Role::Error, context.symbols.error),
        (None, Err(_)) => (Role::Warning, context.symbols.warning),
        (None, Ok(_)) if step.is_left_out => (Role::Dim, context.symbols.dot),
        (None, Ok(_)) => (Role::Text, context.symbols.step),
    };
    let text_role = if step.stage_move().is_some() { Role::Text } else { Role::Dim };
    writer.cell(role, sign, 2, Align::Left);
    let text = match (&step.outcome, &step.to) {
        (Some(Err(error)), _) => error.clone(),
        (_, Err(error)) if writer.remaining() < 50 => (*error).to_owned(),
        (_, Err(error)) => format!("{} {} {error}", step.stage, context.symbols.step),
        (_, Ok(_)) if step.is_left_out => "left out".to_owned(),
        (_, Ok((to, _))) if writer.remaining() < 50 => to.clone(),
        (_, Ok((to, _))) => format!("{} {} {to}", step.stage, context.symbols.step),
    };
    let name_width = (writer.remaining() * 2 / 5).min(32);
    writer.cell(text_role, &step.name, name_width, Align::Left);
    let failed = matches!(step.outcome, Some(Err(_))) || step.to.is_err();
    writer.write(if failed { role } else { text_role }, &text);
}

/// The outcome of a step, or why it is impossible.
fn outcome_text(step: &ApplyStep) -> Option<(Role, String)> {
    match (&step.outcome, &step.to) {
        (Some(Ok(())), Ok((to, _))) => Some((Role::Good, format!("moved to {to}"))),
        (Some(Err(error)), _) => Some((Role::Error, error.clone())),
        (None, Err(error)) => Some((Role::Warning, format!("in {}, {error}", step.stage))),
        _ => None,
    }
}
