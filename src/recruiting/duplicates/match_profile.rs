//! What is known of somebody new, prepared to be held against many.

use crate::recruiting::person::fields::PersonField;
use crate::recruiting::person::form::Form;
use crate::recruiting::person::report::handle;
use crate::recruiting::person::value::FieldValue;
use crate::recruiting::query::{EditDistance, words};
use crate::recruiting::table::{CHUNK, CandidateTable, Row, Table as _, column, fold};
use crate::text::sanitize;
use crate::wire::{Contact, Person};

/// Numbers are the same by their last digits: the first ones may be written or not.
const DIGITS: usize = 8;
/// So few digits are nobody's number.
const FEW: usize = 4;
/// Shorter names have too many that differ by a letter.
const SHORT: usize = 5;
/// From here on two letters may differ.
const LONG: usize = 10;
/// So many commas and spaces more or fewer two spellings of a name may have.
const SPREAD: usize = 4;

/// Somebody who is known, as far as a list or a record tells.
#[derive(Debug, Clone, Copy)]
pub struct KnownPerson<'a> {
    /// Who.
    pub person: &'a str,
    /// What they are called.
    pub name: &'a str,
    /// What they do.
    pub title: &'a str,
    /// Where.
    pub company: &'a str,
    /// What the job is called in whose list they stand; empty outside of one.
    pub job: &'a str,
    /// Their record, if it was read.
    pub record: Option<&'a Person>,
}

impl KnownPerson<'_> {
    /// Whether both are one person. Without an id, the name has to do.
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.person == other.person && (!self.person.is_empty() || self.name == other.name)
    }
}

/// Why somebody may be the same; a smaller rank tells more.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct DuplicateReason {
    pub(crate) rank: u8,
    pub(crate) told: String,
}

/// What is known of somebody new, prepared to be held against many.
#[derive(Debug)]
pub struct MatchProfile {
    emails: Vec<String>,
    phones: Vec<String>,
    handle: String,
    /// The name without accents and capitals.
    name: Vec<u8>,
    /// Its words, in order.
    words: Vec<Vec<u8>>,
    gist: NameKey,
    slips: Option<EditDistance>,
    /// How many letters of the name may differ.
    allowed: usize,
}

/// How alike two names are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameMatch {
    Same,
    Turned,
    Near,
}

/// What is the same of two names that have the same words: how many letters, and
/// a sum over them.
type NameKey = (usize, u64);

impl MatchProfile {
    /// What a form tells of somebody.
    #[must_use]
    pub fn of(form: &Form) -> Self {
        let texts = |fields: &[PersonField]| -> Vec<String> {
            fields.iter().flat_map(|field| texts(&form.value(*field))).collect()
        };
        let emails = texts(&[
            PersonField::Emails,
            PersonField::WorkEmail,
            PersonField::PersonalEmail,
            PersonField::Email,
        ]);
        let phones = texts(&[
            PersonField::PhoneNumbers,
            PersonField::MobilePhone,
            PersonField::WorkPhone,
            PersonField::PhoneNumber,
        ]);
        let page = texts(&[PersonField::SocialUrl]).concat();
        let name = fold(&form.name).trim_ascii().to_vec();
        let allowed = match name.len() {
            ..SHORT => 0,
            SHORT..LONG => 1,
            _ => 2,
        };
        Self {
            emails: emails.iter().map(|email| email_gist(email)).collect(),
            phones: phones.iter().map(|phone| digits(phone)).collect(),
            handle: handle_gist(&page),
            words: sorted_words(&name),
            gist: gist(&name),
            slips: EditDistance::whole(&name).filter(|_| allowed > 0),
            name,
            allowed,
        }
    }

