//! State of the person editor: the form, the cursor in it, and the step of the save.
//!
//! `update` changes it, `view` draws it. The editor covers the panes and is covered by dialogs.

pub mod head;
pub mod lines;
pub mod rows;
pub mod save_flow;
pub mod undo;

pub use rows::{FormLayout, FormRow, placeholder, value_column};
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

#[derive(Debug, Clone)]
pub struct Editor {
    pub draft: DraftId,
    pub form: Form,
    /// The only field, when a single field is edited in place.
    pub only_field: Option<PersonField>,
    pub origin: EditorOrigin,
    /// Index into [`Editor::lines`].
    pub line: usize,
    pub cell: LineCell,
    pub text: TextBox,
    /// The first visible line.
    pub first: usize,
    /// Undo stack, newest last.
    pub undo_stack: Vec<FormSnapshot>,
    /// Redo stack, newest last.
    pub redo_stack: Vec<FormSnapshot>,
    /// Field errors of the last response.
    pub field_errors: Vec<FieldError>,
    pub failure: Option<WriteFailure>,
    pub step: EditorStep,
    /// When the reopened draft was last written.
    pub draft_written_at: Option<Timestamp>,
    /// Fields that changed on the server since the draft was begun.
    pub changed_on_server: Vec<Conflict>,
    /// Fields of a reopened draft that the server already holds.
    pub already_saved: Vec<PersonField>,
    /// A text from the external editor that does not parse, and why.
    pub unparsed: Option<(String, String)>,
    /// Contact lists are read-only until the record is loaded.
    pub is_loading: bool,
    pub load_error: Option<String>,
    /// Whether a create may have been sent before.
    pub maybe_sent: bool,
    /// Job and external ID of the last create.
    pub sent_key: Option<(Option<JobId>, String)>,
    /// Nobody knows whether the create was carried out; sending again needs a confirmation.
    pub is_outcome_unknown: bool,
    /// Where the last typed letter ended; letters typed in a row are one undo step.
    pub typing_run: Option<(usize, LineCell, usize)>,
    /// When the draft is due on disk; `None` once it is written.
    pub write_draft_at: Option<Moment>,
    /// Why the draft is not on disk.
    pub draft_error: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FormLine {
    pub field: PersonField,
    pub part: LinePart,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LinePart {
    Whole,
    Entry(usize),
    Add,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LineCell {
    Kind,
    #[default]
    Value,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditorOrigin {
    Typing,
    /// Holds the position in the edit log.
    Undo(usize),
    /// Holds the position in the edit log.
    Redo(usize),
    /// Reverts changes that the server made on its own.
    Restore,
}

#[derive(Debug, Clone)]
pub struct FormSnapshot {
    pub typed: BTreeMap<PersonField, FieldValue>,
    pub line: usize,
    pub cell: LineCell,
    /// In bytes.
    pub cursor: usize,
}

#[derive(Debug, Clone)]
pub enum EditorStep {
    Filling,
    Question(EditorQuestion),
    Review {
        scroll: usize,
        /// Only for a create.
        duplicates: Vec<PossibleDuplicate>,
        /// Number of candidates that were compared.
        compared_count: usize,
    },
    Sending {
        ticket: Ticket,
        step: SaveStep,
        /// Whether the server is searched for the person before a create is sent again.
        searches_first: bool,
        since: Moment,
    },
    Conflict {
        conflicts: Vec<Conflict>,
        sides: Vec<Option<ConflictSide>>,
        at: usize,
        /// The record as the server holds it now.
        now: Box<Person>,
    },
    Report {
        scroll: usize,
        report: Box<Report>,
    },
    /// The server held every value already.
    Unchanged,
    Created(Box<CreatedPerson>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditorQuestion {
    Enrich,
    Leave,
    SendAgain,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConflictSide {
    /// The server's value.
    Theirs,
    Mine,
}

impl Editor {
    #[must_use]
    pub fn new(draft: DraftId, form: Form) -> Self {
        let mut editor = Self {
            draft,
            form,
            only_field: None,
            origin: EditorOrigin::Typing,
            line: 0,
            cell: LineCell::Value,
            text: TextBox::default(),
            first: 0,
            undo_stack: Vec::new(),
            redo_stack: Vec::new(),
            field_errors: Vec::new(),
            failure: None,
            step: EditorStep::Filling,
            draft_written_at: None,
            changed_on_server: Vec::new(),
            already_saved: Vec::new(),
            unparsed: None,
            is_loading: false,
            load_error: None,
            maybe_sent: false,
            sent_key: None,
            is_outcome_unknown: false,
            typing_run: None,
            write_draft_at: None,
            draft_error: None,
        };
        editor.go(0, LineCell::Value);
        editor
    }

    #[must_use]
    pub const fn is_typing(&self) -> bool {
        matches!(self.step, EditorStep::Filling)
    }

    #[must_use]
    pub fn has_input(&self) -> bool {
        self.unparsed.is_some() || !self.form.is_untouched()
    }

    #[must_use]
    pub const fn is_sending(&self) -> bool {
        matches!(self.step, EditorStep::Sending { .. })
    }
}
