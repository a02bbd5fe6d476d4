//! Searches the job's list for a person who may have been created, by external ID. If the server
//! does not return external IDs, any similar or new person may be the created one, and the result
//! is uncertain.

use crate::client::{Client, ClientError, Completeness, Fault, ListEndpoint};
use crate::recruiting::duplicates::check::{KnownPerson, MatchProfile};
use crate::recruiting::duplicates::possible_matches::{PossibleMatch, possible_matches};
use crate::recruiting::person::{CreatedPerson, Form};
use crate::wire::{CandidateItem, Person, Timestamp};

/// Clocks differ, and a server may omit its time zone: a person who is older by less than this
/// margin still counts as new. In microseconds.
const CLOCK_SKEW_MICROS: i64 = 24 * 60 * 60 * 1_000_000;

/// The most people that a message names; the rest are only counted.
const MAX_NAMES: usize = 3;

pub(crate) enum SearchResult {
    Found(Box<CreatedPerson>),
    /// Not in the list; the text says what was searched.
    NotFound(String),
    /// Undecidable, for this reason.
    Unclear {
        reason: String,
        /// Whether the server could not be reached.
        is_unreachable: bool,
    },
}

impl SearchResult {
    const fn unclear(reason: String) -> Self {
        Self::Unclear { reason, is_unreachable: false }
    }
}

/// Reads the job's list and the records of all who may be the person. If the server refused the
/// request, only similar people from after `sent` make the result uncertain, and of the others only
/// namesakes are read.
pub(crate) async fn search(
    client: &Client,
    form: &Form,
    sent: Option<Timestamp>,
    is_refused: bool,
) -> SearchResult {
    let external_id = form.external_id();
    let Some(job) = form.job() else {
        return SearchResult::unclear(format!(
            "without a job there is no list to search; search the ATS for the external ID {external_id}"
        ));
    };
    if external_id.is_empty() {
        return SearchResult::unclear(
            "without an external ID the person cannot be found".to_owned(),
        );
    }
    let (rows, completeness) = client.paginate(&ListEndpoint::candidates(&job.id)).collect().await;
    let items: Vec<CandidateItem> = rows.into_iter().map(|row| row.record).collect();
    let matches = possible_matches(form, &items);
    let mut evidence = Evidence {
        list: format!("the list of {}", job.name),
        is_unreachable: completeness.error().is_some_and(is_network_error),
        ..Evidence::default()
    };
    if is_refused && completeness.error().is_some_and(|error| error.status() == Some(404)) {
        return SearchResult::NotFound(format!("job {} does not exist", job.id));
    }
    let may_be_new = |item: &CandidateItem| !is_refused || is_new(item, sent);
    let is_readable = |possible: &&PossibleMatch<'_>| {
        possible.is_namesake || form.name.is_empty() || may_be_new(possible.item)
    };
    for possible in matches.rows.iter().filter(is_readable) {
        match client.read_person(&possible.item.person_id).await {
            Ok(read) if read.record.external_source_id.as_deref() == Some(external_id) => {
                let created = CreatedPerson::from_lookup(form, possible.item, read.record);
                return SearchResult::Found(Box::new(created));
            }
            Ok(read) => {
                evidence.add(form, possible, &read.record, may_be_new(possible.item));
            }
            Err(error) => {
                evidence.unread += 1;
                evidence.is_unreachable |= is_network_error(&error);
            }
        }
    }
    if !is_refused {
        let new = items.iter().rev().filter(|item| is_new(item, sent));
        evidence.new = new.map(display_name).collect();
    }
    // Without a name, only the newest people are read, and an older one would be missed.
    let is_nameless = form.name.is_empty() && sent.is_none();
    let count = matches.rows.len();
    evidence.is_partial = matches.is_partial || is_nameless && items.len() > count;
    match evidence.describe_uncertainty(&completeness) {
        Some(reason) => SearchResult::Unclear {
            reason: format!("{reason}; the external ID is {external_id}"),
            is_unreachable: evidence.is_unreachable,
        },
        None => SearchResult::NotFound(format!(
            "{} was read completely; none of {count} possible matches has external ID {external_id}: the person was not created, is not visible yet, or was created without the job",
            evidence.list
        )),
    }
}