    /// Those of a list whose names are like the one that is sought. Quick: the
    /// rows of others are not looked at, only their folded names.
    pub fn among<'a>(
        &self,
        rows: &'a CandidateTable,
        job: &'a str,
    ) -> impl Iterator<Item = KnownPerson<'a>> {
        let lines = rows.lines().chunks().enumerate().flat_map(|(index, chunk)| {
            (0..chunk.ends.len()).map(move |at| (index * CHUNK + at, chunk.line(at)))
        });
        let near = lines.filter(|(_, line)| self.likeness(column(line, 0)).is_some());
        near.map(move |(at, _)| {
            let row = Row::at(at);
            KnownPerson {
                person: rows.person_id(row),
                name: rows.name(row),
                title: rows.title(row),
                company: rows.company(row),
                job,
                record: None,
            }
        })
    }

    /// Why somebody may be the same, the best reason first.
    pub(crate) fn reasons(&self, known: &KnownPerson<'_>) -> Vec<DuplicateReason> {
        let mut reasons = Vec::new();
        let mut say = |rank, told: &str, what: &str| {
            let told = if what.is_empty() {
                told.to_owned()
            } else {
                format!("{told}: {}", sanitize(what))
            };
            reasons.push(DuplicateReason { rank, told });
        };
        if let Some(record) = known.record {
            let find = |contacts: &'_ [Contact], is_same: &dyn Fn(&str) -> bool| {
                contacts.iter().find(|contact| is_same(&contact.value)).map(|it| it.value.clone())
            };
            let has_email = |value: &str| has(&self.emails, &email_gist(value));
            if let Some(email) = find(&record.emails, &has_email) {
                say(0, "the same e-mail", &email);
            }
            let theirs = handle_gist(&record.social_public_id);
            if !theirs.is_empty() && theirs == self.handle {
                say(1, "the same social page", &record.social_public_id);
            }
            let has_phone = |value: &str| {
                let theirs = digits(value);
                self.phones.iter().any(|mine| is_same_number(mine, &theirs))
            };
            if let Some(phone) = find(&record.phones, &has_phone) {
                say(2, "the same phone", &phone);
            }
        }
        match self.likeness(&fold(known.name)) {
            Some(NameMatch::Same) => say(3, "the same name", ""),
            Some(NameMatch::Turned) => say(4, "the same name in another order", ""),
            Some(NameMatch::Near) => say(5, "nearly the same name", ""),
            None => {}
        }
        reasons
    }

    /// How alike a folded name is, if it is.
    fn likeness(&self, other: &[u8]) -> Option<NameMatch> {
        let other = other.trim_ascii();
        if other.is_empty() || self.name.is_empty() {
            return None;
        }
        if other == self.name {
            return Some(NameMatch::Same);
        }
        // Most end here: nothing of them need be read.
        if other.len().abs_diff(self.name.len()) > SPREAD {
            return None;
        }
        if gist(other) == self.gist && self.gist.0 > 0 && sorted_words(other) == self.words {
            let is_in_order = words(other).eq(words(&self.name));
            return Some(if is_in_order { NameMatch::Same } else { NameMatch::Turned });
        }
        let slips = self.slips.as_ref()?;
        slips.is_within(self.allowed, other).then_some(NameMatch::Near)
    }
}

fn texts(value: &FieldValue) -> Vec<String> {
    match value {
        FieldValue::Text(text) => vec![text.clone()],
        FieldValue::Texts(texts) => texts.clone(),
        FieldValue::Contacts(entries) => entries.iter().map(|entry| entry.value.clone()).collect(),
        FieldValue::Job(_) | FieldValue::Switch(_) => Vec::new(),
    }
}

fn has(mine: &[String], theirs: &str) -> bool {
    !theirs.is_empty() && mine.iter().any(|mine| mine == theirs)
}

pub(crate) fn email_gist(text: &str) -> String {
    text.trim().to_lowercase()
}

pub(crate) fn handle_gist(text: &str) -> String {
    let handle = handle(text.trim()).to_lowercase();
    handle.strip_prefix('@').map_or_else(|| handle.clone(), str::to_owned)
}

/// The digits of a number, of whatever script.
pub(crate) fn digits(text: &str) -> String {
    let folded = fold(text);
    folded.into_iter().filter(u8::is_ascii_digit).map(char::from).collect()
}

fn is_same_number(mine: &str, theirs: &str) -> bool {
    let last = |digits: &str| digits.bytes().rev().take(DIGITS).collect::<Vec<_>>();
    if mine.len().min(theirs.len()) < DIGITS {
        return mine.len() >= FEW && mine == theirs;
    }
    last(mine) == last(theirs)
}

fn sorted_words(name: &[u8]) -> Vec<Vec<u8>> {
    let mut sorted: Vec<Vec<u8>> = words(name).map(<[u8]>::to_vec).collect();
    sorted.sort_unstable();
    sorted
}

fn gist(name: &[u8]) -> NameKey {
    let letters = name.iter().filter(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
    letters.fold((0, 0), |(count, sum), byte| {
        let byte = u64::from(*byte);
        (count + 1, sum + byte * byte * byte)
    })
}
