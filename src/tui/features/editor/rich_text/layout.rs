//! Layout of values before and after a change.

use super::diff::{Change, DiffEntry, diff_entries, entries};
use crate::recruiting::person::FieldValue;
use crate::text;
use crate::text::clip;
use crate::tui::widgets::rich_text::builder::{
    RichTextBuilder, Spans, cells, part, space, text_span,
};
use crate::tui::widgets::rich_text::{Mark, Span, TextRole, pad};

/// In characters; a longer value is cut.
const MAX_VALUE: usize = 10_000;
const COLUMN: usize = 18;
const KINDS: usize = 14;

pub(crate) fn column(builder: &RichTextBuilder) -> usize {
    COLUMN.min(builder.width() * 2 / 5)
}

pub(crate) fn label(builder: &RichTextBuilder, words: &str) -> Spans {
    let column = column(builder);
    let mut lead = pad(TextRole::Plain, words, column.saturating_sub(1));
    lead.push(space(column.min(1)));
    lead
}

pub(crate) fn marked_label(
    builder: &RichTextBuilder,
    (role, mark): (TextRole, Mark),
    words: &str,
) -> Spans {
    let column = column(builder);
    let mut lead = vec![Span::Mark(role, mark), space(1)];
    lead.extend(pad(TextRole::Plain, words, column.saturating_sub(3)));
    lead.push(space(1));
    lead
}

pub(crate) fn blank(builder: &RichTextBuilder) -> Spans {
    vec![space(column(builder))]
}

pub(crate) fn push_remark(
    builder: &mut RichTextBuilder,
    mut lead: Spans,
    (role, mark): (TextRole, Mark),
    message: &str,
) {
    lead.extend([Span::Mark(role, mark), space(1)]);
    builder.paragraph(lead, role, message);
}

pub(crate) fn push_note(builder: &mut RichTextBuilder, message: &str) {
    let lead = [blank(builder), vec![space(2)]].concat();
    builder.paragraph(lead, TextRole::Dim, message);
}

pub(crate) fn push_warning(builder: &mut RichTextBuilder, message: &str) {
    let lead = blank(builder);
    push_remark(builder, lead, (TextRole::Warning, Mark::Warning), message);
}

/// Makes emptiness and surrounding spaces visible.
pub(crate) fn display_value(role: TextRole, value: &str) -> (TextRole, String) {
    match value {
        "" => (TextRole::Dim, "(empty)".to_owned()),
        value if value.trim() == value => (role, value.to_owned()),
        value => (role, format!("\"{value}\"")),
    }
}

/// `before` is `None` where the server never returns the field.
pub(crate) fn push_change(
    builder: &mut RichTextBuilder,
    name: &str,
    before: Option<&FieldValue>,
    after: &FieldValue,
) {
    if let Some(after) = entries(after) {
        let before = before.and_then(entries).unwrap_or_default();
        let lead = label(builder, name);
        push_entries(builder, lead, &diff_entries(&before, &after));
        return;
    }
    let (role, after) = display_value(TextRole::Strong, &after.describe());
    let lead = label(builder, name);
    let Some(before) = before.map(FieldValue::describe) else {
        return builder.paragraph(lead, role, &after);
    };
    let (_, was) = display_value(TextRole::Dim, &before);
    let both = [&was, &after].map(|message| one_line(message));
    let total_width: usize = both.iter().flatten().map(|message| text::width(message)).sum();
    if let [Some(was), Some(after)] = &both
        && cells(&lead) + total_width + 3 <= builder.width()
    {
        let arrow = [space(1), Span::Mark(TextRole::Dim, Mark::Arrow), space(1)];
        let was = vec![Span::Text(TextRole::Dim, was.clone())];
        let line = [lead, was, arrow.to_vec(), vec![Span::Text(role, after.clone())]];
        builder.row(line.concat());
    } else {
        let sign = |role, sign: &str| vec![text_span(role, sign), space(1)];
        builder.paragraph([lead, sign(TextRole::Dim, "-")].concat(), TextRole::Dim, &was);
        let lead = [blank(builder), sign(role, "+")].concat();
        builder.paragraph(lead, role, &after);
    }
    if text::sanitize(&was) == text::sanitize(&after) {
        push_note(builder, "Only spaces, line breaks or invisible characters differ");
    }
}

