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

pub(crate) fn column(page: &RichTextBuilder) -> usize {
    COLUMN.min(page.width() * 2 / 5)
}

pub(crate) fn label(page: &RichTextBuilder, words: &str) -> Spans {
    let column = column(page);
    let mut lead = filled(TextRole::Plain, words, column.saturating_sub(1));
    lead.push(space(column.min(1)));
    lead
}

pub(crate) fn marked(page: &RichTextBuilder, (tone, mark): (TextRole, Mark), words: &str) -> Spans {
    let column = column(page);
    let mut lead = vec![Span::Mark(tone, mark), space(1)];
    lead.extend(filled(TextRole::Plain, words, column.saturating_sub(3)));
    lead.push(space(1));
    lead
}

pub(crate) fn blank(page: &RichTextBuilder) -> Spans {
    vec![space(column(page))]
}

pub(crate) fn remark(
    page: &mut RichTextBuilder,
    mut lead: Spans,
    (tone, mark): (TextRole, Mark),
    told: &str,
) {
    lead.extend([Span::Mark(tone, mark), space(1)]);
    page.paragraph(lead, tone, told);
}

pub(crate) fn note(page: &mut RichTextBuilder, told: &str) {
    let lead = [blank(page), vec![space(2)]].concat();
    page.paragraph(lead, TextRole::Dim, told);
}

pub(crate) fn warn(page: &mut RichTextBuilder, told: &str) {
    let lead = blank(page);
    remark(page, lead, (TextRole::Warning, Mark::Warning), told);
}

/// Makes emptiness and surrounding spaces visible.
pub(crate) fn spoken(tone: TextRole, value: &str) -> (TextRole, String) {
    match value {
        "" => (TextRole::Dim, "(empty)".to_owned()),
        value if value.trim() == value => (tone, value.to_owned()),
        value => (tone, format!("\"{value}\"")),
    }
}

/// `before` is `None` where the server never shows the field.
pub(crate) fn change(
    page: &mut RichTextBuilder,
    name: &str,
    before: Option<&FieldValue>,
    after: &FieldValue,
) {
    if let Some(after) = entries(after) {
        let before = before.and_then(entries).unwrap_or_default();
        let lead = label(page, name);
        list(page, lead, &differ(&before, &after));
        return;
    }
    let (tone, after) = spoken(TextRole::Strong, &after.told());
    let lead = label(page, name);
    let Some(before) = before.map(FieldValue::told) else {
        return page.paragraph(lead, tone, &after);
    };
    let (_, was) = spoken(TextRole::Dim, &before);
    let both = [&was, &after].map(|told| clean(told));
    let wide: usize = both.iter().flatten().map(|told| text::width(told)).sum();
    if let [Some(was), Some(after)] = &both
        && cells(&lead) + wide + 3 <= page.width()
    {
        let arrow = [space(1), Span::Mark(TextRole::Dim, Mark::Arrow), space(1)];
        let was = vec![Span::Text(TextRole::Dim, was.clone())];
        let line = [lead, was, arrow.to_vec(), vec![Span::Text(tone, after.clone())]];
        page.row(line.concat());
    } else {
        let sign = |tone, sign: &str| vec![said(tone, sign), space(1)];
        page.paragraph([lead, sign(TextRole::Dim, "-")].concat(), TextRole::Dim, &was);
        let lead = [blank(page), sign(tone, "+")].concat();
        page.paragraph(lead, tone, &after);
    }
    if text::sanitize(&was) == text::sanitize(&after) {
        note(page, "only spaces, line ends or letters that are not seen differ");
    }
}

/// `None` if the text is long or has several lines.
fn clean(told: &str) -> Option<String> {
    (told.len() < 400 && !told.contains('\n')).then(|| text::sanitize(told).into_owned())
}

pub(crate) fn list(page: &mut RichTextBuilder, mut lead: Spans, all: &[DiffEntry<'_>]) {
    if all.is_empty() {
        lead.extend(part(TextRole::Dim, "(empty)"));
        return page.row(lead);
    }
    let kinds = kinds(all.iter().map(|entry| entry.kind));
    let kinds = kinds.min(page.width() / 5);
    for entry in all {
        let (tone, told) = (tone_of(entry.fate), entry.fate.told());
        let mut line = std::mem::replace(&mut lead, blank(page));
        line.extend([said(tone, entry.fate.sign()), space(1)]);
        if kinds > 0 {
            line.extend(filled(TextRole::Dim, &text::sanitize(entry.kind), kinds));
            line.push(space(1));
        }
        let (tone, value) = spoken(tone, entry.value);
        let value = if told.is_empty() { value } else { format!("{value} ({told})") };
        page.paragraph(line, tone, &value);
        if page.is_full() {
            return;
        }
    }
}

pub(crate) fn kinds<'a>(all: impl Iterator<Item = &'a str>) -> usize {
    all.map(|kind| text::width(&text::sanitize(kind))).max().unwrap_or(0).min(KINDS)
}

pub(crate) const fn tone_of(fate: Change<'_>) -> TextRole {
    match fate {
        Change::Same | Change::Removed => TextRole::Dim,
        Change::Added => TextRole::Strong,
        Change::Kind(_) | Change::Moved(_) => TextRole::Plain,
    }
}

/// A text with a sign in front; the sign never stands alone on a line.
pub(crate) type Told = (TextRole, &'static str, String);

pub(crate) fn columns(page: &mut RichTextBuilder, lead: Spans, all: &[Vec<Told>], wide: usize) {
    let hang = cells(&lead);
    let broken: Vec<Vec<(TextRole, String)>> =
        all.iter().map(|texts| broken(texts, wide)).collect();
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
        page.row(line);
    }
}

pub(crate) fn broken(texts: &[Told], wide: usize) -> Vec<(TextRole, String)> {
    let mut lines = Vec::new();
    for (tone, sign, told) in texts {
        let room = wide.saturating_sub(sign.len()).max(1);
        let (told, is_cut) = clip(told, LONGEST / 5);
        let mut sign = *sign;
        for line in told.lines().map(text::sanitize) {
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
