//! What can lie over the panes.

use ratatui::layout::Rect;
use serde_json::Value;

use super::clock::Moment;
use super::layout::{Layout, Mode};
use crate::keymap::action::Action;
use crate::recruiting::triage::Subject;
use crate::tui::features::compare::state::Compare;
use crate::tui::features::duplicates::state::Duplicates;
use crate::tui::features::export::state::Export;
use crate::tui::features::funnel::state::Funnel;
use crate::tui::features::job_picker::state::JobPicker;
use crate::tui::features::palette::state::Palette;
use crate::tui::features::prompt::state::Prompt;
use crate::tui::features::requests::state::RequestId;
use crate::tui::features::todo::state::{ApplyPreview, TodoDialog};
use crate::tui::widgets::text_input::TextInput;

/// Lines above what the palette found: what is typed, and a rule.
pub(crate) const PALETTE_HEAD: u16 = 2;

/// Lines above the people of a batch: two that say how far it is, and a rule.
pub(crate) const BATCH_HEAD: u16 = 3;

/// The first row on a screen of so many lines: the selected one is about in the
/// middle of it.
pub(crate) fn first_row(selected: usize, rows: usize, height: usize) -> usize {
    selected.saturating_sub(height / 2).min(rows.saturating_sub(height))
}

/// Where the people of a batch are listed: below how far it is, above all that
/// there is to say of the selected one.
pub(crate) fn batch_list(inner: Rect) -> Rect {
    let above = BATCH_HEAD.min(inner.height);
    let free = inner.height - above;
    let below = match free {
        12.. => 4,
        7.. => 3,
        free => free.saturating_sub(1).min(2),
    };
    Rect { y: inner.y + above, height: free - below, ..inner }
}

/// Where a movement leads.
pub(crate) fn step_index(at: usize, last: usize, page: usize, action: Action) -> usize {
    match action {
        Action::Down => at.saturating_add(1),
        Action::Up => at.saturating_sub(1),
        Action::PageDown => at.saturating_add(page),
        Action::PageUp => at.saturating_sub(page),
        Action::HalfDown => at.saturating_add(page / 2 + 1),
        Action::HalfUp => at.saturating_sub(page / 2 + 1),
        Action::Top => 0,
        Action::Bottom => last,
        _ => at,
    }
    .min(last)
}

/// What lies over the panes.
#[derive(Debug)]
pub(crate) enum Dialog {
    /// What the keys do.
    Help {
        /// The first line on the screen.
        scroll: usize,
    },
    /// The requests.
    Requests {
        /// The selected one; none while there are none.
        selected: Option<RequestId>,
    },
    /// What was told.
    Notices {
        /// The first line on the screen.
        scroll: usize,
    },
    /// The selected records as JSON.
    Raw {
        /// The first line on the screen.
        scroll: usize,
        /// The records, each under its title; made when one of them is read on its own.
        parts: Vec<(&'static str, Value)>,
    },
    /// The places where one was.
    History {
        /// The selected one, counted from the newest.
        at: usize,
    },
    /// The edits of this session.
    Edits {
        /// The selected one, counted from the newest.
        at: usize,
    },
    /// The edits that are not saved.
    Drafts {
        /// The selected one, counted from the newest.
        at: usize,
        /// Whether it was asked if that one shall be discarded.
        is_confirming: bool,
    },
    /// Finds anything.
    Palette(Box<Palette>),
    /// Picks a job.
    PickJob(Box<JobPicker>),
    /// How attaching to a job goes.
    Batch {
        /// The selected one of the people.
        at: usize,
    },
    /// A small question about candidates.
    Prompt(Box<Prompt>),
    /// What is still to be carried out.
    Todo(Box<TodoDialog>),
    /// What would be moved in one's own database.
    Apply(Box<ApplyPreview>),
    /// Where a paper is written to.
    Export(Box<Export>),
    /// How candidates get through a job.
    Funnel(Box<Funnel>),
    /// Candidates side by side.
    Compare(Box<Compare>),
    /// People who are there twice.
    Duplicates(Box<Duplicates>),
    /// Whether what is kept here of somebody who is gone shall be forgotten.
    Forget(Subject, String),
    /// Asks for the key of the server.
    Key {
        /// What was typed.
        field: TextInput,
        /// Why it is asked for.
        why: String,
    },
    /// Asks what a view shall be called.
    SaveView {
        /// What was typed.
        field: TextInput,
        /// A name that is taken, once that was told: again, it replaces that view.
        taken_name: Option<String>,
    },
}

impl Dialog {
    /// Whether a text is typed into it.
    pub(crate) const fn is_typing(&self) -> bool {
        matches!(
            self,
            Self::Palette(_)
                | Self::PickJob(_)
                | Self::Key { .. }
                | Self::SaveView { .. }
                | Self::Prompt(_)
                | Self::Export(_)
        )
    }

