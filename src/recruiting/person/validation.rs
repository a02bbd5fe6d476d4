//! Checks a form before it is sent.
//!
//! Lenient: a server may accept more than we expect. Only what no server can accept blocks the form;
//! everything else is a warning beside its field. Untouched fields are not checked.

pub mod form;
pub mod issue;
#[cfg(test)]
mod tests;
pub mod text;

use issue::TextIssue;
pub use issue::ValidationIssue;

use super::fields::{FieldKind, PersonField};
use super::form::Form;
use super::value::FieldValue;

/// The issues of all changed fields, in the order of the form.
#[must_use]
pub fn check(form: &Form) -> Vec<ValidationIssue> {
    let mut findings = Vec::new();
    for spec in form.changed() {
        let found = |entry, found: Vec<TextIssue>| {
            let finding = move |TextIssue { told, blocks }| ValidationIssue {
                field: spec.field,
                entry,
                told,
                blocks,
            };
            found.into_iter().map(finding)
        };
        match (&*form.value(spec.field), &*form.before(spec.field)) {
            (FieldValue::Text(text), _) => {
                findings.extend(found(None, text::check(form.kind, spec.kind, text)));
            }
            (FieldValue::Contacts(entries), FieldValue::Contacts(before)) => {
                for (at, entry) in entries.iter().enumerate() {
                    let was_there = before.iter().any(|before| before.value == entry.value);
                    let mut odd = text::of_kind(&entry.contact_data_type);
                    if !was_there {
                        odd.extend(text::entry(form.kind, spec.kind, &entry.value));
                    }
                    findings.extend(found(Some(at), odd));
                }
                let values: Vec<&str> = entries.iter().map(|entry| &*entry.value).collect();
                for (at, odd) in twice(spec.kind, &values) {
                    findings.extend(found(Some(at), vec![odd]));
                }
            }
            (FieldValue::Texts(texts), _) => {
                for (at, text) in texts.iter().enumerate() {
                    findings.extend(found(Some(at), text::entry(form.kind, spec.kind, text)));
                }
                let values: Vec<&str> = texts.iter().map(|text| &**text).collect();
                for (at, odd) in twice(spec.kind, &values) {
                    findings.extend(found(Some(at), vec![odd]));
                }
            }
            _ => {}
        }
    }
    findings.extend(form::check(form));
    let place = |field: PersonField| form.kind.fields().position(|spec| spec.field == field);
    findings.sort_by_key(|finding| (place(finding.field), finding.entry));
    findings
}

/// Warnings for repeated entries.
fn twice(kind: FieldKind, values: &[&str]) -> Vec<(usize, TextIssue)> {
    let same: Vec<String> = values.iter().map(|value| text::gist(kind, value)).collect();
    let is_again = |at: &usize| !same[*at].is_empty() && same[..*at].contains(&same[*at]);
    let told = if kind == FieldKind::Emails { "this address" } else { "this number" };
    let odd = |at| (at, issue::warning(format!("{told} is in the list twice")));
    (0..values.len()).filter(is_again).map(odd).collect()
}
