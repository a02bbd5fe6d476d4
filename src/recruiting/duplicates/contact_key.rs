//! Email addresses, phone numbers and profile handles, normalised for comparison.

use super::reason::{MatchReason, ReasonKind};
use crate::recruiting::person::field_report::handle;
use crate::recruiting::person::fields::PersonField;
use crate::recruiting::person::form::Form;
use crate::recruiting::person::value::{FieldValue, normalize_contact};
use crate::recruiting::table::fold;
use crate::text::sanitize;
use crate::wire::Person;

/// A number with fewer digits is incomplete.
const MIN_DIGITS: usize = 7;
/// A number may be written without its country code, which has at most three digits. A larger
/// difference means that the area code is missing too, and then the number is ambiguous.
const COUNTRY_CODE: usize = 3;

/// One way to reach a person.
#[derive(Debug)]
pub(crate) struct ContactKey {
    kind: ReasonKind,
    value: String,
    display: String,
}

impl ContactKey {
    fn new(kind: ReasonKind, value: String, text: &str) -> Self {
        Self { kind, value, display: sanitize(text.trim()).into_owned() }
    }

    fn email(text: &str) -> Option<Self> {
        text.contains('@').then(|| Self::new(ReasonKind::Email, normalize_contact(text), text))
    }

    /// Accepts the address of a profile as well as a bare handle, with or without `@`.
    fn social_page(text: &str) -> Option<Self> {
        let handle = handle(text.trim()).to_lowercase();
        let value = handle.strip_prefix('@').unwrap_or(&handle);
        (!value.is_empty()).then(|| Self::new(ReasonKind::SocialPage, value.to_owned(), text))
    }

    /// The digits, in any script, without the trunk zero.
    pub(crate) fn phone(text: &str) -> Option<Self> {
        let digits: String = fold(&text.replace("(0)", ""))
            .into_iter()
            .filter(u8::is_ascii_digit)
            .map(char::from)
            .collect();
        let value = digits.trim_start_matches('0');
        let is_long_enough = value.len() >= MIN_DIGITS;
        is_long_enough.then(|| Self::new(ReasonKind::Phone, value.to_owned(), text))
    }

    /// Equal for any two keys that may be the same, so it serves as a hash key.
    pub(crate) fn bucket(&self) -> (ReasonKind, &str) {
        let is_phone = self.kind == ReasonKind::Phone;
        let start = if is_phone { self.value.len() - MIN_DIGITS } else { 0 };
        (self.kind, self.value.get(start..).unwrap_or(&self.value))
    }

    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let (long, short) = if self.value.len() < other.value.len() {
            (&other.value, &self.value)
        } else {
            (&self.value, &other.value)
        };
        let spare = if self.kind == ReasonKind::Phone { COUNTRY_CODE } else { 0 };
        self.kind == other.kind && long.len() - short.len() <= spare && long.ends_with(short)
    }

    /// The text as written, safe to show.
    pub(crate) fn display(&self) -> &str {
        &self.display
    }

    pub(crate) fn reason(&self) -> MatchReason {
        MatchReason::contact(self.kind, &self.display)
    }
}

/// The keys of a record, by kind of reason, the strongest kind first.
pub(crate) fn keys_of_person(person: &Person) -> Vec<ContactKey> {
    let emails = person.emails.iter().filter_map(|contact| ContactKey::email(&contact.value));
    let phones = person.phones.iter().filter_map(|contact| ContactKey::phone(&contact.value));
    emails.chain(ContactKey::social_page(&person.social_public_id)).chain(phones).collect()
}

/// The keys of what a form holds.
pub(crate) fn keys_of_form(form: &Form) -> Vec<ContactKey> {
    let keys = |fields: &[PersonField], key: fn(&str) -> Option<ContactKey>| -> Vec<ContactKey> {
        let texts = fields.iter().flat_map(|field| texts(&form.value(*field)));
        texts.filter_map(|text| key(&text)).collect()
    };
    let emails = [
        PersonField::Emails,
        PersonField::WorkEmail,
        PersonField::PersonalEmail,
        PersonField::Email,
    ];
    let phones = [
        PersonField::PhoneNumbers,
        PersonField::MobilePhone,
        PersonField::WorkPhone,
        PersonField::PhoneNumber,
    ];
    let mut all = keys(&emails, ContactKey::email);
    all.extend(keys(&[PersonField::SocialUrl], ContactKey::social_page));
    all.extend(keys(&phones, ContactKey::phone));
    all
}

fn texts(value: &FieldValue) -> Vec<String> {
    match value {
        FieldValue::Text(text) => vec![text.clone()],
        FieldValue::Texts(texts) => texts.clone(),
        FieldValue::Contacts(entries) => entries.iter().map(|entry| entry.value.clone()).collect(),
        FieldValue::Job(_) | FieldValue::Switch(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phone(text: &str) -> ContactKey {
        ContactKey::phone(text).unwrap()
    }

    #[test]
    fn a_number_is_the_same_with_and_without_country_code_and_trunk_zero() {
        let table = [
            ("+49 (0)171 555 01 23", "0171 5550123"),
            ("0049-171-5550123", "171/555.01.23"),
            ("+354 555 0101", "5550101"),
        ];
        for (text, same) in table {
            let (key, same) = (phone(text), phone(same));
            assert!(key.is_same(&same) && same.is_same(&key), "{key:?} {same:?}");
            assert_eq!(key.bucket(), same.bucket());
        }
        assert!(ContactKey::phone("555 010").is_none());
    }

    #[test]
    fn other_numbers_differ() {
        let table = [
            ("0171 5550123", "0171 5550124"),
            ("0171 5550123", "0172 5550123"),
            // Another country.
            ("+49 171 5550123", "+44 171 5550123"),
            // The area code is missing.
            ("+44 20 7946 0123", "7946 0123"),
        ];
        for (text, other) in table {
            let (key, other) = (phone(text), phone(other));
            assert!(!key.is_same(&other) && !other.is_same(&key), "{key:?} {other:?}");
        }
    }
}
