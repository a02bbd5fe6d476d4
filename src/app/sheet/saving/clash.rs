//! What was there, what somebody else wrote, and what was typed here.

use std::ops::Range;

use super::super::page::{Page, cells, said, space};
use super::super::{Line, Mark, Piece, Tone, filled};
use super::differ::{Fate, differ, entries};
use super::lay::{Told, broken, columns, remark, spoken, tone_of, words};
use crate::app::edit::{Clash, Value};
use crate::app::editor::Side;

/// Three columns need so much room.
const WIDE: usize = 70;
/// What the three are called takes so much room.
const NAMES: usize = 11;

/// The fields that were changed here and there, with what was chosen for each;
/// and which of the lines are those of the selected one.
#[must_use]
pub fn clash(
    clashes: &[Clash],
    sides: &[Option<Side>],
    at: usize,
    width: usize,
) -> (Vec<Line>, Range<usize>) {
    let mut page = Page::new(width);
    let told = "Somebody else changed this meanwhile. Nothing was sent.";
    remark(&mut page, Vec::new(), (Tone::Warning, Mark::Warning), told);
    let chosen = sides.iter().flatten().count();
    let todo = match clashes.len() - chosen.min(clashes.len()) {
        0 => "All are chosen: it can be sent.".to_owned(),
        left => format!("Choose for each field; {left} of {} to go.", clashes.len()),
    };
    words(&mut page, vec![space(2)], Tone::Plain, &todo);
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

fn field(clash: &Clash, side: Option<Side>, is_at: bool, page: &mut Page) {
    let sign = if is_at { Piece::Mark(Tone::Plain, Mark::Cursor) } else { space(1) };
    let tone = if is_at { Tone::Strong } else { Tone::Plain };
    let chosen = match side {
        None => " - not chosen yet",
        Some(Side::Theirs) => " - theirs is kept",
        Some(Side::Mine) => " - mine is sent",
    };
    let told = format!("{}{chosen}", clash.field.spec().label);
    words(page, vec![sign, space(1)], tone, &told);
    let is = |wanted| side == Some(wanted);
    let all = [
        (false, "before", told_of(&clash.base, None)),
        (is(Side::Theirs), "theirs, now", told_of(&clash.theirs, Some(&clash.base))),
        (is(Side::Mine), "mine", told_of(&clash.mine, Some(&clash.base))),
    ];
    if page.width() < WIDE {
        for (is_chosen, name, told) in all {
            stacked(is_chosen, name, &told, page);
        }
        return;
    }
    let wide = page.width().saturating_sub(2 + 4) / 3;
    let heads = all.each_ref().map(|(is_chosen, name, _)| match is_chosen {
        true => vec![(Tone::Good, "", format!("{name} (chosen)"))],
        false => vec![(Tone::Dim, "", (*name).to_owned())],
    });
    columns(page, vec![space(2)], &heads, wide);
    columns(page, vec![space(2)], &all.map(|(_, _, told)| told), wide);
}

/// One below the other; a value that fits stands beside its name.
fn stacked(is_chosen: bool, name: &str, told: &[Told], page: &mut Page) {
    let mark = if is_chosen { Piece::Mark(Tone::Good, Mark::Done) } else { space(1) };
    let mut lead = vec![space(1), mark, space(1)];
    lead.extend(filled(Tone::Dim, name, NAMES.min(page.width() / 3)));
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
                page.row(vec![space(indent), Piece::Text(tone, words)]);
            }
        }
    }
}

/// A value on its lines; an entry of a list says what became of it since.
fn told_of(value: &Value, base: Option<&Value>) -> Vec<Told> {
    let Some(all) = entries(value) else {
        let tone = if base.is_some() { Tone::Strong } else { Tone::Dim };
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
            Fate::Same => "  ",
            Fate::Added => "+ ",
            Fate::Removed => "- ",
            Fate::Kind(_) | Fate::Moved(_) => "~ ",
        };
        (tone_of(entry.fate), sign, format!("{}{kind}{was}", entry.value))
    });
    let told: Vec<_> = told.collect();
    if told.is_empty() { vec![(Tone::Dim, "", "(empty)".to_owned())] } else { told }
}
