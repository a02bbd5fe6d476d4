//! The contacts of everyone whose record is loaded, and which people share a contact.
//!
//! Kept beside the records themselves: records are large and only a few stay in memory. The
//! duplicates screen fills the index while it is open.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::contact_key::{ContactKey, keys_of_person};
use super::reason::{MatchReason, ReasonKind};
use crate::recruiting::triage::Subject;
use crate::wire::{Person, PersonId};

#[derive(Debug, Default)]
pub(crate) struct ContactIndex {
    people: BTreeMap<PersonId, IndexedPerson>,
    unreadable: HashSet<PersonId>,
}

#[derive(Debug)]
struct IndexedPerson {
    subject: Subject,
    keys: Vec<ContactKey>,
}

impl ContactIndex {
    /// The number of people whose contacts are known.
    pub(crate) fn len(&self) -> usize {
        self.people.len()
    }

    /// Whether reading this person's record would add anything.
    pub(crate) fn needs_record(&self, person: &PersonId) -> bool {
        !person.is_empty() && !self.people.contains_key(person) && !self.unreadable.contains(person)
    }

    pub(crate) fn insert(&mut self, subject: Subject, person: &Person) {
        let keys = keys_of_person(person);
        self.people.insert(subject.person.clone(), IndexedPerson { subject, keys });
    }

    /// Marks a record as unreadable, so that it is not requested again.
    pub(crate) fn mark_unreadable(&mut self, person: &PersonId) {
        self.unreadable.insert(person.clone());
    }

    pub(crate) fn forget(&mut self, person: &PersonId) {
        self.people.remove(person);
    }

    /// The pairs that share a contact. Each person is paired only with the first owner of the
    /// contact, so a shared office number makes a short list.
    pub(crate) fn pairs(&self) -> Vec<(&Subject, &Subject, MatchReason)> {
        let people = self.people.values().map(|person| (&person.subject, person.keys.as_slice()));
        let shared = shared_contacts(people).into_iter();
        shared.map(|((first, _), (second, key))| (first, second, key.reason())).collect()
    }
}

/// Contacts and the numbers of their owners, to find who has one of them.
#[derive(Debug, Default)]
pub(crate) struct ContactOwners(HashMap<(ReasonKind, String), Vec<(ContactKey, usize)>>);

impl ContactOwners {
    pub(crate) fn of<'a>(&'a self, key: &'a ContactKey) -> impl Iterator<Item = usize> + 'a {
        let (kind, start) = key.bucket();
        let similar = self.0.get(&(kind, start.to_owned())).into_iter().flatten();
        similar.filter(|(other, _)| other.is_same(key)).map(|(_, owner)| *owner)
    }
}

impl FromIterator<(ContactKey, usize)> for ContactOwners {
    fn from_iter<I: IntoIterator<Item = (ContactKey, usize)>>(contacts: I) -> Self {
        let mut owners = Self::default();
        for (key, owner) in contacts {
            let (kind, start) = key.bucket();
            owners.0.entry((kind, start.to_owned())).or_default().push((key, owner));
        }
        owners
    }
}

/// A person and one of their contacts.
type ContactOwner<'a, P> = (P, &'a ContactKey);

/// Pairs each owner of a contact with its first owner.
pub(crate) fn shared_contacts<'a, P: Copy + PartialEq>(
    people: impl Iterator<Item = (P, &'a [ContactKey])>,
) -> Vec<(ContactOwner<'a, P>, ContactOwner<'a, P>)> {
    let mut owners: HashMap<_, Vec<ContactOwner<'a, P>>> = HashMap::new();
    let mut pairs = Vec::new();
    for (person, keys) in people {
        for key in keys {
            let earlier = owners.entry(key.bucket()).or_default();
            match earlier.iter().find(|(_, other)| key.is_same(other)) {
                Some((owner, _)) if *owner == person => {}
                Some(owner) => pairs.push((*owner, (person, key))),
                None => earlier.push((person, key)),
            }
        }
    }
    pairs
}
