//! Maps a field error from the server to a field of the form.

use super::fields::{FormKind, PersonField};
use super::outcome::FieldError;
use crate::text::sanitize;

impl FieldError {
    /// Understands `emails[0].value`, `body.emails.0`, `/emails/0` and `currentJobTitle`. None if
    /// the form has no such field.
    pub(crate) fn from_server(kind: FormKind, path: &str, message: &str) -> Option<Self> {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let mut words = path.split(|letter| !is_word(letter)).filter(|word| !word.is_empty());
        let field = words.by_ref().find_map(|word| field_of(kind, word))?;
        let entry = words.next().and_then(|word| word.parse().ok());
        Some(Self { field, entry, message: sanitize(message).into_owned() })
    }
}

fn field_of(kind: FormKind, word: &str) -> Option<PersonField> {
    let name = snake(word);
    let field = PersonField::from_wire(&name).or(match name.as_str() {
        "phones" | "phone" => Some(PersonField::PhoneNumbers),
        "current_company_name" => Some(PersonField::CompanyName),
        "social_public_id" => Some(PersonField::SocialUrl),
        _ => None,
    })?;
    let has = |field: PersonField| field.spec().forms.contains(&kind).then_some(field);
    has(field).or_else(|| match field {
        // A single address is stored as an entry of the list.
        PersonField::Email | PersonField::WorkEmail | PersonField::PersonalEmail => {
            has(PersonField::Emails)
        }
        PersonField::PhoneNumber | PersonField::MobilePhone | PersonField::WorkPhone => {
            has(PersonField::PhoneNumbers)
        }
        _ => None,
    })
}

fn snake(word: &str) -> String {
    let mut name = String::with_capacity(word.len() + 4);
    let mut after_small = false;
    for letter in word.chars() {
        if letter.is_uppercase() && after_small {
            name.push('_');
        }
        after_small = letter.is_lowercase() || letter.is_ascii_digit();
        name.extend(letter.to_lowercase());
    }
    name
}
