//! The copied text, and the message about it.

use crate::keymap::action::CopyField;
use crate::recruiting::person::contact::{emails, phones, profile_url};
use crate::recruiting::triage::Subject;
use crate::text::{pluralize, sanitize};
use crate::tui::app::state::State;
use crate::wire::Person;

/// The message names this many people at most.
const MAX_NAMES: usize = 3;

/// What is copied of several people, and who lacks it.
#[derive(Debug, Default)]
pub(crate) struct CopiedText {
    pub(crate) text: String,
    /// The number of addresses, numbers, links or lines.
    count: usize,
    /// The people without any.
    without: Vec<String>,
    /// The people whose record could not be read.
    unread: Vec<String>,
}

impl CopiedText {
    pub(crate) fn collect(state: &State, field: CopyField, subjects: &[Subject]) -> Self {
        let is_single = subjects.len() == 1;
        let mut result = Self::default();
        let mut parts = Vec::new();
        for subject in subjects {
            let name = sanitize(&state.name_of(subject)).into_owned();
            let person = state.people.get(&subject.person).and_then(|loaded| loaded.display());
            if person.is_none() {
                result.unread.push(name.clone());
            }
            let values = person.map_or_else(Vec::new, |person| values(field, person, is_single));
            if field == CopyField::Line {
                parts.push(line(state, subject, &name, person));
                result.count += 1;
            } else if values.is_empty() {
                result.without.extend(person.map(|_| name));
            } else {
                result.count += values.len();
                parts.push(match field {
                    CopyField::Phones if !is_single => format!("{name}: {}", values.join(", ")),
                    CopyField::Emails => values.join(", "),
                    _ => values.join("\n"),
                });
            }
        }
        // Mail programs take a list with commas.
        result.text = parts.join(if field == CopyField::Emails { ", " } else { "\n" });
        result
    }

    /// `Copied 4 email addresses, none for Ann Lee`.
    pub(crate) fn message(&self, field: CopyField) -> String {
        let (singular, plural) = nouns(field);
        let mut parts = vec![match self.count {
            0 => format!("No {singular} to copy"),
            count => format!("Copied {}", pluralize(count, singular, plural)),
        }];
        for (label, names) in [("none for", &self.without), ("could not load:", &self.unread)] {
            if !names.is_empty() {
                parts.push(format!("{label} {}", list_names(names)));
            }
        }
        parts.join(", ")
    }

    pub(crate) const fn is_complete(&self) -> bool {
        self.without.is_empty() && self.unread.is_empty()
    }
}

/// The first address of each of several people, so that no person gets an email twice.
fn values(field: CopyField, person: &Person, is_single: bool) -> Vec<String> {
    let mut values = match field {
        CopyField::Emails => emails(person),
        CopyField::Phones => phones(person),
        CopyField::Link => profile_url(person).into_iter().collect(),
        CopyField::Name | CopyField::Id | CopyField::Line => Vec::new(),
    };
    if field == CopyField::Emails && !is_single {
        values.truncate(1);
    }
    values
}

/// `Anna Berg – Staff Engineer at Kestrel – anna@mail.example – +46 70 123`.
fn line(state: &State, subject: &Subject, name: &str, person: Option<&Person>) -> String {
    let position = state.position_text(subject);
    let contacts = person.into_iter().flat_map(|person| {
        emails(person).into_iter().take(1).chain(phones(person).into_iter().take(1))
    });
    let parts = [name.to_owned(), position].into_iter().chain(contacts);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" – ")
}

const fn nouns(field: CopyField) -> (&'static str, &'static str) {
    match field {
        CopyField::Emails => ("email address", "email addresses"),
        CopyField::Phones => ("phone number", "phone numbers"),
        CopyField::Link => ("profile link", "profile links"),
        CopyField::Name => ("name", "names"),
        CopyField::Id => ("ID", "IDs"),
        CopyField::Line => ("line", "lines"),
    }
}

/// `Ann, Bo and 3 more`.
fn list_names(names: &[String]) -> String {
    let more = names.len().saturating_sub(MAX_NAMES);
    let visible = names.get(..MAX_NAMES).unwrap_or(names).join(", ");
    if more == 0 { visible } else { format!("{visible} and {more} more") }
}

/// The message about names or IDs, which need no records.
pub(crate) fn rows_message(field: CopyField, values: &[String], hidden: usize) -> String {
    let (singular, plural) = nouns(field);
    match values {
        [] => "Nothing is selected".to_owned(),
        [value] => format!("Copied {}", sanitize(value)),
        values if hidden > 0 => format!(
            "Copied {}, {hidden} of them hidden by the filter",
            pluralize(values.len(), singular, plural)
        ),
        values => format!("Copied {}", pluralize(values.len(), singular, plural)),
    }
}
