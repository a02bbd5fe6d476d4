//! The editor of a person as it stands on the screen: a form, where one types in
//! it, and how far its saving is.
//!
//! It lies over the panes and under whatever else is opened. `update/editor`
//! changes it; `view/editor` draws it.

pub mod head;
pub mod lines;
pub mod rows;
pub mod save_flow;
pub mod undo;

pub use rows::{FormLayout, FormRow, offered, value_column};
pub use save_flow::SaveFlow;

use std::collections::BTreeMap;

use crate::recruiting::duplicates::check::PossibleDuplicate;
use crate::recruiting::person::{
    Conflict, CreatedPerson, DraftId, FieldError, FieldValue, Form, PersonField, Report, SaveStep,
    WriteFailure,
};
use crate::tui::app::clock::Moment;
use crate::tui::app::request::Ticket;
use crate::tui::widgets::text_box::TextBox;
use crate::wire::{JobId, Person, Timestamp};

/// The editor of a person.
#[derive(Debug, Clone)]
pub struct Editor {
    /// Under which name it is kept on disk.
    pub draft: DraftId,
    /// What was typed, and over what.
    pub form: Form,
    /// The one field that is edited in place, in a list.
    pub only: Option<PersonField>,
    /// Why it was opened.
    pub origin: EditorOrigin,
    /// The line where one types, counted over [`Editor::lines`].
    pub line: usize,
    /// Which part of that line.
    pub cell: LineCell,
    /// The text there.
    pub text: TextBox,
    /// The first line on the screen.
    pub first: usize,
    /// What was there before each change, the newest last.
    pub past: Vec<FormSnapshot>,
    /// What was taken back, the newest last.
    pub future: Vec<FormSnapshot>,
    /// What the server said of single fields.
    pub troubles: Vec<FieldError>,
    /// Why the last try did not come about.
    pub failed: Option<WriteFailure>,
    /// How far it is.
    pub stage: EditorStep,
    /// It is an unsaved edit from then.
    pub from: Option<Timestamp>,
    /// Fields that somebody else changed since it was begun, told when it is opened again.
    pub moved: Vec<Conflict>,
    /// Fields of it that the server has so already, told when it is opened again.
    pub settled: Vec<PersonField>,
    /// A text from the person's own editor that cannot be read, and why.
    pub unread: Option<(String, String)>,
    /// Whether the record is still being read; lists cannot be changed before.
    pub reading: bool,
    /// Why the record could not be read.
    pub unreadable: Option<String>,
    /// Whether a create of it may have been sent before.
    pub sent: bool,
    /// The job and the outside id under which it was sent.
    pub sent_as: Option<(Option<JobId>, String)>,
    /// Whether nobody knows if it was carried out: it is not sent again unasked.
    pub unsettled: bool,
    /// Where the letters that are taken back together end.
    pub run: Option<(usize, LineCell, usize)>,
    /// When it is to be written to disk; none when all of it is there.
    pub keep_at: Option<Moment>,
    /// Why it is not on disk.
    pub unkept: Option<String>,
}

/// A line of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FormLine {
    /// Which field it belongs to.
    pub field: PersonField,
    /// What of the field it shows.
    pub place: LinePart,
}

/// What of a field a line shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinePart {
    /// All of it.
    Whole,
    /// An entry of its list.
    Entry(usize),
    /// Where an entry is added.
    Add,
}

/// A part of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LineCell {
    /// The kind of an entry.
    Kind,
    /// Its value, or the only part there is.
    #[default]
    Value,
}

/// Why an editor was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditorOrigin {
    /// Somebody types.
    Typing,
    /// A saved edit is taken back: its place in the journal.
    Undo(usize),
    /// It is made again.
    Redo(usize),
    /// What changed without being asked for is put back.
    Restore,
}

/// What a change in the form takes back to.
#[derive(Debug, Clone)]
pub struct FormSnapshot {
    /// What was typed.
    pub typed: BTreeMap<PersonField, FieldValue>,
    /// On which line one was.
    pub line: usize,
    /// In which part of it.
    pub cell: LineCell,
    /// The bytes before the cursor.
    pub cursor: usize,
}

/// How far an editor is.
#[derive(Debug, Clone)]
pub enum EditorStep {
    /// One types.
    Filling,
    /// A question has to be answered first.
    Asking(EditorQuestion),
    /// What will be sent is shown.
    Review {
        /// The first line on the screen.
        scroll: usize,
        /// People who may be the same, before somebody new is made.
        twins: Vec<PossibleDuplicate>,
        /// Among how many they were looked for.
        among: usize,
    },
    /// It is on its way.
    Sending {
        /// Which change.
        ticket: Ticket,
        /// How far it is.
        step: SaveStep,
        /// Whether somebody new is looked for before they are sent.
        looks: bool,
        /// Since when.
        since: Moment,
    },
    /// Somebody else changed the same fields: one chooses, field by field.
    Clash {
        /// The fields.
        clashes: Vec<Conflict>,
        /// What was chosen for each.
        sides: Vec<Option<ConflictSide>>,
        /// The selected one.
        at: usize,
        /// The record as it is now.
        now: Box<Person>,
    },
    /// What the server did is told.
    Told {
        /// The first line on the screen.
        scroll: usize,
        /// What it did.
        report: Box<Report>,
    },
    /// Nothing had to be sent.
    Already,
    /// Somebody new is there.
    Born(Box<CreatedPerson>),
}

/// A question in the editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditorQuestion {
    /// Whether the server may look the person up elsewhere.
    Enrich,
    /// What becomes of what was typed: kept, discarded, gone on with.
    Leave,
    /// Whether a create that may have been sent shall be sent again.
    SendAgain,
}

/// Whose value a clashing field shall have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConflictSide {
    /// What it holds now.
    Theirs,
    /// What was typed here.
    Mine,
}

impl Editor {
    /// A form to be filled, with the cursor in its first line.
    #[must_use]
    pub fn new(draft: DraftId, form: Form) -> Self {
        let mut editor = Self {
            draft,
            form,
            only: None,
            origin: EditorOrigin::Typing,
            line: 0,
            cell: LineCell::Value,
            text: TextBox::default(),
            first: 0,
            past: Vec::new(),
            future: Vec::new(),
            troubles: Vec::new(),
            failed: None,
            stage: EditorStep::Filling,
            from: None,
            moved: Vec::new(),
            settled: Vec::new(),
            unread: None,
            reading: false,
            unreadable: None,
            sent: false,
            sent_as: None,
            unsettled: false,
            run: None,
            keep_at: None,
            unkept: None,
        };
        editor.go(0, LineCell::Value);
        editor
    }

    /// Whether a text is typed into it.
    #[must_use]
    pub const fn is_typing(&self) -> bool {
        matches!(self.stage, EditorStep::Filling)
    }

    /// Whether it holds anything that was typed, here or outside.
    #[must_use]
    pub fn is_typed_into(&self) -> bool {
        self.unread.is_some() || !self.form.is_untouched()
    }

    /// Whether something is on its way for it.
    #[must_use]
    pub const fn is_sending(&self) -> bool {
        matches!(self.stage, EditorStep::Sending { .. })
    }
}
