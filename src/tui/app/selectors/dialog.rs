//! The rows of the open dialog and its area, which depends on them.

use ratatui::layout::Rect;

use crate::tui::app::dialog::Dialog;
use crate::tui::app::layout::inner_area;
use crate::tui::app::state::State;
use crate::tui::features::job_editor::selectors::row_count;
use crate::tui::features::notes::selectors::notes_of;

impl State {
    /// The number of rows, if the dialog is a list.
    pub(crate) fn dialog_rows(&self, dialog: &Dialog) -> Option<usize> {
        match dialog {
            Dialog::EditLog { .. } => Some(self.edit_log.edits.len()),
            Dialog::Drafts { .. } => Some(self.edit_session.drafts.len()),
            Dialog::Attach { .. } => {
                Some(self.attach_batch.as_ref().map_or(0, |batch| batch.rows.len()))
            }
            Dialog::History { .. } => Some(self.navigation.history.newest_first().len()),
            Dialog::Palette(palette) => Some(palette.hits.len()),
            Dialog::PickJob(picker) => Some(picker.matches.len()),
            Dialog::PickStage(picker) => Some(picker.matches.len()),
            Dialog::EditJob(dialog) => Some(row_count(self, dialog)),
            _ => None,
        }
    }

    /// The area of a dialog with its frame.
    pub(crate) fn dialog_area(&self, dialog: &Dialog) -> Rect {
        let rows = match dialog {
            Dialog::Apply(apply) => apply.steps.len(),
            // It stays as it is while a filter is typed.
            Dialog::PickStage(picker) => picker.targets.len(),
            Dialog::Todo(todo) => todo.todos.lines(),
            Dialog::Notes(notes) => notes_of(self, notes).len(),
            dialog => self.dialog_rows(dialog).unwrap_or(0),
        };
        dialog.area(&self.layout, rows)
    }

    /// The area of a dialog without its frame.
    pub(crate) fn dialog_inner(&self, dialog: &Dialog) -> Rect {
        inner_area(self.dialog_area(dialog))
    }
}
