//! Searches the job's list for a person who may have been created, by external id. If the
//! server does not return external ids, any similar or new person may be the one, and the
//! result is uncertain.

use crate::client::{Client, Completeness, ListEndpoint};
use crate::recruiting::duplicates::check::{KnownPerson, MatchProfile};
use crate::recruiting::person::{CreatedPerson, Form, suspects};
use crate::wire::{CandidateItem, Person, Timestamp};

/// Clocks differ, and a server may leave out its time zone: within this margin an older
/// person counts as new. In microseconds.
const SKEW: i64 = 24 * 60 * 60 * 1_000_000;

/// How many people a message names; the rest is counted.
const NAMED: usize = 3;

pub(crate) enum Found {
    Them(Box<CreatedPerson>),
    /// Not in the list; the text says what was searched.
    Nobody(String),
    /// Undecidable, for this reason.
    Unclear(String),
}

/// Reads the list of the job and the records of everyone who may be the person. People
/// from before `sent` are excluded.
pub(crate) async fn look(client: &Client, form: &Form, sent: Option<Timestamp>) -> Found {
    let outside = form.outside();
    let Some(job) = form.job() else {
        return Found::Unclear(format!(
            "without a job that was picked there is no list to look in; whoever can search the recruiting system for the outside id {outside} can tell"
        ));
    };
    if outside.is_empty() {
        return Found::Unclear("without an outside id nobody can be recognised".to_owned());
    }
    let (rows, completeness) = client.paginate(&ListEndpoint::candidates(&job.id)).collect().await;
    let items: Vec<CandidateItem> = rows.into_iter().map(|row| row.record).collect();
    let suspects = suspects(form, &items);
    let mut seen = Seen { list: format!("the list of {}", job.name), ..Seen::default() };
    for suspect in &suspects.rows {
        let Ok(read) = client.read_person(&suspect.item.person_id).await else {
            seen.unread += 1;
            continue;
        };
        let shown = read.record.external_source_id.as_deref().unwrap_or_default();
        if shown == outside {
            return Found::Them(Box::new(CreatedPerson::found(form, suspect.item, read.record)));
        }
        if !shown.is_empty() {
            seen.shows_ids = true;
        } else if let Some(why) = same_contact(form, &read.record) {
            seen.alike.push(format!("{} with {why}", display_name(suspect.item)));
        } else if suspect.is_namesake {
            seen.namesakes.push(display_name(suspect.item));
        }
    }
    seen.new = items.iter().rev().filter(|item| is_new(item, sent)).map(display_name).collect();
    // Without a name only the newest are read, which misses an older person.
    let is_nameless = form.name.is_empty() && sent.is_none();
    let count = suspects.rows.len();
    seen.is_partial = suspects.is_partial || is_nameless && items.len() > count;
    match seen.doubt(&completeness) {
        Some(why) => Found::Unclear(format!("{why}; the outside id is {outside}")),
        None => Found::Nobody(format!(
            "{} was read whole, and none of the {count} who may be them has the outside id {outside}: most likely they were not made, but a server may make somebody without the job, or later",
            seen.list
        )),
    }
}

/// The people who may or may not be the one.
#[derive(Debug, Default)]
struct Seen {
    list: String,
    /// The server returns external ids.
    shows_ids: bool,
    /// Same email or phone, no external id.
    alike: Vec<String>,
    /// Same name, no external id.
    namesakes: Vec<String>,
    /// Perhaps created since the request.
    new: Vec<String>,
    unread: usize,
    /// Not everyone who may be the person was read.
    is_partial: bool,
}

impl Seen {
    /// Why this does not prove that the person was not created.
    fn doubt(&self, completeness: &Completeness) -> Option<String> {
        let Self { list, alike, namesakes, new, .. } = self;
        let hidden = if self.shows_ids {
            "no outside id of them is shown"
        } else {
            "the server shows no outside ids"
        };
        let why = if !alike.is_empty() {
            format!("in {list} there is {}, but {hidden}", name_some(alike))
        } else if let Some(gap) = completeness.worst() {
            format!("{list} could not be read whole ({})", gap.reason)
        } else if !completeness.unreadable.is_empty() {
            format!("{list} holds {} entries that cannot be read", completeness.unreadable.len())
        } else if self.unread > 0 {
            format!("{} of those in {list} who may be them could not be read", self.unread)
        } else if !namesakes.is_empty() && !self.shows_ids {
            format!("in {list} {} is called the same, but {hidden}", name_some(namesakes))
        } else if !new.is_empty() && !self.shows_ids {
            format!("in {list} there is {}, who may be them: {hidden}", name_some(new))
        } else if self.is_partial {
            format!("{list} does not tell who is new, and is too long to read everybody in it")
        } else {
            return None;
        };
        Some(why)
    }
}

fn is_new(item: &CandidateItem, sent: Option<Timestamp>) -> bool {
    let moments = item.created_at.zip(sent);
    moments.is_none_or(|(came, sent)| came.micros() > sent.micros().saturating_sub(SKEW))
}

/// The email, phone or profile link that the record shares with the form.
fn same_contact(form: &Form, person: &Person) -> Option<String> {
    // No name: a namesake is not a match.
    let known = KnownPerson { name: "", ..KnownPerson::from_record(person) };
    let duplicates = MatchProfile::of(form).find_duplicates(std::iter::once(known));
    duplicates.into_iter().flat_map(|duplicate| duplicate.why).next()
}

fn display_name(item: &CandidateItem) -> String {
    format!("{} ({})", item.name, item.person_id)
}

fn name_some(people: &[String]) -> String {
    let named = people.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    match people.len().saturating_sub(NAMED) {
        0 => named,
        rest => format!("{named} and {rest} more"),
    }
}
