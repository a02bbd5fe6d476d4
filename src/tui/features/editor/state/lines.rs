//! The lines of a form, and editing of the text under the cursor.

use std::borrow::Cow;

use super::{Editor, FormLine, LineCell, LinePart, Section};
use crate::recruiting::person::name_parts::NAME_FIELDS;
use crate::recruiting::person::{FieldKind, FieldValue, FormKind, PersonField, is_same_kind};
use crate::tui::widgets::text_input::{InputKind, TextInput};
use crate::wire::Contact;

/// Common kinds that the kind key cycles through; any other text can be typed.
const EMAILS: [&str; 3] = ["work", "personal", "other"];
const PHONES: [&str; 4] = ["mobile", "work", "home", "other"];

impl Editor {
    pub(crate) fn lines(&self) -> Vec<FormLine> {
        let mut lines = Vec::new();
        for spec in self.form.kind.fields() {
            let line = |part| FormLine { field: spec.field, part };
            let has_fold = lines.iter().any(|line: &FormLine| line.part == LinePart::Fold);
            if is_advanced(spec.field) && !has_fold && self.only_field.is_none() {
                lines.push(line(LinePart::Fold));
            }
            if !self.is_visible(spec.field) {
                continue;
            }
            match &*self.form.value(spec.field) {
                FieldValue::Contacts(entries) => {
                    lines.extend((0..entries.len()).map(|at| line(LinePart::Entry(at))));
                    lines.push(line(LinePart::Add));
                }
                FieldValue::Texts(texts) => {
                    lines.extend((0..texts.len()).map(|at| line(LinePart::Entry(at))));
                    lines.push(line(LinePart::Add));
                }
                _ => lines.push(line(LinePart::Value)),
            }
        }
        lines
    }

    /// Whether a field has a line. An edit of one field shows it and the parts of the name that
    /// change with it.
    fn is_visible(&self, field: PersonField) -> bool {
        let is_typed = self.form.typed.contains_key(&field) && !self.form.is_prefilled(field);
        if let Some(only) = self.only_field {
            let is_name = NAME_FIELDS.contains(&only) && NAME_FIELDS.contains(&field);
            return field == only || is_name && is_typed;
        }
        let is_used = is_typed || self.field_errors.iter().any(|error| error.field == field);
        let is_folded = is_advanced(field) && self.advanced == Section::Folded;
        // An update lists all emails and phones; these fields set one of them.
        let is_in_list = self.form.kind == FormKind::Update && field.entry_of().is_some();
        is_used || !(is_folded || is_in_list)
    }

