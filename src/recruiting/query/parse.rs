//! Parses the filter language.
//!
//! `senior rust stage:screen,offer -company:acme age>14d "jan kowalski"`: every term must hold; a
//! comma means or, a minus means not. The line is parsed on every key: an incomplete term has no
//! effect yet, an invalid term is reported with its position, and the rest of the line still works.

pub(crate) mod terms;

use std::ops::Range;

use chrono::{Days, Months, NaiveDate};

use super::edit_distance::nearest;
use super::filter::{CompareOp, Condition, Filter, Test, Unit, Word};
use crate::recruiting::table::{
    CANDIDATE_FIELDS, FieldWord, JOB_FIELDS, ListFieldInfo, ListFieldKind, needle,
};
use crate::text::split_count;
use crate::wire::Date;
use terms::{Term, TermKey, TermValue, terms};

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ParsedQuery {
    /// The valid terms.
    pub filter: Filter,
    /// In order of position.
    pub mistakes: Vec<QueryError>,
    /// Terms that have no effect yet, because the user is still typing.
    pub(crate) unfinished: Vec<Range<usize>>,
}

/// An invalid term.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct QueryError {
    /// The bytes of the line.
    pub(crate) range: Range<usize>,
    pub(crate) message: String,
    /// A replacement to suggest.
    pub(crate) suggestion: Option<String>,
}

impl QueryError {
    /// The problem, with the suggestion.
    pub(crate) fn describe(&self) -> String {
        match &self.suggestion {
            Some(suggestion) if !self.message.ends_with(&format!("{suggestion}?")) => {
                format!("{}; did you mean {suggestion}?", self.message)
            }
            _ => self.message.clone(),
        }
    }
}

#[must_use]
pub fn parse(text: &str, fields: &[ListFieldInfo]) -> ParsedQuery {
    let mut parsed = ParsedQuery::default();
    for term in terms(text) {
        let ParsedQuery { filter, mistakes, unfinished } = &mut parsed;
        let before = filter.words.len() + filter.conditions.len() + mistakes.len();
        match &term.key {
            None => filter.words.extend(parse_word(&term)),
            Some(key) => match parse_condition(&term, key, fields) {
                Ok(condition) => filter.conditions.extend(condition),
                Err(mistake) => mistakes.push(mistake),
            },
        }
        if filter.words.len() + filter.conditions.len() + mistakes.len() == before {
            unfinished.push(term.range.clone());
        }
    }
    parsed
}

fn parse_word(term: &Term<'_>) -> Option<Word> {
    let needle = needle(&term.alternatives.first()?.text);
    (!needle.is_empty()).then_some(Word { negated: term.negated, needle })
}

fn parse_condition(
    term: &Term<'_>,
    key: &TermKey<'_>,
    fields: &[ListFieldInfo],
) -> Result<Option<Condition>, QueryError> {
    let is_field = |column: &&ListFieldInfo| column.key.eq_ignore_ascii_case(key.name);
    let Some(column) = fields.iter().find(is_field) else {
        return Err(unknown_field(key, fields));
    };
    if column.kind == ListFieldKind::Text && key.sign != CompareOp::Equal {
        return Err(QueryError {
            range: term.range.clone(),
            message: format!("{} takes text: {}:word", column.key, column.key),
            suggestion: None,
        });
    }
    let mut any = Vec::new();
    for value in &term.alternatives {
        any.extend(parse_test(column, key.sign, value)?);
    }
    let condition = Condition { negated: term.negated, field: column.field, any };
    Ok((!condition.any.is_empty()).then_some(condition))
}

fn unknown_field(key: &TermKey<'_>, fields: &[ListFieldInfo]) -> QueryError {
    let range = key.range.clone();
    for (owner, others) in [("candidates", CANDIDATE_FIELDS), ("jobs", JOB_FIELDS)] {
        if others.iter().any(|column| column.key.eq_ignore_ascii_case(key.name)) {
            let message = format!("{} works only for {owner}", key.name);
            return QueryError { range, message, suggestion: None };
        }
    }
    let suggestion = nearest(key.name, fields.iter().map(|column| column.key)).map(str::to_owned);
    let message = suggestion.as_ref().map_or_else(
        || format!("unknown field {}; quote it to search for the text", key.name),
        |suggestion| format!("unknown field {}; did you mean {suggestion}?", key.name),
    );
    QueryError { range, message, suggestion }
}

