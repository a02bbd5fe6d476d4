//! What tells that two records are of one person: addresses, numbers, handles.

use crate::app::edit::{digits, email_gist, handle_gist};
use crate::app::state::State;
use crate::app::triage::Subject;
use crate::text::sanitize;
use crate::wire::Person;

/// So few digits are nobody's number.
const FEW: usize = 7;

/// Somebody by their record: as the candidate of a loaded job, where they are one.
pub(super) fn of_person(state: &State, person: &Person) -> Subject {
    let here = person.jobs.iter().find(|job| {
        let open = state.open.get(&job.job_id);
        open.is_some_and(|open| open.list.roll.rows.find(job.candidate_id.as_str()).is_some())
    });
    let mut subject = Subject { person: person.id.clone(), ..Subject::default() };
    if let Some(job) = here {
        (subject.candidate, subject.job) = (job.candidate_id.clone(), job.job_id.clone());
    }
    subject
}

/// What tells an address, a number or a handle, and how it is written.
#[derive(Debug)]
pub(super) struct Gist {
    /// What is the same of all that may be one.
    end: String,
    whole: String,
    shown: String,
}

impl Gist {
    fn new(end: &str, whole: String, shown: &str) -> Self {
        Self { end: end.to_owned(), whole, shown: sanitize(shown.trim()).into_owned() }
    }

    /// What is the same of all that may be one.
    pub(super) fn end(&self) -> &str {
        &self.end
    }

    /// How it is written.
    pub(super) fn shown(&self) -> &str {
        &self.shown
    }

    /// Whether both are one: what one has more than the other stands before it.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.whole.ends_with(&other.whole) || other.whole.ends_with(&self.whole)
    }
}

pub(super) fn emails(person: &Person) -> Vec<Gist> {
    let gist = |address: &str| {
        let whole = email_gist(address);
        whole.contains('@').then(|| Gist::new(&whole.clone(), whole, address))
    };
    person.emails.iter().filter_map(|it| gist(&it.value)).collect()
}

pub(super) fn phones(person: &Person) -> Vec<Gist> {
    person.phones.iter().filter_map(|it| number(&it.value)).collect()
}

/// The digits of a number without the nought of a trunk. With or without a country
/// before it, its end is the same.
pub(super) fn number(text: &str) -> Option<Gist> {
    let digits = digits(&text.replace("(0)", ""));
    let whole = digits.trim_start_matches('0');
    let end = whole.get(whole.len().checked_sub(FEW)?..)?;
    Some(Gist::new(end, whole.to_owned(), text))
}

pub(super) fn handles(person: &Person) -> Vec<Gist> {
    let whole = handle_gist(&person.social_public_id);
    let shown = &person.social_public_id;
    if whole.is_empty() { Vec::new() } else { vec![Gist::new(&whole.clone(), whole, shown)] }
}
