//! Checks a form before it is sent.
//!
//! Lenient, since a server may accept more than we expect: only input that no server can accept
//! blocks the form, everything else is a warning beside its field. Untouched fields are not
//! checked.

pub(crate) mod form;
pub(crate) mod issue;
#[cfg(test)]
mod tests;
pub(crate) mod text;

use issue::TextIssue;
pub(crate) use issue::ValidationIssue;

use super::fields::{FieldKind, PersonField};
use super::form::Form;
use super::value::{FieldValue, normalize_contact};

/// The issues of all changed fields, in the order of the form.
pub(crate) fn check(form: &Form) -> Vec<ValidationIssue> {
    let mut findings = Vec::new();
    for spec in form.changed() {
        let to_findings = |entry, issues: Vec<TextIssue>| {
            let finding = move |TextIssue { message, is_blocking }| ValidationIssue {
                field: spec.field,
                entry,
                message,
                is_blocking,
            };
            issues.into_iter().map(finding)
        };
        match (&*form.value(spec.field), &*form.base_value(spec.field)) {
            (FieldValue::Text(text), _) => {
                findings.extend(to_findings(None, text::check(form.kind, spec.kind, text)));
            }
            (FieldValue::Contacts(entries), FieldValue::Contacts(before)) => {
                for (at, entry) in entries.iter().enumerate() {
                    let is_unchanged = before.iter().any(|before| before.value == entry.value);
                    let mut issues = text::check_kind(&entry.contact_data_type);
                    if !is_unchanged {
                        issues.extend(text::check_entry(form.kind, spec.kind, &entry.value));
                    }
                    findings.extend(to_findings(Some(at), issues));
                }
                let values: Vec<&str> = entries.iter().map(|entry| &*entry.value).collect();
                for (at, issue) in find_repeats(spec.kind, &values) {
                    findings.extend(to_findings(Some(at), vec![issue]));
                }
            }
            (FieldValue::Texts(texts), _) => {
                for (at, text) in texts.iter().enumerate() {
                    findings.extend(to_findings(
                        Some(at),
                        text::check_entry(form.kind, spec.kind, text),
                    ));
                }
                let values: Vec<&str> = texts.iter().map(|text| &**text).collect();
                for (at, issue) in find_repeats(spec.kind, &values) {
                    findings.extend(to_findings(Some(at), vec![issue]));
                }
            }
            _ => {}
        }
    }
    findings.extend(form::check(form));
    let field_order = |field: PersonField| form.kind.fields().position(|spec| spec.field == field);
    findings.sort_by_key(|finding| (field_order(finding.field), finding.entry));
    findings
}

/// Warnings for repeated entries.
fn find_repeats(kind: FieldKind, values: &[&str]) -> Vec<(usize, TextIssue)> {
    let normalized: Vec<String> = values.iter().map(|value| normalize_contact(value)).collect();
    let is_repeat =
        |at: &usize| !normalized[*at].is_empty() && normalized[..*at].contains(&normalized[*at]);
    let subject = if kind == FieldKind::Emails { "this address" } else { "this number" };
    let to_issue = |at| (at, issue::warning(format!("{subject} is in the list twice")));
    (0..values.len()).filter(is_repeat).map(to_issue).collect()
}
