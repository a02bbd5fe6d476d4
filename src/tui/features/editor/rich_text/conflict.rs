//! A conflict as rich text: the value before, theirs and mine.

use std::ops::Range;

use super::diff::{Change, differ, entries};
use super::layout::{SignedText, columns, display_value, remark, tone_of, wrap_column};
use crate::recruiting::person::{Conflict, FieldValue};
use crate::tui::features::editor::state::ConflictSide;
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, cells, said, space};
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole, filled};

/// Minimum width for three columns.
const WIDE: usize = 70;
const NAMES: usize = 11;

#[must_use]
pub fn conflict(
    conflicts: &[Conflict],
    sides: &[Option<ConflictSide>],
    at: usize,
    width: usize,
) -> (Vec<RichLine>, Range<usize>) {
    let mut builder = RichTextBuilder::new(width);
    let message = "Somebody else changed this meanwhile. Nothing was sent.";
    remark(&mut builder, Vec::new(), (TextRole::Warning, Mark::Warning), message);
    let chosen = sides.iter().flatten().count();
    let todo = match conflicts.len() - chosen.min(conflicts.len()) {
        0 => "All are chosen: it can be sent.".to_owned(),
        left => format!("Choose for each field; {left} of {} to go.", conflicts.len()),
    };
    builder.paragraph(vec![space(2)], TextRole::Plain, &todo);
    let mut selected = 0..0;
    for (place, conflict) in conflicts.iter().enumerate() {
        builder.row(Vec::new());
        let first = builder.len();
        let side = sides.get(place).copied().flatten();
        field(conflict, side, place == at, &mut builder);
        if place == at {
            selected = first..builder.len();
        }
    }
    (builder.into_lines(), selected)
}

fn field(
    conflict: &Conflict,
    side: Option<ConflictSide>,
    is_at: bool,
    builder: &mut RichTextBuilder,
) {
    let sign = if is_at { Span::Mark(TextRole::Plain, Mark::Cursor) } else { space(1) };
    let tone = if is_at { TextRole::Strong } else { TextRole::Plain };
    let chosen = match side {
        None => " - not chosen yet",
        Some(ConflictSide::Theirs) => " - theirs is kept",
        Some(ConflictSide::Mine) => " - mine is sent",
    };
    let message = format!("{}{chosen}", conflict.field.spec().label);
    builder.paragraph(vec![sign, space(1)], tone, &message);
    let is = |wanted| side == Some(wanted);
    let all = [
        (false, "before", describe_value(&conflict.base, None)),
        (
            is(ConflictSide::Theirs),
            "theirs, now",
            describe_value(&conflict.theirs, Some(&conflict.base)),
        ),
        (is(ConflictSide::Mine), "mine", describe_value(&conflict.mine, Some(&conflict.base))),
    ];
    if builder.width() < WIDE {
        for (is_chosen, name, message) in all {
            stacked(is_chosen, name, &message, builder);
        }
        return;
    }
    let wide = builder.width().saturating_sub(2 + 4) / 3;
    let heads = all.each_ref().map(|(is_chosen, name, _)| match is_chosen {
        true => vec![(TextRole::Good, "", format!("{name} (chosen)"))],
        false => vec![(TextRole::Dim, "", (*name).to_owned())],
    });
    columns(builder, vec![space(2)], &heads, wide);
    columns(builder, vec![space(2)], &all.map(|(_, _, message)| message), wide);
}

/// One below the other; a value that fits stays beside its name.
fn stacked(is_chosen: bool, name: &str, message: &[SignedText], builder: &mut RichTextBuilder) {
    let mark = if is_chosen { Span::Mark(TextRole::Good, Mark::Done) } else { space(1) };
    let mut lead = vec![space(1), mark, space(1)];
    lead.extend(filled(TextRole::Dim, name, NAMES.min(builder.width() / 3)));
    let indent = 5.min(builder.width() / 3);
    let beside = builder.width().saturating_sub(cells(&lead) + 1);
    match message {
        [(tone, "", words)] if wrap_column(message, beside).len() == 1 => {
            lead.extend([space(1), said(*tone, words)]);
            builder.row(lead);
        }
        _ => {
            builder.row(lead);
            for (tone, words) in wrap_column(message, builder.width() - indent) {
                builder.row(vec![space(indent), Span::Text(tone, words)]);
            }
        }
    }
}

fn describe_value(value: &FieldValue, base: Option<&FieldValue>) -> Vec<SignedText> {
    let Some(all) = entries(value) else {
        let tone = if base.is_some() { TextRole::Strong } else { TextRole::Dim };
        let (tone, message) = display_value(tone, &value.told());
        return vec![(tone, "", message)];
    };
    let before = base.and_then(entries).unwrap_or_else(|| all.clone());
    let message = differ(&before, &all).into_iter().map(|entry| {
        let kind = if entry.kind.is_empty() { String::new() } else { format!(" ({})", entry.kind) };
        let was = match entry.change.describe() {
            message if message.is_empty() => message,
            message => format!(", {message}"),
        };
        let sign = match entry.change {
            Change::Same => "  ",
            Change::Added => "+ ",
            Change::Removed => "- ",
            Change::Kind(_) | Change::Moved(_) => "~ ",
        };
        (tone_of(entry.change), sign, format!("{}{kind}{was}", entry.value))
    });
    let message: Vec<_> = message.collect();
    if message.is_empty() { vec![(TextRole::Dim, "", "(empty)".to_owned())] } else { message }
}
