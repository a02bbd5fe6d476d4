//! Email addresses, phone numbers and profile URLs: validation, canonical
//! contact types, and the handle in a URL.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use url::Url;

use crate::wire::Contact;
use crate::wire::record::Extra;

/// Accepted contact types in lower case, with their canonical names.
const CONTACT_TYPES: [(&str, &str); 9] = [
    ("work", "work"),
    ("personal", "personal"),
    ("mobile", "mobile"),
    ("home", "home"),
    ("other", "other"),
    ("work_email", "work"),
    ("personal_email", "personal"),
    ("mobile_phone", "mobile"),
    ("work_phone", "work"),
];

pub(super) const DEFAULT_EMAIL_TYPE: &str = "work";
pub(super) const DEFAULT_PHONE_TYPE: &str = "mobile";
const EMPTY_TYPE: &str = "other";

/// Lenient on purpose: one @ with text on both sides, and no spaces.
pub(super) fn is_email(text: &str) -> bool {
    let has_space = text.chars().any(|c| c.is_whitespace() || c.is_control());
    text.split_once('@').is_some_and(|(local, domain)| {
        !has_space && !local.is_empty() && !domain.is_empty() && !domain.contains('@')
    })
}

/// Lenient on purpose: three digits of any script, with anything in between.
pub(super) fn is_phone(text: &str) -> bool {
    text.chars().filter(|c| c.is_numeric()).count() >= 3
}

/// A contact with the canonical name of its type. Unknown types stay as sent.
pub(super) fn contact(contact_type: &str, value: String) -> Contact {
    let lower = contact_type.trim().to_lowercase();
    let canonical = CONTACT_TYPES.iter().find(|(name, _)| *name == lower).map(|(_, name)| *name);
    let contact_data_type = match canonical {
        Some(name) => name.to_owned(),
        None if lower.is_empty() => EMPTY_TYPE.to_owned(),
        None => contact_type.to_owned(),
    };
    Contact { contact_data_type, value, extra: Extra::new() }
}

pub(super) fn add_unique(contacts: &mut Vec<Contact>, contact: Contact) {
    if !contacts.contains(&contact) {
        contacts.push(contact);
    }
}

pub(super) fn upsert(contacts: &mut Vec<Contact>, contact_type: &str, value: String) {
    let new = contact(contact_type, value);
    let same_type = |other: &&mut Contact| other.contact_data_type == new.contact_data_type;
    match contacts.iter_mut().find(same_type) {
        Some(first) => *first = new,
        None => contacts.push(new),
    }
}

pub(super) fn remove(contacts: &mut Vec<Contact>, contact_type: &str) {
    let canonical = contact(contact_type, String::new()).contact_data_type;
    if let Some(index) = contacts.iter().position(|other| other.contact_data_type == canonical) {
        contacts.remove(index);
    }
}

/// The handle in a profile URL: its last path segment, percent-decoded. `None`
/// if the text is not a web URL. The scheme is optional.
pub(super) fn social_handle(text: &str) -> Option<String> {
    let text = text.trim();
    let absolute = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    let url = Url::parse(&absolute).ok()?;
    let host = url.host_str()?;
    if !matches!(url.scheme(), "http" | "https") || !host.contains('.') {
        return None;
    }
    let segment = url.path_segments()?.rfind(|segment| !segment.is_empty()).unwrap_or(host);
    // `Url` percent-encodes letters beyond ASCII, users do not.
    let decoded = percent_decode_str(segment).decode_utf8().ok();
    let printable = decoded.filter(|text| !text.chars().any(char::is_control));
    Some(printable.map_or_else(|| segment.to_owned(), Cow::into_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validation_of_emails_and_phones_is_lenient() {
        for valid in ["a@b", "guðrún@dæmi.example", "a+b@c.example"] {
            assert!(is_email(valid), "{valid}");
        }
        for invalid in ["", "a", "@b", "a@", "a@b@c", "a b@c", "a@b\n"] {
            assert!(!is_email(invalid), "{invalid:?}");
        }
        assert!(is_phone("+354 555 01 23") && is_phone("١٢٣") && !is_phone("12"));
    }

    #[test]
    fn contact_types_are_canonical() {
        let kind = |kind: &str| contact(kind, "x".into()).contact_data_type;
        assert_eq!(kind("work_email"), "work");
        assert_eq!(kind("Mobile_Phone"), "mobile");
        assert_eq!(kind(" Work "), "work");
        assert_eq!(kind("Assistant's desk"), "Assistant's desk");
        assert_eq!(kind(" "), "other");
    }

    #[test]
    fn a_shorthand_field_changes_only_the_first_entry_of_its_type() {
        let mut entries = vec![contact("work", "1".into()), contact("work", "2".into())];
        upsert(&mut entries, "work_email", "3".into());
        upsert(&mut entries, "personal_email", "4".into());
        let values = |entries: &[Contact]| {
            entries.iter().map(|entry| entry.value.clone()).collect::<Vec<_>>()
        };
        assert_eq!(values(&entries), ["3", "2", "4"]);
        remove(&mut entries, "personal_email");
        remove(&mut entries, "mobile_phone");
        assert_eq!(values(&entries), ["3", "2"]);
    }
}
