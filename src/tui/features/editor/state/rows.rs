//! Layout of the form: messages, lines and remarks. `update` scrolls by it and `view` draws it.

use super::lines::is_advanced;
use super::{Editor, FormLine, LinePart};
use crate::recruiting::person::name_parts::{NAME_FIELDS, suggest_names};
use crate::recruiting::person::{
    Conflict, FieldKind, FieldSpec, FieldValue, FormKind, PersonField, Readback, ValidationIssue,
    check,
};
use crate::text::capitalize;
use crate::tui::app::clock::Clock;
use crate::tui::features::editor::rich_text;
use crate::tui::widgets::rich_text::builder::remark_lines;
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole};

/// Column where values begin.
const COLUMN: usize = 19;
/// Minimum width for a remark beside its value.
const MIN_INLINE_REMARK_WIDTH: usize = 64;
/// Below this height the groups are not separated.
const MIN_RULE_HEIGHT: usize = 12;
/// Height of a multi-line text field while it is edited.
const PROSE_ROWS: usize = 3;

/// The same character in every symbol set.
const ARROW: &str = "->";

const ERROR: (TextRole, Option<Mark>) = (TextRole::Error, Some(Mark::Failed));
const WARNING: (TextRole, Option<Mark>) = (TextRole::Warning, Some(Mark::Warning));

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FormRow {
    /// Separates groups of fields.
    Rule(&'static str),
    /// Holds an index into [`Editor::lines`].
    Line(usize, FormLine),
    /// Continues the text field above.
    Continuation,
    /// A remark about the line above.
    Remark(RichLine),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FormLayout {
    /// Always visible.
    pub(crate) head: Vec<RichLine>,
    pub(crate) rows: Vec<FormRow>,
    pub(crate) first: usize,
    pub(crate) at: usize,
}

pub(crate) fn value_column(width: usize) -> usize {
    COLUMN.min(width * 2 / 5)
}

impl Editor {
    pub(crate) fn form_layout(&self, clock: &Clock, (width, height): (u16, u16)) -> FormLayout {
        let (width, height) = (usize::from(width), usize::from(height));
        let rows = self.rows(width, height);
        let mut head = self.head(clock, width);
        let most = height.saturating_sub(rows.len()).max(height / 2);
        if head.len() > most {
            head.truncate(most);
            if let Some(last) = head.last_mut().filter(|last| last.width() < width) {
                last.0.push(Span::Mark(TextRole::Dim, Mark::More));
            }
        }
        let body_height = height - head.len().min(height);
        let is_current =
            |row: &FormRow| matches!(row, FormRow::Line(line, _) if *line == self.line);
        let at = rows.iter().position(is_current).unwrap_or(0);
        let first = first_visible_row(&rows, at, self.first, body_height);
        FormLayout { head, rows, first, at }
    }

    pub(crate) fn first_line(&self, clock: &Clock, size: (u16, u16)) -> usize {
        self.form_layout(clock, size).first
    }

    /// A hint about the field that does not depend on its value.
    pub(crate) fn hint(&self, field: PersonField) -> Option<&'static str> {
        let spec = field.spec();
        let is_update = self.form.kind == FormKind::Update;
        match spec.readback {
            _ if self.is_emptied(field) => Some("will be cleared"),
            Readback::Never if spec.kind == FieldKind::Switch => None,
            Readback::Never if field == PersonField::SocialLocation => None,
            Readback::Never if is_update => Some("not shown again once saved"),
            _ if field == PersonField::ExternalSourceId => Some("prevents duplicates on retry"),
            _ => None,
        }
    }

    pub(crate) const fn is_tight(width: usize) -> bool {
        width < MIN_INLINE_REMARK_WIDTH
    }

    fn is_emptied(&self, field: PersonField) -> bool {
        let typed = self.form.typed.get(&field);
        typed.is_some_and(|value| *value == FieldValue::Text(String::new()))
            && self.form.kind == FormKind::Update
    }

    fn rows(&self, width: usize, height: usize) -> Vec<FormRow> {
        let (lines, findings) = (self.lines(), check(&self.form));
        let has_rules = self.only_field.is_none() && height >= MIN_RULE_HEIGHT;
        let mut rows = Vec::new();
        let mut group = group(PersonField::Name);
        for (at, line) in lines.iter().enumerate() {
            let has_rule = has_rules && !is_advanced(line.field);
            if has_rule && self::group(line.field) != group {
                group = self::group(line.field);
                rows.push(FormRow::Rule(group));
            }
            rows.push(FormRow::Line(at, *line));
            let is_tall = at == self.line && self.text.is_prose() && height > 2 * PROSE_ROWS;
            rows.extend((1..if is_tall { PROSE_ROWS } else { 1 }).map(|_| FormRow::Continuation));
            if line.part == LinePart::Fold {
                continue;
            }
            let is_last = lines.get(at + 1).is_none_or(|next| next.field != line.field);
            let remarks = self.remarks(*line, is_last, at == self.line, &findings, width);
            rows.extend(remarks.into_iter().map(FormRow::Remark));
        }
        rows
    }

    fn remarks(
        &self,
        line: FormLine,
        is_last: bool,
        is_current: bool,
        findings: &[ValidationIssue],
        width: usize,
    ) -> Vec<RichLine> {
        let entry = match line.part {
            LinePart::Entry(at) => Some(at),
            LinePart::Value | LinePart::Add | LinePart::Fold => None,
        };
        // A remark about an entry that no longer exists goes below the last line.
        let entries = self.lines();
        let has_line = |entry: Option<usize>| {
            entries.contains(&FormLine { part: entry.map_or(line.part, LinePart::Entry), ..line })
        };
        let belongs_here = |field: PersonField, other: Option<usize>| {
            let has_none = other.is_none() || !has_line(other);
            field == line.field && (other.is_some() && other == entry || is_last && has_none)
        };
        let errors = self.field_errors.iter();
        let errors = errors.filter(|error| belongs_here(error.field, error.entry));
        let errors = errors.map(|error| (ERROR, error.message.clone()));
        // A new entry is empty at first, and an untouched field is not wrong yet.
        let is_touched = self.has_tried_to_save || self.form.typed.contains_key(&line.field);
        let is_begun = !(is_current && entry.is_some() && self.text.text().is_empty());
        let findings = findings.iter().filter(|_| is_begun && is_touched);
        let findings = findings.filter(|finding| belongs_here(finding.field, finding.entry));
        let findings = findings.map(|finding| {
            (if finding.is_blocking { ERROR } else { WARNING }, finding.message.clone())
        });
        let conflicts = self.changed_on_server.iter();
        let conflicts = conflicts.filter(|conflict| is_last && conflict.field == line.field);
        let conflicts = conflicts.map(|conflict| (WARNING, describe_conflict(conflict)));
        let names = suggest_names(&self.form).into_iter();
        let names = names.filter(|_| is_last && self.form.typed.contains_key(&line.field));
        let names = names.filter(|_| NAME_FIELDS.contains(&line.field));
        let names = names.map(|(field, text)| {
            let was = self.form.value(field).describe();
            ((TextRole::Plain, None), format!("{}: {was} {ARROW} {text}?", field.spec().label))
        });
        let cost = (is_current && line.field == PersonField::EnrichRecord)
            .then(|| (WARNING, rich_text::ENRICHES.to_owned()));
        let hint = self.hint(line.field).filter(|_| is_current && Self::is_tight(width));
        let hint = hint.map(|words| ((TextRole::Dim, None), words.to_owned()));
        let indent = if Self::is_tight(width) { 4.min(width / 3) } else { value_column(width) };
        let own = findings.chain(names).chain(conflicts).chain(cost).chain(hint);
        // The texts of the server stay as they are.
        let remarks = errors.chain(own.map(|(style, words)| (style, capitalize(&words))));
        remarks.flat_map(|(style, words)| remark_lines(indent, style, &words, width)).collect()
    }
}

fn describe_conflict(conflict: &Conflict) -> String {
    let now = conflict.theirs.describe();
    let now = if now.is_empty() { "empty".to_owned() } else { format!("\"{now}\"") };
    format!("another user changed it: now {now}")
}

impl FormLayout {
    pub(crate) fn line_at(&self, row: usize) -> Option<usize> {
        let row = self.first + row.checked_sub(self.head.len())?;
        let above = self.rows.get(..=row)?.iter().rev();
        above.take_while(|row| !matches!(row, FormRow::Rule(_))).find_map(|row| match row {
            FormRow::Line(line, _) => Some(*line),
            _ => None,
        })
    }
}

/// Scrolls as little as possible so that the row, its remarks and the separator above are
/// visible.
fn first_visible_row(rows: &[FormRow], at: usize, before: usize, height: usize) -> usize {
    let below = rows
        .iter()
        .skip(at + 1)
        .take_while(|row| matches!(row, FormRow::Continuation | FormRow::Remark(_)));
    let end = at + 1 + below.count();
    let has_rule = at > 0 && matches!(rows.get(at - 1), Some(FormRow::Rule(_)));
    let begin = if has_rule { at - 1 } else { at };
    let first = before.min(rows.len().saturating_sub(height)).min(begin);
    first.max(end.saturating_sub(height)).min(at)
}

const fn group(field: PersonField) -> &'static str {
    match field {
        PersonField::Name
        | PersonField::FirstName
        | PersonField::LastName
        | PersonField::CurrentJobTitle
        | PersonField::CompanyName => "Person",
        PersonField::WorkEmail
        | PersonField::PersonalEmail
        | PersonField::MobilePhone
        | PersonField::WorkPhone
        | PersonField::Emails
        | PersonField::PhoneNumbers
        | PersonField::Email
        | PersonField::PhoneNumber => "Contact",
        PersonField::SocialUrl
        | PersonField::SocialLocation
        | PersonField::SocialHeadline
        | PersonField::Address
        | PersonField::Notes => "Profile and location",
        PersonField::JobId
        | PersonField::JobName
        | PersonField::ClientName
        | PersonField::ClientId
        | PersonField::ExternalSourceId
        | PersonField::EnrichRecord => "Job",
    }
}

pub(crate) const fn placeholder(spec: &FieldSpec) -> &'static str {
    match spec.kind {
        FieldKind::Emails => "+ email",
        FieldKind::Phones => "+ phone",
        FieldKind::Job => "pick a job",
        _ => "",
    }
}