    /// When it looks through what came since.
    pub(crate) const fn refresh_at(&self) -> Option<Moment> {
        match self {
            Self::Palette(palette) => palette.search_at,
            Self::PickJob(picker) => picker.search_at,
            _ => None,
        }
    }

    /// Where it lies, with its frame: in the middle of the panes, or over all
    /// of them where there is little room.
    pub(crate) fn area(&self, layout: &Layout) -> Rect {
        let main = layout.main;
        let (width, height) = match self {
            _ if layout.mode == Mode::Narrow => (main.width, main.height),
            Self::Help { .. } => (100, main.height),
            Self::Requests { .. }
            | Self::Notices { .. }
            | Self::Raw { .. }
            | Self::Funnel(_)
            | Self::Compare(_)
            | Self::Duplicates(_)
            | Self::Todo(_) => (main.width, main.height),
            Self::Prompt(_) | Self::Export(_) => (72, 16),
            Self::Forget(..) => (64, 9),
            Self::History { .. }
            | Self::Palette(_)
            | Self::Edits { .. }
            | Self::Drafts { .. }
            | Self::PickJob(_) => (90, 24),
            Self::Apply(_) | Self::Batch { .. } => (100, 30),
            Self::Key { .. } => (64, 8),
            Self::SaveView { .. } => (64, 5),
        };
        let (width, height) = (width.min(main.width), height.min(main.height));
        Rect {
            x: main.x + (main.width - width) / 2,
            y: main.y + (main.height - height) / 2,
            width,
            height,
        }
    }

    /// The same without its frame.
    pub(crate) fn inner(&self, layout: &Layout) -> Rect {
        let area = self.area(layout);
        Rect {
            x: area.x + area.width.min(1),
            y: area.y + area.height.min(1),
            width: area.width.saturating_sub(2),
            height: area.height.saturating_sub(2),
        }
    }

    /// Which of its rows is at a place of the screen, where one picks from rows.
    pub(crate) fn row_at(&self, layout: &Layout, rows: usize, (x, y): (u16, u16)) -> Option<usize> {
        let inner = self.inner(layout);
        let below = |above: u16| {
            let height = inner.height.saturating_sub(above);
            Rect { y: inner.y + above.min(inner.height), height, ..inner }
        };
        let (list, selected) = match self {
            Self::Palette(palette) => (below(PALETTE_HEAD), palette.at),
            Self::PickJob(picker) => (below(PALETTE_HEAD), picker.at),
            Self::Batch { at } => (batch_list(inner), *at),
            Self::History { at } | Self::Edits { at } | Self::Drafts { at, .. } => (inner, *at),
            _ => return None,
        };
        let line = list.contains((x, y).into()).then(|| usize::from(y - list.y))?;
        let row = first_row(selected, rows, usize::from(list.height)) + line;
        (row < rows).then_some(row)
    }

    /// Its text, where one is typed.
    pub(crate) fn field(&mut self) -> Option<&mut TextInput> {
        match self {
            Self::Palette(palette) => Some(&mut palette.field),
            Self::PickJob(picker) => Some(&mut picker.field),
            Self::Key { field, .. } | Self::SaveView { field, .. } => Some(field),
            Self::Prompt(prompt) => Some(&mut prompt.field),
            Self::Export(export) => Some(&mut export.field),
            _ => None,
        }
    }
}
