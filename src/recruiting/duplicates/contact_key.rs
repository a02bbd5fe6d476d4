//! What tells that two records are of one person: addresses, numbers, handles.

use super::match_profile::{digits, email_gist, handle_gist};
use crate::text::sanitize;
use crate::wire::Person;

/// So few digits are nobody's number.
const FEW: usize = 7;

/// What tells an address, a number or a handle, and how it is written.
#[derive(Debug)]
pub(crate) struct ContactKey {
    /// What is the same of all that may be one.
    end: String,
    whole: String,
    shown: String,
}

impl ContactKey {
    fn new(end: &str, whole: String, shown: &str) -> Self {
        Self { end: end.to_owned(), whole, shown: sanitize(shown.trim()).into_owned() }
    }

    /// What is the same of all that may be one.
    pub(crate) fn end(&self) -> &str {
        &self.end
    }

    /// How it is written.
    pub(crate) fn shown(&self) -> &str {
        &self.shown
    }

    /// Whether both are one: what one has more than the other stands before it.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.whole.ends_with(&other.whole) || other.whole.ends_with(&self.whole)
    }
}

pub(crate) fn emails(person: &Person) -> Vec<ContactKey> {
    let gist = |address: &str| {
        let whole = email_gist(address);
        whole.contains('@').then(|| ContactKey::new(&whole.clone(), whole, address))
    };
    person.emails.iter().filter_map(|it| gist(&it.value)).collect()
}

pub(crate) fn phones(person: &Person) -> Vec<ContactKey> {
    person.phones.iter().filter_map(|it| number(&it.value)).collect()
}

/// The digits of a number without the nought of a trunk. With or without a country
/// before it, its end is the same.
pub(crate) fn number(text: &str) -> Option<ContactKey> {
    let digits = digits(&text.replace("(0)", ""));
    let whole = digits.trim_start_matches('0');
    let end = whole.get(whole.len().checked_sub(FEW)?..)?;
    Some(ContactKey::new(end, whole.to_owned(), text))
}

pub(crate) fn handles(person: &Person) -> Vec<ContactKey> {
    let whole = handle_gist(&person.social_public_id);
    let shown = &person.social_public_id;
    if whole.is_empty() { Vec::new() } else { vec![ContactKey::new(&whole.clone(), whole, shown)] }
}
