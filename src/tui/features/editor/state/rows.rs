//! Layout of the form: messages, lines and remarks. `update` scrolls by it and `view` draws it.

use super::{Editor, FormLine, LinePart};
use crate::recruiting::person::{
    FieldKind, FieldSpec, FieldValue, FormKind, PersonField, Readback, ValidationIssue, check,
};
use crate::tui::app::clock::Clock;
use crate::tui::widgets::rich_text::builder::remark;
use crate::tui::widgets::rich_text::{Mark, RichLine, Span, TextRole};

/// Column where values begin.
const COLUMN: usize = 19;
/// Minimum width for a remark beside its value.
const ROOMY: usize = 64;
/// Below this height the groups are not separated.
const LOW: usize = 12;
/// Height of a multi-line text field while it is edited.
const PROSE: usize = 3;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormRow {
    /// Separates groups of fields.
    Rule(&'static str),
    /// Holds an index into [`Editor::lines`].
    Line(usize, FormLine),
    /// Continues the text field above.
    Rest,
    /// A remark about the line above.
    Under(RichLine),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormLayout {
    /// Always visible.
    pub head: Vec<RichLine>,
    pub rows: Vec<FormRow>,
    pub first: usize,
    pub at: usize,
}

#[must_use]
pub fn value_column(width: usize) -> usize {
    COLUMN.min(width * 2 / 5)
}

impl Editor {
    #[must_use]
    pub fn form_layout(&self, clock: &Clock, (width, height): (u16, u16)) -> FormLayout {
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
        let room = height - head.len().min(height);
        let is_here = |row: &FormRow| matches!(row, FormRow::Line(line, _) if *line == self.line);
        let at = rows.iter().position(is_here).unwrap_or(0);
        let first = first(&rows, at, self.first, room);
        FormLayout { head, rows, first, at }
    }

    #[must_use]
    pub fn first_line(&self, clock: &Clock, size: (u16, u16)) -> usize {
        self.form_layout(clock, size).first
    }

    /// A hint about the field that does not depend on its value.
    #[must_use]
    pub fn known_of(&self, field: PersonField) -> Option<&'static str> {
        let spec = field.spec();
        let is_update = self.form.kind == FormKind::Update;
        match spec.shown {
            _ if self.is_emptied(field) => Some("to be emptied"),
            Readback::Never if spec.kind == FieldKind::Switch => None,
            Readback::Never if is_update => Some("never shown again"),
            Readback::AsHandle => Some("comes back as a handle"),
            _ if field == PersonField::ExternalSourceId => Some("finds them again"),
            _ => None,
        }
    }

    #[must_use]
    pub const fn is_tight(width: usize) -> bool {
        width < ROOMY
    }

    fn is_emptied(&self, field: PersonField) -> bool {
        let typed = self.form.typed.get(&field);
        typed.is_some_and(|value| *value == FieldValue::Text(String::new()))
            && self.form.kind == FormKind::Update
    }

    fn rows(&self, width: usize, height: usize) -> Vec<FormRow> {
        let (lines, findings) = (self.lines(), check(&self.form));
        let has_rules = self.only.is_none() && height >= LOW;
        let mut rows = Vec::new();
        let mut group = group(PersonField::Name);
        for (at, line) in lines.iter().enumerate() {
            if has_rules && self::group(line.field) != group {
                group = self::group(line.field);
                rows.push(FormRow::Rule(group));
            }
            rows.push(FormRow::Line(at, *line));
            let is_tall = at == self.line && self.text.is_prose() && height > 2 * PROSE;
            rows.extend((1..if is_tall { PROSE } else { 1 }).map(|_| FormRow::Rest));
            let is_last = lines.get(at + 1).is_none_or(|next| next.field != line.field);
            let remarks = self.remarks(*line, is_last, at == self.line, &findings, width);
            rows.extend(remarks.into_iter().map(FormRow::Under));
        }
        rows
    }

    fn remarks(
        &self,
        line: FormLine,
        is_last: bool,
        is_here: bool,
        findings: &[ValidationIssue],
        width: usize,
    ) -> Vec<RichLine> {
        let entry = match line.place {
            LinePart::Entry(at) => Some(at),
            LinePart::Whole | LinePart::Add => None,
        };
        // A remark about an entry that no longer exists goes below the last line.
        let entries = self.lines();
        let has_line = |entry: Option<usize>| {
            entries.contains(&FormLine { place: entry.map_or(line.place, LinePart::Entry), ..line })
        };
        let is_mine = |field: PersonField, other: Option<usize>| {
            let has_none = other.is_none() || !has_line(other);
            field == line.field && (other.is_some() && other == entry || is_last && has_none)
        };
        let mut message = Vec::new();
        for trouble in self.troubles.iter().filter(|trouble| is_mine(trouble.field, trouble.entry))
        {
            message.push((TextRole::Error, Some(Mark::Failed), trouble.told.clone()));
        }
        // A new entry is empty at first.
        let is_begun = !(is_here && entry.is_some() && self.text.text().is_empty());
        let findings = findings.iter().filter(|_| is_begun);
        for finding in findings.filter(|finding| is_mine(finding.field, finding.entry)) {
            let (tone, mark) = if finding.blocks {
                (TextRole::Error, Mark::Failed)
            } else {
                (TextRole::Warning, Mark::Warning)
            };
            message.push((tone, Some(mark), finding.told.clone()));
        }
        if is_last {
            for moved in self.moved.iter().filter(|moved| moved.field == line.field) {
                let now = moved.theirs.told();
                let now = if now.is_empty() { "empty".to_owned() } else { format!("\"{now}\"") };
                let words = format!("somebody else changed it since: now {now}");
                message.push((TextRole::Warning, Some(Mark::Warning), words));
            }
        }
        if is_here && line.field == PersonField::EnrichRecord {
            let words = "it may overwrite fields, cost money and finish later";
            message.push((TextRole::Warning, Some(Mark::Warning), words.to_owned()));
        }
        if is_here
            && Self::is_tight(width)
            && let Some(words) = self.known_of(line.field)
        {
            message.push((TextRole::Dim, None, words.to_owned()));
        }
        let indent = if Self::is_tight(width) { 4.min(width / 3) } else { value_column(width) };
        let lines = message.into_iter();
        lines.flat_map(|(tone, mark, words)| remark(indent, (tone, mark), &words, width)).collect()
    }
}

impl FormLayout {
    #[must_use]
    pub fn line_at(&self, row: usize) -> Option<usize> {
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
fn first(rows: &[FormRow], at: usize, before: usize, room: usize) -> usize {
    let under =
        rows.iter().skip(at + 1).take_while(|row| matches!(row, FormRow::Rest | FormRow::Under(_)));
    let end = at + 1 + under.count();
    let has_rule = at > 0 && matches!(rows.get(at - 1), Some(FormRow::Rule(_)));
    let begin = if has_rule { at - 1 } else { at };
    let first = before.min(rows.len().saturating_sub(room)).min(begin);
    first.max(end.saturating_sub(room)).min(at)
}

const fn group(field: PersonField) -> &'static str {
    match field {
        PersonField::Name
        | PersonField::FirstName
        | PersonField::LastName
        | PersonField::CurrentJobTitle
        | PersonField::CompanyName => "person",
        // Set alone, such an entry leaves its list unchanged.
        PersonField::WorkEmail
        | PersonField::PersonalEmail
        | PersonField::MobilePhone
        | PersonField::WorkPhone => "or one of them alone",
        PersonField::Emails
        | PersonField::PhoneNumbers
        | PersonField::Email
        | PersonField::PhoneNumber => "contacts",
        PersonField::SocialUrl
        | PersonField::SocialLocation
        | PersonField::SocialHeadline
        | PersonField::Address
        | PersonField::Notes => "network and place",
        PersonField::JobId
        | PersonField::JobName
        | PersonField::ClientName
        | PersonField::ClientId
        | PersonField::ExternalSourceId
        | PersonField::EnrichRecord => "job",
    }
}

#[must_use]
pub const fn offered(spec: &FieldSpec) -> &'static str {
    match spec.kind {
        FieldKind::Emails => "+ an e-mail",
        FieldKind::Phones => "+ a phone",
        FieldKind::Job => "none picked",
        _ => "",
    }
}
