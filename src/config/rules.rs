//! What a text in the config must look like. The table of fields names a rule for each text.

use std::time::Duration;

use crate::recruiting::mail::{field_names, is_field};
use crate::recruiting::query::{parse_sort, suggest};
use crate::recruiting::table::{CANDIDATE_FIELDS, JOB_FIELDS, ListFieldInfo};
use crate::theme::{ColorError, RoleColors, color_names};

pub(crate) struct TextRule {
    /// In words, with an article.
    pub(crate) wanted: &'static str,
    /// As a regular expression of the JSON schema, as far as one can say it.
    pub(crate) pattern: Option<&'static str>,
    pub(crate) check: fn(&str) -> Result<(), TextProblem>,
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextProblem {
    /// Where in the text, in bytes.
    pub(crate) offset: usize,
    pub(crate) message: String,
}

impl TextProblem {
    fn whole(message: impl Into<String>) -> Self {
        Self { offset: 0, message: message.into() }
    }
}

/// Any text.
pub(super) static TEXT: TextRule =
    TextRule { wanted: "a string", pattern: None, check: |_| Ok(()) };

pub(super) static VARIABLE: TextRule = TextRule {
    wanted: "the name of a variable",
    pattern: NOT_BLANK,
    check: |text| check_not_blank(text, "expected the name of a variable"),
};

pub(super) static FILE: TextRule = TextRule {
    wanted: "the path of a file",
    pattern: NOT_BLANK,
    check: |text| check_not_blank(text, "expected the path of a file"),
};

const NOT_BLANK: Option<&str> = Some(r"\S");

fn check_not_blank(text: &str, message: &str) -> Result<(), TextProblem> {
    if text.trim().is_empty() { Err(TextProblem::whole(message)) } else { Ok(()) }
}

pub(super) static INTERVAL: TextRule = TextRule {
    wanted: "a time as text, such as \"15m\", or \"manual\"",
    pattern: Some(r"^\s*(manual|[0-9]+\s*[mMhH])\s*$"),
    check: |text| parse_interval(text).map(|_| ()),
};

pub(super) static DAYS: TextRule = TextRule {
    wanted: "a time as text, such as \"5d\"",
    pattern: Some(r"^\s*[0-9]+\s*[dDwWmM]\s*$"),
    check: |text| {
        let message = "write a number with d, w or m, such as 5d";
        parse_days(text).map(|_| ()).ok_or_else(|| TextProblem::whole(message))
    },
};

pub(super) static COLOR: TextRule =
    TextRule { wanted: "a color as text", pattern: None, check: check_color };

/// Mail templates.
pub(super) static TEMPLATE: TextRule =
    TextRule { wanted: "a string", pattern: None, check: check_template };

pub(super) static WEB_URL: TextRule = TextRule {
    wanted: "a string",
    pattern: Some(r"^\s*([hH][tT][tT][pP][sS]?://\S*\{candidate_id\}\S*)?\s*$"),
    check: check_web_url,
};

pub(super) static JOB_SORT: TextRule =
    TextRule { wanted: "a string", pattern: None, check: |text| check_sort(text, JOB_FIELDS) };

pub(super) static CANDIDATE_SORT: TextRule = TextRule {
    wanted: "a string",
    pattern: None,
    check: |text| check_sort(text, CANDIDATE_FIELDS),
};

const MAX_SYNC: Duration = Duration::from_hours(24);

/// A number of minutes or hours, within the limits; `None` is `manual`.
pub(super) fn parse_interval(text: &str) -> Result<Option<Duration>, TextProblem> {
    let text = text.trim();
    let minutes = match split_unit(text) {
        _ if text == "manual" => return Ok(None),
        Some((count, 'm')) => u64::from(count),
        Some((count, 'h')) => u64::from(count) * 60,
        _ => 0,
    };
    let interval = Duration::from_mins(minutes);
    if interval.is_zero() || interval > MAX_SYNC {
        let message = "write a time from 1m to 24h, such as 15m or 2h, or manual";
        return Err(TextProblem::whole(message));
    }
    Ok(Some(interval))
}

/// The days in `5d`, `2w` or `1m`; a month has 30 days.
pub(super) fn parse_days(text: &str) -> Option<u32> {
    let (count, unit) = split_unit(text.trim())?;
    let days = match unit {
        'd' => 1,
        'w' => 7,
        'm' => 30,
        _ => return None,
    };
    count.checked_mul(days)
}

/// A number and the letter after it.
fn split_unit(text: &str) -> Option<(u32, char)> {
    let unit = text.chars().next_back()?;
    let count = text.strip_suffix(unit)?.trim_end().parse().ok()?;
    Some((count, unit.to_ascii_lowercase()))
}

fn check_color(text: &str) -> Result<(), TextProblem> {
    let message = match RoleColors::parse(text) {
        Ok(_) => return Ok(()),
        Err(ColorError::Form) => "write COLOR, COLOR on COLOR or on COLOR".to_owned(),
        Err(ColorError::Unknown(word)) => {
            let offset = text.find(&word).unwrap_or(0);
            let guess = suggest(&word, &[&["#rrggbb"], color_names().as_slice()].concat());
            let message = format!("unknown color `{}`{guess}", word.escape_debug());
            return Err(TextProblem { offset, message });
        }
    };
    Err(TextProblem::whole(message))
}

/// Names the first word in braces that is not a field.
fn check_template(text: &str) -> Result<(), TextProblem> {
    let is_name = |name: &str| name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    for (offset, _) in text.match_indices('{') {
        let (_, after) = text.split_at(offset + 1);
        let Some((name, _)) = after.split_once('}') else { continue };
        if is_name(name) && !is_field(name) {
            let guess = suggest(name, &field_names());
            let message = format!("unknown field `{}`{guess}", name.escape_debug());
            return Err(TextProblem { offset, message });
        }
    }
    Ok(())
}

/// The required and the optional placeholders of `web_url`.
const CANDIDATE: &str = "{candidate_id}";
const PLACEHOLDERS: [&str; 3] = [CANDIDATE, "{job_id}", "{person_id}"];

fn check_web_url(text: &str) -> Result<(), TextProblem> {
    let url = text.trim();
    let is_web = ["https://", "http://"].iter().any(|scheme| {
        url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    if url.is_empty() {
        return Ok(());
    }
    if !is_web {
        return Err(TextProblem::whole("must begin with https:// or http://"));
    }
    let is_space = |letter: char| letter.is_whitespace() || letter.is_control();
    if url.contains(is_space) {
        return Err(TextProblem::whole("must have no spaces"));
    }
    if let Some((offset, placeholder)) = unknown_placeholder(text) {
        let guess = suggest(placeholder, &PLACEHOLDERS);
        let message = format!("unknown placeholder `{}`{guess}", placeholder.escape_debug());
        return Err(TextProblem { offset, message });
    }
    if url.contains(CANDIDATE) {
        return Ok(());
    }
    Err(TextProblem::whole(format!("must contain {CANDIDATE}, the ID of the candidate")))
}

/// The first unknown placeholder, and its offset.
fn unknown_placeholder(text: &str) -> Option<(usize, &str)> {
    let mut start = 0;
    loop {
        let (_, rest) = text.split_at_checked(start)?;
        start += rest.find('{')?;
        let (_, from) = text.split_at_checked(start)?;
        let end = from.find('}').map_or(from.len(), |end| end + 1);
        let (placeholder, _) = from.split_at_checked(end)?;
        if !PLACEHOLDERS.contains(&placeholder) {
            return Some((start, placeholder));
        }
        start += end;
    }
}

/// A sort order, or none.
pub(super) fn check_sort(text: &str, fields: &[ListFieldInfo]) -> Result<(), TextProblem> {
    if text.is_empty() || parse_sort(text, fields).is_some() {
        return Ok(());
    }
    let name = text.strip_prefix('-').unwrap_or(text);
    let keys: Vec<&str> = fields.iter().map(|field| field.key).collect();
    let message = format!("unknown field `{}`{}", name.escape_debug(), suggest(name, &keys));
    Err(TextProblem { offset: text.len() - name.len(), message })
}
