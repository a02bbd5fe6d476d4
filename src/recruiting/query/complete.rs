//! Completions for the filter line.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use super::parse::terms::{Term, TermKey, quote, terms};
use crate::recruiting::table::{ListField, ListFieldInfo, ListFieldKind, Row, Table, needle};

/// The most completions to offer.
const MAX_COMPLETIONS: usize = 8;
/// A field with more distinct values has no completions.
const MAX_DISTINCT: usize = 10_000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Completion {
    /// The bytes of the line to replace.
    pub(crate) range: Range<usize>,
    pub(crate) text: String,
    pub(crate) description: &'static str,
}

/// Completions at the cursor: field names, or values of a field, the best first. `values` returns
/// the values of a field in the rows.
pub(crate) fn complete(
    text: &str,
    cursor: usize,
    fields: &[ListFieldInfo],
    values: impl Fn(ListField) -> Vec<String>,
) -> Vec<Completion> {
    // Ignore the text after the cursor.
    let text = text.get(..cursor).unwrap_or(text);
    let terms = terms(text);
    let term = terms.last().filter(|term| term.range.end == text.len());
    let mut completions = match term {
        None => complete_names("", text.len()..text.len(), fields),
        Some(Term { key: Some(key), alternatives, .. }) => {
            let Some(value) = alternatives.last() else { return Vec::new() };
            complete_values(key, &value.text, &value.range, fields, values)
        }
        Some(Term { negated, range, alternatives, .. }) => {
            let from = range.start + usize::from(*negated);
            let typed = alternatives.first().map_or("", |value| value.text.as_str());
            complete_names(typed, from..range.end, fields)
        }
    };
    completions.truncate(MAX_COMPLETIONS);
    completions
}

/// The distinct values of a field, the most common first. Empty if there are too many.
pub(crate) fn values<T: Table>(table: &T, field: ListField) -> Vec<String> {
    let live = table.lines().live();
    let mut shared: Vec<(usize, Row)> = Vec::new();
    let mut texts: HashMap<&str, usize> = HashMap::new();
    for row in live {
        if let Some(key) = table.interned(row, field) {
            if shared.len() <= key {
                shared.resize(key + 1, (0, row));
            }
            shared[key] = (shared[key].0 + 1, row);
        } else if texts.len() < MAX_DISTINCT {
            *texts.entry(table.text(row, field)).or_default() += 1;
        } else {
            return Vec::new();
        }
    }
    for (count, row) in shared.into_iter().filter(|(count, _)| *count > 0) {
        *texts.entry(table.text(row, field)).or_default() += count;
    }
    texts.remove("");
    let mut texts: Vec<(&str, usize)> = texts.into_iter().collect();
    texts.sort_unstable_by_key(|(text, count)| (Reverse(*count), *text));
    texts.into_iter().map(|(text, _)| text.to_owned()).collect()
}

fn complete_names(typed: &str, range: Range<usize>, fields: &[ListFieldInfo]) -> Vec<Completion> {
    let typed = typed.to_ascii_lowercase();
    let begins = fields.iter().filter(|column| column.key.starts_with(&typed));
    begins
        .map(|column| {
            let (sign, description) = match column.kind {
                ListFieldKind::Text => (':', "contains text"),
                ListFieldKind::Flag => (':', "yes or no"),
                ListFieldKind::Word(_) => (':', "one of these words"),
                ListFieldKind::Number => ('>', "a number"),
                ListFieldKind::Age => ('>', "hours, days, weeks, months or years"),
                ListFieldKind::Date => ('>', "a day, a month or a year"),
            };
            Completion { range: range.clone(), text: format!("{}{sign}", column.key), description }
        })
        .collect()
}

fn complete_values(
    key: &TermKey<'_>,
    typed: &str,
    range: &Range<usize>,
    fields: &[ListFieldInfo],
    values: impl Fn(ListField) -> Vec<String>,
) -> Vec<Completion> {
    let is_field = |column: &&ListFieldInfo| column.key.eq_ignore_ascii_case(key.name);
    let Some(column) = fields.iter().find(is_field) else {
        return Vec::new();
    };
    let same = |words: &[&str], description| {
        words.iter().map(|word| ((*word).to_owned(), description)).collect()
    };
    let values: Vec<(String, &'static str)> = match column.kind {
        ListFieldKind::Text => {
            values(column.field).into_iter().map(|value| (value, column.heading)).collect()
        }
        ListFieldKind::Flag => same(&["yes", "no"], column.heading),
        ListFieldKind::Word(words) => {
            words.iter().map(|(word, meaning)| ((*word).to_owned(), *meaning)).collect()
        }
        ListFieldKind::Age => same(&["7d", "14d", "30d", "3m"], "days or months"),
        ListFieldKind::Number | ListFieldKind::Date => Vec::new(),
    };
    let wanted = needle(typed);
    let mut near: Vec<(u8, usize, String, &'static str)> = values
        .into_iter()
        .filter_map(|(value, description)| {
            Some((match_rank(&needle(&value), &wanted)?, value.len(), value, description))
        })
        .collect();
    // Without input, keep the order of `values`.
    if !wanted.is_empty() {
        near.sort();
    }
    near.into_iter()
        .map(|(_, _, value, description)| Completion {
            range: range.clone(),
            text: quote(&value),
            description,
        })
        .collect()
}

/// 0 for a prefix, 1 for a prefix of a word, 2 for a match elsewhere.
fn match_rank(value: &[u8], wanted: &[u8]) -> Option<u8> {
    let at = memchr::memmem::find(value, wanted)?;
    Some(match at.checked_sub(1).map(|before| value[before]) {
        None => 0,
        Some(before) if !before.is_ascii_alphanumeric() => 1,
        Some(_) => 2,
    })
}
