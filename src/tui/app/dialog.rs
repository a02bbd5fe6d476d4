//! The dialogs: their content, their area, and which row is under the mouse.
//!
//! A dialog opens over the panes and takes the keys; [`stack`] holds the open ones. The state of a larger one is in its
//! feature's folder. `update` and the views use the same geometry from here.

pub(crate) mod stack;

use ratatui::layout::{Position, Rect};
use serde_json::Value;

use super::clock::Moment;
use super::layout::{Layout, Mode, centered};
use crate::client::RequestId;
use crate::tui::features::changes::state::ChangesDialog;
use crate::tui::features::compare::state::Comparison;
use crate::tui::features::duplicates::state::Duplicates;
use crate::tui::features::export::state::ExportPrompt;
use crate::tui::features::funnel::state::Funnel;
use crate::tui::features::help::state::Help;
use crate::tui::features::job_editor::state::JobDialog;
use crate::tui::features::job_picker::state::JobPicker;
use crate::tui::features::mail::state::MailDialog;
use crate::tui::features::notes::state::NotesDialog;
use crate::tui::features::palette::state::Palette;
use crate::tui::features::prompt::state::{Prompt, PromptKind};
use crate::tui::features::stage_moves::state::StagePicker;
use crate::tui::features::today::state::TodayDialog;
use crate::tui::features::todo::state::{ApplyPreview, TodoDialog};
use crate::tui::widgets::pick_list::{self, INPUT_HEIGHT};
use crate::tui::widgets::text_input::TextInput;

#[derive(Debug)]
pub(crate) enum Dialog {
    Help(Box<Help>),
    Requests {
        selected: Option<RequestId>,
    },
    Notices {
        scroll: usize,
    },
    /// The selected records as JSON.
    Json {
        scroll: usize,
        /// Title and record; rebuilt when one of them is loaded again.
        parts: Vec<(&'static str, Value)>,
    },
    /// The visited locations.
    History {
        /// Index from the newest.
        at: usize,
    },
    /// The edits of this session.
    EditLog {
        /// Index from the newest.
        at: usize,
    },
    /// The unsaved edits.
    Drafts {
        /// Index from the newest.
        at: usize,
        /// Whether the prompt to discard the selected draft is open.
        is_confirming: bool,
    },
    Palette(Box<Palette>),
    PickJob(Box<JobPicker>),
    /// The stage to move candidates to.
    PickStage(Box<StagePicker>),
    /// A job with its stages, to change them.
    EditJob(Box<JobDialog>),
    /// The progress of attaching people to a job.
    Attach {
        at: usize,
    },
    Prompt(Box<Prompt>),
    Notes(Box<NotesDialog>),
    Todo(Box<TodoDialog>),
    /// The preview of moves in the user's own database.
    Apply(Box<ApplyPreview>),
    Export(Box<ExportPrompt>),
    Funnel(Box<Funnel>),
    Compare(Box<Comparison>),
    Duplicates(Box<Duplicates>),
    /// What changed on the server.
    Changes(Box<ChangesDialog>),
    /// What is new, due and waiting.
    Today(Box<TodayDialog>),
    /// A mail from a template.
    Mail(Box<MailDialog>),
    /// The prompt for the API key.
    Key {
        field: TextInput,
        why: String,
    },
    /// The prompt for the name of a view.
    SaveView {
        field: TextInput,
        /// An existing name the user was warned about: enter replaces that view.
        taken_name: Option<String>,
    },
}

impl Dialog {
    pub(crate) const fn is_typing(&self) -> bool {
        match self {
            Self::Help(help) => help.is_searching,
            Self::Changes(changes) => changes.typing.is_some(),
            Self::EditJob(dialog) => dialog.is_typing(),
            Self::Palette(_)
            | Self::PickJob(_)
            | Self::PickStage(_)
            | Self::Key { .. }
            | Self::SaveView { .. }
            | Self::Prompt(_)
            | Self::Export(_) => true,
            _ => false,
        }
    }

    /// When the dialog searches again in the records that arrived.
    pub(crate) const fn search_at(&self) -> Option<Moment> {
        match self {
            Self::Palette(palette) => palette.search_at,
            Self::PickJob(picker) => picker.search_at,
            _ => None,
        }
    }