/// The test for one alternative. None if it is empty, unless it is quoted.
fn parse_test(
    column: &ListFieldInfo,
    sign: CompareOp,
    value: &TermValue,
) -> Result<Option<Test>, QueryError> {
    let mistake = |message: String, suggestion: Option<&str>| QueryError {
        range: value.range.clone(),
        message,
        suggestion: suggestion.map(str::to_owned),
    };
    let (text, key) = (value.text.as_str(), column.key);
    if text.is_empty() {
        return Ok((value.quoted && sign == CompareOp::Equal).then_some(Test::Empty));
    }
    match column.kind {
        ListFieldKind::Text => {
            let needle = needle(text);
            Ok((!needle.is_empty()).then_some(Test::Contains(needle)))
        }
        ListFieldKind::Number => match text.parse() {
            Ok(number) => Ok(Some(Test::Number(sign, number))),
            Err(_) => Err(mistake(format!("{key} takes a whole number: {key}>100"), None)),
        },
        ListFieldKind::Age => {
            let age = parse_age(text).map(|(count, unit)| Test::Age(sign, count, unit));
            age.map(Some).ok_or_else(|| {
                let (count, _) = split_count(text);
                mistake(
                    format!("{key} takes a number with h, d, w, m or y: {key}<7d"),
                    (!count.is_empty()).then(|| format!("{count}d")).as_deref(),
                )
            })
        }
        ListFieldKind::Date => match parse_date_range(text) {
            Some((from, to)) => Ok(Some(Test::Date(sign, from, to))),
            None => {
                Err(mistake(format!("{key} takes a day, a month or a year: {key}>2026-03"), None))
            }
        },
        ListFieldKind::Flag => match parse_flag(text) {
            Some(flag) if sign == CompareOp::Equal => Ok(Some(Test::Flag(flag))),
            _ => Err(mistake(format!("{key}: takes yes or no"), Some("yes"))),
        },
        ListFieldKind::Word(words) => match match_word(text, words) {
            Some(word) if sign == CompareOp::Equal => Ok(Some(Test::Word(word))),
            _ => {
                let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                let message = format!("{key}: takes {}", known.join(", "));
                Err(mistake(message, nearest(text, known)))
            }
        },
    }
}

fn parse_age(text: &str) -> Option<(i64, Unit)> {
    let (count, unit) = split_count(text);
    Some((count.parse().ok()?, Unit::from_suffix(&unit.to_ascii_lowercase())?))
}

/// Start and end of a day, a month or a year, in microseconds.
fn parse_date_range(text: &str) -> Option<(i64, i64)> {
    let from = Date::parse(text)?.earliest()?;
    let to = match text.len() {
        4 => from.checked_add_months(Months::new(12)),
        7 => from.checked_add_months(Months::new(1)),
        10 => from.checked_add_days(Days::new(1)),
        _ => None,
    }?;
    let micros = |day: NaiveDate| Some(day.and_hms_opt(0, 0, 0)?.and_utc().timestamp_micros());
    Some((micros(from)?, micros(to)?))
}

/// Accepts a prefix: the user is still typing.
fn match_word(text: &str, words: &[FieldWord]) -> Option<&'static str> {
    let text = text.to_ascii_lowercase();
    words.iter().map(|(word, _)| *word).find(|word| word.starts_with(&text))
}

/// Accepts a prefix: the user is still typing.
fn parse_flag(text: &str) -> Option<bool> {
    let text = text.to_ascii_lowercase();
    let begins = |words: [&str; 2]| words.iter().any(|word| word.starts_with(&text));
    if begins(["yes", "true"]) {
        return Some(true);
    }
    begins(["no", "false"]).then_some(false)
}
