//! Layout of values before and after a change.

use super::diff::{Change, DiffEntry, differ, entries};
use crate::recruiting::person::FieldValue;
use crate::text;
use crate::tui::widgets::rich_text::builder::{
    RichTextBuilder, Spans, cells, clip, part, said, space,
};
use crate::tui::widgets::rich_text::{Mark, Span, TextRole, filled};

/// In characters; a longer value is cut.
const LONGEST: usize = 10_000;
const COLUMN: usize = 18;
const KINDS: usize = 14;

pub(crate) fn column(builder: &RichTextBuilder) -> usize {
    COLUMN.min(builder.width() * 2 / 5)
}

pub(crate) fn label(builder: &RichTextBuilder, words: &str) -> Spans {
    let column = column(builder);
    let mut lead = filled(TextRole::Plain, words, column.saturating_sub(1));
    lead.push(space(column.min(1)));
    lead
}

pub(crate) fn marked(
    builder: &RichTextBuilder,
    (tone, mark): (TextRole, Mark),
    words: &str,
) -> Spans {
    let column = column(builder);
    let mut lead = vec![Span::Mark(tone, mark), space(1)];
    lead.extend(filled(TextRole::Plain, words, column.saturating_sub(3)));
    lead.push(space(1));
    lead
}

pub(crate) fn blank(builder: &RichTextBuilder) -> Spans {
    vec![space(column(builder))]
}

pub(crate) fn remark(
    builder: &mut RichTextBuilder,
    mut lead: Spans,
    (tone, mark): (TextRole, Mark),
    message: &str,
) {
    lead.extend([Span::Mark(tone, mark), space(1)]);
    builder.paragraph(lead, tone, message);
}

pub(crate) fn note(builder: &mut RichTextBuilder, message: &str) {
    let lead = [blank(builder), vec![space(2)]].concat();
    builder.paragraph(lead, TextRole::Dim, message);
}

pub(crate) fn warn(builder: &mut RichTextBuilder, message: &str) {
    let lead = blank(builder);
    remark(builder, lead, (TextRole::Warning, Mark::Warning), message);
}

/// Makes emptiness and surrounding spaces visible.
pub(crate) fn display_value(tone: TextRole, value: &str) -> (TextRole, String) {
    match value {
        "" => (TextRole::Dim, "(empty)".to_owned()),
        value if value.trim() == value => (tone, value.to_owned()),
        value => (tone, format!("\"{value}\"")),
    }
}

/// `before` is `None` where the server never shows the field.
pub(crate) fn change(
    builder: &mut RichTextBuilder,
    name: &str,
    before: Option<&FieldValue>,
    after: &FieldValue,
) {
    if let Some(after) = entries(after) {
        let before = before.and_then(entries).unwrap_or_default();
        let lead = label(builder, name);
        list(builder, lead, &differ(&before, &after));
        return;
    }
    let (tone, after) = display_value(TextRole::Strong, &after.told());
    let lead = label(builder, name);
    let Some(before) = before.map(FieldValue::told) else {
        return builder.paragraph(lead, tone, &after);
    };
    let (_, was) = display_value(TextRole::Dim, &before);
    let both = [&was, &after].map(|message| one_line(message));
    let wide: usize = both.iter().flatten().map(|message| text::width(message)).sum();
    if let [Some(was), Some(after)] = &both
        && cells(&lead) + wide + 3 <= builder.width()
    {
        let arrow = [space(1), Span::Mark(TextRole::Dim, Mark::Arrow), space(1)];
        let was = vec![Span::Text(TextRole::Dim, was.clone())];
        let line = [lead, was, arrow.to_vec(), vec![Span::Text(tone, after.clone())]];
        builder.row(line.concat());
    } else {
        let sign = |tone, sign: &str| vec![said(tone, sign), space(1)];
        builder.paragraph([lead, sign(TextRole::Dim, "-")].concat(), TextRole::Dim, &was);
        let lead = [blank(builder), sign(tone, "+")].concat();
        builder.paragraph(lead, tone, &after);
    }
    if text::sanitize(&was) == text::sanitize(&after) {
        note(builder, "only spaces, line ends or letters that are not seen differ");
    }
}

/// `None` if the text is long or has several lines.
fn one_line(message: &str) -> Option<String> {
    (message.len() < 400 && !message.contains('\n')).then(|| text::sanitize(message).into_owned())
}

pub(crate) fn list(builder: &mut RichTextBuilder, mut lead: Spans, all: &[DiffEntry<'_>]) {
    if all.is_empty() {
        lead.extend(part(TextRole::Dim, "(empty)"));
        return builder.row(lead);
    }
    let kinds = kinds(all.iter().map(|entry| entry.kind));
    let kinds = kinds.min(builder.width() / 5);
    for entry in all {
        let (tone, message) = (tone_of(entry.change), entry.change.describe());
        let mut line = std::mem::replace(&mut lead, blank(builder));
        line.extend([said(tone, entry.change.sign()), space(1)]);
        if kinds > 0 {
            line.extend(filled(TextRole::Dim, &text::sanitize(entry.kind), kinds));
            line.push(space(1));
        }
        let (tone, value) = display_value(tone, entry.value);
        let value = if message.is_empty() { value } else { format!("{value} ({message})") };
        builder.paragraph(line, tone, &value);
        if builder.is_full() {
            return;
        }
    }
}

pub(crate) fn kinds<'a>(all: impl Iterator<Item = &'a str>) -> usize {
    all.map(|kind| text::width(&text::sanitize(kind))).max().unwrap_or(0).min(KINDS)
}

pub(crate) const fn tone_of(change: Change<'_>) -> TextRole {
    match change {
        Change::Same | Change::Removed => TextRole::Dim,
        Change::Added => TextRole::Strong,
        Change::Kind(_) | Change::Moved(_) => TextRole::Plain,
    }
}

/// A text with a sign in front; the sign never stands alone on a line.
pub(crate) type SignedText = (TextRole, &'static str, String);

pub(crate) fn columns(
    builder: &mut RichTextBuilder,
    lead: Spans,
    all: &[Vec<SignedText>],
    wide: usize,
) {
    let hang = cells(&lead);
    let broken: Vec<Vec<(TextRole, String)>> =
        all.iter().map(|texts| wrap_column(texts, wide)).collect();
    let rows = broken.iter().map(Vec::len).max().unwrap_or(0);
    let mut lead = Some(lead);
    for row in 0..rows {
        let mut line = lead.take().unwrap_or_else(|| vec![space(hang)]);
        for lines in &broken {
            match lines.get(row) {
                Some((tone, words)) => line.extend(filled(*tone, words, wide)),
                None => line.push(space(wide)),
            }
            line.push(space(2));
        }
        // No gap after the last column.
        line.pop();
        builder.row(line);
    }
}

pub(crate) fn wrap_column(texts: &[SignedText], wide: usize) -> Vec<(TextRole, String)> {
    let mut lines = Vec::new();
    for (tone, sign, message) in texts {
        let room = wide.saturating_sub(sign.len()).max(1);
        let (message, is_cut) = clip(message, LONGEST / 5);
        let mut sign = *sign;
        for line in message.lines().map(text::sanitize) {
            for line in text::wrap(&line, room) {
                lines.push((*tone, format!("{sign}{line}")));
                sign = if sign.is_empty() { "" } else { "  " };
            }
        }
        if is_cut {
            lines.push((TextRole::Warning, format!("{sign}(cut)")));
        }
    }
    lines
}