    /// The label of a line. A new person has one list of emails, made up of several fields.
    pub(crate) fn label(&self, line: FormLine) -> &'static str {
        let list = line.field.entry_of().map(|(list, _)| list);
        match list {
            _ if line.part == LinePart::Fold => "advanced",
            Some(list) if self.form.kind == FormKind::Create => list.spec().label,
            _ => line.field.spec().label,
        }
    }

    /// The kind that the field of a line implies: a new person has a field for each.
    pub(crate) fn implied_kind(&self, line: FormLine) -> Option<&'static str> {
        if self.form.kind != FormKind::Create {
            return None;
        }
        match (line.field, line.part) {
            (PersonField::Emails | PersonField::PhoneNumbers, LinePart::Entry(_)) => Some("other"),
            (field, _) => field.entry_of().and_then(|(_, kind)| kind.split('_').next()),
        }
    }

    /// Whether enter on this line saves the form.
    pub(crate) fn is_last_line(&self) -> bool {
        let lines = self.lines();
        let is_end =
            |line: &FormLine| line.part == LinePart::Fold && self.advanced == Section::Folded;
        lines.get(self.line + 1).is_none_or(is_end)
    }

    pub(crate) fn current_line(&self) -> Option<FormLine> {
        self.lines().get(self.line).copied()
    }

    pub(crate) fn has_kind(&self, line: FormLine) -> bool {
        self.form.kind == FormKind::Update && matches!(line.part, LinePart::Entry(_))
    }

    pub(crate) fn cell_text(&self, line: FormLine, cell: LineCell) -> Cow<'_, str> {
        match self.form.value(line.field) {
            Cow::Borrowed(value) => text_of(value, line.part, cell),
            Cow::Owned(value) => Cow::Owned(text_of(&value, line.part, cell).into_owned()),
        }
    }

    pub(crate) fn accepts_text(line: FormLine) -> bool {
        let is_picked = matches!(line.field.spec().kind, FieldKind::Job | FieldKind::Switch);
        !matches!(line.part, LinePart::Add | LinePart::Fold) && !is_picked
    }

    /// Clamps to the nearest existing line and cell.
    pub(crate) fn go(&mut self, line: usize, cell: LineCell) {
        let lines = self.lines();
        self.line = line.min(lines.len().saturating_sub(1));
        let Some(here) = lines.get(self.line).copied() else { return };
        self.cell = if self.has_kind(here) { cell } else { LineCell::Value };
        let text =
            if Self::accepts_text(here) { self.cell_text(here, self.cell) } else { Cow::default() };
        let kind = match here.field.spec().kind {
            FieldKind::Prose => InputKind::Prose,
            _ => InputKind::Field,
        };
        self.text = TextInput::new(&text, kind);
    }

    /// Changes the form. The cursor stays in its field, whose line may move, and at its entry of a
    /// list, which may have another number.
    pub(crate) fn keep_place(&mut self, change: impl FnOnce(&mut Self)) {
        let here = self.current_line();
        let (line, cell, input) = (self.line, self.cell, self.text.clone());
        change(self);
        let lines = self.lines();
        let is_same_entry = |item: &FormLine| {
            here.is_some_and(|here| item.field == here.field)
                && matches!(item.part, LinePart::Entry(_))
                && self.cell_text(*item, cell) == input.text()
        };
        let is_here = |item: &FormLine| Some(*item) == here;
        let line = lines
            .iter()
            .position(|item| is_here(item) && is_same_entry(item))
            .or_else(|| lines.iter().position(is_same_entry))
            .or_else(|| lines.iter().position(is_here))
            .unwrap_or(line);
        self.go(line, cell);
        if input.text() == self.text.text() {
            self.text = input;
        } else if input.selected() == Some(input.text()) {
            self.text.select_all();
        } else if input.cursor() < input.text().len() {
            self.text.set_cursor(input.cursor());
        }
    }

    /// Copies the text under the cursor into the form.
    pub(crate) fn commit_text(&mut self) {
        let Some(here) = self.current_line().filter(|here| Self::accepts_text(*here)) else {
            return;
        };
        let typed = self.text.text().to_owned();
        let value = match (self.form.value(here.field).into_owned(), here.part) {
            (FieldValue::Contacts(mut entries), LinePart::Entry(at)) => {
                if let Some(entry) = entries.get_mut(at) {
                    match self.cell {
                        LineCell::Kind => entry.contact_data_type = typed,
                        LineCell::Value => entry.value = typed,
                    }
                }
                FieldValue::Contacts(entries)
            }
            (FieldValue::Texts(mut texts), LinePart::Entry(at)) => {
                if let Some(text) = texts.get_mut(at) {
                    *text = typed;
                }
                FieldValue::Texts(texts)
            }
            _ => FieldValue::Text(typed),
        };
        self.form.set(here.field, value);
    }

    pub(crate) fn add_entry(&mut self, field: PersonField) {
        let value = match self.form.value(field).into_owned() {
            FieldValue::Contacts(mut entries) => {
                let kind = if field == PersonField::Emails { "work" } else { "mobile" };
                entries.push(Contact { contact_data_type: kind.to_owned(), ..Contact::default() });
                FieldValue::Contacts(entries)
            }
            FieldValue::Texts(mut texts) => {
                texts.push(String::new());
                FieldValue::Texts(texts)
            }
            _ => return,
        };
        self.form.set(field, value);
        let is_add = |line: &FormLine| line.field == field && line.part == LinePart::Add;
        let add = self.lines().iter().position(is_add).unwrap_or(0);
        self.go(add.saturating_sub(1), LineCell::Value);
    }

    pub(crate) fn remove_entry(&mut self) -> bool {
        let Some(FormLine { field, part: LinePart::Entry(at) }) = self.current_line() else {
            return false;
        };
        let value = match self.form.value(field).into_owned() {
            FieldValue::Contacts(mut entries) if at < entries.len() => {
                entries.remove(at);
                FieldValue::Contacts(entries)
            }
            FieldValue::Texts(mut texts) if at < texts.len() => {
                texts.remove(at);
                FieldValue::Texts(texts)
            }
            _ => return false,
        };
        self.form.set(field, value);
        self.go(self.line, self.cell);
        true
    }

    pub(crate) fn cycle_kind(&mut self) -> bool {
        let Some(FormLine { field, part: LinePart::Entry(at) }) = self.current_line() else {
            return false;
        };
        let FieldValue::Contacts(mut entries) = self.form.value(field).into_owned() else {
            return false;
        };
        let Some(entry) = entries.get_mut(at) else { return false };
        let usual = if field == PersonField::Emails { &EMAILS[..] } else { &PHONES[..] };
        let now = usual.iter().position(|kind| is_same_kind(kind, &entry.contact_data_type));
        let next = now.map_or(0, |now| (now + 1) % usual.len());
        usual[next].clone_into(&mut entry.contact_data_type);
        self.form.set(field, FieldValue::Contacts(entries));
        let cursor = self.text.cursor();
        self.go(self.line, self.cell);
        if self.cell == LineCell::Value {
            self.text.set_cursor(cursor);
        }
        true
    }

    pub(crate) fn move_entry(&mut self, down: bool) -> bool {
        let Some(FormLine { field, part: LinePart::Entry(at) }) = self.current_line() else {
            return false;
        };
        let other = if down { at + 1 } else { at.wrapping_sub(1) };
        let value = match self.form.value(field).into_owned() {
            FieldValue::Contacts(mut entries) if other < entries.len() => {
                entries.swap(at, other);
                FieldValue::Contacts(entries)
            }
            FieldValue::Texts(mut texts) if other < texts.len() => {
                texts.swap(at, other);
                FieldValue::Texts(texts)
            }
            _ => return false,
        };
        self.form.set(field, value);
        self.go(if down { self.line + 1 } else { self.line - 1 }, self.cell);
        true
    }
}

/// IDs, and what few people need.
pub(crate) const fn is_advanced(field: PersonField) -> bool {
    matches!(
        field,
        PersonField::JobName
            | PersonField::ClientName
            | PersonField::ClientId
            | PersonField::ExternalSourceId
            | PersonField::EnrichRecord
    )
}

/// What a cell of the form shows of a value.
fn text_of(value: &FieldValue, part: LinePart, cell: LineCell) -> Cow<'_, str> {
    let text = match (value, part) {
        (FieldValue::Contacts(entries), LinePart::Entry(at)) => {
            entries.get(at).map(|entry| match cell {
                LineCell::Kind => &entry.contact_data_type,
                LineCell::Value => &entry.value,
            })
        }
        (FieldValue::Texts(texts), LinePart::Entry(at)) => texts.get(at),
        (FieldValue::Contacts(_) | FieldValue::Texts(_), _) => None,
        (FieldValue::Text(text), _) => Some(text),
        (FieldValue::Job(_) | FieldValue::Switch(_), _) => return Cow::Owned(value.describe()),
    };
    Cow::Borrowed(text.map_or("", String::as_str))
}
