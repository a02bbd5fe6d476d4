//! State of the job picker. It holds rows of the job list; the view reads their text there.

use crate::recruiting::person::JobChoice;
use crate::recruiting::table::Row;
use crate::tui::app::clock::Moment;
use crate::tui::widgets::text_input::TextInput;
use crate::wire::PersonId;

#[derive(Debug)]
pub(crate) struct JobPicker {
    pub(crate) field: TextInput,
    /// Open jobs first, archived jobs last.
    pub(crate) matches: Vec<Row>,
    pub(crate) at: usize,
    /// Whether the user typed or moved. Before that enter picks nothing: attaching cannot be undone.
    pub(crate) has_choice: bool,
    pub(crate) purpose: PickPurpose,
    /// When to search again because more jobs arrived.
    pub(crate) search_at: Option<Moment>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PickPurpose {
    Attach(PickedPeople),
    Form,
}

/// The dispatcher passes it on to the feature that asked for a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PickedJob {
    pub(crate) job: JobChoice,
    pub(crate) purpose: PickPurpose,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PickedPeople {
    pub(crate) all: Vec<(PersonId, String)>,
    /// How many of them the filter hides.
    pub(crate) hidden: usize,
}

impl PickedPeople {
    /// The name of a single person, or the count.
    pub(crate) fn describe(&self) -> String {
        match self.all.as_slice() {
            [(_, name)] => name.clone(),
            all => format!("{} people", all.len()),
        }
    }
}

impl JobPicker {
    pub(crate) fn new(purpose: PickPurpose) -> Self {
        Self {
            field: TextInput::default(),
            matches: Vec::new(),
            at: 0,
            has_choice: false,
            purpose,
            search_at: None,
        }
    }

    /// The index of the selected row.
    pub(crate) fn selected(&self) -> Option<usize> {
        self.has_choice.then_some(self.at)
    }
}
