//! A conflict as rich text: the value before, theirs and mine.

use std::ops::Range;

use super::diff::{Change, diff_entries, entries};
use super::layout::{
    SignedText, change_role, display_value, push_columns, push_remark, wrap_column,
};
use crate::recruiting::person::wording::describe_conflicts;
use crate::recruiting::person::{Conflict, FieldValue};
use crate::text::capitalize;
use crate::tui::features::editor::state::ConflictSide;
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, cells, space, text_span};
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole, pad};

/// Minimum width for three columns.
const MIN_THREE_COLUMN_WIDTH: usize = 70;
const NAMES: usize = 11;

pub(crate) fn conflict(
    conflicts: &[Conflict],
    sides: &[Option<ConflictSide>],
    at: usize,
    width: usize,
) -> (Vec<RichLine>, Range<usize>) {
    let mut builder = RichTextBuilder::new(width);
    let message = capitalize(&describe_conflicts(conflicts));
    push_remark(&mut builder, Vec::new(), (TextRole::Warning, Mark::Warning), &message);
    let chosen = sides.iter().flatten().count();
    let todo = match conflicts.len() - chosen.min(conflicts.len()) {
        0 => "All chosen: you can save.".to_owned(),
        left => format!("Choose a value for each field; {left} of {} left.", conflicts.len()),
    };
    builder.paragraph(vec![space(2)], TextRole::Plain, &todo);
    let mut selected = 0..0;
    for (index, conflict) in conflicts.iter().enumerate() {
        builder.row(Vec::new());
        let first = builder.len();
        let side = sides.get(index).copied().flatten();
        push_field(conflict, side, index == at, &mut builder);
        if index == at {
            selected = first..builder.len();
        }
    }
    (builder.into_lines(), selected)
}

fn push_field(
    conflict: &Conflict,
    side: Option<ConflictSide>,
    is_selected: bool,
    builder: &mut RichTextBuilder,
) {
    let sign = if is_selected { Span::Mark(TextRole::Plain, Mark::Cursor) } else { space(1) };
    let role = if is_selected { TextRole::Strong } else { TextRole::Plain };
    let chosen = match side {
        None => " - not chosen yet",
        Some(ConflictSide::Theirs) => " - theirs stays",
        Some(ConflictSide::Mine) => " - mine will be saved",
    };
    let message = format!("{}{chosen}", conflict.field.spec().label);
    builder.paragraph(vec![sign, space(1)], role, &message);
    let is_side = |wanted| side == Some(wanted);
    let all = [
        (false, "before", describe_value(&conflict.base, None)),
        (
            is_side(ConflictSide::Theirs),
            "theirs, now",
            describe_value(&conflict.theirs, Some(&conflict.base)),
        ),
        (is_side(ConflictSide::Mine), "mine", describe_value(&conflict.mine, Some(&conflict.base))),
    ];
    if builder.width() < MIN_THREE_COLUMN_WIDTH {
        for (is_chosen, name, message) in all {
            push_stacked(is_chosen, name, &message, builder);
        }
        return;
    }
    let column_width = builder.width().saturating_sub(2 + 4) / 3;
    let heads = all.each_ref().map(|(is_chosen, name, _)| match is_chosen {
        true => vec![(TextRole::Good, "", format!("{name} (chosen)"))],
        false => vec![(TextRole::Dim, "", (*name).to_owned())],
    });
    push_columns(builder, vec![space(2)], &heads, column_width);
    push_columns(builder, vec![space(2)], &all.map(|(_, _, message)| message), column_width);
}

/// One below the other; a value that fits stays beside its name.
fn push_stacked(
    is_chosen: bool,
    name: &str,
    message: &[SignedText],
    builder: &mut RichTextBuilder,
) {
    let mark = if is_chosen { Span::Mark(TextRole::Good, Mark::Done) } else { space(1) };
    let mut lead = vec![space(1), mark, space(1)];
    lead.extend(pad(TextRole::Dim, name, NAMES.min(builder.width() / 3)));
    let indent = 5.min(builder.width() / 3);
    let inline_width = builder.width().saturating_sub(cells(&lead) + 1);
    match message {
        [(role, "", words)] if wrap_column(message, inline_width).len() == 1 => {
            lead.extend([space(1), text_span(*role, words)]);
            builder.row(lead);
        }
        _ => {
            builder.row(lead);
            for (role, words) in wrap_column(message, builder.width() - indent) {
                builder.row(vec![space(indent), Span::Text(role, words)]);
            }
        }
    }
}

fn describe_value(value: &FieldValue, base: Option<&FieldValue>) -> Vec<SignedText> {
    let Some(all) = entries(value) else {
        let role = if base.is_some() { TextRole::Strong } else { TextRole::Dim };
        let (role, message) = display_value(role, &value.describe());
        return vec![(role, "", message)];
    };
    let before = base.and_then(entries).unwrap_or_else(|| all.clone());
    let message = diff_entries(&before, &all).into_iter().map(|entry| {
        let kind = if entry.kind.is_empty() { String::new() } else { format!(" ({})", entry.kind) };
        let suffix = match entry.change.describe() {
            message if message.is_empty() => message,
            message => format!(", {message}"),
        };
        let sign = match entry.change {
            Change::Same => "  ",
            Change::Added => "+ ",
            Change::Removed => "- ",
            Change::Kind(_) | Change::Moved(_) => "~ ",
        };
        (change_role(entry.change), sign, format!("{}{kind}{suffix}", entry.value))
    });
    let message: Vec<_> = message.collect();
    if message.is_empty() { vec![(TextRole::Dim, "", "(empty)".to_owned())] } else { message }
}