/// What the search found about people who may be the created person.
#[derive(Debug, Default)]
struct Evidence {
    list: String,
    /// Whether the server returns external IDs.
    shows_ids: bool,
    /// Same email or phone, but no external ID.
    similar: Vec<String>,
    /// Same name, but no external ID.
    namesakes: Vec<String>,
    /// Possibly created since the request.
    new: Vec<String>,
    unread: usize,
    /// Whether a request did not reach the server.
    is_unreachable: bool,
    /// Whether the search left out some who may be the person.
    is_partial: bool,
}

impl Evidence {
    /// Adds a record that does not have the external ID of the form.
    fn add(
        &mut self,
        form: &Form,
        possible: &PossibleMatch<'_>,
        record: &Person,
        may_be_new: bool,
    ) {
        if record.external_source_id.as_deref().is_some_and(|id| !id.is_empty()) {
            self.shows_ids = true;
        } else if !may_be_new {
            // An older person, for example the one whom the server does not want twice.
        } else if let Some(contact) = shared_contact(form, record) {
            self.similar.push(format!("{} with {contact}", display_name(possible.item)));
        } else if possible.is_namesake {
            self.namesakes.push(display_name(possible.item));
        }
    }

    /// Why this does not prove that the person was not created.
    fn describe_uncertainty(&self, completeness: &Completeness) -> Option<String> {
        let Self { list, similar, namesakes, new, .. } = self;
        let hidden = if self.shows_ids {
            "the server does not return their external ID"
        } else {
            "the server returns no external IDs"
        };
        let reason = if !similar.is_empty() {
            format!("{list} contains {}, but {hidden}", name_some(similar))
        } else if let Some(gap) = completeness.worst_gap() {
            format!("{list} could not be read completely ({})", gap.reason)
        } else if let count @ 1.. = completeness.unreadable.len() + completeness.foreign.len() {
            format!("{list} has {count} unusable entries")
        } else if self.unread > 0 {
            format!("some possible matches in {list} could not be read ({})", self.unread)
        } else if !namesakes.is_empty() && !self.shows_ids {
            format!("{list} contains the same name: {}; but {hidden}", name_some(namesakes))
        } else if !new.is_empty() && !self.shows_ids {
            format!("{list} contains {}, a possible match: {hidden}", name_some(new))
        } else if self.is_partial {
            format!("{list} does not show who is new and is too long to check everyone in it")
        } else {
            return None;
        };
        Some(reason)
    }
}

fn is_network_error(error: &ClientError) -> bool {
    error.fault() == Fault::Network
}

fn is_new(item: &CandidateItem, sent: Option<Timestamp>) -> bool {
    let times = item.created_at.zip(sent);
    times.is_none_or(|(created, sent)| {
        created.micros() > sent.micros().saturating_sub(CLOCK_SKEW_MICROS)
    })
}

/// The email, phone or profile link that the record shares with the form.
fn shared_contact(form: &Form, person: &Person) -> Option<String> {
    // No name: a namesake is not a match.
    let known_person = KnownPerson { name: "", ..KnownPerson::from_record(person) };
    let duplicates = MatchProfile::from_form(form).find_duplicates(std::iter::once(known_person));
    duplicates.into_iter().flat_map(|duplicate| duplicate.reasons).next()
}

fn display_name(item: &CandidateItem) -> String {
    format!("{} ({})", item.name, item.person_id)
}

fn name_some(people: &[String]) -> String {
    let names = people.iter().take(MAX_NAMES).map(String::as_str).collect::<Vec<_>>().join(", ");
    match people.len().saturating_sub(MAX_NAMES) {
        0 => names,
        rest => format!("{names} and {rest} more"),
    }
}
