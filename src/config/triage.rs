//! Reads the triage settings: stage limits, suggested reasons, the candidate page of the ATS.

use super::read::{ConfigReader, Value, in_order};
use crate::recruiting::query::suggest;

/// The required and the optional placeholders of `web_url`.
const CANDIDATE: &str = "{candidate_id}";
const PLACEHOLDERS: [&str; 3] = [CANDIDATE, "{job_id}", "{person_id}"];

impl ConfigReader<'_> {
    /// The limit in days by prefix of the stage name.
    pub(super) fn limits(&mut self, value: &Value<'_>) -> Vec<(String, u32)> {
        let Some(table) = value.get_ref().as_table() else {
            self.add_type_mistake("limits", "a table of stages", value);
            return Vec::new();
        };
        let mut limits = Vec::new();
        for (key, value) in in_order(table) {
            let stage = key.get_ref().trim().to_owned();
            let field = format!("limits.{}", stage.escape_debug());
            match value.get_ref().as_str().map(parse_days) {
                _ if stage.is_empty() => {
                    self.add_mistake(key, "limits: give the start of a stage name".to_owned());
                }
                Some(Some(days)) => limits.push((stage, days)),
                Some(None) => {
                    self.add_mistake(
                        value,
                        format!("{field}: write a number with d, w or m, such as 5d"),
                    );
                }
                None => self.add_type_mistake(&field, "a time as text, such as \"5d\"", value),
            }
        }
        limits
    }

    pub(super) fn reasons(&mut self, value: &Value<'_>) -> Vec<String> {
        let Some(array) = value.get_ref().as_array() else {
            self.add_type_mistake("reasons", "a list of strings", value);
            return Vec::new();
        };
        let mut reasons: Vec<String> = Vec::new();
        for value in array {
            match value.get_ref().as_str().map(str::trim) {
                Some("") => {}
                Some(reason) if reasons.iter().any(|other| other == reason) => {}
                Some(reason) => reasons.push(reason.to_owned()),
                None => self.add_type_mistake("reasons", "a string", value),
            }
        }
        reasons
    }

    pub(super) fn web_url(&mut self, field: &str, value: &Value<'_>, text: &str) -> Option<String> {
        let is_web = ["https://", "http://"].iter().any(|scheme| {
            text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
        });
        let problem = if !is_web {
            "must begin with https:// or http://".to_owned()
        } else if text.contains(|letter: char| letter.is_whitespace() || letter.is_control()) {
            "must have no spaces".to_owned()
        } else if let Some(placeholder) = unknown_placeholder(text) {
            let guess = suggest(placeholder, &PLACEHOLDERS);
            format!("unknown placeholder `{}`{guess}", placeholder.escape_debug())
        } else if text.contains(CANDIDATE) {
            return Some(text.to_owned());
        } else {
            format!("must contain {CANDIDATE}, the ID of the candidate")
        };
        self.add_mistake(value, format!("{field}: {problem}"));
        None
    }
}

/// The first unknown placeholder.
fn unknown_placeholder(text: &str) -> Option<&str> {
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        let (_, from) = rest.split_at_checked(start)?;
        let end = from.find('}').map_or(from.len(), |end| end + 1);
        let (placeholder, after) = from.split_at_checked(end)?;
        if !PLACEHOLDERS.contains(&placeholder) {
            return Some(placeholder);
        }
        rest = after;
    }
    None
}

/// The days in `5d`, `2w` or `1m`; a month has 30 days.
fn parse_days(text: &str) -> Option<u32> {
    let text = text.trim();
    let unit = text.chars().next_back()?;
    let count: u32 = text.strip_suffix(unit)?.trim_end().parse().ok()?;
    let days = match unit.to_ascii_lowercase() {
        'd' => 1,
        'w' => 7,
        'm' => 30,
        _ => return None,
    };
    count.checked_mul(days)
}
