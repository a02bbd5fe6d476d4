//! Writes a form as TOML.

use std::fmt::Write as _;

use crate::recruiting::person::fields::{FieldKind, FieldSpec, FormKind, PersonField, Readback};
use crate::recruiting::person::form::Form;
use crate::recruiting::person::value::FieldValue;
use crate::text::{GraphemeKind, reveal, sanitize};

const RULES: &str = "#
# Change the values, save, and quit the editor. You review the changes before
# they are sent.
#
";

const TO_CHANGE: &str = r#"# - Unchanged values are not sent.
# - Deleting a line leaves its field unchanged on the server.
# - An empty string ("") or list ([]) clears its field.
"#;

const TO_CREATE: &str = r#"# - An empty string ("") or list ([]) is not sent.
"#;

const TO_ABANDON: &str = "# - An empty file, or one with only comments, cancels the edit.

";

pub(crate) fn to_toml(form: &Form) -> String {
    let rules = if form.kind.is_create() { TO_CREATE } else { TO_CHANGE };
    let mut text = [&header(form), RULES, rules, TO_ABANDON].concat();
    for spec in form.kind.fields() {
        text.push_str(&field_line(form, spec));
    }
    text
}

fn header(form: &Form) -> String {
    let name = sanitize(&form.name);
    match &form.person {
        Some(person) => format!("# {name} ({})\n", sanitize(person.as_str())),
        None if name.is_empty() => "# New person\n".to_owned(),
        None => format!("# New person: {name}\n"),
    }
}

fn field_line(form: &Form, spec: &FieldSpec) -> String {
    let is_typed = form.typed.contains_key(&spec.field);
    let mark = if is_typed || is_offered(form.kind, spec) { "" } else { "# " };
    let written = match (&*form.value(spec.field), spec.kind) {
        // An untouched switch is offered as on.
        (FieldValue::Switch(on), _) => (*on || !is_typed).to_string(),
        (FieldValue::Text(text), FieldKind::Prose) if text.contains('\n') => multi_line(text),
        (FieldValue::Text(text), _) => quote(text),
        (FieldValue::Job(job), _) => quote(job.as_ref().map_or("", |job| job.id.as_str())),
        (FieldValue::Contacts(entries), _) => list(entries.iter().map(|entry| {
            let (kind, value) = (quote(&entry.contact_data_type), quote(&entry.value));
            format!("{{ kind = {kind}, value = {value} }}")
        })),
        (FieldValue::Texts(texts), _) => list(texts.iter().map(|text| quote(text))),
    };
    let line = format!("{mark}{} = {written}", spec.wire);
    match remark(form, spec, is_typed) {
        Some(remark) if written.contains('\n') => format!("# {remark}\n{line}\n"),
        Some(remark) => format!("{line}   # {remark}\n"),
        None => format!("{line}\n"),
    }
}

/// Whether an untouched field is written uncommented.
const fn is_offered(kind: FormKind, spec: &FieldSpec) -> bool {
    match spec.field {
        PersonField::JobId | PersonField::EnrichRecord => false,
        _ => kind.is_create() || matches!(spec.readback, Readback::AsIs | Readback::AsHandle),
    }
}

/// The comment after a field.
fn remark(form: &Form, spec: &FieldSpec, is_typed: bool) -> Option<String> {
    let is_change = form.kind == FormKind::Update;
    let comment = match (spec.field, spec.readback, &*form.value(spec.field)) {
        (_, _, FieldValue::Job(Some(job))) => format!("job ID: {}", sanitize(&job.name)),
        (_, _, FieldValue::Job(None)) => "job ID: uncomment to add them to this job".to_owned(),
        (PersonField::EnrichRecord, ..) => {
            "the server may overwrite fields, charge money and finish later".to_owned()
        }
        (_, _, FieldValue::Contacts(entries)) if entries.is_empty() => {
            let kind = if spec.kind == FieldKind::Emails { "work" } else { "mobile" };
            format!("format of an entry: {{ kind = \"{kind}\", value = \"…\" }}")
        }
        (_, Readback::Never, _) if is_change && is_typed => "write-only".to_owned(),
        (_, Readback::Never, _) if is_change => "write-only: uncomment to set it".to_owned(),
        (field, Readback::InList, _) if is_change && !is_typed => {
            let (list, _) = field.entry_of()?;
            format!("one of {}: uncomment to set only this one", list.spec().wire)
        }
        (_, Readback::AsHandle, _) if is_change && !is_typed => {
            "shown as a handle: enter the full link to change it".to_owned()
        }
        _ => return None,
    };
    Some(comment)
}

fn list(entries: impl Iterator<Item = String>) -> String {
    let mut list = String::from("[");
    for entry in entries {
        // Writing to a String cannot fail.
        let _ = write!(list, "\n  {entry},");
    }
    if list.len() > 1 {
        list.push('\n');
    }
    list.push(']');
    list
}

fn quote(text: &str) -> String {
    let mut written = String::from("\"");
    for letter in reveal(text) {
        let raw = text.get(letter.range).unwrap_or_default();
        match letter.kind {
            GraphemeKind::Plain => push_plain(raw, &mut written),
            GraphemeKind::LineEnd | GraphemeKind::Tab | GraphemeKind::Hidden => {
                push_escaped(raw, &mut written);
            }
        }
    }
    written.push('"');
    written
}

/// A multi-line text. Spaces at the end of a line are escaped: they are invisible, and editors
/// remove them.
fn multi_line(text: &str) -> String {
    let mut written = String::from("\"\"\"\n");
    let letters = reveal(text);
    for (at, letter) in letters.iter().enumerate() {
        let raw = text.get(letter.range.clone()).unwrap_or_default();
        let next = letters.get(at + 1);
        match (letter.kind, raw) {
            (GraphemeKind::LineEnd, "\r\n") => written.push_str("\\r\n"),
            (GraphemeKind::LineEnd, _) => written.push('\n'),
            (GraphemeKind::Plain, " ")
                if next.is_none_or(|next| next.kind == GraphemeKind::LineEnd) =>
            {
                push_escaped(raw, &mut written);
            }
            (GraphemeKind::Plain, _) => push_plain(raw, &mut written),
            (GraphemeKind::Tab | GraphemeKind::Hidden, _) => push_escaped(raw, &mut written),
        }
    }
    written.push_str("\"\"\"");
    written
}

fn push_plain(letter: &str, written: &mut String) {
    for sign in letter.chars() {
        if matches!(sign, '"' | '\\') {
            written.push('\\');
        }
        written.push(sign);
    }
}

fn push_escaped(letter: &str, written: &mut String) {
    for sign in letter.chars() {
        // Writing to a String cannot fail.
        let _ = match sign {
            '\n' => write!(written, "\\n"),
            '\t' => write!(written, "\\t"),
            '\r' => write!(written, "\\r"),
            '!'..='~' => {
                push_plain(sign.encode_utf8(&mut [0; 4]), written);
                Ok(())
            }
            sign if u32::from(sign) > 0xffff => write!(written, "\\U{:08X}", u32::from(sign)),
            sign => write!(written, "\\u{:04X}", u32::from(sign)),
        };
    }
}
