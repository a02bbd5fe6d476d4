//! Picks a job by a few letters: for a form, or for people who are put forward
//! for it.
//!
//! It holds rows of the job list, not their words: the view reads those where
//! they are. `update/picker` takes the keys; `view/over/picker` draws it.

use super::clock::Moment;
use super::field::Field;
use super::rows::Row;
use crate::wire::PersonId;

/// Picks a job from those that are loaded.
#[derive(Debug)]
pub struct Picker {
    /// What is typed.
    pub field: Field,
    /// The jobs it finds: open ones first, archived ones last.
    pub found: Vec<Row>,
    /// The selected one.
    pub at: usize,
    /// What the job is for.
    pub purpose: Purpose,
    /// More jobs came since it was looked up; when they are looked through.
    pub stale: Option<Moment>,
}

/// What a job is picked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Purpose {
    /// These people are put forward for it.
    Attach(People),
    /// It goes into the form that is being filled.
    Form,
}

/// People who are put forward together, each of them once.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct People {
    /// Who they are and what they are called.
    pub all: Vec<(PersonId, String)>,
    /// How many of them the filter of their list hides.
    pub hidden: usize,
}

impl People {
    /// One by name, several by their number.
    #[must_use]
    pub fn told(&self) -> String {
        match self.all.as_slice() {
            [(_, name)] => name.clone(),
            all => format!("{} people", all.len()),
        }
    }
}

impl Picker {
    /// Nothing typed yet.
    #[must_use]
    pub fn new(purpose: Purpose) -> Self {
        Self { field: Field::default(), found: Vec::new(), at: 0, purpose, stale: None }
    }
}
