//! The lines of a form, and editing of the text under the cursor.

use std::borrow::Cow;

use super::{Editor, FormLine, LineCell, LinePart};
use crate::recruiting::person::{FieldKind, FieldValue, FormKind, PersonField, is_same_kind};
use crate::tui::widgets::text_input::{InputKind, TextInput};
use crate::wire::Contact;

/// Common kinds that the kind key cycles through; any other text can be typed.
const E_MAILS: [&str; 3] = ["work", "personal", "other"];
const PHONES: [&str; 4] = ["mobile", "work", "home", "other"];

impl Editor {
    pub(crate) fn lines(&self) -> Vec<FormLine> {
        let mut lines = Vec::new();
        for spec in self.form.kind.fields() {
            if self.only_field.is_some_and(|only| only != spec.field) {
                continue;
            }
            let line = |part| FormLine { field: spec.field, part };
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
        line.part != LinePart::Add && !is_picked
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

    /// Changes the form. The cursor stays in its field, whose line may move.
    pub(crate) fn keep_place(&mut self, change: impl FnOnce(&mut Self)) {
        let here = self.current_line();
        let (line, cell, input) = (self.line, self.cell, self.text.clone());
        change(self);
        let line = self.lines().iter().position(|item| Some(*item) == here).unwrap_or(line);
        self.go(line, cell);
        if input.text() == self.text.text() {
            self.text = input;
        } else {
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
        let usual = if field == PersonField::Emails { &E_MAILS[..] } else { &PHONES[..] };
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
