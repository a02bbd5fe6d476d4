//! The search index over people: names, contacts and careers, folded so that accents and capitals
//! do not matter.
//!
//! A phone number is stored as its digits from the last to the first: the start of that word
//! matches any spelling of the number, with or without the country code.

use rusqlite::{Transaction, params};

use crate::recruiting::table::fold;
use crate::storage::StorageError;
use crate::wire::Person;

/// The folded words of a text, separated by spaces.
pub(super) fn words(text: &str) -> String {
    let folded = fold(text);
    let text = String::from_utf8_lossy(&folded);
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || !letter.is_ascii();
    let words = text.split(|letter| !is_letter(letter)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// The digits of a phone number, without the trunk zero.
pub(super) fn digits(text: &str) -> String {
    let folded = fold(&text.replace("(0)", ""));
    let digits: String = folded.into_iter().filter(u8::is_ascii_digit).map(char::from).collect();
    digits.trim_start_matches('0').to_owned()
}

/// Indexes a person.
pub(super) fn index(change: &Transaction<'_>, key: i64, body: &str) -> Result<(), StorageError> {
    let sql = "INSERT INTO person_words (rowid, name, contact, career) VALUES (?1, ?2, ?3, ?4)";
    write_words(change, sql, key, body)
}

/// Takes a person out of the index. The index needs the record that was indexed.
pub(super) fn remove(change: &Transaction<'_>, key: i64, body: &str) -> Result<(), StorageError> {
    let sql = "INSERT INTO person_words (person_words, rowid, name, contact, career)
         VALUES ('delete', ?1, ?2, ?3, ?4)";
    write_words(change, sql, key, body)
}

fn write_words(
    change: &Transaction<'_>,
    sql: &str,
    key: i64,
    body: &str,
) -> Result<(), StorageError> {
    // A record that cannot be parsed was never indexed.
    let Ok(person) = serde_json::from_str::<Person>(body) else { return Ok(()) };
    let (name, contact, career) = columns(&person);
    change.prepare_cached(sql)?.execute(params![key, name, contact, career])?;
    Ok(())
}

fn columns(person: &Person) -> (String, String, String) {
    let join = |texts: &mut dyn Iterator<Item = &str>| words(&texts.collect::<Vec<_>>().join(" "));
    let mut names = [
        person.name.as_str(),
        &person.first_name,
        &person.last_name,
        &person.current_job_title,
        &person.current_company_name,
    ]
    .into_iter();
    let name = join(&mut names);
    let emails = person.emails.iter().map(|contact| contact.value.as_str());
    let handles = [person.social_public_id.as_str()].into_iter();
    let external = person.external_source_id.as_deref().into_iter();
    let mut contact = join(&mut emails.chain(handles).chain(external));
    for phone in &person.phones {
        let digits: String = digits(&phone.value).chars().rev().collect();
        contact.push_str(" t");
        contact.push_str(&digits);
    }
    let positions = person.work_experience.iter().flat_map(|work| {
        let positions = work.positions.iter().flat_map(|position| {
            [position.title.as_str(), &position.description, &position.location]
        });
        [work.company_name.as_str()].into_iter().chain(positions)
    });
    let schools = person
        .education_experience
        .iter()
        .flat_map(|school| [school.company_name.as_str(), &school.degree, &school.description]);
    let certificates = person
        .certifications
        .iter()
        .flat_map(|certificate| [certificate.name.as_str(), &certificate.company_name]);
    let career = join(&mut positions.chain(schools).chain(certificates));
    (name, contact, career)
}
