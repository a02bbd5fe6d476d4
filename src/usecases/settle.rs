//! Looking for somebody who may have been made: in the job's list, by the
//! outside id. Where a server shows none, whoever is like them or is new may be
//! them, and then nothing is certain.

use crate::client::{Client, Completeness, ListEndpoint};
use crate::recruiting::duplicates::check::{KnownPerson, MatchProfile};
use crate::recruiting::person::{CreatedPerson, Form, suspects};
use crate::wire::{CandidateItem, Person, Timestamp};

/// Clocks differ, and a server may leave out its zone: whoever came so long
/// before may have come after.
const SKEW: i64 = 24 * 60 * 60 * 1_000_000;

/// So many are named; the rest is counted.
const NAMED: usize = 3;

/// What a look tells.
pub(crate) enum Found {
    /// They are there.
    Them(Box<CreatedPerson>),
    /// They are not in the list; what was looked at.
    Nobody(String),
    /// It cannot be told, because of this.
    Unclear(String),
}

/// Walks the list of the job and reads those who may be them. Whoever came
/// before it was sent is not them, where that moment is known.
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
            seen.alike.push(format!("{} with {why}", called(suspect.item)));
        } else if suspect.is_namesake {
            seen.namesakes.push(called(suspect.item));
        }
    }
    seen.new = items.iter().rev().filter(|item| is_new(item, sent)).map(called).collect();
    // By the newest alone nobody is found who has no name and came some time ago.
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

/// What was seen of those who are not them for certain.
#[derive(Debug, Default)]
struct Seen {
    list: String,
    /// Whether anybody has an outside id.
    shows_ids: bool,
    /// Who has an address or number of theirs, and no outside id.
    alike: Vec<String>,
    /// Who is called the same, and has no outside id.
    namesakes: Vec<String>,
    /// Who may have come since.
    new: Vec<String>,
    /// How many could not be read.
    unread: usize,
    /// Whether others may be them as well.
    is_partial: bool,
}

impl Seen {
    /// Why that does not prove that nobody was made.
    fn doubt(&self, completeness: &Completeness) -> Option<String> {
        let Self { list, alike, namesakes, new, .. } = self;
        let hidden = if self.shows_ids {
            "no outside id of them is shown"
        } else {
            "the server shows no outside ids"
        };
        let why = if !alike.is_empty() {
            format!("in {list} there is {}, but {hidden}", told(alike))
        } else if let Some(gap) = completeness.worst() {
            format!("{list} could not be read whole ({})", gap.reason)
        } else if !completeness.unreadable.is_empty() {
            format!("{list} holds {} entries that cannot be read", completeness.unreadable.len())
        } else if self.unread > 0 {
            format!("{} of those in {list} who may be them could not be read", self.unread)
        } else if !namesakes.is_empty() && !self.shows_ids {
            format!("in {list} {} is called the same, but {hidden}", told(namesakes))
        } else if !new.is_empty() && !self.shows_ids {
            format!("in {list} there is {}, who may be them: {hidden}", told(new))
        } else if self.is_partial {
            format!("{list} does not tell who is new, and is too long to read everybody in it")
        } else {
            return None;
        };
        Some(why)
    }
}

/// Whether somebody may have come after it was sent.
fn is_new(item: &CandidateItem, sent: Option<Timestamp>) -> bool {
    let moments = item.created_at.zip(sent);
    moments.is_none_or(|(came, sent)| came.micros() > sent.micros().saturating_sub(SKEW))
}

/// The address, number or page that somebody has in common with the form.
fn same_contact(form: &Form, person: &Person) -> Option<String> {
    // Without a name, which tells less.
    let known = KnownPerson { name: "", ..KnownPerson::from_record(person) };
    let duplicates = MatchProfile::of(form).find_duplicates(std::iter::once(known));
    duplicates.into_iter().flat_map(|duplicate| duplicate.why).next()
}

fn called(item: &CandidateItem) -> String {
    format!("{} ({})", item.name, item.person_id)
}

fn told(people: &[String]) -> String {
    let named = people.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    match people.len().saturating_sub(NAMED) {
        0 => named,
        rest => format!("{named} and {rest} more"),
    }
}