/// `None` if the text is long or has several lines.
fn one_line(message: &str) -> Option<String> {
    (message.len() < 400 && !message.contains('\n')).then(|| text::sanitize(message).into_owned())
}

pub(crate) fn push_entries(builder: &mut RichTextBuilder, mut lead: Spans, all: &[DiffEntry<'_>]) {
    if all.is_empty() {
        lead.extend(part(TextRole::Dim, "(empty)"));
        return builder.row(lead);
    }
    let kinds = kind_column_width(all.iter().map(|entry| entry.kind));
    let kinds = kinds.min(builder.width() / 5);
    for entry in all {
        let (role, message) = (change_role(entry.change), entry.change.describe());
        let mut line = std::mem::replace(&mut lead, blank(builder));
        line.extend([text_span(role, entry.change.sign()), space(1)]);
        if kinds > 0 {
            line.extend(pad(
                TextRole::Dim,
                &text::sanitize(text::clip_to_cells(entry.kind, kinds)),
                kinds,
            ));
            line.push(space(1));
        }
        let (role, value) = display_value(role, entry.value);
        let value = if message.is_empty() { value } else { format!("{value} ({message})") };
        builder.paragraph(line, role, &value);
        if builder.is_full() {
            return;
        }
    }
}

pub(crate) fn kind_column_width<'a>(all: impl Iterator<Item = &'a str>) -> usize {
    all.map(|kind| text::width(&text::sanitize(text::clip_to_cells(kind, KINDS))))
        .max()
        .unwrap_or(0)
        .min(KINDS)
}

pub(crate) const fn change_role(change: Change<'_>) -> TextRole {
    match change {
        Change::Same | Change::Removed => TextRole::Dim,
        Change::Added => TextRole::Strong,
        Change::Kind(_) | Change::Moved(_) => TextRole::Plain,
    }
}

/// A text with a sign in front; the sign never stands alone on a line.
pub(crate) type SignedText = (TextRole, &'static str, String);

pub(crate) fn push_columns(
    builder: &mut RichTextBuilder,
    lead: Spans,
    all: &[Vec<SignedText>],
    width: usize,
) {
    let hang = cells(&lead);
    let wrapped: Vec<Vec<(TextRole, String)>> =
        all.iter().map(|texts| wrap_column(texts, width)).collect();
    let rows = wrapped.iter().map(Vec::len).max().unwrap_or(0);
    let mut lead = Some(lead);
    for row in 0..rows {
        let mut line = lead.take().unwrap_or_else(|| vec![space(hang)]);
        for lines in &wrapped {
            match lines.get(row) {
                Some((role, words)) => line.extend(pad(*role, words, width)),
                None => line.push(space(width)),
            }
            line.push(space(2));
        }
        // No gap after the last column.
        line.pop();
        builder.row(line);
    }
}

pub(crate) fn wrap_column(texts: &[SignedText], width: usize) -> Vec<(TextRole, String)> {
    let mut lines = Vec::new();
    for (role, sign, message) in texts {
        let text_width = width.saturating_sub(sign.len()).max(1);
        let (message, is_cut) = clip(message, MAX_VALUE / 5);
        let mut sign = *sign;
        for line in message.lines().map(text::sanitize) {
            for line in text::wrap(&line, text_width) {
                lines.push((*role, format!("{sign}{line}")));
                sign = if sign.is_empty() { "" } else { "  " };
            }
        }
        if is_cut {
            lines.push((TextRole::Warning, format!("{sign}(cut)")));
        }
    }
    lines
}
