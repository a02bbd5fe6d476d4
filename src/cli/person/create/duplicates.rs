//! Possible duplicates of the people to create: in the same file, and among the people in the copy
//! of the server's data on this machine. In the user's own database, all people are compared.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use super::request::build_form;
use crate::cli::exit::Exit;
use crate::cli::local_store::{OpenLocalStore, storage_error};
use crate::cli::person::input::PersonEntry;
use crate::cli::workspace::OpenWorkspace;
use crate::recruiting::duplicates::check::{KnownPerson, MatchProfile, PossibleDuplicate};
use crate::recruiting::duplicates::contact_index::{ContactOwners, shared_contacts};
use crate::recruiting::duplicates::contact_key::{ContactKey, keys_of_form, keys_of_person};
use crate::recruiting::person::{Form, FormKind};
use crate::recruiting::table::CandidateTable;
use crate::storage::LocalStore;
use crate::storage::mirror::search::PeopleQuery;
use crate::usecases::job_candidates::{JobCandidates, mirrored_jobs};
use crate::wire::{JobItem, Person};

/// People with one contact that are compared.
const MAX_SHARED: u32 = 50;

/// The people who are compared with those to create.
pub(super) enum KnownPeople {
    /// Those of the user's own database who may be one of them.
    Own { people: Vec<Person>, owners: ContactOwners },
    Copy {
        jobs: Vec<(JobItem, CandidateTable)>,
        /// For contacts, which the lists do not have.
        local: Option<Box<OpenLocalStore>>,
    },
}

impl KnownPeople {
    /// For one person.
    pub(super) async fn read(workspace: &OpenWorkspace, form: &Form) -> Result<Self, Exit> {
        let Some(store) = workspace.store() else { return Self::stored(&workspace.local_store()) };
        let profile = MatchProfile::from_form(form);
        let is_similar = move |person: &Person| {
            let known = std::iter::once(KnownPerson::from_record(person));
            !profile.find_duplicates(known).is_empty()
        };
        Ok(Self::own(store.people_where(is_similar).await?))
    }

    /// For many, of whom only the contacts are compared.
    pub(super) async fn read_sharing_contacts(
        workspace: &OpenWorkspace,
        contacts: Vec<ContactKey>,
    ) -> Result<Self, Exit> {
        let Some(store) = workspace.store() else { return Self::stored(&workspace.local_store()) };
        let wanted: ContactOwners = contacts.into_iter().map(|key| (key, 0)).collect();
        let is_wanted = move |person: &Person| {
            keys_of_person(person).iter().any(|key| wanted.of(key).next().is_some())
        };
        Ok(Self::own(store.people_where(is_wanted).await?))
    }

    fn own(people: Vec<Person>) -> Self {
        let keys =
            |(owner, person)| keys_of_person(person).into_iter().map(move |key| (key, owner));
        let owners = people.iter().enumerate().flat_map(keys).collect();
        Self::Own { people, owners }
    }

    /// Those of the copy on this machine. Makes no requests.
    pub(super) fn stored(store: &LocalStore) -> Result<Self, Exit> {
        let local = OpenLocalStore::open_lists(store)?;
        let jobs = local.as_ref().map_or(Ok(Vec::new()), stored_jobs)?;
        Ok(Self::Copy { jobs, local: local.map(Box::new) })
    }

    /// People with a contact of the form. Fast enough for every line of a file.
    pub(super) fn sharing_a_contact(&self, form: &Form) -> Result<Vec<PossibleDuplicate>, Exit> {
        let records = self.people_with_a_contact_of(form)?;
        let known = records.iter().map(|person| KnownPerson::from_record(person));
        Ok(MatchProfile::from_form(form).find_duplicates(known))
    }

    /// The people who may be the person of the form, the likeliest first.
    pub(super) fn duplicates_of(&self, form: &Form) -> Result<Vec<PossibleDuplicate>, Exit> {
        let profile = MatchProfile::from_form(form);
        let (jobs, records) = match self {
            Self::Own { people, .. } => (&[][..], people.iter().map(Cow::Borrowed).collect()),
            Self::Copy { jobs, .. } => (jobs.as_slice(), self.people_with_a_contact_of(form)?),
        };
        let rows = jobs.iter().flat_map(|(job, rows)| {
            profile.find_similar_names(rows, (job.id.as_str(), job.name.as_str()))
        });
        let known = records.iter().map(|person| KnownPerson::from_record(person)).chain(rows);
        Ok(profile.find_duplicates(known))
    }

    fn people_with_a_contact_of(&self, form: &Form) -> Result<Vec<Cow<'_, Person>>, Exit> {
        let local = match self {
            Self::Own { people, owners } => {
                let keys = keys_of_form(form);
                let found: BTreeSet<usize> = keys.iter().flat_map(|key| owners.of(key)).collect();
                return Ok(found.into_iter().map(|owner| Cow::Borrowed(&people[owner])).collect());
            }
            Self::Copy { local: None, .. } => return Ok(Vec::new()),
            Self::Copy { local: Some(local), .. } => local,
        };
        let OpenLocalStore { storage, server, .. } = &**local;
        let mut people = Vec::new();
        for key in keys_of_form(form) {
            let query = PeopleQuery { words: vec![key.display().to_owned()], career: Vec::new() };
            let rows = storage.search_people(server, &query, MAX_SHARED).map_err(storage_error)?;
            people.extend(
                rows.iter()
                    .filter_map(|row| Some(Cow::Owned(serde_json::from_str(&row.body).ok()?))),
            );
        }
        Ok(people)
    }
}

/// "possible duplicate: Ada Obi (ID), Engineer, Kestrel: the same email: …".
pub(super) fn describe(duplicate: &PossibleDuplicate) -> String {
    let PossibleDuplicate { person, name, headline, jobs, reasons, .. } = duplicate;
    let details = [headline.clone(), jobs.join(", ")];
    let details = details.into_iter().filter(|text| !text.is_empty());
    let known: Vec<String> = std::iter::once(format!("{name} ({person})")).chain(details).collect();
    format!("possible duplicate: {}: {}", known.join(", "), reasons.join(", "))
}

/// Entries of a file that share a contact with an earlier entry, by index, with the reason.
pub(super) fn within_file(entries: &[PersonEntry], kind: FormKind) -> HashMap<usize, String> {
    let keys: Vec<Vec<ContactKey>> =
        entries.iter().map(|entry| keys_of_form(&build_form(kind, &entry.values, ""))).collect();
    let mut duplicates = HashMap::new();
    let people = keys.iter().map(Vec::as_slice).enumerate();
    for ((first, contact), (second, _)) in shared_contacts(people) {
        duplicates.entry(second).or_insert_with(|| {
            let position = entries[first].position;
            format!("may be the same person as in {position}: {}", contact.display())
        });
    }
    duplicates
}

fn stored_jobs(local: &OpenLocalStore) -> Result<Vec<(JobItem, CandidateTable)>, Exit> {
    let OpenLocalStore { storage, server, .. } = local;
    let stored = mirrored_jobs(storage, server).map_err(storage_error)?;
    let mut jobs = Vec::new();
    for job in stored.into_iter().flat_map(|(jobs, _)| jobs) {
        let list = JobCandidates::read(storage, server, job).map_err(storage_error)?;
        jobs.extend(list.map(|list| (list.job, list.rows)));
    }
    Ok(jobs)
}
