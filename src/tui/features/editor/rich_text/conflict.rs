//! A conflict as rich text: the value before, theirs and mine.

use std::ops::Range;

use super::diff::{Change, differ, entries};
use super::layout::{Told, broken, columns, remark, spoken, tone_of};
use crate::recruiting::person::{Conflict, FieldValue};
use crate::tui::features::editor::state::ConflictSide;
use crate::tui::widgets::rich_text::builder::{RichTextBuilder, cells, said, space};
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole, filled};

/// Minimum width for three columns.
const WIDE: usize = 70;
const NAMES: usize = 11;

#[must_use]
pub fn clash(
    clashes: &[Conflict],
    sides: &[Option<ConflictSide>],
    at: usize,
    width: usize,
) -> (Vec<RichLine>, Range<usize>) {
    let mut page = RichTextBuilder::new(width);
    let told = "Somebody else changed this meanwhile. Nothing was sent.";
    remark(&mut page, Vec::new(), (TextRole::Warning, Mark::Warning), told);
    let chosen = sides.iter().flatten().count();
    let todo = match clashes.len() - chosen.min(clashes.len()) {
        0 => "All are chosen: it can be sent.".to_owned(),
        left => format!("Choose for each field; {left} of {} to go.", clashes.len()),
    };
    page.paragraph(vec![space(2)], TextRole::Plain, &todo);
    let mut selected = 0..0;
    for (place, clash) in clashes.iter().enumerate() {
        page.row(Vec::new());
        let first = page.len();
        let side = sides.get(place).copied().flatten();
        field(clash, side, place == at, &mut page);
        if place == at {
            selected = first..page.len();
        }
    }
    (page.into_lines(), selected)
}

fn field(clash: &Conflict, side: Option<ConflictSide>, is_at: bool, page: &mut RichTextBuilder) {
    let sign = if is_at { Span::Mark(TextRole::Plain, Mark::Cursor) } else { space(1) };
    let tone = if is_at { TextRole::Strong } else { TextRole::Plain };
    let chosen = match side {
        None => " - not chosen yet",
        Some(ConflictSide::Theirs) => " - theirs is kept",
        Some(ConflictSide::Mine) => " - mine is sent",
    };
    let told = format!("{}{chosen}", clash.field.spec().label);
    page.paragraph(vec![sign, space(1)], tone, &told);
    let is = |wanted| side == Some(wanted);
    let all = [
        (false, "before", told_of(&clash.base, None)),
        (is(ConflictSide::Theirs), "theirs, now", told_of(&clash.theirs, Some(&clash.base))),
        (is(ConflictSide::Mine), "mine", told_of(&clash.mine, Some(&clash.base))),
    ];
    if page.width() < WIDE {
        for (is_chosen, name, told) in all {
            stacked(is_chosen, name, &told, page);
        }
        return;
    }
    let wide = page.width().saturating_sub(2 + 4) / 3;
    let heads = all.each_ref().map(|(is_chosen, name, _)| match is_chosen {
        true => vec![(TextRole::Good, "", format!("{name} (chosen)"))],
        false => vec![(TextRole::Dim, "", (*name).to_owned())],
    });
    columns(page, vec![space(2)], &heads, wide);
    columns(page, vec![space(2)], &all.map(|(_, _, told)| told), wide);
}

/// One below the other; a value that fits stays beside its name.
fn stacked(is_chosen: bool, name: &str, told: &[Told], page: &mut RichTextBuilder) {
    let mark = if is_chosen { Span::Mark(TextRole::Good, Mark::Done) } else { space(1) };
    let mut lead = vec![space(1), mark, space(1)];
    lead.extend(filled(TextRole::Dim, name, NAMES.min(page.width() / 3)));
    let indent = 5.min(page.width() / 3);
    let beside = page.width().saturating_sub(cells(&lead) + 1);
    match told {
        [(tone, "", words)] if broken(told, beside).len() == 1 => {
            lead.extend([space(1), said(*tone, words)]);
            page.row(lead);
        }
        _ => {
            page.row(lead);
            for (tone, words) in broken(told, page.width() - indent) {
                page.row(vec![space(indent), Span::Text(tone, words)]);
            }
        }
    }
}

fn told_of(value: &FieldValue, base: Option<&FieldValue>) -> Vec<Told> {
    let Some(all) = entries(value) else {
        let tone = if base.is_some() { TextRole::Strong } else { TextRole::Dim };
        let (tone, told) = spoken(tone, &value.told());
        return vec![(tone, "", told)];
    };
    let before = base.and_then(entries).unwrap_or_else(|| all.clone());
    let told = differ(&before, &all).into_iter().map(|entry| {
        let kind = if entry.kind.is_empty() { String::new() } else { format!(" ({})", entry.kind) };
        let was = match entry.fate.told() {
            told if told.is_empty() => told,
            told => format!(", {told}"),
        };
        let sign = match entry.fate {
            Change::Same => "  ",
            Change::Added => "+ ",
            Change::Removed => "- ",
            Change::Kind(_) | Change::Moved(_) => "~ ",
        };
        (tone_of(entry.fate), sign, format!("{}{kind}{was}", entry.value))
    });
    let told: Vec<_> = told.collect();
    if told.is_empty() { vec![(TextRole::Dim, "", "(empty)".to_owned())] } else { told }
}