    /// More records arrived: searches them at that time, with those that arrive until then.
    pub(crate) fn schedule_search(&mut self, at: Moment) {
        let search_at = match self {
            Self::Palette(palette) => &mut palette.search_at,
            Self::PickJob(picker) => &mut picker.search_at,
            _ => return,
        };
        search_at.get_or_insert(at);
    }

    /// The area with its frame: centered and as high as its rows need, or the whole of the panes on a
    /// small screen. [`State::dialog_area`](super::state::State::dialog_area) knows the rows.
    pub(crate) fn area(&self, layout: &Layout, rows: usize) -> Rect {
        let main = layout.main;
        let lines = u16::try_from(rows.max(1)).unwrap_or(u16::MAX);
        let with_details =
            lines.saturating_add(2 + pick_list::DETAILS_HEAD + pick_list::MAX_DETAILS);
        let (width, height) = match self {
            _ if layout.mode == Mode::Narrow => (main.width, main.height),
            Self::Help(_)
            | Self::Requests { .. }
            | Self::Notices { .. }
            | Self::Json { .. }
            | Self::Funnel(_)
            | Self::Compare(_)
            | Self::Changes(_)
            | Self::Today(_)
            | Self::Duplicates(_) => (main.width, main.height),
            Self::Todo(_) if rows == 0 => (main.width, 3),
            Self::Todo(_) => (main.width, with_details),
            Self::Prompt(prompt) => (72, if prompt.kind == PromptKind::Reason { 16 } else { 10 }),
            Self::Export(_) => (72, 16),
            Self::Mail(_) => (90, 30),
            Self::Palette(_) | Self::PickJob(_) => (90, 24),
            Self::PickStage(_) => (64, lines.saturating_add(2 + INPUT_HEIGHT).min(24)),
            // The rows and two headings.
            Self::EditJob(_) => (72, lines.saturating_add(4).min(30)),
            Self::History { .. } | Self::EditLog { .. } | Self::Drafts { .. } => {
                (90, lines.saturating_add(2).min(24))
            }
            Self::Apply(_) | Self::Attach { .. } => (100, with_details.min(30)),
            // The list of notes, and the whole text of the selected one.
            Self::Notes(_) => (100, lines.saturating_add(10).min(24)),
            Self::Key { .. } => (64, 8),
            Self::SaveView { .. } => (64, 5),
        };
        centered(main, width, height)
    }

    /// The row of a list dialog at a position on the screen.
    pub(crate) fn row_at(&mut self, inner: Rect, rows: usize, position: Position) -> Option<usize> {
        let list = match self {
            Self::Attach { .. } => pick_list::list_above_details(inner),
            Self::Palette(_) | Self::PickJob(_) | Self::PickStage(_) => {
                let above = INPUT_HEIGHT.min(inner.height);
                Rect { y: inner.y + above, height: inner.height - above, ..inner }
            }
            _ => inner,
        };
        pick_list::row_at(list, *self.cursor()?, rows, position)
    }

    /// The index of the selected row, in a dialog where a click picks a row.
    pub(crate) const fn cursor(&mut self) -> Option<&mut usize> {
        match self {
            Self::Palette(palette) => Some(&mut palette.at),
            Self::PickJob(picker) => Some(&mut picker.at),
            Self::PickStage(picker) => Some(&mut picker.at),
            Self::Attach { at }
            | Self::History { at }
            | Self::EditLog { at }
            | Self::Drafts { at, .. } => Some(at),
            _ => None,
        }
    }

    /// The text input, if the dialog has one.
    pub(crate) fn field(&mut self) -> Option<&mut TextInput> {
        match self {
            Self::Palette(palette) => Some(&mut palette.field),
            Self::PickJob(picker) => Some(&mut picker.field),
            Self::PickStage(picker) => Some(&mut picker.field),
            Self::Help(help) => Some(&mut help.search),
            Self::Changes(changes) => changes.input(),
            Self::EditJob(dialog) => dialog.field(),
            Self::Key { field, .. } | Self::SaveView { field, .. } => Some(field),
            Self::Prompt(prompt) => Some(&mut prompt.field),
            Self::Export(export) => Some(&mut export.field),
            _ => None,
        }
    }
}
