//! State of the person editor: the form, the cursor in it, and the step of the save.
//!
//! `update` changes it, `view` draws it. The editor covers the panes and is covered by dialogs.

pub(crate) mod head;
pub(crate) mod lines;
pub(crate) mod rows;
pub(crate) mod save_flow;
pub(crate) mod undo;

use std::collections::BTreeMap;

use crate::recruiting::duplicates::check::PossibleDuplicate;
use crate::recruiting::person::{
    Conflict, CreatedPerson, DraftId, FieldError, FieldValue, Form, PersonField, Report, SaveStep,
    WriteFailure,
};
use crate::tui::app::clock::Moment;
use crate::tui::app::request::Ticket;
use crate::tui::widgets::text_input::{InputKind, TextInput};
use crate::wire::{JobId, Person, Timestamp};

#[derive(Debug, Clone)]
pub(crate) struct Editor {
    pub(crate) draft: DraftId,
    pub(crate) form: Form,
    /// The only field, when a single field is edited in place.
    pub(crate) only_field: Option<PersonField>,
    pub(crate) origin: EditorOrigin,
    /// Index into [`Editor::lines`].
    pub(crate) line: usize,
    pub(crate) cell: LineCell,
    pub(crate) text: TextInput,
    /// The first visible line.
    pub(crate) first: usize,
    /// Undo stack, newest last.
    pub(crate) undo_stack: Vec<FormSnapshot>,
    /// Redo stack, newest last.
    pub(crate) redo_stack: Vec<FormSnapshot>,
    /// Field errors of the last response.
    pub(crate) field_errors: Vec<FieldError>,
    pub(crate) failure: Option<WriteFailure>,
    pub(crate) step: EditorStep,
    /// When the reopened draft was last written.
    pub(crate) draft_written_at: Option<Timestamp>,
    /// Fields that changed on the server since the draft was begun.
    pub(crate) changed_on_server: Vec<Conflict>,
    /// Fields of a reopened draft that the server already holds.
    pub(crate) already_saved: Vec<PersonField>,
    /// A text from the external editor that does not parse, and why.
    pub(crate) unparsed: Option<(String, String)>,
    /// How to use the record once it arrives. Until then, fields with unknown values are read-only.
    pub(crate) loading: Option<RecordUse>,
    pub(crate) load_error: Option<String>,
    /// Whether a create may have been sent before; or whether the server accepted the change and did
    /// not show it.
    pub(crate) maybe_sent: bool,
    /// Job and external ID of the last create.
    pub(crate) sent_key: Option<(Option<JobId>, String)>,
    /// The create may have succeeded; sending it again needs a confirmation.
    pub(crate) is_outcome_unknown: bool,
    /// From then on the form also shows what is wrong with fields that were not touched.
    pub(crate) has_tried_to_save: bool,
    pub(crate) advanced: Section,
    /// Where the last typed letter ended; letters typed in a row are one undo step.
    pub(crate) typing_run: Option<(usize, LineCell, usize)>,
    /// When the draft is due on disk; `None` once it is written.
    pub(crate) write_draft_at: Option<Moment>,
    /// Since when the disk has not answered a write of the draft.
    pub(crate) draft_pending_since: Option<Moment>,
    /// Why the draft is not on disk.
    pub(crate) draft_error: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct FormLine {
    pub(crate) field: PersonField,
    pub(crate) part: LinePart,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum LinePart {
    Value,
    Entry(usize),
    Add,
    /// The heading of the section with rarely used fields.
    Fold,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Section {
    #[default]
    Folded,
    Open,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum LineCell {
    Kind,
    #[default]
    Value,
}

/// What a form takes from the record that it waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RecordUse {
    /// All values: those in the form come from a row.
    Replace,
    /// The values that were not changed. The form has a whole record from disk, which can be edited
    /// and saved: a save compares it with the server's.
    Refresh,
    /// The same for a form that lacks values, and cannot be saved before it has them.
    Complete,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EditorOrigin {
    Typing,
    /// Holds the position in the edit log.
    Undo(usize),
    /// Holds the position in the edit log.
    Redo(usize),
    /// Reverts changes that the server made on its own.
    Restore,
}

#[derive(Debug, Clone)]
pub(crate) struct FormSnapshot {
    pub(crate) typed: BTreeMap<PersonField, FieldValue>,
    pub(crate) line: usize,
    pub(crate) cell: LineCell,
    /// In bytes.
    pub(crate) cursor: usize,
}

#[derive(Debug, Clone)]
pub(crate) enum EditorStep {
    Filling,
    Question(EditorQuestion),
    Review {
        scroll: usize,
        /// The selected duplicate.
        at: usize,
        /// Only for a create.
        duplicates: Vec<PossibleDuplicate>,
        /// Number of people who were compared.
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
    /// Nothing is left to do. The form closes, and this message reports the result.
    Done(String),
    Created(Box<CreatedPerson>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EditorQuestion {
    Enrich,
    Leave,
    SendAgain,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ConflictSide {
    /// The server's value.
    Theirs,
    Mine,
}

impl Editor {
    pub(crate) fn new(draft: DraftId, form: Form) -> Self {
        let mut editor = Self {
            draft,
            form,
            only_field: None,
            origin: EditorOrigin::Typing,
            line: 0,
            cell: LineCell::Value,
            text: TextInput::new("", InputKind::Field),
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
            loading: None,
            load_error: None,
            maybe_sent: false,
            sent_key: None,
            is_outcome_unknown: false,
            has_tried_to_save: false,
            advanced: Section::Folded,
            typing_run: None,
            write_draft_at: None,
            draft_pending_since: None,
            draft_error: None,
        };
        editor.go(0, LineCell::Value);
        editor
    }

    pub(crate) const fn is_typing(&self) -> bool {
        matches!(self.step, EditorStep::Filling)
    }

    pub(crate) const fn is_question(&self) -> bool {
        matches!(self.step, EditorStep::Question(_))
    }

    pub(crate) const fn is_loading(&self) -> bool {
        self.loading.is_some()
    }

    /// Whether the form cannot be saved before its record is read.
    pub(crate) const fn needs_record(&self) -> bool {
        matches!(self.loading, Some(RecordUse::Replace | RecordUse::Complete))
    }

    /// Goes back to the form. If it does not know all values of the record, as after an undo, it
    /// waits for them.
    pub(crate) fn resume(&mut self) {
        self.step = EditorStep::Filling;
        if !self.form.is_complete() {
            self.loading.get_or_insert(RecordUse::Complete);
        }
        self.go(self.line, self.cell);
    }

    pub(crate) fn has_input(&self) -> bool {
        self.unparsed.is_some() || !self.form.is_untouched()
    }

    /// Whether the form was sent with this ticket, and no result came yet.
    pub(crate) fn is_sent_with(&self, ticket: Ticket) -> bool {
        matches!(self.step, EditorStep::Sending { ticket: sent, .. } if sent == ticket)
    }

    /// Whether nothing is left to save: what the form holds is on the server.
    pub(crate) const fn is_done(&self) -> bool {
        matches!(self.step, EditorStep::Done(_) | EditorStep::Created(_))
    }

    /// The form holds what was not sent: it is no undo, and the server accepted something else.
    pub(crate) const fn mark_edited(&mut self) {
        self.origin = EditorOrigin::Typing;
        self.maybe_sent &= self.form.kind.is_create();
    }

    pub(crate) const fn is_sending(&self) -> bool {
        matches!(self.step, EditorStep::Sending { .. })
    }
}
