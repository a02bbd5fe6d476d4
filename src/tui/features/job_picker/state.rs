//! Picks a job by a few letters: for a form, or for people who are put forward
//! for it.
//!
//! It holds rows of the job list, not their words: the view reads those where
//! they are. `update/picker` takes the keys; `view/over/picker` draws it.

use crate::recruiting::table::Row;
use crate::tui::app::clock::Moment;
use crate::tui::widgets::text_input::TextInput;
use crate::wire::PersonId;

/// Picks a job from those that are loaded.
#[derive(Debug)]
pub struct JobPicker {
    /// What is typed.
    pub field: TextInput,
    /// The jobs it finds: open ones first, archived ones last.
    pub found: Vec<Row>,
    /// The selected one.
    pub at: usize,
    /// What the job is for.
    pub purpose: PickPurpose,
    /// More jobs came since it was looked up; when they are looked through.
    pub stale: Option<Moment>,
}

/// What a job is picked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PickPurpose {
    /// These people are put forward for it.
    Attach(PickedPeople),
    /// It goes into the form that is being filled.
    Form,
}

/// People who are put forward together, each of them once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PickedPeople {
    /// Who they are and what they are called.
    pub all: Vec<(PersonId, String)>,
    /// How many of them the filter of their list hides.
    pub hidden: usize,
}

impl PickedPeople {
    /// One by name, several by their number.
    #[must_use]
    pub fn told(&self) -> String {
        match self.all.as_slice() {
            [(_, name)] => name.clone(),
            all => format!("{} people", all.len()),
        }
    }
}

impl JobPicker {
    /// Nothing typed yet.
    #[must_use]
    pub fn new(purpose: PickPurpose) -> Self {
        Self { field: TextInput::default(), found: Vec::new(), at: 0, purpose, stale: None }
    }
}
