//! Draws the preview of the moves, and their outcome.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Line, foot, headed};
use crate::keymap::action::Action;
use crate::text;
use crate::text::Align;
use crate::theme::Role;
use crate::tui::app::state::State;
use crate::tui::features::todo::state::{ApplyPreview, ApplyStep};
use crate::tui::widgets::format::count;
use crate::tui::widgets::line_writer::{LineWriter, line};
use crate::tui::widgets::render_context::RenderContext;

/// The hint for a key; empty if it does nothing.
pub(crate) fn applies(apply: &ApplyPreview, action: Action) -> &'static str {
    let selected = apply.steps.get(apply.at);
    match (action, apply.is_over, apply.sent) {
        (Action::Open, true, _) => "done",
        (Action::Open, false, None) if apply.steps.iter().any(|step| step.sends().is_some()) => {
            "move"
        }
        (Action::Mark, false, None) if selected.is_some() => "in or out",
        (Action::Right, false, None) if selected.is_some_and(|step| !step.choices.is_empty()) => {
            "other stage"
        }
        _ => "",
    }
}

pub(crate) fn apply_title(apply: &ApplyPreview) -> String {
    let moves = apply.steps.iter().filter(|step| step.sends().is_some()).count();
    if apply.is_over {
        let failed = |step: &&ApplyStep| matches!(step.outcome, Some(Err(_)));
        let failed = apply.steps.iter().filter(failed).count();
        return format!("Moved in your database; {failed} could not be");
    }
    match moves {
        0 => "Nobody is to be moved".to_owned(),
        moves => format!("Move {} in your database?", count(moves as u64)),
    }
}

pub(crate) fn apply(
    state: &State,
    apply: &ApplyPreview,
    look: &RenderContext<'_>,
    area: Rect,
    buf: &mut Buffer,
) -> (usize, usize) {
    let Some(selected) = apply.steps.get(apply.at) else {
        let none = match (state.todo_reading(), state.todo_counts().unread) {
            ((0, 0), 0) => "Nobody is to be moved.".to_owned(),
            (reading, unread) => format!("Nobody so far. {}", coverage(reading, unread)),
        };
        for (at, words) in text::wrap(&none, usize::from(area.width).max(1)).iter().enumerate() {
            LineWriter::new(look, line(area, at), buf).write(Role::Dim, words);
        }
        return (0, 0);
    };
    let (role, told) = if apply.sent.is_some() {
        (Role::Spinner, "They are being moved.".to_owned())
    } else if let Some((role, told)) = fared(selected) {
        (role, format!("{}: {told}", selected.name))
    } else {
        asks(state, apply, look)
    };
    let told = text::sanitize(&told);
    let list = foot(&told, role, look, area, buf);
    let mut lines: Vec<Line> = Vec::new();
    for job in apply.steps.chunk_by(|one, other| one.job == other.job) {
        lines.push(Line::Heading(job[0].job_name.clone(), job.len()));
        lines.extend(job.iter().map(|_| Line::Row));
    }
    headed(&lines, apply.at, look, list, buf, |at, pen| {
        if let Some(step) = apply.steps.get(at) {
            step_row(step, look, pen);
        }
    })
}

/// The question at the bottom, and what is missing.
fn asks(state: &State, apply: &ApplyPreview, look: &RenderContext<'_>) -> (Role, String) {
    let key = |action| look.key(state, action).unwrap_or_default();
    let (send, skip, leave) = (key(Action::Open), key(Action::Mark), key(Action::Back));
    let reading = state.todo_reading();
    let known = coverage(reading, state.todo_counts().unread);
    if apply.is_warned && reading.0 > 0 {
        let moves = count(apply.moves().len() as u64);
        return (Role::Warning, format!("{known} {send} again moves these {moves} alone."));
    }
    let known = if known.is_empty() { known } else { format!("{known} ") };
    let other = match apply.steps.get(apply.at) {
        Some(step) if !step.choices.is_empty() => {
            format!(" {} takes another stage for rejections.", key(Action::Right))
        }
        _ => String::new(),
    };
    let told = format!(
        "{known}{send} moves them, {skip} leaves one out, {leave} closes this and moves \
         nobody.{other} Each move is written into the history."
    );
    (Role::Text, told)
}

/// Which lists are missing, and whether they still load.
fn coverage((reading, failed): (usize, usize), unread: usize) -> String {
    let lists = |number: usize| match number {
        1 => "1 list".to_owned(),
        number => format!("{} lists", count(number as u64)),
    };
    let is = |number: usize| if number == 1 { "is" } else { "are" };
    let of = match unread {
        0 => String::new(),
        1 => ", with 1 verdict".to_owned(),
        unread => format!(", with {} verdicts", count(unread as u64)),
    };
    match (reading, failed) {
        (0, 0) if unread > 0 => format!("Left out, as it could not be read{of}."),
        (0, 0) => String::new(),
        (0, failed) => format!("{} could not be read{of}: left out.", lists(failed)),
        (reading, 0) => format!("{} {} still being read{of}.", lists(reading), is(reading)),
        (reading, failed) => format!(
            "{} {} still being read, {} could not be{of}.",
            lists(reading),
            is(reading),
            lists(failed)
        ),
    }
}

fn step_row(step: &ApplyStep, look: &RenderContext<'_>, pen: &mut LineWriter<'_>) {
    let (role, sign) = match (&step.outcome, &step.to) {
        (Some(Ok(())), _) => (Role::Good, look.symbols.done),
        (Some(Err(_)), _) => (Role::Error, look.symbols.error),
        (None, Err(_)) => (Role::Warning, look.symbols.warning),
        (None, Ok(_)) if step.is_left_out => (Role::Dim, look.symbols.dot),
        (None, Ok(_)) => (Role::Text, look.symbols.step),
    };
    let role_of_text = if step.sends().is_some() { Role::Text } else { Role::Dim };
    pen.cell(role, sign, 2, Align::Left);
    let told = match (&step.outcome, &step.to) {
        (Some(Err(why)), _) => why.clone(),
        (_, Err(why)) if pen.room() < 50 => (*why).to_owned(),
        (_, Err(why)) => format!("{} {} {why}", step.stage, look.symbols.step),
        (_, Ok(_)) if step.is_left_out => "left out".to_owned(),
        (_, Ok((to, _))) if pen.room() < 50 => to.clone(),
        (_, Ok((to, _))) => format!("{} {} {to}", step.stage, look.symbols.step),
    };
    let name = (pen.room() * 2 / 5).min(32);
    pen.cell(role_of_text, &step.name, name, Align::Left);
    let failed = matches!(step.outcome, Some(Err(_))) || step.to.is_err();
    pen.write(if failed { role } else { role_of_text }, &told);
}

/// The outcome of a step, or why it is impossible.
fn fared(step: &ApplyStep) -> Option<(Role, String)> {
    match (&step.outcome, &step.to) {
        (Some(Ok(())), Ok((to, _))) => Some((Role::Good, format!("moved to {to}"))),
        (Some(Err(why)), _) => Some((Role::Error, why.clone())),
        (None, Err(why)) => Some((Role::Warning, format!("in {}, {why}", step.stage))),
        _ => None,
    }
}
